// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"io"

	"daylight/batch"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// contacts finds contacts, or exact answers.
type contacts struct {
	*collide
	asked asked
}

// look refuses shapes that do not move though --mode swept asks when they meet, and notes sets that miss
// each other: people in frames beside walls without worlds, say, of which the answer is right and hardly meant.
func (k *contacts) look(set, other *shapes.Set) error {
	if err := moves(k.asked, set, other); err != nil {
		return err
	}
	if cfg := k.asked.cfg; cfg.Mode == batch.ModeDistance && cfg.Margin <= 0 {
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

func (k *contacts) expect(ctx context.Context, w io.Writer, set, other *shapes.Set) error {
	return dryRun(ctx, w, set, other, k.asked.cfg.Config, k.in.took, k.in.memory.Held())
}

func (k *contacts) find(ctx context.Context, set, other *shapes.Set, _ *output.Stats) (output.Contacts, *output.Stats, error) {
	f, err := k.asked.cfg.Answer(ctx, set, other)
	if err != nil {
		return nil, nil, err
	}
	return f, f.Stats, nil
}

func (k *contacts) count(total *output.Stats, set, other *shapes.Set) {
	job.Count(total, set, other)
	total.Step = k.asked.read.Time
}

func (k *contacts) report(total *output.Stats) {
	k.in.bounded(total.Bounded, total.Contacts)
	k.in.note(summary(total))
}

// rows says how rows are written, of tables in such a system of coordinates.
func (o *collide) rows(a asked, crs geometry.CRS) output.Writing {
	w := output.Writing{Format: a.format, Workers: a.read.Workers, Draw: a.draw(crs), CRS: crs}
	if w.Draw != output.NoDrawing && crs.Known() && !output.Named(a.format, crs) {
		o.in.note(fmt.Sprintf("%v: the tables are in %v, which %s can name by PROJJSON alone: the output names none", target(o.out), crs, a.format))
	}
	return w
}

// second is the set that b is from.
func second(set, other *shapes.Set) *shapes.Set {
	if other != nil {
		return other
	}
	return set
}
