// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"daylight/batch"
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

// diskFree is for tests, which have little be free.
var diskFree = freeDisk

// spilled is a job that is done tile by tile, its shapes in temporary files.
type spilled struct {
	tiled
	dir        string
	scan       *scan
	kept       *shards.Spill
	share      shards.Share    // of all tables, which is one
	set, other *shapes.Set     // without the shapes
	log        *journal        // of a run that can be gone on with, else nil
	rows       *shapes.Scratch // of the answer, if there is no log
	answers    *shards.Answers
	total      tally
}

// onDisk does a job tile by tile, and if --resume asks for it so that it can be gone on with.
func (s *spec) onDisk(c *cobra.Command) (did tally, err error) {
	j := &spilled{dir: cmp.Or(s.spill, filepath.Dir(s.out)), kept: new(shards.Spill), share: shards.Share{Of: 1}}
	j.spec, j.plan = s, s.uncutPlan()
	defer func() {
		j.log.close(&s.in, err)
		j.rows.Close()
		j.kept.Close()
	}()
	if did, err = s.complete(c, j.do); err == nil {
		err = j.log.remove()
	}
	return did, err
}

func (j *spilled) do(c *cobra.Command, out *output.File) (tally, error) {
	if err := j.readTables(c); err != nil {
		return nil, err
	}
	if err := j.all(c.Context()); err != nil {
		return nil, err
	}
	if err := j.merge(c.Context(), out); err != nil {
		return nil, err
	}
	j.what.count(j.total, j.set, j.other, j.scan.shapes)
	return j.total, nil
}

// readTables reads the tables and writes their shapes to a temporary file.
func (j *spilled) readTables(c *cobra.Command) (err error) {
	if j.kept, err = shards.NewSpill(j.dir); err != nil {
		return err
	}
	room, free := j.in.memory.Limit(), ""
	if n, ok := diskFree(j.dir); ok {
		free = fmt.Sprintf(", where %s are free", memory.Format(n))
	}
	j.in.note(fmt.Sprintf("taking at most %s of memory for data, and in %s about %d bytes for each circle, 32 more for each corner of a polygon, and %d for each contact%s", memory.Format(room), j.dir, spilledShape, spilledRow, free))
	j.scan = newScan(int(min(spilledShapes, room/512)), j.dir)
	j.set, j.other, err = j.scanShare(c, j.plan, j.scan, &j.share, j.kept.Add, j.kept.Next)
	j.leftOut = j.scan.leftOut
	if err == nil && j.resume {
		j.log, err = j.goOn(c, j.share.Spans)
	}
	return err
}

// all does all tiles, and if one is too large for memory all again, with four times as many.
func (j *spilled) all(ctx context.Context) error {
	room, sample := j.in.memory, j.scan.sampler.Sample()
	tiles, err := tilesFor(sample, room.Limit()/4)
	if err != nil {
		return err
	}
	if j.resume {
		tiles = max(tiles, j.scan.all()/partShapes+1)
	}
	j.scan.alike = shards.Alike(j.set.Worlds())
	if j.plan.Near, err = j.scan.near(j.spec, true); err != nil {
		return err
	}
	j.what.quiet()
	if j.plan.Tiles = j.log.tiles(); j.plan.Tiles != nil {
		tiles = j.plan.Tiles.Tiles()
	}
	for try := 0; ; try++ {
		if j.plan.Tiles == nil {
			if j.plan.Tiles, err = j.tilesOf(sample, tiles); err != nil {
				return err
			}
		}
		even, _, err := loads(j.plan.Tiles, sample)
		if err != nil {
			return err
		}
		need := j.kept.Bytes()
		if n, ok := diskFree(j.dir); ok && n < need {
			return fmt.Errorf("--spill %s: %s are free there, and %s more are needed: %w", j.dir, memory.Format(n), memory.Format(need), syscall.ENOSPC)
		}
		j.in.note(fmt.Sprintf("%s in %s, kept in %s of temporary files: %s, %s", counted(j.scan.all(), "shape"),
			counted(len(j.set.Worlds()), "world"), memory.Format(j.kept.Bytes()), counted(j.plan.Tiles.Tiles(), "tile"), even))
		held := room.Held()
		err = j.tiles(ctx)
		room.Release(room.Held() - held)
		var short *batch.LimitError
		full := errors.As(err, &short) && short.Option == "MemoryLimit" || errors.Is(err, memory.ErrLimit)
		if !full || try == 4 || j.plan.Tiles.Tiles() < tiles {
			return err
		}
		tiles, j.plan.Tiles = min(4*tiles, maxTiles), nil
		j.in.note(fmt.Sprintf("a tile was too large for memory; going on with %d", tiles))
	}
}

// tiles does all tiles of the plan, one after the other.
func (j *spilled) tiles(ctx context.Context) error {
	byTile, err := shapes.NewScratch(j.dir)
	if err != nil {
		return err
	}
	defer byTile.Close()
	bar := j.in.bars.Start("sorting", 100, false)
	size, err := j.plan.Route(j.kept, &j.share, j.in.memory.Limit()/8, byTile, func(done, all int) { bar.Set(done, all) })
	bar.End()
	if err == nil {
		j.pieces, err = j.plan.Pieces(byTile, size)
	}
	if err != nil {
		return err
	}
	j.total = j.what.none()
	begin := 0
	if j.log != nil {
		j.answers, begin, err = j.log.begin(j.plan.Tiles, j.total)
	} else {
		j.rows.Close()
		j.rows, err = shapes.NewScratch(j.dir)
		j.answers = shards.NewAnswers(j.rows, nil)
	}
	if err != nil {
		return err
	}
	n := j.plan.Tiles.Tiles()
	bar = j.in.bars.Start(j.verb, int64(n), false).Of("tiles")
	defer bar.End()
	for t := begin; t < n; t++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		nothing := j.pieces.Shapes(t, false) == 0 || j.other != nil && j.pieces.Shapes(t, true) == 0
		if nothing && (len(j.answers.Tiles) > 0 || t < n-1) { // one tile, at least, says what rows would hold
			continue
		}
		if err := j.one(ctx, t); err != nil {
			return err
		}
		if err := j.log.mark(t+1, j.answers, j.total); err != nil {
			return err
		}
		bar.Set(t+1, n)
	}
	return nil
}

// one does one tile.
func (j *spilled) one(ctx context.Context, t int) error {
	held := j.in.memory.Held()
	defer func() { j.in.memory.Release(j.in.memory.Held() - held) }()
	f, err := j.find(ctx, t)
	if err != nil {
		return err
	}
	j.total.Add(f.did)
	return j.answers.Add(f.rows, f.head)
}

// merge writes the rows of all tiles in order.
func (j *spilled) merge(ctx context.Context, w *output.File) error {
	all, err := j.answers.Merged(j.pieces.Worlds, j.answers.Tiles[0].Head.IDs)
	if err != nil {
		return err
	}
	_, took, err := j.in.writeMerged(ctx, w, j.out, all, j.dir, func(m *shards.Merged, bounded int) (output.Writing, error) {
		writing := j.writing(j.set.CRS)
		writing.Draw = m.Draw()
		return writing, j.what.merged(j.total, m.Len(), bounded)
	})
	if err == nil {
		j.total.Took(0, took, 0)
	}
	return err
}
