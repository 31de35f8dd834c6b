// SPDX-License-Identifier: MIT

package shards

import (
	"cmp"
	"encoding/binary"

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// partBits is how many bits of a number in place are those of the part. A shape has fewer parts.
const partBits = 28

// place is where a row belongs in the answer of one run: by world, and then by the rows of the
// input and the parts of their shapes. Of one set the row that comes first counts first, whichever of them is a.
type place struct {
	world       uint64
	first, next uint64 // numbers of rows of the input, and below them those of parts
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

// A row is written as its world and the rows and parts of a and b, as uvarints; the labels of both, each
// with its length in front; the values; the texts of kept columns, of a and of b in turn; and, of answers
// that are drawn, the outlines of a and b as Well-Known Binary.

// appendRow appends row i of an answer about sets, which has such a head.
func appendRow(dst []byte, answer output.Pairs, i int, h *Head, first, second *shapes.Set, values *[]output.Value) []byte {
	p, q := answer.Pair(i)
	j, k := answer.Parts(i)
	_, a, b := answer.Row(i)
	shift := 0
	if h.Parts {
		shift = partBits
	}
	dst = binary.AppendUvarint(dst, uint64(first.World(p)))
	dst = binary.AppendUvarint(dst, uint64(first.RowOf(p))<<shift|uint64(j))
	dst = binary.AppendUvarint(dst, uint64(second.RowOf(q))<<shift|uint64(k))
	dst = appendText(appendText(dst, a), b)
	*values = answer.Values((*values)[:0], i)
	for _, v := range *values {
		dst = v.AppendBinary(dst)
	}
	for k := range h.Kept {
		a, b := answer.Texts(i, k)
		dst = appendText(appendText(dst, a), b)
	}
	if h.drawn() {
		a, b := answer.Outlines(i, h.Draw != output.ShapeB, h.Draw != output.ShapeA)
		dst = appendText(appendText(dst, a.AsBinary()), b.AsBinary())
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
