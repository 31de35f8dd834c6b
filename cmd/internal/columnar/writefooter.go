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
	t := thriftWriter{last: []int{0}}
	t.i32(1, 2)
	t.list(2, len(w.fields)+1, thriftStruct, func(k int) {
		t.structure(0, func() {
			if k == 0 {
				t.text(4, "schema")
				t.i32(5, int64(len(w.fields)))
				return
			}
			w.fields[k-1].element(&t)
		})
	})
	t.i64(3, w.rows)
	t.list(4, len(w.groups), thriftStruct, func(k int) {
		t.structure(0, func() { w.groups[k].write(&t, w.fields) })
	})
	if len(w.meta) > 0 {
		t.list(5, len(w.meta), thriftStruct, func(k int) {
			t.structure(0, func() {
				t.text(1, w.meta[k][0])
				t.text(2, w.meta[k][1])
			})
		})
	}
	t.text(6, "daylight")
	t.list(7, len(w.fields), thriftStruct, func(int) {
		t.structure(0, func() { t.structure(1, func() {}) }) // the order of the type
	})
	t.b = append(t.b, 0)
	return append(binary.LittleEndian.AppendUint32(t.b, uint32(len(t.b))), magic...)
}

// element says what a column is.
func (f *Field) element(t *thriftWriter) {
	t.i32(1, f.Type.physical())
	repetition := int64(0)
	if f.Nullable {
		repetition = 1
	}
	t.i32(3, repetition)
	t.text(4, f.Name)
	switch {
	case f.Type == Text:
		t.i32(6, 0)
		t.structure(10, func() { t.structure(aText, func() {}) })
	case f.Type.Whole():
		signed := f.Type < Uint8
		converted := 11 + int64(f.Type-Uint8)
		if signed {
			converted = 15 + int64(f.Type-Int8)
		}
		t.i32(6, converted)
		t.structure(10, func() {
			t.structure(anInteger, func() {
				t.field(1, thriftByte)
				t.b = append(t.b, byte(8*f.Type.bytes()))
				if signed {
					t.field(2, thriftTrue)
				} else {
					t.field(2, thriftFalse)
				}
			})
		})
	}
}

func (g *group) write(t *thriftWriter, fields []Field) {
	unpacked, packed := int64(0), int64(0)
	t.list(1, len(g.chunks), thriftStruct, func(k int) {
		c, f := &g.chunks[k], &fields[k]
		unpacked, packed = unpacked+c.unpacked, packed+c.size
		t.structure(0, func() {
			t.i64(2, g.at+c.from)
			t.structure(3, func() {
				t.i32(1, f.Type.physical())
				encodings := []int64{rle, plain}
				if c.words {
					encodings = append(encodings, dictionary)
				}
				t.list(2, len(encodings), thriftI32, func(k int) { t.b = binary.AppendVarint(t.b, encodings[k]) })
				t.list(3, 1, thriftBinary, func(int) { t.text(0, f.Name) })
				t.i32(4, int64(snappyCodec))
				t.i64(5, int64(c.n))
				t.i64(6, c.unpacked)
				t.i64(7, c.size)
				t.i64(9, g.at+c.from+c.data)
				if c.words {
					t.i64(11, g.at+c.from)
				}
				t.structure(12, func() {
					t.i64(3, int64(c.missing))
					if c.least != nil {
						t.text(5, string(c.most))
						t.text(6, string(c.least))
					}
				})
			})
		})
	})
	t.i64(2, unpacked)
	t.i64(3, g.rows)
	t.i64(5, g.at)
	t.i64(6, packed)
}
