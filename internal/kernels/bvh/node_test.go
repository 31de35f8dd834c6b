// SPDX-License-Identifier: MIT

package bvh

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels/kernelstest"
)

// randomLevel is a level of nodes of boxes from few values, so that many touch, some of
// which do not exist.
func randomLevel(r *rand.Rand, n int) []Node {
	inf := float32(math.Inf(1))
	level := make([]Node, n)
	v := func() float32 {
		switch r.IntN(8) {
		case 0:
			return float32(r.IntN(3)) * 0x1p90
		case 1:
			return -float32(r.IntN(3)) * 0x1p90
		}
		return float32(r.IntN(20) - 10)
	}
	for i := range level {
		for k := range Fan {
			a, b, c, d := v(), v(), v(), v()
			level[i].MinX[k], level[i].MaxX[k] = min(a, b), max(a, b)
			level[i].MinY[k], level[i].MaxY[k] = min(c, d), max(c, d)
			if r.IntN(6) == 0 {
				level[i].MinX[k], level[i].MaxX[k], level[i].MinY[k], level[i].MaxY[k] = inf, -inf, inf, -inf
			}
		}
	}
	return level
}

// TestNodeTables holds the tests of nodes of every table against the portable ones, and
// those against their meaning.
func TestNodeTables(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		level := randomLevel(r, 1+r.IntN(9))
		var list []uint32
		for i := range level {
			if r.IntN(3) > 0 {
				list = append(list, uint32(i))
			}
		}
		pick := func() float32 { return float32(r.IntN(24)-12) * []float32{1, 1, 0.5, 0x1p89}[r.IntN(4)] }
		a, b, c, d := pick(), pick(), pick(), pick()
		box := NodeBox{min(a, b), min(c, d), max(a, b), max(c, d)}
		var want []uint32
		for _, i := range list {
			for k := range Fan {
				n := &level[i]
				if n.MinX[k] <= box.MaxX && box.MinX <= n.MaxX[k] && n.MinY[k] <= box.MaxY && box.MinY <= n.MaxY[k] {
					want = append(want, i*Fan+uint32(k))
				}
			}
		}
		inverse := func() float32 {
			return []float32{1, -1, 0x1p100, -0x1p100, 1 + r.Float32(), -1 - r.Float32()}[r.IntN(6)]
		}
		beam := NewBeam(pick(), pick(), inverse(), inverse(), []float32{0x1p-126, 0x1p-10}[r.IntN(2)])
		limit := []float32{0, 5, 20, 0x1p100, float32(math.Inf(1))}[r.IntN(5)]
		for _, table := range All() {
			out := make([]uint32, len(list)*Fan)
			if got := out[:table.Children(level, list, &box, out)]; !slices.Equal(got, want) {
				t.Fatalf("%s: children %v, want %v", table.Name, got, want)
			}
			for i := range level {
				n := &level[i]
				var x, y [Fan]float32
				ones := slabs(n, &beam, limit, &x)
				if got := table.Slabs(n, &beam, limit, &y); got != ones {
					t.Fatalf("%s: slabs %b, want %b", table.Name, got, ones)
				}
				for k := range Fan {
					if ones>>k&1 != 0 && x[k] != y[k] {
						t.Fatalf("%s: child %d is met at %v, want %v", table.Name, k, y[k], x[k])
					}
				}
				ones = distances(n, &box, limit, &x)
				if got := table.Distances(n, &box, limit, &y); got != ones || x != y {
					t.Fatalf("%s: distances %b %v, want %b %v", table.Name, got, y, ones, x)
				}
				for k := range Fan {
					if n.MinX[k] > n.MaxX[k] {
						if ones>>k&1 != 0 {
							t.Fatalf("%s: child %d does not exist", table.Name, k)
						}
						continue
					}
					dx := max(0, float64(n.MinX[k])-float64(box.MaxX), float64(box.MinX)-float64(n.MaxX[k]))
					dy := max(0, float64(n.MinY[k])-float64(box.MaxY), float64(box.MinY)-float64(n.MaxY[k]))
					truth := math.Hypot(dx, dy)
					if got := float64(x[k]); got > truth*(1+0x1p-21) || got < truth*0.92 {
						t.Fatalf("child %d is %v away, the bound says %v", k, truth, got)
					}
				}
			}
		}
	}
}

// TestNodeRefuses: an index beyond the level, or too little room, panics.
func TestNodeRefuses(t *testing.T) {
	level := make([]Node, 2)
	for k := range Fan {
		level[1].MaxX[k], level[1].MaxY[k] = 1, 1
	}
	for _, table := range All() {
		for _, c := range []struct {
			list []uint32
			room int
		}{{[]uint32{2}, 16}, {[]uint32{0, 1}, 31}} {
			if !kernelstest.Panics(func() { table.Children(level, c.list, &NodeBox{}, make([]uint32, c.room)) }) {
				t.Errorf("%s: list %v with room for %d did not panic", table.Name, c.list, c.room)
			}
		}
	}
}

// TestSlabsTouching: along an edge, through a corner, in a point.
func TestSlabsTouching(t *testing.T) {
	var n Node
	for k := range Fan {
		n.MinX[k], n.MaxX[k], n.MinY[k], n.MaxY[k] = float32(k), float32(k)+1, float32(k), float32(k)+1
	}
	var near [Fan]float32
	for _, table := range All() {
		// The diagonal y = x meets every box, y = x+1 each in one corner.
		for _, dy := range []float32{0, 1, -1} {
			b := NewBeam(-10, -10+dy, math.Sqrt2, math.Sqrt2, 0x1p-18)
			if mask := table.Slabs(&n, &b, 0x1p100, &near); mask != 1<<Fan-1 {
				t.Errorf("%s: diagonal with offset %v meets %b", table.Name, dy, mask)
			}
		}
		// Along the upper edge of box 3, which is the lower edge of box 4.
		b := NewBeam(-10, 4, 1, 0x1p100, 0x1p-18)
		if mask := table.Slabs(&n, &b, 0x1p100, &near); mask != 3<<3 {
			t.Errorf("%s: along an edge meets %b", table.Name, mask)
		}
	}
}
