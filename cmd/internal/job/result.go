// SPDX-License-Identifier: MIT

package job

import (
	"slices"
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

// inTile reports whether shapes a and b are a pair of the tile that the sets are of. Without a tile it is true.
func (s *Sides) inTile(a, b int) bool { return s.A.Sides(a)&s.B.Sides(b) == 0 }

// Row gives the names of row i.
func (s *Sides) Row(i int) (world string, a, b []byte) {
	p, q := s.of.Pair(i)
	return s.A.Worlds()[s.A.World(p)], s.A.Label(p), s.B.Label(q)
}

// Fields returns the columns of an answer: the names of a world and of two shapes, the columns of the
// answer itself, and the columns that --keep names.
func (s *Sides) Fields(own []output.Field) []output.Field {
	world := output.Text("world")
	world.Repeats = true
	list := append([]output.Field{world, idField("id_a", s.A.IDs), idField("id_b", s.B.IDs)}, own...)
	for _, name := range s.A.Kept() {
		for _, side := range []string{"_a", "_b"} {
			list = append(list, output.Number(name+side, columnar.Text))
		}
	}
	return list
}

// idField returns a column of ids of a type.
func idField(name string, t columnar.Type) output.Field {
	f := output.Text(name)
	if f.Plain = t.Whole(); f.Plain {
		f.Type = t
	}
	return f
}

// Fill appends rows from to to-1 to all columns except the answer's own, which it returns.
func (s *Sides) Fill(cells []columnar.Cells, from, to int) (own []columnar.Cells) {
	kept := s.A.Kept()
	last := len(cells) - 2*len(kept)
	worlds := s.A.Worlds()
	var as, bs [64]uint32
	for i := from; i < to; {
		n := min(to-i, len(as))
		for k := range n {
			p, q := s.of.Pair(i + k)
			as[k], bs[k] = uint32(p), uint32(q)
			columnar.AppendText(&cells[0], worlds[s.A.World(p)])
		}
		s.A.AppendLabels(&cells[1], as[:n])
		s.B.AppendLabels(&cells[2], bs[:n])
		i += n
	}
	for k := range kept {
		for i := from; i < to; i++ {
			p, q := s.of.Pair(i)
			textOrNull(&cells[last+2*k], s.A.KeptText(k, p))
			textOrNull(&cells[last+2*k+1], s.B.KeptText(k, q))
		}
	}
	return cells[3:last]
}

// textOrNull appends a kept cell. An empty cell is a missing value.
func textOrNull(c *columnar.Cells, text []byte) {
	if len(text) == 0 {
		c.Null()
	} else {
		columnar.AppendText(c, text)
	}
}

// Widest returns the most bytes that the names and the kept cells of a row may take.
func (s *Sides) Widest() int { return s.A.Widest() + s.B.Widest() }

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
	// folded are the rows of the answer where shapes are cut into parts, unless each two parts
	// have a row, or where rows are about bodies.
	folded []folded
	wholes [2]*wholes // of A and of B, if rows are about shapes or bodies of several parts
	// outlines decides about wholes if their corners are known; else it is nil.
	outlines *outlines
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

// wholes are what rows are about: the shapes of a set, each of one convex part or of several; or
// bodies, the shapes of one world with the same body, which go by the first of them. A shape of
// no body is one by itself.
type wholes struct {
	set     *shapes.Set
	ids     []soa.ID            // of each slot
	first   []uint32            // of each shape, the first of its body; nil if rows are about shapes
	members map[uint32][]uint32 // by first shape: those of a body that has several
	mixed   map[uint32]bool     // by first shape: whether its body has different filters
}

func wholesOf(set *shapes.Set, bodies bool) (*wholes, error) {
	w := &wholes{set: set, ids: slices.Collect(set.Shapes.All())}
	if !bodies {
		return w, nil
	}
	type body struct{ world, body uint32 }
	firsts := map[body]uint32{}
	w.members, w.mixed = map[uint32][]uint32{}, map[uint32]bool{}
	for k := range set.Len() {
		from, _ := set.Slots(k)
		a, err := set.Shapes.Attrs(w.ids[from])
		if err != nil {
			return nil, err
		}
		first := uint32(k)
		if a.Body != 0 {
			key := body{a.World, a.Body}
			if f, known := firsts[key]; known {
				first = f
				if w.members[f] == nil {
					w.members[f] = []uint32{f}
				}
				w.members[f] = append(w.members[f], uint32(k))
				leader, _ := set.Slots(int(f))
				b, err := set.Shapes.Attrs(w.ids[leader])
				if err != nil {
					return nil, err
				}
				b.Sensor = a.Sensor
				if a != b || set.Sides(k) != set.Sides(int(f)) {
					w.mixed[f] = true
				}
			} else {
				firsts[key] = first
			}
		}
		w.first = append(w.first, first)
	}
	return w, nil
}

// of is what the shape in a slot is a part of, by its first shape.
func (w *wholes) of(slot int) int {
	k := w.set.Of(slot)
	if w.first != nil {
		return int(w.first[k])
	}
	return k
}

// count is how many convex parts a whole has.
func (w *wholes) count(k int) (n int) {
	members := w.members[uint32(k)]
	if members == nil {
		from, to := w.set.Slots(k)
		return to - from
	}
	for _, m := range members {
		from, to := w.set.Slots(int(m))
		n += to - from
	}
	return n
}

// parts are the convex parts of a whole, which the caller does not change.
func (w *wholes) parts(k int) []soa.ID {
	from, to := w.set.Slots(k)
	list := w.ids[from:to:to]
	if members := w.members[uint32(k)]; members != nil {
		for _, m := range members[1:] {
			from, to := w.set.Slots(int(m))
			list = append(list, w.ids[from:to]...)
		}
	}
	return list
}
