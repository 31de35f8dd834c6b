// SPDX-License-Identifier: MIT

package solver_test

import (
	"context"
	"math"
	"testing"

	"daylight/batch"
	"daylight/batch/solver"
	"daylight/internal/must"
	"daylight/region"
	"daylight/soa"
)

// turned is a world of shapes that turn.
type turned struct {
	simulated
	spin *soa.Column[float32]
}

// turning makes one; a frame is dt long.
func turning(t testing.TB, margin float64, g soa.Point, opts solver.Config) *turned {
	t.Helper()
	s := &turned{simulated: simulated{shapes: soa.New()}}
	opts.Columns[0].Motion = soa.AttachMotion(s.shapes)
	s.vx, s.vy, s.spin = opts.Columns[0].VX, opts.Columns[0].VY, opts.Columns[0].Spin
	s.engine = must.Get(batch.New(s.shapes, batch.Config{Margin: margin, Mode: batch.ModeManifolds, Workers: opts.Workers}))(t)
	opts.Duration, opts.Gravity = dt, g
	if opts.SubSteps == 0 {
		opts.SubSteps = 4
	}
	s.solving = must.Get(solver.New(s.shapes, opts))(t)
	return s
}

// motion is the velocity and the spin of a shape.
func (s *turned) motion(t testing.TB, id soa.ID) (vx, vy, spin float64) {
	t.Helper()
	return float64(must.Get(s.vx.Get(id))(t)), float64(must.Get(s.vy.Get(id))(t)), float64(must.Get(s.spin.Get(id))(t))
}

func (s *turned) throw(t testing.TB, id soa.ID, vx, vy, spin float64) {
	t.Helper()
	must.Do(t, s.vx.Set(id, float32(vx)))
	must.Do(t, s.vy.Set(id, float32(vy)))
	must.Do(t, s.spin.Set(id, float32(spin)))
}

var static = soa.Attrs{Static: true}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %v, want %v to %v", what, got, want, tolerance)
	}
}

// TestTurnIncline: a box on an incline stays if the slope is below the coefficient of friction
// (Coulomb's law), and slides with g (sin a - mu cos a) if it is above.
func TestTurnIncline(t *testing.T) {
	const mu = 0.4
	for _, slope := range []float64{0.2, 0.36, 0.44, 0.7} {
		a := math.Atan(slope)
		s := turning(t, 0.05, soa.Point{Y: -gravity}, solver.Config{Friction: mu})
		must.Get(s.shapes.AddBox(soa.At(0, 0, -a), 200, 1, static))(t)
		place := func(h float64) (x, y float64) { return h * math.Sin(a), h * math.Cos(a) }
		x, y := place(1.25)
		box := must.Get(s.shapes.AddBox(soa.At(x, y, -a), 0.5, 0.25, soa.Attrs{}))(t)
		s.frames(t, 60) // it settles
		vx, vy, _ := s.motion(t, box)
		before := math.Hypot(vx, vy)
		s.frames(t, 60)
		vx, vy, _ = s.motion(t, box)
		gained := 0.0
		if slope > mu {
			gained = gravity * (math.Sin(a) - mu*math.Cos(a)) * 60 * dt
		} else {
			p := must.Get(s.shapes.Pose(box))(t)
			near(t, "way", math.Hypot(p.X-x, p.Y-y), 0, 2e-3)
		}
		near(t, "speed gained", math.Hypot(vx, vy)-before, gained, 1e-4)
		_, _, spin := s.motion(t, box)
		near(t, "spin", spin, 0, 1e-3)
	}
}

// TestTurnRoll: a disc rolls down with 2/3 g sin a and the matching spin, where friction holds it.
// Where the slope is above three times the coefficient, it slides with g (sin a - mu cos a).
// Rolling resistance takes its share.
func TestTurnRoll(t *testing.T) {
	const r = 0.5
	for _, c := range []struct{ slope, mu, rolling float64 }{{0.3, 0.6, 0}, {0.8, 0.5, 0}, {0.9, 0.1, 0}, {0.3, 0.6, 0.1}, {0.05, 0.6, 0.1}} {
		a := math.Atan(c.slope)
		s := turning(t, 0.05, soa.Point{Y: -gravity}, solver.Config{Friction: c.mu, RollingResistance: c.rolling})
		must.Get(s.shapes.AddBox(soa.At(0, 0, -a), 200, 1, static))(t)
		disc := must.Get(s.shapes.AddCircle(soa.At((1+r)*math.Sin(a), (1+r)*math.Cos(a), 0), r, soa.Attrs{}))(t)
		s.frames(t, 120)
		vx, vy, spin := s.motion(t, disc)
		speed := math.Hypot(vx, vy)
		want, turn := 2.0/3*gravity*math.Max(math.Sin(a)-c.rolling*math.Cos(a), 0)*2, -speed/r
		if c.slope > 3*c.mu {
			want, turn = gravity*(math.Sin(a)-c.mu*math.Cos(a))*2, -2*c.mu*gravity*math.Cos(a)/r*2
		}
		near(t, "speed", speed, want, 0.01*want+1e-3)
		near(t, "spin", spin, turn, 0.01*math.Abs(turn)+1e-2)
	}
}

// TestTurnThrow: a thrown rod keeps its momentum and its energy to 1e-3 for ten seconds. Its centre
// of mass flies along a parabola, and it turns by its spin times the time. The same holds for a
// polygon whose position is not its centre.
func TestTurnThrow(t *testing.T) {
	const spin = 7.3
	s := turning(t, 0.1, soa.Point{}, solver.Config{})
	rod := must.Get(s.shapes.AddCapsule(soa.At(1e5, -1e5, 0.4), 2, 0.1, soa.Attrs{}))(t)
	corner := must.Get(s.shapes.AddPolygon(soa.At(0, 0, 0), []soa.Point{{X: 0, Y: 0}, {X: 3, Y: 0}, {X: 0, Y: 3}}, 0, soa.Attrs{}))(t)
	s.throw(t, rod, 3, 4, spin)
	s.throw(t, corner, -3, 4, spin)
	s.frames(t, 600)
	for _, id := range []soa.ID{rod, corner} {
		vx, vy, w := s.motion(t, id)
		near(t, "momentum", math.Hypot(vx, vy), 5, 1e-3*5)
		near(t, "energy", w*w, spin*spin, 1e-3*spin*spin)
	}
	p := must.Get(s.shapes.Pose(rod))(t)
	near(t, "x", p.X-1e5, 30, 1e-3)
	near(t, "y", p.Y+1e5, 40, 1e-3)
	near(t, "angle", math.Remainder(math.Atan2(float64(p.S), float64(p.C))-0.4-10*spin, 2*math.Pi), 0, 1e-3)
	p = must.Get(s.shapes.Pose(corner))(t)
	c := p.Transform(soa.Point{X: 1, Y: 1})
	near(t, "x of the centre", c.X, 1-30, 1e-3)
	near(t, "y of the centre", c.Y, 1+40, 1e-3)
}

// TestTurnBounce: a ball bounces to its height times the square of the restitution. A ball slower
// than the threshold does not bounce.
func TestTurnBounce(t *testing.T) {
	for _, e := range []float64{0, 0.5, 0.8, 1} {
		s := turning(t, 0.5, soa.Point{}, solver.Config{Restitution: e, RestitutionAbove: 1})
		must.Get(s.shapes.AddBox(soa.At(0, -1, 0), 100, 1, static))(t)
		ball := must.Get(s.shapes.AddCircle(soa.At(0, 2, 0), 0.25, soa.Attrs{}))(t)
		box := must.Get(s.shapes.AddBox(soa.At(5, 2, 0), 0.25, 0.25, soa.Attrs{}))(t)
		slow := must.Get(s.shapes.AddCircle(soa.At(10, 0.3, 0), 0.25, soa.Attrs{}))(t)
		s.throw(t, ball, 0, -6, 0)
		s.throw(t, box, 0, -6, 0)
		s.throw(t, slow, 0, -0.9, 0)
		s.frames(t, 40)
		for _, id := range []soa.ID{ball, box} {
			_, vy, spin := s.motion(t, id)
			near(t, "speed", vy, 6*e, 0.01)
			near(t, "spin", spin, 0, 1e-2)
		}
		_, vy, _ := s.motion(t, slow)
		near(t, "slow", vy, 0, 0.01)
	}
	// Two discs of different masses, head on.
	s := turning(t, 0.5, soa.Point{}, solver.Config{Restitution: 0.6, Density: 2})
	a := must.Get(s.shapes.AddCircle(soa.At(-2, 0, 0), 1, soa.Attrs{}))(t)
	b := must.Get(s.shapes.AddCircle(soa.At(2, 0, 0), 0.5, soa.Attrs{}))(t)
	s.throw(t, a, 3, 0, 0)
	s.throw(t, b, -2, 0, 0)
	s.frames(t, 60)
	va, _, _ := s.motion(t, a)
	vb, _, _ := s.motion(t, b)
	near(t, "momentum", 4*va+vb, 10, 1e-3)
	near(t, "parting", vb-va, 0.6*5, 1e-3)
}

// TestTurnPercussion: a stick at rest that is struck at its end turns about its centre of
// percussion, a third of its length from the other end: it moves with its spin times a sixth of its
// length. So does a body of parts that make up the stick, whose masses count, and a stick of twice
// the mass at the middle does not move as far.
func TestTurnPercussion(t *testing.T) {
	const length = 6.0
	for _, parts := range []int{1, 2, 3} {
		s := turning(t, 0.2, soa.Point{}, solver.Config{Restitution: 1, Density: 1})
		var stick soa.ID
		for k := range parts {
			attrs := soa.Attrs{}
			if parts > 1 {
				attrs.Body = 7
			}
			half := length / float64(2*parts)
			id := must.Get(s.shapes.AddBox(soa.At(half*float64(2*k+1)-length/2, 0, 0), half, 0.01, attrs))(t)
			if k == 0 {
				stick = id
			}
		}
		ball := must.Get(s.shapes.AddCircle(soa.At(length/2-0.01, 1.5, 0), 0.2, soa.Attrs{}))(t)
		s.throw(t, ball, 0, -5, 0)
		s.frames(t, 30)
		vx, vy, spin := s.motion(t, stick)
		near(t, "along the stick", vx, 0, 1e-3)
		near(t, "centre of percussion", vy/spin, length/6, 0.01)
		if !(spin < -0.1) {
			t.Errorf("%d parts: spin %v", parts, spin)
		}
		// Momentum, angular momentum about the stick's centre, and energy are kept.
		_, v, w := s.motion(t, ball)
		stickMass, ballMass := length*0.02, math.Pi*0.04
		inertia := stickMass * (length*length + 0.0004) / 12
		near(t, "momentum", ballMass*v+stickMass*vy, -5*ballMass, 1e-3)
		near(t, "energy", ballMass*v*v+stickMass*vy*vy+inertia*spin*spin, 25*ballMass, 1e-2)
		near(t, "spin of the ball", w, 0, 1e-3)
	}
}

// TestTurnRegion: a region struck beside its centre of mass moves as one body, whose parts keep
// their places.
func TestTurnRegion(t *testing.T) {
	s := turning(t, 0.2, soa.Point{}, solver.Config{Restitution: 1, Density: 1})
	// An L of three unit squares: centre of mass (5/6, 5/6).
	l := must.Get(region.New([][][]region.Point{{{{X: 0, Y: 0}, {X: 2, Y: 0}, {X: 2, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 2}, {X: 0, Y: 2}}}}, region.Config{}))(t)
	id := must.Get(s.shapes.AddRegionAt(soa.At(0, 0, 0), l, 0, soa.Attrs{}))(t)
	ball := must.Get(s.shapes.AddCircle(soa.At(1.8, -1, 0), 0.1, soa.Attrs{}))(t)
	s.throw(t, ball, 0, 4, 0)
	s.frames(t, 60)
	vx, vy, spin := s.motion(t, id)
	// The second moment of three unit squares about their centre: 3/6 + sum of squared distances,
	// 4/3.
	inertia, arm := 0.5+4.0/3, 1.8-5.0/6
	near(t, "vx", vx, 0, 1e-3)
	near(t, "centre of percussion", vy/spin, inertia/3/arm, 0.02)
	first := must.Get(s.shapes.Pose(id))(t)
	for _, part := range must.Get(s.shapes.Parts(nil, id))(t) {
		if p := must.Get(s.shapes.Pose(part))(t); p != first {
			t.Errorf("part %v is at %+v, the first at %+v", part, p, first)
		}
	}
	c := first.Transform(soa.Point{X: 5.0 / 6, Y: 5.0 / 6})
	near(t, "x of the centre", c.X, 5.0/6, 1e-3)
}

// TestTurnTopple: a tall box topples if its centre of mass is beyond the edge that it stands on. A
// box with its centre within does not, nor does one of infinite inertia.
func TestTurnTopple(t *testing.T) {
	for _, c := range []struct {
		x     float64
		fixed bool
		falls bool
	}{{0.95, false, false}, {1.1, false, true}, {1.1, true, false}} {
		s := turning(t, 0.05, soa.Point{Y: -gravity}, solver.Config{Friction: 0.6})
		must.Get(s.shapes.AddBox(soa.At(0, -1, 0), 1, 1, static))(t)
		box := must.Get(s.shapes.AddBox(soa.At(c.x, 1, 0), 0.3, 1, soa.Attrs{}))(t)
		if c.fixed {
			fixed := soa.Attach[bool](s.shapes)
			must.Do(t, fixed.Set(box, true))
			s.solving = must.Get(solver.New(s.shapes, solver.Config{Friction: 0.6, SubSteps: 4, Duration: dt, Gravity: soa.Point{Y: -gravity},
				Columns: [2]solver.Columns{{Motion: soa.Motion{VX: s.vx, VY: s.vy, Spin: s.spin}, FixedRotation: fixed}}}))(t)
		}
		s.frames(t, 240)
		p := must.Get(s.shapes.Pose(box))(t)
		if fell := p.Y < 0; fell != c.falls {
			t.Errorf("%+v: it is at %+v", c, p)
		}
		if c.fixed && (p.S != 0 || math.Abs(p.Y-1) > 0.01) {
			t.Errorf("turned to %+v", p)
		}
	}
}

// TestTurnKinematic: a static shape that moves and turns carries and turns what lies on it.
func TestTurnKinematic(t *testing.T) {
	s := turning(t, 0.1, soa.Point{Y: -gravity}, solver.Config{Friction: 1})
	belt := must.Get(s.shapes.AddBox(soa.At(0, -1, 0), 100, 1, static))(t)
	box := must.Get(s.shapes.AddBox(soa.At(0, 0.5, 0), 0.5, 0.5, soa.Attrs{}))(t)
	must.Do(t, s.vx.Set(belt, 2))
	// A disc on two wheels that turn the same way turns the other way.
	for _, x := range []float64{299, 301} {
		wheel := must.Get(s.shapes.AddCircle(soa.At(x, 0, 0), 0.9, static))(t)
		must.Do(t, s.spin.Set(wheel, 3))
	}
	disc := must.Get(s.shapes.AddCircle(soa.At(300, 1.2, 0), 0.7, soa.Attrs{}))(t)
	s.frames(t, 120)
	vx, _, spin := s.motion(t, box)
	near(t, "belt", vx, 2, 1e-3)
	near(t, "spin", spin, 0, 1e-3)
	_, _, spin = s.motion(t, disc)
	near(t, "disc", spin, -3*0.9/0.7, 0.02)
	if p := must.Get(s.shapes.Pose(belt))(t); p.X != 0 {
		t.Errorf("the belt was moved to %v", p.X)
	}
}

// TestTurnPyramid: a pyramid of 20 rows stands: after ten seconds no box has moved by .032, as in
// Box2D 3, or turned.
func TestTurnPyramid(t *testing.T) {
	const rows = 20
	s := turning(t, 0.05, soa.Point{Y: -gravity}, solver.Config{Friction: 0.6})
	must.Get(s.shapes.AddBox(soa.At(0, -1, 0), 100, 1, static))(t)
	type at struct{ x, y float64 }
	where := map[soa.ID]at{}
	for row := range rows {
		for k := range rows - row {
			p := at{float64(k) - float64(rows-row-1)/2, 0.5 + float64(row)}
			p.x *= 1.1
			where[must.Get(s.shapes.AddBox(soa.At(p.x, p.y, 0), 0.5, 0.5, soa.Attrs{}))(t)] = p
		}
	}
	s.frames(t, 600)
	far, turn, fast := 0.0, 0.0, 0.0
	for id, p := range where {
		now := must.Get(s.shapes.Pose(id))(t)
		vx, vy, _ := s.motion(t, id)
		far, turn, fast = max(far, math.Hypot(now.X-p.x, now.Y-p.y)), max(turn, math.Abs(float64(now.S))), max(fast, math.Hypot(vx, vy))
	}
	t.Logf("farthest %.3g, turned by %.3g, fastest %.3g", far, turn, fast)
	if far > 0.032 || turn > 0.02 || fast > 0.05 {
		t.Errorf("a box has moved by %v and turned by %v, the fastest does %v", far, turn, fast)
	}
}

// TestTurnAllocs: a warm frame with one worker allocates nothing.
func TestTurnAllocs(t *testing.T) {
	s := turning(t, 0.05, soa.Point{Y: -gravity}, solver.Config{Friction: 0.6, Restitution: 0.1, RollingResistance: 0.01, Workers: 1, Impulses: true,
		Omit: func(*batch.Contacts, int) bool { return false }})
	must.Get(s.shapes.AddBox(soa.At(0, -1, 0), 100, 1, static))(t)
	for k := range 200 {
		body := uint32(k / 2 * (k / 100)) // half of them are parts
		must.Get(s.shapes.AddBox(soa.At(float64(k%20), 0.5+float64(k/20), 0), 0.5, 0.5, soa.Attrs{Body: body}))(t)
	}
	s.frames(t, 10)
	ctx := context.Background()
	c := must.Get(s.engine.Step(ctx))(t)
	if n := testing.AllocsPerRun(5, func() { must.Get(s.solving.Solve(ctx, c))(t) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
