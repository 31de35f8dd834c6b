// SPDX-License-Identifier: MIT

package solver_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/batch"
	"daylight/batch/solver"
	"daylight/bench/scene"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// simulated is a world of shapes that fall, stepped a frame at a time.
type simulated struct {
	shapes  *soa.Shapes
	vx, vy  *soa.Column[float32]
	engine  *batch.Engine
	solving *solver.Solver
}

const dt, gravity = 1.0 / 60, 10.0

func simulate(t testing.TB, margin float64, opts solver.Config) *simulated {
	t.Helper()
	s := &simulated{shapes: soa.New()}
	s.vx, s.vy = soa.Attach[float32](s.shapes), soa.Attach[float32](s.shapes)
	s.engine = must.Get(batch.New(s.shapes, batch.Config{Margin: margin}))(t)
	opts.Columns[0].VX, opts.Columns[0].VY, opts.Duration, opts.Gravity.Y = s.vx, s.vy, dt, -gravity
	s.solving = must.Get(solver.New(s.shapes, opts))(t)
	return s
}

func (s *simulated) frames(t testing.TB, n int) {
	t.Helper()
	for range n {
		c := must.Get(s.engine.Step(context.Background()))(t)
		must.Get(s.solving.Solve(context.Background(), c))(t)
	}
}

func (s *simulated) state(t testing.TB, id soa.ID) (x, y, vx, vy float64) {
	t.Helper()
	p := must.Get(s.shapes.Pose(id))(t)
	u, _ := s.vx.Get(id)
	v, _ := s.vy.Get(id)
	return p.X, p.Y, float64(u), float64(v)
}

// TestSubStepsFall: a shape that touches nothing falls along a parabola with any number of
// sub-steps, far from the origin as well.
func TestSubStepsFall(t *testing.T) {
	for _, n := range []int{1, 4, 10} {
		s := simulate(t, 0.1, solver.Config{SubSteps: n})
		id := must.Get(s.shapes.AddCircle(soa.At(1e6, -2e6, 0), 1, soa.Attrs{}))(t)
		must.Do(t, s.vx.Set(id, 30))
		s.frames(t, 60)
		x, y, vx, vy := s.state(t, id)
		if fall := gravity / 2.0; math.Abs(y+2e6+fall) > 1e-4 || math.Abs(x-1e6-30) > 1e-4 {
			t.Errorf("%d sub-steps: at %v, %v after falling by %v", n, x, y, fall)
		}
		if vx != 30 || math.Abs(vy+gravity) > 1e-4 {
			t.Errorf("%d sub-steps: velocity %v, %v", n, vx, vy)
		}
	}
}

// TestSubStepsStack: a tower of boxes stands. Each contact gives way beyond the slop as a spring
// does under the load, if it swings a quarter in a sub-step, or about a sixth on the ground.
// Friction stops a box that slides on it after the distance of Coulomb's law.
func TestSubStepsStack(t *testing.T) {
	const mu, speed, floors = 0.5, 3.0, 30
	s := simulate(t, 0.1, solver.Config{SubSteps: 4, Friction: mu, Slop: 0.001})
	must.Get(s.shapes.AddBox(soa.At(0, -1, 0), 100, 1, soa.Attrs{Static: true}))(t)
	var tower [floors]soa.ID
	for k := range tower {
		tower[k] = must.Get(s.shapes.AddBox(soa.At(0, 0.5+float64(k), 0), 0.5, 0.5, soa.Attrs{}))(t)
	}
	slider := must.Get(s.shapes.AddBox(soa.At(10, 0.5, 0), 0.5, 0.5, soa.Attrs{}))(t)
	must.Do(t, s.vx.Set(slider, speed))
	s.frames(t, 600)
	x, _, vx, _ := s.state(t, slider)
	if way := speed * speed / (2 * mu * gravity); math.Abs(x-10-way) > 0.05 || math.Abs(vx) > 1e-6 {
		t.Errorf("it slid by %v and does %v, want %v and 0", x-10, vx, way)
	}
	sunk := 0.0
	for k, id := range tower {
		ratio, mass := 0.25, 0.5 // of two equal bodies
		if k == 0 {
			ratio, mass = 0.15, 1
		}
		rate := 2 * math.Pi * ratio * 4 / dt
		sunk += 0.001 + float64(floors-k)*gravity/(mass*rate*rate)
		x, y, vx, vy := s.state(t, id)
		if math.Abs(x) > 1e-6 || math.Abs(y-0.5-float64(k)+sunk) > 1e-4 || math.Hypot(vx, vy) > 0.01 {
			t.Errorf("floor %d is at %v, %v and does %v, %v", k, x, y, vx, vy)
		}
	}
}

// TestSubStepsBounce: a ball that falls bounces to the share of its height that restitution
// leaves, the square, however its fall lies between the frames.
func TestSubStepsBounce(t *testing.T) {
	for _, height := range []float64{2, 2.013, 2.1, 3.3, 5} {
		s := simulate(t, 0.5, solver.Config{SubSteps: 8, Restitution: 0.8, RestitutionAbove: 1})
		must.Get(s.shapes.AddBox(soa.At(0, -1, 0), 100, 1, soa.Attrs{Static: true}))(t)
		ball := must.Get(s.shapes.AddCircle(soa.At(0, height+0.25, 0), 0.25, soa.Attrs{}))(t)
		low, top := math.Inf(1), 0.0
		up := false
		for range 200 {
			s.frames(t, 1)
			_, y, _, vy := s.state(t, ball)
			low = min(low, y-0.25)
			if up = up || vy > 0; up {
				if vy < 0 {
					break
				}
				top = max(top, y-0.25)
			}
		}
		if want := 0.64 * height; math.Abs(top-want) > 0.1*want || low < -0.01 {
			t.Errorf("from %v it bounced to %v, want %v; it was %v deep", height, top, want, -low)
		}
	}
}

// TestSubStepsTunnel: with a margin of what a shape flies in a frame nothing passes a wall
// that is thinner than that.
func TestSubStepsTunnel(t *testing.T) {
	for _, speed := range []float64{10, 60, 300} {
		s := simulate(t, speed*dt, solver.Config{SubSteps: 4})
		must.Get(s.shapes.AddBox(soa.At(0, -0.01, 0), 100, 0.01, soa.Attrs{Static: true}))(t)
		ball := must.Get(s.shapes.AddCircle(soa.At(0, 7.3, 0), 0.05, soa.Attrs{}))(t)
		must.Do(t, s.vy.Set(ball, float32(-speed)))
		s.frames(t, 120)
		if _, y, _, vy := s.state(t, ball); math.Abs(y-0.05) > 1e-3 || math.Abs(vy) > 1e-3 {
			t.Errorf("speed %v: it is at %v and does %v", speed, y, vy)
		}
	}
}

// TestSubStepsDriven: a static shape that has a velocity carries what lies on it.
func TestSubStepsDriven(t *testing.T) {
	s := simulate(t, 0.1, solver.Config{SubSteps: 4, Friction: 1})
	belt := must.Get(s.shapes.AddBox(soa.At(0, -1, 0), 100, 1, soa.Attrs{Static: true}))(t)
	box := must.Get(s.shapes.AddBox(soa.At(0, 0.5, 0), 0.5, 0.5, soa.Attrs{}))(t)
	must.Do(t, s.vx.Set(belt, 2))
	s.frames(t, 120)
	if x, _, vx, _ := s.state(t, box); math.Abs(vx-2) > 1e-6 || x < 3.5 || x > 4 {
		t.Errorf("it is at %v and does %v", x, vx)
	}
	if p, _ := s.shapes.Pose(belt); p.X != 0 {
		t.Errorf("the belt was moved to %v", p.X)
	}
}

// TestSubStepsDeterminism: any number of workers and shapes stored in any order give the same bits,
// frame after frame, impulses carried over included, if contacts are in one order.
func TestSubStepsDeterminism(t *testing.T) {
	const n = 9000 // enough for four workers to have slots
	frames := testenv.Rounds(4, 12, 12)
	type state [4]uint64
	run := func(workers int, order bool) map[soa.ID]state {
		shapes := filled(t, scene.Mixed, n, soa.Attrs{})
		first := livetest.IDs(shapes)[0]
		vx, vy := soa.Attach[float32](shapes), soa.Attach[float32](shapes)
		r := rand.New(rand.NewPCG(3, 4))
		for i := range livetest.Data(vx) {
			livetest.Data(vx)[i], livetest.Data(vy)[i] = float32(r.NormFloat64()), float32(r.NormFloat64())
		}
		engine := must.Get(batch.New(shapes, batch.Config{Margin: 0.05, Workers: workers, FixedOrder: !order, Canonical: true}))(t)
		s := must.Get(solver.New(shapes, solver.Config{Workers: workers, Slop: 0.01, Columns: [2]solver.Columns{{Motion: soa.Motion{VX: vx, VY: vy}}}, Duration: 0.1, SubSteps: 2, Iterations: 2, Gravity: soa.Point{X: 0.1, Y: -1}, Restitution: 0.5, RestitutionAbove: 0.1, Friction: 0.5}))(t)
		for frame := range frames {
			c := must.Get(engine.Step(context.Background()))(t)
			if frame == frames/2 { // a shape is gone, another has its index
				must.Do(t, shapes.Remove(first))
				must.Get(shapes.AddCircle(soa.At(1, 1, 0), 1, soa.Attrs{}))(t)
				continue
			}
			must.Get(s.Solve(context.Background(), c))(t)
		}
		states := map[soa.ID]state{}
		x, y := livetest.Positions(shapes)
		for i, id := range livetest.IDs(shapes) {
			states[id] = state{math.Float64bits(x[i]), math.Float64bits(y[i]), uint64(math.Float32bits(livetest.Data(vx)[i])), uint64(math.Float32bits(livetest.Data(vy)[i]))}
		}
		return states
	}
	want := run(1, true)
	for _, c := range []struct {
		workers int
		order   bool
	}{{2, true}, {3, false}, {4, true}, {1, false}} {
		bad := 0
		for id, v := range run(c.workers, c.order) {
			if want[id] != v {
				bad++
			}
		}
		if bad > 0 {
			t.Errorf("%+v: %d of %d shapes differ", c, bad, n)
		}
	}
}
