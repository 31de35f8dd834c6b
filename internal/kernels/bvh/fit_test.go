// SPDX-License-Identifier: MIT

package bvh

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestFit: leaves contain their children, hardly wider than they are, nodes above the leaves, and
// every table gives the same bits.
func TestFit(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		n := 1 + r.IntN(40*Fan)
		scale := math.Ldexp(1, r.IntN(60)-30)
		b := Boxes{}
		x, y := scale*r.NormFloat64()*10, scale*r.NormFloat64()
		if r.IntN(4) == 0 {
			x, y = 0, 0
		}
		for range n {
			w, h := float32(scale*r.Float64()), float32(scale*r.Float64()*0x1p-3)
			if r.IntN(4) == 0 {
				w, h = 0, 0
			}
			b.X, b.Y = append(b.X, x+scale*100*r.NormFloat64()), append(b.Y, float64(r.IntN(3)))
			b.MinX, b.MaxX = append(b.MinX, -w), append(b.MaxX, w/2)
			b.MinY, b.MaxY = append(b.MinY, -h), append(b.MaxY, h)
		}
		leaves := (n + Fan - 1) / Fan
		lo := r.IntN(leaves)
		level, above := make([]Node, leaves), make([]Node, (leaves+Fan-1)/Fan)
		fit(level, above, &b, lo, leaves, x, y)
		for i := lo * Fan; i < leaves*Fan; i++ {
			v, k, up := &level[i/Fan], i%Fan, &above[i/Fan/Fan]
			if i >= n {
				if !math.IsInf(float64(v.MinX[k]), 1) || !math.IsInf(float64(v.MaxY[k]), -1) {
					t.Fatalf("child %d of %d is not empty", i, n)
				}
				continue
			}
			px, py := b.X[i]-x, b.Y[i]-y
			for _, c := range []struct {
				f, up float32
				exact float64
				sign  float64
			}{
				{v.MinX[k], up.MinX[i/Fan%Fan], px + float64(b.MinX[i]), 1}, {v.MaxX[k], up.MaxX[i/Fan%Fan], px + float64(b.MaxX[i]), -1},
				{v.MinY[k], up.MinY[i/Fan%Fan], py + float64(b.MinY[i]), 1}, {v.MaxY[k], up.MaxY[i/Fan%Fan], py + float64(b.MaxY[i]), -1},
			} {
				out := (c.exact - float64(c.f)) * c.sign
				if !(out > math.Abs(c.exact)*0x1p-51) && c.exact != 0 || !(out <= math.Abs(c.exact)*0x1p-22+0x1p-125) {
					t.Fatalf("child %d: %g for %g", i, c.f, c.exact)
				}
				if (float64(c.f)-float64(c.up))*c.sign < 0 {
					t.Fatalf("child %d is beyond its leaf", i)
				}
			}
		}
		for _, table := range All() {
			gotLevel, gotAbove := make([]Node, len(level)), make([]Node, len(above))
			table.Fit(gotLevel, gotAbove, &b, lo, leaves, x, y)
			for i := range level {
				if gotLevel[i] != level[i] {
					t.Fatalf("%s: leaf %d of %d: %v, want %v", table.Name, i, leaves, gotLevel[i], level[i])
				}
			}
			for i := range above {
				if gotAbove[i] != above[i] {
					t.Fatalf("%s: node %d: %v, want %v", table.Name, i, gotAbove[i], above[i])
				}
			}
		}
	}
}
