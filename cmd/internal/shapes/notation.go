// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	mathbits "math/bits"
	"slices"
	"strings"

	"daylight/cmd/internal/table"
)

// notation is a way to write down a shape: the cells that must be filled, and what they make.
type notation struct {
	noun   string
	kinds  string // the kind cells it may stand under, each between blanks
	kind   primitiveKind
	scale  float64  // of sizes
	more   fieldSet // cells that are read beside those that must be filled, if they are
	needs  []Field
	needed fieldSet
}

func newNotation(noun, kinds string, kind primitiveKind, scale float64, more fieldSet, needs ...Field) *notation {
	return &notation{noun, kinds, kind, scale, more, needs, setOf(needs...)}
}

var (
	rounded       = setOf(R)
	turnedRounded = setOf(Angle, R)

	byWKT         = newNotation("a wkt geometry", " circle capsule segment polygon ", geometric, 1, rounded, WKT)
	byPoints      = newNotation("a polygon", " polygon ", geometric, 1, setOf(X, Y, Angle, R), Points)
	byCorners     = newNotation("a box with corners", " box ", corneredBox, 1, rounded, MinX, MinY, MaxX, MaxY)
	bySize        = newNotation("a box with a corner and its size", " box ", corneredBox, 1, rounded, MinX, MinY, Width, Height)
	byEnds        = newNotation("a capsule with two ends", " capsule segment ", geometric, 1, rounded, X1, Y1, X2, Y2)
	byHalf        = newNotation("a capsule", " capsule segment ", posedCapsule, 1, turnedRounded, X, Y, HalfLength)
	byLength      = newNotation("a capsule", " capsule segment ", posedCapsule, 0.5, turnedRounded, X, Y, Length)
	byHXHY        = newNotation("a box", " box ", posedBox, 1, turnedRounded, X, Y, HX, HY)
	byWidthHeight = newNotation("a box", " box ", posedBox, 0.5, turnedRounded, X, Y, Width, Height)
	byLengthWidth = newNotation("a box", " box ", posedBox, 0.5, turnedRounded, X, Y, Length, Width)
	byRadius      = newNotation("a circle", " circle ", circle, 1, rounded, X, Y)

	byExtents = []*notation{byWidthHeight, byLengthWidth, byLength}
)

// ways finds the notations of the rows of a table, most of which are like one before.
type ways struct {
	head *header
	// columns says that all rows have the columns of the table, and radius that circles have one from elsewhere.
	columns, radius bool
	known           [8]struct {
		w      *notation
		filled fieldSet
		cell   string // of Kind
		kind   string
	}
}

// of is the notation of a row by the cells that are filled and its kind cell, which may be empty. If it is
// not like the rows before, ignored are sizes that stand in it for nothing.
func (r *ways) of(filled fieldSet, cell string) (kind string, w *notation, ignored fieldSet, fresh bool, err error) {
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

// find finds the notation of a row. Beside a geometry, cells of which no whole shape can be made leave no
// doubt and are ignored, unless they are hx and hy; beside other ways, sizes of which the columns of the
// table can make no shape, such as a height without a width.
func (r *ways) find(filled fieldSet, cell string) (kind string, w *notation, ignored fieldSet, err error) {
	if cell != "" {
		if kind = kinds[strings.ToLower(cell)]; kind == "" {
			return "", nil, 0, at(Kind, fmt.Errorf("%s is not a kind of shape: want circle, capsule, segment, box or polygon", table.Quote(cell)))
		}
	}
	found := given(filled, kind)
	if kind == "" && r.columns && filled&setOf(WKT, Points) == 0 {
		found, ignored = r.dropIncomplete(found, filled)
	}
	if len(found) == 0 {
		if needs, ok := unfilled[kind]; ok {
			return "", nil, 0, fmt.Errorf("a %s needs %s, and none of them is there", kind, needs)
		}
		return kind, byRadius, ignored, nil
	}
	geometry := found[0] == byWKT || found[0] == byPoints
	if geometry && len(found) > 1 {
		if found = slices.DeleteFunc(found, func(w *notation) bool { return w != byHXHY && filled&w.needed != w.needed }); len(found) == 1 {
			ignored = filled & sizes
		}
	}
	if len(found) > 1 {
		cure := "give its kind or empty some cells"
		if out := r.without(found[1], filled); geometry {
			cure = "give its kind, empty some cells or leave them out (--rename " + out + ")"
		} else if out := r.leave(found[len(found)-1], filled); out != "" {
			cure = "give its kind, empty some cells or leave them out (--rename " + out + ")"
		}
		return "", nil, 0, fmt.Errorf("the row writes its shape down in two ways, as %s by %s and as %s by %s: %s",
			found[0].noun, names(found[0].needs), found[1].noun, names(found[1].needs), cure)
	}
	return kind, found[0], ignored, nil
}

// given returns the notations for which a row has cells. If kind is not empty, it returns only the
// notations of that kind.
func given(filled fieldSet, kind string) []*notation {
	var found []*notation
	try := func(w *notation, is bool) {
		if is && (kind == "" || strings.Contains(w.kinds, " "+kind+" ")) {
			found = append(found, w)
		}
	}
	corner := filled&byCorners.needed != 0
	sized := corner && filled&setOf(MaxX, MaxY) == 0 && filled&setOf(Width, Height) != 0
	try(byWKT, filled.has(WKT))
	try(byPoints, filled.has(Points))
	try(byCorners, corner && !sized)
	try(bySize, sized)
	try(byEnds, filled&byEnds.needed != 0)
	try(byHalf, filled.has(HalfLength))
	try(byLength, filled.has(Length) && (kind != "" || !filled.has(Width)))
	try(byHXHY, filled&setOf(HX, HY) != 0)
	if filled.has(Length) && filled.has(Width) {
		try(byLengthWidth, true)
	} else if !sized || filled&setOf(X, Y) != 0 {
		try(byWidthHeight, filled&setOf(Width, Height) != 0)
	}
	return found
}

// dropIncomplete removes the notations for which the table lacks a column, provided that a complete one
// remains, a circle with a radius among them, and tells the sizes that it ignores. A length beside a
// height stays in doubt: together they may be meant for a box.
func (r *ways) dropIncomplete(found []*notation, filled fieldSet) (_ []*notation, ignored fieldSet) {
	have := r.head.have
	headed := func(w *notation) bool { return have&w.needed == w.needed }
	left := slices.DeleteFunc(slices.Clone(found), func(w *notation) bool { return slices.Contains(byExtents, w) && !headed(w) })
	circle := have.has(X) && have.has(Y) && (have.has(R) || r.radius)
	if len(left) == len(found) || len(left) == 0 && !circle || slices.Contains(left, byLength) {
		return found, 0
	}
	// A width beside a line, or a place, to which the columns give no radius may be meant for how thick it is.
	if filled.has(Width) && !have.has(R) && (len(left) == 0 || slices.Contains(left, byEnds) || slices.Contains(left, byHalf)) {
		return found, 0
	}
	var used fieldSet
	for _, w := range slices.Concat(byExtents, left) {
		if slices.Contains(left, w) || headed(w) {
			used |= w.needed
		}
	}
	// A size that columns of the table make shapes of is missing something in this row alone.
	for _, w := range found {
		if !slices.Contains(left, w) && w.needed&extents&filled&used != 0 {
			return found, 0
		}
	}
	return left, filled & extents &^ used
}

// without renames columns so that w does not stand beside a geometry any more.
func (r *ways) without(w *notation, filled fieldSet) string {
	last := w.needs[len(w.needs)-1:]
	if w == byLengthWidth || w == byHXHY { // the length alone would be a capsule's
		last = w.needs[2:]
	}
	return r.renamed(last, filled)
}

// leave renames the columns of common sizes that w is given away by, so that they mean nothing.
func (r *ways) leave(w *notation, filled fieldSet) string {
	if !slices.Contains(byExtents, w) {
		return ""
	}
	return r.renamed(w.needs, filled&extents)
}

func (r *ways) renamed(fs []Field, filled fieldSet) string {
	var renames []string
	for _, f := range fs {
		if filled.has(f) {
			renames = append(renames, r.head.columns[slices.Index(r.head.fields, f)]+"=_")
		}
	}
	return strings.Join(renames, ",")
}

// unfilled is what a kind needs when no cell of it is filled but x and y.
var unfilled = map[string]string{
	"capsule": "x1, y1, x2 and y2, or half_length, or length",
	"segment": "x1, y1, x2 and y2, or half_length, or length",
	"box":     "hx and hy, or width and height, or min_x, min_y, max_x and max_y",
	"polygon": "points or wkt",
}

// complete checks that all the cells that w needs are filled.
func (r *ways) complete(w *notation, filled fieldSet) error {
	for _, f := range w.needs {
		switch have := r.head.have; {
		case filled.has(f):
		case have.has(f):
			return at(f, fmt.Errorf("the cell is empty; %s needs %s", w.noun, names(w.needs)))
		case have.has(WKT) && !filled.has(WKT):
			return at(WKT, fmt.Errorf("there is no geometry (it is empty or null), and no %s to make %s of", f, w.noun))
		default:
			msg := fmt.Sprintf("%s needs %s, and there is no %s", w.noun, names(w.needs), f)
			if out := r.leave(w, filled); out != "" {
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

// see enters a notation of rows that are not like those before, and which sizes they ignore and do not
// keep either.
func (a *said) see(w *notation, ignored fieldSet, h *header) {
	a.used |= w.needed
	a.centred = a.centred || w == byWidthHeight && !h.have.has(Angle) && h.called(X) == X.String()
	for ; ignored != 0; ignored &= ignored - 1 {
		f := Field(mathbits.TrailingZeros64(uint64(ignored)))
		if k := slices.Index(h.fields, f); !slices.Contains(h.keep, k) {
			a.sizes[f] = h.columns[k]
		}
	}
}
