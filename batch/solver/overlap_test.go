// SPDX-License-Identifier: MIT

package solver_test

import (
	"math"
	"testing"

	"daylight/batch/solver"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/soa"
)

// TestSymmetricPair: two boxes that overlap, and are mirror images of each other, stay so while
// they are pushed apart, and do not turn: neither of the two points of a contact comes first.
func TestSymmetricPair(t *testing.T) {
	worst := 0.0
	for _, high := range []float64{0.1, 0.5, 2} {
		for _, apart := range []float64{0.05, 0.5, 0.9, 0.99} {
			if 1-apart >= 2*high {
				continue // the shortest push is not sideways
			}
			for _, steps := range []int{1, 4, 16, 64} {
				s := turning(t, 0.1, soa.Point{}, solver.Config{SubSteps: steps, Friction: 0.5})
				a := must.Get(s.shapes.AddBox(soa.At(-apart/2, 0, 0), 0.5, high, soa.Attrs{}))(t)
				b := must.Get(s.shapes.AddBox(soa.At(apart/2, 0, 0), 0.5, high, soa.Attrs{}))(t)
				for range 60 {
					s.frames(t, 1)
					p, q := must.Get(s.shapes.Pose(a))(t), must.Get(s.shapes.Pose(b))(t)
					vx, vy, spin := s.motion(t, a)
					ux, uy, turn := s.motion(t, b)
					for _, off := range []float64{p.X + q.X, p.Y - q.Y, float64(p.S + q.S), float64(p.S), vx + ux, vy - uy, spin, turn} {
						worst = max(worst, math.Abs(off))
					}
				}
			}
		}
	}
	t.Logf("off by %.3g", worst)
	if worst > 1e-5 {
		t.Errorf("off by %v, want 1e-5", worst)
	}
}

// TestLeavesOverlap: boxes that start in deep overlap, at rest, are pushed apart. In a row,
// neighbours part at the speed of MaxPush a frame at most, so the last of n do (n-1)/2 times that
// at most. Speeds do not grow with the number of sub-steps.
func TestLeavesOverlap(t *testing.T) {
	const push = 0.05 / dt // the default of unit boxes without gravity
	for name, place := range map[string]func(k int) (x, y float64){
		"row":  func(k int) (x, y float64) { return 0.05 * float64(k), 0 },
		"spot": func(int) (x, y float64) { return 0, 0 },
		"grid": func(k int) (x, y float64) { return 0.05 * float64(k%5), 0.05 * float64(k/5) },
	} {
		one := 0.0
		for _, steps := range []int{1, 4, 16, 64} {
			const n = 25
			s := turning(t, 0.1, soa.Point{}, solver.Config{SubSteps: steps})
			for k := range n {
				x, y := place(k)
				must.Get(s.shapes.AddBox(soa.At(x, y, 0), 0.5, 0.5, soa.Attrs{}))(t)
			}
			fast := 0.0
			for range 240 {
				s.frames(t, 1)
				vx, vy := livetest.Data(s.vx), livetest.Data(s.vy)
				for i := range vx {
					fast = max(fast, math.Hypot(float64(vx[i]), float64(vy[i])))
				}
			}
			deepest := 0.0
			for _, d := range must.Get(s.engine.Step(t.Context()))(t).Depth {
				deepest = max(deepest, float64(d))
			}
			t.Logf("%s, %d sub-steps: fastest %.3g, deepest %.3g", name, steps, fast, deepest)
			if steps == 1 {
				one = fast
			}
			if fast > (n-1)/2*push || fast > 1.2*one || deepest > 1e-3 {
				t.Errorf("%s, %d sub-steps: the fastest did %v, still %v deep", name, steps, fast, deepest)
			}
		}
	}
}
