// SPDX-License-Identifier: MIT

package separate_test

import (
	"math"
	"testing"

	"daylight/batch/separate"
	"daylight/internal/must"
	"daylight/soa"
)

// TestWildVelocities: a velocity that is NaN, infinite or beyond 2^60 stays where it is and reaches no other shape.
func TestWildVelocities(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(-1), 1e300, -1e19} {
		for _, steps := range []int{0, 1} {
			s := simulate(t, 0.1, separate.Config{SubSteps: 1, Friction: 0.5})
			if steps == 0 { // which refuses gravity
				s.separator = must.Get(separate.New(s.shapes, separate.Config{Columns: separate.Columns{VX: s.vx, VY: s.vy}, Duration: dt, Friction: 0.5}))(t)
			}
			var discs []soa.ID
			for k := range 5 {
				discs = append(discs, must.Get(s.shapes.AddCircle(soa.At(0.95*float64(k), 0, 0), 0.5, soa.Attrs{}))(t))
			}
			must.Do(t, s.vx.Set(discs[2], bad))
			s.frames(t, 3)
			for k, id := range discs {
				x, y, vx, vy := s.state(t, id)
				if k == 2 {
					if !(vx == bad || vx != vx && bad != bad) {
						t.Errorf("%d sub-steps: the velocity %v became %v", steps, bad, vx)
					}
					vx = 0
				}
				if !(math.Abs(x)+math.Abs(y)+math.Abs(vx)+math.Abs(vy) < 10) {
					t.Errorf("%d sub-steps: beside a velocity of %v disc %d is at (%v, %v) and does (%v, %v)", steps, bad, k, x, y, vx, vy)
				}
			}
		}
	}
}

// TestKeptImpulsesCount: a contact with an impulse of the last frame is one of the parts that its shape is split into, though
// the two do not overlap now. In one pass without relaxation six contacts then stop a box where the gap closes.
func TestKeptImpulsesCount(t *testing.T) {
	s := simulate(t, 0.1, separate.Config{SubSteps: 1, VelocityIterations: 1, Relaxation: 1})
	for k := range 6 {
		must.Get(s.shapes.AddCircle(soa.At(float64(2*k-5), -0.5, 0), 0.5, static))(t)
	}
	box := must.Get(s.shapes.AddBox(soa.At(0, 0.5-1e-4, 0), 6, 0.5, soa.Attrs{}))(t)
	s.frames(t, 5)
	const gap = 1e-4
	must.Do(t, s.shapes.SetPosition(box, 0, 0.5+gap))
	must.Do(t, s.vy.Set(box, 0.05))
	s.frames(t, 1)
	_, y, _, vy := s.state(t, box)
	near(t, "the speed of the box", vy, -gap/dt, 1e-4)
	near(t, "the height of the box", y, 0.5, 1e-5)
}
