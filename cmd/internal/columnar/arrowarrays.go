// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"math"
	"unsafe"

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
	of                       *message
	heap                     *heap
	words                    map[int64]*words
	packing                  int // number of the codec; -1: none
	nodes, buffers, variadic entries
}

// entries is a vector of a flatbuffer; some of its elements were taken.
type entries struct{ at, left, size int }

func newArrays(m *message, t table, h *heap, words map[int64]*words) *arrays {
	b := &arrays{table: t, of: m, heap: h, words: words, packing: -1}
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

// read fills dst from a place in the data.
func (b *arrays) read(dst []byte, at int64) { readAt(b.of.in, dst, b.of.at+at) }

// buffer appends the next buffer to dst, if it is wanted.
func (b *arrays) buffer(dst []byte, wanted bool) []byte {
	at := b.buffers.take()
	if !wanted {
		return nil
	}
	offset, length := b.i64(at), b.i64(at+8)
	check(offset >= 0 && length >= 0 && offset <= b.of.body && length <= b.of.body-offset, errRange)
	packed, n := b.packing >= 0 && length > 0, length
	var head [8]byte
	if packed {
		// The unpacked length stands in front; -1 means that the buffer is not packed.
		check(length >= 8, errShort)
		b.read(head[:], offset)
		offset, length, n = offset+8, length-8, int64(binary.LittleEndian.Uint64(head[:]))
		if packed = n != -1; !packed {
			n = length
		}
		check(n <= 0 || length > 0, errShort)
		b.heap.fits(n)
	}
	dst, data := longer(b.heap, dst, int(n))
	if !packed {
		b.read(data, offset)
		return dst
	}
	raw := b.heap.bytes(length)
	defer b.heap.give(length)
	b.read(raw, offset)
	codec := format.CompressionCodec(100 + b.packing)
	if b.packing <= 1 {
		codec = [...]format.CompressionCodec{frames, format.Zstd}[b.packing]
	}
	unpack(codec, data, raw)
	return dst
}

// array reads the values of a field. It passes over fields that are not wanted.
func (b *arrays) array(f *field, wanted bool) *vector {
	node := b.nodes.take()
	n, missing := b.i64(node), b.i64(node+8)
	// Missing or equal values take next to no bytes.
	if n < 0 || n > freeValues+valuesPerByte*min(b.of.body, 1<<27) {
		fail("it says that it has %d values in a batch of %d bytes", n, b.of.body)
	}
	a, layout, parts := &vector{sense: f.sense, n: int(n)}, f.layout, f.children
	if f.coded {
		a.sense, layout, parts = f.index, arrowInt, nil
	}
	if layout != arrowNull && layout != arrowRuns && layout != arrowUnion {
		valid := b.buffer(nil, wanted)
		if wanted && (missing > 0 || missing < 0 && len(valid) > 0) {
			a.valid = valid
			check(len(valid) >= (a.n+7)/8, errRange)
		}
	}
	// The buffers of views become one, so that a word tells a place in it.
	var data [][]byte
	var ends []int
	views, count := layout == arrowTextView || layout == arrowBinaryView, b.behind(f, layout)
	for k := range count {
		if k == 0 || !views {
			data = append(data, b.buffer(nil, wanted))
		} else {
			data[0] = b.buffer(data[0], wanted)
		}
		if ends = append(ends, len(data[0])); views && wanted && k == 0 {
			coming := int64(0)
			for j := range count - 1 {
				coming += b.i64(b.buffers.at + 16*j + 8)
			}
			data[0] = grown(b.heap, data[0], int(min(max(coming, 0), b.of.body)))
		}
	}
	for _, c := range parts {
		a.names, a.fields = append(a.names, c.name), append(a.fields, b.array(c, wanted))
	}
	if !wanted {
		return a
	}
	if b.fill(a, layout, data, ends); f.coded {
		return b.coded(a, f)
	}
	return a
}

// behind returns how many buffers an array has after its validity bits. A batch says how many more
// an array of views has.
func (b *arrays) behind(f *field, layout int) int {
	switch layout {
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
func (b *arrays) fill(a *vector, layout int, data [][]byte, ends []int) {
	wide := 4 // bytes of an offset
	if layout == arrowLargeBinary || layout == arrowLargeText || layout == arrowLargeList {
		wide = 8
	}
	switch layout {
	case arrowNull:
	case arrowBool:
		least(data[0], (a.n+7)/8, 1)
		a.words = grown(b.heap, a.words, a.n)
		for i := range a.n {
			a.words = append(a.words, uint64(data[0][i>>3]>>(i&7)&1))
		}
	case arrowBinary, arrowText, arrowLargeBinary, arrowLargeText:
		a.text, a.words = data[1], grown(b.heap, a.words, a.n)
		eachRange(data[0], wide, a.n, len(a.text), func(from, to uint32) { a.words = append(a.words, placeOf(int(from), int(to-from))) })
	case arrowBinaryView, arrowTextView:
		b.views(a, data[0], ends)
	case arrowList, arrowLargeList, arrowMap:
		a.starts = append(grown(b.heap, a.starts, a.n+1), 0)
		eachRange(data[0], wide, a.n, a.fields[0].n, func(from, to uint32) {
			a.starts[len(a.starts)-1] = from
			a.starts = append(a.starts, to)
		})
	case arrowFixedList:
		check(int64(a.n)*int64(a.width) <= min(int64(a.fields[0].n), math.MaxUint32), errRange)
		a.starts = grown(b.heap, a.starts, a.n+1)
		for i := range a.n + 1 {
			a.starts = append(a.starts, uint32(i*a.width))
		}
	case arrowStruct:
		for _, inner := range a.fields {
			check(inner.n >= a.n, errRange)
		}
	case arrowUnion, arrowRuns, arrowListView, arrowLargeListView, arrowInterval: // which nobody keeps in files
		fail("it is of a type that is not read (number %d)", layout)
	default:
		switch least(data[0], a.n, a.width); {
		case a.typ == NoType:
			a.text, a.words = data[0], grown(b.heap, a.words, a.n)
			for i := range a.n {
				a.words = append(a.words, placeOf(i*a.width, a.width))
			}
		case a.width == 8 && a.n > 1 && binary.NativeEndian.Uint16([]byte{1, 0}) == 1: // as the machine has them
			a.words = unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(data[0]))), a.n)
		default:
			a.load(b.heap, data[0][:a.n*a.width], a.width)
			b.heap.give(int64(cap(data[0])))
		}
	}
}

// least says that there are less than n values of so many bytes in a buffer.
func least(data []byte, n, width int) {
	if width > 0 && n > len(data)/width {
		fail("it needs %d bytes, and there are %d", int64(n)*int64(width), len(data))
	}
}

// eachRange calls add with the place where each of n values begins and ends. The places must be in
// order, and none above most. The offsets in data have width bytes.
func eachRange(data []byte, width, n, most int, add func(from, to uint32)) {
	if n == 0 {
		return
	}
	least(data, n+1, width)
	last := uint64(0)
	for i := range n + 1 {
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

// views reads texts that are given by views: lengths with places, or short texts themselves. The
// views are in front of the texts.
func (b *arrays) views(a *vector, text []byte, ends []int) {
	least(text[:ends[0]], a.n, 16)
	check(int64(len(text)) <= math.MaxUint32, errRange)
	a.text, a.words = text, grown(b.heap, a.words, a.n)
	for i := range a.n {
		at := func(k int) int64 { return int64(binary.LittleEndian.Uint32(text[16*i+4*k:])) }
		from, size, k := int64(16*i+4), at(0), at(2)+1
		switch {
		case a.missing(i):
			size = 0
		case size > 12:
			check(k < int64(len(ends)) && at(3)+size <= int64(ends[k]-ends[k-1]), errRange)
			from = int64(ends[k-1]) + at(3)
		}
		a.words = append(a.words, placeOf(int(from), int(size)))
	}
}

// coded returns the values of a dictionary that have the given numbers.
func (b *arrays) coded(index *vector, f *field) *vector {
	words := b.words[f.dictionary]
	check(words != nil, errNoWords)
	for i, k := range index.words {
		if index.missing(i) {
			index.words[i] = 0
			continue
		}
		check(k < uint64(words.n), errIndex)
	}
	a := &vector{sense: words.sense, n: index.n, valid: index.valid, text: words.text}
	switch {
	case words.n == 0:
		a.kind = arrowNull
		return a
	case words.fields != nil:
		fail("it is a dictionary of lists or structures, which is not read")
	}
	a.words = pick(b.heap, a.words, words.words, index.words)
	if words.valid != nil {
		a.valid = b.heap.bytes(int64(a.n+7) / 8)
		for i, k := range index.words {
			if !index.missing(i) && !words.missing(int(k)) {
				a.mark(i)
			}
		}
	}
	return a
}
