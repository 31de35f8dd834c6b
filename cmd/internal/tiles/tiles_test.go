// SPDX-License-Identifier: MIT

package tiles

import (
	"context"
	"math"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/must"
	"daylight/region"
	"daylight/soa"
)

// holds reports whether a point lies in a tile.
func holds(t region.Box, x, y float64) bool {
	return t.MinX <= x && x < t.MaxX && t.MinY <= y && y < t.MaxY
}

// boxes returns the boxes of a scene and its touching pairs.
func boxes(t *testing.T, kind scene.Kind, n int) ([]region.Box, *batch.Contacts) {
	t.Helper()
	shapes := soa.New()
	must.Get(must.Get(scene.New(kind, n, scene.DefaultSeed))(t).Fill(shapes, soa.Attrs{}))(t)
	var bounds batch.Bounds
	must.Do(t, bounds.Fill(shapes, batch.Config{}))
	var list []region.Box
	for id := range shapes.All() {
		list = append(list, bounds.Box(id))
	}
	contacts, _ := must.Both(batch.Collide(context.Background(), shapes, batch.Config{Mode: batch.ModeOverlaps}))(t)
	return list, contacts
}

// TestBalance: the tile with most work has at most 1.5 times the mean, on even, crowded and
// heavy-tailed scenes: if the sample has all shapes, and if it has few of them.
func TestBalance(t *testing.T) {
	for _, kind := range []scene.Kind{scene.Boxes, scene.Cluster, scene.Heavy} {
		list, contacts := boxes(t, kind, 20_000)
		for _, drawn := range []int{leastDrawn, 1 << 14} {
			for _, count := range []int{7, 64} {
				s := NewSampler(count, 1<<30)
				s.most = drawn
				for _, b := range list {
					s.Add("0", b)
				}
				tiles, _, err := s.Cut(t.Context(), count)
				if err != nil {
					t.Fatal(err)
				}
				if len(tiles) != count {
					t.Fatalf("%v: %d tiles, want %d", kind, len(tiles), count)
				}
				work, all, most := make([]float64, count), 0.0, 0.0
				for k, tile := range tiles {
					for _, b := range list {
						if b.MinX < tile.MaxX && b.MaxX >= tile.MinX && b.MinY < tile.MaxY && b.MaxY >= tile.MinY {
							work[k]++
						}
					}
				}
				for i := range contacts.A {
					a, b := list[contacts.A[i].Index()], list[contacts.B[i].Index()]
					x, y := max(a.MinX, b.MinX), max(a.MinY, b.MinY)
					k := slices.IndexFunc(tiles, func(tile region.Box) bool { return holds(tile, x, y) })
					if k < 0 {
						t.Fatalf("%v: a pair belongs to no tile", kind)
					}
					work[k]++
				}
				for _, w := range work {
					all, most = all+w, max(most, w)
				}
				ratio := most / all * float64(count)
				t.Logf("%v, %d of %d shapes drawn, %d tiles: %.2f", kind, min(drawn, len(list)), len(list), count, ratio)
				if ratio > 1.5 {
					t.Errorf("%v, %d shapes drawn, %d tiles: the busiest has %.2f times the mean work", kind, drawn, count, ratio)
				}
			}
		}
	}
}

// TestCannotBeCut: shapes at one place, or no shapes, make one tile, and many at one place do not
// take long.
func TestCannotBeCut(t *testing.T) {
	s := NewSampler(9, 1<<30)
	all := region.Box{MinX: math.Inf(-1), MinY: math.Inf(-1), MaxX: math.Inf(1), MaxY: math.Inf(1)}
	for _, n := range []int{0, 1, 50_000} {
		for range n {
			s.Add("0", region.Box{MinX: 1, MinY: 2, MaxX: 3, MaxY: 4})
		}
		if tiles, _, err := s.Cut(t.Context(), 9); err != nil || len(tiles) != 1 || tiles[0] != all {
			t.Errorf("%d shapes at one place: %v", n, tiles)
		}
	}
}

// TestBetween: a cut has few digits, and lies above the one point and not above the other.
func TestBetween(t *testing.T) {
	for _, c := range []struct{ low, high, want float64 }{
		{1.2, 3.4, 2}, {1, math.Nextafter(1, 2), math.Nextafter(1, 2)}, {-0.25, 0.125, -0.06}, {1e9 + 1, 1e9 + 2, 1e9 + 2}, {-3, -3 + 1e-12, 0},
	} {
		at := between(c.low, c.high)
		if !(c.low < at && at <= c.high) || c.want != 0 && at != c.want {
			t.Errorf("between %v and %v: %v", c.low, c.high, at)
		}
	}
}

// TestCutEnds: a cutter whose context has ended gives no tiles.
func TestCutEnds(t *testing.T) {
	s := NewSampler(16, 1<<30)
	for i := range 100 {
		s.Add("", region.Box{MinX: float64(i), MaxX: float64(i)})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := s.Cut(ctx, 16); err != context.Canceled {
		t.Error(err)
	}
}
