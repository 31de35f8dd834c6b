// SPDX-License-Identifier: MIT

package separate

import (
	"context"
	"math"
	"slices"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/batch/push"
	"daylight/internal/batchtest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// slide lets a shape fall on a floor and move along it, pushed out of it in every frame by push.Out
// or by a Separator, and returns how far it comes and at which speed. Without friction it must keep
// its speed.
func slide(t *testing.T, s *soa.Shapes, id soa.ID, v float64, frames int, opposing, separator bool) (x, y, speed float64) {
	t.Helper()
	const dt, g = 1. / 60, 10.
	vx, vy := soa.Attach[float32](s), soa.Attach[float32](s)
	defer soa.Detach(s, vx)
	defer soa.Detach(s, vy)
	engine := must.Get(batch.New(s, batch.Config{}))(t)
	sep := must.Get(New(s, Config{SmoothSeams: true, StaticPasses: -1}))(t)
	vel := [2]float64{v, 0}
	for range frames {
		vel[1] -= g * dt
		x, y, _ := s.Position(id)
		must.Do(t, s.SetPosition(id, x+vel[0]*dt, y+vel[1]*dt))
		must.Do(t, vx.Set(id, float32(vel[0])))
		must.Do(t, vy.Set(id, float32(vel[1])))
		contacts := must.Get(engine.Step(context.Background()))(t)
		if opposing {
			contacts = batchtest.Oppose(t, s, contacts, vx, vy, .05)
		}
		p := must.Get(push.Out(contacts, id))(t)
		if separator {
			x, y, _ := s.Position(id)
			must.Get(sep.Separate(context.Background(), contacts))(t)
			u, v, _ := s.Position(id)
			must.Do(t, s.SetPosition(id, x, y))
			p = push.Push{X: u - x, Y: v - y}
		}
		if p.X == 0 && p.Y == 0 {
			continue
		}
		x, y, _ = s.Position(id)
		must.Do(t, s.SetPosition(id, x+p.X, y+p.Y))
		// The part of the velocity against the push ends.
		l := math.Hypot(p.X, p.Y)
		if along := (vel[0]*p.X + vel[1]*p.Y) / l; along < 0 {
			vel[0] -= along * p.X / l
			vel[1] -= along * p.Y / l
		}
	}
	x, y, _ = s.Position(id)
	return x, y, vel[0]
}

// boxes is a floor of a row of boxes, from x = -0.5 on, with its top at 0.
func boxes(t *testing.T, n int) *soa.Shapes {
	t.Helper()
	s := soa.New()
	for k := range n {
		must.Get(s.AddBox(soa.At(float64(k), -.5, 0), .5, .5, soa.Attrs{Static: true}))(t)
	}
	return s
}

// A box on a row of boxes slides over their seams at any speed: for 30 of them with
// DAYLIGHT_FULL=1, and otherwise for three if it is slow.
func TestSeamsOfBoxes(t *testing.T) {
	for _, v := range []float64{.05, .1, .16, .3, 1, 3} {
		for k := range 4 {
			opposing, separator := k%2 == 1, k/2 == 1
			s := boxes(t, 40)
			id := must.Get(s.AddBox(soa.At(2, .5, 0), .5, .5, soa.Attrs{}))(t)
			far := 3.
			if testing.Short() && v < .3 {
				far = 1.2
			}
			if testenv.Full() || v >= .3 && !testing.Short() {
				far = 30
			}
			x, y, speed := slide(t, s, id, v, int(far/v*60), opposing, separator)
			if math.Abs(x-2-far) > .1 || math.Abs(y-.5) > .01 || math.Abs(speed-v) > 1e-6*v {
				t.Errorf("v = %v, opposing %v, separator %v: at (%v, %v) with %v", v, opposing, separator, x, y, speed)
			}
		}
	}
}

// A hexagon and a disc keep their speed on a chain without thickness.
func TestSeamsOfChain(t *testing.T) {
	for k := range 4 {
		opposing, separator := k%2 == 1, k/2 == 1
		for _, name := range []string{"hexagon", "disc", "box"} {
			s := soa.New()
			var points []soa.Point
			for k := range 51 {
				points = append(points, soa.Point{X: float64(k), Y: 0})
			}
			must.Get(s.AddChain(nil, points, 0, soa.Attrs{Body: 1, Static: true}))(t)
			var id soa.ID
			var err error
			switch name {
			case "hexagon":
				id, err = s.AddEllipse(soa.At(2, .5*math.Sqrt(3)/2, 0), .5, .5, 6, 0, soa.Attrs{})
			case "disc":
				id, err = s.AddCircle(soa.At(2, .5, 0), .5, soa.Attrs{})
			case "box":
				id, err = s.AddBox(soa.At(2, .5, 0), .5, .5, soa.Attrs{})
			}
			if err != nil {
				t.Fatal(err)
			}
			x, y, speed := slide(t, s, id, 3, 600, opposing, separator)
			if math.Abs(x-32) > .1 || !(y > .4 && y < .51) || math.Abs(speed-3) > 1e-4 {
				t.Errorf("%s, opposing %v, separator %v: at (%v, %v) with %v", name, opposing, separator, x, y, speed)
			}
		}
	}
}

// A real wall at the end of the floor is none that is passed over.
func TestWallBehindFloor(t *testing.T) {
	s := boxes(t, 10)
	must.Get(s.AddBox(soa.At(9, .5, 0), .5, .5, soa.Attrs{Static: true}))(t)
	id := must.Get(s.AddBox(soa.At(2, .5, 0), .5, .5, soa.Attrs{}))(t)
	x, y, speed := slide(t, s, id, 3, 300, false, false)
	if math.Abs(x-8) > 1e-5 || math.Abs(y-.5) > 1e-5 || math.Abs(speed) > 1e-5 {
		t.Errorf("at (%v, %v) with %v", x, y, speed)
	}
}

// sliding is a wide floor of boxes and shapes of all kinds that lie in it, in one set or in two.
func sliding(t *testing.T, joined bool) (movers, floor *soa.Shapes) {
	t.Helper()
	movers, floor = soa.New(), soa.New()
	if !joined {
		floor = movers
	}
	r := testenv.Rand(t, 31)
	for k := range 4000 {
		must.Get(floor.AddBox(soa.At(float64(k), -.5, 0), .5, .5, soa.Attrs{Static: true}))(t)
		batchtest.AddAny(t, movers, r, soa.At(float64(k)+r.Float64(), .5*r.Float64(), 6*r.Float64()), .6, soa.Attrs{Group: -1, Sensor: k%30 == 0})
	}
	return movers, floor
}

// TestSeamsWorkers: contacts on seams are ignored, and shapes pushed, as with one worker, bit for
// bit.
func TestSeamsWorkers(t *testing.T) {
	for _, joined := range []bool{false, true} {
		var want []float64
		for _, workers := range []int{1, 2, 5, daylight.MaxWorkers} {
			s, floor := sliding(t, joined)
			cfg := Config{SmoothSeams: true, Workers: workers}
			var sep *Separator
			var contacts *batch.Contacts
			if joined {
				sep = must.Get(NewJoin(s, floor, cfg))(t)
				contacts, _ = must.Both(batch.Join(context.Background(), s, floor, batch.Config{}))(t)
			} else {
				sep = must.Get(New(s, cfg))(t)
				contacts = batchtest.Collide(t, s, batch.Config{})
			}
			must.Get(sep.Separate(context.Background(), contacts))(t)
			ignored := 0
			for _, is := range sep.solver.ignored {
				if is {
					ignored++
				}
			}
			if used := len(sep.seams.sliders); ignored < 100 || used == 1 && workers > 1 {
				t.Fatalf("joined %v, %d workers: %d used, %d contacts ignored", joined, workers, used, ignored)
			}
			var got []float64
			for id := range s.All() {
				x, y, _ := s.Position(id)
				got = append(got, x, y)
			}
			if want == nil {
				want = got
			}
			if !slices.Equal(got, want) {
				t.Errorf("joined %v, %d workers: shapes are elsewhere", joined, workers)
			}
		}
	}
}
