// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"math"
	"slices"

	"daylight/internal/simd"
	"daylight/internal/simd/bvh"
	"daylight/internal/simd/pose"
	"daylight/soa"
)

// Points are questions about points, as columns of the same length. The absolute value of a
// coordinate may be up to 2^100.
type Points struct {
	X, Y []float64
	Filters
}

// Boxes are questions about axis-aligned boxes, as columns of the same length. The boxes are
// closed sets. A min may be equal to its max.
type Boxes struct {
	MinX, MinY, MaxX, MaxY []float64
	Filters
}

// Probes are questions about shapes of a store, where they are now: the shapes with the given IDs,
// or if IDs is nil, all shapes in the order of slots. The attributes of each are its filters. A call
// brings the AABBs of the store up to date, so nobody else may use the store meanwhile. If it is the
// store of the index, no shape answers the question about itself. A shape in quarantine as a probe
// is a *QuestionError.
type Probes struct {
	Shapes *soa.Shapes
	IDs    []soa.ID
	Skip   []soa.ID // for each question one shape that does not answer it; nil for none
}

// Overlaps are the shapes that answer each question, as columns. Those of question i are the
// entries Offsets[i] to Offsets[i+1]-1 of the other columns. If a method fills Depth, NX and NY, the
// overlap ends if the shape or point asked about is moved by Depth along the unit normal (NX, NY),
// which points from the shape found to it. A negative depth is minus the distance.
type Overlaps struct {
	Offsets []int
	Shape   []soa.ID
	Depth   []float32
	NX, NY  []float32
}

// Len is the number of questions.
func (o *Overlaps) Len() int { return max(len(o.Offsets)-1, 0) }

// Row is where the answers to question i lie in the columns.
func (o *Overlaps) Row(i int) (lo, hi int) { return o.Offsets[i], o.Offsets[i+1] }

// overlaps is the task of finding what meets points, boxes and shapes.
type overlaps struct {
	kind    overlapKind
	points  Points
	windows Boxes
	probes  probes
	filters *Filters
	world   []uint32
	limit   float32
	reach   float64 // by which boxes grow
	plain   bool    // no filter keeps anything out
	result  Overlaps
	answers answers
}

type overlapKind uint8

const (
	ofPoints overlapKind = iota
	ofBoxes
	ofAABBs
	ofShapes
	ofCovers
)

// OverlapPoints finds the shapes that hold each point, boundary included, or with Within(r) are
// at a distance of at most r. Depth and normal are those that batch.Join finds for a circle of
// radius 0.
func (a *Asker) OverlapPoints(ctx context.Context, p Points, opts ...Option) (*Overlaps, error) {
	const op = "OverlapPoints"
	if err := a.begin(ctx, opts); err != nil {
		return nil, err
	}
	n := len(p.X)
	if err := columns(op, n, column{"Y", len(p.Y)}); err != nil {
		return nil, err
	}
	if err := p.check(op, n); err != nil {
		return nil, err
	}
	o := &a.overlap
	o.kind, o.points, o.filters, o.world = ofPoints, p, &o.points.Filters, p.World
	o.reach = a.reach()
	if err := a.box(op, n, (*Asker).boxPoints); err != nil {
		return nil, err
	}
	return a.overlapped(n)
}

func (a *Asker) boxPoints(lo, hi int) error {
	p := &a.overlap.points
	return a.boxPlaces(p.X, p.Y, lo, hi, a.overlap.reach)
}

// boxPlaces boxes a range of points.
func (a *Asker) boxPlaces(xs, ys []float64, lo, hi int, r float64) error {
	boxes, t := a.boxes[lo:hi], &a.ix.tree
	ys = ys[lo:hi]
	for i, x := range xs[lo:hi] {
		y := ys[i]
		if !(math.Abs(x) <= pose.PoseRange && math.Abs(y) <= pose.PoseRange) {
			return notPlace(a.boxing.op, lo+i, "point", x, y)
		}
		boxes[i] = t.box(x, y, x, y, r)
	}
	return nil
}

// OverlapAABBs finds the shapes whose AABBs meet each box. They are the AABBs that a step uses, which
// are a little larger than the shapes. Within does not apply, and Depth, NX and NY are empty.
func (a *Asker) OverlapAABBs(ctx context.Context, b Boxes, opts ...Option) (*Overlaps, error) {
	return a.overlapBoxes(ctx, "OverlapAABBs", ofAABBs, b, opts)
}

// OverlapBoxes finds the shapes that meet each box (not only their AABBs), or with Within(r) are
// at a distance of at most r, with depth and normal.
func (a *Asker) OverlapBoxes(ctx context.Context, b Boxes, opts ...Option) (*Overlaps, error) {
	return a.overlapBoxes(ctx, "OverlapBoxes", ofBoxes, b, opts)
}

func (a *Asker) overlapBoxes(ctx context.Context, op string, kind overlapKind, b Boxes, opts []Option) (*Overlaps, error) {
	if err := a.begin(ctx, opts); err != nil {
		return nil, err
	}
	n := len(b.MinX)
	if err := columns(op, n, column{"MinY", len(b.MinY)}, column{"MaxX", len(b.MaxX)}, column{"MaxY", len(b.MaxY)}); err != nil {
		return nil, err
	}
	if err := b.check(op, n); err != nil {
		return nil, err
	}
	o := &a.overlap
	o.kind, o.windows, o.filters, o.world = kind, b, &o.windows.Filters, b.World
	o.reach = a.reach()
	if err := a.box(op, n, (*Asker).boxWindows); err != nil {
		return nil, err
	}
	return a.overlapped(n)
}

func (a *Asker) boxWindows(lo, hi int) error {
	o, t := &a.overlap, &a.ix.tree
	b := &o.windows
	for i := lo; i < hi; i++ {
		x0, y0, x1, y1 := b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i]
		if err := checkBox(a.boxing.op, i, x0, y0, x1, y1); err != nil {
			return err
		}
		m := 0.0
		if o.kind == ofBoxes {
			m = o.reach + boxSlack(x0, y0, x1, y1)
		}
		a.boxes[i] = t.box(x0, y0, x1, y1, m)
	}
	return nil
}

// boxSlack is by how much a box is grown for what kernels may make of it: a share of its half
// sizes, as simd.Margin.
func boxSlack(x0, y0, x1, y1 float64) float64 { return float64(((x1 - x0) + (y1 - y0)) * 0x1p-17) }

// OverlapShapes finds the shapes that meet each probe, or with Within(r) are at a distance of at
// most r, with depth and normal: the pairs that batch.Join finds between both sets.
func (a *Asker) OverlapShapes(ctx context.Context, p Probes, opts ...Option) (*Overlaps, error) {
	const op = "OverlapShapes"
	if err := a.begin(ctx, opts); err != nil {
		return nil, err
	}
	o := &a.overlap
	n, err := a.load(&o.probes, op, &p)
	if err != nil {
		return nil, err
	}
	o.probes.fit(&a.ix.tree, a.boxes, a.reach())
	o.kind, o.filters, o.world = ofShapes, &o.probes.Filters, o.probes.World
	return a.overlapped(n)
}

// reach is by how much boxes are grown for the distance asked for: a little more, for
// rounding, which grows with it.
func (a *Asker) reach() float64 {
	if a.cfg.within == inf {
		a.cfg.within = 0
	}
	return float64(float64(a.cfg.within)*(1+0x1p-16)) + faint
}

// faint is more than the distances that kernels take for none, 2^-62.
const faint = 0x1p-60

// exact reports whether kernels decide.
func (o *overlaps) exact() bool { return o.kind != ofAABBs && o.kind != ofCovers }

// overlapped answers n questions that have been set up.
func (a *Asker) overlapped(n int) (*Overlaps, error) {
	o := &a.overlap
	o.limit = a.cfg.within
	o.plain = o.kind < ofShapes && o.filters.none() && !a.ix.sifts(&soa.Attrs{})
	// A search for many boxes at a time hardly waits for memory, so that sorting pays later, least
	// where little is found.
	shapes := a.ix.Len() / 8
	if o.kind == ofPoints {
		shapes /= 8
	}
	a.sorter.sort(a.boxes, o.world, shapes)
	a.find(o.exact(), false, false)
	if err := a.answer(o); err != nil {
		return nil, err
	}
	offsets, err := a.collect(n, &o.answers)
	if err != nil {
		return nil, err
	}
	s := &o.answers
	o.result = Overlaps{Offsets: offsets, Shape: s.shape, Depth: s.sep, NX: s.nx, NY: s.ny}
	return &o.result, nil
}

// block answers a block of questions.
func (o *overlaps) block(a *Asker, w *worker, from int, questions []uint32) error {
	ix := a.ix
	first := len(w.rows)
	w.search.begin(a.boxesOf(from, questions, &w.search.room))
	if o.exact() {
		w.narrow.begin(ix, o.kind == ofShapes && o.probes.own.polygons)
		o.load(&w.narrow, questions)
	}
	for lo := 0; lo < len(questions); {
		hi := len(questions)
		world := uint32(0)
		if o.world != nil {
			world = o.world[questions[lo]]
			for hi = lo + 1; hi < len(questions) && o.world[questions[hi]] == world; hi++ {
			}
		}
		c := ix.crownOf(world)
		for c.lo < c.hi && lo < hi {
			if o.kind == ofAABBs && w.search.few() {
				if err := o.window(a, w, &c, questions[lo]); err != nil {
					return err
				}
				lo++
				continue
			}
			if o.kind == ofAABBs && o.plain && !ix.all && !c.part {
				n, err := o.identify(a, w, &c, questions[lo:hi], w.search.boxes[lo:hi])
				if err != nil {
					return err
				}
				lo += n
				continue
			}
			n := ix.search(w, &c, w.search.boxes[lo:hi])
			if err := o.near(a, w, &c, questions, lo, n); err != nil {
				return err
			}
			lo += n
		}
		lo = hi
	}
	if o.exact() {
		if err := o.settle(a, w, questions); err != nil {
			return err
		}
	}
	if a.cfg.canonical {
		w.byID(first)
	}
	return nil
}

// window answers a question about AABBs alone: a window that finds many gains nothing by others.
func (o *overlaps) window(a *Asker, w *worker, c *crown, q uint32) error {
	ix, at := a.ix, len(w.out.shape)
	b := a.boxes[q]
	places := ix.meeting(w, c, &b)
	if err := w.roomFor(len(places)); err != nil {
		return err
	}
	sifts := false
	var f sieve
	if !o.plain {
		f = o.sieve(ix, q)
		f.solid = a.cfg.solid
		sifts = f.attrs || f.Skip != 0
	}
	if !sifts && len(places) > 0 && ix.certain(w, c, &b, len(places)) {
		w.out.shape = ix.shapes.appendIDs(w.out.shape, places)
		return a.end(w, q, at)
	}
	for _, p := range places {
		if (!sifts || f.lets(&ix.shapes, p)) && o.windows.meet(q, &ix.shapes, p) {
			w.out.shape = append(w.out.shape, ix.shapes.id[p])
		}
	}
	return a.end(w, q, at)
}

// near answers n questions of a block, from the first, or finds what kernels have to decide. A
// search has found whose boxes meet theirs.
func (o *overlaps) near(a *Asker, w *worker, c *crown, questions []uint32, first, n int) error {
	ix, s := a.ix, &w.search
	if o.plain && o.exact() {
		return o.candidates(a, w, questions, first, s.found)
	}
	if !o.exact() {
		if err := w.roomFor(len(s.found.Node)); err != nil {
			return err
		}
	}
	ends := s.split(n)
	windows := o.kind == ofAABBs && !ix.all && !c.part
	sure := windows && s.certain(ix, s.boxes[first:first+n])
	lo, loSure := uint32(0), uint32(0)
	if sure && o.plain {
		at := len(w.out.shape)
		w.out.shape = ix.shapes.appendIDs(w.out.shape, s.found.Node)
		for k, end := range ends {
			if err := a.endAt(w, questions[first+k], at+int(lo), int(end-lo)); err != nil {
				return err
			}
			lo = end
		}
		return nil
	}
	for k, end := range ends {
		q := questions[first+k]
		places := s.found.Node[lo:end]
		all := sure
		if windows && !sure {
			all = end-lo == s.ends[1][k]-loSure
			loSure = s.ends[1][k]
		}
		at := len(w.out.shape)
		if !o.plain {
			f := o.sieve(ix, q)
			f.solid = a.cfg.solid
			if f.attrs || f.Skip != 0 {
				kept := places[:0]
				for _, p := range places {
					if f.lets(&ix.shapes, p) {
						kept = append(kept, p)
					}
				}
				places = kept
			}
		}
		switch {
		case o.exact():
			tests := bvh.Tests{Node: places, Box: s.found.Box[lo:]}
			if err := o.candidates(a, w, questions, first, tests); err != nil {
				return err
			}
			lo = end
			continue
		case all:
			w.out.shape = ix.shapes.appendIDs(w.out.shape, places)
		case o.kind == ofAABBs:
			for _, p := range places {
				if o.windows.meet(q, &ix.shapes, p) {
					w.out.shape = append(w.out.shape, ix.shapes.id[p])
				}
			}
		default:
			for _, p := range places {
				if o.probes.cover(w, ix, q, p) {
					w.out.shape = append(w.out.shape, ix.shapes.id[p])
				}
			}
		}
		if err := a.end(w, q, at); err != nil {
			return err
		}
		lo = end
	}
	return nil
}

// candidates hands places, and the questions beside them as numbers from the first on, to
// kernels.
func (o *overlaps) candidates(a *Asker, w *worker, questions []uint32, first int, t bvh.Tests) error {
	n := &w.narrow
	for len(t.Node) > 0 {
		m := min(len(t.Node), flush-len(n.place))
		n.addAll(a.ix, uint32(first), t.Node[:m], t.Box)
		t.Node, t.Box = t.Node[m:], t.Box[m:]
		if len(n.place) == flush {
			if err := o.settle(a, w, questions); err != nil {
				return err
			}
		}
	}
	return nil
}

// sieve is the filter of a question.
func (o *overlaps) sieve(ix *Index, q uint32) sieve {
	if o.kind >= ofShapes {
		return o.probes.sieve(ix, q)
	}
	return o.filters.at(ix, q)
}

// load adds questions to those that kernels decide.
func (o *overlaps) load(n *narrow, questions []uint32) {
	if o.kind == ofShapes {
		for _, q := range questions {
			n.askShape(&o.probes.own, q)
		}
		return
	}
	class := simd.Circle
	if o.kind == ofBoxes {
		class = simd.Box
	}
	rec := n.askAll(class, len(questions))
	for k, q := range questions {
		if o.kind == ofPoints {
			rec[k] = simd.Record{X: o.points.X[q], Y: o.points.Y[q], C: 1}
		} else {
			b := &o.windows
			rec[k] = boxRecord(b.MinX[q], b.MinY[q], b.MaxX[q], b.MaxY[q])
		}
	}
}

// boxRecord is a box given by its corners, its half sizes rounded to float32.
func boxRecord(x0, y0, x1, y1 float64) simd.Record {
	hx, hy := float64(0.5*(x1-x0)), float64(0.5*(y1-y0))
	return simd.Record{X: x0 + hx, Y: y0 + hy, P: float32(hx), Q: float32(hy), C: 1}
}

// settle decides the candidates collected and appends the answers to the worker's.
func (o *overlaps) settle(a *Asker, w *worker, questions []uint32) error {
	n, out := &w.narrow, &w.out
	if len(n.place) == 0 {
		return nil
	}
	m := n.decideInOrder(a.ix, o.limit)
	if err := w.roomFor(m); err != nil {
		return err
	}
	base := uint32(n.asked)
	at := len(out.shape)
	out.shape, out.sep = out.shape[:at+m], out.sep[:at+m]
	for i, row := range n.hits.A[:m] {
		out.shape[at+i] = a.ix.shapes.id[n.place[row-base]]
	}
	for i, v := range n.hits.Sep[:m] {
		out.sep[at+i] = 0 - v // not -v: one that touches has depth 0, not -0
	}
	out.nx, out.ny = append(out.nx, n.hits.NX[:m]...), append(out.ny, n.hits.NY[:m]...)
	last := len(w.rows) - 1
	for i, k := range n.hits.B[:m] {
		if q := questions[k]; last < 0 || w.rows[last].question != q {
			w.rows = append(w.rows, row{question: q, n: 1, at: at + i})
			last++
		} else {
			w.rows[last].n++
		}
	}
	n.drop(a.ix)
	if w.pending += m; w.pending < countFrom {
		return nil
	}
	return a.count(w)
}

// appendIDs appends the IDs of the shapes in some places.
func (s *shapes) appendIDs(dst []soa.ID, places []uint32) []soa.ID {
	at := len(dst)
	dst = slices.Grow(dst, len(places))[:at+len(places)]
	for i, p := range places {
		dst[at+i] = s.id[p]
	}
	return dst
}
