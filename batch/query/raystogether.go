// SPDX-License-Identifier: MIT

package query

import (
	"math"
	"math/bits"

	"daylight/internal/scratch"
	"daylight/internal/simd/bvh"
	"daylight/soa"
)

// volley is what a worker needs to cast a block of rays together. Most rays meet something soon, so
// that the leaves about their beginnings are searched for in one go, and all shapes that are met
// there are decided in any order. Rays for which that is too short are cast alone.
type volley struct {
	reach   float32 // how long beginnings are, by what the last ones met; 0 if not known
	rays    []ray
	beams   []bvh.Beam
	flights []flight
	limits  []float32 // of each beginning; negative for a ray that passes by all shapes
	whole   []bool    // beginnings that are all of a ray
	boxes   []box     // about beginnings
	best    []first
	sieves  []sieve // empty if nothing is kept out
	rest    int     // blocks whose rays are to be cast alone,
	rests   int     // and how many these were at first
}

// The length of beginnings changes by these shares where a ray meets something in time, and where it
// does not, so that about one in twelve is cast again; and by the last where they are too large to
// find few leaves.
const (
	shorter    = 0.998
	longer     = 1.012
	tooLarge   = 0.7
	mostLeaves = 8 // for each ray of a block, on average
	mostWidths = 4 // of leaves, if shapes were spread evenly: how long beginnings are at most
)

// together answers a block of questions about what rays meet first, or whether they meet anything.
func (t *rays) together(a *Asker, w *worker, questions []uint32) {
	ix, v, n := a.ix, &w.volley, len(questions)
	c := ix.crownOf(0)
	if t.rays.World != nil || ix.all || c.part || c.lo >= c.hi || v.rest > 0 {
		for _, q := range questions {
			t.alone(a, w, q)
		}
		v.rest = max(v.rest-1, 0)
		return
	}
	area := (c.box.MaxX - c.box.MinX) * (c.box.MaxY - c.box.MinY)
	width := max(min(float32(math.Sqrt(float64(area)*fan/float64(ix.Len()))), 0x1p60), 0x1p-60)
	if !(v.reach > 0) {
		v.reach = width
	}
	v.aim(t, a, &c, questions)
	again := 0
	w.search.begin(v.boxes)
	for lo := 0; lo < n; {
		done := w.search.descend(ix, &c, v.boxes[lo:])
		if leaves := len(w.search.leaves.Node); leaves > mostLeaves*done {
			v.reach *= tooLarge
			if leaves > 4*mostLeaves*done {
				// A crowd, among shapes that are less close: to go from the nearest on is better.
				for _, q := range questions[lo:] {
					t.alone(a, w, q)
				}
				again = n
				break
			}
		}
		v.shoot(ix, w, lo, a.cfg.inside)
		for k := lo; k < lo+done; k++ {
			if q := questions[k]; v.settled(k, t.kind == anyOf) {
				t.put(q, v.best[k].hit(&v.rays[k]))
				v.reach *= shorter
			} else {
				t.alone(a, w, q)
				v.reach *= longer
				again++
			}
		}
		lo += done
	}
	v.reach = max(min(v.reach, mostWidths*width), width*0x1p-10)
	if someAgain*again <= n {
		v.rests = 0
		return
	}
	v.rests = min(2*v.rests+1, mostRest)
	v.rest = v.rests
}

// aim takes the rays of a block, and how far they are looked at.
func (v *volley) aim(t *rays, a *Asker, c *crown, questions []uint32) {
	ix, n := a.ix, len(questions)
	v.rays, v.beams, v.flights = scratch.Resize(v.rays, n), scratch.Resize(v.beams, n), scratch.Resize(v.flights, n)
	v.limits, v.whole = scratch.Resize(v.limits, n), scratch.Resize(v.whole, n)
	v.boxes, v.best = scratch.Resize(v.boxes, n), scratch.Resize(v.best, n)
	v.sieves = v.sieves[:0]
	plain := t.rays.Filters.none() && !ix.sifts(&soa.Attrs{})
	for k, q := range questions {
		r := &v.rays[k]
		*r = ray{t.rays.X[q], t.rays.Y[q], t.rays.DX[q], t.rays.DY[q]}
		if !plain {
			_, f := t.question(a, q)
			v.sieves = append(v.sieves, f)
		}
		v.best[k] = first{t: math.Inf(1)}
		b := &v.beams[k]
		f, ok := ix.tree.beam(r, c, 0, 0, b)
		v.flights[k] = f
		if !ok {
			v.limits[k], v.boxes[k], v.whole[k] = -1, emptyBox, true
			continue
		}
		limit := v.reach
		if v.whole[k] = !(f.span(1) > float64(limit)); v.whole[k] {
			limit = f.upTo(1)
		}
		v.limits[k], v.boxes[k] = limit, f.about(b, r, limit)
	}
}

// about is a box about a beam up to a limit and its padding, or more.
func (f *flight) about(b *bvh.Beam, r *ray, limit float32) box {
	dx, dy := float32(0), float32(0)
	if f.length > 0 {
		dx, dy = float32(r.dx/f.length)*limit, float32(r.dy/f.length)*limit
	}
	x, y := b.X+dx, b.Y+dy
	m := abs(b.PadX) + abs(b.PadY) + float32((abs(b.X)+abs(b.Y)+abs(dx)+abs(dy))*0x1p-20)
	return boxOf(min(b.X, x)-m, min(b.Y, y)-m, max(b.X, x)+m, max(b.Y, y)+m)
}

// shoot decides the shapes in the leaves that a search has found for rays from one on.
func (v *volley) shoot(ix *Index, w *worker, from int, inside bool) {
	of := w.search.leaves.Box
	for i, leaf := range w.search.leaves.Node {
		k := from + int(of[i])
		if v.limits[k] < 0 {
			continue
		}
		mask := ix.table.Slabs(&ix.tree.levels[0][leaf], &v.beams[k], v.limits[k], &w.near)
		for ; mask != 0; mask &= mask - 1 {
			p := leaf<<fanShift + uint32(bits.TrailingZeros32(mask))
			if len(v.sieves) == 0 || v.sieves[k].lets(&ix.shapes, p) {
				v.best[k].strike(ix, p, &v.rays[k], inside)
			}
		}
	}
}

// settled reports whether what ray k has met is its answer: whether all shapes that it may meet
// before have been looked at.
func (v *volley) settled(k int, any bool) bool {
	b := &v.best[k]
	if v.whole[k] || b.shape == 0 {
		return v.whole[k]
	}
	// More than upTo and BeamEasing make of it.
	s := v.flights[k].span(b.t)
	return any || s+float64(math.Abs(s)*0x1p-18)+0x1p-120 <= float64(v.limits[k])
}

// question is a ray and its filter.
func (t *rays) question(a *Asker, q uint32) (r ray, f sieve) {
	c := &t.rays
	f = c.Filters.at(a.ix, q)
	f.solid = a.cfg.solid
	return ray{c.X[q], c.Y[q], c.DX[q], c.DY[q]}, f
}

// alone answers a question by itself.
func (t *rays) alone(a *Asker, w *worker, q uint32) {
	r, f := t.question(a, q)
	t.put(q, a.ix.castRay(w, &r, &f, a.cfg.inside, t.kind == anyOf))
}

// put leaves the answer to a question.
func (t *rays) put(q uint32, hit RayHit) {
	if t.kind == anyOf {
		t.any[q] = hit.Shape != 0
		return
	}
	h := &t.closest
	h.Shape[q], h.Fraction[q], h.X[q], h.Y[q] = hit.Shape, hit.Fraction, hit.X, hit.Y
	h.NX[q], h.NY[q] = hit.NX, hit.NY
}
