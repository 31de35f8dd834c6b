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

// Parquet describes a file, and each page in it, in Thrift's compact protocol. The library takes memory for
// whatever a list says it has, and calls itself for each level of what it skips: so the lengths are held against
// the data first.

var (
	errList   = errors.New("a list has more elements than there are bytes left")
	errNoKind = errors.New("a value is of no known kind")
	compact   thrift.CompactProtocol
)

// elementBytes is what a structure in a list takes, at most.
const elementBytes = int64(unsafe.Sizeof(format.ColumnChunk{})) + 128

// readThrift reads a structure, and returns how many bytes it takes. Strings lie in data.
func readThrift(h *heap, data []byte, v any) (n int) {
	s := skimmer{data: data}
	s.value(thrift.STRUCT, true)
	h.take(int64(s.elements) * elementBytes)
	sure(thrift.NewDecoder(compact.NewReaderFromBytes(data[:s.at])).Decode(v))
	return s.at
}

func appendThrift(dst []byte, v any) []byte {
	out := bytes.NewBuffer(dst)
	sure(thrift.NewEncoder(compact.NewWriter(out)).Encode(v))
	return out.Bytes()
}

// skimmer goes over what a structure has.
type skimmer struct {
	data                []byte
	at, depth, elements int // elements of lists of structures
}

func (s *skimmer) skip(n uint64) {
	check(n <= uint64(len(s.data)-s.at), errShort)
	s.at += int(n)
}

func (s *skimmer) varint() uint64 {
	v, n := binary.Uvarint(s.data[s.at:])
	check(n > 0, errShort)
	s.at += n
	return v
}

func (s *skimmer) byte() byte {
	s.skip(1)
	return s.data[s.at-1]
}

// value goes over an element of a list or else a field, whose kind may be all that there is.
func (s *skimmer) value(kind thrift.Type, element bool) {
	s.depth++
	check(s.depth <= mostNested, errDeep)
	switch kind {
	case thrift.TRUE, thrift.FALSE:
		if element {
			s.skip(1)
		}
	case thrift.I8:
		s.skip(1)
	case thrift.I16, thrift.I32, thrift.I64:
		s.varint()
	case thrift.DOUBLE:
		s.skip(8)
	case thrift.UUID:
		s.skip(16)
	case thrift.BINARY:
		s.skip(s.varint())
	case thrift.LIST, thrift.SET:
		head := s.byte()
		n := uint64(head >> 4)
		if n == 15 {
			n = s.varint()
		}
		check(n <= uint64(len(s.data)-s.at), errList)
		of := thrift.Type(head & 15)
		if of == thrift.STRUCT {
			s.elements += int(n)
		}
		for range n {
			s.value(of, true)
		}
	case thrift.STRUCT:
		for head := s.byte(); head != 0; head = s.byte() {
			if head>>4 == 0 {
				s.varint()
			}
			s.value(thrift.Type(head&15), false)
		}
	default:
		check(false, errNoKind)
	}
	s.depth--
}
