// SPDX-License-Identifier: MIT

package batch

import (
	"context"

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

// Join finds the contacts between two sets once, as a step of an engine of NewJoin does. The
// contacts belong to the caller. In a loop use an Engine, which keeps its memory from step to step.
func Join(ctx context.Context, a, b *soa.Shapes, cfg Config) (*Contacts, Stats, error) {
	if err := joinable("Join", a, b); err != nil {
		return nil, Stats{}, err
	}
	return once(ctx, step.Source{First: a, Second: b}, cfg)
}

// once makes an engine for a single step.
func once(ctx context.Context, src step.Source, cfg Config) (*Contacts, Stats, error) {
	e, err := newEngine(src, &cfg, true)
	if err != nil {
		return nil, Stats{}, err
	}
	found, err := e.Step(ctx)
	if err != nil {
		return nil, Stats{}, err
	}
	out := *found // which keeps nothing else of the engine
	return &out, e.stats, nil
}
