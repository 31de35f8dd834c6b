// SPDX-License-Identifier: MIT

package query

import (
	"math"

	"daylight/internal/simd"
	"daylight/internal/simd/pair"
	"daylight/internal/simd/pose"
	"daylight/soa"
)

// The plain forms, one question at a time. A nil filter stands for the default. A question
// that is not finite, or out of range, has no answer. All may be called by many
// goroutines at once, and allocate nothing once warm but what they append.

// get takes a worker out of the pool, and put gives it back.
func (ix *Index) get() *worker {
	if w, ok := ix.idle.Get().(*worker); ok {
		return w
	}
	return newWorker()
}

func (ix *Index) put(w *worker) { ix.idle.Put(w) }

// one is the sieve of a filter.
func (ix *Index) one(f *Filter) sieve {
	if f == nil {
		return sieve{solid: ix.solid, attrs: ix.sifts(&soa.Attrs{})}
	}
	return sieve{Filter: *f, solid: ix.solid, attrs: ix.sifts(&f.Attrs)}
}

// askOne has the worker's narrow ask about a shape of a store, if there is such a shape: s is its sieve,
// and b its box, grown.
func (ix *Index) askOne(w *worker, probe *soa.Shapes, id soa.ID, grown float64) (s sieve, b box, ok bool) {
	p := &w.probe
	if !p.loadOne(ix, probe, id) {
		return s, b, false
	}
	w.narrow.begin(ix, p.own.polygons)
	w.narrow.askShape(&p.own, 0)
	var one [1]box
	p.fit(&ix.tree, one[:], grown)
	s = p.sieve(ix, 0)
	s.solid = ix.solid
	return s, one[0], true
}

// CastRayClosest is Asker.CastRays for one ray. It returns false if the ray meets nothing, or if it
// is not finite or beyond 2^100. A nil filter stands for the default one, here and in the other
// methods for one question. None of them allocates once it is warm, except to let dst grow.
func (ix *Index) CastRayClosest(x, y, dx, dy float64, f *Filter) (RayHit, bool) {
	r := ray{x, y, dx, dy}
	if r.check("", 0) != nil {
		return RayHit{}, false
	}
	w, s := ix.get(), ix.one(f)
	h := ix.castRay(w, &r, &s, ix.inside, false)
	ix.put(w)
	return h, h.Shape != 0
}

// CastRayAny reports whether a ray meets any shape; see Asker.CastRaysAny. It returns false for a ray
// that is not finite or beyond 2^100.
func (ix *Index) CastRayAny(x, y, dx, dy float64, f *Filter) bool {
	r := ray{x, y, dx, dy}
	if r.check("", 0) != nil {
		return false
	}
	w, s := ix.get(), ix.one(f)
	h := ix.castRay(w, &r, &s, ix.inside, true)
	ix.put(w)
	return h.Shape != 0
}

// CastRayAll appends all shapes that a ray meets to dst, sorted by fraction, and by ID if fractions
// are equal; see Asker.CastRaysAll. It appends none for a ray that is not finite or beyond 2^100.
func (ix *Index) CastRayAll(dst []RayHit, x, y, dx, dy float64, f *Filter) []RayHit {
	r := ray{x, y, dx, dy}
	if r.check("", 0) != nil {
		return dst
	}
	w, s := ix.get(), ix.one(f)
	o := &w.out
	o.reset()
	o.find(false, true, false)
	_ = ix.castRayAll(w, &r, &s, ix.inside) // without a limit there is no error
	w.rows = append(w.rows[:0], row{n: uint32(len(o.shape))})
	w.byDistance(0)
	for i, id := range o.shape {
		t := o.fraction[i]
		dst = append(dst, RayHit{
			Shape: id, Fraction: t, X: x + float64(t*dx), Y: y + float64(t*dy), NX: o.nx[i], NY: o.ny[i],
		})
	}
	ix.put(w)
	return dst
}

// CastShape is Asker.CastShapes for one shape of a store, which moves by (dx, dy) and turns by turn
// radians. Its attributes are the filter. It returns false if the shape meets nothing, if the store
// has no such shape or it is in quarantine, or if the motion is not finite or too large. It brings the
// AABB of the shape up to date, so nobody else may use the store meanwhile.
func (ix *Index) CastShape(probe *soa.Shapes, id soa.ID, dx, dy, turn float64) (CastHit, bool) {
	m := motion{pair.Motion{DX: float32(dx), DY: float32(dy)}, float32(turn)}
	if !pose.Moving(m.DX, m.DY, m.turn) {
		return CastHit{}, false
	}
	w := ix.get()
	defer ix.put(w)
	p := &w.probe
	if !p.loadOne(ix, probe, id) {
		return CastHit{}, false
	}
	w.narrow.begin(ix, p.own.polygons)
	w.narrow.askShape(&p.own, 0)
	s := p.sieve(ix, 0)
	s.solid = ix.solid
	hit := ix.cast(w, &p.own, 0, &s, m)
	ix.touch(w, &p.own, 0, m, &hit)
	return hit, hit.Shape != 0
}

// OverlapPoint appends the shapes that hold a point to dst; see Asker.OverlapPoints. It appends
// none for a point that is not finite or beyond 2^100.
func (ix *Index) OverlapPoint(dst []soa.ID, x, y float64, f *Filter) []soa.ID {
	if !(math.Abs(x) <= pose.PoseRange && math.Abs(y) <= pose.PoseRange) {
		return dst
	}
	w, s := ix.get(), ix.one(f)
	w.narrow.begin(ix, false)
	w.narrow.ask(simd.Record{X: x, Y: y, C: 1}, simd.Circle)
	b := ix.tree.box(x, y, x, y, faint)
	dst = ix.overlapping(w, dst, &b, &s)
	ix.put(w)
	return dst
}

// OverlapBox appends the shapes that meet a box to dst; see Asker.OverlapBoxes. It appends none for
// a box that is empty, not finite, beyond 2^100 or larger than 2^61.
func (ix *Index) OverlapBox(dst []soa.ID, minX, minY, maxX, maxY float64, f *Filter) []soa.ID {
	if checkBox("", 0, minX, minY, maxX, maxY) != nil {
		return dst
	}
	w, s := ix.get(), ix.one(f)
	w.narrow.begin(ix, false)
	w.narrow.ask(boxRecord(minX, minY, maxX, maxY), simd.Box)
	b := ix.tree.box(minX, minY, maxX, maxY, faint+boxSlack(minX, minY, maxX, maxY))
	dst = ix.overlapping(w, dst, &b, &s)
	ix.put(w)
	return dst
}

// OverlapShape appends the shapes that meet a shape of a store to dst; see Asker.OverlapShapes. The
// shape's attributes are the filter. It appends none if the store has no such shape, or if it is in
// quarantine. It brings the AABB of the shape up to date, so nobody else may use the store meanwhile.
func (ix *Index) OverlapShape(dst []soa.ID, probe *soa.Shapes, id soa.ID) []soa.ID {
	w := ix.get()
	defer ix.put(w)
	s, b, ok := ix.askOne(w, probe, id, faint)
	if !ok {
		return dst
	}
	return ix.overlapping(w, dst, &b, &s)
}

// overlapping appends the shapes that meet the question that the worker's narrow holds. b is its box.
func (ix *Index) overlapping(w *worker, dst []soa.ID, b *box, s *sieve) []soa.ID {
	c, n := ix.crownOf(s.World), &w.narrow
	for _, p := range ix.meeting(w, &c, b) {
		if (s.attrs || s.Skip != 0) && !s.lets(&ix.shapes, p) {
			continue
		}
		n.add(ix, 0, p)
		if len(n.place) == flush {
			dst = n.appendHits(ix, dst)
		}
	}
	return n.appendHits(ix, dst)
}

// appendHits decides the candidates at hand, appends those that are met, and forgets them.
func (n *narrow) appendHits(ix *Index, dst []soa.ID) []soa.ID {
	n.decide(ix, 0, false, false)
	for k, hit := range n.hit[:len(n.place)] {
		if hit {
			dst = append(dst, ix.shapes.id[n.place[k]])
		}
	}
	n.drop(ix)
	return dst
}

// OverlapAABB appends the shapes whose AABBs meet a window to dst; see Asker.OverlapAABBs. It appends
// none for a window that is empty, not finite, beyond 2^100 or larger than 2^61.
func (ix *Index) OverlapAABB(dst []soa.ID, minX, minY, maxX, maxY float64, f *Filter) []soa.ID {
	if checkBox("", 0, minX, minY, maxX, maxY) != nil {
		return dst
	}
	w, s := ix.get(), ix.one(f)
	c := ix.crownOf(s.World)
	b := ix.tree.box(minX, minY, maxX, maxY, 0)
	places := ix.meeting(w, &c, &b)
	if len(places) > 0 && !s.attrs && s.Skip == 0 && !ix.all && ix.certain(w, &c, &b, len(places)) {
		dst = ix.shapes.appendIDs(dst, places)
		ix.put(w)
		return dst
	}
	for _, p := range places {
		if (!s.attrs && s.Skip == 0 || s.lets(&ix.shapes, p)) && meetsAABB(minX, minY, maxX, maxY, &ix.shapes, p) {
			dst = append(dst, ix.shapes.id[p])
		}
	}
	ix.put(w)
	return dst
}
