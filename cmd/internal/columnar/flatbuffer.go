// SPDX-License-Identifier: MIT

package columnar

import "encoding/binary"

// flat reads a flatbuffer, in which Arrow describes what follows. Beyond its end everything is 0, and
// bad is set.
type flat struct {
	data []byte
	bad  bool
}

// table is a table of a flatbuffer, by its place; 0 stands for one that is not there.
type table struct {
	*flat
	at int
}

func (f *flat) bytes(at, n int) []byte {
	if at < 0 || n < 0 || n > len(f.data) || at > len(f.data)-n {
		f.bad = true
		return make([]byte, max(0, min(n, 8)))
	}
	return f.data[at : at+n]
}

func (f *flat) u16(at int) int { return int(binary.LittleEndian.Uint16(f.bytes(at, 2))) }
func (f *flat) u32(at int) int { return int(binary.LittleEndian.Uint32(f.bytes(at, 4))) }
func (f *flat) i64(at int) int64 {
	return int64(binary.LittleEndian.Uint64(f.bytes(at, 8)))
}

// root is the table that a flatbuffer is of.
func (f *flat) root() table { return table{f, f.u32(0)} }

// slot is where a value lies, or 0 if there is none.
func (t table) slot(i int) int {
	if t.at == 0 {
		return 0
	}
	entries := t.at - int(int32(t.u32(t.at)))
	if 6+2*i > t.u16(entries) {
		return 0
	}
	if off := t.u16(entries + 4 + 2*i); off != 0 {
		return t.at + off
	}
	return 0
}

// small, whole and long are numbers of 8, 32 and 64 bits, or what is to be taken if there is none.
func (t table) small(i, none int) int {
	if s := t.slot(i); s != 0 {
		return int(int8(t.bytes(s, 1)[0]))
	}
	return none
}

func (t table) whole(i, none int) int {
	if s := t.slot(i); s != 0 {
		return int(int32(t.u32(s)))
	}
	return none
}

func (t table) long(i int) int64 {
	if s := t.slot(i); s != 0 {
		return t.i64(s)
	}
	return 0
}

// inner is a table in the table.
func (t table) inner(i int) table {
	if s := t.slot(i); s != 0 {
		return table{t.flat, s + t.u32(s)}
	}
	return table{flat: t.flat}
}

// vector returns where a vector's elements begin, each of so many bytes, and how many there are.
func (t table) vector(i, element int) (begin, n int) {
	s := t.slot(i)
	if s == 0 {
		return 0, 0
	}
	begin = s + t.u32(s)
	n = t.u32(begin)
	if begin += 4; t.bad || n > (len(t.data)-begin)/element {
		t.bad = true
		return 0, 0
	}
	return begin, n
}

func (t table) text(i int) string {
	begin, n := t.vector(i, 1)
	return string(t.bytes(begin, n))
}

// tables goes through a vector of tables.
func (t table) tables(i int, see func(table)) {
	begin, n := t.vector(i, 4)
	for k := 0; k < n && !t.bad; k++ {
		see(table{t.flat, begin + 4*k + t.u32(begin+4*k)})
	}
}
