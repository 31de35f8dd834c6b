// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"hash/crc32"
	"math"

	"github.com/klauspost/compress/s2"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// encodeParquet makes a group of rows: a page of values for each column. Offsets count from the start
// of the group.
func (e *Encoded) encodeParquet(cells []Cells) {
	e.group = format.RowGroup{NumRows: int64(e.rows)}
	for k := range cells {
		c := &cells[k]
		begin := int64(len(e.data))
		e.values = c.appendPlain(c.appendLevels(e.values[:0]))
		e.packed = s2.EncodeSnappy(e.packed[:cap(e.packed)], e.values)
		e.data = appendThrift(e.data, &format.PageHeader{
			Type: format.DataPage, UncompressedPageSize: int32(len(e.values)), CompressedPageSize: int32(len(e.packed)), CRC: int32(crc32.ChecksumIEEE(e.packed)),
			DataPageHeader: thrift.New(format.DataPageHeader{NumValues: int32(e.rows), DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE}),
		})
		m := format.ColumnMetaData{
			Type: physical[c.of.Type], Encoding: []format.Encoding{format.RLE, format.Plain}, PathInSchema: []string{c.of.Name}, Codec: format.Snappy, NumValues: int64(e.rows),
			TotalUncompressedSize: int64(len(e.data) - int(begin) + len(e.values)), TotalCompressedSize: int64(len(e.data) - int(begin) + len(e.packed)), DataPageOffset: begin,
		}
		e.data = append(e.data, e.packed...)
		m.Statistics.NullCount = int64(c.nulls)
		m.Statistics.MinValue, m.Statistics.MaxValue = c.extremes()
		e.group.TotalByteSize += m.TotalUncompressedSize
		e.group.Columns = append(e.group.Columns, format.ColumnChunk{FileOffset: begin, MetaData: m})
	}
	e.group.TotalCompressedSize = int64(len(e.data))
}

// appendLevels appends which values there are, of a column of which some may be missing.
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

// span returns the extremes of the values that are there. There is one.
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

// physical are the types of Parquet that types are stored as.
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
		g.Columns[k].FileOffset += w.at
		g.Columns[k].MetaData.DataPageOffset += w.at
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
