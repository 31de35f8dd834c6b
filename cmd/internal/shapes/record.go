// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"daylight/cmd/internal/decimal"
	"daylight/cmd/internal/table"
)

// record is one row, its cells sorted by field.
type record struct {
	// cell has texts alone: whether a cell is filled is known from filled, since a number may be
	// in number64 and a geometry may have been read.
	cell [numFields]string
	have [numFields]bool // the column is there, though the cell may be empty
	// filled has a bit for each cell that is not empty.
	filled uint64
	// constant has a bit for each cell that is filled alike in all rows.
	constant uint64
	// numeric has a bit for each cell that is in number64 instead.
	numeric  uint64
	number64 [numFields]float64
	comma    bool // numbers have a decimal comma
	// columns says that all rows of the table have these columns, and radius that circles have one
	// from elsewhere.
	columns, radius bool
	// read says that the geometry has been read already.
	read bool
	head *header
	// fresh says that the row is the first that is filled like this. Then ignored has a bit for
	// each size that stands beside its geometry for nothing.
	fresh   bool
	ignored uint64
	// known are ways of rows before, by what is filled: most rows are like one of them.
	known [8]struct {
		w      *notation
		filled uint64
		cell   string // of Kind
		kind   string
	}
}

// cellError blames one cell of a row.
type cellError struct {
	field Field
	err   error
}

func (e *cellError) Error() string { return e.err.Error() }
func (e *cellError) Unwrap() error { return e.err }

func at(f Field, err error) error { return &cellError{field: f, err: err} }

// number reads a cell that has to be filled.
func (r *record) number(f Field) (float64, error) {
	if r.numeric>>f&1 != 0 {
		if v := r.number64[f]; math.Abs(v) <= math.MaxFloat64 {
			return v, nil
		}
		return 0, at(f, notNumber(r.text(f)))
	}
	cell := r.cell[f]
	if r.comma && strings.IndexByte(cell, ',') >= 0 && strings.IndexByte(cell, '.') < 0 {
		cell = strings.Replace(cell, ",", ".", 1)
	}
	v, err := number(cell)
	if err != nil {
		return 0, at(f, err)
	}
	return v, nil
}

// text is what a cell holds.
func (r *record) text(f Field) string {
	if r.numeric>>f&1 != 0 {
		return string(decimal.AppendText(nil, r.number64[f], 64))
	}
	return r.cell[f]
}

// numbers reads several cells that have to be filled.
func (r *record) numbers(fs []Field, dst ...*float64) error {
	for i, f := range fs {
		v, err := r.number(f)
		if err != nil {
			return err
		}
		*dst[i] = v
	}
	return nil
}

// size reads a cell that has to be filled with a length, which cannot be negative.
func (r *record) size(f Field) (float64, error) {
	v, err := r.number(f)
	if err == nil && v < 0 {
		err = at(f, fmt.Errorf("%s is negative", table.Quote(r.text(f))))
	}
	return v, err
}

// optional is size for a cell that stands for 0 when it is empty.
func (r *record) optional(f Field) (float64, error) {
	if r.filled>>f&1 == 0 {
		return 0, nil
	}
	return r.size(f)
}

// way is one way to write down a shape: the cells that give it away, and those that
// must be filled.
type notation struct {
	noun  string
	kinds string // the kind cells it may stand under, each between blanks
	needs []Field
}

var (
	byWKT         = notation{"a wkt geometry", " circle capsule segment polygon ", []Field{WKT}}
	byPoints      = notation{"a polygon", " polygon ", []Field{Points}}
	byCorners     = notation{"a box with corners", " box ", []Field{MinX, MinY, MaxX, MaxY}}
	byEnds        = notation{"a capsule with two ends", " capsule segment ", []Field{X1, Y1, X2, Y2}}
	byHalf        = notation{"a capsule", " capsule segment ", []Field{X, Y, HalfLength}}
	byLength      = notation{"a capsule", " capsule segment ", []Field{X, Y, Length}}
	byHXHY        = notation{"a box", " box ", []Field{X, Y, HX, HY}}
	byWidthHeight = notation{"a box", " box ", []Field{X, Y, Width, Height}}
	byLengthWidth = notation{"a box", " box ", []Field{X, Y, Length, Width}}
	byRadius      = notation{"a circle", " circle ", []Field{X, Y}}
)

// any reports whether any of the cells is filled.
func (r *record) any(fs ...Field) bool {
	for _, f := range fs {
		if r.filled>>f&1 != 0 {
			return true
		}
	}
	return false
}

// way finds how the row writes its shape down, from its kind cell and the cells that
// are filled.
func (r *record) way() (kind string, w *notation, err error) {
	cell := r.cell[Kind]
	hash := r.filled * 0x9e3779b97f4a7c15 >> 56
	if cell != "" {
		hash += uint64(cell[0]) + uint64(len(cell))
	}
	k := &r.known[hash%uint64(len(r.known))]
	if k.w != nil && k.filled == r.filled && k.cell == cell {
		return k.kind, k.w, nil
	}
	if kind, w, err = r.find(); err == nil {
		err = r.complete(w)
	}
	if err == nil {
		r.fresh = true
		k.w, k.filled, k.kind, k.cell = w, r.filled, kind, strings.Clone(cell)
	}
	return kind, w, err
}

// find is notation for a row that is not like the one before. It sets r.ignored: beside a geometry,
// cells of which no whole shape can be made leave no doubt, unless they are hx and hy; beside other
// ways, sizes of which the columns of the table can make no shape, such as a height without a width.
func (r *record) find() (kind string, w *notation, err error) {
	r.ignored = 0
	if c := r.cell[Kind]; c != "" {
		if kind = kinds[strings.ToLower(c)]; kind == "" {
			return "", nil, at(Kind, fmt.Errorf("%s is not a kind of shape: want circle, capsule, segment, box or polygon", table.Quote(c)))
		}
	}
	var found []*notation
	try := func(w *notation, filled bool) {
		if filled && (kind == "" || strings.Contains(w.kinds, " "+kind+" ")) {
			found = append(found, w)
		}
	}
	try(&byWKT, r.any(WKT))
	try(&byPoints, r.any(Points))
	try(&byCorners, r.any(MinX, MinY, MaxX, MaxY))
	try(&byEnds, r.any(X1, Y1, X2, Y2))
	try(&byHalf, r.any(HalfLength))
	try(&byLength, r.any(Length) && (kind != "" || !r.any(Width)))
	try(&byHXHY, r.any(HX, HY))
	if r.any(Length) && r.any(Width) {
		try(&byLengthWidth, true)
	} else {
		try(&byWidthHeight, r.any(Width, Height))
	}
	if kind == "" && r.columns && r.filled&(1<<WKT|1<<Points) == 0 {
		found = r.dropIncomplete(found)
	}
	if len(found) == 0 {
		if needs, ok := unfilled[kind]; ok {
			return "", nil, fmt.Errorf("a %s needs %s, and none of them is there", kind, needs)
		}
		return kind, &byRadius, nil
	}
	geometry := found[0] == &byWKT || found[0] == &byPoints
	if geometry && len(found) > 1 {
		if found = slices.DeleteFunc(found, func(w *notation) bool { return w != &byHXHY && !r.whole(w) }); len(found) == 1 {
			r.ignored = r.filled & sizes
		}
	}
	if len(found) > 1 {
		cure := "give its kind or empty some cells"
		if out := r.leave(found[len(found)-1]); out != "" && !geometry {
			cure = "give its kind, empty some cells or leave them out (--rename " + out + ")"
		}
		if geometry {
			cure = "give its kind, empty some cells or leave them out (--rename " + r.without(found[1]) + ")"
		}
		return "", nil, fmt.Errorf("the row writes its shape down in two ways, as %s by %s and as %s by %s: %s",
			found[0].noun, names(found[0].needs), found[1].noun, names(found[1].needs), cure)
	}
	return kind, found[0], nil
}

// extents are the sizes that columns may hold of which no shape is to be made, and the ways that are by
// them: half a width or a corner, which no one else speaks of, is never one.
const extents = 1<<Width | 1<<Height | 1<<Length

var byExtents = []*notation{&byWidthHeight, &byLengthWidth, &byLength}

// dropIncomplete removes the notations for which the table lacks a column, provided that a complete one
// remains, a circle with a radius among them. The sizes that it ignores are recorded in r.ignored. A length
// beside a height stays in doubt: together they may be meant for a box.
func (r *record) dropIncomplete(found []*notation) []*notation {
	left := slices.DeleteFunc(slices.Clone(found), func(w *notation) bool { return slices.Contains(byExtents, w) && !r.headed(w) })
	circle := r.have[X] && r.have[Y] && (r.have[R] || r.radius)
	if len(left) == len(found) || len(left) == 0 && !circle || slices.Contains(left, &byLength) {
		return found
	}
	// A width beside a line, or a place, to which the columns give no radius may be meant for how thick it is.
	if r.any(Width) && !r.have[R] && (len(left) == 0 || slices.Contains(left, &byEnds) || slices.Contains(left, &byHalf)) {
		return found
	}
	var used uint64
	for _, w := range append(byExtents, left...) {
		if slices.Contains(left, w) || r.headed(w) {
			for _, f := range w.needs {
				used |= 1 << f
			}
		}
	}
	// A size that columns of the table make shapes of is missing something in this row alone.
	for _, w := range found {
		if slices.Contains(left, w) {
			continue
		}
		for _, f := range w.needs {
			if extents>>f&1 != 0 && r.filled>>f&1 != 0 && used>>f&1 != 0 {
				return found
			}
		}
	}
	r.ignored = r.filled & extents &^ used
	return left
}

// headed reports whether there is a column for all that w needs.
func (r *record) headed(w *notation) bool {
	for _, f := range w.needs {
		if !r.have[f] {
			return false
		}
	}
	return true
}

// whole reports whether all the cells that w needs are filled.
func (r *record) whole(w *notation) bool {
	for _, f := range w.needs {
		if r.filled>>f&1 == 0 {
			return false
		}
	}
	return true
}

// without renames columns so that w does not stand beside a geometry any more.
func (r *record) without(w *notation) string {
	last := w.needs[len(w.needs)-1:]
	if w == &byLengthWidth || w == &byHXHY { // the length alone would be a capsule's
		last = w.needs[2:]
	}
	var renames []string
	for _, f := range last {
		if r.filled>>f&1 != 0 {
			renames = append(renames, r.head.column(f)+"=_")
		}
	}
	return strings.Join(renames, ",")
}

// leave renames the columns of common sizes that w is given away by, so that they mean nothing.
func (r *record) leave(w *notation) string {
	if !slices.Contains(byExtents, w) {
		return ""
	}
	var renames []string
	for _, f := range w.needs {
		if extents>>f&1 != 0 && r.filled>>f&1 != 0 {
			renames = append(renames, r.head.column(f)+"=_")
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
func (r *record) complete(w *notation) error {
	for _, f := range w.needs {
		switch {
		case r.filled>>f&1 != 0:
		case r.have[f]:
			return at(f, fmt.Errorf("the cell is empty; %s needs %s", w.noun, names(w.needs)))
		case r.have[WKT] && r.filled>>WKT&1 == 0:
			return at(WKT, fmt.Errorf("there is no geometry (it is empty or null), and no %s to make %s of", f, w.noun))
		default:
			msg := fmt.Sprintf("%s needs %s, and there is no %s", w.noun, names(w.needs), f)
			if out := r.leave(w); out != "" {
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
