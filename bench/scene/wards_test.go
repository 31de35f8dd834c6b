// SPDX-License-Identifier: MIT

package scene_test

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"testing"

	"daylight/batch/exact"
	"daylight/bench/scene"
	"daylight/internal/must"
	"daylight/region"
	"daylight/soa"
)

// TestWards: maps of several sizes and seeds are valid polygons that touch, share all points of
// their borders, and never overlap. Exact predicates decide that.
func TestWards(t *testing.T) {
	for _, c := range []struct{ n, corners int }{
		{1, 6}, {1, 4999}, {2, 2000}, {5, 60}, {5, 2500}, {23, 400}, {40, 200_000}, {200, 100_000}, {1000, 40_000},
	} {
		for seed := range uint64(3) {
			wards := must.Get(scene.Wards(c.n, c.corners, seed))(t)
			var s exact.Scene
			edges, corners, holes := map[[2]region.Point]bool{}, 0, 0
			for i, w := range wards {
				r, err := region.New([][][]region.Point{w}, region.Config{})
				if err != nil {
					t.Fatalf("%v, seed %d, ward %d: %v", c, seed, i, err)
				}
				must.Get(s.Add(must.Get(region.NewShape(r, nil, 0))(t), soa.Attrs{}))(t)
				holes += len(w) - 1
				for _, ring := range w {
					corners += len(ring)
					for k, p := range ring {
						edges[[2]region.Point{p, ring[(k+1)%len(ring)]}] = true
					}
				}
			}
			if len(wards) != c.n || corners != c.corners || len(edges) != corners || holes != c.n/5 {
				t.Errorf("%v, seed %d: %d wards, %d corners, %d edges, %d holes", c, seed, len(wards), corners, len(edges), holes)
			}
			checkBorder(t, edges)
			pairs := must.Get(exact.Find(t.Context(), &s, exact.Config{}))(t)
			beside := make([]int, c.n)
			for k, v := range pairs.Verdicts {
				if v != region.Touching {
					t.Fatalf("%v, seed %d: %d and %d are %v", c, seed, pairs.A[k], pairs.B[k], v)
				}
				beside[pairs.A[k]]++
				beside[pairs.B[k]]++
			}
			for i, k := range beside {
				if enclave := i >= c.n-c.n/5; k == 0 && c.n > 1 || enclave && k != 1 {
					t.Errorf("%v, seed %d: ward %d has %d neighbours", c, seed, i, k)
				}
			}
		}
	}
}

// checkBorder: the edges that no neighbour has in the other direction are one loop, the map's own
// border.
func checkBorder(t *testing.T, edges map[[2]region.Point]bool) {
	t.Helper()
	next := map[region.Point]region.Point{}
	for e := range edges {
		if !edges[[2]region.Point{e[1], e[0]}] {
			next[e[0]] = e[1]
		}
	}
	for at := range next {
		length := 1
		for p := next[at]; p != at && length <= len(next); p = next[p] {
			length++
		}
		if length != len(next) {
			t.Errorf("%d edges have no neighbour, but a loop has %d", len(next), length)
		}
		return
	}
}

// TestWardsSame: a map has the same bits on every platform.
func TestWardsSame(t *testing.T) {
	h := fnv.New64a()
	for _, w := range must.Get(scene.Wards(200, 100_000, scene.DefaultSeed))(t) {
		for _, ring := range w {
			must.Do(t, binary.Write(h, binary.LittleEndian, ring))
		}
	}
	if got, want := h.Sum64(), uint64(0x4f495875971afab1); got != want {
		t.Errorf("hash %#x, want %#x", got, want)
	}
}

// TestWardsRefused: a number of wards or corners that cannot be had is refused.
func TestWardsRefused(t *testing.T) {
	for _, c := range []struct {
		n, corners int
		want       error
	}{
		{0, 100, scene.ErrCount}, {scene.MaxWards + 1, 1 << 30, scene.ErrCount},
		{10, 59, scene.ErrCorners}, {10, 10*scene.MaxWardCorners + 1, scene.ErrCorners},
	} {
		if _, err := scene.Wards(c.n, c.corners, 1); !errors.Is(err, c.want) {
			t.Errorf("%d wards, %d corners: %v", c.n, c.corners, err)
		}
	}
}
