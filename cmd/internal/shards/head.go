// SPDX-License-Identifier: MIT

package shards

import (
	"math"
	"slices"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

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

// name names the worlds of an answer about a set.
func (h *Head) name(answer output.Pairs, first *shapes.Set) {
	h.Worlds = map[uint32]string{}
	names, last := first.Worlds(), uint32(math.MaxUint32)
	for i := range answer.Len() {
		p, _ := answer.Pair(i)
		if w := first.World(p); w != last {
			h.Worlds[w], last = names[w], w
		}
	}
}

// HeadOf is the head of a part with that answer, whose rows are drawn so, in such an order, and which left out some
// shapes.
func HeadOf(answer output.Pairs, join bool, draw output.Drawing, order Order, leftOut []int64) Head {
	return Head{Daylight: partKind, Rows: answer.Len(), Join: join, Columns: answer.Columns(), Kinds: answer.Kinds(), Kept: answer.Kept(),
		Parts: slices.Contains(answer.Columns(), "part_a"), Draw: draw, Order: order, LeftOut: leftOut}
}
