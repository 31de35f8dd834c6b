// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"daylight/batch"
	"daylight/batch/tile"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/diagram"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
	"daylight/internal/memory"
)

// Bytes of temporary files, about: of a shape, in the order of the input and by tile, and of a
// row of the answer.
const (
	spilledShape = 2 * 72
	spilledRow   = 48
)

// runSpilled does a job tile by tile, its shapes in temporary files.
func (o *collide) runSpilled(c *cobra.Command, a asked) error {
	ctx, start := c.Context(), time.Now()
	if err := distinct(c, slices.Concat(a.files, o.join.files), o.out, o.stats, o.in.badRows); err != nil {
		return err
	}
	out, err := o.in.create(c.OutOrStdout(), o.out, o.stats, a.read.Workers)
	if err != nil {
		return err
	}
	defer out.discard()
	spill, err := shards.NewSpill(o.spill)
	if err != nil {
		return err
	}
	defer spill.Close()

	room := a.cfg.Memory.Limit()
	free := ""
	if n, ok := freeDisk(o.spill); ok {
		free = fmt.Sprintf(", where %s are free", memory.Format(n))
	}
	o.in.note(fmt.Sprintf("taking %s of memory for data, and in %s about %d bytes for each shape and %d for each contact%s", memory.Format(room), o.spill, spilledShape, spilledRow, free))

	sampler := tile.NewSampler(int(min(spilledShapes, room/512)))
	read := a.read
	temporary := scratches{dir: o.spill}
	defer temporary.close()
	var leftOut [2][]int64
	cut := false // some shapes are cut into convex parts
	late := func(second bool, row int64, _ bool) {
		leftOut[setOf(second)] = append(leftOut[setOf(second)], row)
	}
	read.Tiling = &shapes.Tiling{Mode: a.cfg.Mode, Margin: a.cfg.Margin, Duplicates: room / 3, Scratch: temporary.make, Late: late, Records: true, Scan: func(s shapes.Scanned) error {
		cut = cut || s.FirstCut() >= 0
		for k, b := range s.Boxes {
			if !s.Left(k) {
				sampler.Add(s.World[k], b)
			}
		}
		return spill.Add(s)
	}}
	set, other, err := o.in.read(ctx, read, a.files, &o.join, c.InOrStdin())
	if err != nil {
		return o.in.refused(err)
	}
	if err := moves(a, set, other); err != nil {
		return err
	}
	temporary.close()
	sample := sampler.Sample()
	seen := drawnFrom(sample) - len(leftOut[0]) - len(leftOut[1])
	tiles, err := tilesFor(sample, room/4)
	if err != nil {
		return err
	}
	total := &output.Stats{}
	for try := 0; ; try++ {
		p, err := tile.Make(sample, tiles)
		if err != nil {
			return err
		}
		even, _, err := loads(p, sample)
		if err != nil {
			return err
		}
		need := spill.Bytes() / int64(1+min(try, 1))
		if n, ok := freeDisk(o.spill); ok && n < need {
			return fmt.Errorf("--spill %s: %s are free there, and %s more are needed", o.spill, memory.Format(n), memory.Format(need))
		}
		o.in.note(fmt.Sprintf("%s in %s, kept in %s of temporary files: %s, %s", diagram.Counted(seen, "shape"),
			diagram.Counted(len(set.Worlds()), "world"), memory.Format(spill.Bytes()), diagram.Counted(p.Tiles(), "tile"), even))
		held := a.cfg.Memory.Held()
		err = o.tiles(c, a, p, spill, cut, leftOut, set, other, total)
		a.cfg.Memory.Release(a.cfg.Memory.Held() - held)
		if err == nil {
			break
		}
		var short *batch.LimitError
		if full := errors.As(err, &short) && short.Option == "MemoryLimit" || errors.Is(err, memory.ErrLimit); !full || try == 4 || p.Tiles() < tiles {
			return err
		}
		tiles = min(4*tiles, maxTiles)
		o.in.note(fmt.Sprintf("a tile was too large for memory; going on with %d", tiles))
	}
	m, err := spill.Merged(set.Worlds(), [2]columnar.Type{set.IDs, second(set, other).IDs})
	if err != nil {
		return err
	}
	begin := time.Now()
	writing := o.rows(a, set.CRS)
	writing.Draw = m.Draw()
	bar := o.in.writing(o.out, int64(m.Len())).Of("rows")
	writing.Tell = bar.Set
	err = output.WriteContacts(ctx, out.answer, m, writing)
	bar.End()
	if err != nil {
		return err
	}
	if err := m.Whole(); err != nil {
		return err
	}
	total.Shapes, total.Worlds = seen, len(set.Worlds())
	total.Rows, total.Skipped, total.Nowhere = set.Rows, set.Skipped, set.Nowhere
	total.Step = a.read.Time
	total.Took(o.in.took.Seconds(), time.Since(begin).Seconds(), time.Since(start).Seconds())
	if err := out.commit(total); err != nil {
		return err
	}
	o.in.note(summary(total))
	return nil
}

// tilesFor is how many tiles it takes so that one fits into so much memory.
func tilesFor(sample tile.Sample, room int64) (int, error) {
	all, pairs, err := new(tile.Plan).Loads(sample)
	if err != nil {
		return 0, err
	}
	n := int64(1)
	for t := range all {
		n = max(n, tileBytes(all[t], pairs[t])/room)
	}
	return int(min(n+1, maxTiles)), nil
}

// maxTiles is the greatest number of tiles that package tile makes.
const maxTiles = 1 << 20

// drawnFrom is of how many shapes a sample was drawn.
func drawnFrom(sample tile.Sample) int {
	n := 0.0
	for _, w := range sample.Weight {
		n += w
	}
	return int(math.Round(n))
}

// tiles does all tiles of a plan, one after the other.
func (o *collide) tiles(c *cobra.Command, a asked, p *tile.Plan, spill *shards.Spill, cut bool, leftOut [2][]int64, set, other *shapes.Set, total *output.Stats) error {
	ctx := c.Context()
	bar := o.in.bars.Start("sorting", 100, false)
	err := spill.Deal(p, a.cfg.Memory.Limit()/8, func(done, all int) {
		bar.Set(done, all)
	})
	bar.End()
	if err != nil {
		return err
	}
	*total = output.Stats{}
	bar = o.in.bars.Start("colliding", int64(p.Tiles()), false).Of("tiles")
	defer bar.End()
	a.cfg.Bars = nil
	for t := range p.Tiles() {
		if err := ctx.Err(); err != nil {
			return err
		}
		nothing := !spill.Has(t, false) || other != nil && !spill.Has(t, true)
		if nothing && (total.Mode != "" || t < p.Tiles()-1) { // one tile, at least, says what rows would hold
			continue
		}
		held := a.cfg.Memory.Held()
		err := o.spilledTile(c, a, p, t, spill, cut, leftOut, set, other != nil, total)
		a.cfg.Memory.Release(a.cfg.Memory.Held() - held)
		if err != nil {
			return err
		}
		bar.Set(t+1, p.Tiles())
	}
	return nil
}

// spilledTile does one tile.
func (o *collide) spilledTile(c *cobra.Command, a asked, p *tile.Plan, t int, spill *shards.Spill, cut bool, leftOut [2][]int64, set *shapes.Set, join bool, total *output.Stats) error {
	one, two, err := tileOf(a, spill, "temporary file", t, set.Worlds(), cut, leftOut, join)
	if err != nil {
		return err
	}
	r, err := o.tile(c.Context(), p, t, one, two, a)
	if err != nil {
		return err
	}
	total.Add(r.stats)
	return spill.Found(r, one, second(one, two), join, a.draw(set.CRS))
}
