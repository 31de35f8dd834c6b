// SPDX-License-Identifier: MIT

package job

import (
	"github.com/peterstace/simplefeatures/geom"

	"daylight/batch"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/outline"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// measures are the columns of every mode that finds more than pairs; further holds
// those that a mode has beyond them.
var (
	measures = []string{"depth", "nx", "ny"}
	further  = map[batch.Mode][]string{
		batch.ModeManifolds: {"points", "x1", "y1", "depth1", "feature1", "x2", "y2", "depth2", "feature2"},
		batch.ModeSwept:     {"time"},
		batch.ModeDistance:  {"distance", "ax", "ay", "bx", "by"},
	}
)

// Columns names the values of each row of the answer.
func (r *Result) Columns() []string {
	list := Columns(r.mode)
	switch {
	case r.cut() && r.parts:
		list = append(list, PartColumns...)
	case r.folds() && r.Full():
		list = append(list, FoldColumns...)
	}
	return list
}

// Columns names the values of each row of a mode.
func Columns(m batch.Mode) []string {
	if m == batch.ModeOverlaps || m == batch.ModePairs {
		return nil
	}
	return append(append([]string{}, measures...), further[m]...)
}

// Fields returns the columns of each row.
func (r *Result) Fields() []output.Field { return r.Sides.Fields(Fields(r.Columns())) }

// Fields returns columns with these names.
func Fields(columns []string) (list []output.Field) {
	for _, name := range columns {
		t := columnar.Float32
		switch name {
		case "points", "feature1", "feature2", "part_contacts", "part_a", "part_b":
			t = columnar.Uint32
		case "x", "y", "x1", "y1", "x2", "y2", "ax", "ay", "bx", "by":
			t = columnar.Float64
		}
		list = append(list, output.Number(name, t))
	}
	return list
}

// Fill appends rows from to to-1.
func (r *Result) Fill(cells []columnar.Cells, from, to int) {
	own := r.Sides.Fill(cells, from, to)
	if len(own) == 0 {
		return
	}
	for i := from; i < to; i++ {
		k := r.at(i)
		var f *folded
		if r.folded != nil {
			f = &r.folded[k]
			k = int(f.lead)
		}
		rest := own
		if r.Full() {
			rest = r.measures(own, i, k, f)
		}
		switch {
		case f != nil:
			r.foldValues(rest, f)
		case len(rest) > 0:
			r.partValues(rest, k)
		}
	}
}

// measures appends the columns of the mode for row i, from contact k. It returns the columns that
// follow them.
func (r *Result) measures(cells []columnar.Cells, i, k int, f *folded) []columnar.Cells {
	c := r.Contacts
	depth, nx, ny := r.Measure(i)
	for n, v := range [...]float32{depth, nx, ny} {
		cells[n].Float(float64(v) + 0)
	}
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
			place(cells[1:3], r.A, c.B[k], b)
			place(cells[3:5], r.A, c.A[k], a)
		default:
			place(cells[1:3], r.A, c.A[k], a)
			place(cells[3:5], r.B, c.B[k], b)
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

// nulls appends a missing value to each column.
func nulls(cells []columnar.Cells) {
	for k := range cells {
		cells[k].Null()
	}
}

// meet appends the closest points of two shapes of several parts. Their push is not the push of two
// parts.
func (r *Result) meet(cells []columnar.Cells, f *folded) {
	partsA, partsB := r.wholes[0].parts(int(f.a)), r.wholes[1].parts(int(f.b))
	x, y, err := r.A.Shapes.Position(partsA[0])
	if err != nil {
		nulls(cells)
		return
	}
	a, errA := Cores(nil, r.A, partsA, x, y)
	b, errB := Cores(nil, r.B, partsB, x, y)
	if errA != nil || errB != nil {
		nulls(cells)
		return
	}
	push := float64(max(f.depth, 0))
	p, q := Meeting(a, b, push*float64(f.nx), push*float64(f.ny))
	for n, v := range [...]float64{p.X + x, p.Y + y, q.X + x, q.Y + y} {
		cells[n].Float(v + 0)
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

// Finds says in a sentence what the rows of a mode are.
func Finds(m batch.Mode) string {
	return finds[m]
}

var finds = map[batch.Mode]string{
	batch.ModePairs:     "pairs whose bounding boxes overlap",
	batch.ModeOverlaps:  "pairs that touch",
	batch.ModeContacts:  "pairs that touch, with depth and normal",
	batch.ModeManifolds: "pairs that touch, with depth, normal and contact points",
	batch.ModeSwept:     "pairs that touch at some time of the step, with the first time, and depth and normal then",
	batch.ModeDistance:  "pairs within the margin, with depth, normal, distance and closest points",
}

// Outlines gives the outlines of the shapes of row i that are asked for: of shapes that are cut
// into parts as they were given, of all others as they are stored, and of parts if each two
// have a row.
func (r *Result) Outlines(i int, a, b bool) (p, q geom.Geometry) {
	k := r.at(i)
	if r.folded == nil {
		if a {
			p = Outline(r.A, r.Contacts.A[k])
		}
		if b {
			q = Outline(r.B, r.Contacts.B[k])
		}
		return p, q
	}
	if a {
		p = r.wholes[0].outline(r.folded[k].a)
	}
	if b {
		q = r.wholes[1].outline(r.folded[k].b)
	}
	return p, q
}

// outline is that of a whole, as it was given.
func (w *wholes) outline(k uint32) geom.Geometry {
	members := w.members[k]
	if members == nil {
		return Whole(w.set, w.ids, k)
	}
	var list []geom.Geometry
	for _, m := range members {
		list = append(list, Whole(w.set, w.ids, m))
	}
	return outline.Several(list)
}

// Whole is the outline of shape k of a set that has such IDs in its slots: of what is cut into
// parts as it was given.
func Whole(s *shapes.Set, ids []soa.ID, k uint32) geom.Geometry {
	return s.Outline(int(k), func(slot int) geom.Geometry { return Outline(s, ids[slot]) })
}

// Outline is the outline of a shape where it was given, as it is stored: corners in float32
// about the position, rounding cut into straight lines.
func Outline(s *shapes.Set, id soa.ID) geom.Geometry {
	sh, err := s.Shapes.Shape(id)
	if err != nil { // not for a shape of a contact
		return geom.Geometry{}
	}
	core := sh.Vertices
	for i, v := range core {
		core[i] = sh.Pose.Transform(v)
	}
	return outline.Convex(core, sh.Radius)
}

// Outlines gives the outlines of the shapes of row i that are asked for, as they were given
// but for rounding, which is cut into straight lines.
func (d *Decided) Outlines(i int, a, b bool) (p, q geom.Geometry) {
	r := &d.rows[i]
	if a {
		p = given(d.A, r.a)
	}
	if b {
		q = given(d.B, r.b)
	}
	return p, q
}

// given returns the outline of shape k of a set, as it was given.
func given(s *shapes.Set, k int32) geom.Geometry {
	shape := s.Given.At(int(k), nil)
	return outline.Given(&shape)
}
