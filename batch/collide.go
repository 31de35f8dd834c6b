// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"time"

	"daylight/internal/step"
	"daylight/soa"
)

// Collide finds the contacts of the shapes once, for callers who need no engine. The contacts
// belong to the caller. Collide does not change the order in which shapes are stored. It fails as
// Engine.Step does. In a loop use an Engine, which keeps its memory from step to step.
func Collide(ctx context.Context, shapes *soa.Shapes, cfg Config) (*Contacts, Stats, error) {
	if shapes == nil {
		return nil, Stats{}, wrong("Collide", "shapes is nil; make them with soa.New")
	}
	return once(ctx, step.Source{First: shapes}, cfg)
}

// Join finds the contacts between two sets: A is always a shape of a, B one of b, each with its
// ID in its own set. Shapes of one set do not meet each other. Filters work between the sets as
// within one: a static shape of a does not meet a static shape of b, and worlds, bodies and
// groups with the same number are the same. The contacts belong to the caller. Package separate
// pushes the shapes of both sets by them (NewJoin), or tells how those of the first are pushed
// out of those of the second (push.Out, push.Pushes). Calls that look up both shapes in
// one set refuse the contacts with an *daylight.ArgumentError.
//
// Join brings AABBs and other derived columns of both sets up to date, and changes nothing else about them.
// It copies the columns of both, so it costs somewhat more than a Collide of all shapes together.
func Join(ctx context.Context, a, b *soa.Shapes, cfg Config) (*Contacts, Stats, error) {
	if err := joinable("Join", a, b); err != nil {
		return nil, Stats{}, err
	}
	return once(ctx, step.Source{First: a, Second: b}, cfg)
}

// joinable refuses what are not two sets.
func joinable(op string, a, b *soa.Shapes) error {
	if a == nil || b == nil {
		return wrong(op, "a set of shapes is nil; make it with soa.New")
	}
	if a == b {
		return wrong(op, "both sets are the same; use Collide for contacts within one")
	}
	return nil
}

func once(ctx context.Context, src step.Source, cfg Config) (*Contacts, Stats, error) {
	c, err := cfg.resolve(call{once: true, join: src.Second != nil})
	if err != nil {
		return nil, Stats{}, err
	}
	r := &step.Run{}
	r.Hire(c.Workers, c.Mode)
	if err := r.Hold(ctx, "Step", &c, src); err != nil {
		return nil, Stats{}, err
	}
	defer src.Release()
	found := &step.Contacts{}
	if err := r.Step(ctx, &c, found); err != nil {
		return nil, Stats{}, err
	}
	if c.Canonical {
		var s step.Sorter
		if err := r.Canonical(&s); err != nil {
			return nil, Stats{}, err
		}
		r.Stats.Times.Step = time.Since(r.Begun)
	}
	out := &Contacts{of: src.First, with: src.Second, torus: c.OnTorus()}
	out.show(found)
	return out, statsOf(&r.Stats), nil
}
