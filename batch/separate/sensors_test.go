// SPDX-License-Identifier: MIT

package separate_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/batch/mtv"
	"daylight/batch/separate"
	"daylight/internal/must"
	"daylight/soa"
)

// TestSensors: a sensor has the contacts and events that it has as a solid shape, and all are
// moved as if it were not there, bit for bit.
func TestSensors(t *testing.T) {
	build := func(sensing, present bool) (*soa.Shapes, []soa.ID, []bool) {
		s, r := soa.New(), seeded(t, 21)
		var ids []soa.ID
		var sensor []bool
		for range 600 {
			pose, draw, marked := somewhere(r, 0, 0, 32), r.Uint64(), r.IntN(4) == 0
			var attrs soa.Attrs
			if r.IntN(3) == 0 {
				attrs.Body = uint32(1 + r.IntN(40))
			}
			sensor = append(sensor, marked)
			if marked && !present {
				// Far away and in a world of its own: the others have the same IDs.
				attrs.World = 77
				attrs.Sensor = true
			} else if marked && sensing {
				attrs.Sensor = true
			}
			ids = append(ids, addAny(t, s, drawn(draw), pose, 1, attrs))
		}
		return s, ids, sensor
	}
	sensing, ids, sensor := build(true, true)
	solid, _, _ := build(false, true)
	absent, _, _ := build(true, false)
	want, got := collide(t, solid, batch.Config{Canonical: true}), collide(t, sensing, batch.Config{Canonical: true})
	if !slices.Equal(got.A, want.A) || !slices.Equal(got.B, want.B) || !slices.Equal(got.Depth, want.Depth) {
		t.Fatal("sensors have other contacts than solid shapes")
	}
	x, y := places(sensing)
	x, y = slices.Clone(x), slices.Clone(y)
	stats := apart(t, sensing, got, separate.Config{})
	other := apart(t, absent, collide(t, absent, batch.Config{Canonical: true}), separate.Config{})
	if stats.Contacts == got.Len() || stats.Contacts != other.Contacts || stats.Deepest != other.Deepest {
		t.Errorf("%+v, without sensors %+v", stats, other)
	}
	u, v := places(sensing)
	p, q := places(absent)
	moved := 0
	for i := range ids {
		attrs := must.Get(sensing.Attrs(ids[i]))(t)
		switch {
		case sensor[i] && attrs.Body == 0:
			if u[i] != x[i] || v[i] != y[i] {
				t.Fatalf("sensor %d was pushed", i)
			}
		case !sensor[i] && (u[i] != p[i] || v[i] != q[i]):
			t.Fatalf("shape %d is at %v, %v, without sensors at %v, %v", i, u[i], v[i], p[i], q[i])
		case sensor[i] && u[i] != x[i]:
			moved++ // with its body
		}
	}
	if moved == 0 {
		t.Error("no sensor went with the body that it is a part of")
	}
	// Solid again, it is pushed.
	for i, id := range ids {
		if sensor[i] {
			a, err := sensing.Attrs(id)
			a.Sensor = false
			must.Do(t, errors.Join(err, sensing.SetAttrs(id, a)))
		}
	}
	if again := apart(t, sensing, collide(t, sensing, batch.Config{}), separate.Config{}); again.Contacts <= stats.Contacts {
		t.Errorf("%d contacts push once there are no sensors, %d before", again.Contacts, stats.Contacts)
	}
}

// TestSensorsPushOut: pushes of a shape do not heed sensors, and sensors have none.
func TestSensorsPushOut(t *testing.T) {
	s := soa.New()
	hero := must.Get(s.AddBox(soa.At(0, 0, 0), 1, 1, soa.Attrs{}))(t)
	wall := must.Get(s.AddBox(soa.At(1.5, 0, 0), 1, 1, soa.Attrs{Body: 3}))(t)
	zone := must.Get(s.AddBox(soa.At(0, 1.2, 0), 4, 1, soa.Attrs{Sensor: true, Body: 3}))(t)
	c := collide(t, s, batch.Config{Canonical: true})
	if c.Len() != 2 {
		t.Fatalf("%d contacts, want the wall's and the zone's", c.Len())
	}
	p, err := separate.PushOut(c, hero)
	if err != nil || p.Y != 0 || !(p.X < -0.49 && p.X > -0.51) {
		t.Errorf("the hero is pushed by %+v, %v: want (-0.5, 0)", p, err)
	}
	if p, err := separate.PushOut(c, zone); err != nil || p != (separate.Push{}) {
		t.Errorf("the zone is pushed by %+v, %v", p, err)
	}
	var all separate.Pushes
	if err := all.Find(c); err != nil || !slices.Equal(all.ID, []soa.ID{hero, wall}) {
		t.Errorf("pushes of %v, %v: want those of the hero and the wall", all.ID, err)
	}
	var bodies mtv.Bodies
	must.Do(t, bodies.Find(c))
	if len(bodies.A) != 1 || bodies.Start[1] != 2 || bodies.Y[0] != 0 || !(bodies.X[0] > 0.49 && bodies.X[0] < 0.51) {
		t.Errorf("bodies %+v: want one pair of two contacts, parted by (0.5, 0)", bodies)
	}
	counted := mtv.Bodies{Sensors: true}
	if err := counted.Find(c); err != nil || math.Abs(counted.X[0]-0.5) > 1e-6 || math.Abs(counted.Y[0]-0.8) > 1e-6 {
		t.Errorf("sensors counted: parted by (%v, %v), %v: want (0.5, 0.8)", counted.X[0], counted.Y[0], err)
	}
	must.Do(t, s.SetAttrs(wall, soa.Attrs{Sensor: true, Body: 3}))
	if err := bodies.Find(collide(t, s, batch.Config{})); err != nil || len(bodies.A) != 1 || bodies.X[0] != 0 || bodies.Y[0] != 0 {
		t.Errorf("a body of sensors pushes by (%v, %v), %v", bodies.X[0], bodies.Y[0], err)
	}
}

// TestSensorsOpposing: a pair with a sensor keeps the least translation, others do not.
func TestSensorsOpposing(t *testing.T) {
	s := soa.New()
	vx, vy := soa.Attach[float32](s), soa.Attach[float32](s)
	r := seeded(t, 23)
	marked := map[soa.ID]bool{}
	for range 500 {
		sensor := r.IntN(4) == 0
		var attrs soa.Attrs
		if sensor {
			attrs.Sensor = true
		}
		id := addAny(t, s, r, somewhere(r, 0, 0, 30), 1, attrs)
		marked[id] = sensor
		for _, err := range []error{vx.Set(id, float32(r.NormFloat64())), vy.Set(id, float32(r.NormFloat64()))} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	plain := collide(t, s, batch.Config{Canonical: true})
	got := collide(t, s, batch.Config{Canonical: true, Columns: batch.Columns{VX: vx, VY: vy}, OpposeWithin: 0.3})
	changed, kept := 0, 0
	for i, c := range got.All() {
		switch same := c == plain.At(i); {
		case marked[c.A] || marked[c.B]:
			kept++
			if !same {
				t.Fatalf("%+v of a sensor, without Opposing %+v", c, plain.At(i))
			}
		case !same:
			changed++
		}
	}
	if changed == 0 || kept == 0 {
		t.Errorf("%d contacts changed, %d of sensors: the test is too sparse", changed, kept)
	}
}
