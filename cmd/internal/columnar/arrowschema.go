// SPDX-License-Identifier: MIT

package columnar

import (
	"errors"
	"fmt"
	"time"
	"unsafe"

	flatbuffers "github.com/google/flatbuffers/go"
)

// table is a table of a flatbuffer, in which Arrow describes what follows. Whatever it says is beyond its
// end panics, which Open, Next and Load make errors of.
type table struct{ flatbuffers.Table }

// noTable has no fields; it stands for those that are not there.
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
)

// field is what a schema says of a column, or of a part of one.
type field struct {
	name                string
	kind                int
	width               int // bytes of a value, of lists how many elements
	ids                 Type
	unit                unit
	scale               int
	zone                *time.Location // of instants that are in one
	dense               bool
	coded               bool // values are numbers of those in a dictionary
	dictionary          int64
	index               Type
	children            []*field
	extension, metadata string
}

// columns reads a schema.
func (a *arrowReader) columns(schema table) error {
	if !schema.there() || schema.small(0, 0) != 0 {
		return errors.New("its numbers are stored with the highest byte first, which is not read")
	}
	var bad error
	schema.tables(1, func(t table) {
		f, err := a.field(t, 0)
		if err != nil && bad == nil {
			bad = err
		}
		a.schema = append(a.schema, f)
	})
	return bad
}

func integer(bits int, signed bool) (Type, error) {
	for k := range 4 {
		switch {
		case bits == 8<<k && signed:
			return Int8 + Type(k), nil
		case bits == 8<<k:
			return Uint8 + Type(k), nil
		}
	}
	return 0, fmt.Errorf("a whole number of %d bits", bits)
}

func (a *arrowReader) field(t table, depth int) (f *field, err error) {
	if depth > mostNested {
		return nil, errDeep
	}
	if a.fields++; a.fields > len(t.Bytes) { // fields that are parts of several
		return nil, errMetadata
	}
	if err := a.heap.take(int64(unsafe.Sizeof(field{}))); err != nil {
		return nil, err
	}
	f = &field{name: t.text(0), kind: t.small(2, 0)}
	if err := f.typed(t.inner(3)); err != nil {
		return nil, fmt.Errorf("column %s: %w", f.name, err)
	}
	t.tables(5, func(t table) {
		c, e := a.field(t, depth+1)
		if e != nil && err == nil {
			err = e
		}
		f.children = append(f.children, c)
	})
	t.tables(6, func(t table) {
		switch t.text(0) {
		case "ARROW:extension:name":
			f.extension = t.text(1)
		case "ARROW:extension:metadata":
			f.metadata = t.text(1)
		}
	})
	if d := t.inner(4); d.there() {
		f.coded, f.dictionary, f.index = true, d.long(0), Int32
		if of := d.inner(1); of.there() && err == nil {
			f.index, err = integer(of.whole(0, 0), of.small(1, 0) != 0)
		}
		a.coded[f.dictionary] = f
	}
	want := map[int]int{arrowList: 1, arrowLargeList: 1, arrowListView: 1, arrowLargeListView: 1, arrowFixedList: 1, arrowMap: 1}[f.kind]
	if err == nil && want > 0 && len(f.children) != want {
		err = fmt.Errorf("column %s: it has %d parts", f.name, len(f.children))
	}
	return f, err
}

// typed reads what the type of a field says about its values.
func (f *field) typed(of table) (err error) {
	unitOf := func(i, none int) unit { return unit(max(min(of.small(i, none), 3), 0)) }
	switch f.kind {
	case arrowInt:
		if f.ids, err = integer(of.whole(0, 0), of.small(1, 0) != 0); err == nil {
			f.width = f.ids.bytes()
		}
	case arrowFloat:
		f.width = 2 << max(min(of.small(0, 0), 2), 0)
	case arrowDecimal:
		f.width, f.scale = of.whole(2, 128)/8, max(min(of.whole(1, 0), mostScale), -mostScale)
		if f.width < 4 || f.width > 32 {
			err = fmt.Errorf("a decimal of %d bits", 8*f.width)
		}
	case arrowDate:
		if f.unit = unitOf(0, 1); f.unit == 0 {
			f.ids = Int32
		} else {
			f.ids = Int64
		}
		f.width = f.ids.bytes()
	case arrowTime:
		f.unit, f.ids = unitOf(0, 1), Int32
		if of.whole(1, 32) == 64 {
			f.ids = Int64
		}
		f.width = f.ids.bytes()
	case arrowTimestamp:
		f.unit, f.ids, f.width = unitOf(0, 0), Int64, 8
		if zone := of.text(1); zone != "" {
			f.zone = location(zone)
		}
	case arrowDuration:
		f.unit, f.ids, f.width = unitOf(0, 1), Int64, 8
	case arrowInterval:
		f.width = 4 << max(min(of.small(0, 0), 2), 0)
	case arrowFixed, arrowFixedList:
		if f.width = of.whole(0, 0); f.width < 0 {
			err = fmt.Errorf("values of %d bytes", f.width)
		}
	case arrowUnion:
		f.dense = of.small(0, 0) == 1
	case arrowNull, arrowBinary, arrowText, arrowBool, arrowList, arrowStruct, arrowMap, arrowLargeBinary, arrowLargeText, arrowLargeList, arrowRuns, arrowBinaryView, arrowTextView, arrowListView, arrowLargeListView:
	default:
		err = fmt.Errorf("it is of a type that is not known (number %d)", f.kind)
	}
	return err
}

// location is a zone by its name, or by its distance from UTC; UTC if it is unknown here.
func location(name string) *time.Location {
	if zone, err := time.LoadLocation(name); err == nil {
		return zone
	}
	if t, err := time.Parse("-07:00", name); err == nil {
		return t.Location()
	}
	return time.UTC
}
