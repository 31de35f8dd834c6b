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
	errOrder   = errors.New("its fields are out of order")
	errUnknown = errors.New("it says something of a column that is not known")
	compact    thrift.CompactProtocol
)

// elementBytes is what a structure in a list takes, at most.
const elementBytes = int64(unsafe.Sizeof(format.ColumnChunk{})) + 128

// lastOfColumn is the number of the last field that the description of a column has.
const lastOfColumn = 10

// readThrift reads a structure, and returns how many bytes it takes. Strings lie in data.
func readThrift(h *heap, data []byte, v any) (n int) {
	r := &lengths{BytesReader: compact.NewReaderFromBytes(data), heap: h, size: len(data), open: []structures{{n: 1}}}
	d := thrift.NewDecoder(r)
	d.SetStrict(true)
	err := d.Decode(v)
	check(!errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF), errShort)
	if err != nil {
		fail("it is no such description: %w", err)
	}
	return r.BytesRead()
}

func appendThrift(dst []byte, v any) []byte {
	out := bytes.NewBuffer(dst)
	sure(thrift.NewEncoder(compact.NewWriter(out)).Encode(v))
	return out.Bytes()
}

// lengths holds what lists say against the data that there is: the library takes memory for all that a list
// says it has, and calls itself for each level of what it skips.
type lengths struct {
	thrift.BytesReader
	heap *heap
	size int
	open []structures
}

// structures are so many side by side that have not ended; last is the number of a field of the first.
type structures struct {
	n    int32
	last int16
}

func (r *lengths) ReadList() (l thrift.List, err error) {
	l, err = r.BytesReader.ReadList()
	check(err != nil || int(l.Size) <= r.size-r.BytesRead(), errList)
	switch l.Type {
	case thrift.STRUCT:
		r.heap.take(int64(l.Size) * elementBytes)
		r.begin(l.Size)
	case thrift.LIST, thrift.SET, thrift.MAP:
		check(false, errDeep)
	}
	return l, err
}

func (r *lengths) ReadSet() (thrift.Set, error) {
	l, err := r.ReadList()
	return thrift.Set(l), err
}

func (r *lengths) ReadMap() (m thrift.Map, err error) {
	check(false, errList) // nothing in Parquet has any
	return m, err
}

func (r *lengths) ReadField() (thrift.Field, error) {
	f, err := r.BytesReader.ReadField()
	s := &r.open[len(r.open)-1]
	if f.Type == thrift.STOP {
		if s.n, s.last = s.n-1, 0; s.n == 0 {
			r.open = r.open[:len(r.open)-1]
		}
		return f, err
	}
	id := f.ID
	if f.Delta {
		id += s.last
	}
	check(id > s.last, errOrder)
	// In the second field of a file lie columns. A field of theirs that is not known may be what says what values mean.
	check(id <= lastOfColumn || len(r.open) != 2 || r.open[0].last != 2, errUnknown)
	if s.last = id; f.Type == thrift.STRUCT {
		r.begin(1)
	}
	return f, err
}

func (r *lengths) begin(n int32) {
	if n > 0 {
		r.open = append(r.open, structures{n: n})
		check(len(r.open) <= mostNested, errDeep)
	}
}

// Discard skips n bytes for the library.
func (r *lengths) Discard(n int) (int, error) {
	return r.BytesReader.(interface{ Discard(int) (int, error) }).Discard(n)
}
