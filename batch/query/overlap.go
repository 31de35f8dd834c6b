// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"slices"

	"daylight/soa"
)

// A search for many boxes at a time hardly waits for memory, so sorting questions pays from larger
// indexes on than for rays, and from the largest if few shapes are found.
var (
	overlapPoints = call{name: "OverlapPoints", asks: points, grows: true, sorted: 6, honours: attrsOption | skipOption | withinOption | canonicalOption | periodOption}
	overlapPoint  = overlapPoints.single("OverlapPoint")
	overlapBoxes  = call{name: "OverlapBoxes", asks: boxes, grows: true, sorted: 3, honours: overlapPoints.honours}
	overlapBox    = overlapBoxes.single("OverlapBox")
	overlapShapes = call{name: "OverlapShapes", asks: shapesOfStore, grows: true, sorted: 3, honours: skipOption | withinOption | canonicalOption | periodOption}
	overlapShape  = overlapShapes.single("OverlapShape")
	overlapAABBs  = call{name: "OverlapAABBs", asks: boxes, sorted: 3, honours: attrsOption | skipOption | canonicalOption}
	overlapAABB   = overlapAABBs.single("OverlapAABB")
	coverShapes   = call{name: "CoverShapes", asks: shapesOfStore, sorted: 3, honours: skipOption | canonicalOption}
	coverShape    = coverShapes.single("CoverShape")
)

// OverlapPoints finds the shapes that hold each point, boundary included, or are at a distance of
// at most Options.Within. Depth and normal equal the results of batch.Join for a circle of radius
// 0. The absolute value of a coordinate may be up to 2^100.
func (a *Asker) OverlapPoints(ctx context.Context, x, y []float64, o Options) (*Rows[Overlap], error) {
	err := a.ask(ctx, &overlapPoints, &o, columns{x: x, y: y})
	return overlapRows.answer(a, err, (*Asker).answerOverlaps)
}

// OverlapPoint is OverlapPoints for one point, and appends to dst.
func (ix *Index) OverlapPoint(dst []Overlap, x, y float64, o Options) ([]Overlap, error) {
	a, err := ix.askOne(&overlapPoint, &o, oneQuestion{row: [5]float64{x, y}})
	return overlapRows.append(dst, a, err, (*Asker).answerOverlaps)
}

// OverlapBoxes finds the shapes that meet each box (not only their AABBs), or are at a distance of
// at most Options.Within. Boxes are axis-aligned and closed sets; a min may be equal to its max,
// and a side be as long as 2^61.
func (a *Asker) OverlapBoxes(ctx context.Context, minX, minY, maxX, maxY []float64, o Options) (*Rows[Overlap], error) {
	err := a.ask(ctx, &overlapBoxes, &o, columns{x: minX, y: minY, u: maxX, v: maxY})
	return overlapRows.answer(a, err, (*Asker).answerOverlaps)
}

// OverlapBox is OverlapBoxes for one box, and appends to dst.
func (ix *Index) OverlapBox(dst []Overlap, minX, minY, maxX, maxY float64, o Options) ([]Overlap, error) {
	a, err := ix.askOne(&overlapBox, &o, oneQuestion{row: [5]float64{minX, minY, maxX, maxY}})
	return overlapRows.append(dst, a, err, (*Asker).answerOverlaps)
}

// OverlapShapes finds the shapes that meet each shape of a store, or are at a distance of at most
// Options.Within: the pairs that batch.Join finds between both sets. Store, IDs and filters are as
// in CastShapes. For a shape of the index's own store, the answer is its neighbours, as
// WithinDistance lists them.
func (a *Asker) OverlapShapes(ctx context.Context, store *soa.Shapes, ids []soa.ID, o Options) (*Rows[Overlap], error) {
	err := a.ask(ctx, &overlapShapes, &o, columns{store: store, ids: ids})
	return overlapRows.answer(a, err, (*Asker).answerOverlaps)
}

// OverlapShape is OverlapShapes for one shape, and appends to dst.
func (ix *Index) OverlapShape(dst []Overlap, store *soa.Shapes, id soa.ID, o Options) ([]Overlap, error) {
	a, err := ix.askOne(&overlapShape, &o, oneQuestion{store: store, id: id})
	return overlapRows.append(dst, a, err, (*Asker).answerOverlaps)
}

// OverlapAABBs finds the shapes whose AABBs meet each box. They are the AABBs that a step uses,
// which are a little larger than the shapes. Boxes are as in OverlapBoxes.
func (a *Asker) OverlapAABBs(ctx context.Context, minX, minY, maxX, maxY []float64, o Options) (*Rows[soa.ID], error) {
	err := a.ask(ctx, &overlapAABBs, &o, columns{x: minX, y: minY, u: maxX, v: maxY})
	return idRows.answer(a, err, (*Asker).answerAABBs)
}

// OverlapAABB is OverlapAABBs for one box, and appends to dst.
func (ix *Index) OverlapAABB(dst []soa.ID, minX, minY, maxX, maxY float64, o Options) ([]soa.ID, error) {
	a, err := ix.askOne(&overlapAABB, &o, oneQuestion{row: [5]float64{minX, minY, maxX, maxY}})
	return idRows.append(dst, a, err, (*Asker).answerAABBs)
}

// CoverShapes finds the shapes that cover each shape of a store, which means that they hold all of
// it, boundaries included. Equal shapes cover each other. Store, IDs and filters are as in
// CastShapes.
//
// It is decided in float64, by the shapes as they are stored. Their edges are off what was given
// by 2^-22 of a shape's reach, so for both shapes together by about 2^-22 of both reaches. If a
// shape comes that near to the boundary of another, it may be reported or not. Two boxes, or two
// polygons, with the same vertices and pose always cover each other.
func (a *Asker) CoverShapes(ctx context.Context, store *soa.Shapes, ids []soa.ID, o Options) (*Rows[soa.ID], error) {
	err := a.ask(ctx, &coverShapes, &o, columns{store: store, ids: ids})
	return idRows.answer(a, err, (*Asker).answerCovers)
}

// CoverShape is CoverShapes for one shape, and appends to dst.
func (ix *Index) CoverShape(dst []soa.ID, store *soa.Shapes, id soa.ID, o Options) ([]soa.ID, error) {
	a, err := ix.askOne(&coverShape, &o, oneQuestion{store: store, id: id})
	return idRows.append(dst, a, err, (*Asker).answerCovers)
}

// answerOverlaps answers a block of questions about overlaps: a search finds the shapes whose boxes
// meet those of the questions, and kernels decide these pairs.
func (a *Asker) answerOverlaps(w *worker, from int, questions []uint32) error {
	first := len(w.rows)
	w.narrow.begin(a.polygonsAsk())
	a.addTo(&w.narrow, questions)
	w.asked = questions
	if err := a.searchBlock(w, from, questions, (*Asker).addFound); err != nil {
		return err
	}
	if err := a.decideOverlaps(w, questions); err != nil {
		return err
	}
	if a.options.Canonical {
		for _, r := range w.rows[first:] {
			slices.SortFunc(w.overlaps[r.at:r.at+int(r.n)], byShape)
		}
	}
	return nil
}

// addFound adds the candidates that the last search found, and decides as many as fit one run of
// kernels.
func (a *Asker) addFound(w *worker, _ subtree, lo int, questions []uint32) error {
	s := &w.search
	if !a.plain {
		a.filterFound(s, questions)
	}
	for places, of := s.found.Node, s.found.Box; len(places) > 0; {
		m := min(len(places), flush-len(w.narrow.place))
		w.narrow.addAll(a.ix, uint32(lo), places[:m], of)
		places, of = places[m:], of[m:]
		if len(w.narrow.place) == flush {
			if err := a.decideOverlaps(w, w.asked); err != nil {
				return err
			}
		}
	}
	return nil
}

// filterFound drops the places that the last search found and that the filters of the questions
// exclude.
func (a *Asker) filterFound(s *search, questions []uint32) {
	kept, last := 0, -1
	var f filter
	for i, p := range s.found.Node {
		k := s.found.Box[i]
		if int(k) != last {
			f, last = a.filter(questions[k]), int(k)
		}
		if f.passes(&a.ix.shapes, p) {
			s.found.Node[kept], s.found.Box[kept] = p, k
			kept++
		}
	}
	s.found.Node, s.found.Box = s.found.Node[:kept], s.found.Box[:kept]
}

// decideOverlaps decides the current candidates and appends the answers to the worker's.
func (a *Asker) decideOverlaps(w *worker, questions []uint32) (err error) {
	n, ids := &w.narrow, a.ix.shapes.id
	if len(n.place) == 0 {
		return nil
	}
	m := n.decide(a.ix, a.limit)
	if w.overlaps, err = grow(w.account, w.overlaps, m); err != nil {
		return err
	}
	at := len(w.overlaps)
	w.overlaps = w.overlaps[:at+m]
	h, base := &n.hits, uint32(n.asked)
	for i := range w.overlaps[at:] {
		// 0 - Sep, not -Sep: one that touches has depth 0, not -0.
		w.overlaps[at+i] = Overlap{Shape: ids[n.place[h.A[i]-base]], Depth: 0 - h.Sep[i], NX: h.NX[i], NY: h.NY[i]}
	}
	last := len(w.rows) - 1
	for i, k := range h.B[:m] {
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

// answerCovers answers a block of questions about what covers shapes.
func (a *Asker) answerCovers(w *worker, from int, questions []uint32) error {
	return a.searchBlock(w, from, questions, (*Asker).coverFound)
}

// coverFound answers questions about shapes that cover others, from the result of the last search.
func (a *Asker) coverFound(w *worker, _ subtree, _ int, questions []uint32) (err error) {
	ix, s := a.ix, &w.search
	if w.ids, err = grow(w.account, w.ids, len(s.found.Node)); err != nil {
		return err
	}
	a.filterFound(s, questions)
	begin := uint32(0)
	for k, end := range s.split(len(questions)) {
		q, at := questions[k], len(w.ids)
		for _, p := range s.found.Node[begin:end] {
			if a.probes.cover(w, ix, q, p) {
				w.ids = append(w.ids, ix.shapes.id[p])
			}
		}
		if err := a.endIDs(w, q, at); err != nil {
			return err
		}
		begin = end
	}
	return nil
}
