// SPDX-License-Identifier: MIT

package shards

import (
	"slices"
	"testing"

	"daylight/batch/tile"
	"daylight/internal/must"
	"daylight/region"
)

// TestWorse: a plan of the first shapes is given up where one of all shapes is better, and not
// where tiles are uneven or few whatever a plan is made of.
func TestWorse(t *testing.T) {
	sample := func(n int, at func(i int) (world uint32, x, y float64)) (s tile.Sample) {
		for i := range n {
			w, x, y := at(i)
			s.World, s.Boxes = append(s.World, w), append(s.Boxes, region.Box{MinX: x, MinY: y, MaxX: x + 1, MaxY: y + 1})
		}
		return s
	}
	// Multiples of a prime, which are spread evenly from the first on.
	spread := func(i int) (x, y float64) { return float64(i * 7919 % 400), float64(i * 104729 % 397) }
	for _, c := range []struct {
		name  string
		tiles int
		at    func(i int) (world uint32, x, y float64)
		want  bool
	}{
		{"three worlds", 5, func(i int) (uint32, float64, float64) { x, y := spread(i); return uint32(i % 3), x, y }, false},
		{"two places", 4, func(i int) (uint32, float64, float64) { return 0, float64(i % 2 * 100), 0 }, false},
		{"one place", 4, func(int) (uint32, float64, float64) { return 0, 0, 0 }, false},
		{"anywhere", 4, func(i int) (uint32, float64, float64) { x, y := spread(i); return 0, x, y }, false},
		{"in order", 4, func(i int) (uint32, float64, float64) { x, _ := spread(i); return 0, x / 20, float64(i) / 5 }, true},
		{"worlds in order", 4, func(i int) (uint32, float64, float64) { x, y := spread(i); return uint32(i / 500), x, y }, true},
		{"one place, then others", 4, func(i int) (uint32, float64, float64) { return 0, float64(max(0, i-500)), 0 }, true},
	} {
		all := sample(2000, c.at)
		first := must.Get(tile.Make(tile.Sample{World: slices.Clone(all.World[:500]), Boxes: slices.Clone(all.Boxes[:500])}, c.tiles))(t)
		better := must.Get(tile.Make(all, c.tiles))(t)
		if got, err := worse(first, better, all); err != nil || got != c.want {
			t.Errorf("%s: %v, %v; %d tiles to %d", c.name, got, err, first.Tiles(), better.Tiles())
		}
	}
}
