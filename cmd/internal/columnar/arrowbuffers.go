// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

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

func (a *arrowReader) batch(m *message, t table, h *heap, words map[int64]*vector) *body {
	b := &body{table: t, in: a.in, from: m.at, size: m.body, heap: h, words: words, old: m.version < 4, packing: -1}
	for i, l := range map[int]*entries{1: &b.nodes, 2: &b.buffers, 4: &b.variadic} {
		l.at, l.left = t.vector(i)
		if l.size = 16; i == 4 {
			l.size = 8
		}
	}
	if c := t.inner(3); c.there() {
		b.packing = c.small(0, 0)
	}
	return b
}

// most is how many values an array of the batch may have: those that are missing or alike take next to
// no bytes.
func (b *body) most() int64 { return freeValues + valuesPerByte*min(b.size, 1<<27) }

// take returns where the next element is.
func (l *entries) take() (int, error) {
	if l.left == 0 {
		return 0, errors.New("a part of it is missing")
	}
	l.left--
	l.at += l.size
	return l.at - l.size, nil
}

// buffer reads the next buffer, if it is wanted.
func (b *body) buffer(wanted bool) ([]byte, error) {
	at, err := b.buffers.take()
	if err != nil || !wanted {
		return nil, err
	}
	offset, length := b.i64(at), b.i64(at+8)
	if offset < 0 || length < 0 || offset > b.size || length > b.size-offset {
		return nil, errRange
	}
	data, err := b.heap.bytes(length)
	if err == nil {
		err = readAt(b.in, data, b.from+offset)
	}
	if err == nil && b.packing >= 0 && length > 0 {
		data, err = b.unpack(data)
	}
	return data, err
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
