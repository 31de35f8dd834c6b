// SPDX-License-Identifier: MIT

package columnar

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"daylight/cmd/internal/geometry"
	"daylight/internal/memory"
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
	case bytes.HasPrefix(head, []byte("PAR1")):
		return Parquet
	case bytes.HasPrefix(head, []byte("ARROW1")):
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

	kind   Kind
	heap   *bounded
	schema *arrow.Schema
	wanted []bool // columns that are read

	in      io.ReaderAt // the file, of Parquet
	size    int64
	most    int64 // bytes that a page may unpack to
	parquet *pqarrow.FileReader
	leaves  []int // of the wanted columns
	bare    bool  // whether they can be read as they lie in the file
	sparse  atomic.Bool
	spare   sync.Pool // of *bare
	groups  int
	stream  *ipc.Reader
	at      int   // number of the next batch
	row     int64 // its first
	claimed claim // of the batches so far, of Parquet
}

// Open begins to read a file of the given kind and size. Streams may be told a size that
// is too large. What a buffer of the file takes must be left of room, which may be nil.
func Open(at io.ReaderAt, size int64, kind Kind, room *memory.Budget) (r *Reader, err error) {
	heap := newBounded(size, room)
	defer heap.because(&err)
	defer recovered(kind, &err)
	r = &Reader{kind: kind, heap: heap, Rows: -1}
	if kind == Parquet {
		r.in, r.size, r.most = at, size, min(int64(heap.most), parquet.DefaultMaxUncompressedPageSize)
		if err := r.footer(); err != nil {
			return nil, damaged(kind, err)
		}
		return r, r.openParquet(io.NewSectionReader(at, 0, size), heap)
	}
	// A file of Arrow is a stream, with a table of contents at its end that is of no use
	// where all of it is read.
	begin := int64(0)
	if kind == ArrowFile {
		begin = 8
	}
	if err := verify(at, begin, size); err != nil {
		return nil, damaged(kind, err)
	}
	if r.stream, err = ipc.NewReader(bufio.NewReaderSize(io.NewSectionReader(at, begin, size-begin), 1<<20), ipc.WithAllocator(heap)); err != nil {
		return nil, damaged(kind, err)
	}
	r.schema = r.stream.Schema()
	r.columns()
	return r, nil
}

func (r *Reader) openParquet(in *io.SectionReader, heap *bounded) error {
	props := parquet.NewReaderProperties(heap)
	props.BufferedStreamEnabled, props.BufferSize = true, streamBuffer
	f, err := file.NewParquetReader(in, file.WithReadProps(props))
	if err != nil {
		return damaged(r.kind, err)
	}
	// What Arrow's writers leave of their own schema is a flatbuffer, which is taken on trust,
	// and there is nothing in it that is needed.
	meta := f.MetaData()
	all := meta.FileMetaData.KeyValueMetadata
	kept := all[:0:0]
	for _, kv := range all {
		if kv.Key != "ARROW:schema" {
			kept = append(kept, kv)
		}
	}
	meta.FileMetaData.KeyValueMetadata = kept
	if r.parquet, err = pqarrow.NewFileReader(f, pqarrow.ArrowReadProperties{BatchSize: batchRows}, heap); err != nil {
		return damaged(r.kind, err)
	}
	if r.schema, err = r.parquet.Schema(); err != nil {
		return damaged(r.kind, err)
	}
	r.Rows, r.groups = f.NumRows(), f.NumRowGroups()
	if err := r.geo(meta.KeyValueMetadata().FindValue("geo")); err != nil {
		return err
	}
	r.columns()
	return nil
}

// columns takes the columns' names from the schema.
func (r *Reader) columns() {
	for _, f := range r.schema.Fields() {
		r.Names = append(r.Names, f.Name)
		if r.Geometry == "" && strings.HasPrefix(extension(f), "geoarrow.") {
			r.Geometry, r.CRS = f.Name, crsOf(f)
		} else if strings.HasPrefix(extension(f), "geoarrow.") && f.Name != r.Geometry {
			r.Others = append(r.Others, f.Name)
		}
	}
	r.Want(nil)
}

// streamBuffer is how much of a column is read from the file ahead of its pages.
const streamBuffer = 64 << 10

// batchRows is how many rows are converted at a time.
const batchRows = 1 << 15

// extension is the name of an Arrow extension type.
func extension(f arrow.Field) string {
	if e, ok := f.Type.(arrow.ExtensionType); ok {
		return e.ExtensionName()
	}
	if i := f.Metadata.FindKey("ARROW:extension:name"); i >= 0 {
		return f.Metadata.Values()[i]
	}
	return ""
}

// Want says which columns are to be read: those for which it is true, all if it is nil.
func (r *Reader) Want(column func(i int) bool) {
	r.wanted = make([]bool, len(r.Names))
	for i := range r.wanted {
		r.wanted[i] = column == nil || column(i)
	}
	r.leaves = r.leaves[:0]
	if r.parquet != nil {
		for i := range r.parquet.Manifest.Fields {
			if r.wanted[i] {
				r.leaves = appendLeaves(r.leaves, &r.parquet.Manifest.Fields[i])
			}
		}
	}
	r.bare, r.spare = r.plain(), sync.Pool{}
}

func appendLeaves(dst []int, f *pqarrow.SchemaField) []int {
	if f.IsLeaf() {
		return append(dst, f.ColIndex)
	}
	for i := range f.Children {
		dst = appendLeaves(dst, &f.Children[i])
	}
	return dst
}

// Batch is a stretch of rows, to be loaded.
type Batch struct {
	// First is the number of its first row, from 0.
	First  int64
	number int
	record arrow.RecordBatch
	claim  claim // of it and those before, of Parquet
}

// Number is the batch's own, from 0.
func (b *Batch) Number() int { return b.number }

// Drop lets go of a batch that is not to be loaded.
func (b *Batch) Drop() {
	if b.record != nil {
		b.record.Release()
	}
}

// Next returns the next batch, or io.EOF after the last.
func (r *Reader) Next() (b Batch, err error) {
	defer r.heap.because(&err)
	defer recovered(r.kind, &err)
	b = Batch{First: r.row, number: r.at}
	switch {
	case r.parquet != nil:
		if r.at >= r.groups {
			return b, io.EOF
		}
		r.row += r.parquet.ParquetReader().MetaData().RowGroup(r.at).NumRows()
		if err := r.claimed.add(r, r.at); err != nil {
			return b, damaged(r.kind, err)
		}
		b.claim = r.claimed
	default:
		if !r.stream.Next() {
			if err := r.stream.Err(); err != nil && err != io.EOF {
				return b, damaged(r.kind, err)
			}
			return b, io.EOF
		}
		b.record = r.stream.RecordBatch()
		b.record.Retain()
		r.row += b.record.NumRows()
	}
	r.at++
	return b, nil
}

// Load converts a batch, some rows at a time, and calls see for each lot, in order; first is the
// number of its first row. The columns are in the order of Names, those that are not wanted
// nil, and valid until see returns.
func (r *Reader) Load(ctx context.Context, b Batch, see func(first int64, columns []*Column, rows int) error) (err error) {
	defer r.heap.because(&err)
	if b.record == nil {
		if err := r.sound(b.number); err != nil {
			return err
		}
		if err := b.claim.check(r); err != nil {
			return damaged(r.kind, err)
		}
	}
	seen := int64(0)
	if b.record == nil && r.bare && !r.sparse.Load() {
		var ok bool
		if seen, ok, err = r.loadBare(ctx, b, see); ok {
			return err
		}
		r.sparse.Store(true) // and so other batches may be
	}
	return r.loadArrays(ctx, b, seen, see)
}

// loadArrays is Load by way of the library's arrays, from a row on that is so far behind the first.
// The library may panic about their cells only when they are looked at.
func (r *Reader) loadArrays(ctx context.Context, b Batch, from int64, see func(first int64, columns []*Column, rows int) error) (err error) {
	defer recovered(r.kind, &err)
	columns := make([]*Column, len(r.Names))
	if b.record != nil {
		defer b.record.Release()
		return r.show(b.First, b.record, columns, see)
	}
	if len(r.leaves) == 0 {
		return nil
	}
	if err := r.openable(b.number); err != nil {
		return err
	}
	records, err := r.parquet.GetRecordReader(ctx, r.leaves, []int{b.number})
	if err != nil {
		return damaged(r.kind, err)
	}
	defer records.Release()
	first := b.First
	for records.Next() {
		if err := ctx.Err(); err != nil {
			return err
		}
		record := records.RecordBatch()
		rows := record.NumRows()
		switch {
		case from == 0:
			err = r.show(first, record, columns, see)
		case from < rows:
			rest := record.NewSlice(from, rows)
			err = r.show(first+from, rest, columns, see)
			rest.Release()
		}
		if err != nil {
			return err
		}
		first, from = first+rows, max(from-rows, 0)
	}
	if err := records.Err(); err != nil && err != io.EOF {
		return damaged(r.kind, err)
	}
	return nil
}

// openable opens the wanted columns of a group of rows, and lets go of them again: the library
// opens the fields of a struct in goroutines of its own, and if it panics there about what a
// damaged file says of their place and length, nobody can recover.
func (r *Reader) openable(group int) error {
	rows := r.parquet.ParquetReader().RowGroup(group)
	for i := range r.parquet.Manifest.Fields {
		f := &r.parquet.Manifest.Fields[i]
		if !r.wanted[i] || f.IsLeaf() {
			continue
		}
		for _, leaf := range appendLeaves(nil, f) {
			pages, err := rows.GetColumnPageReader(leaf)
			if err == nil {
				err = pages.Close()
			}
			if err != nil {
				return damaged(r.kind, fmt.Errorf("column %s: %w", r.Names[i], err))
			}
		}
	}
	return nil
}

// show converts one record.
func (r *Reader) show(first int64, record arrow.RecordBatch, columns []*Column, see func(int64, []*Column, int) error) error {
	k := 0 // among the columns of the record
	for i := range columns {
		if !r.wanted[i] {
			if r.parquet == nil {
				k++
			}
			continue
		}
		if k >= int(record.NumCols()) {
			return damaged(r.kind, errors.New("a column is missing"))
		}
		if columns[i] == nil {
			columns[i] = new(Column)
		}
		if err := columns[i].set(record.Column(k)); err != nil {
			return fmt.Errorf("column %s: %w", r.Names[i], err)
		}
		k++
	}
	return see(first, columns, int(record.NumRows()))
}
