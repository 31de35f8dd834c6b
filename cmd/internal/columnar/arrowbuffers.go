// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

var errRange = errors.New("a place that it names is beyond its data")

// body reads the arrays of a batch, or of a dictionary, whose nodes and buffers are listed in the
// order of its fields.
type body struct {
	table
	in       io.ReaderAt
	from     int64 // where in the file the data is, and how long
	size     int64
	heap     *heap
	words    map[int64]*vector
	old      bool // unions have bits of what is there, too
	packing  int  // 0: LZ4, 1: Zstandard, -1: none
	nodes    entries
	buffers  entries
	variadic entries
}

// entries are a vector of a flatbuffer, of which some elements were taken.
type entries struct{ at, left, size int }

func (a *arrowReader) batch(m *message, t table, h *heap) (*body, error) {
	b := &body{table: t, in: a.in, from: m.at, size: m.body, heap: h, old: m.version < 4, packing: -1}
	for i, l := range map[int]*entries{1: &b.nodes, 2: &b.buffers, 4: &b.variadic} {
		l.size = 16
		if i == 4 {
			l.size = 8
		}
		l.at, l.left = t.vector(i, l.size)
	}
	if c := t.inner(3); c.at != 0 {
		b.packing = c.small(0, 0)
	}
	if t.bad {
		return nil, errMetadata
	}
	return b, nil
}

// take returns where the next element is.
func (l *entries) take() (int, error) {
	if l.left == 0 {
		return 0, errors.New("a part of it is missing")
	}
	l.left--
	l.at += l.size
	return l.at - l.size, nil
}

// buffer reads the next buffer, if it is wanted, which must have so many bytes at least.
func (b *body) buffer(wanted bool, least int64) ([]byte, error) {
	at, err := b.buffers.take()
	if err != nil || !wanted {
		return nil, err
	}
	offset, length := b.i64(at), b.i64(at+8)
	if offset < 0 || length < 0 || offset > b.size || length > b.size-offset {
		return nil, errRange
	}
	data, err := b.heap.bytes(length)
	if err != nil {
		return nil, err
	}
	if err := readAt(b.in, data, b.from+offset); err != nil {
		return nil, err
	}
	if b.packing >= 0 && length > 0 {
		if data, err = b.unpack(data); err != nil {
			return nil, err
		}
	}
	if int64(len(data)) < least {
		return nil, fmt.Errorf("it needs %d bytes, and there are %d", least, len(data))
	}
	return data, nil
}

// unpack unpacks a buffer, whose length stands before it; -1 if it is not packed.
func (b *body) unpack(src []byte) ([]byte, error) {
	if len(src) < 8 {
		return nil, errShort
	}
	n := int64(binary.LittleEndian.Uint64(src))
	if src = src[8:]; n == -1 {
		return src, nil
	}
	if n > 0 && len(src) == 0 {
		return nil, errShort
	}
	dst, err := b.heap.bytes(n)
	if err != nil {
		return nil, err
	}
	defer b.heap.give(int64(len(src) + 8))
	k := 0
	switch b.packing {
	case 0:
		k, err = unframe(dst, src)
	case 1:
		k, err = unzstd(dst, src)
	default:
		return nil, fmt.Errorf("it is packed by a codec that is not read (number %d)", b.packing)
	}
	if err == nil && k < len(dst) {
		err = errShort
	}
	return dst, err
}

// times is how many bytes n values take, or more than there can be.
func times(n int64, width int) int64 {
	if n > (1<<62)/int64(max(width, 1)) {
		return 1 << 62
	}
	return n * int64(width)
}

// values is how many values an array of the batch may have: those that are missing or alike take next to
// no bytes.
func (b *body) values() int64 { return freeValues + valuesPerByte*min(b.size, 1<<27) }

// offsets reads where values begin and end, which must be in order and within so many.
func (b *body) offsets(a *vector, large, wanted bool) (at func(i int) int, last int64, err error) {
	width := 4
	if large {
		width = 8
	}
	least := times(int64(a.n)+1, width)
	if a.n == 0 {
		least = 0
	}
	data, err := b.buffer(wanted, least)
	if err != nil || !wanted || a.n == 0 {
		return func(int) int { return 0 }, 0, err
	}
	at = func(i int) int { return int(int32(binary.LittleEndian.Uint32(data[4*i:]))) }
	if large {
		at = func(i int) int { return int(binary.LittleEndian.Uint64(data[8*i:])) }
	}
	for i, was := 0, 0; i <= a.n; i++ {
		v := at(i)
		if v < was {
			return nil, 0, errRange
		}
		was, last = v, int64(v)
	}
	return at, last, nil
}

func (b *body) texts(a *vector, large, wanted bool) error {
	at, last, err := b.offsets(a, large, wanted)
	if err != nil {
		return err
	}
	data, err := b.buffer(wanted, last)
	a.at = func(i int) []byte { return data[at(i):at(i+1):at(i+1)] }
	return err
}

// views are texts that are said by their lengths and places, short ones in place.
func (b *body) views(a *vector, wanted bool) error {
	cells, err := b.buffer(wanted, times(int64(a.n), 16))
	if err != nil {
		return err
	}
	count, err := b.variadic.take()
	if err != nil {
		return err
	}
	n := b.i64(count)
	if n < 0 || n > int64(b.buffers.left) {
		return fmt.Errorf("it says that it has %d buffers, and there are %d", n, b.buffers.left)
	}
	var buffers [][]byte
	for range n {
		data, err := b.buffer(wanted, 0)
		if err != nil {
			return err
		}
		buffers = append(buffers, data)
	}
	a.at = func(i int) []byte {
		c := cells[16*i:][:16]
		size := int(binary.LittleEndian.Uint32(c))
		if size <= 12 {
			return c[4 : 4+size]
		}
		from := int(binary.LittleEndian.Uint32(c[12:]))
		return buffers[binary.LittleEndian.Uint32(c[8:])][from : from+size : from+size]
	}
	for i := 0; i < a.n && wanted; i++ {
		c := cells[16*i:][:16]
		size, of, from := int64(int32(binary.LittleEndian.Uint32(c))), int64(binary.LittleEndian.Uint32(c[8:])), int64(int32(binary.LittleEndian.Uint32(c[12:])))
		if !a.missing(i) && (size < 0 || size > 12 && (of >= n || from < 0 || from+size > int64(len(buffers[of])))) {
			return errRange
		}
	}
	return nil
}

func (b *body) listViews(a *vector, large, wanted bool) (from, to func(i int) int, last int64, err error) {
	width := 4
	if large {
		width = 8
	}
	var data [2][]byte
	for k := range data {
		if data[k], err = b.buffer(wanted, times(int64(a.n), width)); err != nil {
			return nil, nil, 0, err
		}
	}
	at := func(k, i int) int { return int(int32(binary.LittleEndian.Uint32(data[k][4*i:]))) }
	if large {
		at = func(k, i int) int { return int(binary.LittleEndian.Uint64(data[k][8*i:])) }
	}
	sum := int64(0)
	for i := 0; i < a.n && wanted; i++ {
		begin, size := at(0, i), at(1, i)
		if a.missing(i) {
			continue
		}
		if sum += int64(max(size, 0)); begin < 0 || size < 0 || begin+size < 0 || sum < 0 || sum > b.values() {
			return nil, nil, 0, errRange
		}
		last = max(last, int64(begin+size))
	}
	return func(i int) int { return at(0, i) }, func(i int) int { return at(0, i) + at(1, i) }, last, nil
}
