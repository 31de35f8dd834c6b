// SPDX-License-Identifier: MIT

package solver_test

import (
	"math"
	"testing"

	"daylight/batch/solver"
	"daylight/internal/must"
	"daylight/soa"
)

// TestSymmetricPair: two boxes that overlap, and are mirror images of each other, stay so while they are pushed apart, and
// do not turn: neither of the two points of a contact comes first.
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
