// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Parquet describes a file, and each page in it, in Thrift's compact protocol. The library makes
// room for as many elements as a list says it has, and follows groups in groups as deep as they
// go. So what a file says is walked through before the library reads it.

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

// walker walks through a structure. After the first mistake it reads nothing but zeros.
type walker struct {
	data []byte
	at   int
	// number is told of each whole number and truth value, by the numbers of the fields that
	// lead to it; elements of a list have that of the list. Closed is told of the end of each
	// structure. Either may be nil.
	number func(path []int16, v int64)
	closed func(path []int16)
	path   []int16
	err    error
}

// walk walks through the structure at the beginning of data, and returns how long it is.
func (w *walker) walk(data []byte) (int, error) {
	w.data, w.at, w.path, w.err = data, 0, w.path[:0], nil
	w.structure()
	return w.at, w.err
}

func (w *walker) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// skip goes over n bytes, and reports whether they are there.
func (w *walker) skip(n uint64) bool {
	if w.err != nil || n > uint64(len(w.data)-w.at) {
		w.fail(errShort)
		return false
	}
	w.at += int(n)
	return true
}

func (w *walker) byte() byte {
	if !w.skip(1) {
		return 0
	}
	return w.data[w.at-1]
}

func (w *walker) varint() uint64 {
	v, n := binary.Uvarint(w.data[w.at:])
	if n < 0 {
		w.fail(errors.New("a number has more than 64 bits"))
		return 0
	}
	if !w.skip(uint64(n)) || n == 0 {
		w.fail(errShort)
		return 0
	}
	return v
}

func (w *walker) zigzag() int64 {
	v := w.varint()
	return int64(v>>1) ^ -int64(v&1)
}

func (w *walker) structure() {
	if len(w.path) >= mostNested {
		w.fail(errDeep)
	}
	id := int16(0)
	for w.err == nil {
		head := w.byte()
		if head == 0 {
			break
		}
		if delta := head >> 4; delta != 0 {
			id += int16(delta)
		} else {
			id = int16(w.zigzag())
		}
		w.path = append(w.path, id)
		w.value(head&15, true)
		w.path = w.path[:len(w.path)-1]
	}
	if w.closed != nil && w.err == nil {
		w.closed(w.path)
	}
}

// value walks through a value; of a field the kind of a truth value is its value.
func (w *walker) value(kind byte, field bool) {
	v := int64(0)
	switch kind {
	case thriftTrue, thriftFalse:
		if !field {
			kind = w.byte()
		}
		if kind == thriftTrue {
			v = 1
		}
	case thriftByte:
		v = int64(int8(w.byte()))
	case thriftI16, thriftI32, thriftI64:
		v = w.zigzag()
	case thriftDouble:
		w.skip(8)
		return
	case thriftBinary:
		w.skip(w.varint())
		return
	case thriftList, thriftSet:
		w.list()
		return
	case thriftMap:
		w.pairs()
		return
	case thriftStruct:
		w.structure()
		return
	case thriftUUID:
		w.skip(16)
		return
	default:
		w.fail(errNoKind)
	}
	if w.number != nil && w.err == nil {
		w.number(w.path, v)
	}
}

// elements is a number of elements, each of which takes a byte at least.
func (w *walker) elements(n uint64) uint64 {
	if n > uint64(len(w.data)-w.at) {
		w.fail(errList)
	}
	if len(w.path) >= mostNested {
		w.fail(errDeep)
	}
	if w.err != nil {
		return 0
	}
	return n
}

func (w *walker) list() {
	head := w.byte()
	n := uint64(head >> 4)
	if n == 15 {
		n = w.varint()
	}
	for n = w.elements(n); n > 0 && w.err == nil; n-- {
		w.inner(head & 15)
	}
}

func (w *walker) pairs() {
	n := w.elements(w.varint())
	if n == 0 {
		return
	}
	for kinds := w.byte(); n > 0 && w.err == nil; n-- {
		w.inner(kinds >> 4)
		w.inner(kinds & 15)
	}
}

// inner walks through an element. A list in a list counts as nested.
func (w *walker) inner(kind byte) {
	if kind == thriftList || kind == thriftSet || kind == thriftMap {
		w.path = append(w.path, 0)
		defer func() { w.path = w.path[:len(w.path)-1] }()
	}
	w.value(kind, false)
}

// footer walks through what a file says of itself at its end. It leaves to the library what is no
// footer at all.
func (r *Reader) footer() error {
	var tail [8]byte
	if r.size < 12 {
		return nil
	}
	if _, err := r.in.ReadAt(tail[:], r.size-8); err != nil && err != io.EOF {
		return err
	}
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	if string(tail[4:]) != "PAR1" || length > r.size-8 {
		return nil
	}
	data := make([]byte, length)
	if _, err := r.in.ReadAt(data, r.size-8-length); err != nil && err != io.EOF {
		return err
	}
	if err := groups(data); err != nil {
		return fmt.Errorf("the description of its columns: %w", err)
	}
	return nil
}

// groups walks through a description of a file, and counts the columns in their groups.
func groups(data []byte) error {
	const schema, children = 2, 5 // of FileMetaData, of SchemaElement
	w := walker{}
	var open []int64 // how many members the groups that are not complete yet have to come
	members := int64(0)
	w.number = func(path []int16, v int64) {
		if slices.Equal(path, []int16{schema, children}) {
			members = v
		}
	}
	w.closed = func(path []int16) {
		if len(path) != 1 || path[0] != schema {
			return
		}
		switch {
		case members < 0 || members > int64(len(data)):
			w.fail(fmt.Errorf("a group of columns has %d members", members))
		case len(open) >= mostNested:
			w.fail(errDeep)
		}
		if len(open) > 0 {
			open[len(open)-1]--
		}
		if members > 0 {
			open = append(open, members)
		}
		for len(open) > 0 && open[len(open)-1] == 0 {
			open = open[:len(open)-1]
		}
		members = 0
	}
	_, err := w.walk(data)
	return err
}
