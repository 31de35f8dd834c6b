// SPDX-License-Identifier: MIT

package job

import (
	"time"

	"daylight/batch"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// Sides are the sets that the two shapes of each row of an answer are from, and what the rows say of these.
type Sides struct {
	A, B *shapes.Set // the same in an answer about one set
	of   interface{ Pair(i int) (a, b int) }
}

// SidesOf are those of an answer, whose Pair gives the shapes of row i, each by its place in its set.
func SidesOf(a, b *shapes.Set, of interface{ Pair(i int) (a, b int) }) Sides { return Sides{a, b, of} }

func (s *Sides) joined() bool { return s.A != s.B }

// Row gives the names of row i.
func (s *Sides) Row(i int) (world string, a, b []byte) {
	p, q := s.of.Pair(i)
	return s.A.Worlds()[s.A.World(p)], s.A.Label(p), s.B.Label(q)
}

// IDs are the types of those names.
func (s *Sides) IDs() (a, b columnar.Type) { return s.A.IDs, s.B.IDs }

// Place gives the number of row i's world, and of the rows of the input that its shapes are from.
func (s *Sides) Place(i int) (world uint32, a, b int64) {
	p, q := s.of.Pair(i)
	return s.A.World(p), s.A.RowOf(p), s.B.RowOf(q)
}

// Parts gives which parts of its shapes row i is about, of an answer about whole shapes.
func (s *Sides) Parts(int) (a, b uint32) { return 0, 0 }

// Touch looks at what the names of rows from to to-1 are made of: those of B are anywhere in
// memory, and looking at many at once takes a fraction of the time of one after the other.
func (s *Sides) Touch(from, to int) (sum byte) {
	for i := from; i < to; i++ {
		p, q := s.of.Pair(i)
		sum += s.A.Touch(p) + s.B.Touch(q)
	}
	return sum
}

// Kept names the columns of the input that each row carries along.
func (s *Sides) Kept() []string { return s.A.Kept() }

// Texts gives the cells of kept column k for the shapes of row i.
func (s *Sides) Texts(i, k int) (a, b []byte) {
	p, q := s.of.Pair(i)
	return s.A.KeptText(k, p), s.B.KeptText(k, q)
}

// Result is the answer about one Set, or about one against another. It is read-only
// once made.
type Result struct {
	Sides
	Contacts *batch.Contacts
	Stats    batch.Stats
	Collide  time.Duration // wall time of the engine
	Order    time.Duration // of putting contacts in order of world
	mode     batch.Mode
	parts    bool
	bodies   bool
	plain    bool
	// folded are the rows of the answer where shapes are cut into parts, unless each two parts
	// have a row, or where rows are about bodies.
	folded []folded
	wholes [2]*wholes // of A and of B, if there are folded rows
	// order[i] is the place of row i of the answer, in folded if that is not nil, else in
	// Contacts; nil when they agree.
	order []uint32
}

// Len is the number of rows: contacts of two shapes, or of two parts of them.
func (r *Result) Len() int {
	if r.folded != nil {
		return len(r.folded)
	}
	return r.Contacts.Len()
}

// Pair gives the shapes of row i of the answer, each by its place in the set it is from.
func (r *Result) Pair(i int) (a, b int) {
	k := r.at(i)
	if r.folded != nil {
		return int(r.folded[k].a), int(r.folded[k].b)
	}
	return r.shapes(k)
}

// Measure gives the depth and normal of row i of the answer.
func (r *Result) Measure(i int) (depth, nx, ny float32) {
	k := r.at(i)
	if r.folded != nil {
		return r.folded[k].depth, r.folded[k].nx, r.folded[k].ny
	}
	return r.Contacts.Depth[k], r.Contacts.NX[k], r.Contacts.NY[k]
}

func (r *Result) at(i int) int {
	if r.order == nil {
		return i
	}
	return int(r.order[i])
}

// Full reports whether contacts have depths and normals.
func (r *Result) Full() bool { return r.mode != batch.ModeOverlaps && r.mode != batch.ModePairs }

// cut reports whether some of the shapes have several parts.
func (r *Result) cut() bool { return r.A.Cut() || r.joined() && r.B.Cut() }

// folds reports whether rows are about what has several parts.
func (r *Result) folds() bool { return !r.parts && (r.cut() || r.bodies) }

// shapes are the shapes or bodies that contact k is between.
func (r *Result) shapes(k int) (a, b int) {
	if r.wholes[0] != nil {
		return r.wholes[0].of(int(r.Contacts.A[k].Index())), r.wholes[1].of(int(r.Contacts.B[k].Index()))
	}
	return r.A.Of(int(r.Contacts.A[k].Index())), r.B.Of(int(r.Contacts.B[k].Index()))
}

// single reports whether two shapes or bodies are one convex part each, of which the engine knows
// all.
func (r *Result) single(a, b int) bool {
	return r.wholes[0].count(a) == 1 && r.wholes[1].count(b) == 1
}

// all is how many convex shapes there are, parts of others included. Those of a join are
// numbered together: first those of A, then those of B.
func (r *Result) all() int {
	if !r.joined() {
		return r.A.Shapes.Len()
	}
	return r.A.Shapes.Len() + r.B.Shapes.Len()
}

// first is the number of the first shape that B may be.
func (r *Result) first() int { return r.all() - r.B.Shapes.Len() }

// across reports whether shapes a < b are of the sets that A and B are from.
func (r *Result) across(a, b int) bool {
	return !r.joined() || (a < r.first() && b >= r.first())
}

// numbered is the shape that the convex shape of a number is a part of, and its set.
func (r *Result) numbered(k int) (set *shapes.Set, shape int) {
	if first := r.A.Shapes.Len(); k >= first {
		return r.B, r.B.Of(k - first)
	}
	return r.A, r.A.Of(k)
}

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
			return append(dst, output.Missing, output.Missing, output.Missing, output.Missing)
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
