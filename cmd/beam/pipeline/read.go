// SPDX-License-Identifier: MIT

package pipeline

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/batch/tile"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
	"daylight/cmd/internal/table"
)

func init() {
	register.DoFn3x1[context.Context, []byte, func([]byte), error](&planFn{})
	register.DoFn7x1[context.Context, Part, []byte, func(int64, []byte), func(int64, []byte), func([]byte), func([]byte), error](&readFn{})
	register.Emitter1[[]byte]()
	register.Emitter2[int64, []byte]()
	beam.RegisterType(reflect.TypeFor[Part]())
}

// A plan is made from so many shapes for each of its tiles, and from so many in all.
const (
	tileShapes  = 512
	leastShapes = 1 << 15
	mostShapes  = 1 << 20
)

// planFn makes a plan of tiles from some shapes of each table. Which tiles there are changes how even their work is, and
// not what is found.
type planFn struct{ Spec Spec }

func (f *planFn) ProcessElement(ctx context.Context, _ []byte, to func([]byte)) error {
	what, err := f.Spec.work(nil)
	if err != nil {
		return err
	}
	want := min(max(tileShapes*f.Spec.Tiles, leastShapes), mostShapes)
	sampler, worlds, seen, total := tile.NewSampler(want), shards.Worlds(nil), 0, int64(0)
	some := &shards.Sampling{Seen: func() int { return seen }}
	what.read.SkipBad = true // who reads all rows tells what is wrong with some
	what.read.Tiling.Scan = func(s shapes.Scanned) error {
		for k, box := range s.Boxes {
			sampler.Add(worlds.Of(&s, k), box)
		}
		seen += len(s.Boxes)
		return some.Enough(s)
	}
	for _, file := range f.Spec.Files {
		total += file.Size + 1
	}
	for _, file := range f.Spec.Files {
		worlds = nil // each Loader has its own
		err := file.read(ctx, func(src *table.Source) error {
			l := shapes.NewLoader(what.read)
			l.Constants(file.Columns)
			_, err := some.Table(l, src, int(float64(want)*float64(file.Size+1)/float64(total))+1)
			return err
		})
		if err != nil {
			return err
		}
	}
	p, err := tile.Make(sampler.Sample(), f.Spec.Tiles)
	if err != nil {
		return err
	}
	return emit(to, p)
}

// Part is what is read of a table by itself, if it can be cut there.
type Part struct {
	File
	Share int // its number among the parts of all tables
	shards.Stretch
}

// partBytes is how long a part is, about.
var partBytes = int64(32 << 20)

// parts cuts the tables.
func (s *Spec) parts() (list []Part) {
	for _, f := range s.Files {
		n := max(1, (f.Size-1)/partBytes+1)
		for k := range n {
			list = append(list, Part{f, len(list), shards.Stretch{From: f.Size / n * k, To: f.Size / n * (k + 1), Size: f.Size}})
		}
		list[len(list)-1].To = f.Size
	}
	return list
}

// roomBytes is how much a part keeps of the shapes of all tiles, about, before it sends them.
const roomBytes = 64 << 20

// readFn reads a part of a table: the shapes of it for each tile and their ids for each list, in blocks, so that the
// runner moves a few thousand large elements and not a million small ones; runs of ids; and what is to be known of all.
type readFn struct{ Spec Spec }

func (f *readFn) ProcessElement(ctx context.Context, part Part, plan []byte, shape, id func(int64, []byte), run, share func([]byte)) error {
	return part.read(ctx, func(src *table.Source) error {
		what, err := f.Spec.work(nil)
		if err != nil {
			return err
		}
		var p shards.Plan
		if err := json.Unmarshal(plan, &p.Tiles); err != nil {
			return err
		}
		is := shards.Share{Number: part.Share}
		which := shards.SetOf(f.Spec.Joined > 0 && part.Number >= f.Spec.Joined)
		set, blocks := &is.Sets[which], 0
		to := shards.NewRouting(&p, roomBytes, true, func(list, t int, text []byte) error {
			blocks++
			b := (&block{which, part.Share, blocks, text}).encode()
			switch {
			case list < shards.IDsOf:
				shape(int64(t), b)
			case t < p.Tiles.Tiles():
				id(int64(t), b)
			default:
				run(b)
			}
			return nil
		})
		what.read.Tiling.Records = true
		what.read.Tiling.Scan = func(s shapes.Scanned) error {
			for k := range s.Boxes {
				if s.Cut(k) {
					is.Concave++
				}
			}
			set.Shapes += int64(len(s.Boxes))
			return to.Add(s)
		}
		l := shapes.NewLoader(what.read)
		l.Constants(part.Columns)
		span, err := part.Stretch.Read(l, src)
		if err != nil || span.Size == 0 {
			return err
		}
		if err := to.Flush(); err != nil {
			return err
		}
		read, err := l.Set()
		if err != nil {
			return err
		}
		is.Numbering, is.Kept, set.Named = l.Numbering(), l.Kept(), to.Named(0)
		is.Read(which, read, part.Name)
		span.File, span.Features, span.Rows = part.Number, l.Features(), set.Rows
		is.Spans = []shards.Span{span}
		shapesCounter.Inc(ctx, set.Shapes)
		copiesCounter.Inc(ctx, to.Dealt())
		skippedCounter.Inc(ctx, set.Skipped)
		id(0, (&block{which, part.Share, 0, nil}).encode()) // so that somebody looks at runs, if there is nothing else
		return emit(share, &is)
	})
}
