// SPDX-License-Identifier: MIT

package push_test

import (
	"context"
	"reflect"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/batch/push"
	"daylight/internal/must"
	"daylight/soa"
)

// TestPushesWorkers: the pushes of all shapes, of one set and of two, are the same for every number
// of workers. They equal the pushes that push.Out finds of each shape alone.
func TestPushesWorkers(t *testing.T) {
	s, others, r := soa.New(), soa.New(), seeded(t, 61)
	for k := range 3000 {
		addAny(t, s, r, somewhere(r, 0, 0, 60), 1, soa.Attrs{Sensor: k%20 == 0})
		addAny(t, others, r, somewhere(r, 0, 0, 60), 1, soa.Attrs{Sensor: k%20 == 1})
	}
	one := collide(t, s, batch.Config{Margin: .05})
	two, _ := must.Both(batch.Join(context.Background(), s, others, batch.Config{Margin: .05}))(t)
	for _, c := range []*batch.Contacts{one, two} {
		want := push.Pushes{Workers: 1}
		must.Do(t, want.Find(c))
		if len(want.ID) < 1000 {
			t.Fatalf("only %d shapes of %d contacts", len(want.ID), c.Len())
		}
		for k := 0; k < len(want.ID); k += 97 {
			if p := must.Get(push.Out(c, want.ID[k]))(t); p != (push.Push{X: want.X[k], Y: want.Y[k], Left: want.Left[k]}) {
				t.Fatalf("shape %v: %+v alone, among all (%v, %v), %v", want.ID[k], p, want.X[k], want.Y[k], want.Left[k])
			}
		}
		var got push.Pushes
		for _, workers := range []int{5, 0, 2, 7, 1, daylight.MaxWorkers} {
			got.Workers = workers
			must.Do(t, got.Find(c))
			if !reflect.DeepEqual([]any{got.ID, got.X, got.Y, got.Left}, []any{want.ID, want.X, want.Y, want.Left}) {
				t.Errorf("%d workers: other pushes than with one", workers)
			}
		}
		got.Workers = 1
		if n := testing.AllocsPerRun(3, func() { must.Do(t, got.Find(c)) }); n > 0 {
			t.Errorf("%v allocations with one worker", n)
		}
	}
}
