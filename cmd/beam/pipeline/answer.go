// SPDX-License-Identifier: MIT

package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
)

func init() {
	register.DoFn4x1[context.Context, int64, func(*[]byte) bool, []byte, error](&answerFn{})
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
	Spec   Spec
	Tables tables

	planned planned
}

func (f *answerFn) ProcessElement(ctx context.Context, t int64, blocks func(*[]byte) bool, plan []byte) error {
	err := f.planned.know(plan, &f.Tables)
	if err == nil {
		err = f.answer(ctx, int(t), blocks)
	}
	if err != nil {
		return fmt.Errorf("tile %d: %w", t, err)
	}
	return nil
}

// pack is shapes of a share that follow each other.
type pack struct {
	share   int
	row     uint64
	part    uint64 // of the pack that was read
	records []byte
}

// packs are those of both sets, in the order of their rows.
func (f *answerFn) packs(blocks func(*[]byte) bool) (packs [2][]pack, err error) {
	var block []byte
	for blocks(&block) {
		for rest := slices.Clone(block); len(rest) > 0; {
			var share, row, part, size uint64
			if rest, err = cutHead(rest, &share, &row, &part, &size); err != nil || size > uint64(len(rest)) {
				return packs, errors.Join(shapes.ErrSpill, err)
			}
			k := f.Tables.set(int(share))
			packs[k] = append(packs[k], pack{f.planned.places[int(share)], row, part, rest[:size]})
			rest = rest[size:]
		}
	}
	for _, list := range packs {
		slices.SortFunc(list, func(a, b pack) int {
			return cmp.Or(cmp.Compare(a.share, b.share), cmp.Compare(a.row, b.row), cmp.Compare(a.part, b.part))
		})
	}
	return packs, nil
}

// load makes sets of the shapes of a tile; other is nil if nothing is joined.
func (f *answerFn) load(c shapes.Config, blocks func(*[]byte) bool) (set, other *shapes.Set, err error) {
	packs, err := f.packs(blocks)
	if err != nil {
		return nil, nil, err
	}
	all := f.planned.all
	c.Tiling.Cut, c.Tiling.LeftOut, c.Tiling.Worlds = all.Concave, all.LeftOut, all.Worlds
	c.SkipBad = false // a tile has but some of the shapes: who is left out of a world is no matter of tiles
	l := shapes.NewLoader(c)
	origins := map[int]*shapes.Origin{}
	read := func(l *shapes.Loader, list []pack) (*shapes.Set, error) {
		err := l.ReadSpilled(0, func([]byte) ([]byte, *shapes.Origin, error) {
			if len(list) == 0 {
				return nil, nil, io.EOF
			}
			p := list[0]
			list = list[1:]
			if origins[p.share] == nil {
				origins[p.share] = all.Origins(p.share, l)[0]
			}
			return p.records, origins[p.share], nil
		})
		if err != nil {
			return nil, err
		}
		return l.Set()
	}
	if set, err = read(l, packs[0]); err != nil || f.Tables.Joined == 0 {
		return set, nil, err
	}
	other, err = read(l.Beside(nil), packs[1])
	return set, other, err
}

// answer finds the answer about the shapes of a tile and writes it.
func (f *answerFn) answer(ctx context.Context, t int, blocks func(*[]byte) bool) error {
	what, err := f.Spec.work(nil)
	if err != nil {
		return err
	}
	set, other, err := f.load(what.read, blocks)
	if err != nil {
		return err
	}
	n, all := set.Len(), f.planned.all
	if set.IDs = all.IDs[0]; other != nil {
		n, other.IDs = n+other.Len(), all.IDs[1]
	}
	tileShapes.Update(ctx, int64(n))
	tilesCounter.Inc(ctx, 1)
	if set.Len() == 0 || other != nil && other.Len() == 0 {
		return nil
	}
	rows, err := what.Tile(ctx, &job.Share{Plan: f.planned.Plan, Tile: t, Worlds: shards.WorldNumbers(all.Worlds)}, set, other)
	if err != nil {
		return err
	}
	candidatesCounter.Inc(ctx, int64(rows.Stats.Candidates))
	contactsCounter.Inc(ctx, int64(rows.Len()))
	if rows.Len() == 0 {
		return nil
	}
	w := output.Writing{Format: f.Spec.format(), Workers: 1, Draw: what.drawn(all.CRS[0]), CRS: all.CRS[0]}
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
	if err = write(out); err != nil {
		if u, is := out.(interface{ Abort() }); is {
			u.Abort()
			return err
		}
	}
	err = errors.Join(err, out.Close())
	if rename && err == nil {
		err = renamer.Rename(ctx, to, name)
	}
	if r, ok := fs.(filesystem.Remover); ok && err != nil {
		return errors.Join(err, r.Remove(ctx, to))
	}
	return err
}
