// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"

	"daylight/batch"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// contacts finds contacts, or exact answers.
type contacts struct {
	in  *input
	cfg job.Spec
}

// look refuses shapes that do not move though --mode swept asks when they meet, and notes sets that miss
// each other: people in frames beside walls without worlds, say, of which the answer is right and hardly meant.
func (k *contacts) look(set, other *shapes.Set) error {
	moving, rows := movingOf(set, other)
	if err := k.cfg.Still(moving, rows); err != nil {
		return fmt.Errorf("%w (see daylight help formats)", err)
	}
	if k.cfg.Mode == batch.ModeDistance && k.cfg.Margin <= 0 {
		k.in.note("--mode distance without a positive --margin finds pairs that touch, and no others")
	}
	const miss = "--join: %s name no world, so all their shapes are in world %s, and %s have shapes in other worlds, which they miss (see daylight help formats)"
	switch {
	case other == nil:
	case other.Misses(set):
		k.in.note(fmt.Sprintf(miss, "the joined tables", shapes.DefaultWorld, "the FILEs"))
	case set.Misses(other):
		k.in.note(fmt.Sprintf(miss, "the FILEs", shapes.DefaultWorld, "the joined tables"))
	}
	return nil
}

// movingOf says of which sets a table says how shapes move, and which have rows.
func movingOf(sets ...*shapes.Set) (moving, rows [2]bool) {
	for k, s := range sets {
		moving[k], rows[k] = s != nil && s.Moving, s != nil && s.Rows > 0
	}
	return moving, rows
}

func (k *contacts) find(ctx context.Context, set, other *shapes.Set) (output.Drawn, tally, error) {
	f, err := k.cfg.Find(ctx, set, other)
	if err != nil {
		return nil, nil, err
	}
	return f, f.Stats, nil
}

func (k *contacts) count(total tally, set, other *shapes.Set) {
	s := total.(*output.Stats)
	job.Count(s, set, other)
	s.Step = k.cfg.Step
}

func (k *contacts) report(total tally) {
	if k.in.quiet {
		return
	}
	s := total.(*output.Stats)
	k.in.bounded(s.Bounded, s.Contacts)
	k.in.note(summary(s))
}

// second is the set that b is from.
func second(set, other *shapes.Set) *shapes.Set {
	if other != nil {
		return other
	}
	return set
}
