// SPDX-License-Identifier: MIT

package job

import (
	"github.com/peterstace/simplefeatures/geom"

	"daylight/batch"
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

// Kinds says what the values of each row are.
func (r *Result) Kinds() []output.Kind { return Kinds(r.Columns()) }

// Kinds says what columns of such names hold.
func Kinds(columns []string) []output.Kind {
	var list []output.Kind
	for _, name := range columns {
		kind := output.SingleKind
		switch name {
		case "points", "feature1", "feature2", "part_contacts", "part_a", "part_b":
			kind = output.WholeKind
		case "x", "y", "x1", "y1", "x2", "y2", "ax", "ay", "bx", "by":
			kind = output.DoubleKind
		}
		list = append(list, kind)
	}
	return list
}

// Values appends the values of row i of the answer to dst, one for each of Columns.
func (r *Result) Values(dst []output.Value, i int) []output.Value {
	k := r.at(i)
	var f *folded
	if r.folded != nil {
		f = &r.folded[k]
		k = int(f.lead)
	}
	if r.Full() {
		dst = r.measures(dst, i, k, f)
		if f != nil {
			return r.foldValues(dst, f)
		}
	}
	if r.cut() && r.parts {
		dst = r.partValues(dst, k)
	}
	return dst
}

// measures appends what there is of row i, which contact k stands for, beside pairs.
func (r *Result) measures(dst []output.Value, i, k int, f *folded) []output.Value {
	c := r.Contacts
	depth, nx, ny := r.Measure(i)
	dst = append(dst, output.Single(depth), output.Single(nx), output.Single(ny))
	switch r.mode {
	case batch.ModeManifolds:
		m := c.At(k)
		a, err := r.A.Shapes.Pose(m.A)
		dst = append(dst, output.Whole(uint32(m.N)))
		for p, point := range m.Points {
			if p >= m.N {
				dst = append(dst, output.Missing, output.Missing, output.Missing, output.Missing)
				continue
			}
			x, y := output.Missing, output.Missing
			if err == nil {
				x, y = output.Double(a.X+float64(point.X)), output.Double(a.Y+float64(point.Y))
			}
			feature := point.Feature
			if f != nil && f.turned {
				feature = feature<<16 | feature>>16
			}
			dst = append(dst, x, y, output.Single(point.Depth), output.Whole(feature))
		}
	case batch.ModeSwept:
		dst = append(dst, output.Single(c.Time[k]))
	case batch.ModeDistance:
		dst = append(dst, output.Single(0-depth))
		if f != nil && !f.leads(c) {
			return r.meet(dst, f)
		}
		a, b := c.Points[0][k], c.Points[1][k]
		if f != nil && f.turned {
			dst = place(dst, r.A, c.B[k], b)
			return place(dst, r.A, c.A[k], a)
		}
		dst = place(dst, r.A, c.A[k], a)
		dst = place(dst, r.B, c.B[k], b)
	}
	return dst
}

// meet appends the closest points of shapes of several parts whose push is not that of two parts.
func (r *Result) meet(dst []output.Value, f *folded) []output.Value {
	partsA, partsB := r.wholes[0].parts(int(f.a)), r.wholes[1].parts(int(f.b))
	x, y, err := r.A.Shapes.Position(partsA[0])
	if err != nil {
		return append(dst, output.Missing, output.Missing, output.Missing, output.Missing)
	}
	a, errA := Cores(nil, r.A, partsA, x, y)
	b, errB := Cores(nil, r.B, partsB, x, y)
	if errA != nil || errB != nil {
		return append(dst, output.Missing, output.Missing, output.Missing, output.Missing)
	}
	push := float64(max(f.depth, 0))
	p, q := Meeting(a, b, push*float64(f.nx), push*float64(f.ny))
	return append(dst, output.Double(p.X+x), output.Double(p.Y+y), output.Double(q.X+x), output.Double(q.Y+y))
}

// place appends where a point relative to a shape lies in the world.
func place(dst []output.Value, s *shapes.Set, id soa.ID, q batch.Point) []output.Value {
	p, err := s.Shapes.Pose(id)
	if err != nil {
		return append(dst, output.Missing, output.Missing)
	}
	return append(dst, output.Double(p.X+float64(q.X)), output.Double(p.Y+float64(q.Y)))
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
		p = outline.Given(&d.A.Given[r.a])
	}
	if b {
		q = outline.Given(&d.B.Given[r.b])
	}
	return p, q
}
