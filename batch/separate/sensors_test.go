// SPDX-License-Identifier: MIT

package separate_test

import (
	"errors"
	"slices"
	"testing"

	"daylight/batch"
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
