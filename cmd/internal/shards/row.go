// SPDX-License-Identifier: MIT

package shards

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/output"
)

// partBits is how many bits of a number in place are those of the part. A shape has fewer parts.
const partBits = 28

// place is where a row belongs in the answer of one run: by world, and then by the rows of the
// input and the parts of their shapes. Of one set the row that comes first counts first, whichever of them is a.
// Of answers to questions, see Order, world may be 0, first is the question, next the key and a the shape.
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

// Order is that of rows which are answers to questions: by question and not by world, those of one by a key,
// and then by shape. The zero value is that of rows about pairs, which are in order of worlds.
type Order struct {
	Asked bool `json:"asked,omitempty"`
	// First is how many rows of a question are its answer, the first of those of all tiles together; 0 stands
	// for all, each of which one tile has.
	First int `json:"first,omitempty"`
	// ByWorld says that they are in order of worlds all the same, before that of the questions.
	ByWorld bool `json:"by_world,omitempty"`
}

// Keyed are answers to questions: the key of row i, and whether a shorter push may be found with more effort.
type Keyed interface {
	Key(i int) (key float64, bounded bool)
}

// appendKey appends the key of a row.
func appendKey(dst []byte, answer any, i int) []byte {
	v, bounded := answer.(Keyed).Key(i)
	bits := math.Float64bits(v + 0)
	if bits>>63 == 0 {
		bits |= 1 << 63
	} else {
		bits = ^bits
	}
	if dst = binary.AppendUvarint(dst, bits); bounded {
		return append(dst, 1)
	}
	return append(dst, 0)
}

// A row is written as its world and the rows and parts of a and b, as uvarints; of an answer to a question its
// key, and a byte that says whether a shorter push may be found; the labels of both, each
// with its length in front; the values; the texts of kept columns, of a and of b in turn; and, of answers
// that are drawn, the outlines of a and b as Well-Known Binary.

// appendRow appends row i of an answer, which has such a head.
func appendRow(dst []byte, answer output.Pairs, i int, h *Head, values *[]output.Value) []byte {
	world, p, q := answer.Place(i)
	j, k := answer.Parts(i)
	_, a, b := answer.Row(i)
	shift := 0
	if h.Parts {
		shift = partBits
	}
	dst = binary.AppendUvarint(dst, uint64(world))
	dst = binary.AppendUvarint(dst, uint64(p)<<shift|uint64(j))
	dst = binary.AppendUvarint(dst, uint64(q)<<shift|uint64(k))
	if h.Asked {
		dst = appendKey(dst, answer, i)
	}
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

// readPlace reads the place and the world of a row, and whether a shorter push may be found. It returns what
// follows: nil if there is too little.
func readPlace(text []byte, h *Head) (p place, world uint64, bounded byte, rest []byte) {
	var n [4]uint64
	numbers := 3
	if h.Asked {
		numbers = 4
	}
	for k := range numbers {
		v, size := binary.Uvarint(text)
		if size <= 0 {
			return p, 0, 0, nil
		}
		n[k], text = v, text[size:]
	}
	if h.Asked {
		if len(text) == 0 || text[0] > 1 {
			return p, 0, 0, nil
		}
		if p = (place{0, n[1], n[3], n[2]}); h.ByWorld {
			p.world = n[0]
		}
		return p, n[0], text[0], text[1:]
	}
	p = place{n[0], n[1], n[2], n[1]}
	if !h.Join {
		p.first, p.next = min(p.first, p.next), max(p.first, p.next)
	}
	return p, n[0], 0, text
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

// Head is the first line of a part: what it is of, and what its rows hold.
type Head struct {
	Daylight string         `json:"daylight"` // "part"
	By       output.Program `json:"by"`
	Plan     string         `json:"plan"`  // the Plan's ID
	Input    string         `json:"input"` // Together.Digest of what was read
	Shard    int            `json:"shard"`
	Of       int            `json:"of"`
	Rows     int            `json:"rows"`
	Join     bool           `json:"join"`
	Columns  []string       `json:"columns"`
	Kinds    []output.Kind  `json:"kinds"`
	Kept     []string       `json:"kept"`
	Parts    bool           `json:"parts,omitempty"` // rows are about parts of shapes
	Draw     output.Drawing `json:"draw,omitempty"`  // the outlines that rows have
	// Worlds names those that rows are in, by number.
	Worlds map[uint32]string `json:"worlds,omitempty"`
	IDs    [2]columnar.Type  `json:"ids"` // the types of ids of a and of b
	CRS    geometry.CRS      `json:"crs"`
	Order
	// LeftOut are the rows of shapes about which a question could not be decided, of all tiles.
	LeftOut []int64 `json:"left_out,omitempty"`
}

// drawn reports whether rows have outlines.
func (h *Head) drawn() bool {
	return h.Draw == output.ShapeA || h.Draw == output.ShapeB || h.Draw == output.Both
}

// texts is how many texts a row has behind its values.
func (h *Head) texts() int {
	n := 2 * len(h.Kept)
	if h.drawn() {
		n += 2
	}
	return n
}

// name names the worlds of an answer.
func (h *Head) name(answer output.Pairs) {
	h.Worlds = map[uint32]string{}
	last := uint32(math.MaxUint32)
	for i := range answer.Len() {
		if w, _, _ := answer.Place(i); w != last {
			last = w
			h.Worlds[w], _, _ = answer.Row(i)
		}
	}
}

// HeadOf is the head of a part with that answer, whose rows are drawn so, in such an order, and which left out some
// shapes. Its shapes are in that system of coordinates.
func HeadOf(answer output.Pairs, join bool, crs geometry.CRS, draw output.Drawing, order Order, leftOut []int64) Head {
	h := Head{Daylight: partKind, Rows: answer.Len(), Join: join, Columns: answer.Columns(), Kinds: answer.Kinds(), Kept: answer.Kept(),
		Parts: slices.Contains(answer.Columns(), "part_a"), CRS: crs, Draw: draw, Order: order, LeftOut: leftOut}
	h.IDs[0], h.IDs[1] = answer.IDs()
	return h
}
