// SPDX-License-Identifier: MIT

package separate

import (
	"context"
	"errors"
	"testing"

	"daylight/batch"
	"daylight/batch/push"
	"daylight/internal/must"
	"daylight/internal/store"
	"daylight/soa"
)

// Each call holds the shapes while it reads them. If it cannot hold them, it returns an error and
// reads nothing. The shapes are free again afterwards.
func TestLooksAtHeldShapesOnly(t *testing.T) {
	s := soa.New()
	var ids []soa.ID
	for k := range 6 {
		id := must.Get(s.AddBox(soa.At(1.5*float64(k), 0.25*float64(k%2), 0), 1, 1, soa.Attrs{Body: uint32(k / 2)}))(t)
		ids = append(ids, id)
	}
	contacts, _, err := batch.Collide(context.Background(), s, batch.Config{})
	if err != nil || contacts.Len() < 3 {
		t.Fatalf("%d contacts, %v", contacts.Len(), err)
	}
	sep := must.Get(New(s, Config{SmoothSeams: true}))(t)
	var bodies push.Bodies
	var pushes push.Pushes
	for name, call := range map[string]func() error{
		"Separate":    func() error { _, err := sep.Separate(context.Background(), contacts); return err },
		"PushOut":     func() error { _, err := push.Out(contacts, ids[1]); return err },
		"Pushes.Find": func() error { return pushes.Find(contacts) },
		"Bodies.Find": func() error { return bodies.Find(contacts) },
	} {
		var held error
		must.Do(t, s.Update(func(soa.Live) { held = call() }))
		if !errors.Is(held, soa.ErrInUse) || len(bodies.A)+len(pushes.ID) > 0 {
			t.Errorf("%s inside of Update: %v, %d and %d rows", name, held, len(bodies.A), len(pushes.ID))
		}
		if err := call(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.SetPosition(ids[0], 0, 0); err != nil {
			t.Errorf("after %s: %v", name, err)
		}
		bodies, pushes = push.Bodies{}, push.Pushes{}
	}
}

// TestSeparateNothing: where nothing overlaps no shape is written to, so that an engine goes on
// passing over all.
func TestSeparateNothing(t *testing.T) {
	ctx := context.Background()
	s := soa.New()
	for k := range 1000 {
		must.Get(s.AddCircle(soa.At(3*float64(k%30), 3*float64(k/30), 0), 1, soa.Attrs{}))(t)
	}
	sep := must.Get(New(s, Config{}))(t)
	written := func() bool {
		contacts, _ := must.Both(batch.Collide(ctx, s, batch.Config{Margin: 0.5}))(t)
		_, before, _ := store.Of(s).Written(nil, 0)
		must.Get(sep.Separate(ctx, contacts))(t)
		_, now, _ := store.Of(s).Written(nil, 0)
		return now != before
	}
	if written() {
		t.Error("shapes count as written though none overlaps another")
	}
	must.Get(s.AddCircle(soa.At(0.5, 0, 0), 1, soa.Attrs{}))(t)
	if !written() {
		t.Error("shapes were pushed apart, and none counts as written")
	}
}
