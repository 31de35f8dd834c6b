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

// thrift reads a structure. After the first mistake it reads nothing but zeros.
type thrift struct {
	data  []byte
	at    int
	depth int
	err   error
}

func (t *thrift) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// take goes over n bytes, which it returns if they are there.
func (t *thrift) take(n uint64) []byte {
	if t.err != nil || n > uint64(len(t.data)-t.at) {
		t.fail(errShort)
		return nil
	}
	t.at += int(n)
	return t.data[t.at-int(n) : t.at]
}

func (t *thrift) byte() byte {
	if b := t.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (t *thrift) varint() uint64 {
	v, n := binary.Uvarint(t.data[t.at:])
	if n < 0 {
		t.fail(errors.New("a number has more than 64 bits"))
	}
	if n <= 0 || t.take(uint64(n)) == nil {
		t.fail(errShort)
		return 0
	}
	return v
}

// fields goes through a structure. What field does not read itself is skipped.
func (t *thrift) fields(field func(id int16, kind byte)) {
	if t.depth++; t.depth > mostNested {
		t.fail(errDeep)
	}
	id := int16(0)
	for t.err == nil {
		head := t.byte()
		if head == 0 {
			break
		}
		if step := head >> 4; step != 0 {
			id += int16(step)
		} else {
			id = int16(t.whole(thriftI16))
		}
		begin := t.at
		if field(id, head&15); t.at == begin && t.err == nil {
			t.skip(head&15, true)
		}
	}
	t.depth--
}

// list goes through a list, of which room is told beforehand how many elements it has.
func (t *thrift) list(room func(n int) error, element func(kind byte)) {
	head := t.byte()
	n := uint64(head >> 4)
	if n == 15 {
		n = t.varint()
	}
	if n > uint64(len(t.data)-t.at) {
		t.fail(errList)
	}
	if t.depth++; t.depth > mostNested {
		t.fail(errDeep)
	}
	if t.err == nil && room != nil {
		if err := room(int(n)); err != nil {
			t.fail(err)
		}
	}
	for ; n > 0 && t.err == nil; n-- {
		element(head & 15)
	}
	t.depth--
}

// whole is a whole number; of another kind it is skipped, and 0.
func (t *thrift) whole(kind byte) int64 {
	switch kind {
	case thriftByte:
		return int64(int8(t.byte()))
	case thriftI16, thriftI32, thriftI64:
		v := t.varint()
		return int64(v>>1) ^ -int64(v&1)
	}
	t.skip(kind, true)
	return 0
}

// text is a text, as it lies in the data.
func (t *thrift) text(kind byte) string {
	if kind != thriftBinary {
		t.skip(kind, true)
		return ""
	}
	return view(t.take(t.varint()))
}

// skip goes over a value; of a field the kind of a truth value is its value.
func (t *thrift) skip(kind byte, field bool) {
	switch kind {
	case thriftTrue, thriftFalse:
		if !field {
			t.byte()
		}
	case thriftByte:
		t.byte()
	case thriftI16, thriftI32, thriftI64:
		t.varint()
	case thriftDouble:
		t.take(8)
	case thriftBinary:
		t.take(t.varint())
	case thriftList, thriftSet:
		t.list(nil, func(kind byte) { t.skip(kind, false) })
	case thriftMap:
		n := t.varint()
		if n > uint64(len(t.data)-t.at) {
			t.fail(errList)
		}
		if n == 0 {
			return
		}
		if t.depth++; t.depth > mostNested {
			t.fail(errDeep)
		}
		for kinds := t.byte(); n > 0 && t.err == nil; n-- {
			t.skip(kinds>>4, false)
			t.skip(kinds&15, false)
		}
		t.depth--
	case thriftStruct:
		t.fields(func(int16, byte) {})
	case thriftUUID:
		t.take(16)
	default:
		t.fail(errNoKind)
	}
}
