// SPDX-License-Identifier: MIT

package schema

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
)

// MostUnknown is how many names without a meaning are reported.
const MostUnknown = 32

// Said is what a table, or some of its rows, says beside its shapes.
type Said struct {
	Unknown  []string // columns that mean nothing, with a hint where one looks misspelt
	Moving   bool     // columns say how shapes move, or where rays lead
	LonLat   bool     // columns of longitudes and latitudes stand for x and y
	Corners  bool     // each row is a corner
	Centred  bool     // x and y were taken for the centres of boxes along the axes
	Ended    bool     // x1, y1, x2 and y2 were taken for the ends of segments
	Wound    bool     // an angle of more than a turn was read as radians
	Apart    FieldSet // filters that keep some shapes from meeting
	cornered bool     // left and top say where boxes are
	// sizes names the columns of sizes that were not looked at, because their rows have a geometry
	// and no other shape could be made of them, by field. It leaves out fields that made some
	// shape.
	sizes [NumFields]string
	used  FieldSet
}

// Add adds what another Said has.
func (a *Said) Add(o *Said) {
	for _, name := range o.Unknown {
		if len(a.Unknown) < MostUnknown && !slices.Contains(a.Unknown, name) {
			a.Unknown = append(a.Unknown, name)
		}
	}
	a.Moving, a.LonLat, a.Corners = a.Moving || o.Moving, a.LonLat || o.LonLat, a.Corners || o.Corners
	a.Centred, a.Ended, a.Wound = a.Centred || o.Centred, a.Ended || o.Ended, a.Wound || o.Wound
	a.Apart, a.used = a.Apart|o.Apart, a.used|o.used
	for f, name := range o.sizes {
		a.sizes[f] = cmp.Or(a.sizes[f], name)
	}
}

// See enters the notation of rows that differ from earlier ones, and the sizes that they neither
// use nor keep.
func (a *Said) See(w *Notation, ignored FieldSet, h *Header) {
	a.used |= w.needed
	a.Centred = a.Centred || w == byWidthHeight && !h.Have.Has(Angle) && h.Called(X) == X.String()
	a.Ended = a.Ended || w == ByEnds && !h.Have.Has(R) && !h.Have.Has(Kind) && h.Called(X1) == X1.String()
	for ; ignored != 0; ignored &= ignored - 1 {
		f := Field(bits.TrailingZeros64(uint64(ignored)))
		if k := slices.Index(h.Fields, f); !slices.Contains(h.Keep, k) {
			a.sizes[f] = h.Columns[k]
		}
	}
}

// Filters lists notes about filters that keep shapes from meeting, unless a flag names their
// columns.
func (n *Names) Filters(a *Said, named []string) (notes []string) {
	for f, what := range map[Field]string{Category: "a shape of category 0 meets no other", Group: "shapes of one negative group do not meet"} {
		asked := len(named) > 0
		for _, is := range n.rename {
			asked = asked || byName[is] == f
		}
		if a.Apart.Has(f) && !asked {
			notes = append(notes, fmt.Sprintf("column %[1]s: %[2]s; --rename %[1]s=_ leaves the column out", f, what))
		}
	}
	slices.Sort(notes)
	return notes
}

// Unused lists the columns for a note.
func (a *Said) Unused() []string {
	names := slices.Clone(a.Unknown)
	for f, name := range a.sizes {
		switch {
		case name == "":
		case a.used.Has(Field(f)):
			names = append(names, name+" (in rows that have a geometry)")
		default:
			names = append(names, name)
		}
	}
	return names
}
