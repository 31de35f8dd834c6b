// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"
	"slices"

	"github.com/klauspost/compress/s2"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// pageBytes is how much a page holds, about; wordsBytes is how large a dictionary may become.
const (
	pageBytes  = 1 << 20
	wordsBytes = 1 << 18
)

// encodeParquet makes the pages of a group of rows. Offsets count from the start of the group.
func (e *Encoded) encodeParquet(cells []Cells) {
	e.group = format.RowGroup{NumRows: int64(e.rows)}
	for k := range cells {
		c := &cells[k]
		begin := int64(len(e.data))
		m := format.ColumnMetaData{Type: c.of.Type.physical(), Encoding: []format.Encoding{format.RLE, format.Plain}, PathInSchema: []string{c.of.Name}, Codec: format.Snappy, NumValues: int64(c.n)}
		index, words := c.dictionary()
		if words != nil {
			m.Encoding = append(m.Encoding, format.RLEDictionary)
			e.values = e.values[:0]
			for _, w := range words {
				e.values = append(binary.LittleEndian.AppendUint32(e.values, uint32(len(w))), w...)
			}
			m.DictionaryPageOffset = begin
			e.page(&m, e.values, format.PageHeader{Type: format.DictionaryPage, DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{NumValues: int32(len(words))})})
		}
		m.DataPageOffset = int64(len(e.data))
		for from := 0; from < c.n; {
			to := c.until(from)
			h := format.DataPageHeader{NumValues: int32(to - from), DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE}
			if e.values = c.levels(e.values[:0], from, to); words != nil {
				h.Encoding = format.RLEDictionary
				of := rle.Encoding{BitWidth: max(bits.Len(uint(len(words)-1)), 1)}
				list, err := of.EncodeInt32(nil, index[from:to])
				sure(err)
				e.values = append(append(e.values, byte(of.BitWidth)), list...)
			} else {
				e.values = c.plain(e.values, from, to)
			}
			e.page(&m, e.values, format.PageHeader{Type: format.DataPage, DataPageHeader: thrift.New(h)})
			from = to
		}
		m.TotalCompressedSize = int64(len(e.data)) - begin
		m.Statistics.NullCount = int64(c.missing)
		m.Statistics.MinValue, m.Statistics.MaxValue = c.extremes()
		e.group.TotalByteSize += m.TotalUncompressedSize
		e.group.Columns = append(e.group.Columns, format.ColumnChunk{FileOffset: begin, MetaData: m})
	}
	e.group.TotalCompressedSize = int64(len(e.data))
}

// page appends a page of a column.
func (e *Encoded) page(m *format.ColumnMetaData, values []byte, h format.PageHeader) {
	e.packed = s2.EncodeSnappy(e.packed[:cap(e.packed)], values)
	h.UncompressedPageSize, h.CompressedPageSize, h.CRC = int32(len(values)), int32(len(e.packed)), int32(crc32.ChecksumIEEE(e.packed))
	before := len(e.data)
	e.data = appendThrift(e.data, &h)
	m.TotalUncompressedSize += int64(len(e.data)-before) + int64(len(values))
	e.data = append(e.data, e.packed...)
}

// until is where a page ends that begins with a row.
func (c *Cells) until(from int) int {
	if c.ends == nil {
		return min(c.n, from+pageBytes/8)
	}
	begin := 0
	if from > 0 {
		begin = int(c.ends[from-1])
	}
	to, _ := slices.BinarySearchFunc(c.ends[from:], begin, func(end int32, begin int) int { return int(end) - begin - pageBytes })
	return min(c.n, max(from+1, from+to), from+pageBytes/4)
}

// levels appends which values there are, of a column of which some may be missing.
func (c *Cells) levels(dst []byte, from, to int) []byte {
	if !c.of.Nullable {
		return dst
	}
	at := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	if c.missing == 0 {
		dst = append(binary.AppendUvarint(dst, uint64(to-from)<<1), 1)
	} else {
		dst = binary.AppendUvarint(dst, uint64(to-from+7)/8<<1|1)
		for i := from; i < to; i += 8 {
			b := byte(0)
			for k := i; k < min(i+8, to); k++ {
				if !c.null(k) {
					b |= 1 << (k - i)
				}
			}
			dst = append(dst, b)
		}
	}
	binary.LittleEndian.PutUint32(dst[at:], uint32(len(dst)-at-4))
	return dst
}

// plain appends values as they are.
func (c *Cells) plain(dst []byte, from, to int) []byte {
	width := 0
	if c.ends == nil {
		width = c.of.Type.bytes()
	}
	if width >= 4 && c.missing == 0 {
		return append(dst, c.data[from*width:to*width]...)
	}
	for i := from; i < to; i++ {
		switch {
		case c.null(i):
		case c.ends != nil:
			text := c.text(i)
			dst = append(binary.LittleEndian.AppendUint32(dst, uint32(len(text))), text...)
		case width < 4: // which Parquet has no room for
			v := vector{data: c.data, width: width, ids: c.of.Type}
			dst = binary.LittleEndian.AppendUint32(dst, uint32(v.whole(i)))
		default:
			dst = append(dst, c.data[i*width:(i+1)*width]...)
		}
	}
	return dst
}

// dictionary numbers the values of a column whose values repeat; there are no words if they do not.
func (c *Cells) dictionary() (index []int32, words []string) {
	if !c.of.Repeats || c.missing > 0 || c.n == 0 {
		return nil, nil
	}
	seen := map[string]int32{}
	size, last := 0, int32(0)
	for i := range c.n {
		text := c.text(i)
		if i == 0 || words[last] != string(text) {
			k, known := seen[string(text)]
			if !known {
				if size += 4 + len(text); size > wordsBytes {
					return nil, nil
				}
				k = int32(len(words))
				words = append(words, string(text))
				seen[words[k]] = k
			}
			last = k
		}
		index = append(index, last)
	}
	return index, words
}

// extremes returns the least and the greatest value of a column of numbers.
func (c *Cells) extremes() (least, most []byte) {
	switch c.of.Type {
	case Int8:
		return span[int8, int32](c)
	case Int16:
		return span[int16, int32](c)
	case Int32:
		return span[int32, int32](c)
	case Int64:
		return span[int64, int64](c)
	case Uint8:
		return span[uint8, uint32](c)
	case Uint16:
		return span[uint16, uint32](c)
	case Uint32:
		return span[uint32, uint32](c)
	case Uint64:
		return span[uint64, uint64](c)
	case Float32:
		return span[float32, float32](c)
	case Float64:
		return span[float64, float64](c)
	}
	return nil, nil
}

type number interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

// span returns the extremes of a column of type T, which Parquet stores as P.
func span[T, P number](c *Cells) (least, most []byte) {
	v, ok := inPlace[T](c.data, c.n)
	if !ok || c.missing == c.n {
		return nil, nil
	}
	first := 0
	for c.missing > 0 && c.null(first) {
		first++
	}
	low, high := v[first], v[first]
	if c.missing == 0 {
		for _, x := range v {
			low, high = min(low, x), max(high, x)
		}
	} else {
		for i, x := range v {
			if !c.null(i) {
				low, high = min(low, x), max(high, x)
			}
		}
	}
	if low != low { // one of the values is NaN
		return nil, nil
	}
	least, _ = binary.Append(nil, binary.LittleEndian, P(low))
	most, _ = binary.Append(nil, binary.LittleEndian, P(high))
	if low == 0 && c.of.Type >= Float32 {
		least[len(least)-1] |= 0x80 // -0, because the column may hold -0 and 0
	}
	return least, most
}

// physical is the type of Parquet that a type is stored as.
func (t Type) physical() format.Type {
	switch {
	case t == Float32:
		return format.Float
	case t == Float64:
		return format.Double
	case t == Text || t == Binary:
		return format.ByteArray
	case t.bytes() == 8:
		return format.Int64
	}
	return format.Int32
}

// element says what a column is.
func (f *Field) element() format.SchemaElement {
	e := format.SchemaElement{Type: thrift.New(f.Type.physical()), RepetitionType: thrift.New(format.Required), Name: f.Name}
	if f.Nullable {
		e.RepetitionType.V = format.Optional
	}
	switch {
	case f.Type == Text:
		e.ConvertedType, e.LogicalType.Value = thrift.New(deprecated.UTF8), &format.StringType{}
	case f.Type.Whole():
		e.ConvertedType = thrift.New(deprecated.Uint8 + deprecated.ConvertedType(f.Type-Uint8))
		if f.Type < Uint8 {
			e.ConvertedType.V = deprecated.Int8 + deprecated.ConvertedType(f.Type-Int8)
		}
		e.LogicalType.Value = &format.IntType{BitWidth: int8(8 * f.Type.bytes()), IsSigned: f.Type < Uint8}
	}
	return e
}

// add enters the group of rows that is written next.
func (w *Writer) add(g format.RowGroup) {
	g.FileOffset, g.Ordinal = w.at, int16(len(w.meta.RowGroups))
	for k := range g.Columns {
		c := &g.Columns[k]
		if c.FileOffset += w.at; c.MetaData.DictionaryPageOffset > 0 || slices.Contains(c.MetaData.Encoding, format.RLEDictionary) {
			c.MetaData.DictionaryPageOffset += w.at
		}
		c.MetaData.DataPageOffset += w.at
	}
	w.meta.RowGroups = append(w.meta.RowGroups, g)
	w.meta.NumRows += g.NumRows
}

// parquetFooter returns the description of the file.
func (w *Writer) parquetFooter() []byte {
	m := &w.meta
	m.Version, m.CreatedBy = 2, "daylight"
	m.Schema = append(m.Schema, format.SchemaElement{Name: "schema", NumChildren: thrift.New(int32(len(w.fields)))})
	for k := range w.fields {
		m.Schema = append(m.Schema, w.fields[k].element())
		m.ColumnOrders = append(m.ColumnOrders, format.ColumnOrder{Value: &format.TypeDefinedOrder{}})
	}
	for _, p := range w.pairs {
		m.KeyValueMetadata = append(m.KeyValueMetadata, format.KeyValue{Key: p[0], Value: p[1]})
	}
	b := appendThrift(nil, m)
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(b))), magic...)
}
