// SPDX-License-Identifier: MIT

package job

import (
	"daylight/batch"
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
	case r.plain:
	case r.cut() && r.parts:
		list = append(list, PartColumns...)
	case r.folds() && r.Full():
		list = append(list, FoldColumns...)
	}
	return list
}

// Lacks reports whether Config.Plain has left out columns of shapes or bodies of several parts.
func (r *Result) Lacks() bool { return r.plain && (r.cut() && r.parts || r.folds() && r.Full()) }

// Columns names the values of each row of a mode.
func Columns(m batch.Mode) []string {
	if m == batch.ModeOverlaps || m == batch.ModePairs {
		return nil
	}
	return append(append([]string{}, measures...), further[m]...)
}

// Kinds says what the values of each row are.
func (r *Result) Kinds() []output.Kind { return kinds(r.Columns()) }

func kinds(columns []string) []output.Kind {
	var list []output.Kind
	for _, name := range columns {
		kind := output.SingleKind
		switch name {
		case "points", "feature1", "feature2", "part_contacts", "part_a", "part_b":
			kind = output.WholeKind
		case "x1", "y1", "x2", "y2", "ax", "ay", "bx", "by":
			kind = output.DoubleKind
		}
		list = append(list, kind)
	}
	return list
}

// Kept names the columns of the input that each row carries along.
func (r *Result) Kept() []string { return r.Set.Kept() }

// Texts gives the cells of kept column k for the shapes of row i.
func (r *Result) Texts(i, k int) (a, b []byte) {
	p, q := r.Pair(i)
	return r.Set.KeptText(k, p), r.second().KeptText(k, q)
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
		if f != nil && !r.plain {
			return r.foldValues(dst, f)
		}
	}
	if r.cut() && r.parts && !r.plain {
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
		a, err := r.Set.Shapes.Pose(m.A)
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
			return append(dst, output.Missing, output.Missing, output.Missing, output.Missing)
		}
		a, b := c.Points[0][k], c.Points[1][k]
		if f != nil && f.turned {
			dst = place(dst, r.Set, c.B[k], b)
			return place(dst, r.Set, c.A[k], a)
		}
		dst = place(dst, r.Set, c.A[k], a)
		dst = place(dst, r.second(), c.B[k], b)
	}
	return dst
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
