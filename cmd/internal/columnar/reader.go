// SPDX-License-Identifier: MIT

package columnar

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"math"
	"slices"

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

// Reader reads the batches of one file. Next is called by one goroutine at a time; batches
// may be loaded by several.
type Reader struct {
	// Names are those of the columns.
	Names []string
	// Rows is how many there are, or -1 if that is not known beforehand.
	Rows int64
	// Geometry is the name of the column that the file says is its geometry, Others are those
	// of further geometries, and CRS is the coordinate system of the first.
	Geometry string
	Others   []string
	CRS      geometry.CRS

	covering [4][]string // columns of min x, min y, max x and max y of the geometries, if the file has them

	kind    Kind
	size    int64
	heap    *heap
	wanted  []bool // columns that are read
	any     bool   // of them are
	parquet *parquetReader
	arrow   *arrowReader
	at      int   // number of the next batch
	row     int64 // its first
	claimed claim // of the batches so far
}

// OpenStream begins to read a stream of Arrow as it arrives: Next waits for a batch, and no longer.
func OpenStream(in *bufio.Reader, room *memory.Budget) (*Reader, error) {
	return Open(&arriving{in: in}, 1<<62, ArrowStream, room)
}

// Open begins to read a file of the given kind and size. Streams may be told a size that
// is too large. What a buffer of the file takes is charged to room, which may be nil.
func Open(at io.ReaderAt, size int64, kind Kind, room *memory.Budget) (r *Reader, err error) {
	h := newHeap(size, room)
	r = &Reader{kind: kind, size: size, heap: h, Rows: -1}
	defer func() {
		if err != nil {
			h.free()
		}
	}()
	defer recovered(kind, &err)
	if kind == Parquet {
		if r.parquet, err = openParquet(at, size, r.heap); err != nil {
			return nil, damaged(kind, err)
		}
		for _, m := range r.parquet.root.members {
			r.Names = append(r.Names, m.name)
		}
		r.Rows = r.parquet.rows
		err = r.geo(r.parquet.geo)
	} else {
		if r.arrow, err = openArrow(at, size, kind, r.heap); err != nil {
			return nil, damaged(kind, err)
		}
		r.extensions()
	}
	r.Want(nil)
	return r, err
}

// Unmarked reports whether what was read to its end is a stream without the mark that shows its end, so
// that it may have been cut off between two batches.
func (r *Reader) Unmarked() bool { return r.arrow != nil && r.arrow.open }

// Close lets go of what the file's own description of itself and its dictionaries take.
func (r *Reader) Close() { r.heap.free() }

// Want says which columns are to be read: those for which it is true, all if it is nil.
func (r *Reader) Want(column func(i int) bool) {
	r.wanted, r.any = make([]bool, len(r.Names)), false
	for i := range r.wanted {
		r.wanted[i] = column == nil || column(i)
		r.any = r.any || r.wanted[i]
	}
}

// Batch is a stretch of rows, to be loaded.
type Batch struct {
	// First is the number of its first row, and Number its own, from 0.
	First  int64
	Number int
	claim  claim // of it and those before
	arrow  message
}

// Drop lets go of a batch that is not to be loaded.
func (b *Batch) Drop() {
	b.arrow.drop()
}

// Next returns the next batch, or io.EOF after the last.
func (r *Reader) Next() (b Batch, err error) {
	defer recovered(r.kind, &err)
	b = Batch{First: r.row, Number: r.at}
	if r.parquet != nil {
		if r.at >= len(r.parquet.groups) {
			return b, io.EOF
		}
		g := &r.parquet.groups[r.at]
		r.row += g.rows
		r.claimed.group(r, g)
	} else {
		if b.arrow, err = r.arrow.next(); err != nil {
			if err != io.EOF {
				err = damaged(r.kind, err)
			}
			return b, err
		}
		r.row += b.arrow.rows
		r.claimed.add(b.arrow.rows, b.arrow.body, r.size)
	}
	b.claim = r.claimed
	r.at++
	return b, nil
}

// Load converts a batch, some rows at a time, and calls see for each slice of them, in order; first is the
// number of its first row. The columns are in the order of Names, those that are not wanted
// nil, and valid until see returns. If see panics, so does Load.
func (r *Reader) Load(ctx context.Context, b Batch, see func(first int64, columns []*Column, rows int) error) (err error) {
	defer b.Drop()
	if !r.any {
		return nil
	}
	seeing := false
	defer func() {
		if !seeing {
			if p := recover(); p != nil {
				err = contradiction(r.kind, p)
			}
		}
	}()
	h := r.heap.part()
	defer h.free()
	show := func(first int64, columns []*Column, rows int) error {
		seeing = true
		err := see(first, columns, rows)
		seeing = false
		return err
	}
	if r.parquet != nil {
		return r.parquet.load(ctx, r, &b, h, show)
	}
	return r.arrow.load(ctx, r, &b, h, show)
}

// number is the value of a bound of a column of numbers: not of those without a sign, which old writers compare as if they had one.
func (b *bound) number(n *node) (v float64, ok bool) {
	if b.size != n.cell() || n.unsigned {
		return 0, false
	}
	c := chunk{node: n, cells: cells{fixed: b.data[:b.size]}}
	a := new(vector)
	if c.typed(a); a.form != numbers || a.spell != nil {
		return 0, false
	}
	v = a.number(0)
	return v, !math.IsNaN(v) && (a.ids == NoType || math.Abs(v) <= 1<<53) // else it may have been rounded
}

// IDs is what the values of a column of Parquet are as ids.
func (r *Reader) IDs(name string) Type {
	k := slices.IndexFunc(r.parquet.root.members, func(m *node) bool { return m.name == name })
	if n := r.parquet.root.members[k]; len(n.members) == 0 {
		a := new(vector)
		(&chunk{node: n}).typed(a)
		return (&Column{of: a}).IDs()
	}
	return Text
}

// RowsOf is how many rows a batch has, if that is known before it is loaded, as of Parquet.
func (r *Reader) RowsOf(b *Batch) int64 {
	if r.parquet == nil {
		return 0
	}
	return r.parquet.groups[b.Number].rows
}

// Bounds are the least and the greatest number in a column of a batch, which may be in a group of columns, as the
// file says: no value is beyond, but for those that are missing or not a number.
func (r *Reader) Bounds(b *Batch, path ...string) (low, high float64, ok bool) {
	if r.parquet == nil {
		return 0, 0, false
	}
	n := r.parquet.root
	for _, name := range path {
		k := slices.IndexFunc(n.members, func(m *node) bool { return m.name == name })
		if k < 0 {
			return 0, 0, false
		}
		n = n.members[k]
	}
	if len(n.members) > 0 || len(path) == 0 {
		return 0, 0, false
	}
	c := &r.parquet.groups[b.Number].chunks[n.leaf]
	low, ok = c.low.number(r.parquet.leaves[n.leaf])
	high, is := c.high.number(r.parquet.leaves[n.leaf])
	return low, high, ok && is && low <= high
}

// Covered is the least and greatest x and y (min x, min y, max x, max y) of the geometries of a batch: by the columns that GeoParquet 1.1 says
// cover them, or by the coordinates themselves where these are columns.
func (r *Reader) Covered(b *Batch) (box [4]float64, ok bool) {
	if r.parquet == nil {
		return box, false
	}
	if r.covering[0] == nil {
		n := r.parquet.root
		path := []string{r.Geometry}
		for k := slices.IndexFunc(n.members, func(m *node) bool { return m.name == r.Geometry }); k >= 0 && n.members[k].members != nil; k = 0 {
			if n = n.members[k]; len(n.members) > 1 {
				break
			}
			path = append(path, n.members[0].name)
		}
		for i, name := range []string{"x", "y"} {
			low, high, is := r.Bounds(b, append(slices.Clone(path), name)...)
			if box[i], box[i+2] = low, high; !is {
				return box, false
			}
		}
		return box, true
	}
	for i, path := range r.covering {
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
