// SPDX-License-Identifier: MIT

package soa

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"daylight/internal/store"
)

// TestConcat: the columns of two stores are those of one that holds all, where filters
// are used by both, one or none.
func TestConcat(t *testing.T) {
	for round := range 20 {
		r := rand.New(rand.NewPCG(uint64(round), 0))
		stores := [3]*Shapes{New(), New(), New()}
		for side := range 2 {
			for range side + r.IntN(30) {
				var attrs Attrs
				if round&(1<<side) != 0 {
					attrs = randomAttrs(r)
				}
				seed := r.Uint64()
				for _, s := range []*Shapes{stores[side], stores[2]} {
					addRandom(t, rand.New(rand.NewPCG(seed, 0)), s, attrs)
				}
			}
		}
		for _, s := range stores {
			refreshAll(s)
		}
		got, want := new(store.Joint).Concat(stores[0].columns(), stores[1].columns()), stores[2].columns()
		n := stores[0].Len()
		if !slices.Equal(got.ID[:n], stores[0].col.ID) || !slices.Equal(got.ID[n:], stores[1].col.ID) {
			t.Fatal("IDs are not those of both stores")
		}
		for i := range want.Off { // runs may lie elsewhere, but must hold the same
			g, w := int(got.Off[i]), int(want.Off[i])
			num := int(want.Num[i])
			for k, l := range lanesOf(&got) {
				if !reflect.DeepEqual(l[g:g+num], lanesOf(&want)[k][w:w+num]) {
					t.Fatalf("lanes %d of shape %d", k, i)
				}
			}
		}
		for _, c := range []*store.Columns{&got, &want} {
			c.ID, c.Off = nil, nil
			c.Lanes.VX, c.Lanes.VY, c.Lanes.NX, c.Lanes.NY, c.Lanes.D = nil, nil, nil, nil, nil
			c.Local = c.Lanes
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("round %d: columns differ:\n%+v\n%+v", round, got, want)
		}
	}
}

func lanesOf(c *store.Columns) [10][]float32 {
	return [...][]float32{
		c.Lanes.VX, c.Lanes.VY, c.Lanes.NX, c.Lanes.NY, c.Lanes.D,
		c.Local.VX, c.Local.VY, c.Local.NX, c.Local.NY, c.Local.D,
	}
}
