// SPDX-License-Identifier: MIT

package columnar

import flatbuffers "github.com/google/flatbuffers/go"

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
