// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"math"

	"daylight/internal/scratch"
	"daylight/soa"
)

// MaxNeighbours is the greatest number of neighbours that may be asked for.
const MaxNeighbours = 1 << 16

var (
	nearestToPoints = call{name: "NearestToPoints", asks: points, nearest: true, honours: attrsOption | skipOption | withinOption | noPointsOption | periodOption}
	nearestToPoint  = nearestToPoints.single("NearestToPoint")
	nearestToShapes = call{name: "NearestToShapes", asks: shapesOfStore, nearest: true, honours: skipOption | withinOption | noPointsOption | periodOption}
	nearestToShape  = nearestToShapes.single("NearestToShape")
)

// NearestToPoints finds the k shapes that are nearest to each point, sorted by distance, and by ID
// if distances are equal; if several are at the k-th distance, those with the lowest IDs. It finds
// fewer if there are not so many shapes, or not so many at a distance of at most Options.Within. k
// is 1 to MaxNeighbours.
func (a *Asker) NearestToPoints(ctx context.Context, x, y []float64, k int, o Options) (*Rows[Neighbour], error) {
	err := a.ask(ctx, &nearestToPoints, &o, columns{x: x, y: y, k: k})
	return neighbourRows.answer(a, err, (*Asker).answerNearest)
}

// NearestToPoint is NearestToPoints for one point, and appends to dst.
func (ix *Index) NearestToPoint(dst []Neighbour, x, y float64, k int, o Options) ([]Neighbour, error) {
	a, err := ix.askOne(&nearestToPoint, &o, oneQuestion{row: [5]float64{x, y}, k: k})
	return neighbourRows.append(dst, a, err, (*Asker).answerNearestAlone)
}

// NearestToShapes finds the k shapes that are nearest to each shape of a store, as NearestToPoints
// does. Store, IDs and filters are as in CastShapes.
func (a *Asker) NearestToShapes(ctx context.Context, store *soa.Shapes, ids []soa.ID, k int, o Options) (*Rows[Neighbour], error) {
	err := a.ask(ctx, &nearestToShapes, &o, columns{store: store, ids: ids, k: k})
	return neighbourRows.answer(a, err, (*Asker).answerNearest)
}

// NearestToShape is NearestToShapes for one shape, and appends to dst.
func (ix *Index) NearestToShape(dst []Neighbour, store *soa.Shapes, id soa.ID, k int, o Options) ([]Neighbour, error) {
	a, err := ix.askOne(&nearestToShape, &o, oneQuestion{store: store, id: id, k: k})
	return neighbourRows.append(dst, a, err, (*Asker).answerNearestAlone)
}

// nearestBlock finds the neighbours of a block of questions together: it guesses a distance for
// each question, and finds and decides all shapes within it. If these are at least k, the k nearest
// are among them. The other questions are answered on the tree, one by one.
type nearestBlock struct {
	scale   float32    // of the distances, adapted to how many shapes the last ones found
	reach   []float32  // of each question of the block; negative for one to be answered on the tree
	boxes   []box      // of questions, grown by reach
	single  candidates // for questions that are answered on the tree
	filters []filter
	hits    int      // of the current candidates, in the order of questions
	keys    []uint64 // of the nearest to a question: separation, and index of the hit
	retried int      // questions of the block that were answered on the tree after all
	backoff backoff
}

// The scale of distances changes by these factors after a question that found enough shapes, and
// after one that did not. If shapes are spread evenly, about one question in thirty is answered
// again, which takes four times as long.
const (
	shrinkReach = 0.9993
	growReach   = 1.02
)

// retryReach is the factor by which the distance of a question grows that found too few shapes; if
// the shapes within that are too few, the tree is searched.
const retryReach = 1.25

// maxGuessed is the greatest k for which distances are guessed.
const maxGuessed = flush / 16

// answerNearest finds the neighbours of a block of questions.
func (a *Asker) answerNearest(w *worker, from int, questions []uint32) error {
	ix, b := a.ix, &w.nearest
	w.search.begin(a.boxesOf(from, questions, &w.search.room))
	b.filters = scratch.Resize(b.filters, len(questions))
	for k, q := range questions {
		b.filters[k] = a.filter(q)
	}
	w.narrow.begin(a.polygonsAsk())
	a.addTo(&w.narrow, questions)
	for lo := 0; lo < len(questions); {
		hi, c := a.nextOfWorld(questions, lo)
		if ix.all || c.part || c.lo >= c.hi || a.k > maxGuessed || b.backoff.pending > 0 {
			if err := a.answerNearestAlone(w, 0, questions[lo:hi]); err != nil {
				return err
			}
		} else if err := a.nearestTogether(w, &c, questions, lo, hi); err != nil {
			return err
		}
		lo = hi
	}
	if b.backoff.pending > 0 {
		b.backoff.pending--
	} else {
		b.backoff.done(b.retried, len(questions))
	}
	b.retried = 0
	return nil
}

// answerNearestAlone finds the neighbours of questions one by one.
func (a *Asker) answerNearestAlone(w *worker, _ int, questions []uint32) error {
	for _, q := range questions {
		if err := a.nearestAlone(w, q, -1); err != nil {
			return err
		}
	}
	return nil
}

// nearestAlone finds the neighbours of one question. If reach is not negative, fewer than k shapes
// are within it.
func (a *Asker) nearestAlone(w *worker, q uint32, reach float32) (err error) {
	n := &w.nearest.single
	n.begin(a.polygonsAsk())
	one := [1]uint32{q}
	a.addTo(n, one[:])
	f := a.filter(q)
	if w.neighbours, err = grow(w.account, w.neighbours, min(a.k, a.ix.Len())); err != nil {
		return err
	}
	at := len(w.neighbours)
	if reach < 0 || !a.nearestWithin(w, n, &a.boxes[q], &f, min(reach*retryReach, a.limit)) {
		a.nearestOnTree(w, n, &a.boxes[q], &f)
	}
	return a.end(w, q, at, len(w.neighbours)-at)
}

// nearestTogether finds the neighbours of questions lo to hi-1 of a block.
func (a *Asker) nearestTogether(w *worker, c *subtree, questions []uint32, lo, hi int) error {
	b := &w.nearest
	b.guess(a, &w.search, c, lo, hi)
	for lo < hi {
		n := a.ix.search(w, c, b.boxes[lo:hi])
		ends := w.search.split(n)
		// The candidates of as many questions as fit one run of kernels.
		for from := 0; from < n; {
			begin := uint32(0)
			if from > 0 {
				begin = ends[from-1]
			}
			upto := from
			for upto < n && ends[upto]-begin <= flush {
				upto++
			}
			if upto == from {
				b.reach[lo+from] = -1
				b.scale *= 0.5
				b.hits = 0
				upto++
			} else {
				b.decide(a.ix, &w.narrow, &w.search, lo, from, upto, begin)
			}
			if err := a.chooseNearest(w, questions, lo+from, lo+upto); err != nil {
				return err
			}
			from = upto
		}
		lo += n
	}
	return nil
}

// guess sets the distances of questions lo to hi-1 of a block, by the size of a leaf at each of
// them.
func (b *nearestBlock) guess(a *Asker, s *search, c *subtree, lo, hi int) {
	ix := a.ix
	if !(b.scale > 0) {
		b.scale = 1
	}
	b.reach, b.boxes = scratch.Resize(b.reach, hi), scratch.Resize(b.boxes, hi)
	for k := lo; k < hi; k++ {
		b.reach[k] = -1
	}
	boxes := s.boxes[lo:hi]
	if c.level > 0 && s.toLeaves(ix, c, boxes) {
		share := b.scale * float32(math.Sqrt(float64(a.k)/fan))
		for i, leaf := range s.leaves.Node {
			k := lo + int(s.leaves.Box[i])
			n, j := &ix.tree.levels[1][leaf>>fanShift], leaf&(fan-1)
			area := (n.MaxX[j] - n.MinX[j]) * (n.MaxY[j] - n.MinY[j])
			// The least of them: one that goes from one strip of the storage to the next is as wide
			// as the scene.
			if r := min(share*float32(math.Sqrt(float64(area))), a.limit); b.reach[k] < 0 || r < b.reach[k] {
				b.reach[k] = r
			}
		}
	}
	for k := lo; k < hi; k++ {
		r := b.reach[k]
		if b.boxes[k] = emptyBox; !(r >= 0 && r <= math.MaxFloat32) {
			b.reach[k] = -1
			continue
		}
		q := &s.boxes[k]
		r = farther(r, padding(q))
		b.boxes[k] = boxOf(q.MinX-r, q.MinY-r, q.MaxX+r, q.MaxY+r)
	}
}

// decide has kernels decide what the last search found for its boxes from to upto-1. Box 0 of the
// search is that of question lo of the block; begin is the index of the first place found for box
// from.
func (b *nearestBlock) decide(ix *Index, n *candidates, s *search, lo, from, upto int, begin uint32) {
	limit := float32(0)
	for k := from; k < upto; k++ {
		limit = max(limit, b.reach[lo+k])
		end := s.ends[0][k]
		places := s.found.Node[begin:end]
		if f := &b.filters[lo+k]; f.active {
			kept := places[:0]
			for _, p := range places {
				if f.passes(&ix.shapes, p) {
					kept = append(kept, p)
				}
			}
			places = kept
		}
		n.addAll(ix, uint32(lo), places, s.found.Box[begin:])
		begin = end
	}
	b.hits = 0
	if len(n.place) > 0 {
		b.hits = n.decide(ix, n.eased(limit))
	}
}

// chooseNearest answers questions first to last-1 of a block from the hits of decide.
func (a *Asker) chooseNearest(w *worker, questions []uint32, first, last int) (err error) {
	n, b := &w.narrow, &w.nearest
	h := 0
	for k := first; k < last; k++ {
		from := h
		for h < b.hits && int(n.hits.B[h]) == k {
			h++
		}
		reach := b.reach[k]
		keys := b.nearest(a.ix, n, from, h, a.k, reach)
		enough := reach >= 0 && (len(keys) == a.k || reach == a.limit)
		if enough {
			b.scale *= shrinkReach
		} else if reach >= 0 {
			b.scale *= growReach
		}
		if !enough {
			b.retried++
			if err := a.nearestAlone(w, questions[k], reach); err != nil {
				return err
			}
			continue
		}
		if w.neighbours, err = grow(w.account, w.neighbours, len(keys)); err != nil {
			return err
		}
		at := len(w.neighbours)
		a.appendNeighbours(w, keys)
		if err := a.end(w, questions[k], at, len(keys)); err != nil {
			return err
		}
	}
	b.scale = min(max(b.scale, 0x1p-10), 0x1p10)
	n.drop(a.ix)
	return nil
}

// nearest returns the keys of the k nearest of the hits from to upto-1 that are within reach, by
// separation, and by ID if separations are equal.
func (b *nearestBlock) nearest(ix *Index, n *candidates, from, upto, k int, reach float32) []uint64 {
	id := func(key uint64) soa.ID { return ix.shapes.id[n.place[n.hits.A[uint32(key)]-uint32(n.asked)]] }
	less := func(a, b uint64) bool {
		if a>>32 != b>>32 {
			return a < b
		}
		return id(a) < id(b)
	}
	if k <= lanes8 {
		if best, ok := b.fewNearest(n.hits.Sep[from:upto], from, k, reach); ok {
			return best
		}
	}
	best := b.keys[:0]
	for i := from; i < upto; i++ {
		sep := n.hits.Sep[i]
		if !(sep <= reach) {
			continue
		}
		key := uint64(ascending(sep))<<32 | uint64(i)
		m := len(best)
		if m < k {
			best = append(best, 0)
		} else if m--; !less(key, best[m]) {
			continue
		}
		for ; m > 0 && less(key, best[m-1]); m-- {
			best[m] = best[m-1]
		}
		best[m] = key
	}
	b.keys = best
	return best
}

// fewNearest is nearest for k up to eight. It fails if separations are equal, as IDs would have to
// decide.
func (b *nearestBlock) fewNearest(seps []float32, from, k int, reach float32) ([]uint64, bool) {
	keys := scratch.Resize(b.keys, len(seps)+lanes8)
	b.keys = keys
	n, most := 0, uint64(ascending(reach))
	for i, sep := range seps {
		key := uint64(ascending(sep))
		keys[n] = key<<32 | uint64(from+i)
		n += 1 - int((most-key)>>63)
	}
	best, next := least8(keys[:n])
	best = best[:min(k, len(best))]
	for i := 1; i < len(best); i++ {
		if best[i]>>32 == best[i-1]>>32 {
			return nil, false
		}
	}
	if k < lanes8 && k < n {
		next = keys[k]
	}
	return best, len(best) == 0 || best[len(best)-1]>>32 != next>>32
}

// ascending maps floats to integers of the same order, both zeros to one.
func ascending(f float32) uint32 {
	b := math.Float32bits(f + 0)
	return b ^ uint32(int32(b)>>31) | ^b&(1<<31)
}

// appendNeighbours appends hits to the worker's neighbours, with their closest points.
func (a *Asker) appendNeighbours(w *worker, keys []uint64) {
	n, single := &w.narrow, &w.nearest.single
	at, base := len(w.neighbours), uint32(n.asked)
	w.neighbours = w.neighbours[:at+len(keys)]
	added := w.neighbours[at:]
	for i, key := range keys {
		h := uint32(key)
		added[i] = Neighbour{Shape: a.ix.shapes.id[n.place[n.hits.A[h]-base]], Distance: n.hits.Sep[h], NX: n.hits.NX[h], NY: n.hits.NY[h]}
	}
	if a.options.NoClosestPoints {
		return
	}
	if len(single.hit) == 0 {
		single.init()
	}
	to := &single.hits
	for i, key := range keys {
		h := uint32(key)
		to.A[i], to.B[i] = n.hits.A[h], n.hits.B[h]
		to.Sep[i], to.NX[i], to.NY[i] = n.hits.Sep[h], n.hits.NX[h], n.hits.NY[h]
	}
	n.addWitnesses(added, to, single.wit)
}
