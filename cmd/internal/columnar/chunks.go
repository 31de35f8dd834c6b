// SPDX-License-Identifier: MIT

package columnar

import (
	"context"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
)

// lotRows is how many rows of bare columns are shown at a time: their values stay in a
// processor's own cache.
const lotRows = 1 << 13

// bare are columns of Parquet as they lie in the file: numbers and texts, one value for each
// row. They are read without the library's arrays, which take new memory for every lot and a
// bit for every value. The memory is kept for other batches.
type bare struct {
	columns []*Column // in the order of Names, nil if not wanted
	chunks  []chunk   // of those that are wanted
	defined []int16
}

// chunk is a column of one row group.
type chunk struct {
	of     int // the column's place in Names
	leaf   int
	reader file.ColumnChunkReader
	f64    []float64
	f32    []float32
	i64    []int64
	i32    []int32
	texts  []parquet.ByteArray
}

// plain reports whether all wanted columns are such as bare can hold.
func (r *Reader) plain() bool {
	if r.parquet == nil {
		return false
	}
	all := r.parquet.ParquetReader().MetaData().Schema
	for i, wanted := range r.wanted {
		if !wanted {
			continue
		}
		f := &r.parquet.Manifest.Fields[i]
		if !f.IsLeaf() || all.Column(f.ColIndex).MaxRepetitionLevel() > 0 || all.Column(f.ColIndex).MaxDefinitionLevel() > 1 {
			return false
		}
		kind, stored := r.schema.Field(i).Type.ID(), all.Column(f.ColIndex).PhysicalType()
		switch {
		case kind == arrow.FLOAT64 && stored == parquet.Types.Double:
		case kind == arrow.FLOAT32 && stored == parquet.Types.Float:
		case kind == arrow.INT64 && stored == parquet.Types.Int64:
		case kind == arrow.INT32 && stored == parquet.Types.Int32:
		case kind == arrow.STRING && stored == parquet.Types.ByteArray:
		default:
			return false
		}
	}
	return len(r.leaves) > 0
}

// loadBare is Load for bare columns. It is not ok if they cannot be had further than the rows that
// were shown: if a value is missing, or anything is odd, which the library is to put in words. If
// see panics, so does loadBare: the columns are sound then.
func (r *Reader) loadBare(ctx context.Context, b Batch, see func(first int64, columns []*Column, rows int) error) (done int64, ok bool, err error) {
	showing := false
	defer func() {
		if !showing && recover() != nil {
			ok = false
		}
	}()
	c, _ := r.spare.Get().(*bare)
	if c == nil {
		c = r.newBare()
	}
	defer r.spare.Put(c)
	group := r.parquet.ParquetReader().RowGroup(b.number)
	for k := range c.chunks {
		if c.chunks[k].reader, err = group.Column(c.chunks[k].leaf); err != nil {
			return 0, false, nil
		}
		defer c.chunks[k].reader.Close()
	}
	rows := group.NumRows()
	for done < rows {
		if err := ctx.Err(); err != nil {
			return done, true, err
		}
		n := min(rows-done, lotRows)
		for k := range c.chunks {
			if !c.chunks[k].read(c.columns[c.chunks[k].of], c.defined, n) {
				return done, false, nil
			}
		}
		showing = true
		err := see(b.First+done, c.columns, int(n))
		if showing = false; err != nil {
			return done, true, err
		}
		done += n
	}
	for k := range c.chunks {
		if c.chunks[k].reader.HasNext() || c.chunks[k].reader.Err() != nil {
			return done, false, nil
		}
	}
	return done, true, nil
}

func (r *Reader) newBare() *bare {
	c := &bare{columns: make([]*Column, len(r.Names)), defined: make([]int16, lotRows)}
	for i, wanted := range r.wanted {
		if wanted {
			c.columns[i] = new(Column)
			c.chunks = append(c.chunks, chunk{of: i, leaf: r.parquet.Manifest.Fields[i].ColIndex})
		}
	}
	return c
}

// read reads the next n values into a column. It reports whether they are all there.
func (c *chunk) read(to *Column, defined []int16, n int64) bool {
	to.whole, to.text, to.Int64s, to.single, to.ids = nil, nil, nil, false, NoIDs
	switch r := c.reader.(type) {
	case *file.Float64ColumnChunkReader:
		if !values(r.ReadBatch, &c.f64, defined, n) {
			return false
		}
		to.Numbers = c.f64
	case *file.Float32ColumnChunkReader:
		if !values(r.ReadBatch, &c.f32, defined, n) {
			return false
		}
		floats(to, c.f32)
	case *file.Int64ColumnChunkReader:
		if !values(r.ReadBatch, &c.i64, defined, n) {
			return false
		}
		wholes(to, c.i64)
	case *file.Int32ColumnChunkReader:
		if !values(r.ReadBatch, &c.i32, defined, n) {
			return false
		}
		wholes(to, c.i32)
	case *file.ByteArrayColumnChunkReader:
		if !values(r.ReadBatch, &c.texts, defined, n) {
			return false
		}
		texts := c.texts
		to.text = func(i int) string { return view(texts[i]) }
	default:
		return false
	}
	return true
}

// values reads n values by a library's function, all of which must be there and defined. It asks
// once: a function that hands out less is left to the library's own reading.
func values[T any](next func(int64, []T, []int16, []int16) (int64, int, error), to *[]T, defined []int16, n int64) bool {
	if *to == nil {
		*to = make([]T, lotRows)
	}
	*to = (*to)[:n]
	total, read, err := next(n, *to, defined, nil)
	return err == nil && total == n && int64(read) == n
}
