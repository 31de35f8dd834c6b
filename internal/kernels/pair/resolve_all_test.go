// SPDX-License-Identifier: MIT

package pair

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
	"daylight/internal/testenv"
)

// separationByAll is separation by a look at all pairs of an edge and a vertex.
func separationByAll(b *Block, p kernels.Pair) (sep, nx, ny float64) {
	var ca, cb core
	ca.load(b, p.A)
	cb.load(b, p.B)
	dx := b.Rec[p.B].X - b.Rec[p.A].X
	dy := b.Rec[p.B].Y - b.Rec[p.A].Y
	r := ca.radius + cb.radius
	scale := ca.reach + cb.reach + math.Abs(dx) + math.Abs(dy)
	slack := proof64 * scale

	if gap, lane, ofB := axisByAll(&ca, &cb, dx, dy); lane >= 0 && gap > -rim*scale {
		var v vector
		if ofB {
			v = cb.near(&ca, -dx, -dy, lane)
			v.x, v.y = -v.x, -v.y
		} else {
			v = ca.near(&cb, dx, dy, lane)
		}
		if d, x, y, ok := ca.proven(&cb, &v, dx, dy, slack); ok {
			return d - r, x, y
		}
	}
	v := closestByAll(&ca, &cb, dx, dy)
	if d, x, y, ok := ca.proven(&cb, &v, dx, dy, slack); ok {
		return d - r, x, y
	}
	gap, nx, ny := widestByAll(&ca, &cb, dx, dy)
	if nx == 0 && ny == 0 { // two points on one spot
		return math.Sqrt(v.dd) - r, 1, 0
	}
	return gap - r, nx, ny
}

func axisByAll(a, b *core, dx, dy float64) (gap float64, lane int, ofB bool) {
	gap, lane = math.Inf(-1), -1
	for i := 0; i < a.axes; i++ {
		x, y, d := a.axis(i)
		m, _ := leastByAll(b, x, y)
		if g := m + (float64(x*dx) + float64(y*dy)) - d; g > gap {
			gap, lane = g, i
		}
	}
	for i := 0; i < b.axes; i++ {
		x, y, d := b.axis(i)
		m, _ := leastByAll(a, x, y)
		if g := m - (float64(x*dx) + float64(y*dy)) - d; g > gap {
			gap, lane, ofB = g, i, true
		}
	}
	return gap, lane, ofB
}

func closestByAll(a, b *core, dx, dy float64) vector {
	v := vector{dd: math.Inf(1)}
	for j := 0; j < b.n; j++ {
		x, y := b.at(j)
		for i := 0; i < a.n; i++ {
			v.toPoint(a, i, a.after(i), x+dx, y+dy, false)
		}
	}
	for i := 0; i < a.n; i++ {
		x, y := a.at(i)
		for j := 0; j < b.n; j++ {
			v.toPoint(b, j, b.after(j), x-dx, y-dy, true)
		}
	}
	return v
}

func widestByAll(a, b *core, dx, dy float64) (gap, nx, ny float64) {
	gap = math.Inf(-1)
	for i := 0; i < a.n; i++ {
		if x, y, ok := a.normal(i); ok {
			if g := gapAlongByAll(a, b, dx, dy, x, y); g > gap {
				gap, nx, ny = g, x, y
			}
		}
	}
	for i := 0; i < b.n; i++ {
		if x, y, ok := b.normal(i); ok {
			if g := gapAlongByAll(a, b, dx, dy, -x, -y); g > gap {
				gap, nx, ny = g, -x, -y
			}
		}
	}
	return gap, nx, ny
}

func gapAlongByAll(a, b *core, dx, dy, x, y float64) float64 {
	least, _ := leastByAll(b, x, y)
	most, _ := leastByAll(a, -x, -y)
	return least + most + (float64(x*dx) + float64(y*dy))
}

func leastByAll(c *core, x, y float64) (m float64, at int) {
	m = math.Inf(1)
	if c.vx != nil {
		vy := c.vy[:len(c.vx)]
		for i, vx := range c.vx {
			if p := float64(x*float64(vx)) + float64(y*float64(vy[i])); p < m {
				m, at = p, i
			}
		}
		return m, at
	}
	for i := 0; i < c.n; i++ {
		if p := float64(x*c.x[i&3]) + float64(y*c.y[i&3]); p < m {
			m, at = p, i
		}
	}
	return m, at
}

// TestSeparationOfAll compares separations, bit for bit, of shapes near touching, deep in each
// other and apart.
func TestSeparationOfAll(t *testing.T) {
	r := kernelstest.Seeded(t)
	// Corners, at most, and pairs of each outline: the oracle takes the square of the first.
	rounds := [][2]int{{80, 15}}
	if !testing.Short() {
		rounds = append(rounds, [2]int{80, 15})
	}
	if testenv.Full() {
		rounds = append(rounds, [2]int{200, 90}, [2]int{600, 8})
	}
	var names []string
	for name := range outlines {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, round := range rounds {
		n, pairs := round[0], round[1]
		for _, name := range names {
			for range pairs {
				shapes := []testShape{hardShape(r, name, n), hardShape(r, names[r.IntN(len(names))], n)}
				if r.IntN(2) == 0 {
					shapes[1] = hardShape(r, name, n)
				}
				if r.IntN(4) == 0 {
					shapes[1] = randomShape(r, kernels.Class(r.IntN(kernels.NumClasses)), shapes[0].reach(), 1)
				}
				if r.IntN(8) == 0 {
					shapes[1] = shapes[0]
				}
				// Along a random line, bisected until they all but touch.
				angle := 2 * math.Pi * r.Float64()
				x, y := math.Cos(angle), math.Sin(angle)
				lo, hi := 0.0, shapes[0].reach()+shapes[1].reach()
				blk := build(shapes...)
				for range 8 + r.IntN(40) {
					mid := (lo + hi) / 2
					blk.Rec[1].X, blk.Rec[1].Y = mid*x, mid*y
					sep, nx, ny := separationByAxes(blk, kernels.Pair{A: 0, B: 1})
					want, wx, wy := separationByAll(blk, kernels.Pair{A: 0, B: 1})
					if math.Float64bits(sep) != math.Float64bits(want) || math.Float64bits(nx) != math.Float64bits(wx) || math.Float64bits(ny) != math.Float64bits(wy) {
						t.Fatalf("%s at %v along %v: %v (%v, %v), want %v (%v, %v)\nA %v\nB %v", name, mid, angle, sep, nx, ny, want, wx, wy, shapes[0], shapes[1])
					}
					back, bx, by := separationByAxes(blk, kernels.Pair{A: 1, B: 0})
					want, wx, wy = separationByAll(blk, kernels.Pair{A: 1, B: 0})
					if math.Float64bits(back) != math.Float64bits(want) || math.Float64bits(bx) != math.Float64bits(wx) || math.Float64bits(by) != math.Float64bits(wy) {
						t.Fatalf("%s at %v along %v, turned round: %v (%v, %v), want %v (%v, %v)", name, mid, angle, back, bx, by, want, wx, wy)
					}
					if core := sep + shapes[0].radius() + shapes[1].radius(); core <= 0 {
						lo = mid
					} else {
						hi = mid
					}
				}
			}
		}
	}
}

// BenchmarkSeparation measures what a pair costs that is left open, apart or in touch.
func BenchmarkSeparation(b *testing.B) {
	for _, sides := range []int{8, 32, 64, 256} {
		for _, apart := range []bool{true, false} {
			args := fullPolygons(32, [2]int{sides, sides}, 0)
			blk := args.Block
			for k := range args.Pairs {
				s, t := &blk.Rec[2*k], &blk.Rec[2*k+1]
				x, y := t.X-s.X, t.Y-s.Y
				d := norm(x, y)
				x, y = x/d, y/d
				lo, hi := 0.0, d
				for range 50 {
					t.X, t.Y = s.X+(lo+hi)/2*x, s.Y+(lo+hi)/2*y
					if sep, _, _ := separationByAxes(blk, args.Pairs[k]); sep <= 0 {
						lo = (lo + hi) / 2
					} else {
						hi = (lo + hi) / 2
					}
				}
				if apart {
					hi += 0.01
				} else {
					hi -= 1e-9
				}
				t.X, t.Y = s.X+hi*x, s.Y+hi*y
			}
			for name, f := range map[string]func(*Block, kernels.Pair) (sep, nx, ny float64){"walks": separationByAxes, "all": separationByAll} {
				b.Run(fmt.Sprintf("corners=%d/apart=%v/by=%s", sides, apart, name), func(b *testing.B) {
					for b.Loop() {
						for _, p := range args.Pairs {
							f(blk, p)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(args.Pairs)), "ns/pair")
				})
			}
		}
	}
}

// separationByAxes is separation of a pair whose widest axis no kernel has found.
func separationByAxes(b *Block, p kernels.Pair) (sep, nx, ny float64) {
	return separation(b, p, false, 0, 0)
}
