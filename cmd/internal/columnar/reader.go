// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"unsafe"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/memory"
)

// Kind is a format of files.
type Kind int

// The kinds; None is a file of another.
const (
	None Kind = iota
	Parquet
	ArrowFile
	ArrowStream
)

// Detect tells the format from the first bytes of a file.
func Detect(head []byte) Kind {
	switch {
	case bytes.HasPrefix(head, []byte(magic)):
		return Parquet
	case bytes.HasPrefix(head, []byte(arrowMagic)):
		return ArrowFile
	case bytes.HasPrefix(head, []byte("\xff\xff\xff\xff")) && len(head) >= 8:
		return ArrowStream
	}
	return None
}

// String names the format in messages.
func (k Kind) String() string {
	if k == Parquet {
		return "Parquet"
	}
	return "Arrow"
}

// Reader reads the batches of one file. One goroutine at a time calls Next; several may load
// batches.
type Reader struct {
	// Names are those of the columns.
	Names []string
	// Rows is how many there are, or -1 if that is not known beforehand.
	Rows int64
	// Geometry is the name of the geometry column that the file declares. Others are the names of
	// further geometry columns. CRS is the coordinate system of the first. Points says that it
	// holds points alone.
	Geometry string
	Others   []string
	CRS      geometry.CRS
	Points   bool

	covering [4][]string // columns of min x, min y, max x and max y of the geometries, if the file has them

	kind    Kind
	size    int64
	heap    *heap
	wanted  []bool // columns that are read
	in      source
	parquet *parquetFile // the file, if it is of this kind
	arrow   *arrowFile
	next    Batch // without its message
}

// source is a file of some kind. next sets the rows of the next batch, and adds the contents of its
// wanted columns; it returns false after the last batch. load begins to read the rows of a batch.
type source interface {
	next(b *Batch, wanted []bool) bool
	load(b *Batch, wanted []bool, h *heap) taker
}

// taker returns vectors that have the next n values of the wanted columns, and the index of the
// first. The reader calls it with 0 when it wants no more rows.
type taker func(n int) (columns []*vector, first int)

// OpenStream begins to read a stream of Arrow as it arrives: Next waits for a batch, and no longer.
func OpenStream(in io.Reader, room *memory.Budget) (*Reader, error) {
	return open(in, nil, 1<<62, ArrowStream, room)
}

// Open begins to read a file of the given kind and size. The size of a stream may be too large.
// room, which may be nil, is charged for what a buffer of the file takes.
func Open(at io.ReaderAt, size int64, kind Kind, room *memory.Budget) (r *Reader, err error) {
	return open(io.NewSectionReader(at, 0, size), at, size, kind, room)
}

func open(in io.Reader, at io.ReaderAt, size int64, kind Kind, room *memory.Budget) (*Reader, error) {
	r := &Reader{kind: kind, size: size, heap: newHeap(size, room), Rows: -1}
	err := r.try(func() {
		if kind == Parquet {
			r.parquet = openParquet(at, size, r.heap)
			r.in, r.Rows = r.parquet, r.parquet.NumRows
			for _, m := range r.parquet.root.members {
				r.Names = append(r.Names, m.Name)
			}
			r.geo()
		} else {
			r.arrow = openArrow(in, at, size, kind, r.heap)
			r.in = r.arrow
			r.extensions()
		}
	})
	if err != nil {
		r.Close()
		return nil, err
	}
	r.Want(nil)
	return r, nil
}

// try calls do and returns the mistake that it finds. A lack of memory is no mistake of the file.
func (r *Reader) try(do func()) error {
	err := mistakeIn(do)
	if err != nil && !errors.Is(err, memory.ErrLimit) {
		err = fmt.Errorf("%w %v data: %w", errDamaged, r.kind, err)
	}
	return err
}

// Unmarked reports whether a stream was read to its end and lacks the mark of its end. Such a
// stream may have been cut off between two batches.
func (r *Reader) Unmarked() bool { return r.arrow != nil && r.arrow.open }

// Close lets go of what the file's own description of itself and its dictionaries take.
func (r *Reader) Close() {
	if r.arrow != nil {
		r.arrow.close()
	}
	r.heap.free()
}

// Want says which columns are to be read: those for which it is true, all if it is nil.
func (r *Reader) Want(column func(i int) bool) {
	r.wanted = make([]bool, len(r.Names))
	for i := range r.wanted {
		r.wanted[i] = column == nil || column(i)
	}
}

// Batch is a stretch of rows, to be loaded.
type Batch struct {
	// First is the number of its first row, and Number its own, from 0.
	First  int64
	Number int
	Rows   int64
	arrow  *message
	// Missing values and equal values take next to no bytes. So a small file may claim billions of
	// rows, and Load would look at each. values and bytes are the values and bytes of the wanted
	// columns, in this batch and those before it.
	values, bytes int64
}

// A file may claim freeValues values in a column, and valuesPerByte more for each byte. Honest
// files have some hundred for a byte, when a grid of places is packed twice.
const (
	freeValues    = 1 << 20
	valuesPerByte = 1 << 12
)

// Drop lets go of a batch that is not to be loaded.
func (b *Batch) Drop() { b.arrow.drop() }

// Next returns the next batch, or io.EOF after the last.
func (r *Reader) Next() (b Batch, err error) {
	b, more := r.next, false
	values, bytes := b.values, b.bytes
	b.values = 0
	if err = r.try(func() { more = r.in.next(&b, r.wanted) }); err == nil && !more {
		err = io.EOF
	}
	b.values = values + min(max(b.values, b.Rows), 1<<62-values)
	b.bytes = min(bytes+b.bytes, r.size)
	r.next = Batch{First: b.First + b.Rows, Number: b.Number + 1, values: b.values, bytes: b.bytes}
	return b, err
}

// sliceRows is how many rows see gets at a time, at most. Their values stay in a processor's own
// cache.
const sliceRows = 1 << 13

// Load converts a batch in slices of some rows, and calls see for each slice, in order. first is
// the number of its first row. columns are in the order of Names, and nil if not wanted. They are
// valid until see returns. If see panics, so does Load.
func (r *Reader) Load(ctx context.Context, b Batch, see func(first int64, columns []*Column, rows int) error) error {
	defer b.Drop()
	columns := make([]*Column, len(r.wanted))
	for i, wanted := range r.wanted {
		if wanted {
			columns[i] = new(Column)
		}
	}
	if !slices.Contains(r.wanted, true) {
		return nil
	}
	h := r.heap.part()
	defer h.free()
	var take taker
	err := r.try(func() {
		if b.values > freeValues+valuesPerByte*min(b.bytes, 1<<40) {
			fail("it says that there are %d rows in %d bytes, so that nearly all are missing or alike", b.values, b.bytes)
		}
		take = r.in.load(&b, r.wanted, h)
	})
	for done, n := int64(0), 0; err == nil && done < b.Rows; done += int64(n) {
		if err = ctx.Err(); err != nil {
			break
		}
		if err = r.try(func() {
			n = int(min(b.Rows-done, sliceRows))
			values, first := take(n)
			for i, c := range columns {
				if c != nil {
					c.set(values[i], first, n)
				}
			}
		}); err == nil {
			err = see(b.First+done, columns, n)
		}
	}
	if err != nil {
		return err
	}
	return r.try(func() { take(0) })
}

// IDs is the type that the values of a column of Parquet have as ids.
func (r *Reader) IDs(name string) Type {
	if n := r.parquet.find(name); len(n.members) == 0 {
		return n.ids()
	}
	return Text
}

// Bounds returns the least and the greatest number in a column of a batch, as the file gives them.
// The column may lie in groups. No value is beyond them, except missing values and NaN.
func (r *Reader) Bounds(b *Batch, path ...string) (low, high float64, ok bool) {
	if r.parquet == nil {
		return 0, 0, false
	}
	n := r.parquet.find(path...)
	if n == nil || len(n.members) > 0 || len(path) == 0 {
		return 0, 0, false
	}
	s := &r.parquet.RowGroups[b.Number].Columns[n.leaf].MetaData.Statistics
	low, ok = n.bound(s.MinValue)
	high, is := n.bound(s.MaxValue)
	return low, high, ok && is && low <= high
}

// Covered returns the bounding box (min x, min y, max x, max y) of the geometries of a batch. It
// reads the covering columns of GeoParquet 1.1, or the coordinates if these are columns.
func (r *Reader) Covered(b *Batch) (box [4]float64, ok bool) {
	if r.parquet == nil {
		return box, false
	}
	paths := r.covering
	if paths[0] == nil {
		path, n := []string{r.Geometry}, r.parquet.find(r.Geometry)
		for ; n != nil && len(n.members) == 1; n = n.members[0] {
			path = append(path, n.members[0].Name)
		}
		x, y := append(slices.Clip(path), "x"), append(slices.Clip(path), "y")
		paths = [4][]string{x, y, x, y}
	}
	for i, path := range paths {
		low, high, is := r.Bounds(b, path...)
		if box[i] = low; i >= 2 {
			box[i] = high
		}
		if !is {
			return box, false
		}
	}
	return box, true
}

// Column is some rows of a column.
type Column struct {
	// Numbers are the values, or nil if they are not numbers. The entries of missing values are
	// undefined.
	Numbers []float64
	// Int64s are the values, or nil if they are not integers that fit in an int64.
	Int64s []int64

	// Sparse says that values may be missing.
	Sparse bool

	of    *vector
	first int       // of the rows, among its values
	room  []float64 // of Numbers
}

// set takes n values of a vector, from the first on, for the column's.
func (c *Column) set(a *vector, first, n int) {
	*c = Column{Sparse: a.kind == arrowNull || a.valid != nil, of: a, first: first, room: c.room}
	switch {
	case !a.isNumber():
	case !a.typ.Whole():
		c.Numbers = cast[float64](a.words[first:][:n])
	default:
		if a.typ != Uint64 {
			c.Int64s = cast[int64](a.words[first:][:n])
		}
		if cap(c.room) < n {
			c.room = make([]float64, max(n, sliceRows))
		}
		c.Numbers = c.room[:n]
		for i := range n {
			c.Numbers[i] = a.number(first + i)
		}
	}
}

// cast returns words as values of another type with the same bits.
func cast[T float64 | int64](words []uint64) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}

// Null reports whether a value is missing.
func (c *Column) Null(i int) bool { return c.of.missing(c.first + i) }

// IDs is the type of the values as ids.
func (c *Column) IDs() Type { return c.of.ids() }

// Text is a value as the text of a cell: a number as decimal.AppendText has it, in its own type,
// which of a float32 may be another float64. It is the column's own memory, or appended to scratch,
// which is returned.
func (c *Column) Text(i int, scratch []byte) (string, []byte) {
	a, k := c.of, c.first+i
	switch {
	case a.kind == arrowNull:
		return "", scratch
	case a.isText():
		return view(a.bytes(k)), scratch
	}
	begin := len(scratch)
	scratch = a.appendText(scratch, k)
	return view(scratch[begin:]), scratch
}

// view is bytes as a string, valid until they change.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// GeometrySize is the size of a geometry in bytes.
func (c *Column) GeometrySize(i int) int { return c.of.geometrySize(c.first + i) }

// Geometry reads a value as a geometry: Well-Known Binary, text of any kind, or nested lists
// of points.
func (c *Column) Geometry(i int, g *geometry.Geometry) error {
	a, k := c.of, c.first+i
	switch {
	case a.kind == arrowBinary:
		return g.ReadBinary(a.bytes(k))
	case a.kind == arrowText:
		return g.Read(view(a.bytes(k)))
	}
	return a.geometry(k, g)
}
