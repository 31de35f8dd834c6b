// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"daylight/batch"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

// followed refuses what --follow, or --events, cannot be given with.
func (k *contacts) followed(c *cobra.Command, format output.Format, events bool) error {
	name := map[bool]string{false: "--follow", true: "--events"}[events]
	for _, other := range []string{"spill", "resume", "partition-by", "every"} {
		if c.Flags().Changed(other) {
			return usage(c, "--%s does not go with %s, which does one world after the other and keeps none", other, name)
		}
	}
	switch {
	case k.cfg.Mode == batch.ModePairs && !k.cfg.Exact:
		return usage(c, "--mode pairs does not go with %s: which bounding boxes are a pair depends on the extent of the whole scene; --mode overlap can", name)
	case format == output.Parquet:
		return usage(c, "%s cannot write Parquet, which is complete only with what stands at its end: write Arrow, CSV or NDJSON", name)
	case events && c.Flags().Changed("fold") && k.cfg.Bodies:
		return usage(c, "--events are of pairs of ids, and --fold body has pairs of bodies, which may be called by another id in each world")
	case events && (format == output.GeoJSON || c.Flags().Changed("geometry-out")):
		return usage(c, "--events are of pairs, some of which are gone, and have no geometry: write CSV, NDJSON or Arrow")
	}
	return nil
}

// turns are the answers of a job, one after the other: to all shapes, or to a world when the next begins.
type turns struct {
	*spec
	ctx     context.Context
	out     *output.File
	writing output.Writing
	did     tally         // nil before the first
	took    time.Duration // to answer worlds while tables are read
	lacks   bool          // columns that the first world had not, and that is said
	err     error         // of a world
}

// turns has the tables of a job be read so, and the answers be written to an output.
func (s *spec) turns(ctx context.Context, out *output.File) *turns {
	t := &turns{spec: s, ctx: ctx, out: out}
	if s.in.follow {
		if out.Whole() && totalSize(s.files) < 0 {
			s.in.note(fmt.Sprintf("%s appears when the stream ends, and not if it breaks off; write to standard output (> %s) to have rows at once", s.out, s.out))
		}
		k := s.what.(*contacts)
		k.quiet()
		s.in.bars, k.cfg.Engine = nil, new(job.Engine)
		s.read.Table.Live = true
		s.read.Frame = func(set *shapes.Set) error {
			begin := time.Now()
			defer func() { t.took += time.Since(begin) }()
			k.cfg.Memory = s.in.memory.Rest()
			if t.err = t.answer(set, s.in.standing); t.err == nil {
				t.err = out.Flush()
			}
			return t.err
		}
	}
	return t
}

// answer answers a set, or one and another.
func (t *turns) answer(set, other *shapes.Set) error {
	first := t.did == nil
	if first {
		if err := t.what.look(set, other); err != nil {
			return err
		}
		if t.writing = t.spec.writing(set.CRS); t.in.follow {
			t.writing.Lots = new(output.Lots)
		}
	}
	found, did, _, err := t.what.find(t.ctx, nil, set, other)
	if err != nil {
		return err
	}
	if k, is := t.what.(*contacts); is && first && t.in.follow { // which says what columns there are
		k.cfg.Plain = len(found.Columns()) == len(k.cfg.Names())
	}
	if f, is := found.(*job.Found); is && t.events == nil && !t.lacks {
		if r, is := f.Pairs.(*job.Result); is && r.Lacks() {
			t.lacks = true
			t.in.note(fmt.Sprintf("world %s has shapes of several parts, whose columns are left out from here on, since the first world had none: begin with one that has", table.Quote(set.Worlds()[0])))
		}
	}
	rows := output.Contacts(found)
	if t.events != nil {
		rows = t.events.Of(found, set.Worlds())
	}
	took, err := t.in.writeRows(t.ctx, t.out, t.spec.out, rows, t.writing)
	if did.Took(0, took, 0); first {
		t.did = did
	} else {
		t.did.Add(did)
	}
	return err
}

// end ends a table that was written world by world, about shapes of a system of coordinates that is known by now.
func (t *turns) end(set *shapes.Set) error {
	if t.writing.Lots == nil {
		return nil
	}
	if t.events == nil && set.CRS.Known() && !t.writing.CRS.Known() && (t.format == output.Arrow || t.format == output.GeoJSON && !set.CRS.Implied) {
		t.in.note(fmt.Sprintf("the tables are in %v, which the output does not say, since they did not when the first world was answered: --assume-crs says it", set.CRS))
	}
	return t.writing.Lots.Close(t.out, t.format)
}
