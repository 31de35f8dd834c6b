// SPDX-License-Identifier: MIT

package solver_test

import (
	"context"
	"math"
	"testing"

	"daylight/batch"
	"daylight/batch/solver"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/soa"
)

// once moves shapes for a frame with a solver of its own.
func once(t testing.TB, shapes *soa.Shapes, cfg solver.Config) {
	t.Helper()
	c := collide(t, shapes, batch.Config{})
	must.Get(must.Get(solver.New(shapes, cfg))(t).Solve(context.Background(), c))(t)
}

// TestWildVelocities: a velocity that is NaN, infinite or beyond 2^60 stays where it is and reaches
// no other shape.
func TestWildVelocities(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(-1), math.MaxFloat32, -0x1p63} {
		for _, steps := range []int{1, 4} {
			s := simulate(t, 0.1, solver.Config{SubSteps: steps, Friction: 0.5})
			var discs []soa.ID
			for k := range 5 {
				discs = append(discs, must.Get(s.shapes.AddCircle(soa.At(0.95*float64(k), 0, 0), 0.5, soa.Attrs{}))(t))
			}
			must.Do(t, s.vx.Set(discs[2], float32(bad)))
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

// TestMeet: two shapes that meet part at the restitution's share of their
// approach; one that rests stays at rest.
func TestMeet(t *testing.T) {
	for _, e := range []float64{0, 0.5, 1} {
		shapes := soa.New()
		shapes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{})
		shapes.AddCircle(soa.At(1.9, 0, 0), 1, soa.Attrs{})
		vx, vy := soa.Attach[float32](shapes), soa.Attach[float32](shapes)
		copy(livetest.Data(vx), []float32{3, -1})
		once(t, shapes, solver.Config{Columns: [2]solver.Columns{{Motion: soa.Motion{VX: vx, VY: vy}}}, Duration: 0.01, Restitution: e, RestitutionAbove: 0.1})
		a, b := float64(livetest.Data(vx)[0]), float64(livetest.Data(vx)[1])
		if math.Abs(b-a-4*e) > 1e-6 || math.Abs(a+b-2) > 1e-6 {
			t.Errorf("restitution %v: velocities %v and %v", e, a, b)
		}
	}
}

// TestSlide: a shape that slides on the ground is slowed by the friction coefficient times its
// weight, and not turned back.
func TestSlide(t *testing.T) {
	const mu = 0.5
	s := simulate(t, 0.1, solver.Config{Friction: mu})
	must.Get(s.shapes.AddBox(soa.At(0, -1, 0), 100, 1, static))(t)
	box := must.Get(s.shapes.AddBox(soa.At(0, 0.5, 0), 0.5, 0.5, soa.Attrs{}))(t)
	must.Do(t, s.vx.Set(box, 2))
	for frame := range 100 {
		s.frames(t, 1)
		_, _, vx, _ := s.state(t, box)
		near(t, "speed", vx, max(0, 2-mu*gravity*dt*float64(frame+1)), 1e-3)
	}
}

// TestLanding: friction takes off a landing what Coulomb's law says, its coefficient
// times what the ground takes off the fall, however deep the step finds the shape: at
// (3, -4) with a coefficient of .5 it leaves (1, 0). If a shape is slow against the ground, which
// may move itself, friction takes no more than there is.
func TestLanding(t *testing.T) {
	const dt = 1.0 / 60
	for _, depth := range []float64{1e-4, 1e-3, 0.01, 0.03, 0.066, 0.2} {
		for _, c := range []struct{ vx, ground, mu, want float64 }{
			{3, 0, 0.5, 1}, {-3, 0, 0.5, -1}, {3, 0, 0, 3}, {3, 0, 0.25, 2}, {3, 0, 0.8, 0}, {1, 0, 0.5, 0}, {3, 10, 0.5, 5}, {3, 4, 0.5, 4},
		} {
			for _, restitution := range []float64{0, 0.5} {
				shapes := soa.New()
				shapes.AddBox(soa.At(0, -1, 0), 100, 1, soa.Attrs{Static: true})
				shapes.AddCircle(soa.At(0, 1-depth, 0), 1, soa.Attrs{})
				vx, vy := soa.Attach[float32](shapes), soa.Attach[float32](shapes)
				copy(livetest.Data(vx), []float32{float32(c.ground), float32(c.vx)})
				livetest.Data(vy)[1] = -4
				once(t, shapes, solver.Config{Columns: [2]solver.Columns{{Motion: soa.Motion{VX: vx, VY: vy}}}, Duration: dt, Friction: c.mu, Restitution: restitution, RestitutionAbove: 0})
				// A bounce takes more off the fall, and so allows more friction.
				want := c.want
				if restitution > 0 {
					slip := c.vx - c.ground
					want = c.ground + math.Copysign(max(0, math.Abs(slip)-c.mu*4*(1+restitution)), slip)
				}
				if got := float64(livetest.Data(vx)[1]); math.Abs(got-want) > 1e-5 {
					t.Errorf("%+v, depth %v, restitution %v: vx is %v, want %v", c, depth, restitution, got, want)
				}
				if got := float64(livetest.Data(vy)[1]); math.Abs(got-4*restitution) > 1e-5 {
					t.Errorf("%+v, depth %v, restitution %v: vy is %v", c, depth, restitution, got)
				}
			}
		}
	}
}

// TestOneMotion: the velocities that a solver writes are those by which an engine sweeps and
// advances shapes.
func TestOneMotion(t *testing.T) {
	shapes, ctx := soa.New(), t.Context()
	motion := soa.AttachMotion(shapes)
	must.Get(shapes.AddBox(soa.At(0, -1, 0), 100, 1, soa.Attrs{Static: true}))(t)
	ball := must.Get(shapes.AddCircle(soa.At(0, 5, 0), 0.5, soa.Attrs{}))(t)
	columns := batch.Columns{Motion: motion}
	engine := must.Get(batch.New(shapes, batch.Config{Mode: batch.ModeManifolds, Columns: [2]batch.Columns{columns}}))(t)
	swept := must.Get(batch.New(shapes, batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{columns}, Duration: dt}))(t)
	solving := must.Get(solver.New(shapes, solver.Config{Columns: [2]solver.Columns{{Motion: motion}}, Duration: dt, Gravity: soa.Point{Y: -gravity}}))(t)
	hit := false
	for range 70 {
		must.Get(solving.Solve(ctx, must.Get(engine.Step(ctx))(t)))(t)
		_, y := must.Both(shapes.Position(ball))(t)
		way := -dt * float64(must.Get(motion.VY.Get(ball))(t))
		c := must.Get(swept.Step(ctx))(t)
		if hit = c.Len() > 0; hit != (y-0.5 <= way) || hit && math.Abs(float64(c.Time[0])-(y-0.5)/way) > 1e-5 {
			t.Fatalf("at height %v, falling by %v: %d hits, at %v", y, way, c.Len(), c.Time)
		}
		if hit {
			must.Get(engine.Advance(ctx, dt))(t)
			if _, now := must.Both(shapes.Position(ball))(t); math.Abs(now-(y-way)) > 1e-9 {
				t.Errorf("it came from %v to %v, want %v", y, now, y-way)
			}
			break
		}
	}
	if !hit {
		t.Error("it never hit the floor")
	}
}
