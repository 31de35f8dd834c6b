// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/parquet-go/parquet-go/format"
)

var (
	errRange   = errors.New("an offset in it is beyond its data")
	errPart    = errors.New("a part of it is missing")
	errNoWords = errors.New("its dictionary is missing")
)

// arrays reads the arrays of a batch or of a dictionary. Their nodes and buffers are listed in the
// order of the fields.
type arrays struct {
	table
	in                       io.ReaderAt
	from, size               int64 // where in the file the data is, and how long
	heap                     *heap
	words                    map[int64]*words
	old                      bool // unions have validity bits, too
	packing                  int  // number of the codec; -1: none
	nodes, buffers, variadic entries
}

// entries are a vector of a flatbuffer, of which some elements were taken.
type entries struct{ at, left, size int }

func (a *arrowFile) arrays(m *message, t table, h *heap, words map[int64]*words) *arrays {
	b := &arrays{table: t, in: a.in, from: m.at, size: m.body, heap: h, words: words, old: m.version < 4, packing: -1}
	if m.content != nil {
		b.in, b.from = bytes.NewReader(m.content), 0
	}
	list := func(i, size int) entries {
		at, n := t.vector(i)
		return entries{at, n, size}
	}
	b.nodes, b.buffers, b.variadic = list(1, 16), list(2, 16), list(4, 8)
	if c := t.inner(3); c.there() {
		b.packing = c.small(0, 0)
	}
	return b
}

// take returns where the next element is.
func (l *entries) take() int {
	check(l.left > 0, errPart)
	l.left--
	l.at += l.size
	return l.at - l.size
}

// buffer reads the next buffer, if it is wanted.
func (b *arrays) buffer(wanted bool) []byte {
	at := b.buffers.take()
	if !wanted {
		return nil
	}
	offset, length := b.i64(at), b.i64(at+8)
	check(offset >= 0 && length >= 0 && offset <= b.size && length <= b.size-offset, errRange)
	data := b.heap.bytes(length)
	readAt(b.in, data, b.from+offset)
	if b.packing < 0 || length == 0 {
		return data
	}
	// The unpacked length stands in front; -1 means that the buffer is not packed.
	check(length >= 8, errShort)
	n := int64(binary.LittleEndian.Uint64(data))
	if n == -1 {
		return data[8:]
	}
	check(n <= 0 || length > 8, errShort)
	dst := b.heap.bytes(n)
	defer b.heap.give(length)
	codec := format.CompressionCodec(100 + b.packing)
	if b.packing <= 1 {
		codec = [...]format.CompressionCodec{frames, format.Zstd}[b.packing]
	}
	unpack(codec, dst, data[8:])
	return dst
}

// array reads the values of a field. What is not wanted is gone over.
func (b *arrays) array(f *field, wanted bool) *vector {
	node := b.nodes.take()
	n, missing := b.i64(node), b.i64(node+8)
	// Those that are missing or alike take next to no bytes.
	if n < 0 || n > freeValues+valuesPerByte*min(b.size, 1<<27) {
		fail("it says that it has %d values in a batch of %d bytes", n, b.size)
	}
	a, s, parts := &vector{n: int(n)}, f.sense, f.children
	if f.coded {
		s, parts = f.index, nil
	}
	if s.kind != arrowNull && s.kind != arrowRuns && (s.kind != arrowUnion || b.old) {
		valid := b.buffer(wanted)
		if missing != 0 && len(valid) > 0 || missing > 0 && wanted {
			a.valid = valid
			check(len(valid) >= (a.n+7)/8, errRange)
		}
	}
	var data [][]byte
	for range b.behind(f, s.kind) {
		data = append(data, b.buffer(wanted))
	}
	for _, c := range parts {
		a.names, a.fields = append(a.names, c.name), append(a.fields, b.array(c, wanted))
	}
	if wanted {
		b.fill(a, f, &s, data)
	}
	return a
}

// behind returns how many buffers an array has after its validity bits. A batch says how many more
// an array of views has.
func (b *arrays) behind(f *field, kind int) int {
	switch kind {
	case arrowNull, arrowFixedList, arrowStruct, arrowRuns:
		return 0
	case arrowBinary, arrowText, arrowLargeBinary, arrowLargeText, arrowListView, arrowLargeListView:
		return 2
	case arrowUnion:
		if f.dense {
			return 2
		}
	case arrowTextView, arrowBinaryView:
		more, left := b.i64(b.variadic.take()), max(b.buffers.left-1, 0)
		if more < 0 || more > int64(left) {
			fail("it says that it has %d buffers, and there are %d", more, left)
		}
		return 1 + int(more)
	}
	return 1
}

// fill sets the values of a vector from the buffers of an array.
func (b *arrays) fill(a *vector, f *field, s *sense, data [][]byte) {
	large := s.kind == arrowLargeBinary || s.kind == arrowLargeText || s.kind == arrowLargeList
	switch s.kind {
	case arrowNull:
	case arrowBool:
		least(data[0], (a.n+7)/8, 1)
		s.set(a)
		a.data = b.heap.bytes(int64(a.n))
		for i := range a.data {
			a.data[i] = data[0][i>>3] >> (i & 7) & 1
		}
	case arrowBinary, arrowText, arrowLargeBinary, arrowLargeText:
		at, last := offsets(data[0], a.n, large)
		least(data[1], last, 1)
		a.form, a.raw = texts, s.kind == arrowBinary || s.kind == arrowLargeBinary
		a.at = func(i int) []byte { return data[1][at(i):at(i+1):at(i+1)] }
	case arrowBinaryView, arrowTextView:
		a.form, a.raw = texts, s.kind == arrowBinaryView
		views(a, data[0], data[1:])
	case arrowList, arrowLargeList, arrowMap:
		at, last := offsets(data[0], a.n, large)
		a.form, a.span = lists, func(i int) (int, int) { return at(i), at(i + 1) }
		check(a.fields[0].n >= last, errRange)
	case arrowFixedList:
		a.form, a.width, a.span = lists, s.width, func(i int) (int, int) { return i * s.width, (i + 1) * s.width }
		check(int64(a.fields[0].n) >= int64(a.n)*int64(s.width), errRange)
	case arrowStruct:
		a.form = structs
		for _, inner := range a.fields {
			check(inner.n >= a.n, errRange)
		}
	case arrowUnion, arrowRuns, arrowListView, arrowLargeListView: // which nobody keeps in files
		fail("it is of a type that is not read (number %d)", s.kind)
	default:
		a.data = data[0]
		s.set(a)
		least(a.data, a.n, a.width)
		if f.coded {
			b.indexed(a, f)
		}
	}
}

// least says that there are less than n values of so many bytes in a buffer.
func least(data []byte, n, width int) {
	if width > 0 && n > len(data)/width {
		fail("it needs %d bytes, and there are %d", int64(n)*int64(width), len(data))
	}
}

// offsets are where n values begin and end, which must be in order.
func offsets(data []byte, n int, large bool) (at func(i int) int, last int) {
	if n == 0 {
		return nil, 0
	}
	at = func(i int) int { return int(int32(binary.LittleEndian.Uint32(data[4*i:]))) }
	width := 4
	if large {
		at, width = func(i int) int { return int(binary.LittleEndian.Uint64(data[8*i:])) }, 8
	}
	least(data, n+1, width)
	for i := range n + 1 {
		v := at(i)
		check(v >= last, errRange)
		last = v
	}
	return at, last
}

// views are texts that are said by their lengths and places, short ones in place.
func views(a *vector, list []byte, buffers [][]byte) {
	least(list, a.n, 16)
	at := func(k, i int) int { return int(int32(binary.LittleEndian.Uint32(list[16*i+4*k:]))) }
	a.at = func(i int) []byte {
		size, from := at(0, i), at(3, i)
		if size <= 12 {
			return list[16*i+4:][:size:size]
		}
		return buffers[at(2, i)][from : from+size : from+size]
	}
	for i := range a.n {
		size, of, from := at(0, i), at(2, i), at(3, i)
		check(a.missing(i) || size >= 0 && (size <= 12 || of >= 0 && of < len(buffers) && from >= 0 && from <= len(buffers[of])-size), errRange)
	}
}

// indexed makes of numbers the values of a dictionary.
func (b *arrays) indexed(a *vector, f *field) {
	index, words := *a, b.words[f.dictionary]
	check(words != nil, errNoWords)
	for i := range a.n {
		v := index.whole(i)
		check(v >= 0 && v < int64(words.n) || index.missing(i), errIndex)
	}
	*a = vector{form: elsewhere, n: a.n, valid: a.valid, fields: []*vector{words.vector}, place: func(i int) (*vector, int) { return words.vector, int(index.whole(i)) }}
}
