// SPDX-License-Identifier: MIT

package pipeline

import (
	"context"
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
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
	shapesOfTiles     = beam.NewDistribution(Namespace, "shapes per tile")
)

// answerFn finds what a tile owns of the answer and writes it to a file, if it has a row. A tile that is done
// again leaves the same bytes.
type answerFn struct {
	Spec Spec

	known known
}

func (f *answerFn) ProcessElement(ctx context.Context, t int64, blocks func(*[]byte) bool, known []byte) error {
	err := f.known.know(known, &f.Spec)
	if err == nil {
		err = f.answer(ctx, int(t), blocks)
	}
	if err != nil {
		return fmt.Errorf("tile %d: %w", t, err)
	}
	return nil
}

func (f *answerFn) answer(ctx context.Context, t int, blocks func(*[]byte) bool) error {
	what, err := f.Spec.work(nil)
	if err != nil {
		return err
	}
	sets, err := decode(blocks)
	if err != nil {
		return err
	}
	all, here := f.known.all, map[int]bool{}
	of := shards.Tile{Has: func(share int) bool { return here[share] }}
	for k, list := range sets {
		of.Next[k] = f.known.next(list)
		for _, b := range list {
			here[f.known.places[b.share]] = true
		}
	}
	var beside func(*shapes.Loader) *shapes.Loader
	if f.Spec.Joined > 0 {
		beside = func(first *shapes.Loader) *shapes.Loader { return first.Beside(nil) }
	}
	what.read.SkipBad, what.read.Tiling.LeftOut = false, f.known.Left
	set, other, err := all.Load(of, what.read, beside)
	if err != nil {
		return err
	}
	n := set.Len()
	if other != nil {
		n += other.Len()
	}
	shapesOfTiles.Update(ctx, int64(n))
	tilesCounter.Inc(ctx, 1)
	if set.Len() == 0 || other != nil && other.Len() == 0 {
		return nil
	}
	rows, err := what.Tile(ctx, &job.Share{Plan: f.known.Plan, Tile: t, Worlds: shards.WorldNumbers(all.Worlds)}, set, other)
	if err != nil {
		return err
	}
	candidatesCounter.Inc(ctx, int64(rows.Stats.Candidates))
	contactsCounter.Inc(ctx, int64(rows.Len()))
	if rows.Len() == 0 {
		return nil
	}
	w := output.Writing{Format: f.Spec.format(), Workers: 1, Draw: what.drawn(all.CRS[0]), CRS: all.CRS[0]}
	return create(ctx, fmt.Sprintf("%s-%05d%s", f.Spec.Prefix, t, w.Format.Ending()), func(out io.Writer) error {
		return output.WriteContacts(ctx, out, rows, w)
	})
}
