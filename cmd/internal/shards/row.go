// SPDX-License-Identifier: MIT

package shards

import (
	"cmp"
	"encoding/binary"

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// Answer is what was found of the shapes of a tile.
type Answer interface {
	output.Contacts
	// Pair gives the shapes of row i, each by its place in the set it is from.
	Pair(i int) (a, b int)
}

// row is one row of an answer, as parts have it.
type row struct {
	world  uint32
	a, b   uint64 // numbers of the rows of the input
	labels [2][]byte
	values []output.Value
	texts  [][]byte // of kept columns, of a and of b in turn
}

// compare puts rows in the order of the answer of one run: by world, and then by the rows of
// the input. Of one set the row that comes first counts first, whichever of them is a.
func (r *row) compare(o *row, join bool) int {
	if c := cmp.Compare(r.world, o.world); c != 0 {
		return c
	}
	a, b, c, d := r.a, r.b, o.a, o.b
	if !join {
		a, b, c, d = min(a, b), max(a, b), min(c, d), max(c, d)
	}
	return cmp.Or(cmp.Compare(a, c), cmp.Compare(b, d), cmp.Compare(r.a, o.a))
}

// appendRow appends row i of an answer about sets.
func appendRow(dst []byte, answer Answer, i int, first, second *shapes.Set, values *[]output.Value) []byte {
	text := func(t []byte) { dst = append(binary.AppendUvarint(dst, uint64(len(t))), t...) }
	p, q := answer.Pair(i)
	_, a, b := answer.Row(i)
	dst = binary.AppendUvarint(dst, uint64(first.World(p)))
	dst = binary.AppendUvarint(dst, uint64(first.RowOf(p)))
	dst = binary.AppendUvarint(dst, uint64(second.RowOf(q)))
	text(a)
	text(b)
	*values = answer.Values((*values)[:0], i)
	for _, v := range *values {
		dst = v.AppendBinary(dst)
	}
	for k := range answer.Kept() {
		a, b := answer.Texts(i, k)
		text(a)
		text(b)
	}
	return dst
}

// read reads a row that appendRow wrote, of so many values and texts. It keeps text.
func (r *row) read(text []byte, values, texts int) bool {
	ok := true
	number := func() uint64 {
		v, n := binary.Uvarint(text)
		if n <= 0 {
			ok, text = false, nil
			return 0
		}
		text = text[n:]
		return v
	}
	name := func() []byte {
		n := number()
		if n > uint64(len(text)) {
			ok, text = false, nil
			return nil
		}
		t := text[:n:n]
		text = text[n:]
		return t
	}
	r.world, r.a, r.b = uint32(number()), number(), number()
	r.labels = [2][]byte{name(), name()}
	r.values, r.texts = r.values[:0], r.texts[:0]
	for range values {
		v, rest, read := output.ReadValue(text)
		if !read {
			return false
		}
		r.values, text = append(r.values, v), rest
	}
	for range texts {
		r.texts = append(r.texts, name())
	}
	return ok && len(text) == 0
}
