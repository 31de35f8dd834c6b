// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
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
	if m.content != nil {
		b.in, b.from = bytes.NewReader(m.content), 0
	}
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

var errRange = errors.New("a place that it names is beyond its data")

// buffers is how many buffers an array of a kind has, beside the one that tells which of its values there are.
func (f *field) buffers(kind int) int {
	switch kind {
	case arrowNull, arrowFixedList, arrowStruct, arrowRuns:
		return 0
	case arrowBinary, arrowText, arrowLargeBinary, arrowLargeText, arrowListView, arrowLargeListView:
		return 2
	case arrowUnion:
		if f.dense {
			return 2
		}
	}
	return 1
}

// array reads the values of a field. What is not wanted is gone over.
func (b *body) array(f *field, wanted bool) (*vector, error) {
	node, err := b.nodes.take()
	if err != nil {
		return nil, err
	}
	n, missing := b.i64(node), b.i64(node+8)
	// Those that are missing or alike take next to no bytes.
	if n < 0 || n > b.most() {
		return nil, fmt.Errorf("it says that it has %d values in a batch of %d bytes", n, b.size)
	}
	a, kind, parts := &vector{n: int(n)}, f.kind, f.children
	if f.coded {
		kind, parts = arrowInt, nil
	}
	if kind != arrowNull && kind != arrowRuns && (kind != arrowUnion || b.old) {
		valid, err := b.buffer(wanted)
		if err != nil {
			return nil, err
		}
		if missing != 0 && len(valid) > 0 || missing > 0 && wanted {
			if a.valid = valid; len(valid) < (a.n+7)/8 {
				return nil, errRange
			}
		}
	}
	data, err := b.data(f.buffers(kind), kind, wanted)
	if err != nil {
		return nil, err
	}
	for _, c := range parts {
		inner, err := b.array(c, wanted)
		if err != nil {
			return nil, err
		}
		a.names, a.fields = append(a.names, c.name), append(a.fields, inner)
	}
	if wanted {
		err = b.make(a, f, kind, data)
	}
	return a, err
}

// data reads the buffers of an array of a kind behind the one that tells which of its values there are, of which
// kinds with views have as many more as the batch says.
func (b *body) data(n, kind int, wanted bool) (data [][]byte, err error) {
	if kind == arrowTextView || kind == arrowBinaryView {
		at, err := b.variadic.take()
		if err != nil {
			return nil, err
		}
		more, left := b.i64(at), max(b.buffers.left-n, 0)
		if more < 0 || more > int64(left) {
			return nil, fmt.Errorf("it says that it has %d buffers, and there are %d", more, left)
		}
		n += int(more)
	}
	for range n {
		one, err := b.buffer(wanted)
		if err != nil {
			return nil, err
		}
		data = append(data, one)
	}
	return data, nil
}

// make makes an array of what there is of it.
func (b *body) make(a *vector, f *field, kind int, data [][]byte) error {
	switch kind {
	case arrowNull:
		return nil
	case arrowInt, arrowFloat, arrowDecimal, arrowDate, arrowTime, arrowTimestamp, arrowDuration, arrowInterval:
		a.form, a.ids, a.width, a.data = texts, f.ids, f.width, data[0]
		if f.coded {
			a.ids, a.width = f.index, f.index.bytes()
		} else {
			f.spell(a)
		}
		if a.width == 1 || a.width == 2 || a.width == 4 || a.width == 8 {
			a.form = numbers
		}
		if err := least(a.data, a.n, a.width); err != nil || !f.coded {
			return err
		}
		return b.indexed(a, f)
	case arrowFixed:
		a.form, a.raw, a.width, a.data = texts, true, f.width, data[0]
		if f.extension == "arrow.uuid" && f.width == 16 {
			a.spell = func(i int) string { return uuid(a.cell(i)) }
		}
		return least(a.data, a.n, a.width)
	case arrowBool:
		a.form, a.data = truths, data[0]
		return least(a.data, (a.n+7)/8, 1)
	case arrowBinary, arrowText, arrowLargeBinary, arrowLargeText:
		a.form, a.raw = texts, kind == arrowBinary || kind == arrowLargeBinary
		at, last, err := offsets(data[0], a.n, kind == arrowLargeBinary || kind == arrowLargeText)
		if err == nil && last > len(data[1]) {
			err = least(data[1], last, 1)
		}
		a.at = func(i int) []byte { return data[1][at(i):at(i+1):at(i+1)] }
		return err
	case arrowBinaryView, arrowTextView:
		a.form, a.raw = texts, kind == arrowBinaryView
		return views(a, data[0], data[1:])
	case arrowUnion, arrowRuns, arrowListView, arrowLargeListView: // which nobody keeps in files
		return fmt.Errorf("it is of a type that is not read (number %d)", kind)
	}
	return nested(a, f, kind, data)
}

// least says that there are less than n values of so many bytes in a buffer.
func least(data []byte, n, width int) error {
	if width > 0 && n > len(data)/width {
		return fmt.Errorf("it needs %d bytes, and there are %d", int64(n)*int64(width), len(data))
	}
	return nil
}

// places are whole numbers of 32 bits, or of 64.
func places(data []byte, large bool) (at func(i int) int, width int) {
	if large {
		return func(i int) int { return int(binary.LittleEndian.Uint64(data[8*i:])) }, 8
	}
	return func(i int) int { return int(int32(binary.LittleEndian.Uint32(data[4*i:]))) }, 4
}

// offsets are where n values begin and end, which must be in order.
func offsets(data []byte, n int, large bool) (at func(i int) int, last int, err error) {
	if n == 0 {
		return nil, 0, nil
	}
	at, width := places(data, large)
	if err := least(data, n+1, width); err != nil {
		return nil, 0, err
	}
	for i := range n + 1 {
		v := at(i)
		if v < last {
			return nil, 0, errRange
		}
		last = v
	}
	return at, last, nil
}

// views are texts that are said by their lengths and places, short ones in place.
func views(a *vector, list []byte, buffers [][]byte) error {
	if err := least(list, a.n, 16); err != nil {
		return err
	}
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
		if !a.missing(i) && (size < 0 || size > 12 && (of < 0 || of >= len(buffers) || from < 0 || from > len(buffers[of])-size)) {
			return errRange
		}
	}
	return nil
}

// spell has values said that are no numbers.
func (f *field) spell(a *vector) {
	switch f.kind {
	case arrowFloat:
		if f.width == 2 {
			a.spell = func(i int) string { return half(a.cell(i)) }
		}
	case arrowDecimal:
		a.spell = func(i int) string { return decimalOf(a.cell(i), true, f.scale) }
	case arrowDate:
		a.spell = func(i int) string {
			v := a.whole(i)
			if f.unit != 0 {
				if v %= 1 << 62; v < 0 {
					v -= 86_400_000 - 1
				}
				v /= 86_400_000
			}
			return day(v)
		}
	case arrowTime:
		a.spell = func(i int) string { return clock(a.whole(i), f.unit) }
	case arrowTimestamp:
		a.spell = func(i int) string { return instant(a.whole(i), f.unit, f.zone) }
	case arrowDuration:
		a.spell = func(i int) string { return fmt.Sprint(a.whole(i), f.unit) }
	case arrowInterval:
		a.spell = func(i int) string { return interval(a.cell(i)) }
	}
}

// indexed makes of numbers the values of a dictionary.
func (b *body) indexed(a *vector, f *field) error {
	index, words := *a, b.words[f.dictionary]
	if words == nil {
		return errors.New("its dictionary is missing")
	}
	for i := range a.n {
		if v := index.whole(i); (v < 0 || v >= int64(words.n)) && !index.missing(i) {
			return errIndex
		}
	}
	*a = vector{form: elsewhere, n: a.n, valid: a.valid, fields: []*vector{words}, place: func(i int) (*vector, int) { return words, int(index.whole(i)) }}
	return nil
}

// nested makes lists and structures of the arrays that they are of.
func nested(a *vector, f *field, kind int, data [][]byte) (err error) {
	a.form = lists
	last := int64(a.n) // values that are needed of each
	switch kind {
	case arrowList, arrowLargeList, arrowMap:
		at, end, err := offsets(data[0], a.n, kind == arrowLargeList)
		if err != nil {
			return err
		}
		last, a.span = int64(end), func(i int) (int, int) { return at(i), at(i + 1) }
	case arrowFixedList:
		a.width, last = f.width, int64(a.n)*int64(f.width)
		a.span = func(i int) (int, int) { return i * f.width, (i + 1) * f.width }
	default:
		a.form = structs
	}
	for _, inner := range a.fields {
		if int64(inner.n) < last {
			return errRange
		}
	}
	return nil
}
