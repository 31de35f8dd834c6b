// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Parquet describes a file, and each page in it, in Thrift's compact protocol.

const mostNested = 64 // values in values, and groups of columns in groups

var (
	errShort  = errors.New("it ends too early")
	errList   = errors.New("a list has more elements than there are bytes left")
	errDeep   = fmt.Errorf("it is nested more than %d deep", mostNested)
	errNumber = errors.New("a number has more than 64 bits")
	errNoKind = errors.New("a value is of no known kind")
)

// Kinds of values in the compact protocol.
const (
	thriftTrue = iota + 1
	thriftFalse
	thriftByte
	thriftI16
	thriftI32
	thriftI64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap
	thriftStruct
	thriftUUID
)

// value is a whole number, a text, a list, or a structure, which is a list of numbered values.
type value struct {
	id    int16
	kind  byte
	whole int64
	text  []byte // as it lies in the data
	list  []value
}

// get is a field of a structure, or a value of no kind.
func (v *value) get(id int16) *value {
	for i := range v.list {
		if v.list[i].id == id {
			return &v.list[i]
		}
	}
	return &value{}
}

// number is a field that is a whole number, 0 if it is none.
func (v *value) number(id int16) int64 { return v.get(id).whole }

// readThrift reads a structure, which is charged to a heap, and returns how many bytes it takes.
func readThrift(data []byte, h *heap) (v value, n int, err error) {
	t := thrift{data: data, heap: h}
	defer caught(&err)
	v = t.value(0, thriftStruct, true)
	return v, t.at, nil
}

type thrift struct {
	data  []byte
	at    int
	depth int
	heap  *heap
}

// take goes over n bytes.
func (t *thrift) take(n uint64) []byte {
	check(n <= uint64(len(t.data)-t.at), errShort)
	t.at += int(n)
	return t.data[t.at-int(n) : t.at]
}

func (t *thrift) byte() byte { return t.take(1)[0] }

func (t *thrift) varint() uint64 {
	v, n := binary.Uvarint(t.data[t.at:])
	check(n >= 0, errNumber)
	check(n > 0, errShort)
	t.at += n
	return v
}

func zigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// value reads a value, an element of a list or else a field, of which the kind may be all that there is.
func (t *thrift) value(id int16, kind byte, element bool) (v value) {
	v.id, v.kind = id, kind
	t.depth++
	check(t.depth <= mostNested, errDeep)
	switch kind {
	case thriftTrue, thriftFalse:
		if element {
			v.kind = t.byte()
		}
	case thriftByte:
		v.whole = int64(int8(t.byte()))
	case thriftI16, thriftI32, thriftI64:
		v.whole = zigzag(t.varint())
	case thriftDouble:
		v.text = t.take(8)
	case thriftUUID:
		v.text = t.take(16)
	case thriftBinary:
		v.text = t.take(t.varint())
	case thriftList, thriftSet:
		t.elements(&v)
	case thriftStruct:
		id := int16(0)
		for head := t.byte(); head != 0; head = t.byte() {
			if id += int16(head >> 4); head>>4 == 0 {
				id = int16(zigzag(t.varint()))
			}
			t.room(&v, 1)
			v.list = append(v.list, t.value(id, head&15, false))
		}
	default:
		check(false, errNoKind)
	}
	t.depth--
	return v
}

func (t *thrift) elements(v *value) {
	head := t.byte()
	n := uint64(head >> 4)
	if n == 15 {
		n = t.varint()
	}
	check(n <= uint64(len(t.data)-t.at), errList)
	for t.room(v, int(n)); n > 0; n-- {
		v.list = append(v.list, t.value(0, head&15, true))
	}
}

// room makes room for n values more in a list.
func (t *thrift) room(v *value, n int) {
	v.list = sure(grown(t.heap, v.list, n))
}

// append writes a value, an element of a list, or else what follows the number and the kind of a field.
func (v *value) append(b []byte) []byte {
	switch v.kind {
	case thriftByte:
		b = append(b, byte(v.whole))
	case thriftI32, thriftI64:
		b = binary.AppendVarint(b, v.whole)
	case thriftBinary:
		b = append(binary.AppendUvarint(b, uint64(len(v.text))), v.text...)
	case thriftList:
		kind := byte(thriftStruct)
		if len(v.list) > 0 {
			kind = v.list[0].kind
		}
		b = binary.AppendUvarint(append(b, 15<<4|kind), uint64(len(v.list)))
		for k := range v.list {
			b = v.list[k].append(b)
		}
	case thriftStruct:
		last := int16(0)
		for k := range v.list {
			f := &v.list[k]
			b = f.append(append(b, byte(f.id-last)<<4|f.kind))
			last = f.id
		}
		b = append(b, 0)
	}
	return b
}

// What is written: a number of 32 bits and one of 64, a text, a list, and a structure; elements of lists have no
// numbers.
func i32(id int16, v int64) value            { return value{id: id, kind: thriftI32, whole: v} }
func i64(id int16, v int64) value            { return value{id: id, kind: thriftI64, whole: v} }
func binaryOf(id int16, v string) value      { return value{id: id, kind: thriftBinary, text: []byte(v)} }
func listOf(id int16, all ...value) value    { return value{id: id, kind: thriftList, list: all} }
func structure(id int16, all ...value) value { return value{id: id, kind: thriftStruct, list: all} }
