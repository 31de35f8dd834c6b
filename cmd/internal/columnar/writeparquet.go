// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"math/bits"

	"github.com/klauspost/compress/s2"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// wordsBytes is how large a dictionary may become.
const wordsBytes = 1 << 18

// encodeParquet makes the pages of a group of rows: one of values for each column, and
// dictionaries. Offsets count from the start of the group.
func (e *Encoded) encodeParquet(cells []Cells) {
	e.group = format.RowGroup{NumRows: int64(e.rows)}
	for k := range cells {
		c := &cells[k]
		begin := int64(len(e.data))
		m := format.ColumnMetaData{Type: physical[c.of.Type], Encoding: []format.Encoding{format.RLE, format.Plain}, PathInSchema: []string{c.of.Name}, Codec: format.Snappy, NumValues: int64(e.rows)}
		h := format.DataPageHeader{NumValues: int32(e.rows), DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE}
		index, words := c.dictionary()
		if words != nil {
			m.DictionaryPageOffset = begin
			e.page(&m, words.appendPlain(e.values[:0]), format.PageHeader{Type: format.DictionaryPage, DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{NumValues: int32(words.Len())})})
		}
		m.DataPageOffset = int64(len(e.data))
		if e.values = c.appendLevels(e.values[:0]); words != nil {
			h.Encoding, m.Encoding = format.RLEDictionary, append(m.Encoding, format.RLEDictionary)
			of := rle.Encoding{BitWidth: max(bits.Len(uint(words.Len()-1)), 1)}
			list, err := of.EncodeInt32(nil, index)
			sure(err)
			e.values = append(append(e.values, byte(of.BitWidth)), list...)
		} else {
			e.values = c.appendPlain(e.values)
		}
		e.page(&m, e.values, format.PageHeader{Type: format.DataPage, DataPageHeader: thrift.New(h)})
		m.TotalCompressedSize = int64(len(e.data)) - begin
		m.Statistics.NullCount = int64(c.nulls)
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

// appendLevels appends the definition levels of a nullable column.
func (c *Cells) appendLevels(dst []byte) []byte {
	if !c.of.Nullable {
		return dst
	}
	run := append(binary.AppendUvarint(nil, uint64(c.Len())<<1), 1)
	if c.nulls > 0 {
		run = append(binary.AppendUvarint(nil, uint64(c.Len()+7)/8<<1|1), c.bits(c.Len())...)
	}
	return append(binary.LittleEndian.AppendUint32(dst, uint32(len(run))), run...)
}

// appendPlain appends values as they are.
func (c *Cells) appendPlain(dst []byte) []byte {
	if c.of.Type.bytes() > 0 {
		return c.appendNumbers(dst, max(c.of.Type.bytes(), 4), true)
	}
	for i := range c.Len() {
		if text := c.Text(i); !c.IsNull(i) {
			dst = append(binary.LittleEndian.AppendUint32(dst, uint32(len(text))), text...)
		}
	}
	return dst
}

// dictionary numbers the texts of a column whose texts repeat. It returns no words if they do not.
func (c *Cells) dictionary() (index []int32, words *Cells) {
	if !c.of.Repeats || c.nulls > 0 || c.Len() == 0 {
		return nil, nil
	}
	seen, words := map[string]int32{}, &Cells{of: c.of}
	index = make([]int32, c.Len())
	for i := range index {
		text := c.Text(i)
		if i > 0 && string(text) == string(c.Text(i-1)) {
			index[i] = index[i-1]
			continue
		}
		k, known := seen[string(text)]
		if index[i] = k; !known {
			index[i] = int32(words.Len())
			seen[string(text)] = index[i]
			if AppendText(words, text); words.TextBytes()+4*words.Len() > wordsBytes {
				return nil, nil
			}
		}
	}
	return index, words
}

// extremes returns the least and the greatest value of a column of numbers.
func (c *Cells) extremes() (least, most []byte) {
	if c.of.Type.bytes() == 0 || c.of.Type == Uint64 || c.nulls == c.Len() {
		return nil, nil
	}
	both := Cells{of: c.of}
	if c.of.Type.Whole() {
		low, high := span(c, cast[int64](c.values.words))
		both.Whole(low)
		both.Whole(high)
	} else {
		low, high := span(c, cast[float64](c.values.words))
		switch {
		case low != low: // one of the values is NaN
			return nil, nil
		case low == 0:
			low = math.Copysign(0, -1) // because the column may hold -0 and 0
		}
		both.Float(low)
		both.Float(high + 0)
	}
	data := both.appendPlain(nil)
	return data[:len(data)/2], data[len(data)/2:]
}

// span returns the extremes of the present values, at least one.
func span[T int64 | float64](c *Cells, v []T) (low, high T) {
	first := 0
	for c.IsNull(first) {
		first++
	}
	low, high = v[first], v[first]
	for i, x := range v {
		if c.nulls == 0 || !c.IsNull(i) {
			low, high = min(low, x), max(high, x)
		}
	}
	return low, high
}

// physical says which type of Parquet stores each Type.
var physical = [...]format.Type{
	Text: format.ByteArray, Int8: format.Int32, Int16: format.Int32, Int32: format.Int32, Int64: format.Int64, Uint8: format.Int32, Uint16: format.Int32,
	Uint32: format.Int32, Uint64: format.Int64, Float32: format.Float, Float64: format.Double, Binary: format.ByteArray,
}

// element says what a column is.
func (f *Field) element() format.SchemaElement {
	e := format.SchemaElement{Type: thrift.New(physical[f.Type]), RepetitionType: thrift.New(format.Required), Name: f.Name}
	if f.Nullable {
		e.RepetitionType.V = format.Optional
	}
	switch {
	case f.Type == Text:
		e.ConvertedType, e.LogicalType.Value = thrift.New(deprecated.UTF8), &format.StringType{}
	case f.Type.Whole():
		e.ConvertedType = thrift.New(deprecated.Uint8 + deprecated.ConvertedType(f.Type-Uint8))
		if f.Type.signed() {
			e.ConvertedType.V = deprecated.Int8 + deprecated.ConvertedType(f.Type-Int8)
		}
		e.LogicalType.Value = &format.IntType{BitWidth: int8(8 * f.Type.bytes()), IsSigned: f.Type.signed()}
	}
	return e
}

// add enters the group of rows that is written next.
func (w *Writer) add(g format.RowGroup) {
	g.FileOffset, g.Ordinal = w.at, int16(len(w.meta.RowGroups))
	for k := range g.Columns {
		c := &g.Columns[k]
		if c.FileOffset += w.at; c.MetaData.DataPageOffset > c.FileOffset-w.at { // a dictionary is before it
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
