// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sort"
)

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
		if err := b.validity(a, missing, wanted); err != nil {
			return nil, err
		}
	}
	numbers := func(of Type, width int) error {
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

// validity reads which values of an array there are, so many of which are said to be missing.
func (b *body) validity(a *vector, missing int64, wanted bool) error {
	valid, err := b.buffer(wanted, 0)
	if err != nil {
		return err
	}
	if missing != 0 && len(valid) > 0 || missing > 0 && wanted {
		if a.valid = valid; len(valid) < (a.n+7)/8 {
			return errRange
		}
	}
	return nil
}

// numbersOf is numbers, but of widths that none has texts, which spell says.
func numbersOf(width int) form {
	if width == 1 || width == 2 || width == 4 || width == 8 {
		return numbers
	}
	return texts
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
