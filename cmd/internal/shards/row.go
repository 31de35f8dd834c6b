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

// place is where a row belongs in the answer of one run: by world, and then by the rows of the
// input. Of one set the row that comes first counts first, whichever of them is a.
type place struct {
	world       uint64
	first, next uint64 // numbers of rows of the input
	a           uint64 // that of a, which decides where both are the same
}

func (p *place) compare(o *place) int {
	return cmp.Or(cmp.Compare(p.world, o.world), cmp.Compare(p.first, o.first), cmp.Compare(p.next, o.next), cmp.Compare(p.a, o.a))
}

// before reports whether compare is less than 0.
func (p *place) before(o *place) bool {
	if p.world == o.world && p.first == o.first {
		return p.next < o.next || p.next == o.next && p.a < o.a
	}
	return p.world < o.world || p.world == o.world && p.first < o.first
}

// A row is written as its world and the rows of a and b, as uvarints; the labels of both, each
// with its length in front; the values; and the texts of kept columns, of a and of b in turn.

// appendRow appends row i of an answer about sets that keep so many columns.
func appendRow(dst []byte, answer Answer, i, kept int, first, second *shapes.Set, values *[]output.Value) []byte {
	p, q := answer.Pair(i)
	_, a, b := answer.Row(i)
	dst = binary.AppendUvarint(dst, uint64(first.World(p)))
	dst = binary.AppendUvarint(dst, uint64(first.RowOf(p)))
	dst = binary.AppendUvarint(dst, uint64(second.RowOf(q)))
	dst = appendText(appendText(dst, a), b)
	*values = answer.Values((*values)[:0], i)
	for _, v := range *values {
		dst = v.AppendBinary(dst)
	}
	for k := range kept {
		a, b := answer.Texts(i, k)
		dst = appendText(appendText(dst, a), b)
	}
	return dst
}

func appendText(dst, t []byte) []byte { return append(binary.AppendUvarint(dst, uint64(len(t))), t...) }

// readPlace reads the place of a row, and returns what follows it: nil if there is too little.
func readPlace(text []byte, join bool) (p place, rest []byte) {
	var n [3]uint64
	for k := range n {
		v, size := binary.Uvarint(text)
		if size <= 0 {
			return p, nil
		}
		n[k], text = v, text[size:]
	}
	p = place{n[0], n[1], n[2], n[1]}
	if !join {
		p.first, p.next = min(p.first, p.next), max(p.first, p.next)
	}
	return p, text
}

// cutText takes a text with its length in front from the beginning of rest.
func cutText(rest []byte) (t, after []byte, ok bool) {
	n, size := binary.Uvarint(rest)
	if size <= 0 || n > uint64(len(rest)-size) {
		return nil, nil, false
	}
	rest = rest[size:]
	return rest[:n:n], rest[n:], true
}

// whole reports whether what follows a row's place is two labels, so many values and so many
// texts, and nothing else.
func whole(rest []byte, values, texts int) bool {
	ok := true
	for range 2 {
		if _, rest, ok = cutText(rest); !ok {
			return false
		}
	}
	for range values {
		if rest, ok = output.SkipValue(rest); !ok {
			return false
		}
	}
	for range texts {
		if _, rest, ok = cutText(rest); !ok {
			return false
		}
	}
	return len(rest) == 0
}
