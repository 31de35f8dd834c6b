// SPDX-License-Identifier: MIT

package kernels

import (
	"math"
	"testing"
)

func TestRotate(t *testing.T) {
	r := seeded(t)
	for _, n := range []int{1, 2, 4, 8, 16, 64} {
		for _, tab := range All() {
			local, world := zeroLanes(n+8), zeroLanes(n+8)
			for i := range n + 8 {
				local.VX[i], local.VY[i] = float32(r.NormFloat64()), float32(r.NormFloat64())
				local.NX[i], local.NY[i] = float32(r.NormFloat64()), float32(r.NormFloat64())
				world.VX[i], world.VY[i], world.NX[i], world.NY[i], world.D[i] = -5, -5, -5, -5, -5
			}
			c, s := float32(0.6), float32(0.8)
			minX, minY, maxX, maxY := tab.Rotate(&local, &world, 4, n, c, s)
			inf := float32(math.Inf(1))
			wantMinX, wantMinY, wantMaxX, wantMaxY := inf, inf, -inf, -inf
			for i := range n + 8 {
				if i < 4 || i >= 4+n {
					if world.VX[i] != -5 || world.VY[i] != -5 || world.NX[i] != -5 || world.NY[i] != -5 {
						t.Fatalf("%s: lane %d, which is not the polygon's, changed", tab.Name, i)
					}
					continue
				}
				if world.D[i] != -5 {
					t.Fatalf("%s: D changed", tab.Name)
				}
				for _, v := range [][4]float32{
					{local.VX[i], local.VY[i], world.VX[i], world.VY[i]},
					{local.NX[i], local.NY[i], world.NX[i], world.NY[i]},
				} {
					x := float64(c)*float64(v[0]) - float64(s)*float64(v[1])
					y := float64(s)*float64(v[0]) + float64(c)*float64(v[1])
					if tol := 0x1p-22 * norm(x, y); math.Abs(x-float64(v[2])) > tol || math.Abs(y-float64(v[3])) > tol {
						t.Fatalf("%s: (%v, %v) turned to (%v, %v)", tab.Name, v[0], v[1], v[2], v[3])
					}
				}
				wantMinX, wantMinY = min(wantMinX, world.VX[i]), min(wantMinY, world.VY[i])
				wantMaxX, wantMaxY = max(wantMaxX, world.VX[i]), max(wantMaxY, world.VY[i])
			}
			if minX != wantMinX || minY != wantMinY || maxX != wantMaxX || maxY != wantMaxY {
				t.Fatalf("%s: extremes %v %v %v %v, want %v %v %v %v", tab.Name, minX, minY, maxX, maxY, wantMinX, wantMinY, wantMaxX, wantMaxY)
			}
			if a, b, c, d := tab.Rotate(&local, &world, 4, 0, c, s); a != 0 || b != 0 || c != 0 || d != 0 {
				t.Fatalf("%s: extremes of nothing: %v %v %v %v", tab.Name, a, b, c, d)
			}
		}
	}
}
