// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"daylight/batch"
	"daylight/batch/tile"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
)

// found is an answer, whichever way it was found.
type found struct {
	shards.Answer
	stats *output.Stats
}

// Touch is that of the answer, if it has one: see output.Touched.
func (f *found) Touch(from, to int) byte {
	if a, ok := f.Answer.(output.Touched); ok {
		return a.Touch(from, to)
	}
	return 0
}

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
	return dryRun(ctx, w, set, other, k.asked.cfg, k.in.took, k.in.memory.Held())
}

func (k *contacts) find(ctx context.Context, set, other *shapes.Set, _ *output.Stats) (output.Contacts, *output.Stats, error) {
	f, err := k.answer(ctx, k.asked, k.asked.cfg, set, other)
	if err != nil {
		return nil, nil, err
	}
	return f, f.stats, nil
}

func (k *contacts) count(total *output.Stats, set, other *shapes.Set) {
	countShapes(total, set, other)
	total.Step = k.asked.read.Time
}

func (k *contacts) report(total *output.Stats) {
	k.in.bounded(total.Bounded, total.Contacts)
	k.in.note(summary(total))
}

// answer finds the answer about a set, and one that it is held against unless that is nil, and verifies it
// if that is asked for.
func (o *collide) answer(ctx context.Context, a asked, cfg job.Config, set, other *shapes.Set) (*found, error) {
	if a.exact {
		return o.exactly.decide(ctx, set, other, cfg, o.verify)
	}
	return o.contactsOf(ctx, set, other, cfg)
}

// contactsOf has the engine find the answer and, if asked, verifies it.
func (o *collide) contactsOf(ctx context.Context, set, other *shapes.Set, cfg job.Config) (*found, error) {
	result, err := job.Run(ctx, set, other, cfg)
	if err != nil {
		return nil, err
	}
	stats := statistics(result, cfg)
	if o.verify {
		begin := time.Now()
		if stats.Pushes, err = o.check(ctx, result, cfg); err != nil {
			return nil, err
		}
		yes := true
		stats.Verified = &yes
		stats.Seconds.Verify = time.Since(begin).Seconds()
	}
	return &found{result, stats}, nil
}

// check compares the result with brute force, and returns how many pushes were tried.
func (o *collide) check(ctx context.Context, r *job.Result, cfg job.Config) (pushes int, err error) {
	if n := r.Pairs(); n > 1e9 {
		o.in.note(fmt.Sprintf("--verify decides %.3g pairs one by one; this takes a while", n))
	}
	d, err := r.Verify(ctx, cfg)
	if err != nil {
		return 0, err
	}
	if d.Any() {
		return 0, d
	}
	return d.Pushes, nil
}

// rows says how rows are written, of tables in such a system of coordinates.
func (o *collide) rows(a asked, crs geometry.CRS) output.Writing {
	w := output.Writing{Format: a.format, Workers: a.read.Workers, Draw: a.draw(crs), CRS: crs}
	if w.Draw != output.NoDrawing && crs.Known() && !output.Named(a.format, crs) {
		o.in.note(fmt.Sprintf("%v: the tables are in %v, which %s can name by PROJJSON alone: the output names none", target(o.out), crs, a.format))
	}
	return w
}

// tile finds what a tile owns of the answer about the shapes that reach it.
func (o *collide) tile(ctx context.Context, p *tile.Plan, t int, set, other *shapes.Set, a asked) (*found, error) {
	share := job.Share{Plan: p, Tile: t, World: func(world uint32) uint32 { return world }}
	for k, s := range []*shapes.Set{set, other} {
		if s == nil || a.exact {
			continue
		}
		var err error
		if a.cfg.Exclude[k], err = share.Exclude(s); err != nil {
			return nil, err
		}
	}
	f, err := o.answer(ctx, a, a.cfg, set, other)
	if err != nil || !a.exact {
		return f, err
	}
	d := f.Answer.(*job.Decided)
	share.Keep(d)
	f.stats.Contacts = d.Len()
	return f, nil
}

// second is the set that b is from.
func second(set, other *shapes.Set) *shapes.Set {
	if other != nil {
		return other
	}
	return set
}
