// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"daylight/batch"
	"daylight/batch/tile"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
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
	contacts
	scan       *scan
	files      *shards.Spill
	set, other *shapes.Set // without the shapes
	total      *output.Stats
}

// runSpilled does a job tile by tile.
func (o *collide) runSpilled(c *cobra.Command, a asked) error {
	start := time.Now()
	if err := distinct(c, slices.Concat(a.files, o.join.files), o.out, o.stats, o.in.badRows); err != nil {
		return err
	}
	out, err := o.in.create(c.OutOrStdout(), o.out, o.stats, a.read.Workers)
	if err != nil {
		return err
	}
	defer out.discard()
	files, err := shards.NewSpill(o.spill)
	if err != nil {
		return err
	}
	defer files.Close()
	j := &spilled{contacts: contacts{o, a}, files: files, total: new(output.Stats)}
	if err := j.read(c); err != nil {
		return err
	}
	if err := j.collide(c.Context()); err != nil {
		return err
	}
	if err := j.merge(c.Context(), out.answer); err != nil {
		return err
	}
	j.count(j.total, j.set, j.other)
	if j.total.Shapes = j.scan.all(); j.other != nil {
		j.total.Joined = &j.scan.shapes[1]
	}
	j.total.Took(o.in.took.Seconds(), 0, time.Since(start).Seconds())
	if err := out.commit(j.total); err != nil {
		return err
	}
	j.report(j.total)
	return nil
}

// read reads the tables and writes their shapes to temporary files.
func (j *spilled) read(c *cobra.Command) error {
	in, room := &j.in, j.asked.cfg.Memory.Limit()
	free := ""
	if n, ok := freeDisk(j.spill); ok {
		free = fmt.Sprintf(", where %s are free", memory.Format(n))
	}
	in.note(fmt.Sprintf("taking %s of memory for data, and in %s about %d bytes for each circle, 32 more for each corner of a polygon, and %d for each contact%s", memory.Format(room), j.spill, spilledShape, spilledRow, free))
	j.scan = newScan(int(min(spilledShapes, room/512)), j.spill)
	defer j.scan.close()
	read := j.asked.read
	read.Tiling = j.scan.tiling(j.asked, true, j.files.Add)
	var err error
	if j.set, j.other, err = in.read(c.Context(), read, j.asked.files, &j.join, c.InOrStdin()); err != nil {
		return in.refused(err)
	}
	return j.look(j.set, j.other)
}

// collide does all tiles, and if one is too large for memory all again, with four times as many.
func (j *spilled) collide(ctx context.Context) error {
	cfg := &j.asked.cfg
	sample := j.scan.sampler.Sample()
	tiles, err := tilesFor(sample, cfg.Memory.Limit()/4)
	if err != nil {
		return err
	}
	cfg.Bars = nil
	for try := 0; ; try++ {
		p, err := tile.Make(sample, tiles)
		if err != nil {
			return err
		}
		even, _, err := loads(p, sample)
		if err != nil {
			return err
		}
		need := j.files.Bytes() / int64(1+min(try, 1))
		if n, ok := freeDisk(j.spill); ok && n < need {
			return fmt.Errorf("--spill %s: %s are free there, and %s more are needed", j.spill, memory.Format(n), memory.Format(need))
		}
		j.in.note(fmt.Sprintf("%s in %s, kept in %s of temporary files: %s, %s", counted(j.scan.all(), "shape"),
			counted(len(j.set.Worlds()), "world"), memory.Format(j.files.Bytes()), counted(p.Tiles(), "tile"), even))
		held := cfg.Memory.Held()
		err = j.tiles(ctx, p)
		cfg.Memory.Release(cfg.Memory.Held() - held)
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
func (j *spilled) tiles(ctx context.Context, p *tile.Plan) error {
	bar := j.in.bars.Start("sorting", 100, false)
	err := j.files.Deal(p, j.asked.cfg.Memory.Limit()/8, func(done, all int) { bar.Set(done, all) })
	bar.End()
	if err != nil {
		return err
	}
	*j.total = output.Stats{}
	bar = j.in.bars.Start("colliding", int64(p.Tiles()), false).Of("tiles")
	defer bar.End()
	for t := range p.Tiles() {
		if err := ctx.Err(); err != nil {
			return err
		}
		nothing := !j.files.Has(t, false) || j.other != nil && !j.files.Has(t, true)
		if nothing && (j.total.Mode != "" || t < p.Tiles()-1) { // one tile, at least, says what rows would hold
			continue
		}
		if err := j.one(ctx, p, t); err != nil {
			return err
		}
		bar.Set(t+1, p.Tiles())
	}
	return nil
}

// one does one tile.
func (j *spilled) one(ctx context.Context, p *tile.Plan, t int) error {
	budget, join := j.asked.cfg.Memory, j.other != nil
	held := budget.Held()
	defer func() { budget.Release(budget.Held() - held) }()
	set, other, err := tileOf(j.asked, j.files, "temporary file", t, &shapes.Tiling{Worlds: j.set.Worlds(), Cut: j.scan.concave > 0, LeftOut: j.scan.leftOut}, join)
	if err != nil {
		return err
	}
	r, err := j.asked.cfg.Tile(ctx, job.Share{Plan: p, Tile: t}, set, other)
	if err != nil {
		return err
	}
	j.total.Add(r.Stats)
	return j.files.Found(r, set, second(set, other), join, j.asked.draw(j.set.CRS))
}

// merge writes the rows of all tiles in order.
func (j *spilled) merge(ctx context.Context, w io.Writer) error {
	m, err := j.files.Merged(j.set.Worlds(), [2]columnar.Type{j.set.IDs, second(j.set, j.other).IDs})
	if err != nil {
		return err
	}
	writing := j.rows(j.asked, j.set.CRS)
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
