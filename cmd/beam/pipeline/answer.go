// SPDX-License-Identifier: MIT

package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/batch/tile"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

func init() {
	register.DoFn5x1[context.Context, int64, func(*[]byte) bool, string, func(*Summary) bool, error](&answerFn{})
	register.Iter1[[]byte]()
}

// Namespace is that of the metrics.
const Namespace = "daylight"

// The counters. That of copies counts a shape once for each tile that it reaches. Those of bundles that are run
// again count again on some runners.
var (
	shapesCounter     = beam.NewCounter(Namespace, "shapes")
	skippedCounter    = beam.NewCounter(Namespace, "bad rows left out")
	copiesCounter     = beam.NewCounter(Namespace, "copies")
	tilesCounter      = beam.NewCounter(Namespace, "tiles")
	candidatesCounter = beam.NewCounter(Namespace, "candidates")
	contactsCounter   = beam.NewCounter(Namespace, "contacts")
	tileShapes        = beam.NewDistribution(Namespace, "shapes per tile")
)

// answerFn finds what a tile owns of the answer and writes it to a file, if it has a row. A tile that is done
// again leaves the same bytes.
type answerFn struct {
	Spec Spec

	text   string
	plan   *tile.Plan
	tables *tables
}

func (f *answerFn) ProcessElement(ctx context.Context, t int64, blocks func(*[]byte) bool, plan string, summaries func(*Summary) bool) error {
	if f.plan == nil || f.text != plan {
		p, err := readPlan(plan)
		if err != nil {
			return err
		}
		all, err := together(summaries, f.Spec.Joined)
		if err != nil {
			return err
		}
		f.plan, f.text, f.tables = p, plan, &all
	}
	set, other, err := f.load(t, blocks)
	if err == nil {
		err = f.answer(ctx, int(t), set, other)
	}
	if err != nil {
		return fmt.Errorf("tile %d: %w", t, err)
	}
	return nil
}

// load makes sets of the shapes of a tile; other is nil if nothing is joined.
func (f *answerFn) load(t int64, blocks func(*[]byte) bool) (set, other *shapes.Set, err error) {
	var packs [2][]shapes.Pack
	for {
		var block []byte
		if !blocks(&block) {
			break
		}
		list, err := shapes.ReadPacks(nil, block)
		if err != nil {
			return nil, nil, err
		}
		for _, p := range list {
			k := 0
			if f.Spec.Joined > 0 && p.Table >= f.Spec.Joined {
				k = 1
			}
			packs[k] = append(packs[k], p)
		}
	}
	c, err := f.Spec.reading()
	if err != nil {
		return nil, nil, err
	}
	c.Tiling.Cut, c.Tiling.LeftOut = f.tables.concave, f.tables.leftOut
	c.SkipBad = false // a tile has but some of the shapes: who is left out of a world is no matter of tiles
	tell := func(table int64) (string, int64) { return f.tables.names[table], f.tables.first[table] }
	l := shapes.NewLoader(c)
	if err := l.ReadPacked(packs[0], tell); err != nil {
		return nil, nil, err
	}
	if set, err = l.Spilled(); err != nil || f.Spec.Joined == 0 {
		set.IDs = f.tables.ids[0]
		return set, nil, err
	}
	second := l.Beside(table.Options{})
	if err := second.ReadPacked(packs[1], tell); err != nil {
		return nil, nil, err
	}
	other, err = second.Spilled()
	set.IDs, other.IDs = f.tables.ids[0], f.tables.ids[1]
	return set, other, err
}

// answer finds the answer about sets and writes it.
func (f *answerFn) answer(ctx context.Context, t int, set, other *shapes.Set) error {
	n := set.Len()
	if other != nil {
		n += other.Len()
	}
	tileShapes.Update(ctx, int64(n))
	tilesCounter.Inc(ctx, 1)
	if set.Len() == 0 || other != nil && other.Len() == 0 {
		return nil
	}
	worlds := worldNumbers{}
	share := job.Share{Plan: f.plan, Tile: t, World: func(w uint32) uint32 { return worlds.number(set.Worlds()[w]) }}
	what := f.Spec.job()
	rows, err := what.Tile(ctx, share, set, other)
	if err != nil {
		return err
	}
	candidatesCounter.Inc(ctx, int64(rows.Stats.Candidates))
	contactsCounter.Inc(ctx, int64(rows.Len()))
	if rows.Len() == 0 {
		return nil
	}
	draw, err := f.Spec.draws()
	if err != nil {
		return err
	}
	w := output.Writing{Format: f.Spec.format(), Workers: 1, Draw: draw(f.tables.crs), CRS: f.tables.crs}
	return createFile(ctx, fmt.Sprintf("%s-%05d%s", f.Spec.Prefix, t, w.Format.Ending()), func(out io.Writer) error {
		return output.WriteContacts(ctx, out, rows, w)
	})
}

// createFile writes a file. What fails in the middle must not have the name of what is whole, where files can
// be renamed. Object stores show nothing before it is whole.
func createFile(ctx context.Context, name string, write func(io.Writer) error) (err error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, fs.Close()) }()
	to := name
	renamer, rename := fs.(filesystem.Renamer)
	if rename {
		to = fmt.Sprintf("%s.%016x.tmp", name, rand.Uint64())
	}
	out, err := fs.OpenWrite(ctx, to)
	if err != nil {
		return err
	}
	err = errors.Join(write(out), out.Close())
	if rename && err == nil {
		err = renamer.Rename(ctx, to, name)
	}
	if r, ok := fs.(filesystem.Remover); ok && err != nil {
		return errors.Join(err, r.Remove(ctx, to))
	}
	return err
}
