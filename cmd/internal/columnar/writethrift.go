// SPDX-License-Identifier: MIT

package columnar

import "encoding/binary"

// thriftWriter writes structures in Thrift's compact protocol.
type thriftWriter struct {
	b    []byte
	last []int
}

func (t *thriftWriter) field(id int, kind byte) {
	last := &t.last[len(t.last)-1]
	t.b = append(t.b, byte(id-*last)<<4|kind)
	*last = id
}

// structure writes a structure, as a field, or as an element of a list if it has no number.
func (t *thriftWriter) structure(id int, fields func()) {
	if id > 0 {
		t.field(id, thriftStruct)
	}
	t.last = append(t.last, 0)
	fields()
	t.last = t.last[:len(t.last)-1]
	t.b = append(t.b, 0)
}

func (t *thriftWriter) i32(id int, v int64) {
	t.field(id, thriftI32)
	t.b = binary.AppendVarint(t.b, v)
}

func (t *thriftWriter) i64(id int, v int64) {
	t.field(id, thriftI64)
	t.b = binary.AppendVarint(t.b, v)
}

func (t *thriftWriter) text(id int, v string) {
	if id > 0 {
		t.field(id, thriftBinary)
	}
	t.b = append(binary.AppendUvarint(t.b, uint64(len(v))), v...)
}

func (t *thriftWriter) list(id, n int, kind byte, element func(k int)) {
	t.field(id, thriftList)
	t.b = append(t.b, 15<<4|kind)
	t.b = binary.AppendUvarint(t.b, uint64(n))
	for k := range n {
		element(k)
	}
}
