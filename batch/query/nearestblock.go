// SPDX-License-Identifier: MIT

package query

import (
	"math"

	"daylight/internal/scratch"
	"daylight/soa"
)

// nearestBlock is what a worker needs to find the neighbours of a block of questions in one go: all
// shapes within a distance of each question are found and decided, and if they are enough, the nearest
// are among them. For the other questions the tree is searched, one by one.
type nearestBlock struct {
	scale   float32   // of the distances, by what the last ones found
	reach   []float32 // of each question of the block; negative for one to be answered on the tree
	boxes   []box     // that reach so far
	single  narrow    // for questions that are answered on the tree
	filters []filter
	hits    int      // of the candidates in hand, in the order of questions
	keys    []uint64 // of the nearest to a question: separation, and which hit it is
	retried int      // questions of the block that were answered on the tree after all
	backoff backoff
}

// Distances change by these shares where a question finds enough, and where it does not: where
// shapes are spread evenly, about one in thirty is answered again, which takes four times as long.
const (
	nearer     = 0.9993
	fartherOff = 1.02
)

// wider is how much farther a question that has found too few looks before it goes down the tree.
const wider = 1.25

// mostNearby is for how many neighbours, at most, distances are guessed.
const mostNearby = flush / 16

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
		if ix.all || c.part || c.lo >= c.hi || a.k > mostNearby || b.backoff.left > 0 {
			if err := a.answerNearestAlone(w, 0, questions[lo:hi]); err != nil {
				return err
			}
		} else if err := a.nearestTogether(w, &c, questions, lo, hi); err != nil {
			return err
		}
		lo = hi
	}
	if b.backoff.left > 0 {
		b.backoff.left--
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

// nearestAlone finds the neighbours of one question, of which too few are within reach unless that is
// negative.
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
	if reach < 0 || !a.nearestWithin(w, n, &a.boxes[q], &f, min(reach*wider, a.limit)) {
		a.nearestOnTree(w, n, &a.boxes[q], &f)
	}
	return a.end(w, q, at, len(w.neighbours)-at)
}

// nearestTogether finds the neighbours of questions lo to hi-1 of a block.
func (a *Asker) nearestTogether(w *worker, c *subtree, questions []uint32, lo, hi int) error {
	b := &w.nearest
	b.guess(a, w, c, lo, hi)
	for lo < hi {
		n := a.ix.search(w, c, b.boxes[lo:hi])
		ends := w.search.split(n)
		// As many questions as kernels decide at a time.
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
				b.decide(a, w, lo, from, upto, begin)
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

// guess sets how far questions lo to hi-1 of a block reach: by the size of a leaf that is where
// they are.
func (b *nearestBlock) guess(a *Asker, w *worker, c *subtree, lo, hi int) {
	ix, s := a.ix, &w.search
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
			if b.reach[k] >= 0 {
				continue
			}
			n, j := &ix.tree.levels[1][leaf>>fanShift], leaf&(fan-1)
			area := (n.MaxX[j] - n.MinX[j]) * (n.MaxY[j] - n.MinY[j])
			b.reach[k] = min(share*float32(math.Sqrt(float64(area))), a.limit)
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

// decide has kernels decide what the search has found for its boxes from to upto-1; the
// first of them all is that of question lo of the block.
func (b *nearestBlock) decide(a *Asker, w *worker, lo, from, upto int, begin uint32) {
	n, s := &w.narrow, &w.search
	limit := float32(0)
	for k := from; k < upto; k++ {
		limit = max(limit, b.reach[lo+k])
		end := s.ends[0][k]
		places := s.found.Node[begin:end]
		if f := &b.filters[lo+k]; f.active {
			kept := places[:0]
			for _, p := range places {
				if f.passes(&a.ix.shapes, p) {
					kept = append(kept, p)
				}
			}
			places = kept
		}
		n.addAll(a.ix, uint32(lo), places, s.found.Box[begin:])
		begin = end
	}
	b.hits = 0
	if len(n.place) > 0 {
		b.hits = n.decide(a.ix, n.eased(limit))
	}
}

// chooseNearest answers questions first to last-1, by the hits at hand, in the order of questions.
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
			b.scale *= nearer
		} else if reach >= 0 {
			b.scale *= fartherOff
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

// nearest is the first k by separation, and by ID where that is equal, of the hits from one to
// another that are within reach.
func (b *nearestBlock) nearest(ix *Index, n *narrow, from, upto, k int, reach float32) []uint64 {
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

// fewNearest is nearest for k up to eight, unless some are equally near: then IDs decide.
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

// ascending is a number whose order is that of floats. Both zeros are one.
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
