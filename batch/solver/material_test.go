// SPDX-License-Identifier: MIT

package solver_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"daylight"
	"daylight/batch/solver"
	"daylight/internal/must"
	"daylight/soa"
)

// surfaces is turning, with a column of materials instead of values for all shapes.
func surfaces(t testing.TB, g soa.Point, opts solver.Config) (*turned, *soa.Column[solver.Material]) {
	t.Helper()
	s := turning(t, 0.1, g, opts)
	material := soa.Attach[solver.Material](s.shapes)
	opts.Columns[0] = solver.Columns{Motion: soa.Motion{VX: s.vx, VY: s.vy, Spin: s.spin}, Material: material}
	opts.Duration, opts.Gravity = dt, g
	opts.Friction, opts.Restitution, opts.RollingResistance = 0, 0, 0
	s.solving = must.Get(solver.New(s.shapes, opts))(t)
	return s, material
}

// TestMaterialFriction: on a slope of one material, boxes of others rest or slide by the root of
// the product of both coefficients (Coulomb's law).
func TestMaterialFriction(t *testing.T) {
	const slope, ground = 0.5, 0.8
	a := math.Atan(slope)
	s, material := surfaces(t, soa.Point{Y: -gravity}, solver.Config{})
	floor := must.Get(s.shapes.AddBox(soa.At(0, 0, -a), 200, 1, static))(t)
	must.Do(t, material.Set(floor, solver.Material{Friction: ground}))
	rub := []float64{0, 0.05, 0.2, 0.4, 2}
	before, boxes := make([]float64, len(rub)), make([]soa.ID, len(rub))
	for k, mu := range rub {
		x := 20 * float64(k)
		boxes[k] = must.Get(s.shapes.AddBox(soa.At(1.25*math.Sin(a)+x*math.Cos(a), 1.25*math.Cos(a)-x*math.Sin(a), -a), 0.5, 0.25, soa.Attrs{}))(t)
		must.Do(t, material.Set(boxes[k], solver.Material{Friction: float32(mu)}))
	}
	speed := func(k int) float64 {
		vx, vy, _ := s.motion(t, boxes[k])
		return math.Hypot(vx, vy)
	}
	s.frames(t, 30)
	for k := range boxes {
		before[k] = speed(k)
	}
	s.frames(t, 30)
	for k, mu := range rub {
		gained := gravity * (math.Sin(a) - math.Sqrt(mu*ground)*math.Cos(a)) * 30 * dt
		near(t, fmt.Sprintf("friction %v: speed gained", mu), speed(k)-before[k], max(gained, 0), 1e-3)
	}
}

// TestMaterialBounce: shapes part at the greater restitution of both.
func TestMaterialBounce(t *testing.T) {
	s, material := surfaces(t, soa.Point{}, solver.Config{RestitutionAbove: 0.5})
	s.floor(t)
	for id := range s.shapes.All() {
		must.Do(t, material.Set(id, solver.Material{Restitution: 0.5}))
	}
	bounces := []float64{0, 0.3, 0.5, 0.8, 1}
	var balls []soa.ID
	for k, e := range bounces {
		ball := must.Get(s.shapes.AddCircle(soa.At(5*float64(k), 1, 0), 0.5, soa.Attrs{}))(t)
		must.Do(t, material.Set(ball, solver.Material{Restitution: float32(e)}))
		s.throw(t, ball, 0, -4, 0)
		balls = append(balls, ball)
	}
	s.frames(t, 30)
	for k, e := range bounces {
		_, vy, _ := s.motion(t, balls[k])
		near(t, fmt.Sprintf("restitution %v: speed", e), vy, 4*max(e, 0.5), 1e-3)
	}
}

// TestBelt: a belt brings a box to its speed u with mu g, in a time of u/(mu g), and a disc to a
// third of u, where it rolls. A box whose own surface runs drives itself. It does not matter which
// shape was added first.
func TestBelt(t *testing.T) {
	const mu, u = 0.5, 3.0
	for _, first := range []bool{true, false} {
		s, material := surfaces(t, soa.Point{Y: -gravity}, solver.Config{})
		top, rough := solver.Material{Friction: mu, SurfaceSpeed: u}, solver.Material{Friction: mu}
		add := func(y, half float64, m solver.Material, attrs soa.Attrs) soa.ID {
			id := must.Get(s.shapes.AddBox(soa.At(0, y, 0), half, 0.5, attrs))(t)
			must.Do(t, material.Set(id, m))
			return id
		}
		belt := func() { add(-0.5, 100, top, static); add(-20.5, 100, rough, static) }
		if first {
			belt()
		}
		box, tank := add(0.5, 0.5, rough, soa.Attrs{}), add(-19.5, 0.5, top, soa.Attrs{})
		disc := must.Get(s.shapes.AddCircle(soa.At(20, 0.5, 0), 0.5, soa.Attrs{}))(t)
		must.Do(t, material.Set(disc, rough))
		if !first {
			belt()
		}
		for frame := 1; frame <= 60; frame++ {
			s.frames(t, 1)
			now := mu * gravity * dt * float64(frame)
			what := fmt.Sprintf("belt first %v, frame %d: ", first, frame)
			vx, vy, spin := s.motion(t, box)
			near(t, what+"box", vx, min(now, u), 4e-3)
			near(t, what+"box up", math.Hypot(vy, spin), 0, 0.1)
			vx, _, _ = s.motion(t, tank)
			near(t, what+"tank", vx, min(now, u), 4e-3) // as a wheel that turns clockwise
			vx, _, spin = s.motion(t, disc)
			near(t, what+"disc", vx, min(now, u/3), 2e-3)
			near(t, what+"spin", spin, min(2*now/0.5, 2*u/3/0.5), 5e-3)
		}
	}
}

// TestBeltWithMaxPush: MaxPush limits pushes, not belts: a box on a rough one gets mu g, which is
// more than gravity gives.
func TestBeltWithMaxPush(t *testing.T) {
	for _, push := range []float64{0, 0.0005} {
		s, material := surfaces(t, soa.Point{Y: -gravity}, solver.Config{MaxPush: push})
		belt := must.Get(s.shapes.AddBox(soa.At(0, -0.5, 0), 100, 0.5, static))(t)
		box := must.Get(s.shapes.AddBox(soa.At(0, 0.05, 0), 5, 0.05, soa.Attrs{}))(t)
		must.Do(t, material.Set(belt, solver.Material{Friction: 2, SurfaceSpeed: 30}))
		must.Do(t, material.Set(box, solver.Material{Friction: 2}))
		s.frames(t, 12)
		vx, _, _ := s.motion(t, box)
		near(t, fmt.Sprintf("MaxPush %v", push), vx, 2*gravity*dt*12, 0.02)
	}
}

// TestMaterialRolling: a disc that rolls stops after 3/4 v²/(c g), where c is the greater rolling
// resistance of both.
func TestMaterialRolling(t *testing.T) {
	const v, r = 2.0, 0.5
	s, material := surfaces(t, soa.Point{Y: -gravity}, solver.Config{})
	s.floor(t)
	for id := range s.shapes.All() {
		must.Do(t, material.Set(id, solver.Material{Friction: 1, RollingResistance: 0.1}))
	}
	resist := []float64{0, 0.05, 0.2, 0.3}
	var discs []soa.ID
	for k, c := range resist {
		disc := must.Get(s.shapes.AddCircle(soa.At(0, r, 0), r, soa.Attrs{World: uint32(k)}))(t)
		if k > 0 {
			floor := must.Get(s.shapes.AddBox(soa.At(0, -5, 0), 1000, 5, soa.Attrs{Static: true, World: uint32(k)}))(t)
			must.Do(t, material.Set(floor, solver.Material{Friction: 1, RollingResistance: 0.1}))
		}
		must.Do(t, material.Set(disc, solver.Material{Friction: 1, RollingResistance: float32(c)}))
		s.throw(t, disc, v, 0, -v/r)
		discs = append(discs, disc)
	}
	s.frames(t, 240)
	for k, c := range resist {
		way := 0.75 * v * v / (max(c, 0.1) * gravity)
		x, _, _, _ := s.state(t, discs[k])
		near(t, fmt.Sprintf("resistance %v: way", c), x, way, 0.01*way)
		vx, _, _ := s.motion(t, discs[k])
		near(t, "speed", vx, 0, 1e-4)
	}
}

// TestMaterialReplaces: a Config with a value for all shapes is refused if each of them has a
// material. In a join, the value is that of the set without materials.
func TestMaterialReplaces(t *testing.T) {
	for name, set := range map[string]func(*solver.Config){
		"Friction":          func(c *solver.Config) { c.Friction = 0.5 },
		"Restitution":       func(c *solver.Config) { c.Restitution = 0.5 },
		"RollingResistance": func(c *solver.Config) { c.RollingResistance = 0.5 },
	} {
		sets := [2]*soa.Shapes{soa.New(), soa.New()}
		cfg := solver.Config{Duration: dt}
		for k, shapes := range sets {
			cfg.Columns[k] = solver.Columns{Motion: soa.AttachMotion(shapes), Material: soa.Attach[solver.Material](shapes)}
		}
		set(&cfg)
		want := fmt.Sprintf("solver.Config{%s: 0.5}: want 0 beside Columns.Material", name)
		_, err := solver.NewJoin(sets[0], sets[1], cfg)
		var argument *daylight.ArgumentError
		if !errors.As(err, &argument) || !strings.Contains(err.Error(), want) {
			t.Errorf("both sets: %v", err)
		}
		cfg.Columns[1].Material = nil
		must.Get(solver.NewJoin(sets[0], sets[1], cfg))(t)
		cfg.Columns[1] = solver.Columns{}
		if _, err := solver.New(sets[0], cfg); !errors.As(err, &argument) || !strings.Contains(err.Error(), want) {
			t.Errorf("one set: %v", err)
		}
	}
}

// TestMaterialsAlike: a column that says what the Config says gives the same bits.
func TestMaterialsAlike(t *testing.T) {
	cfg := solver.Config{Friction: 0.37, Restitution: 0.21, RollingResistance: 0.013, SubSteps: 3}
	run := func(own bool) (poses []soa.Pose) {
		s, material := surfaces(t, soa.Point{Y: -gravity}, cfg)
		if !own {
			s = turning(t, 0.1, soa.Point{Y: -gravity}, cfg)
			material = soa.Attach[solver.Material](s.shapes)
		}
		s.floor(t)
		for k := range 60 {
			pose := soa.At(0.9*float64(k%8), 0.6+1.1*float64(k/8), 0.1*float64(k))
			if k%2 == 0 {
				must.Get(s.shapes.AddCircle(pose, 0.4, soa.Attrs{}))(t)
			} else {
				must.Get(s.shapes.AddRoundedBox(pose, 0.3, 0.3, 0.1, soa.Attrs{}))(t)
			}
		}
		for id := range s.shapes.All() {
			must.Do(t, material.Set(id, solver.Material{Friction: 0.37, Restitution: 0.21, RollingResistance: 0.013}))
		}
		s.frames(t, 60)
		for id := range s.shapes.All() {
			poses = append(poses, must.Get(s.shapes.Pose(id))(t))
		}
		return poses
	}
	want := run(false)
	for k, p := range run(true) {
		if p != want[k] {
			t.Fatalf("shape %d is at %+v, want %+v", k, p, want[k])
		}
	}
}

// TestMaterialRefuses: a material that makes no sense is refused by the name of its shape, and
// nothing moves.
func TestMaterialRefuses(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, bad := range []solver.Material{
		{Friction: nan}, {Friction: -1}, {Friction: inf}, {Restitution: 1.1}, {Restitution: -0.1}, {Restitution: nan},
		{RollingResistance: -1}, {RollingResistance: inf}, {RollingResistance: nan}, {SurfaceSpeed: nan}, {SurfaceSpeed: 1e30},
	} {
		s, material := surfaces(t, soa.Point{Y: -gravity}, solver.Config{})
		s.floor(t)
		id := must.Get(s.shapes.AddCircle(soa.At(0, 3, 0), 1, soa.Attrs{}))(t)
		must.Do(t, material.Set(id, bad))
		_, err := s.solving.Solve(context.Background(), must.Get(s.engine.Step(context.Background()))(t))
		var argument *daylight.ArgumentError
		if want := fmt.Sprintf("material of shape %v", id); !errors.As(err, &argument) || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", bad, err)
		}
		if _, y, _, vy := s.state(t, id); y != 3 || vy != 0 {
			t.Errorf("%+v: it is at %v and does %v", bad, y, vy)
		}
	}
}
