// SPDX-License-Identifier: MIT

package shards

import (
	"slices"

	"daylight/cmd/internal/madeby"
	"daylight/cmd/internal/output"
)

// Head is the first line of a part: what it is of, and what its rows hold.
type Head struct {
	Daylight string         `json:"daylight"` // "part"
	By       madeby.Program `json:"by"`
	Plan     string         `json:"plan"` // the Plan's ID
	Shard    int            `json:"shard"`
	Of       int            `json:"of"`
	Rows     int            `json:"rows"`
	Join     bool           `json:"join"`
	Columns  []string       `json:"columns"`
	Kinds    []output.Kind  `json:"kinds"`
	Kept     []string       `json:"kept"`
	Parts    bool           `json:"parts,omitempty"` // rows are about parts of shapes
	Draw     output.Drawing `json:"draw,omitempty"`  // the outlines that rows have
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

// HeadOf is the head of a part with that answer, whose rows are drawn so.
func HeadOf(answer output.Pairs, join bool, draw output.Drawing) Head {
	return Head{Daylight: partKind, Rows: answer.Len(), Join: join, Columns: answer.Columns(), Kinds: answer.Kinds(), Kept: answer.Kept(),
		Parts: slices.Contains(answer.Columns(), "part_a"), Draw: draw}
}
