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

// A plan reads a table of text in windows, and one that is not longer than some of these as a whole.
const (
	windowBytes = 64 << 10
	firstBytes  = 1 << 20
)

// errEnough ends reading what can be read only from its beginning.
var errEnough = errors.New("enough rows")

// sampling reads some rows of tables.
type sampling struct {
	seen   *scan
	stop   int     // so many shapes end reading; 0 if none do
	shapes float64 // of all tables that were read, about
	all    bool    // rows were read
}

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
	s := &sampling{seen: seen, all: true}
	read := o.read
	read.SkipBad, read.Tables, o.in.partly, o.in.sampled = true, true, true, true
	if err := seen.tellIDs(o.spec); err != nil {
		return tile.Sample{}, err
	}
	defer seen.close()
	read.Tiling = seen.tiling(o.spec, false, func(shapes.Scanned) error {
		if s.stop > 0 && seen.all() >= s.stop {
			return errEnough
		}
		return nil
	})
	want := float64(min(max(tileShapes*o.tiles, leastShapes), mostShapes))
	var loader *shapes.Loader
	o.in.reading = func(l *shapes.Loader, _ bool, _ int, src *table.Source) error {
		if !src.Ranged() {
			return fmt.Errorf("%s: the server knows no ranges of bytes, and route and shards need them: download it first", src.Name)
		}
		loader = l
		before := seen.all()
		part, err := s.table(l, src, int(want*float64(src.Size+1)/float64(total))+1)
		s.all = s.all && part == 1
		s.shapes += float64(seen.all()-before) / max(part, 1e-9)
		return err
	}
	set, other, err := o.in.read(c.Context(), read, o.files, &o.join, c.InOrStdin())
	if err != nil {
		return tile.Sample{}, err
	}
	if s.all {
		s.shapes = float64(seen.all())
		o.worlds, seen.alike = len(set.Worlds()), shards.Alike(set.Worlds())
		if err := o.complete(loader, seen, set, other); err != nil {
			return tile.Sample{}, err
		}
	} else if err := o.headers(set, other); err != nil {
		return tile.Sample{}, err
	}
	p.Shapes = int64(s.shapes)
	sample := seen.sampler.Sample()
	for i := range sample.Weight {
		sample.Weight[i] *= max(1, s.shapes/float64(max(seen.all(), 1)))
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
		case seen.shapes[k] == 0:
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

// table reads about so many rows of a table, and says what part of all that is.
func (s *sampling) table(l *shapes.Loader, src *table.Source, rows int) (part float64, err error) {
	split, err := l.Split(src, src.Name)
	switch {
	case err != nil:
		return 0, err
	case split.Size == 0:
		s.stop = s.seen.all() + rows
		err := l.Read(src, src.Name)
		if s.stop = 0; errors.Is(err, errEnough) {
			return float64(src.Taken()) / float64(src.Size), nil
		}
		return 1, err
	case split.Batches:
		return s.batches(l, src, &split, rows)
	case split.Size <= firstBytes:
		return 1, l.ReadRanges(src, src.Name, []shapes.Range{{To: split.Size}})
	}
	before := l.Rows()
	ranges := []shapes.Range{{}}
	if ranges[0].To, err = split.At(windowBytes); err != nil {
		return 0, err
	}
	if err := l.ReadRanges(src, src.Name, ranges); err != nil {
		return 0, err
	}
	read, first := ranges[0].To, l.Rows()-before
	windows := int64(rows/max(first, 1)) + 1
	if windows = min(windows, split.Size/(2*windowBytes)); windows < 2 {
		return float64(read) / float64(split.Size), nil
	}
	ranges = ranges[:0]
	for k := int64(1); k < windows; k++ {
		var r shapes.Range
		if r.From, err = split.At(max(split.Size/windows*k, read)); err == nil {
			r.To, err = split.At(r.From + windowBytes)
		}
		if err != nil {
			return 0, err
		}
		ranges, read = append(ranges, r), read+r.To-r.From
	}
	return float64(read) / float64(split.Size), l.ReadRanges(src, src.Name, ranges)
}

// mostBatches is of how many batches of a table rows are read at most, and leastBatch how many of each.
const (
	mostBatches = 64
	leastBatch  = 1 << 12
)

// batches is table for what is stored by columns.
func (s *sampling) batches(l *shapes.Loader, src *table.Source, split *shapes.Split, rows int) (float64, error) {
	n, before := min(split.Size, mostBatches), l.Rows()
	for k := range n {
		at := split.Size * k / n
		s.stop = s.seen.all() + max(rows/int(n), leastBatch)
		err := l.ReadRanges(src, src.Name, []shapes.Range{{From: at, To: at + 1}})
		if s.stop = 0; err != nil && !errors.Is(err, errEnough) {
			return 0, err
		}
	}
	return float64(l.Rows()-before) / float64(split.Rows), nil
}
