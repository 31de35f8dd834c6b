// SPDX-License-Identifier: MIT

package solver_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/batch/solver"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

const earth = 9.81

// falling is turning, for shapes that have spins or not.
func falling(t testing.TB, spins bool, margin float64, g soa.Point, opts solver.Config) *turned {
	t.Helper()
	s := turning(t, margin, g, opts)
	if !spins {
		opts.Columns[0] = solver.Columns{Motion: soa.Motion{VX: s.vx, VY: s.vy}, InvMass: opts.Columns[0].InvMass}
		opts.Duration, opts.Gravity = dt, g
		s.solving = must.Get(solver.New(s.shapes, opts))(t)
	}
	return s
}

// floor adds a floor whose top is at 0.
func (s *turned) floor(t testing.TB) {
	t.Helper()
	must.Get(s.shapes.AddBox(soa.At(0, -5, 0), 1000, 5, static))(t)
}

// TestHitFriction: friction takes off a hit what Coulomb's law says: the coefficient times what the
// hit takes off and gives back. The bounce is part of the hit. A disc that spins and does not grip
// gets the rest of it as spin.
func TestHitFriction(t *testing.T) {
	for _, e := range []float64{0, 0.5, 1} {
		for _, margin := range []float64{0.05, 0.1, 1, 3} {
			for _, steps := range []int{1, 4, 8} {
				s := turning(t, margin, soa.Point{}, solver.Config{Friction: 0.3, Restitution: e, SubSteps: steps})
				s.floor(t)
				disc := must.Get(s.shapes.AddCircle(soa.At(0, 0.8, 0), 0.5, soa.Attrs{}))(t)
				s.throw(t, disc, 0, -2, 10)
				s.frames(t, 30)
				vx, vy, spin := s.motion(t, disc)
				what := fmt.Sprintf("e %v, margin %v, %d sub-steps: ", e, margin, steps)
				near(t, what+"vx", vx, -0.6*(1+e), 0.006*(1+e))
				near(t, what+"spin", spin, 10-2.4*(1+e), 0.01*(10-2.4*(1+e)))
				near(t, what+"vy", vy, 2*e, 0.002)
			}
		}
	}
}

// TestLandingFriction: a disc that lands with spin and slips gets Coulomb's share of all that the
// floor has pushed: the coefficient times gravity times the whole time since it was let go.
func TestLandingFriction(t *testing.T) {
	const mu = 0.2
	least, most := math.Inf(1), 0.0
	for k := range 60 {
		s := turning(t, 0.1, soa.Point{Y: -earth}, solver.Config{Friction: mu})
		s.floor(t)
		disc := must.Get(s.shapes.AddCircle(soa.At(0, 1.5+0.005*float64(k), 0), 0.5, soa.Attrs{}))(t)
		s.throw(t, disc, 0, 0, 40)
		s.frames(t, 40)
		vx, vy, _ := s.motion(t, disc)
		near(t, "vy", vy, 0, 1e-3)
		share := -vx / (mu * earth * 40 * dt)
		least, most = min(least, share), max(most, share)
	}
	t.Logf("shares %.4f to %.4f", least, most)
	if least < 0.98 || most > 1.02 {
		t.Errorf("friction is %v to %v of Coulomb's", least, most)
	}
}

// TestBounces: with a restitution of 1 a ball bounces to its height, again and again, and never
// higher.
func TestBounces(t *testing.T) {
	for _, c := range []struct{ height, margin, least, most float64 }{
		{1, 0.1, 0.7, 1.005}, {1, 1, 0.7, 1.005}, {10, 0.25, 9.5, 10.05}, {10, 2, 9.5, 10.05},
		{10, 0.05, 0, 10.05}, {10, 0.001, 0, 10.05}, // less than a frame's fall
	} {
		for _, spins := range []bool{false, true} {
			s := falling(t, spins, c.margin, soa.Point{Y: -earth}, solver.Config{Restitution: 1})
			s.floor(t)
			ball := must.Get(s.shapes.AddCircle(soa.At(0, c.height+0.5, 0), 0.5, soa.Attrs{}))(t)
			tops, top, up, highest := []float64{}, 0.0, false, 0.0
			for frame := 0; len(tops) < 20 && frame < 5000; frame++ {
				s.frames(t, 1)
				_, y, _, vy := s.state(t, ball)
				highest = max(highest, y-0.5)
				if vy > 0 {
					top, up = y-0.5, true
				} else if up {
					tops, up = append(tops, max(top, y-0.5)), false
				}
				if e := (earth*(y-0.5) + vy*vy/2) / (earth * c.height); e > 1.005 {
					t.Fatalf("%+v, spins %v: energy %v after %d bounces", c, spins, e, len(tops))
				}
			}
			t.Logf("%+v, spins %v: %.3f, %.3f after 20", c, spins, tops[0], tops[len(tops)-1])
			if len(tops) < 20 || tops[19] < c.least || highest > c.most {
				t.Errorf("%+v, spins %v: tops %.3f", c, spins, tops)
			}
		}
	}
}

// energy is the kinetic and potential energy of discs or other shapes of equal mass, whose moment
// of inertia by mass is spread.
func (s *turned) energy(t testing.TB, g, spread float64) (sum float64) {
	t.Helper()
	must.Do(t, s.shapes.Update(func(l soa.Live) {
		vx, vy, spin := s.vx.Data(l), s.vy.Data(l), s.spin.Data(l)
		for i := range l.X {
			if !l.Static[i] {
				u, v, w := float64(vx[i]), float64(vy[i]), float64(spin[i])
				sum += (u*u+v*v+spread*w*w)/2 + g*l.Y[i]
			}
		}
	}))
	return sum
}

// TestGas: a gas of discs in a box keeps its energy if hits are elastic.
func TestGas(t *testing.T) {
	for _, spins := range []bool{false, true} {
		for _, mu := range []float64{0, 0.3} {
			if mu > 0 && !spins {
				continue
			}
			s := falling(t, spins, 0.25, soa.Point{}, solver.Config{Restitution: 1, Friction: mu})
			for _, w := range [][4]float64{{15, -1, 20, 1}, {15, 31, 20, 1}, {-1, 15, 1, 20}, {31, 15, 1, 20}} {
				must.Get(s.shapes.AddBox(soa.At(w[0], w[1], 0), w[2], w[3], static))(t)
			}
			r := rand.New(rand.NewPCG(5, 1))
			for k := range 196 {
				id := must.Get(s.shapes.AddCircle(soa.At(2+2*float64(k%14), 2+2*float64(k/14), 0), 0.5, soa.Attrs{}))(t)
				s.throw(t, id, 3*r.NormFloat64(), 3*r.NormFloat64(), 0)
			}
			start, most := s.energy(t, 0, 0.125), 0.0
			for range 1800 {
				s.frames(t, 1)
				most = max(most, s.energy(t, 0, 0.125)/start)
			}
			left := s.energy(t, 0, 0.125) / start
			t.Logf("spins %v, mu %v: %.3f left, %.4f at most", spins, mu, left, most)
			if mu == 0 && left < 0.92 || most > 1.005 {
				t.Errorf("spins %v, mu %v: %v of the energy is left, %v at most", spins, mu, left, most)
			}
		}
	}
}

// TestPairsKeepEnergy: two shapes that are thrown at each other never gain energy, with any kinds,
// masses, restitution and friction.
func TestPairsKeepEnergy(t *testing.T) {
	worst := 0.0
	for k := range testenv.Rounds(60, 300, 1000) {
		r := rand.New(rand.NewPCG(uint64(k), 1))
		s := turning(t, 0.5, soa.Point{}, solver.Config{})
		inv := soa.Attach[float64](s.shapes)
		s.solving = must.Get(solver.New(s.shapes, solver.Config{Columns: [2]solver.Columns{{InvMass: inv, Motion: soa.Motion{VX: s.vx, VY: s.vy, Spin: s.spin}}}, Duration: dt,
			Friction: float64(r.IntN(3)) * 0.5, Restitution: float64(r.IntN(3)) * 0.5}))(t)
		spread := [2]float64{}
		for i := range 2 {
			p := soa.At(3*float64(i), 0.6*r.NormFloat64(), 7*r.Float64())
			var id soa.ID
			switch r.IntN(3) {
			case 0:
				id, spread[i] = must.Get(s.shapes.AddCircle(p, 0.7, soa.Attrs{}))(t), 0.245
			case 1:
				h := 0.2 + 0.6*r.Float64()
				id, spread[i] = must.Get(s.shapes.AddBox(p, 0.7, h, soa.Attrs{}))(t), (0.49+h*h)/3
			default: // a regular hexagon
				id, spread[i] = must.Get(s.shapes.AddEllipse(p, 0.8, 0.8, 6, 0, soa.Attrs{}))(t), 0.64*5/12
			}
			must.Do(t, inv.Set(id, math.Pow(10, 6*float64(i)*r.Float64())))
			s.throw(t, id, 6*(0.5-float64(i))+r.NormFloat64(), r.NormFloat64(), 3*r.NormFloat64())
		}
		energy := func() (sum float64) {
			must.Do(t, s.shapes.Update(func(l soa.Live) {
				vx, vy, spin, w := s.vx.Data(l), s.vy.Data(l), s.spin.Data(l), inv.Data(l)
				for i := range l.X {
					u, v, o := float64(vx[i]), float64(vy[i]), float64(spin[i])
					sum += (u*u + v*v + spread[i]*o*o) / w[i]
				}
			}))
			return sum
		}
		start := energy()
		for range 60 {
			s.frames(t, 1)
			if now := energy() / start; now > worst {
				if worst = now; now > 1.005 {
					t.Errorf("pair %d: energy %v", k, now)
				}
			}
		}
	}
	t.Logf("at most %.5f", worst)
}

// TestFallWithMaxPush: MaxPush limits pushes, not falls: a disc that touches nothing gets gravity's
// speed in full.
func TestFallWithMaxPush(t *testing.T) {
	for _, spins := range []bool{false, true} {
		for _, begin := range []float32{0, -5} {
			s := falling(t, spins, 0, soa.Point{Y: -9.81}, solver.Config{MaxPush: 0.01})
			disc := must.Get(s.shapes.AddCircle(soa.At(0, 0, 0), 0.5, soa.Attrs{}))(t)
			must.Do(t, s.vy.Set(disc, begin))
			for range 120 {
				must.Get(s.solving.Solve(t.Context(), must.Get(s.engine.Step(t.Context()))(t)))(t)
			}
			if vy, want := float64(must.Get(s.vy.Get(disc))(t)), float64(begin)-9.81*120*dt; math.Abs(vy-want) > 1e-3 {
				t.Errorf("spins %v, from %v: vy %v, want %v", spins, begin, vy, want)
			}
		}
	}
}

// TestOneSpot: 300 equal discs at one spot part in all directions, and none gets faster than a push
// allows.
func TestOneSpot(t *testing.T) {
	for _, spins := range []bool{false, true} {
		const push = 0.1
		s := falling(t, spins, 0, soa.Point{}, solver.Config{MaxPush: push})
		for range 300 {
			must.Get(s.shapes.AddCircle(soa.At(3, 4, 0), 0.5, soa.Attrs{}))(t)
		}
		fast, deepest := 0.0, 0.0
		for range 600 {
			c := must.Get(s.engine.Step(t.Context()))(t)
			deepest = 0
			for _, d := range c.Depth {
				deepest = max(deepest, float64(d))
			}
			must.Get(s.solving.Solve(t.Context(), c))(t)
			vx, vy := livetest.Data(s.vx), livetest.Data(s.vy)
			for i := range vx {
				fast = max(fast, math.Hypot(float64(vx[i]), float64(vy[i])))
			}
		}
		t.Logf("spins %v: deepest %.4f, fastest %.2f", spins, deepest, fast)
		if deepest > 0.05 || fast > 1.002*push/dt {
			t.Errorf("spins %v: still %v deep, the fastest did %v", spins, deepest, fast)
		}
	}
}
