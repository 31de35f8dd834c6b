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

// endMessage ends a message about a header, and puts its lengths in front.
func endMessage(b *flatbuffers.Builder, kind byte, header flatbuffers.UOffsetT, body int64) []byte {
	b.StartObject(5)
	b.PrependInt64Slot(3, body, 0)
	b.PrependUOffsetTSlot(2, header, 0)
	b.PrependByteSlot(1, kind, 0)
	b.PrependInt16Slot(0, versionV5, 0)
	b.Finish(b.EndObject())
	meta := padded(b.FinishedBytes(), 8)
	return append(binary.LittleEndian.AppendUint32([]byte{0xff, 0xff, 0xff, 0xff}, uint32(len(meta))), meta...)
}

func padded(data []byte, to int) []byte {
	return append(data, make([]byte, (to-len(data)%to)%to)...)
}

// tables ends a vector of tables.
func tables(b *flatbuffers.Builder, list []flatbuffers.UOffsetT) flatbuffers.UOffsetT {
	b.StartVector(4, len(list), 4)
	for k := range list {
		b.PrependUOffsetT(list[len(list)-1-k])
	}
	return b.EndVector(len(list))
}

// longs ends a vector of structures of so many numbers of 64 bits.
func longs(b *flatbuffers.Builder, width int, list [][]int64) flatbuffers.UOffsetT {
	b.StartVector(8*width, len(list), 8)
	for k := len(list) - 1; k >= 0; k-- {
		for i := width - 1; i >= 0; i-- {
			b.PrependInt64(list[k][i])
		}
	}
	return b.EndVector(len(list))
}

// schemaTable says which columns there are, and what is said of the file.
func schemaTable(b *flatbuffers.Builder, fields []Field, meta [][2]string) flatbuffers.UOffsetT {
	var list []flatbuffers.UOffsetT
	for k := range fields {
		list = append(list, fields[k].table(b))
	}
	all := tables(b, list)
	pairs := flatbuffers.UOffsetT(0)
	if len(meta) > 0 {
		pairs = keyValues(b, meta)
	}
	b.StartObject(4)
	b.PrependUOffsetTSlot(2, pairs, 0)
	b.PrependUOffsetTSlot(1, all, 0)
	return b.EndObject()
}

func keyValues(b *flatbuffers.Builder, meta [][2]string) flatbuffers.UOffsetT {
	var pairs []flatbuffers.UOffsetT
	for _, m := range meta {
		key, value := b.CreateString(m[0]), b.CreateString(m[1])
		b.StartObject(2)
		b.PrependUOffsetTSlot(1, value, 0)
		b.PrependUOffsetTSlot(0, key, 0)
		pairs = append(pairs, b.EndObject())
	}
	return tables(b, pairs)
}

func (f *Field) table(b *flatbuffers.Builder) flatbuffers.UOffsetT {
	meta := keyValues(b, f.Meta)
	children := tables(b, nil)
	name := b.CreateString(f.Name)
	kind := byte(arrowText)
	b.StartObject(2)
	switch {
	case f.Type == Binary:
		kind = arrowBinary
	case f.Type == Float32 || f.Type == Float64:
		kind = arrowFloat
		b.PrependInt16Slot(0, int16(f.Type.bytes()/4), 0)
	case f.Type.Whole():
		kind = arrowInt
		b.PrependInt32Slot(0, int32(8*f.Type.bytes()), 0)
		b.PrependBoolSlot(1, f.Type < Uint8, false)
	}
	of := b.EndObject()
	b.StartObject(7)
	b.PrependUOffsetTSlot(6, meta, 0)
	b.PrependUOffsetTSlot(5, children, 0)
	b.PrependUOffsetTSlot(3, of, 0)
	b.PrependUOffsetTSlot(0, name, 0)
	b.PrependByteSlot(2, kind, 0)
	b.PrependBoolSlot(1, f.Nullable, false)
	return b.EndObject()
}

func schemaMessage(fields []Field, meta [][2]string) []byte {
	b := flatbuffers.NewBuilder(1 << 10)
	return endMessage(b, aSchema, schemaTable(b, fields, meta), 0)
}

// encodeArrow makes a batch of rows.
func (e *Encoded) encodeArrow(cells []Cells) {
	var nodes, buffers [][]int64
	body := e.values[:0]
	add := func(data []byte) {
		buffers = append(buffers, []int64{int64(len(body)), int64(len(data))})
		body = padded(append(body, data...), alignment)
	}
	for k := range cells {
		c := &cells[k]
		nodes = append(nodes, []int64{int64(c.n), int64(c.missing)})
		if c.missing == 0 {
			add(nil)
		} else {
			add(c.valid)
		}
		if c.ends != nil {
			offsets := make([]byte, 4, 4*(c.n+1))
			for _, end := range c.ends {
				offsets = binary.LittleEndian.AppendUint32(offsets, uint32(end))
			}
			add(offsets)
		}
		add(c.data)
	}
	b := flatbuffers.NewBuilder(1 << 10)
	all, parts := longs(b, 2, nodes), longs(b, 2, buffers)
	b.StartObject(5)
	b.PrependUOffsetTSlot(2, parts, 0)
	b.PrependUOffsetTSlot(1, all, 0)
	b.PrependInt64Slot(0, int64(e.rows), 0)
	head := endMessage(b, aBatch, b.EndObject(), int64(len(body)))
	e.block = []int64{int64(len(head)), int64(len(body))} // the first is of 32 bits, and padding
	e.data, e.values = append(append(e.data, head...), body...), body
}

var endOfStream = []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}

// arrowFooter ends the stream, and says where its batches are.
func (w *Writer) arrowFooter() []byte {
	b := flatbuffers.NewBuilder(1 << 10)
	schema := schemaTable(b, w.fields, w.pairs)
	blocks, none := longs(b, 3, w.blocks), longs(b, 3, nil)
	b.StartObject(5)
	b.PrependUOffsetTSlot(3, blocks, 0)
	b.PrependUOffsetTSlot(2, none, 0)
	b.PrependUOffsetTSlot(1, schema, 0)
	b.PrependInt16Slot(0, versionV5, 0)
	b.Finish(b.EndObject())
	footer := b.FinishedBytes()
	out := append(slices.Clone(endOfStream), footer...)
	return append(binary.LittleEndian.AppendUint32(out, uint32(len(footer))), arrowMagic...)
}
