// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"slices"

	flatbuffers "github.com/google/flatbuffers/go"
)

const (
	versionV5 = 4
	alignment = 64
)

type offset = flatbuffers.UOffsetT

// object adds a table with some fields. It leaves out fields that are nil or 0.
func object(b *flatbuffers.Builder, fields ...any) offset {
	b.StartObject(len(fields))
	for i := len(fields) - 1; i >= 0; i-- { // large ones are last, so that nothing is padded
		switch v := fields[i].(type) {
		case offset:
			b.PrependUOffsetTSlot(i, v, 0)
		case int64:
			b.PrependInt64Slot(i, v, 0)
		case int32:
			b.PrependInt32Slot(i, v, 0)
		case int16:
			b.PrependInt16Slot(i, v, 0)
		case byte:
			b.PrependByteSlot(i, v, 0)
		case bool:
			b.PrependBoolSlot(i, v, false)
		}
	}
	return b.EndObject()
}

// tables ends a vector of tables.
func tables(b *flatbuffers.Builder, list []offset) offset {
	b.StartVector(4, len(list), 4)
	for _, o := range slices.Backward(list) {
		b.PrependUOffsetT(o)
	}
	return b.EndVector(len(list))
}

// longs ends a vector of structures of so many numbers of 64 bits.
func longs(b *flatbuffers.Builder, width int, list [][]int64) offset {
	b.StartVector(8*width, len(list), 8)
	for _, of := range slices.Backward(list) {
		for _, v := range slices.Backward(of) {
			b.PrependInt64(v)
		}
	}
	return b.EndVector(len(list))
}

// endMessage ends a message with a header, and puts its lengths in front.
func endMessage(b *flatbuffers.Builder, kind byte, header offset, body int64) []byte {
	b.Finish(object(b, int16(versionV5), kind, header, body))
	meta := padded(b.FinishedBytes(), 8)
	return append(binary.LittleEndian.AppendUint32([]byte{0xff, 0xff, 0xff, 0xff}, uint32(len(meta))), meta...)
}

func padded(data []byte, to int) []byte {
	return append(data, make([]byte, (to-len(data)%to)%to)...)
}

// schemaTable describes the columns.
func schemaTable(b *flatbuffers.Builder, fields []Field) offset {
	var list []offset
	for k := range fields {
		list = append(list, fields[k].table(b))
	}
	return object(b, nil, tables(b, list))
}

func (f *Field) table(b *flatbuffers.Builder) offset {
	kind, of := byte(arrowText), []any{nil, nil}
	switch {
	case f.Type == Binary:
		kind = arrowBinary
	case f.Type == Float32 || f.Type == Float64:
		kind, of[0] = arrowFloat, int16(f.Type.bytes()/4)
	case f.Type.Whole():
		kind, of[0], of[1] = arrowInt, int32(8*f.Type.bytes()), f.Type.signed()
	}
	var pairs []offset
	for _, p := range f.Meta {
		pairs = append(pairs, object(b, b.CreateString(p[0]), b.CreateString(p[1])))
	}
	return object(b, b.CreateString(f.Name), f.Nullable, kind, object(b, of...), nil, tables(b, nil), tables(b, pairs))
}

func schemaMessage(fields []Field) []byte {
	b := flatbuffers.NewBuilder(1 << 10)
	return endMessage(b, aSchema, schemaTable(b, fields), 0)
}

// encodeArrow makes a batch of rows.
func (e *Encoded) encodeArrow(cells []Cells) {
	var nodes, buffers [][]int64
	body, from := e.values[:0], 0
	end := func() { // of a buffer
		buffers = append(buffers, []int64{int64(from), int64(len(body) - from)})
		body = padded(body, alignment)
		from = len(body)
	}
	for k := range cells {
		c := &cells[k]
		nodes = append(nodes, []int64{int64(c.Len()), int64(c.nulls)})
		if c.nulls > 0 {
			body = append(body, c.bits(c.Len())...)
		}
		end()
		if c.of.Type.bytes() > 0 {
			body = c.appendNumbers(body, c.of.Type.bytes(), false)
			end()
			continue
		}
		body = append(body, 0, 0, 0, 0)
		for _, w := range c.values.words {
			body = binary.LittleEndian.AppendUint32(body, uint32(w>>32+w))
		}
		end()
		body = append(body, c.values.text...)
		end()
	}
	b := flatbuffers.NewBuilder(1 << 10)
	head := endMessage(b, aBatch, object(b, int64(e.rows), longs(b, 2, nodes), longs(b, 2, buffers)), int64(len(body)))
	e.block = []int64{int64(len(head)), int64(len(body))} // the first has 32 bits and padding
	e.data, e.values = append(append(e.data, head...), body...), body
}

var endOfStream = []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}

// arrowFooter ends the stream, and says where its batches are.
func (w *Writer) arrowFooter() []byte {
	b := flatbuffers.NewBuilder(1 << 10)
	b.Finish(object(b, int16(versionV5), schemaTable(b, w.fields), longs(b, 3, nil), longs(b, 3, w.blocks)))
	footer := b.FinishedBytes()
	out := append(slices.Clone(endOfStream), footer...)
	return append(binary.LittleEndian.AppendUint32(out, uint32(len(footer))), arrowMagic...)
}
