// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"

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
	packing                  int // number of the codec; -1: none
	nodes, buffers, variadic entries
}

// entries are a vector of a flatbuffer, of which some elements were taken.
type entries struct{ at, left, size int }

func (a *arrowFile) arrays(m *message, t table, h *heap, words map[int64]*words) *arrays {
	b := &arrays{table: t, in: a.from, from: m.at, size: m.body, heap: h, words: words, packing: -1}
	if a.from == nil {
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
	a, parts := &vector{sense: f.sense, n: int(n)}, f.children
	if f.coded {
		a.sense, parts = f.index, nil
	}
	a.form = a.formOf()
	if a.kind != arrowNull && a.kind != arrowRuns && a.kind != arrowUnion {
		valid := b.buffer(wanted)
		if missing != 0 && len(valid) > 0 || missing > 0 && wanted {
			a.valid = valid
			check(len(valid) >= (a.n+7)/8, errRange)
		}
	}
	var data [][]byte
	for range b.behind(f, a.kind) {
		data = append(data, b.buffer(wanted))
	}
	for _, c := range parts {
		a.names, a.fields = append(a.names, c.name), append(a.fields, b.array(c, wanted))
	}
	if wanted {
		if b.fill(a, data); f.coded {
			return b.coded(a, f)
		}
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
func (b *arrays) fill(a *vector, data [][]byte) {
	switch a.kind {
	case arrowNull:
		a.form = nothing
	case arrowBool:
		least(data[0], (a.n+7)/8, 1)
		a.ints = grown(b.heap, a.ints, a.n)
		for i := range a.n {
			a.ints = append(a.ints, int64(data[0][i>>3]>>(i&7)&1))
		}
	case arrowBinary, arrowText, arrowLargeBinary, arrowLargeText:
		a.bufs, a.places = data[1:], grown(b.heap, a.places, a.n)
		b.offsets(a, data[0], len(data[1]), func(from, to uint32) { a.places = append(a.places, place{0, from, to - from}) })
	case arrowBinaryView, arrowTextView:
		b.views(a, data)
	case arrowList, arrowLargeList, arrowMap:
		a.form, a.starts = lists, append(grown(b.heap, a.starts, a.n+1), 0)
		b.offsets(a, data[0], a.fields[0].n, func(from, to uint32) {
			a.starts[len(a.starts)-1] = from
			a.starts = append(a.starts, to)
		})
	case arrowFixedList:
		check(int64(a.n)*int64(a.width) <= min(int64(a.fields[0].n), math.MaxUint32), errRange)
		a.form, a.starts = lists, grown(b.heap, a.starts, a.n+1)
		for i := range a.n + 1 {
			a.starts = append(a.starts, uint32(i*a.width))
		}
	case arrowStruct:
		a.form = structs
		for _, inner := range a.fields {
			check(inner.n >= a.n, errRange)
		}
	case arrowUnion, arrowRuns, arrowListView, arrowLargeListView, arrowInterval: // which nobody keeps in files
		fail("it is of a type that is not read (number %d)", a.kind)
	default:
		if least(data[0], a.n, a.width); a.typ != NoType {
			a.load(b.heap, data[0][:a.n*a.width], a.width)
			if a.width < 8 && a.typ != Float32 { // nothing points there
				b.heap.give(int64(len(data[0])))
			}
			return
		}
		a.bufs, a.places = data, grown(b.heap, a.places, a.n)
		for i := range a.n {
			a.places = append(a.places, place{0, uint32(i * a.width), uint32(a.width)})
		}
	}
}

// least says that there are less than n values of so many bytes in a buffer.
func least(data []byte, n, width int) {
	if width > 0 && n > len(data)/width {
		fail("it needs %d bytes, and there are %d", int64(n)*int64(width), len(data))
	}
}

// offsets calls add with where each value begins and ends, which must be in order and up to most.
func (b *arrays) offsets(a *vector, data []byte, most int, add func(from, to uint32)) {
	if a.n == 0 {
		return
	}
	width := 4
	if a.kind == arrowLargeBinary || a.kind == arrowLargeText || a.kind == arrowLargeList {
		width = 8
	}
	least(data, a.n+1, width)
	last := uint64(0)
	for i := range a.n + 1 {
		var v uint64
		if width == 4 {
			v = uint64(binary.LittleEndian.Uint32(data[4*i:]))
		} else {
			v = binary.LittleEndian.Uint64(data[8*i:])
		}
		check(v >= last && v <= uint64(most) && v <= math.MaxUint32, errRange)
		if i > 0 {
			add(uint32(last), uint32(v))
		}
		last = v
	}
}

// views are texts that are said by their lengths and places, short ones in place.
func (b *arrays) views(a *vector, data [][]byte) {
	least(data[0], a.n, 16)
	a.bufs, a.places = data, grown(b.heap, a.places, a.n)
	for i := range a.n {
		at := func(k int) uint32 { return binary.LittleEndian.Uint32(data[0][16*i+4*k:]) }
		p := place{0, uint32(16*i + 4), at(0)}
		switch {
		case a.missing(i):
			p.size = 0
		case p.size > 12:
			p.of, p.from = at(2)+1, at(3)
			check(p.of > 0 && int64(p.of) < int64(len(data)) && int64(p.from)+int64(p.size) <= int64(len(data[p.of])), errRange)
		}
		a.places = append(a.places, p)
	}
}

// coded returns the values of a dictionary that have the given numbers.
func (b *arrays) coded(index *vector, f *field) *vector {
	words := b.words[f.dictionary]
	check(words != nil, errNoWords)
	for i, k := range index.ints {
		if index.missing(i) {
			index.ints[i] = 0
			continue
		}
		check(k >= 0 && k < int64(words.n), errIndex)
	}
	a := &vector{sense: words.sense, form: words.form, n: index.n, valid: index.valid, bufs: words.bufs}
	if words.n == 0 {
		a.form = nothing
		return a
	}
	if a.form == lists || a.form == structs {
		fail("it is a dictionary of lists or structures, which is not read")
	}
	a.floats = pick(b.heap, a.floats, words.floats, index.ints)
	a.singles = pick(b.heap, a.singles, words.singles, index.ints)
	a.ints = pick(b.heap, a.ints, words.ints, index.ints)
	a.places = pick(b.heap, a.places, words.places, index.ints)
	if words.valid != nil {
		a.valid = b.heap.bytes(int64(a.n+7) / 8)
		for i, k := range index.ints {
			if !index.missing(i) && !words.missing(int(k)) {
				a.valid[i>>3] |= 1 << (i & 7)
			}
		}
	}
	return a
}
