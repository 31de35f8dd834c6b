// SPDX-License-Identifier: MIT

package columnar

import "encoding/binary"

// physical is the type of Parquet that a type is stored as.
func (t Type) physical() int64 {
	switch {
	case t == Float32:
		return floats32
	case t == Float64:
		return floats64
	case t == Text || t == Binary:
		return byteArrays
	case t.bytes() == 8:
		return int64s
	}
	return int32s
}

// parquetFooter says what is in the file.
func (w *Writer) parquetFooter() []byte {
	schema, orders := []value{structure(0, binaryOf(4, "schema"), i32(5, int64(len(w.fields))))}, []value{}
	for k := range w.fields {
		schema, orders = append(schema, w.fields[k].element()), append(orders, structure(0, structure(1))) // the order of the type
	}
	meta := structure(0, i32(1, 2), listOf(2, schema...), i64(3, w.rows))
	var groups, pairs []value
	for k := range w.groups {
		groups = append(groups, w.groups[k].value(w.fields))
	}
	for _, m := range w.meta {
		pairs = append(pairs, structure(0, binaryOf(1, m[0]), binaryOf(2, m[1])))
	}
	meta.list = append(meta.list, listOf(4, groups...))
	if pairs != nil {
		meta.list = append(meta.list, listOf(5, pairs...))
	}
	meta.list = append(meta.list, binaryOf(6, "daylight"), listOf(7, orders...))
	b := meta.append(nil)
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(b))), magic...)
}

// element says what a column is.
func (f *Field) element() value {
	repetition := int64(0)
	if f.Nullable {
		repetition = 1
	}
	e := structure(0, i32(1, f.Type.physical()), i32(3, repetition), binaryOf(4, f.Name))
	switch {
	case f.Type == Text:
		e.list = append(e.list, i32(6, 0), structure(10, structure(aText)))
	case f.Type.Whole():
		converted, signed := 11+int64(f.Type-Uint8), byte(thriftFalse)
		if f.Type < Uint8 {
			converted, signed = 15+int64(f.Type-Int8), thriftTrue
		}
		e.list = append(e.list, i32(6, converted), structure(10, structure(anInteger, value{id: 1, kind: thriftByte, whole: int64(8 * f.Type.bytes())}, value{id: 2, kind: signed})))
	}
	return e
}

func (g *group) value(fields []Field) value {
	unpacked, packed := int64(0), int64(0)
	var list []value
	for k := range g.chunks {
		c, f := &g.chunks[k], &fields[k]
		unpacked, packed = unpacked+c.unpacked, packed+c.size
		encodings := []value{i32(0, rle), i32(0, plain)}
		if c.words {
			encodings = append(encodings, i32(0, dictionary))
		}
		meta := structure(3, i32(1, f.Type.physical()), listOf(2, encodings...), listOf(3, binaryOf(0, f.Name)), i32(4, int64(snappyCodec)), i64(5, int64(c.n)),
			i64(6, c.unpacked), i64(7, c.size), i64(9, g.at+c.from+c.data))
		if c.words {
			meta.list = append(meta.list, i64(11, g.at+c.from))
		}
		extremes := structure(12, i64(3, int64(c.missing)))
		if c.least != nil {
			extremes.list = append(extremes.list, value{id: 5, kind: thriftBinary, text: c.most}, value{id: 6, kind: thriftBinary, text: c.least})
		}
		meta.list = append(meta.list, extremes)
		list = append(list, structure(0, i64(2, g.at+c.from), meta))
	}
	return structure(0, listOf(1, list...), i64(2, unpacked), i64(3, g.rows), i64(5, g.at), i64(6, packed))
}
