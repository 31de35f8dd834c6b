// SPDX-License-Identifier: MIT

package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"daylight/cmd/internal/table"
)

// Form is the form of shape that a notation makes.
type Form uint8

// The forms. The points of a LocalPolygon are relative to its pose; those of a Geometry are
// absolute.
const (
	Circle Form = iota
	PosedCapsule
	PosedBox
	CorneredBox
	LocalPolygon
	Geometry
)

// Notation is a way to write down a shape: the cells that must be filled, and what they make.
type Notation struct {
	noun   string
	kinds  string // the kind cells it may stand under, each between blanks
	Form   Form
	Scale  float64  // of sizes
	More   FieldSet // optional cells
	Needs  []Field
	needed FieldSet
}

func newNotation(noun, kinds string, form Form, scale float64, more FieldSet, needs ...Field) *Notation {
	return &Notation{noun, kinds, form, scale, more, needs, SetOf(needs...)}
}

// The notations. ByRadius is for rows that have the cells of no other.
var (
	rounded       = SetOf(R)
	turnedRounded = SetOf(Angle, R)

	ByWKT         = newNotation("a wkt geometry", " circle capsule segment polygon ", Geometry, 1, rounded, WKT)
	ByPoints      = newNotation("a polygon", " polygon ", Geometry, 1, SetOf(X, Y, Angle, R), Points)
	ByCorners     = newNotation("a box with corners", " box ", CorneredBox, 1, rounded, MinX, MinY, MaxX, MaxY)
	BySize        = newNotation("a box with a corner and its size", " box ", CorneredBox, 1, rounded, MinX, MinY, Width, Height)
	ByEnds        = newNotation("a capsule with two ends", " capsule segment ", Geometry, 1, rounded, X1, Y1, X2, Y2)
	byHalf        = newNotation("a capsule", " capsule segment ", PosedCapsule, 1, turnedRounded, X, Y, HalfLength)
	byLength      = newNotation("a capsule", " capsule segment ", PosedCapsule, 0.5, turnedRounded, X, Y, Length)
	byHXHY        = newNotation("a box", " box ", PosedBox, 1, turnedRounded, X, Y, HX, HY)
	byWidthHeight = newNotation("a box", " box ", PosedBox, 0.5, turnedRounded, X, Y, Width, Height)
	byLengthWidth = newNotation("a box", " box ", PosedBox, 0.5, turnedRounded, X, Y, Length, Width)
	ByRadius      = newNotation("a circle", " circle ", Circle, 1, rounded, X, Y)
)

// Recipe finds the notation of the rows of a table. Most rows are like an earlier one.
type Recipe struct {
	head *Header
	// spare are sizes that may be ignored: the columns of the table can make no shape of them.
	spare FieldSet
	known [8]struct {
		w      *Notation
		filled FieldSet
		cell   string // of Kind
		kind   string
	}
}

// NewRecipe returns the recipe of a table. Without names of its own, each row has all of its
// columns. A length that is a capsule's leaves a height beside it in doubt: together they may be
// meant for a box. So does a width beside a line or a place to which no column gives a radius: it
// may be meant for how thick that is.
func NewRecipe(head *Header) Recipe {
	r := Recipe{head: head}
	headed := func(w *Notation) bool { return head.Have&w.needed == w.needed }
	if head.own || headed(byLength) && !headed(byLengthWidth) {
		return r
	}
	r.spare = head.Have & extents
	for _, w := range []*Notation{byWidthHeight, byLengthWidth, BySize} {
		if headed(w) {
			r.spare &^= w.needed
		}
	}
	thick := headed(ByEnds) || headed(byHalf) || !headed(ByCorners) && !headed(byHXHY)
	if thick && !head.Have.Has(R) {
		r.spare &^= SetOf(Width)
	}
	return r
}

// Of is the notation of a row by the cells that are filled and its kind cell, which may be empty.
// For a row unlike the rows before, ignored holds the sizes without effect.
func (r *Recipe) Of(filled FieldSet, cell string) (kind string, w *Notation, ignored FieldSet, fresh bool, err error) {
	hash := uint64(filled) * 0x9e3779b97f4a7c15 >> 56
	if cell != "" {
		hash += uint64(cell[0]) + uint64(len(cell))
	}
	k := &r.known[hash%uint64(len(r.known))]
	if k.w != nil && k.filled == filled && k.cell == cell {
		return k.kind, k.w, 0, false, nil
	}
	if kind, w, ignored, err = r.find(filled, cell); err == nil {
		err = r.complete(w, filled)
	}
	if err == nil {
		k.w, k.filled, k.kind, k.cell = w, filled, kind, strings.Clone(cell)
	}
	return kind, w, ignored, true, err
}

// find finds the notation of a row. Beside a geometry, it ignores cells that make no whole shape,
// except hx and hy.
func (r *Recipe) find(filled FieldSet, cell string) (kind string, w *Notation, ignored FieldSet, err error) {
	if cell != "" {
		if kind = kinds[strings.ToLower(cell)]; kind == "" {
			return "", nil, 0, At(Kind, fmt.Errorf("%s is not a kind of shape: want circle, capsule, segment, box or polygon", table.Quote(cell)))
		}
	}
	if kind == "" && filled&SetOf(WKT, Points) == 0 {
		if ignored = filled & r.spare; filled&SetOf(MaxX, MaxY) != 0 && !r.head.all(X, Y) {
			ignored = filled & (r.spare | SetOf(Width, Height))
		}
	}
	found := given(filled&^ignored, kind)
	if len(found) == 0 {
		if needs, ok := unfilled[kind]; ok {
			if kind == "box" && filled&ByEnds.needed == ByEnds.needed {
				needs += ", and none of them is there; " + EndsOrCorners
			} else {
				needs += ", and none of them is there"
			}
			return "", nil, 0, fmt.Errorf("a %s needs %s", kind, needs)
		}
		return kind, ByRadius, ignored, nil
	}
	geometry := found[0] == ByWKT || found[0] == ByPoints
	if geometry && len(found) > 1 {
		found = slices.DeleteFunc(found, func(w *Notation) bool {
			return w != byHXHY && filled&w.needed != w.needed || w == BySize && r.head.cornered
		})
		if len(found) == 1 {
			ignored = filled & sizes
		}
	}
	if len(found) > 1 {
		out := r.leave(found[len(found)-1], filled)
		if geometry {
			out = r.without(found[1], filled)
		}
		return "", nil, 0, fmt.Errorf("the row writes its shape down in two ways, as %s by %s and as %s by %s: give its kind, empty some cells or leave them out (--rename %s)",
			found[0].noun, names(found[0].Needs), found[1].noun, names(found[1].Needs), out)
	}
	return kind, found[0], ignored, nil
}

// given returns the notations for which a row has cells. If kind is not empty, it returns only the
// notations of that kind.
func given(filled FieldSet, kind string) []*Notation {
	var found []*Notation
	try := func(w *Notation, is bool) {
		if is && (kind == "" || strings.Contains(w.kinds, " "+kind+" ")) {
			found = append(found, w)
		}
	}
	corner := filled&ByCorners.needed != 0
	sized := corner && filled&SetOf(MaxX, MaxY) == 0 && filled&SetOf(Width, Height) != 0
	try(ByWKT, filled.Has(WKT))
	try(ByPoints, filled.Has(Points))
	try(ByCorners, corner && !sized)
	try(BySize, sized)
	try(ByEnds, filled&ByEnds.needed != 0)
	try(byHalf, filled.Has(HalfLength))
	try(byLength, filled.Has(Length) && (kind != "" || !filled.Has(Width)))
	try(byHXHY, filled&SetOf(HX, HY) != 0)
	if filled.Has(Length) && filled.Has(Width) {
		try(byLengthWidth, true)
	} else if !sized || filled&SetOf(X, Y) != 0 {
		try(byWidthHeight, filled&SetOf(Width, Height) != 0)
	}
	return found
}

// without renames columns so that w does not stand beside a geometry any more.
func (r *Recipe) without(w *Notation, filled FieldSet) string {
	last := w.Needs[len(w.Needs)-1:]
	if w == byLengthWidth || w == byHXHY { // the length alone would be a capsule's
		last = w.Needs[2:]
	}
	return r.renamed(last, filled)
}

// leave lists renames that take away the meaning of the sizes by which w was chosen.
func (r *Recipe) leave(w *Notation, filled FieldSet) string {
	return r.renamed(w.Needs, filled&(sizes|SetOf(HX, HY)))
}

func (r *Recipe) renamed(fs []Field, filled FieldSet) string {
	var renames []string
	for _, f := range fs {
		if f == Points && r.head.Corners {
			renames = append(renames, r.renamed([]Field{VertexX, VertexY}, SetOf(VertexX, VertexY)))
		} else if filled.Has(f) {
			renames = append(renames, r.head.Columns[slices.Index(r.head.Fields, f)]+"=_")
		}
	}
	return strings.Join(renames, ",")
}

// EndsOrCorners is advice for boxes whose corners may be taken for the ends of segments.
const EndsOrCorners = "x1, y1, x2 and y2 are the ends of segments; if they are corners of boxes, call them min_x, min_y, max_x and max_y (--columns, or --rename x1=min_x,y1=min_y,x2=max_x,y2=max_y)"

// unfilled names the cells that a kind needs if only x and y are filled.
var unfilled = map[string]string{
	"capsule": "x1, y1, x2 and y2, or half_length, or length",
	"segment": "x1, y1, x2 and y2, or half_length, or length",
	"box":     "hx and hy, or width and height, or min_x, min_y, max_x and max_y",
	"polygon": "points or wkt",
}

// complete checks that all the cells that w needs are filled.
func (r *Recipe) complete(w *Notation, filled FieldSet) error {
	for _, f := range w.Needs {
		switch have := r.head.Have; {
		case filled.Has(f):
		case have.Has(f):
			return At(f, fmt.Errorf("the cell is empty; %s needs %s", w.noun, names(w.Needs)))
		case have.Has(WKT) && !filled.Has(WKT):
			return At(WKT, fmt.Errorf("there is no geometry (it is empty or null), and no %s to make %s of", f, w.noun))
		default:
			msg := fmt.Sprintf("%s needs %s, and there is no %s", w.noun, names(w.Needs), f)
			if slices.ContainsFunc(r.head.Columns, isPair("bbox")) {
				msg += "; if bbox is [left,top,width,height], jq -c '. + {left: .bbox[0], top: .bbox[1], width: .bbox[2], height: .bbox[3]}' splits it"
			} else if out := r.leave(w, filled); out != "" {
				msg += "; if that is no size of the shape leave it out (--rename " + out + ")"
			}
			return errors.New(msg)
		}
	}
	return nil
}

func names(fs []Field) string {
	s := make([]string, len(fs))
	for i, f := range fs {
		s[i] = f.String()
	}
	if len(s) == 1 {
		return s[0]
	}
	return strings.Join(s[:len(s)-1], ", ") + " and " + s[len(s)-1]
}
