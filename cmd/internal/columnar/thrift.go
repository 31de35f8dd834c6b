// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"errors"
	"io"
	"unsafe"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Parquet describes a file, and each page in it, in Thrift's compact protocol.

var (
	errList    = errors.New("a list has more elements than there are bytes left")
	errKind    = errors.New("it has a value of an unknown kind")
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

// readThrift reads a structure, and returns how many bytes it takes. Strings lie in data.
func readThrift(h *heap, data []byte, v any) (n int) {
	r := &thriftReader{bytesReader: compact.NewReaderFromBytes(data).(bytesReader), heap: h, size: len(data)}
	r.begin(0, 1)
	d := thrift.NewDecoder(r)
	d.SetStrict(true)
	if err := d.Decode(v); err != nil {
		check(!errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF), errShort)
		fail("it is no such description: %w", err)
	}
	return r.BytesRead()
}

func appendThrift(dst []byte, v any) []byte {
	out := bytes.NewBuffer(dst)
	sure(thrift.NewEncoder(compact.NewWriter(out)).Encode(v))
	return out.Bytes()
}

// thriftReader checks lists and structures for the library, which trusts them. The library takes
// memory for the claimed length of a list, and calls itself for each structure in a structure.
type thriftReader struct {
	bytesReader
	heap *heap
	size int
	open []structures
}

// bytesReader is the library's reader of bytes.
type bytesReader interface {
	thrift.BytesReader
	Discard(n int) (int, error)
}

// structures are the structures of a field, one after the other.
type structures struct {
	field int   // of the structure around them
	left  int32 // how many have not ended
	last  int   // the last field of the first of them
}

// begin begins with the structures of a field.
func (r *thriftReader) begin(field int, n int32) {
	check(len(r.open) < mostNested, errDeep)
	r.open = append(r.open, structures{field, n, 0})
}

func (r *thriftReader) ReadField() (thrift.Field, error) {
	f, err := r.bytesReader.ReadField()
	if err != nil {
		return f, err
	}
	depth := len(r.open) - 1
	s := &r.open[depth]
	if f.Type == thrift.STOP {
		if s.left, s.last = s.left-1, 0; s.left == 0 {
			r.open = r.open[:depth]
		}
		return f, nil
	}
	id := int(f.ID)
	if f.Delta {
		id += s.last
	}
	check(id > s.last, errOrder)
	check(id <= lastOfColumn || depth != 1 || s.field != fieldOfColumns, errUnknown)
	if s.last = id; f.Type == thrift.STRUCT {
		r.begin(id, 1)
	}
	return f, nil
}

func (r *thriftReader) ReadList() (thrift.List, error) {
	l, err := r.bytesReader.ReadList()
	if err != nil {
		return l, err
	}
	check(int(l.Size) <= r.size-r.BytesRead(), errList)
	check(l.Type <= thrift.BINARY || l.Type == thrift.STRUCT, errDeep)
	if l.Type == thrift.STRUCT && l.Size > 0 {
		r.heap.take(int64(l.Size) * elementBytes)
		r.begin(r.open[len(r.open)-1].last, l.Size)
	}
	return l, nil
}

// ReadSet and ReadMap fail, since Parquet has no sets and maps.
func (r *thriftReader) ReadSet() (thrift.Set, error) { return thrift.Set{}, errKind }
func (r *thriftReader) ReadMap() (thrift.Map, error) { return thrift.Map{}, errKind }
