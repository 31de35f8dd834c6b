// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	mathbits "math/bits"
	"slices"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	columns "github.com/apache/arrow-go/v18/parquet/schema"
)

// Kinds of pages and encodings, as Parquet numbers them.
const (
	dataPage, dictionaryPage, dataPageV2 = 0, 2, 3

	plain                                 = 0
	bitPacked                             = 4
	deltaPacked, deltaLengths, deltaTexts = 5, 6, 7
)

const (
	smallHeader = 256      // bytes that most headers of pages fit into
	largeHeader = 16 << 20 // what the library reads of one, at most
	oldHeader   = 100      // of a dictionary, at most
	mostTexts   = 1 << 24  // of a page, if their lengths are written down as differences
)

var errLevels = errors.New("its levels take more bytes than it has")

// page is what a page's header says.
type page struct {
	kind             int64
	packed, unpacked int64 // bytes, the header's own left out
	values           int64
	encoding         int64
	levels           [2]int64 // bytes of repetition and of definition levels, in a dataPageV2
	packing          [2]int64 // how they are encoded, in a dataPage
	loose            bool     // a dataPageV2 that is not compressed
}

// field takes a number from a header.
func (p *page) field(path []int16, v int64) {
	switch {
	case len(path) == 1 && path[0] == 1:
		p.kind = v
	case len(path) == 1 && path[0] == 2:
		p.unpacked = v
	case len(path) == 1 && path[0] == 3:
		p.packed = v
	case len(path) != 2:
	case path[1] == 1 && (path[0] == 5 || path[0] == 7 || path[0] == 8):
		p.values = v
	case slices.Equal(path, []int16{5, 2}), slices.Equal(path, []int16{8, 4}):
		p.encoding = v
	case slices.Equal(path, []int16{5, 3}):
		p.packing[1] = v
	case slices.Equal(path, []int16{5, 4}):
		p.packing[0] = v
	case slices.Equal(path, []int16{8, 5}):
		p.levels[1] = v
	case slices.Equal(path, []int16{8, 6}):
		p.levels[0] = v
	case slices.Equal(path, []int16{8, 7}):
		p.loose = v == 0
	}
}

// sound walks through the pages of the columns that are wanted, of a group of rows.
func (r *Reader) sound(group int) (err error) {
	defer recovered(r.kind, &err)
	file := r.parquet.ParquetReader().MetaData()
	for _, leaf := range r.leaves {
		column := file.Schema.Column(leaf)
		chunk, err := file.RowGroup(group).ColumnChunk(leaf)
		if err == nil {
			err = r.pages(chunk, column)
		}
		if err != nil {
			return damaged(r.kind, fmt.Errorf("column %s: %w", column.Path(), err))
		}
	}
	return nil
}

// pages walks through the headers of the pages of a column of a group of rows, and looks at
// such pages as say themselves how much is to be made of them. It finds what the library would
// take on trust.
func (r *Reader) pages(chunk *metadata.ColumnChunkMetaData, column *columns.Column) error {
	if chunk.CryptoMetadata() != nil {
		return nil // the library refuses it
	}
	at := chunk.DataPageOffset()
	if d := chunk.DictionaryPageOffset(); chunk.HasDictionaryPage() && d > 0 && d < at {
		at = d
	}
	length := chunk.TotalCompressedSize()
	switch {
	case at < 0 || length < 0 || at > r.size:
		return fmt.Errorf("its %d bytes at byte %d are not in the file, which has %d", length, at, r.size)
	case length > r.size-at:
		return fmt.Errorf("its %d bytes at byte %d reach beyond the end of the file", length, at)
	}
	// Old writers left the header of the dictionary out of the length.
	last := at + length
	end := min(last+oldHeader, r.size)
	head := make([]byte, smallHeader)
	for seen, n := int64(0), 1; seen < chunk.NumValues() && at < last; n++ {
		p := page{}
		w := walker{number: p.field}
		var size int
		for {
			head = head[:min(int64(cap(head)), end-at)]
			if _, err := r.in.ReadAt(head, at); err != nil && err != io.EOF {
				return err
			}
			var err error
			if size, err = w.walk(head); err == nil {
				break
			}
			if len(head) < cap(head) || cap(head) >= largeHeader {
				return fmt.Errorf("the header of page %d: %w", n, err)
			}
			p = page{}
			head = make([]byte, 4*cap(head))
		}
		at += int64(size)
		switch {
		case p.packed < 0 || p.unpacked < 0 || p.values < 0:
			return fmt.Errorf("page %d says that it has %d bytes, %d unpacked, and %d values", n, p.packed, p.unpacked, p.values)
		case p.packed > end-at:
			return fmt.Errorf("page %d says that it has %d bytes, and there are %d", n, p.packed, end-at)
		case p.unpacked > r.most:
			return fmt.Errorf("page %d says that it has %d bytes when it is unpacked; no more than %d are taken from a file of this size", n, p.unpacked, r.most)
		}
		if least := p.values * leastBytes(column); p.kind != dictionaryPage && p.encoding == plain && least > p.unpacked {
			return fmt.Errorf("page %d says that it has %d values, for which its %d bytes are too few", n, p.values, p.unpacked)
		}
		if p.kind == dataPage || p.kind == dataPageV2 {
			if p.values > chunk.NumValues()-seen {
				return fmt.Errorf("page %d says that it has %d values, and the column has no more than %d here", n, p.values, chunk.NumValues())
			}
			seen += p.values
			if p.encoding >= deltaPacked && p.encoding <= deltaTexts {
				if err := r.deltas(&p, at, chunk, column); err != nil {
					return fmt.Errorf("page %d: %w", n, err)
				}
			}
		}
		at += p.packed
	}
	return nil
}

// claim is how many values a file says there are in the columns that are wanted, of some groups of
// rows, and in how many bytes. Values that are missing, or all alike, take next to no bytes, so that
// a small file may claim billions of rows, each of which would be looked at.
type claim struct{ values, bytes int64 }

// A file may claim so many values in any column, and more for each byte. Honest ones come to some
// hundred for a byte, where a grid of places is packed twice.
const (
	freeValues    = 1 << 20
	valuesPerByte = 1 << 12
)

// add adds a group of rows.
func (c *claim) add(r *Reader, group int) error {
	rows := r.parquet.ParquetReader().MetaData().RowGroup(group)
	most := rows.NumRows()
	for _, leaf := range r.leaves {
		chunk, err := rows.ColumnChunk(leaf)
		if err != nil {
			return err
		}
		most = max(most, chunk.NumValues())
		c.bytes = min(c.bytes+min(max(chunk.TotalCompressedSize(), 0), r.size), r.size)
	}
	c.values += min(max(most, 0), 1<<62-c.values)
	return nil
}

// check refuses what no honest file says.
func (c *claim) check(r *Reader) error {
	if len(r.leaves) > 0 && c.values > freeValues+valuesPerByte*min(c.bytes, 1<<40) {
		return fmt.Errorf("it says that there are %d rows in %d bytes, so that nearly all are missing or alike", c.values, c.bytes)
	}
	return nil
}

// leastBytes is what a value takes at least where values are written down as they are.
func leastBytes(column *columns.Column) int64 {
	if column.MaxDefinitionLevel() > 0 { // what is missing takes none
		return 0
	}
	switch column.PhysicalType() {
	case parquet.Types.Int32, parquet.Types.Float, parquet.Types.ByteArray: // which has its length in front
		return 4
	case parquet.Types.Int64, parquet.Types.Double:
		return 8
	}
	return 0
}

// deltas looks at the lengths in a page whose values are written down as differences.
func (r *Reader) deltas(p *page, at int64, chunk *metadata.ColumnChunkMetaData, column *columns.Column) error {
	if p.encoding != deltaPacked && p.values > mostTexts {
		return fmt.Errorf("it says that it has %d texts; no more than %d are taken", p.values, mostTexts)
	}
	data, err := r.values(p, at, chunk, column)
	if err != nil {
		return err
	}
	d := delta{data: data, most: p.values}
	switch p.encoding {
	case deltaPacked:
		return d.begin() // the library adds up as many as are asked for
	case deltaLengths:
		return d.lengths(func(int64) error { return nil })
	}
	// Each text begins with so many bytes of the one before.
	var same []int32
	if err := d.lengths(func(v int64) error { same = append(same, int32(v)); return nil }); err != nil {
		return err
	}
	k, before, all := 0, int64(0), int64(0)
	return d.lengths(func(v int64) error {
		if k >= len(same) || int64(same[k]) > before {
			return errDelta
		}
		before = int64(same[k]) + v
		k++
		if all += before; all > r.most {
			return fmt.Errorf("its texts take more than %d bytes", r.most)
		}
		return nil
	})
}

// values are the values of a page, unpacked, without the levels that say which are missing.
func (r *Reader) values(p *page, at int64, chunk *metadata.ColumnChunkMetaData, column *columns.Column) ([]byte, error) {
	data := make([]byte, p.packed)
	if _, err := r.in.ReadAt(data, at); err != nil && err != io.EOF {
		return nil, err
	}
	levels := int64(0)
	if p.kind == dataPageV2 {
		levels = p.levels[0] + p.levels[1]
		if p.levels[0] < 0 || p.levels[1] < 0 || levels > p.packed || levels > p.unpacked {
			return nil, errLevels
		}
		if data = data[levels:]; p.loose {
			return data, nil
		}
	}
	data, err := unpack(chunk.Compression(), make([]byte, p.unpacked-levels), data)
	if err != nil || p.kind == dataPageV2 {
		return data, err
	}
	for i, deepest := range []int16{column.MaxRepetitionLevel(), column.MaxDefinitionLevel()} {
		if deepest == 0 {
			continue
		}
		n := (p.values*int64(mathbits.Len16(uint16(deepest))) + 7) / 8
		if p.packing[i] != bitPacked {
			if len(data) < 4 {
				return nil, errLevels
			}
			n = int64(binary.LittleEndian.Uint32(data))
			data = data[4:]
		}
		if n > int64(len(data)) {
			return nil, errLevels
		}
		data = data[n:]
	}
	return data, nil
}
