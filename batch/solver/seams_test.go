// SPDX-License-Identifier: MIT

package solver_test

import (
	"context"
	"math"
	"testing"

	"daylight/batch"
	"daylight/batch/solver"
	"daylight/internal/batchtest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// boxes is a floor of a row of boxes, from x = -0.5 on, with its top at 0.
func boxes(t *testing.T, n int) *soa.Shapes {
	t.Helper()
	s := soa.New()
	for k := range n {
		must.Get(s.AddBox(soa.At(float64(k), -.5, 0), .5, .5, soa.Attrs{Static: true}))(t)
	}
	return s
}

// glide lets a shape slide over a floor, and returns how far it comes and at which speed. Without
// friction it must keep its speed.
func glide(t *testing.T, s *soa.Shapes, id soa.ID, v float64, frames, subSteps int, opposing bool) (x, y, speed float64) {
	t.Helper()
	vx, vy := soa.Attach[float32](s), soa.Attach[float32](s)
	engine := must.Get(batch.New(s, batch.Config{Margin: .1}))(t)
	how := solver.Config{Columns: [2]solver.Columns{{Motion: soa.Motion{VX: vx, VY: vy}}}, Duration: dt, SubSteps: subSteps, Gravity: soa.Point{Y: -gravity}}
	sep := must.Get(solver.New(s, how))(t)
	must.Do(t, vx.Set(id, float32(v)))
	for range frames {
		contacts := must.Get(engine.Step(context.Background()))(t)
		if opposing {
			contacts = batchtest.Oppose(t, s, contacts, vx, vy, .05)
		}
		must.Get(sep.Solve(context.Background(), contacts))(t)
	}
	x, y, _ = s.Position(id)
	return x, y, float64(must.Get(vx.Get(id))(t))
}

// TestSeams: a box slides over a row of boxes, at any speed, and a hexagon and a
// disc keep theirs on a chain.
func TestSeams(t *testing.T) {
	testenv.Sequential(t)
	for _, opposing := range []bool{false, true} {
		for _, subSteps := range []int{1, 4} {
			for _, v := range []float64{.05, .1, .16, .3, 1, 3} {
				s := boxes(t, 40)
				id := must.Get(s.AddBox(soa.At(2, .5, 0), .5, .5, soa.Attrs{}))(t)
				if testing.Short() && (subSteps == 1 || v == .1 || v == .3) {
					continue
				}
				far := 1.2
				if v >= 1 && !testing.Short() {
					far = 30
				}
				x, y, speed := glide(t, s, id, v, int(far/v*60), subSteps, opposing)
				if math.Abs(x-2-far) > .1 || math.Abs(y-.5) > .01 || math.Abs(speed-v) > 1e-6*v {
					t.Errorf("v = %v, %d sub-steps, opposing %v: at (%v, %v) with %v", v, subSteps, opposing, x, y, speed)
				}
			}
			for _, name := range []string{"hexagon", "disc"} {
				s := soa.New()
				var points []soa.Point
				for k := range 51 {
					points = append(points, soa.Point{X: float64(k), Y: 0})
				}
				must.Get(s.AddChain(nil, points, 0, soa.Attrs{Body: 1, Static: true}))(t)
				id, err := s.AddEllipse(soa.At(2, .5*math.Sqrt(3)/2, 0), .5, .5, 6, 0, soa.Attrs{})
				if name == "disc" {
					check := s.Remove(id)
					if id, err = s.AddCircle(soa.At(2, .5, 0), .5, soa.Attrs{}); check != nil {
						t.Fatal(check)
					}
				}
				if err != nil {
					t.Fatal(err)
				}
				x, y, speed := glide(t, s, id, 3, 600, subSteps, opposing)
				if math.Abs(x-32) > .1 || !(y > .4 && y < .51) || math.Abs(speed-3) > 2e-4 {
					t.Errorf("%s, %d sub-steps, opposing %v: at (%v, %v) with %v", name, subSteps, opposing, x, y, speed)
				}
			}
		}
	}
}

// TestSeamsStop: a wall at the end of the floor stops what slides, and a step that is too high.
func TestSeamsStop(t *testing.T) {
	for _, subSteps := range []int{4} {
		for _, height := range []float64{1, .1} {
			s := boxes(t, 10)
			must.Get(s.AddBox(soa.At(9, height-.5, 0), .5, .5, soa.Attrs{Static: true}))(t)
			id := must.Get(s.AddBox(soa.At(2, .5, 0), .5, .5, soa.Attrs{}))(t)
			x, y, speed := glide(t, s, id, 3, 300, subSteps, false)
			// It comes to rest where it would on one long box.
			if math.Abs(x-8) > .05 || math.Abs(y-.5) > .01 || math.Abs(speed) > .02 {
				t.Errorf("%d sub-steps, a step of %v: at (%v, %v) with %v", subSteps, height, x, y, speed)
			}
		}
	}
}

// TestChainIsSmooth: a disc that slides or rolls along a chain keeps its speed and does not hop, at
// any speed and size.
func TestChainIsSmooth(t *testing.T) {
	for _, spins := range []bool{false, true} {
		for _, v := range []float64{1, 4, 10, 20} {
			for _, r := range []float64{0.1, 0.25, 1} {
				s := falling(t, spins, max(0.1, 1.2*v*dt), soa.Point{Y: -earth}, solver.Config{})
				var points []soa.Point
				for k := range 70 {
					points = append(points, soa.Point{X: float64(k), Y: 0})
				}
				must.Get(s.shapes.AddChain(nil, points, 0, soa.Attrs{Body: 1, Static: true}))(t)
				disc := must.Get(s.shapes.AddCircle(soa.At(2.3, r, 0), r, soa.Attrs{}))(t)
				s.throw(t, disc, v, 0, 0)
				hop := 0.0
				for range 180 {
					s.frames(t, 1)
					_, y, _, _ := s.state(t, disc)
					hop = max(hop, y-r)
				}
				_, _, vx, _ := s.state(t, disc)
				if math.Abs(vx-v) > 0.01*v || hop > 1e-3 {
					t.Errorf("spins %v, v %v, r %v: vx %.4f, hop %.5f", spins, v, r, vx, hop)
				}
			}
		}
	}
}

// TestFallsOnSeam: a box that falls straight on a floor of boxes is not pushed sideways by the
// corner of the farther one.
func TestFallsOnSeam(t *testing.T) {
	kicked, worst, turned := 0, 0.0, 0.0
	for k := range 100 {
		s := turning(t, 0.25, soa.Point{}, solver.Config{})
		for i := range 5 {
			must.Get(s.shapes.AddBox(soa.At(4*float64(i)-10, -1.25, 0), 2, 1.25, static))(t)
		}
		box := must.Get(s.shapes.AddBox(soa.At(1+0.02*float64(k+3), 3, 0), 1, 1, soa.Attrs{}))(t)
		s.throw(t, box, 0, -10, 0)
		s.frames(t, 30)
		vx, _, spin := s.motion(t, box)
		turned = max(turned, math.Abs(spin))
		worst = max(worst, math.Abs(vx))
		if x, _, _, _ := s.state(t, box); math.Abs(x-1-0.02*float64(k+3)) > 1e-3 || math.Abs(vx) > 1e-3 || math.Abs(spin) > 0.05 {
			kicked++
		}
	}
	t.Logf("%d kicked, vx %v, spin %v", kicked, worst, turned)
	if kicked > 0 {
		t.Errorf("%d of 100 were kicked, vx %v", kicked, worst)
	}
}
