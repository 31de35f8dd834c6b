// SPDX-License-Identifier: MIT

package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/batch/tile"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
	"daylight/cmd/internal/table"
)

func init() {
	register.DoFn3x1[context.Context, File, func(Part), error](&splitFn{})
	register.DoFn6x1[context.Context, Part, func([]byte), func([]byte), func([]byte), func(int64, []byte), error](&readFn{})
	register.Emitter1[Part]()
	register.Emitter2[int64, []byte]()
	beam.RegisterType(reflect.TypeFor[File]())
	beam.RegisterType(reflect.TypeFor[Part]())
}

// rangeBytes is how long a range of a text is that is read by itself, and mostRanges is how many a table has at most.
var rangeBytes = int64(32 << 20)

const mostRanges = 1 << 20

// Part is a range of a table, or all of it if Split is empty.
type Part struct {
	File
	Share int // its number among the parts of all tables
	Split shapes.Split
	Range shapes.Range
}

// open opens a table, at any place if its file system has files that can be read so.
func open(ctx context.Context, name string) (src *table.Source, closing func(), err error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	in, err := fs.OpenRead(ctx, name)
	if err != nil {
		fs.Close()
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	if f, is := in.(interface{ Name() string }); is {
		src, err = table.Open(ctx, f.Name(), nil, nil)
	} else if src, err = table.Open(ctx, "-", in, nil); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	closing = func() {
		if src != nil {
			src.Close()
		}
		in.Close()
		fs.Close()
	}
	if err != nil {
		closing()
	}
	return src, closing, err
}

// splitFn cuts a table into ranges, where that can be. Ids that are there twice in two of them are an error, so it does
// not where bad rows are left out.
type splitFn struct{ Spec Spec }

func (f *splitFn) ProcessElement(ctx context.Context, file File, emit func(Part)) error {
	whole := Part{File: file, Share: int(file.Number) * mostRanges}
	if f.Spec.SkipBad {
		emit(whole)
		return nil
	}
	src, closing, err := open(ctx, file.Name)
	if err != nil {
		return err
	}
	defer closing()
	what, err := f.Spec.work(nil)
	if err != nil {
		return err
	}
	l := shapes.NewLoader(what.read)
	l.Constants(file.Columns)
	split, err := l.Split(src, file.Name)
	n := min((src.Size-1)/rangeBytes+1, mostRanges)
	if err != nil || split.Size == 0 || n < 2 {
		emit(whole)
		return nil // who reads the table tells what is wrong with it
	}
	part := whole
	part.Split = split
	for k := range n {
		part.Range.From = part.Range.To
		if part.Range.To, err = split.At(split.Size / n * (k + 1)); err != nil {
			return err
		}
		if k == n-1 {
			part.Range.To = split.Size
		}
		if part.Range.From < part.Range.To {
			emit(part)
			part.Share++
		}
	}
	return nil
}

// idMemory is how much a part may take for ids that are there twice, listMemory what
// those of a list may, idLists is to how many lists ids are sent, and partSample how many shapes of a part are in the
// sample at most.
const (
	idMemory   = 64 << 20
	listMemory = 512 << 20
	idLists    = 64
	partSample = 1 << 15
)

// readFn reads a part of a table: packs of its shapes, a sample of them, what is to be known of all, and its ids.
type readFn struct{ Spec Spec }

func (f *readFn) ProcessElement(ctx context.Context, part Part, packs, samples, shares func([]byte), ids func(int64, []byte)) error {
	src, closing, err := open(ctx, part.Name)
	if err != nil {
		return err
	}
	defer closing()
	what, err := f.Spec.work(nil)
	if err != nil {
		return err
	}
	c := what.read
	sampler, worlds := tile.NewSampler(partSample), shards.Worlds{}
	share := &shards.Share{Number: part.Share}
	which := shards.SetOf(f.Spec.Joined > 0 && part.Number >= f.Spec.Joined)
	set := &share.Sets[which]
	own := shards.NewDoubled(os.TempDir(), idMemory)
	defer own.Close()
	c.Tiling.Records = true
	c.Tiling.Doubled = func(_, first bool, tell func(*shapes.Doubled) error) error {
		return own.Find(0, first, func(r *shapes.Doubled) error {
			set.LeftOut = append(set.LeftOut, r.Row)
			set.Shapes--
			return tell(r)
		})
	}
	route := shards.NewIDs(idLists, blockSize, func(_, list int, text []byte) error {
		ids(int64(list), append(binary.AppendUvarint(nil, uint64(part.Share)), text...))
		return nil
	})
	c.Tiling.Scan = func(s shapes.Scanned) error {
		n := set.Shapes
		for k, box := range s.Boxes {
			sampler.Add(worlds.Of(&s, k), box)
			set.Shapes++
			share.Concave = share.Concave || s.Cut(k)
		}
		shapesCounter.Inc(ctx, set.Shapes-n)
		if set.Shapes > n {
			packs(s.AppendSpilled(appendHead(nil, part.Share, s.RowOf(0))))
		}
		if err := own.Add(&s); err != nil || f.Spec.SkipBad {
			return err
		}
		return route.Add(&s)
	}
	l := shapes.NewLoader(c)
	l.Constants(part.Columns)
	span := shards.Span{File: int(part.Number), From: part.Range.From, Batches: part.Split.Batches}
	if part.Split.Size > 0 {
		if part.Split, err = l.Split(src, part.Name); err == nil {
			span.Lines, err = l.ReadRange(src, part.Name, &part.Split, part.Range)
		}
	} else {
		err = l.Read(src, part.Name)
	}
	if err == nil {
		err = route.End()
	}
	if err != nil {
		return cmp.Or(l.Doubled(), err)
	}
	read, err := l.Set()
	if err != nil {
		return err
	}
	if s := sampler.Sample(); len(s.Boxes) > 0 {
		var text bytes.Buffer
		if err := gob.NewEncoder(&text).Encode(s); err != nil {
			return err
		}
		samples(text.Bytes())
	}
	share.Numbering, share.Kept, set.Named = l.Numbering(), l.Kept(), route.Named(0)
	share.Read(which, read, part.Name)
	span.Rows = set.Rows
	share.Spans = []shards.Span{span}
	skippedCounter.Inc(ctx, set.Skipped)
	text, err := json.Marshal(share)
	if err == nil {
		shares(text)
	}
	return err
}

// A pack is shapes that follow each other in a part: its number and the row of the first, and then the shapes. In a
// block of packs the number of the part of it and its length are behind the row.

func appendHead(dst []byte, share int, row int64) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(dst, uint64(share)), uint64(row))
}

// cutHead takes some numbers from the beginning of a text.
func cutHead(text []byte, numbers ...*uint64) ([]byte, error) {
	for _, to := range numbers {
		v, n := binary.Uvarint(text)
		if n <= 0 {
			return nil, shapes.ErrSpill
		}
		*to, text = v, text[n:]
	}
	return text, nil
}
