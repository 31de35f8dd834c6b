// SPDX-License-Identifier: MIT

package query

import (
	"math"

	"daylight/internal/scratch"
	"daylight/internal/simd"
	"daylight/internal/simd/pair"
	"daylight/soa"
)

// together is what a worker needs to find the neighbours of a block of questions together: all
// shapes within a distance of each question are found and decided at once, and if they are
// enough, the nearest are among them. For the others the tree is searched, question by question.
type together struct {
	scale  float32   // of the distances, by what the last ones found
	reach  []float32 // of each question of the block; negative for one to be asked alone
	boxes  []box     // that reach so far
	lone   narrow    // for questions that are asked alone
	sieves []sieve
	hits   int      // of the candidates in hand, in the order of questions
	keys   []uint64 // of the nearest to a question: separation, and which hit it is
	again  int      // questions of the block that were asked again
	rest   int      // blocks whose questions are to be asked alone,
	rests  int      // and how many these were at first
}

// Distances change by these shares where a question finds enough, and where it does not: where
// shapes are spread evenly, about one in thirty is asked again, which takes four times as long.
const (
	nearer     = 0.9993
	fartherOff = 1.02
)

// wider is how much farther a question that has found too few looks before it goes down the tree.
const wider = 1.25

// Where no one distance suits, as among crowds on a line beside others in a square, so that
// more than one question in someAgain is asked again, those of the next block are asked alone,
// and of the next 3, 7 or mostRest if that is so once more.
const (
	someAgain = 4
	mostRest  = 15
)

// mostNearby is for how many neighbours, at most, distances are guessed.
const mostNearby = flush / 16

// block finds the neighbours of a block of questions.
func (t *nearest) block(a *Asker, w *worker, from int, questions []uint32) error {
	ix, v := a.ix, &w.together
	w.search.begin(a.boxesOf(from, questions, &w.search.room))
	v.sieves = scratch.Resize(v.sieves, len(questions))
	for k, q := range questions {
		if t.plain {
			v.sieves[k] = sieve{solid: a.cfg.solid}
			continue
		}
		v.sieves[k] = t.sieve(a, q)
	}
	w.narrow.begin(ix, t.own())
	for _, q := range questions {
		t.ask(&w.narrow, q)
	}
	for lo := 0; lo < len(questions); {
		world := v.sieves[lo].World
		hi := lo + 1
		for hi < len(questions) && v.sieves[hi].World == world {
			hi++
		}
		c := ix.crownOf(world)
		if ix.all || c.part || c.lo >= c.hi || t.k > mostNearby || v.rest > 0 {
			for _, q := range questions[lo:hi] {
				if err := t.alone(a, w, q, -1); err != nil {
					return err
				}
			}
		} else if err := t.together(a, w, &c, questions, lo, hi); err != nil {
			return err
		}
		lo = hi
	}
	if v.rest > 0 {
		v.rest--
	} else if someAgain*v.again > len(questions) {
		v.rests = min(2*v.rests+1, mostRest)
		v.rest = v.rests
	} else {
		v.rests = 0
	}
	v.again = 0
	return nil
}

func (t *nearest) own() bool { return t.points == nil && t.probes.own.polygons }

func (t *nearest) sieve(a *Asker, q uint32) (f sieve) {
	if t.points != nil {
		f = t.points.Filters.at(a.ix, q)
	} else {
		f = t.probes.sieve(a.ix, q)
	}
	f.solid = a.cfg.solid
	return f
}

func (t *nearest) ask(n *narrow, q uint32) {
	if t.points != nil {
		n.ask(simd.Record{X: t.points.X[q], Y: t.points.Y[q], C: 1}, simd.Circle)
	} else {
		n.askShape(&t.probes.own, q)
	}
}

// alone finds the neighbours of one question, of which too few are within reach unless that is
// negative.
func (t *nearest) alone(a *Asker, w *worker, q uint32, reach float32) error {
	n := &w.together.lone
	if len(n.hit) == 0 {
		n.init()
	}
	n.begin(a.ix, t.own())
	t.ask(n, q)
	f := t.sieve(a, q)
	at := len(w.out.shape)
	if err := w.roomFor(min(t.k, a.ix.Len())); err != nil {
		return err
	}
	if reach < 0 || !a.ix.nearestIn(w, n, &a.boxes[q], &f, t.k, min(reach*wider, a.cfg.within), a.cfg.within) {
		a.ix.nearest(w, n, &a.boxes[q], &f, t.k, a.cfg.within)
	}
	return a.end(w, q, at)
}

// together finds the neighbours of questions lo to hi-1 of a block.
func (t *nearest) together(a *Asker, w *worker, c *crown, questions []uint32, lo, hi int) error {
	v := &w.together
	t.guess(a, w, c, lo, hi)
	for lo < hi {
		n := a.ix.search(w, c, v.boxes[lo:hi])
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
				v.reach[lo+from] = -1
				v.scale *= 0.5
				v.hits = 0
				upto++
			} else {
				t.candidates(a, w, lo, from, upto, begin)
			}
			if err := t.choose(a, w, questions, lo+from, lo+upto); err != nil {
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
func (t *nearest) guess(a *Asker, w *worker, c *crown, lo, hi int) {
	ix, v, s := a.ix, &w.together, &w.search
	if !(v.scale > 0) {
		v.scale = 1
	}
	v.reach, v.boxes = scratch.Resize(v.reach, hi), scratch.Resize(v.boxes, hi)
	for k := lo; k < hi; k++ {
		v.reach[k] = -1
	}
	boxes := s.boxes[lo:hi]
	if c.level > 0 && s.toLeaves(ix, c, boxes) {
		share := v.scale * float32(math.Sqrt(float64(t.k)/fan))
		for i, leaf := range s.leaves.Node {
			k := lo + int(s.leaves.Box[i])
			if v.reach[k] >= 0 {
				continue
			}
			n, j := &ix.tree.levels[1][leaf>>fanShift], leaf&(fan-1)
			area := (n.MaxX[j] - n.MinX[j]) * (n.MaxY[j] - n.MinY[j])
			v.reach[k] = min(share*float32(math.Sqrt(float64(area))), a.cfg.within)
		}
	}
	for k := lo; k < hi; k++ {
		r := v.reach[k]
		if v.boxes[k] = emptyBox; !(r >= 0 && r <= math.MaxFloat32) {
			v.reach[k] = -1
			continue
		}
		b := &s.boxes[k]
		r = farther(r, padding(b))
		v.boxes[k] = boxOf(b.MinX-r, b.MinY-r, b.MaxX+r, b.MaxY+r)
	}
}

// candidates has kernels decide what the search has found for its boxes from to upto-1; the
// first of them all is that of question lo of the block.
func (t *nearest) candidates(a *Asker, w *worker, lo, from, upto int, begin uint32) {
	n, v, s := &w.narrow, &w.together, &w.search
	limit := float32(0)
	for k := from; k < upto; k++ {
		limit = max(limit, v.reach[lo+k])
		end := s.ends[0][k]
		places := s.found.Node[begin:end]
		if f := &v.sieves[lo+k]; f.attrs || f.Skip != 0 {
			kept := places[:0]
			for _, p := range places {
				if f.lets(&a.ix.shapes, p) {
					kept = append(kept, p)
				}
			}
			places = kept
		}
		n.addAll(a.ix, uint32(lo), places, s.found.Box[begin:])
		begin = end
	}
	v.hits = 0
	if len(n.place) > 0 {
		v.hits = n.decideInOrder(a.ix, n.eased(limit))
	}
}

// choose answers questions first to last-1, by the hits at hand, in the order of questions.
func (t *nearest) choose(a *Asker, w *worker, questions []uint32, first, last int) error {
	n, v := &w.narrow, &w.together
	h := 0
	for k := first; k < last; k++ {
		from := h
		for h < v.hits && int(n.hits.B[h]) == k {
			h++
		}
		reach := v.reach[k]
		keys := v.nearest(a.ix, n, from, h, t.k, reach)
		enough := reach >= 0 && (len(keys) == t.k || reach == a.cfg.within)
		if enough {
			v.scale *= nearer
		} else if reach >= 0 {
			v.scale *= fartherOff
		}
		if !enough {
			v.again++
			if err := t.alone(a, w, questions[k], reach); err != nil {
				return err
			}
			continue
		}
		if err := w.roomFor(len(keys)); err != nil {
			return err
		}
		at := len(w.out.shape)
		v.append(a.ix, w, keys)
		if err := a.end(w, questions[k], at); err != nil {
			return err
		}
	}
	v.scale = min(max(v.scale, 0x1p-10), 0x1p10)
	n.drop(a.ix)
	return nil
}

// nearest is the first k by separation, and by ID where that is equal, of the hits from one to
// another that are within reach.
func (v *together) nearest(ix *Index, n *narrow, from, upto, k int, reach float32) []uint64 {
	id := func(key uint64) soa.ID { return ix.shapes.id[n.place[n.hits.A[uint32(key)]-uint32(n.asked)]] }
	less := func(a, b uint64) bool {
		if a>>32 != b>>32 {
			return a < b
		}
		return id(a) < id(b)
	}
	if k <= lanes8 {
		if best, ok := v.fewNearest(n.hits.Sep[from:upto], from, k, reach); ok {
			return best
		}
	}
	best := v.keys[:0]
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
	v.keys = best
	return best
}

// fewNearest is nearest for k up to eight, unless some are equally near: then IDs have to tell.
func (v *together) fewNearest(seps []float32, from, k int, reach float32) ([]uint64, bool) {
	keys := scratch.Resize(v.keys, len(seps)+lanes8)
	v.keys = keys
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

// append appends hits to the worker's answers, with their closest points.
func (v *together) append(ix *Index, w *worker, keys []uint64) {
	n, o := &w.narrow, &w.out
	m, at, base := len(keys), len(o.shape), uint32(n.asked)
	o.shape = scratch.Resize(o.shape, at+m)
	o.sep, o.nx, o.ny = scratch.Resize(o.sep, at+m), scratch.Resize(o.nx, at+m), scratch.Resize(o.ny, at+m)
	shape, sep, nx, ny := o.shape[at:], o.sep[at:], o.nx[at:], o.ny[at:]
	for i, key := range keys {
		h := uint32(key)
		shape[i] = ix.shapes.id[n.place[n.hits.A[h]-base]]
		sep[i], nx[i], ny[i] = n.hits.Sep[h], n.hits.NX[h], n.hits.NY[h]
	}
	if !o.ends {
		return
	}
	if len(v.lone.hit) == 0 {
		v.lone.init()
	}
	to, wit := &v.lone.hits, &v.lone.wit
	for i, key := range keys {
		h := uint32(key)
		to.A[i], to.B[i] = n.hits.A[h], n.hits.B[h]
		to.Sep[i], to.NX[i], to.NY[i] = n.hits.Sep[h], n.hits.NX[h], n.hits.NY[h]
	}
	n.args = pair.Args{Block: &n.block, Out: *to}
	pair.Witness(&n.args, m, *wit)
	for i := range m {
		r, q := &n.block.Rec[to.A[i]], &n.block.Rec[to.B[i]]
		o.ax, o.ay = append(o.ax, r.X+float64(wit.AX[i])), append(o.ay, r.Y+float64(wit.AY[i]))
		o.bx, o.by = append(o.bx, q.X+float64(wit.BX[i])), append(o.by, q.Y+float64(wit.BY[i]))
	}
}
