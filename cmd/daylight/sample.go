// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"daylight/batch/tile"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
	"daylight/cmd/internal/table"
)

// sample reads some rows of each table, or all of them if there are few, and then finds what is wrong with any. It
// says in the plan how many shapes there are about.
func (o *plan) sample(c *cobra.Command, p *shards.Plan, seen *scan) (tile.Sample, error) {
	if os.Getenv("GOGC") == "" { // a sample takes little memory
		debug.SetGCPercent(100)
	}
	total := int64(0)
	for _, f := range slices.Concat(p.Files, p.Join) {
		total += f.Size + 1
	}
	s := &shards.Sampling{Seen: seen.all}
	sum, whole := 0.0, true // shapes of all tables, about, and whether all of their rows were read
	read := o.read
	read.SkipBad, read.Tables, o.in.partly, o.in.sampled = true, true, true, true
	seen.tellIDs(o.spec)
	defer seen.close()
	read.Tiling = seen.tiling(o.spec, false, s.Enough)
	want := float64(min(max(tileShapes*o.tiles, leastShapes), mostShapes))
	var loader *shapes.Loader
	o.in.reading = func(l *shapes.Loader, _ bool, _ int, src *table.Source) error {
		loader = l
		before := seen.all()
		part, err := s.Table(l, src, int(want*float64(src.Size+1)/float64(total))+1)
		whole = whole && part == 1
		sum += float64(seen.all()-before) / max(part, 1e-9)
		return err
	}
	set, other, err := o.in.read(c.Context(), read, o.files, &o.join, c.InOrStdin())
	if err != nil {
		return tile.Sample{}, err
	}
	if whole {
		sum = float64(seen.all())
		o.worlds, seen.alike = len(set.Worlds()), shards.Alike(set.Worlds())
		if err := o.complete(loader, seen, set, other); err != nil {
			return tile.Sample{}, err
		}
	} else if err := o.headers(set, other); err != nil {
		return tile.Sample{}, err
	}
	p.Shapes = int64(sum)
	sample := seen.sampler.Sample()
	for i := range sample.Weight {
		sample.Weight[i] *= max(1, sum/float64(max(seen.all(), 1)))
	}
	return sample, nil
}

// headers finds what is wrong with tables of which some rows were read.
func (o *plan) headers(set, other *shapes.Set) error {
	moving, rows := movingOf(set, other)
	for k, s := range []*shapes.Set{set, other} {
		moving[k] = moving[k] || s != nil && s.Open
	}
	if err := o.what.still(moving, rows); err != nil {
		return fmt.Errorf("%w (see daylight help formats)", err)
	}
	return nil
}

// complete finds what is wrong with tables that were read as a whole.
func (o *plan) complete(l *shapes.Loader, seen *scan, set, other *shapes.Set) error {
	for k, set := range []*shapes.Set{set, other} {
		switch {
		case set == nil:
		case set.Rows == 0:
			o.in.note(empty([][]string{o.files, o.join.files}[k]))
		case set.FirstBad == nil:
		case !o.in.SkipBad:
			return set.FirstBad
		case seen.shapes[k] == 0 && set.Outside == 0:
			return fmt.Errorf("%w (%d of %d); the first: %w", shapes.ErrAllBad, set.Skipped, set.Rows, set.FirstBad)
		}
	}
	if err := shapes.Lacking(l.Kept(), o.read.Keep); err != nil && set.Rows > 0 {
		return err
	}
	if unmet := l.Unmet(); unmet != "" {
		return errors.New(unmet)
	}
	return o.what.look(set, other)
}
