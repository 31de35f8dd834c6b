// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"unsafe"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Parquet describes a file, and each page in it, in Thrift's compact protocol.

var (
	errList    = errors.New("a list has more elements than there are bytes left")
	errLong    = errors.New("a number in it has more than 64 bits")
	errOrder   = errors.New("its fields are out of order")
	errUnknown = errors.New("it says something of a column that is not known")
	compact    thrift.CompactProtocol
)

// elementBytes is what a structure in a list takes, at most.
const elementBytes = int64(unsafe.Sizeof(format.ColumnChunk{})) + 128

// The second field of a file is its columns. A field of theirs that is not known may be what says
// what values mean.
const (
	fieldOfColumns = 2
	lastOfColumn   = 10
)

// readThrift reads a structure, and returns how many bytes it takes. Strings lie in data. The
// library takes memory for all that a list says it has, and calls itself for each level, so a walk
// comes first.
func readThrift(h *heap, data []byte, v any) (n int) {
	w := &walk{data: data, heap: h}
	w.structure(0, 0)
	n = len(data) - len(w.data)
	d := thrift.NewDecoder(compact.NewReaderFromBytes(data[:n]))
	d.SetStrict(true)
	if err := d.Decode(v); err != nil {
		fail("it is no such description: %w", err)
	}
	return n
}

func appendThrift(dst []byte, v any) []byte {
	out := bytes.NewBuffer(dst)
	sure(thrift.NewEncoder(compact.NewWriter(out)).Encode(v))
	return out.Bytes()
}

// walk goes over a structure and holds what lists say against the data that there is.
type walk struct {
	data []byte
	heap *heap
}

func (w *walk) skip(n uint64) []byte {
	check(n <= uint64(len(w.data)), errShort)
	b := w.data[:n]
	w.data = w.data[n:]
	return b
}

func (w *walk) varint() uint64 {
	v, n := binary.Uvarint(w.data)
	check(n >= 0, errLong)
	check(n > 0, errShort)
	w.data = w.data[n:]
	return v
}

// structure goes over a structure in a field of the one above it.
func (w *walk) structure(depth int, in int64) {
	check(depth < mostNested, errDeep)
	for last := int64(0); ; {
		head := w.skip(1)[0]
		if head == 0 {
			return
		}
		id := last + int64(head>>4)
		if head>>4 == 0 {
			v := w.varint()
			id = int64(v>>1) ^ -int64(v&1)
		}
		check(id > last, errOrder)
		check(id <= lastOfColumn || depth != 1 || in != fieldOfColumns, errUnknown)
		last = id
		if kind := thrift.Type(head & 15); kind != thrift.TRUE && kind != thrift.FALSE { // these are in the head
			w.value(kind, depth, id)
		}
	}
}

// value goes over the value of a field, or over an element of a list.
func (w *walk) value(kind thrift.Type, depth int, id int64) {
	switch kind {
	case thrift.TRUE, thrift.FALSE, thrift.I8:
		w.skip(1)
	case thrift.I16, thrift.I32, thrift.I64:
		w.varint()
	case thrift.DOUBLE:
		w.skip(8)
	case thrift.BINARY:
		w.skip(w.varint())
	case thrift.STRUCT:
		w.structure(depth+1, id)
	case thrift.LIST, thrift.SET:
		head := w.skip(1)[0]
		kind, n := thrift.Type(head&15), uint64(head>>4)
		if n == 15 {
			n = w.varint()
		}
		check(n <= uint64(len(w.data)), errList)
		check(kind <= thrift.BINARY || kind == thrift.STRUCT, errDeep)
		if kind == thrift.STRUCT {
			w.heap.take(int64(n) * elementBytes)
		}
		for range n {
			w.value(kind, depth, id)
		}
	default: // among them maps, which nothing in Parquet has
		fail("it has a value of an unknown kind (number %d)", kind)
	}
}
