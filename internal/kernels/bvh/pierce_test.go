// SPDX-License-Identifier: MIT

package bvh

import (
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels/kernelstest"
)

// TestPierceTables holds every table against Slabs, test by test, in room for just as many.
func TestPierceTables(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for round := range 2000 {
		level := randomLevel(r, 1+r.IntN(9))
		n, m := r.IntN(40), 1+r.IntN(9)
		if round == 0 {
			n = 5000
		}
		beams, limits := make([]Beam, m), make([]float32, m)
		for k := range beams {
			pick := func() float32 { return float32(r.IntN(24)-12) * []float32{1, 1, 0.5, 0x1p89}[r.IntN(4)] }
			inverse := func() float32 {
				return []float32{1, -1, 0x1p100, -0x1p100, 1 + r.Float32(), -1 - r.Float32()}[r.IntN(6)]
			}
			beams[k] = NewBeam(pick(), pick(), inverse(), inverse(), []float32{0x1p-126, 0x1p-10}[r.IntN(2)])
			limits[k] = []float32{-1, 0, 5, 20, 0x1p100}[r.IntN(5)]
		}
		tests := Tests{make([]uint32, n), make([]uint32, n)}
		var want Tests
		for k := range n {
			i, b := uint32(r.IntN(len(level))), uint32(r.IntN(m))
			tests.Node[k], tests.Box[k] = i, b
			var near [Fan]float32
			mask := slabs(&level[i], &beams[b], limits[b], &near)
			for c := range uint32(Fan) {
				if mask>>c&1 != 0 {
					want.Node, want.Box = append(want.Node, i*Fan+c), append(want.Box, b)
				}
			}
		}
		for _, table := range All() {
			out := Tests{make([]uint32, n*Fan), make([]uint32, n*Fan)}
			got := table.Pierce(level, tests, beams, limits, out)
			if got != len(want.Node) || !slices.Equal(out.Node[:got], want.Node) || !slices.Equal(out.Box[:got], want.Box) {
				t.Fatalf("%s: %d of %d tests: %v, want %v", table.Name, got, n, out.Node, want.Node)
			}
		}
	}
}

// TestPierceRefuses: a node or a beam that does not exist, and columns that are short, panic.
func TestPierceRefuses(t *testing.T) {
	level, beams := make([]Node, 2), make([]Beam, 3)
	for _, table := range All() {
		for name, c := range map[string]struct {
			node, beam   uint32
			room, limits int
		}{
			"no node": {2, 2, 48, 3}, "no beam": {1, 3, 48, 3}, "room": {1, 2, 47, 3}, "limits": {1, 2, 48, 2}, "far": {0, 1<<32 - 1, 48, 3},
		} {
			if !kernelstest.Panics(func() {
				tests := Tests{[]uint32{0, 1, c.node}, []uint32{0, 1, c.beam}}
				limits := make([]float32, c.limits)
				table.Pierce(level, tests, beams, limits[:len(limits):len(limits)], Tests{make([]uint32, c.room), make([]uint32, 48)})
			}) {
				t.Errorf("%s: %s: no panic", table.Name, name)
			}
		}
	}
}
