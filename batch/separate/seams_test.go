// SPDX-License-Identifier: MIT

package separate

import (
	"context"
	"math"
	"testing"

	"daylight/batch"
	"daylight/soa"
)

// slide lets a shape fall on a floor and move along it, pushed out of it in every frame, and
// returns how far it comes and at which speed. Without friction it must keep its speed.
func slide(t *testing.T, s *soa.Shapes, id soa.ID, v float64, frames int, opposing bool) (x, y, speed float64) {
	t.Helper()
	const dt, g = 1. / 60, 10.
	vx, vy := soa.Attach[float32](s), soa.Attach[float32](s)
	defer soa.Detach(s, vx)
	defer soa.Detach(s, vy)
	var opts []batch.Option
	if opposing {
		opts = append(opts, batch.Opposing(vx, vy, .05))
	}
	engine, err := batch.New(s, opts...)
	if err != nil {
		t.Fatal(err)
	}
	vel := [2]float64{v, 0}
	for range frames {
		vel[1] -= g * dt
		x, y, _ := s.Position(id)
		if err := s.SetPosition(id, x+vel[0]*dt, y+vel[1]*dt); err != nil {
			t.Fatal(err)
		}
		if err := vx.Set(id, float32(vel[0])); err != nil {
			t.Fatal(err)
		}
		if err := vy.Set(id, float32(vel[1])); err != nil {
			t.Fatal(err)
		}
		contacts, err := engine.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		push, err := PushOut(contacts, id)
		if err != nil {
			t.Fatal(err)
		}
		if push.X == 0 && push.Y == 0 {
			continue
		}
		x, y, _ = s.Position(id)
		if err := s.SetPosition(id, x+push.X, y+push.Y); err != nil {
			t.Fatal(err)
		}
		// What of the velocity leads against the push ends.
		l := math.Hypot(push.X, push.Y)
		if along := (vel[0]*push.X + vel[1]*push.Y) / l; along < 0 {
			vel[0] -= along * push.X / l
			vel[1] -= along * push.Y / l
		}
	}
	x, y, _ = s.Position(id)
	return x, y, vel[0]
}

// A box on a row of boxes slides over their seams at any speed.
func TestSeamsOfBoxes(t *testing.T) {
	for _, v := range []float64{.05, .1, .16, .3, 1, 3} {
		for _, opposing := range []bool{false, true} {
			s := soa.New()
			for k := range 40 {
				if _, err := s.AddBox(soa.At(float64(k), -.5, 0), .5, .5, soa.Static()); err != nil {
					t.Fatal(err)
				}
			}
			id, err := s.AddBox(soa.At(2, .5, 0), .5, .5)
			if err != nil {
				t.Fatal(err)
			}
			far := 30.
			if testing.Short() {
				far = 3
			}
			x, y, speed := slide(t, s, id, v, int(far/v*60), opposing)
			if math.Abs(x-2-far) > .1 || math.Abs(y-.5) > .01 || math.Abs(speed-v) > 1e-6*v {
				t.Errorf("v = %v, opposing %v: at (%v, %v) with %v", v, opposing, x, y, speed)
			}
		}
	}
}

// A hexagon and a disc keep their speed on a chain without thickness.
func TestSeamsOfChain(t *testing.T) {
	for _, opposing := range []bool{false, true} {
		for _, name := range []string{"hexagon", "disc", "box"} {
			s := soa.New()
			var points []soa.Point
			for k := range 51 {
				points = append(points, soa.Point{X: float64(k), Y: 0})
			}
			if _, err := s.AddChain(nil, points, 0, 1, soa.Static()); err != nil {
				t.Fatal(err)
			}
			var id soa.ID
			var err error
			switch name {
			case "hexagon":
				id, err = s.AddRegular(soa.At(2, .5*math.Sqrt(3)/2, 0), 6, .5, 0)
			case "disc":
				id, err = s.AddCircle(soa.At(2, .5, 0), .5)
			case "box":
				id, err = s.AddBox(soa.At(2, .5, 0), .5, .5)
			}
			if err != nil {
				t.Fatal(err)
			}
			x, y, speed := slide(t, s, id, 3, 600, opposing)
			if math.Abs(x-32) > .1 || !(y > .4 && y < .51) || math.Abs(speed-3) > 1e-4 {
				t.Errorf("%s, opposing %v: at (%v, %v) with %v", name, opposing, x, y, speed)
			}
		}
	}
}

// A real wall at the end of the floor is none that is passed over.
func TestWallBehindFloor(t *testing.T) {
	s := soa.New()
	for k := range 10 {
		if _, err := s.AddBox(soa.At(float64(k), -.5, 0), .5, .5, soa.Static()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.AddBox(soa.At(9, .5, 0), .5, .5, soa.Static()); err != nil {
		t.Fatal(err)
	}
	id, err := s.AddBox(soa.At(2, .5, 0), .5, .5)
	if err != nil {
		t.Fatal(err)
	}
	x, y, speed := slide(t, s, id, 3, 300, false)
	if math.Abs(x-8) > 1e-5 || math.Abs(y-.5) > 1e-5 || math.Abs(speed) > 1e-5 {
		t.Errorf("at (%v, %v) with %v", x, y, speed)
	}
}
