// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"daylight/batch"
	"daylight/batch/tile"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
)

// Bytes of temporary files, about: of a shape, in the order of the input and by tile, and of a
// row of the answer.
const (
	spilledShape = 2 * 72
	spilledRow   = 48
)

// spilled is a job that is done tile by tile, its shapes in temporary files.
type spilled struct {
	*spec
	scan       *scan
	kept       *shards.Spill
	set, other *shapes.Set // without the shapes
	total      tally
}

// runSpilled does a job tile by tile.
func runSpilled(c *cobra.Command, o *spec) error {
	start := time.Now()
	if err := distinct(c, o.inputs(), o.out, o.stats, o.in.badRows); err != nil {
		return err
	}
	out, err := o.in.create(c.OutOrStdout(), o.out, o.stats, o.read.Workers)
	if err != nil {
		return err
	}
	defer out.discard()
	files, err := shards.NewSpill(o.spill)
	if err != nil {
		return err
	}
	defer files.Close()
	j := &spilled{spec: o, kept: files}
	if err := j.readTables(c); err != nil {
		return err
	}
	if err := j.all(c.Context()); err != nil {
		return err
	}
	if err := j.merge(c.Context(), out.answer); err != nil {
		return err
	}
	o.what.count(j.total, j.set, j.other, j.scan.shapes)
	j.total.Took(o.in.took.Seconds(), 0, time.Since(start).Seconds())
	if err := out.commit(j.total); err != nil {
		return err
	}
	o.what.report(j.total, "")
	return nil
}

// readTables reads the tables and writes their shapes to temporary files.
func (j *spilled) readTables(c *cobra.Command) error {
	in, room := &j.in, j.in.memory.Limit()
	free := ""
	if n, ok := freeDisk(j.spill); ok {
		free = fmt.Sprintf(", where %s are free", memory.Format(n))
	}
	in.note(fmt.Sprintf("taking %s of memory for data, and in %s about %d bytes for each circle, 32 more for each corner of a polygon, and %d for each contact%s", memory.Format(room), j.spill, spilledShape, spilledRow, free))
	j.scan = newScan(int(min(spilledShapes, room/512)), j.spill)
	defer j.scan.close()
	read := j.read
	read.Tiling = j.scan.tiling(j.spec, true, j.kept.Add)
	var err error
	if j.set, j.other, err = in.read(c.Context(), read, j.files, &j.join, c.InOrStdin()); err != nil {
		return in.refused(err)
	}
	return j.what.look(j.set, j.other)
}

// all does all tiles, and if one is too large for memory all again, with four times as many.
func (j *spilled) all(ctx context.Context) error {
	room := j.in.memory
	sample := j.scan.sampler.Sample()
	tiles, err := tilesFor(sample, room.Limit()/4)
	if err != nil {
		return err
	}
	near, err := j.scan.near(j.spec, true)
	if err != nil {
		return err
	}
	j.what.quiet()
	for try := 0; ; try++ {
		p, err := tile.Make(sample, tiles)
		if err != nil {
			return err
		}
		even, _, err := loads(p, sample)
		if err != nil {
			return err
		}
		need := j.kept.Bytes() / int64(1+min(try, 1))
		if n, ok := freeDisk(j.spill); ok && n < need {
			return fmt.Errorf("--spill %s: %s are free there, and %s more are needed", j.spill, memory.Format(n), memory.Format(need))
		}
		j.in.note(fmt.Sprintf("%s in %s, kept in %s of temporary files: %s, %s", counted(j.scan.all(), "shape"),
			counted(len(j.set.Worlds()), "world"), memory.Format(j.kept.Bytes()), counted(p.Tiles(), "tile"), even))
		held := room.Held()
		err = j.tiles(ctx, p, near)
		room.Release(room.Held() - held)
		var short *batch.LimitError
		full := errors.As(err, &short) && short.Option == "MemoryLimit" || errors.Is(err, memory.ErrLimit)
		if !full || try == 4 || p.Tiles() < tiles {
			return err
		}
		tiles = min(4*tiles, maxTiles)
		j.in.note(fmt.Sprintf("a tile was too large for memory; going on with %d", tiles))
	}
}

// tiles does all tiles of a plan, one after the other.
func (j *spilled) tiles(ctx context.Context, p *tile.Plan, near *shards.Near) error {
	bar := j.in.bars.Start("sorting", 100, false)
	err := j.kept.Deal(p, near, j.in.memory.Limit()/8, func(done, all int) { bar.Set(done, all) })
	bar.End()
	if err != nil {
		return err
	}
	j.total = j.what.none()
	bar = j.in.bars.Start(j.verb, int64(p.Tiles()), false).Of("tiles")
	defer bar.End()
	done := false
	for t := range p.Tiles() {
		if err := ctx.Err(); err != nil {
			return err
		}
		nothing := j.kept.Shapes(t, false) == 0 || j.other != nil && j.kept.Shapes(t, true) == 0
		if nothing && (done || t < p.Tiles()-1) { // one tile, at least, says what rows would hold
			continue
		}
		if err := j.one(ctx, p, t); err != nil {
			return err
		}
		done = true
		bar.Set(t+1, p.Tiles())
	}
	return nil
}

// one does one tile.
func (j *spilled) one(ctx context.Context, p *tile.Plan, t int) error {
	budget := j.in.memory
	held := budget.Held()
	defer func() { budget.Release(budget.Held() - held) }()
	set, other, err := tileOf(j.spec, j.kept, t, &shapes.Tiling{Worlds: j.set.Worlds(), Cut: j.scan.concave > 0, LeftOut: j.scan.leftOut})
	if err != nil {
		return err
	}
	r, did, left, err := j.what.tile(ctx, job.Share{Plan: p, Tile: t}, set, other)
	if err != nil {
		return err
	}
	j.total.Add(did)
	a, b := j.what.sides(set, other)
	return j.kept.Found(r, a, b, shards.HeadOf(r, other != nil, j.drawn(j.set.CRS), j.what.order(), left))
}

// merge writes the rows of all tiles in order.
func (j *spilled) merge(ctx context.Context, w io.Writer) error {
	a, b := j.what.sides(j.set, j.other)
	all, err := j.kept.Merged(j.set.Worlds(), [2]columnar.Type{a.IDs, b.IDs})
	if err != nil {
		return err
	}
	m, bounded, err := all.Reduced(j.spill)
	if err != nil {
		return err
	}
	defer m.Close()
	if err := j.what.merged(j.total, m.Len(), bounded); err != nil {
		return err
	}
	writing := j.writing(j.set.CRS)
	writing.Draw = m.Draw()
	took, err := j.in.writeRows(ctx, w, j.out, m, writing)
	if err != nil {
		return err
	}
	j.total.Took(0, took, 0)
	return m.Whole()
}

// leastTiles is how many tiles are made at least, but for one more. Tests of small tables want more.
var leastTiles = 1

// tilesFor is how many tiles it takes so that one fits into so much memory.
func tilesFor(sample tile.Sample, room int64) (int, error) {
	all, pairs, err := new(tile.Plan).Loads(sample)
	if err != nil {
		return 0, err
	}
	n := int64(leastTiles)
	for t := range all {
		n = max(n, tileBytes(all[t], pairs[t])/room)
	}
	return int(min(n+1, maxTiles)), nil
}

// maxTiles is the greatest number of tiles that package tile makes.
const maxTiles = 1 << 20
