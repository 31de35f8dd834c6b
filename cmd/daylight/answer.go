// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"daylight/batch/tile"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
	"daylight/soa"
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

// write writes the rows, and says how long it took.
func (f *found) write(ctx context.Context, w io.Writer, writing output.Writing) error {
	begin := time.Now()
	err := output.WriteContacts(ctx, w, f, writing)
	f.stats.Seconds.Write = time.Since(begin).Seconds()
	return err
}

// answer finds the answer about a set, and one that it is held against unless that is nil, and verifies it
// if that is asked for.
func (o *collide) answer(ctx context.Context, a asked, cfg job.Config, set, other *shapes.Set) (*found, error) {
	if a.exact {
		return o.exactly.decide(ctx, set, other, cfg, o.verify)
	}
	return o.find(ctx, set, other, cfg)
}

// find has the engine find the answer and, if asked, verifies it.
func (o *collide) find(ctx context.Context, set, other *shapes.Set, cfg job.Config) (*found, error) {
	var result *job.Result
	var err error
	if other == nil {
		result, err = job.Run(ctx, set, cfg)
	} else {
		result, err = job.Join(ctx, set, other, cfg)
	}
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
	if !a.exact {
		for k, s := range []*shapes.Set{set, other} {
			if s == nil {
				continue
			}
			var err error
			if a.cfg.Exclude[k], err = early(p, t, s); err != nil {
				return nil, err
			}
		}
		return o.answer(ctx, a, a.cfg, set, other)
	}
	f, err := o.answer(ctx, a, a.cfg, set, other)
	if err != nil {
		return nil, err
	}
	d := f.Answer.(*job.Decided)
	d.Keep(func(i int) bool {
		m, n := d.Pair(i)
		return p.Owner(set.World(m), set.Box(m), second(set, other).Box(n)) == t
	})
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

// early is the column by which the engine leaves pairs to other tiles; see tile.Plan.Early.
func early(p *tile.Plan, t int, s *shapes.Set) (*soa.Column[uint8], error) {
	col := soa.Attach[uint8](s.Shapes)
	err := s.Shapes.Update(func(c soa.Live) {
		bits := col.Data(c)
		for slot := range bits {
			k := s.Of(slot)
			bits[slot] = p.Early(t, s.World(k), s.Box(k))
		}
	})
	return col, err
}
