// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sort"
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
	if _, err := b.in.ReadAt(data, b.from+offset); err != nil && (err != io.EOF || length > 0) {
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

// array reads the values of a field. What is not wanted is gone over.
func (b *body) array(f *field, wanted bool) (a *vector, err error) {
	a = &vector{}
	node, err := b.nodes.take()
	if err != nil {
		return nil, err
	}
	n, missing := b.i64(node), b.i64(node+8)
	if n < 0 || n > b.values() {
		return nil, fmt.Errorf("it says that it has %d values in a batch of %d bytes", n, b.size)
	}
	a.n = int(n)
	kind := f.kind
	if f.coded {
		kind = arrowInt
	}
	if kind == arrowNull {
		return a, nil
	}
	if kind != arrowRuns && (kind != arrowUnion || b.old) {
		valid, err := b.buffer(wanted, 0)
		if err != nil {
			return nil, err
		}
		if missing != 0 && len(valid) > 0 || missing > 0 && wanted {
			if a.valid = valid; int64(len(valid)) < (n+7)/8 {
				return nil, errRange
			}
		}
	}
	numbers := func(of IDs, width int) error {
		a.form, a.ids, a.width = numbersOf(width), of, width
		a.data, err = b.buffer(wanted, times(n, width))
		return err
	}
	switch kind {
	case arrowInt:
		of := f.ids
		if f.coded {
			of = f.index
		}
		if err := numbers(of, of.bytes()); err != nil {
			return nil, err
		}
		if f.coded && wanted {
			return b.indexed(f, a)
		}
	case arrowFloat, arrowDecimal, arrowDate, arrowTime, arrowTimestamp, arrowDuration, arrowInterval:
		if err := numbers(f.ids, f.width); err != nil {
			return nil, err
		}
		f.spell(a)
	case arrowFixed:
		a.form, a.raw, a.width = texts, true, f.width
		a.data, err = b.buffer(wanted, times(n, f.width))
		if f.extension == "arrow.uuid" && f.width == 16 {
			a.spell = func(i int) string { return uuid(a.cell(i)) }
		}
	case arrowBool:
		a.form = truths
		a.data, err = b.buffer(wanted, (n+7)/8)
	case arrowBinary, arrowText, arrowLargeBinary, arrowLargeText:
		a.form, a.raw = texts, kind == arrowBinary || kind == arrowLargeBinary
		err = b.texts(a, kind == arrowLargeBinary || kind == arrowLargeText, wanted)
	case arrowBinaryView, arrowTextView:
		a.form, a.raw = texts, kind == arrowBinaryView
		err = b.views(a, wanted)
	default:
		return b.nested(f, a, kind, wanted)
	}
	return a, err
}

// numbersOf is numbers, but of widths that none has texts, which spell says.
func numbersOf(width int) form {
	if width == 1 || width == 2 || width == 4 || width == 8 {
		return numbers
	}
	return texts
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

// indexed are values of a dictionary, by their numbers.
func (b *body) indexed(f *field, index *vector) (*vector, error) {
	words := b.words[f.dictionary]
	if words == nil {
		return nil, errors.New("its dictionary is missing")
	}
	for i := range index.n {
		if v := index.whole(i); (v < 0 || v >= int64(words.n)) && !index.missing(i) {
			return nil, errIndex
		}
	}
	return &vector{form: elsewhere, n: index.n, valid: index.valid, fields: []*vector{words},
		place: func(i int) (*vector, int) { return words, int(index.whole(i)) }}, nil
}

// nested reads what is made of other arrays.
func (b *body) nested(f *field, a *vector, kind int, wanted bool) (*vector, error) {
	var from, to func(i int) int
	var last int64
	var err error
	n := int64(a.n)
	switch kind {
	case arrowList, arrowLargeList, arrowMap:
		a.form = lists
		if from, last, err = b.offsets(a, kind == arrowLargeList, wanted); err == nil {
			to = func(i int) int { return from(i + 1) }
		}
	case arrowListView, arrowLargeListView:
		a.form = lists
		from, to, last, err = b.listViews(a, kind == arrowLargeListView, wanted)
	case arrowFixedList:
		a.form, a.width, last = lists, f.width, times(n, f.width)
		from = func(i int) int { return i * f.width }
		to = func(i int) int { return (i + 1) * f.width }
	case arrowStruct:
		a.form, last = structs, n
	case arrowUnion:
		return b.union(f, a, wanted)
	case arrowRuns:
		return b.runs(f, a, wanted)
	}
	if err != nil {
		return nil, err
	}
	for _, c := range f.children {
		inner, err := b.array(c, wanted)
		switch {
		case err != nil:
			return nil, err
		case int64(inner.n) < last && wanted:
			return nil, errRange
		}
		a.names, a.fields = append(a.names, c.name), append(a.fields, inner)
	}
	a.span = func(i int) (int, int) { return from(i), to(i) }
	return a, nil
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

// union are values of several types.
func (b *body) union(f *field, a *vector, wanted bool) (*vector, error) {
	types, err := b.buffer(wanted, int64(a.n))
	if err != nil {
		return nil, err
	}
	var offsets []byte
	if f.dense {
		if offsets, err = b.buffer(wanted, times(int64(a.n), 4)); err != nil {
			return nil, err
		}
	}
	child := map[byte]*vector{}
	for k, c := range f.children {
		inner, err := b.array(c, wanted)
		if err != nil {
			return nil, err
		}
		t := k
		if k < len(f.types) {
			t = f.types[k]
		}
		child[byte(t)] = inner
	}
	at := func(i int) int {
		if f.dense {
			return int(int32(binary.LittleEndian.Uint32(offsets[4*i:])))
		}
		return i
	}
	for i := 0; i < a.n && wanted; i++ {
		if c := child[types[i]]; c == nil || at(i) < 0 || at(i) >= c.n {
			return nil, errRange
		}
	}
	a.form, a.place = elsewhere, func(i int) (*vector, int) { return child[types[i]], at(i) }
	return a, nil
}

// runs are values of which each stands for a run of equal ones.
func (b *body) runs(f *field, a *vector, wanted bool) (*vector, error) {
	ends, err := b.array(f.children[0], wanted)
	if err != nil {
		return nil, err
	}
	values, err := b.array(f.children[1], wanted)
	if err != nil || !wanted {
		return a, err
	}
	was := int64(0)
	for i := range ends.n {
		v := ends.whole(i)
		if ends.missing(i) || v <= was {
			return nil, errRange
		}
		was = v
	}
	if was < int64(a.n) || values.n < ends.n {
		return nil, errRange
	}
	a.form, a.fields = elsewhere, []*vector{values}
	a.place = func(i int) (*vector, int) {
		return values, sort.Search(ends.n, func(k int) bool { return ends.whole(k) > int64(i) })
	}
	return a, nil
}
