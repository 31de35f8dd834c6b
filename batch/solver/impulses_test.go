// SPDX-License-Identifier: MIT

package solver_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/batch/solver"
	"daylight/internal/must"
	"daylight/soa"
)

// frame makes a step and a Solve, and returns the contacts and impulses.
func (s *turned) frame(t testing.TB) (*batch.Contacts, [2][]solver.Impulse) {
	t.Helper()
	c := must.Get(s.engine.Step(context.Background()))(t)
	must.Get(s.solving.Solve(context.Background(), c))(t)
	return c, s.solving.Impulses()
}

// TestImpulsesBalance: what contacts give to a shape in a frame, and gravity, is by how much its
// momentum changes (Newton's second law): in a heap that falls, slides, bounces and passes seams.
func TestImpulsesBalance(t *testing.T) {
	s := turning(t, 0.15, soa.Point{X: 1, Y: -gravity}, solver.Config{Friction: 0.4, Restitution: 0.6, RestitutionAbove: 0.2, RollingResistance: 0.02, Impulses: true})
	for k := range 30 {
		must.Get(s.shapes.AddCapsule(soa.At(float64(k), 0, 0), 0.5, 0, static))(t)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for k := range 80 {
		pose := soa.At(2+1.2*float64(k%10)+0.1*r.Float64(), 1+1.2*float64(k/10), 7*r.Float64())
		var id soa.ID
		switch k % 3 {
		case 0:
			id = must.Get(s.shapes.AddCircle(pose, 0.5, soa.Attrs{}))(t)
		case 1:
			id = must.Get(s.shapes.AddBox(pose, 0.5, 0.3, soa.Attrs{}))(t)
		default:
			id = must.Get(s.shapes.AddRoundedBox(pose, 0.3, 0.2, 0.2, soa.Attrs{}))(t)
		}
		s.throw(t, id, 4*r.NormFloat64(), 4*r.NormFloat64(), 4*r.NormFloat64())
	}
	pushed, rubbed, twice := 0, 0, 0
	for frame := range 120 {
		was := map[soa.ID][2]float64{}
		for id := range s.shapes.All() {
			if !must.Get(s.shapes.Attrs(id))(t).Static {
				vx, vy, _ := s.motion(t, id)
				was[id] = [2]float64{vx + dt, vy - gravity*dt}
			}
		}
		c, impulses := s.frame(t)
		size := map[soa.ID]float64{}
		for j := range impulses {
			for i, p := range impulses[j] {
				n, u, nx, ny := float64(p.Normal), float64(p.Tangent), float64(c.NX[i]), float64(c.NY[i])
				for k, id := range []soa.ID{c.A[i], c.B[i]} {
					sign := float64(2*k - 1)
					if v, ok := was[id]; ok {
						was[id] = [2]float64{v[0] + sign*(n*nx-u*ny), v[1] + sign*(n*ny+u*nx)}
						size[id] += math.Abs(n) + math.Abs(u)
					}
				}
				if n != 0 {
					pushed, twice = pushed+1, twice+j
				}
				if u != 0 {
					rubbed++
				}
			}
		}
		for id, v := range was {
			vx, vy, _ := s.motion(t, id)
			if off := math.Hypot(vx-v[0], vy-v[1]); off > 1e-5*(1+size[id]) {
				t.Fatalf("frame %d: shape %v does (%v, %v), want (%v, %v)", frame, id, vx, vy, v[0], v[1])
			}
		}
	}
	if pushed < 5000 || rubbed < 5000 || twice < 500 {
		t.Errorf("only %d points pushed, %d of them second ones, and %d rubbed", pushed, twice, rubbed)
	}
}

// TestImpulsesHeap: the ground carries the weight of a heap that rests on it, and each row of a
// column that of those above.
func TestImpulsesHeap(t *testing.T) {
	s := turning(t, 0.05, soa.Point{Y: -gravity}, solver.Config{Friction: 0.6, Impulses: true})
	floor := must.Get(s.shapes.AddBox(soa.At(0, -5, 0), 1000, 5, static))(t)
	boxes := 0
	for row := range 8 {
		for k := range 8 - row {
			must.Get(s.shapes.AddBox(soa.At(1.1*(float64(k)+0.5*float64(row)), 0.5+float64(row), 0), 0.5, 0.5, soa.Attrs{}))(t)
			boxes++
		}
	}
	var column []soa.ID
	for k := range 5 {
		column = append(column, must.Get(s.shapes.AddCircle(soa.At(-10, 0.5+float64(k), 0), 0.5, soa.Attrs{}))(t))
	}
	s.frames(t, 600)
	c, impulses := s.frame(t)
	ground, over := 0.0, map[soa.ID]float64{}
	for i := range c.A {
		n := float64(impulses[0][i].Normal) + float64(impulses[1][i].Normal)
		if c.A[i] == floor {
			ground += n
		}
		over[c.A[i]] += n // the lower one, which was added before
	}
	near(t, "weight of all", ground, float64(boxes+len(column))*gravity*dt, 1e-3*ground)
	for k, id := range column {
		near(t, "weight above", over[id], float64(len(column)-1-k)*gravity*dt, 1e-4)
	}
}

// TestImpulsesSlide: friction of a box that slides is the coefficient times the normal impulse,
// against its way.
func TestImpulsesSlide(t *testing.T) {
	const mu = 0.3
	s := turning(t, 0.05, soa.Point{Y: -gravity}, solver.Config{Friction: mu, Impulses: true})
	s.floor(t)
	box := must.Get(s.shapes.AddBox(soa.At(0, 0.5, 0), 0.5, 0.5, soa.Attrs{}))(t)
	s.throw(t, box, 20, 0, 0)
	s.frames(t, 30)
	_, impulses := s.frame(t)
	normal, tangent := 0.0, 0.0
	for j := range impulses {
		n, u := float64(impulses[j][0].Normal), float64(impulses[j][0].Tangent)
		near(t, "friction", u, mu*n, 1e-6) // the normal turned left points to the left
		normal, tangent = normal+n, tangent+u
	}
	near(t, "normal", normal, gravity*dt, 1e-5)
	near(t, "tangent", tangent, mu*gravity*dt, 1e-5)
}

// TestOmit: a contact that is left out does nothing, and has no impulse; the predicate may read the
// shapes.
func TestOmit(t *testing.T) {
	asked := 0
	var s *turned
	var ghost soa.ID
	cfg := solver.Config{Impulses: true, Omit: func(c *batch.Contacts, i int) bool {
		asked++
		_, _, err := s.shapes.Position(c.A[i])
		return err == nil && c.B[i] == ghost
	}}
	s = turning(t, 0.1, soa.Point{Y: -gravity}, cfg)
	s.floor(t)
	box := must.Get(s.shapes.AddBox(soa.At(0, 0.5, 0), 0.5, 0.5, soa.Attrs{}))(t)
	ghost = must.Get(s.shapes.AddBox(soa.At(5, 0.5, 0), 0.5, 0.5, soa.Attrs{}))(t)
	s.frames(t, 29)
	c, impulses := s.frame(t)
	_, _, _, vy := s.state(t, box)
	near(t, "box", vy, 0, 1e-3)
	_, _, _, vy = s.state(t, ghost)
	near(t, "ghost", vy, -gravity*30*dt, 1e-4)
	for i := range c.A {
		if sum := impulses[0][i].Normal + impulses[1][i].Normal; (sum == 0) != (c.B[i] == ghost) {
			t.Errorf("the impulse on %v is %v", c.B[i], sum)
		}
	}
	if asked != 60 {
		t.Errorf("asked %d times in 30 frames of two contacts", asked)
	}
	none := turning(t, 0.1, soa.Point{}, solver.Config{})
	if _, impulses := none.frame(t); impulses[0] != nil || impulses[1] != nil || (*solver.Solver)(nil).Impulses()[0] != nil {
		t.Error("impulses that nobody asked for")
	}
}

// TestOmitPanics: a panic of the caller's is an error, and the solver goes on.
func TestOmitPanics(t *testing.T) {
	bad := true
	s := turning(t, 0.1, soa.Point{Y: -gravity}, solver.Config{Omit: func(*batch.Contacts, int) bool {
		if bad {
			panic("bad")
		}
		return false
	}})
	s.floor(t)
	must.Get(s.shapes.AddBox(soa.At(0, 0.5, 0), 0.5, 0.5, soa.Attrs{}))(t)
	c := must.Get(s.engine.Step(context.Background()))(t)
	var p *daylight.PanicError
	if _, err := s.solving.Solve(context.Background(), c); !errors.As(err, &p) || p.Function != "Config.Omit" {
		t.Errorf("error %v", err)
	}
	bad = false
	s.frames(t, 1)
}

// TestOmitSteps: a function that steps the engine, and so changes the contacts, is refused.
func TestOmitSteps(t *testing.T) {
	var s *turned
	s = turning(t, 0.1, soa.Point{Y: -gravity}, solver.Config{Omit: func(*batch.Contacts, int) bool {
		_, err := s.shapes.AddBox(soa.At(0, 0.4, 0), 0.5, 0.5, soa.Attrs{})
		_, stepped := s.engine.Step(context.Background())
		return err == nil && stepped != nil
	}})
	s.floor(t)
	must.Get(s.shapes.AddBox(soa.At(0, 0.5, 0), 0.5, 0.5, soa.Attrs{}))(t)
	c := must.Get(s.engine.Step(context.Background()))(t)
	if _, err := s.solving.Solve(context.Background(), c); !errors.Is(err, daylight.ErrArgument) || !strings.Contains(err.Error(), "Omit") {
		t.Errorf("error %v", err)
	}
}

// TestImpulsesOfNothing: a Solve that fails leaves no impulses of the one before.
func TestImpulsesOfNothing(t *testing.T) {
	s := turning(t, 0.1, soa.Point{Y: -gravity}, solver.Config{Impulses: true})
	s.floor(t)
	must.Get(s.shapes.AddBox(soa.At(0, 0.5, 0), 0.5, 0.5, soa.Attrs{}))(t)
	if _, impulses := s.frame(t); len(impulses[0]) == 0 {
		t.Fatal("no impulses")
	}
	ended, end := context.WithCancel(context.Background())
	end()
	c := must.Get(s.engine.Step(context.Background()))(t)
	if _, err := s.solving.Solve(ended, c); !errors.Is(err, context.Canceled) || len(s.solving.Impulses()[0]) > 0 {
		t.Errorf("%v, and impulses %v", err, s.solving.Impulses())
	}
}
