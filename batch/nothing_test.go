// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"errors"
	"testing"

	"daylight"
	"daylight/batch"
	"daylight/batch/exact"
	"daylight/batch/mtv"
	"daylight/batch/push"
	"daylight/batch/query"
	"daylight/batch/separate"
	"daylight/internal/batchtest"
	"daylight/internal/must"
	"daylight/internal/store"
	"daylight/soa"
)

// second is the error of a call that returns something else first.
func second[T any](_ T, err error) error { return err }

// third is the error of a call that returns two things before.
func third[T, U any](_ T, _ U, err error) error { return err }

// TestNilAndZero: a call that is given nil for shapes, a scene or contacts, or is made on a nil or
// zero value that has to come from a constructor, returns an error that says so.
func TestNilAndZero(t *testing.T) {
	ctx := context.Background()
	s := soa.New()
	id := must.Get(s.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{}))(t)
	must.Get(s.AddBox(soa.At(1, 0, 0), 1, 1, soa.Attrs{}))(t)
	var all [3]*batch.Contacts
	for k, mode := range []batch.Mode{batch.ModeContacts, batch.ModeManifolds, batch.ModeDistance} {
		if all[k] = batchtest.Collide(t, s, batch.Config{Mode: mode}); all[k].Len() != 1 {
			t.Fatal(all[k].Len())
		}
	}
	found := all[0]
	var (
		engine *batch.Engine
		part   *separate.Separator
		index  *query.Index
		asker  *query.Asker
		nobody *batch.Contacts
		full   = new(exact.Scene)
		ways   mtv.Candidates
		bodies push.Bodies
		pushes push.Pushes
	)
	ix := must.Get(query.New(s, query.Config{}))(t)
	some := must.Get(ix.NewAsker(query.AskerConfig{}))(t)
	same := func(id soa.ID) soa.ID { return id }
	calls := map[string]func() error{
		"batch.New":                   func() error { return second(batch.New(nil, batch.Config{})) },
		"batch.Collide":               func() error { return third(batch.Collide(ctx, nil, batch.Config{})) },
		"batch.Join":                  func() error { return third(batch.Join(ctx, s, nil, batch.Config{})) },
		"batch.Join, first":           func() error { return third(batch.Join(ctx, nil, s, batch.Config{})) },
		"batch.NewJoin":               func() error { return second(batch.NewJoin(s, nil, batch.Config{})) },
		"batch.NewJoin, first":        func() error { return second(batch.NewJoin(nil, s, batch.Config{})) },
		"batch.BruteForce":            func() error { return second(batchtest.BruteForce(ctx, nil, batch.Config{})) },
		"batch.BruteForceJoin":        func() error { return second(batchtest.BruteForceJoin(ctx, nil, s, batch.Config{})) },
		"Engine.Step, nil":            func() error { return second(engine.Step(ctx)) },
		"Engine.Advance, nil":         func() error { return second(engine.Advance(ctx, 1)) },
		"Engine.Events, nil":          func() error { return second(engine.Events()) },
		"Engine.Shrink, nil":          func() error { return engine.Shrink() },
		"Engine.Step, zero":           func() error { return second(new(batch.Engine).Step(ctx)) },
		"Engine.Advance, zero":        func() error { return second(new(batch.Engine).Advance(ctx, 1)) },
		"Engine.Events, zero":         func() error { return second(new(batch.Engine).Events()) },
		"Engine.Shrink, zero":         func() error { return new(batch.Engine).Shrink() },
		"Contacts.Fit, nil":           func() error { return nobody.Fit(store.Key{}, s, s, false) },
		"separate.New":                func() error { return second(separate.New(nil, separate.Config{})) },
		"separate.NewJoin":            func() error { return second(separate.NewJoin(s, nil, separate.Config{})) },
		"separate.Separate":           func() error { return separated(ctx, nil, found, separate.Config{}) },
		"separate.Separate, contacts": func() error { return separated(ctx, s, nil, separate.Config{}) },
		"Separator.Separate, nil":     func() error { return second(part.Separate(ctx, found)) },
		"Separator.Separate, zero":    func() error { return second(new(separate.Separator).Separate(ctx, found)) },
		"push.Out":                    func() error { return second(push.Out(nil, id)) },
		"Pushes.Find":                 func() error { return pushes.Find(nil) },
		"Bodies.Find":                 func() error { return bodies.Find(nil) },
		"Bodies.Find, named":          func() error { return bodies.Find(nil, same, same) },
		"mtv.Pair":                    func() error { return second(mtv.Pair(nil, id, id, 0)) },
		"Candidates.Find":             func() error { return ways.Find(nil, found, 0) },
		"Candidates.Find, of":         func() error { return ways.Find(s, nil, 0) },
		"query.New":                   func() error { return second(query.New(nil, query.Config{})) },
		"Index.NewAsker, nil":         func() error { return second(index.NewAsker(query.AskerConfig{})) },
		"Index.Build, nil":            func() error { return index.Build() },
		"Index.Refit, nil":            func() error { return index.Refit() },
		"Index.NewAsker, zero":        func() error { return second(new(query.Index).NewAsker(query.AskerConfig{})) },
		"Index.Build, zero":           func() error { return new(query.Index).Build() },
		"Index.Refit, zero":           func() error { return new(query.Index).Refit() },
		"Asker, probes":               func() error { return second(some.OverlapShapes(ctx, nil, nil, query.Options{})) },
		"Bounds.Fill":                 func() error { return new(batch.Bounds).Fill(nil, batch.Config{}) },
		"exact.Find":                  func() error { return second(exact.Find(ctx, nil, exact.Config{})) },
		"exact.Join":                  func() error { return second(exact.Join(ctx, full, nil, exact.Config{})) },
		"exact.Join, first":           func() error { return second(exact.Join(ctx, nil, full, exact.Config{})) },
	}
	var none query.Options
	for name, ix := range map[string]*query.Index{"nil": index, "zero": new(query.Index)} {
		for call, f := range map[string]func() error{
			"CastRay":        func() error { return second(ix.CastRay(0, 0, 1, 1, none)) },
			"CastRayAny":     func() error { return second(ix.CastRayAny(0, 0, 1, 1, none)) },
			"CastRayAll":     func() error { return second(ix.CastRayAll(nil, 0, 0, 1, 1, none)) },
			"CastShape":      func() error { return second(ix.CastShape(s, id, 1, 1, 0, none)) },
			"OverlapPoint":   func() error { return second(ix.OverlapPoint(nil, 0, 0, none)) },
			"OverlapAABB":    func() error { return second(ix.OverlapAABB(nil, 0, 0, 1, 1, none)) },
			"OverlapBox":     func() error { return second(ix.OverlapBox(nil, 0, 0, 1, 1, none)) },
			"OverlapShape":   func() error { return second(ix.OverlapShape(nil, s, id, none)) },
			"CoverShape":     func() error { return second(ix.CoverShape(nil, s, id, none)) },
			"NearestToPoint": func() error { return second(ix.NearestToPoint(nil, 0, 0, 1, none)) },
			"NearestToShape": func() error { return second(ix.NearestToShape(nil, s, id, 1, none)) },
		} {
			calls["Index."+call+", "+name] = f
		}
	}
	for name, a := range map[string]*query.Asker{"nil": asker, "zero": new(query.Asker)} {
		for call, f := range map[string]func() error{
			"CastRays":        func() error { return second(a.CastRays(ctx, nil, nil, nil, nil, none)) },
			"CastRaysAny":     func() error { return second(a.CastRaysAny(ctx, nil, nil, nil, nil, none)) },
			"CastRaysAll":     func() error { return second(a.CastRaysAll(ctx, nil, nil, nil, nil, none)) },
			"CastShapes":      func() error { return second(a.CastShapes(ctx, s, nil, nil, nil, nil, none)) },
			"OverlapPoints":   func() error { return second(a.OverlapPoints(ctx, nil, nil, none)) },
			"OverlapAABBs":    func() error { return second(a.OverlapAABBs(ctx, nil, nil, nil, nil, none)) },
			"OverlapBoxes":    func() error { return second(a.OverlapBoxes(ctx, nil, nil, nil, nil, none)) },
			"OverlapShapes":   func() error { return second(a.OverlapShapes(ctx, s, nil, none)) },
			"CoverShapes":     func() error { return second(a.CoverShapes(ctx, s, nil, none)) },
			"NearestToPoints": func() error { return second(a.NearestToPoints(ctx, nil, nil, 1, none)) },
			"NearestToShapes": func() error { return second(a.NearestToShapes(ctx, s, nil, 1, none)) },
			"WithinDistance":  func() error { return second(a.WithinDistance(ctx, 1, none)) },
		} {
			calls["Asker."+call+", "+name] = f
		}
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if v := recover(); v != nil {
					t.Errorf("it panics: %v", v)
				}
			}()
			if err := call(); err == nil || !errors.Is(err, daylight.ErrArgument) {
				t.Errorf("error %v, want a *daylight.ArgumentError", err)
			}
		})
	}
	if n := new(query.Index).Len(); n != 0 {
		t.Errorf("the zero Index has %d shapes", n)
	}
}
