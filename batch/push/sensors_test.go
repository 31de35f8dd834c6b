// SPDX-License-Identifier: MIT

package push_test

import (
	"math"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/batch/push"
	"daylight/internal/must"
	"daylight/soa"
)

// TestSensors: pushes of a shape do not heed sensors, and sensors have none.
func TestSensors(t *testing.T) {
	s := soa.New()
	hero := must.Get(s.AddBox(soa.At(0, 0, 0), 1, 1, soa.Attrs{}))(t)
	wall := must.Get(s.AddBox(soa.At(1.5, 0, 0), 1, 1, soa.Attrs{Body: 3}))(t)
	zone := must.Get(s.AddBox(soa.At(0, 1.2, 0), 4, 1, soa.Attrs{Sensor: true, Body: 3}))(t)
	c := collide(t, s, batch.Config{Canonical: true})
	if c.Len() != 2 {
		t.Fatalf("%d contacts, want the wall's and the zone's", c.Len())
	}
	p, err := push.Out(c, hero)
	if err != nil || p.Y != 0 || !(p.X < -0.49 && p.X > -0.51) {
		t.Errorf("the hero is pushed by %+v, %v: want (-0.5, 0)", p, err)
	}
	if p, err := push.Out(c, zone); err != nil || p != (push.Push{}) {
		t.Errorf("the zone is pushed by %+v, %v", p, err)
	}
	var all push.Pushes
	if err := all.Find(c); err != nil || !slices.Equal(all.ID, []soa.ID{hero, wall}) {
		t.Errorf("pushes of %v, %v: want those of the hero and the wall", all.ID, err)
	}
	var bodies push.Bodies
	must.Do(t, bodies.Find(c))
	if len(bodies.A) != 1 || bodies.Start[1] != 2 || bodies.Y[0] != 0 || !(bodies.X[0] > 0.49 && bodies.X[0] < 0.51) {
		t.Errorf("bodies %+v: want one pair of two contacts, parted by (0.5, 0)", bodies)
	}
	counted := push.Bodies{Sensors: true}
	if err := counted.Find(c); err != nil || math.Abs(counted.X[0]-0.5) > 1e-6 || math.Abs(counted.Y[0]-0.8) > 1e-6 {
		t.Errorf("sensors counted: parted by (%v, %v), %v: want (0.5, 0.8)", counted.X[0], counted.Y[0], err)
	}
	must.Do(t, s.SetAttrs(wall, soa.Attrs{Sensor: true, Body: 3}))
	if err := bodies.Find(collide(t, s, batch.Config{})); err != nil || len(bodies.A) != 1 || bodies.X[0] != 0 || bodies.Y[0] != 0 {
		t.Errorf("a body of sensors pushes by (%v, %v), %v", bodies.X[0], bodies.Y[0], err)
	}
}
