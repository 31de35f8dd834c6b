// SPDX-License-Identifier: MIT

package answer

import (
	"slices"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/batch"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// measures are the columns of every mode that finds more than pairs; further holds
// the other columns of a mode.
var (
	measures = []string{"depth", "nx", "ny"}
	further  = map[batch.Mode][]string{
		batch.ModeManifolds: {"points", "x1", "y1", "depth1", "feature1", "x2", "y2", "depth2", "feature2"},
		batch.ModeSwept:     {"time"},
		batch.ModeDistance:  {"distance", "ax", "ay", "bx", "by"},
	}
)

// finds describes the rows of a mode.
var finds = map[batch.Mode]string{
	batch.ModePairs:     "pairs whose bounding boxes overlap",
	batch.ModeOverlaps:  "pairs that touch",
	batch.ModeContacts:  "pairs that touch, with depth and normal",
	batch.ModeManifolds: "pairs that touch, with depth, normal and contact points",
	batch.ModeSwept:     "pairs that touch at some time of the step, with the first time, and depth and normal then",
	batch.ModeDistance:  "pairs within the margin, with depth, normal, distance and closest points",
}

// columnsOf names the values of each row of a mode.
func columnsOf(m batch.Mode) []string {
	if !full(m) {
		return nil
	}
	return slices.Concat(measures, further[m])
}

// Columns names the values of each row of the answer.
func (r *Result) Columns() []string {
	list := columnsOf(r.mode)
	switch {
	case r.cut() && r.parts:
		list = append(list, partColumns...)
	case r.folds() && full(r.mode):
		list = append(list, foldColumns...)
	}
	return list
}

// Fields returns the columns of each row.
func (r *Result) Fields() []output.Field { return r.Sides.Fields(fieldsOf(r.Columns())) }

// Fill appends rows from to to-1.
func (r *Result) Fill(cells []columnar.Cells, from, to int) {
	own := r.Sides.Fill(cells, from, to)
	if len(own) == 0 {
		return
	}
	for i := from; i < to; i++ {
		k, f := r.at(i)
		rest := own
		if full(r.mode) {
			rest = r.measures(own, k, f)
		}
		switch {
		case f != nil:
			r.foldValues(rest, f)
		case len(rest) > 0: // the numbers of the parts, from 0
			a, b := r.shapes(r.Contacts.A[k], r.Contacts.B[k])
			firstA, _ := r.A.Slots(a)
			firstB, _ := r.B.Slots(b)
			rest[0].Whole(int64(r.Contacts.A[k].Index()) - int64(firstA))
			rest[1].Whole(int64(r.Contacts.B[k].Index()) - int64(firstB))
		}
	}
}

// measures appends the columns of the mode from contact k. It returns the columns that follow them.
func (r *Result) measures(cells []columnar.Cells, k int, f *folded) []columnar.Cells {
	c := r.Contacts
	depth, nx, ny := c.Depth[k], c.NX[k], c.NY[k]
	if f != nil {
		depth, nx, ny = f.depth, f.nx, f.ny
	}
	cells[0].Float(float64(depth) + 0)
	cells[1].Float(float64(nx) + 0)
	cells[2].Float(float64(ny) + 0)
	cells = cells[3:]
	switch r.mode {
	case batch.ModeManifolds:
		r.manifold(cells, k, f)
		return cells[9:]
	case batch.ModeSwept:
		cells[0].Float(float64(c.Time[k]) + 0)
		return cells[1:]
	case batch.ModeDistance:
		cells[0].Float(float64(0-depth) + 0)
		a, b := c.Points[0][k], c.Points[1][k]
		switch {
		case f != nil && !f.leads(c):
			r.meet(cells[1:5], f)
		case f != nil && f.turned:
			place(cells[1:3], r.A, c.A[k], b)
			place(cells[3:5], r.A, c.A[k], a)
		default:
			place(cells[1:3], r.A, c.A[k], a)
			place(cells[3:5], r.A, c.A[k], b)
		}
		return cells[5:]
	}
	return cells
}

// manifold appends the contact points of contact k.
func (r *Result) manifold(cells []columnar.Cells, k int, f *folded) {
	m := r.Contacts.At(k)
	cells[0].Whole(int64(m.N))
	for n, point := range m.Points {
		to := cells[1+4*n : 5+4*n]
		if n >= m.N {
			nulls(to)
			continue
		}
		place(to[:2], r.A, m.A, point)
		to[2].Float(float64(point.Depth) + 0)
		feature := point.Feature
		if f != nil && f.turned {
			feature = feature<<16 | feature>>16
		}
		to[3].Whole(int64(feature))
	}
}

// place appends the world coordinates of a point that is relative to a shape.
func place(cells []columnar.Cells, s *shapes.Set, id soa.ID, q batch.Point) {
	x, y, err := s.Shapes.Position(id)
	if err != nil {
		nulls(cells)
		return
	}
	cells[0].Float(x + float64(q.X) + 0)
	cells[1].Float(y + float64(q.Y) + 0)
}

// Outlines returns the requested outlines of the shapes of row i: of shapes that are cut into parts
// as they were given, of all others as they are stored. If each two parts have a row, the outlines
// are those of the parts.
func (r *Result) Outlines(i int, a, b bool) (p, q geom.Geometry) {
	k, f := r.at(i)
	switch {
	case !a:
	case f != nil:
		p = r.wholes[0].outline(f.a)
	default:
		p = convex(r.A, r.Contacts.A[k])
	}
	switch {
	case !b:
	case f != nil:
		q = r.wholes[1].outline(f.b)
	default:
		q = convex(r.B, r.Contacts.B[k])
	}
	return p, q
}
