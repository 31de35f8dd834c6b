// SPDX-License-Identifier: MIT

package shapes

import (
	mathbits "math/bits"
	"slices"
)

// sizes are the fields that may stand beside a geometry for nothing: those of which shapes are
// made, without x and y, which give others a place, r, which rounds any shape, and hx and hy,
// which are the name of nothing but a box's size: beside a geometry they are a mistake.
const sizes = 1<<HalfLength | 1<<Length | 1<<X1 | 1<<Y1 | 1<<X2 | 1<<Y2 |
	1<<Width | 1<<Height | 1<<MinX | 1<<MinY | 1<<MaxX | 1<<MaxY

// ignoredColumns are the columns of sizes that were not looked at, because their rows have a geometry
// and no other shape could be made of them.
type ignoredColumns struct {
	column [numFields]string // its name; empty if the field is not ignored
	used   uint64            // a bit for each field that some shape was made of
}

// add takes over what others have seen.
func (a *ignoredColumns) add(o *ignoredColumns) {
	a.used |= o.used
	for f, name := range o.column {
		if a.column[f] == "" {
			a.column[f] = name
		}
	}
}

// names lists the columns for a note.
func (a *ignoredColumns) names() []string {
	var names []string
	for f, name := range a.column {
		switch {
		case name == "":
		case a.used>>f&1 != 0:
			names = append(names, name+" (in rows that have a geometry)")
		default:
			names = append(names, name)
		}
	}
	return names
}

// way is that of the row. Of a row that is not like those before, it enters in the part which
// sizes are used, and which are ignored and not kept either.
func (p *parser) way() (kind string, w *notation, err error) {
	r := &p.row
	kind, w, err = r.way()
	if p.shown = w; !r.fresh {
		return kind, w, err
	}
	r.fresh = false
	to := &p.part.ignoredColumns
	for _, f := range w.needs {
		to.used |= 1 << f
	}
	for ignored := r.ignored; ignored != 0; ignored &= ignored - 1 {
		f := Field(mathbits.TrailingZeros64(ignored))
		if k := slices.Index(p.head.fields, f); !slices.Contains(p.head.keep, k) {
			to.column[f] = p.head.columns[k]
		}
	}
	return kind, w, err
}
