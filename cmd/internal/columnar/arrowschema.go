// SPDX-License-Identifier: MIT

package columnar

import (
	"errors"
	"unsafe"

	flatbuffers "github.com/google/flatbuffers/go"
)

// table is a table of a flatbuffer. Arrow describes its data in such tables. A read beyond the end
// panics; Open, Next and Load turn the panic into an error.
type table struct{ flatbuffers.Table }

// noTable has no fields; it stands for absent tables.
var noTable = table{flatbuffers.Table{Bytes: []byte{4, 0, 4, 0, 4, 0, 0, 0}, Pos: 4}}

// rootOf is the table that a flatbuffer is of.
func rootOf(data []byte) table {
	return table{flatbuffers.Table{Bytes: data, Pos: flatbuffers.GetUOffsetT(data)}}
}

func (t table) there() bool { return len(t.Bytes) > len(noTable.Bytes) }

// slot is the number of a field in the table of their places.
func slot(i int) flatbuffers.VOffsetT { return flatbuffers.VOffsetT(4 + 2*i) }

// small, whole and long are numbers of 8, 32 and 64 bits, or what is to be taken if there is none.
func (t table) small(i, none int) int { return int(t.GetInt8Slot(slot(i), int8(none))) }
func (t table) whole(i, none int) int { return int(t.GetInt32Slot(slot(i), int32(none))) }
func (t table) long(i int) int64      { return t.GetInt64Slot(slot(i), 0) }

// i64 is a number of 64 bits somewhere.
func (t table) i64(at int) int64 { return t.GetInt64(flatbuffers.UOffsetT(at)) }

// inner is a table in the table.
func (t table) inner(i int) table {
	if o := t.Offset(slot(i)); o != 0 {
		return table{flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(t.Pos + flatbuffers.UOffsetT(o))}}
	}
	return noTable
}

// vector returns where the elements of a vector begin, and how many there are.
func (t table) vector(i int) (begin, n int) {
	if o := flatbuffers.UOffsetT(t.Offset(slot(i))); o != 0 {
		return int(t.Vector(o)), t.VectorLen(o)
	}
	return 0, 0
}

func (t table) text(i int) string {
	begin, n := t.vector(i)
	return string(t.Bytes[begin : begin+n])
}

// tables goes through a vector of tables.
func (t table) tables(i int, see func(table)) {
	begin, n := t.vector(i)
	for k := range n {
		see(table{flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(flatbuffers.UOffsetT(begin + 4*k))}})
	}
}

// Types of columns, as Arrow numbers them.
const (
	arrowNull = iota + 1
	arrowInt
	arrowFloat
	arrowBinary
	arrowText
	arrowBool
	arrowDecimal
	arrowDate
	arrowTime
	arrowTimestamp
	arrowInterval
	arrowList
	arrowStruct
	arrowUnion
	arrowFixed
	arrowFixedList
	arrowMap
	arrowDuration
	arrowLargeBinary
	arrowLargeText
	arrowLargeList
	arrowRuns
	arrowBinaryView
	arrowTextView
	arrowListView
	arrowLargeListView
	hadoopTime // of Parquet
	kindUUID
)

// field is what a schema says of a column, or of a part of one.
type field struct {
	name   string
	layout int // its type
	sense
	dense               bool // of a union
	coded               bool // values are numbers of those in a dictionary
	dictionary          int64
	index               sense
	children            []*field
	extension, metadata string
}

var errBig = errors.New("its numbers are big-endian; only little-endian numbers are read")

// columns reads a schema.
func (a *arrowFile) columns(schema table) {
	check(schema.there() && schema.small(0, 0) == 0, errBig)
	schema.tables(1, func(t table) { a.schema = append(a.schema, a.field(t, 0)) })
}

// whole is the sense of whole numbers.
func whole(t Type) sense { return sense{kind: arrowInt, typ: t, width: t.bytes()} }

func (a *arrowFile) field(t table, depth int) *field {
	check(depth <= mostNested, errDeep)
	a.fields++
	check(a.fields <= len(t.Bytes), errMetadata) // otherwise some field is a part of several
	a.heap.take(int64(unsafe.Sizeof(field{})))
	f := &field{name: t.text(0)}
	f.layout = t.small(2, 0)
	within("column "+f.name, func() { f.sense = senseOf(f.layout, t.inner(3)) })
	f.dense = f.layout == arrowUnion && t.inner(3).small(0, 0) == 1
	t.tables(5, func(t table) { f.children = append(f.children, a.field(t, depth+1)) })
	t.tables(6, func(t table) {
		switch t.text(0) {
		case "ARROW:extension:name":
			f.extension = t.text(1)
		case "ARROW:extension:metadata":
			f.metadata = t.text(1)
		}
	})
	if f.extension == "arrow.uuid" && f.width == 16 {
		f.kind = kindUUID
	}
	if d := t.inner(4); d.there() {
		f.coded, f.dictionary, f.index = true, d.long(0), whole(Int32)
		if of := d.inner(1); of.there() {
			f.index = whole(integer(of.whole(0, 0), of.small(1, 0) != 0))
		}
		a.coded[f.dictionary] = f
	}
	switch f.layout {
	case arrowList, arrowLargeList, arrowListView, arrowLargeListView, arrowFixedList, arrowMap:
		if len(f.children) != 1 {
			fail("column %s: it has %d parts", f.name, len(f.children))
		}
	}
	return f
}

// senseOf returns the meaning that the type of a field gives its values.
func senseOf(layout int, of table) (s sense) {
	unitOf := func(none int) unit { return unit(max(min(of.small(0, none), 3), 0)) }
	switch s.kind = layout; layout {
	case arrowInt:
		return whole(integer(of.whole(0, 0), of.small(1, 0) != 0))
	case arrowFloat:
		precision := max(min(of.small(0, 0), 2), 0)
		s.width, s.typ = 2<<precision, [...]Type{Float32, Float32, Float64}[precision]
	case arrowBool:
		s.typ = Uint8
	case arrowDecimal:
		s.width, s.scale, s.little = of.whole(2, 128)/8, max(min(of.whole(1, 0), mostScale), -mostScale), true
		if s.width < 4 || s.width > 32 {
			fail("a decimal of %d bits", 8*s.width)
		}
	case arrowDate:
		if s.unit, s.typ = unitOf(1), Int32; s.unit != 0 {
			s.typ = Int64
		}
	case arrowTime:
		s.unit, s.typ = unitOf(1), integer(of.whole(1, 32), true)
	case arrowTimestamp:
		s.unit, s.typ, s.zoned = unitOf(0), Int64, of.text(1) != ""
	case arrowDuration:
		s.unit, s.typ = unitOf(1), Int64
	case arrowLargeBinary, arrowBinaryView:
		s.kind = arrowBinary
	case arrowLargeText, arrowTextView:
		s.kind = arrowText
	case arrowLargeList, arrowMap:
		s.kind = arrowList
	case arrowFixed:
		s.kind = arrowBinary
		fallthrough
	case arrowFixedList:
		if s.width = of.whole(0, 0); s.width < 0 {
			fail("values of %d bytes", s.width)
		}
	default:
		if layout < arrowNull || layout > arrowLargeListView {
			fail("it is of a type that is not known (number %d)", layout)
		}
	}
	if s.typ != NoType && s.width == 0 {
		s.width = s.typ.bytes()
	}
	return s
}
