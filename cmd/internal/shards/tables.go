// SPDX-License-Identifier: MIT

package shards

import (
	"errors"

	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

// Stretch is what is read of a table by itself, such as by a share: the bytes from From up to To of Size.
type Stretch struct{ From, To, Size int64 }

func (s Stretch) whole() bool { return s.From == 0 && s.To == s.Size }

// Read reads the stretch of a table. What can be read only as a whole is read with its first byte; the span of what has
// nothing in the stretch has no size.
func (s Stretch) Read(l *shapes.Loader, src *table.Source) (span Span, err error) {
	whole := Span{To: 1, Size: 1}
	if s.whole() {
		return whole, l.Read(src, src.Name)
	}
	split, err := l.Split(src, src.Name)
	if err != nil {
		return span, err
	}
	if split.Size == 0 {
		if s.From > 0 {
			return span, nil
		}
		return whole, l.Read(src, src.Name)
	}
	span = Span{Size: split.Size, Batches: split.Batches}
	for _, end := range []struct {
		to *int64
		at int64
	}{{&span.From, s.From}, {&span.To, s.To}} {
		if split.Batches {
			end.at = split.Size * end.at / s.Size
		}
		if *end.to, err = split.At(end.at); err != nil {
			return span, err
		}
	}
	if span.From == span.To {
		return Span{}, nil
	}
	span.Lines, err = l.ReadRange(src, src.Name, &split, shapes.Range{From: span.From, To: span.To})
	return span, err
}

// A sample of a table of text is read in windows, and one that is not longer than some of these as a whole.
const (
	windowBytes = 64 << 10
	firstBytes  = 1 << 20
)

// errEnough ends reading what can be read only from its beginning.
var errEnough = errors.New("enough rows")

// Sampling reads some rows of tables.
type Sampling struct {
	Seen func() int // how many shapes were read so far, of all tables

	stop int // so many of them end reading; 0 if none do
}

// Enough ends reading when there are as many shapes as are asked for. It is for shapes.Tiling.Scan.
func (s *Sampling) Enough(shapes.Scanned) error {
	if s.stop > 0 && s.Seen() >= s.stop {
		return errEnough
	}
	return nil
}

// Table reads about so many rows of a table, and says what part of all that is.
func (s *Sampling) Table(l *shapes.Loader, src *table.Source, rows int) (part float64, err error) {
	split, err := l.Split(src, src.Name)
	switch {
	case err != nil:
		return 0, err
	case split.Size == 0:
		s.stop = s.Seen() + rows
		err := l.Read(src, src.Name)
		if s.stop = 0; errors.Is(err, errEnough) {
			return float64(src.Taken()) / float64(src.Size), nil
		}
		return 1, err
	case split.Batches:
		return s.batches(l, src, &split, rows)
	case split.Size <= firstBytes:
		return 1, l.ReadRanges(src, src.Name, []shapes.Range{{To: split.Size}})
	}
	before := l.Rows()
	ranges := []shapes.Range{{}}
	if ranges[0].To, err = split.At(windowBytes); err != nil {
		return 0, err
	}
	if err := l.ReadRanges(src, src.Name, ranges); err != nil {
		return 0, err
	}
	read, first := ranges[0].To, l.Rows()-before
	windows := int64(rows/max(first, 1)) + 1
	if windows = min(windows, split.Size/(2*windowBytes)); windows < 2 {
		return float64(read) / float64(split.Size), nil
	}
	ranges = ranges[:0]
	for k := int64(1); k < windows; k++ {
		var r shapes.Range
		if r.From, err = split.At(max(split.Size/windows*k, read)); err == nil {
			r.To, err = split.At(r.From + windowBytes)
		}
		if err != nil {
			return 0, err
		}
		ranges, read = append(ranges, r), read+r.To-r.From
	}
	return float64(read) / float64(split.Size), l.ReadRanges(src, src.Name, ranges)
}

// mostBatches is of how many batches of a table rows are read at most, and leastBatch how many of each.
const (
	mostBatches = 64
	leastBatch  = 1 << 12
)

// batches is Table for what is stored by columns.
func (s *Sampling) batches(l *shapes.Loader, src *table.Source, split *shapes.Split, rows int) (float64, error) {
	n, before := min(split.Size, mostBatches), l.Rows()
	for k := range n {
		at := split.Size * k / n
		s.stop = s.Seen() + max(rows/int(n), leastBatch)
		err := l.ReadRanges(src, src.Name, []shapes.Range{{From: at, To: at + 1}})
		if s.stop = 0; err != nil && !errors.Is(err, errEnough) {
			return 0, err
		}
	}
	return float64(l.Rows()-before) / float64(split.Rows), nil
}
