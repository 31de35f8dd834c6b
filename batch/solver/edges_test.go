// SPDX-License-Identifier: MIT

package solver_test

import (
	"context"
	"math"
	"testing"

	"daylight/batch/solver"
	"daylight/internal/must"
	"daylight/soa"
)

// TestTurnSensors: with a density, a body that has a sensor falls as one without, and so does a
// sensor by itself, which needs no area.
func TestTurnSensors(t *testing.T) {
	s := turning(t, 0.1, soa.Point{Y: -gravity}, solver.Config{Density: 1})
	ids := []soa.ID{
		must.Get(s.shapes.AddCapsule(soa.At(0, 0, 0), 9, 0, soa.Attrs{Sensor: true, Body: 4}))(t), // leads its body
		must.Get(s.shapes.AddBox(soa.At(0, 0, 0), 1, 1, soa.Attrs{Body: 3}))(t),
		must.Get(s.shapes.AddCircle(soa.At(0, 0, 0), 5, soa.Attrs{Body: 3, Sensor: true}))(t),
		must.Get(s.shapes.AddBox(soa.At(20, 0, 0), 1, 1, soa.Attrs{Body: 4}))(t),
		must.Get(s.shapes.AddCapsule(soa.At(0, 0, 0), 9, 0, soa.Attrs{Sensor: true}))(t),
	}
	s.frames(t, 60)
	for _, id := range ids {
		_, vy, _ := s.motion(t, id)
		near(t, "speed", vy, -gravity, 1e-5)
	}
}

// TestTurnAdded: a shape that is added between the step and the separation has no contacts in this
// frame, and moves.
func TestTurnAdded(t *testing.T) {
	s := turning(t, 0.1, soa.Point{Y: -gravity}, solver.Config{Density: 1})
	for range 2 {
		c := must.Get(s.engine.Step(context.Background()))(t)
		must.Get(s.shapes.AddBox(soa.At(0, 5, 1), 1, 1, soa.Attrs{}))(t)
		id := must.Get(s.shapes.AddPolygon(soa.At(0, 0, 1), []soa.Point{{X: 10}, {X: 11}, {X: 10, Y: 1}}, 0, soa.Attrs{}))(t)
		s.throw(t, id, 0, 0, 3)
		before := must.Get(s.shapes.Pose(id))(t).Transform(soa.Point{X: 10 + 1.0/3, Y: 1.0 / 3})
		must.Get(s.solving.Solve(context.Background(), c))(t)
		soundShapes(t, s, "one was added")
		after := must.Get(s.shapes.Pose(id))(t).Transform(soa.Point{X: 10 + 1.0/3, Y: 1.0 / 3})
		near(t, "x of the centre", after.X, before.X, 1e-5)
		must.Do(t, s.shapes.Remove(id))
	}
}

// TestTurnNaNPart: a body with a part in quarantine stays where it is, and its other parts stay
// sound.
func TestTurnNaNPart(t *testing.T) {
	s := turning(t, 0.05, soa.Point{Y: -gravity}, solver.Config{})
	a := must.Get(s.shapes.AddBox(soa.At(0, 0, 0), 1, 1, soa.Attrs{Body: 3}))(t)
	b := must.Get(s.shapes.AddBox(soa.At(2, 0, 0), 1, 1, soa.Attrs{Body: 3}))(t)
	must.Do(t, s.shapes.Update(func(l soa.Live) {
		for i, id := range l.ID {
			if id == b {
				l.X[i] = math.NaN()
			}
		}
	}))
	s.frames(t, 2)
	if p := must.Get(s.shapes.Pose(a))(t); p != soa.At(0, 0, 0) {
		t.Errorf("the other part is at %+v", p)
	}
	must.Do(t, s.shapes.SetPosition(b, 2, 0))
	s.frames(t, 60)
	_, vy, _ := s.motion(t, a)
	near(t, "speed once it is sound", vy, -gravity, 1e-5)
}

// TestTurnRough: coefficients beyond float32 hold as large ones do.
func TestTurnRough(t *testing.T) {
	for _, c := range []solver.Config{{Friction: 1e300}, {Friction: 1, RollingResistance: 1e300}} {
		s := turning(t, 0.05, soa.Point{Y: -gravity}, c)
		must.Get(s.shapes.AddBox(soa.At(0, -1, 0), 10, 1, static))(t)
		disc := must.Get(s.shapes.AddCircle(soa.At(0, 3, 0), 3, soa.Attrs{}))(t)
		s.throw(t, disc, 1, 0, 0)
		s.frames(t, 30)
		vx, _, spin := s.motion(t, disc)
		want := 2.0 / 3 // of the speed is left when it rolls
		if c.RollingResistance > 0 {
			want = 0
		}
		near(t, "speed", vx, want, 1e-3)
		near(t, "spin", spin, -want/3, 1e-3)
	}
}
