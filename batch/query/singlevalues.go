// SPDX-License-Identifier: MIT

package query

import (
	"math"

	"daylight/internal/simd"
	"daylight/internal/simd/pose"
	"daylight/soa"
)

// Overlap is one entry of Overlaps.
type Overlap struct {
	Shape  soa.ID
	Depth  float32
	NX, NY float32
}

// Neighbour is one entry of Neighbours.
type Neighbour struct {
	Shape        soa.ID
	Distance     float32
	NX, NY       float32
	X, Y, QX, QY float64
}

// reaching is a distance as questions use it; ok is false for one that is less than 0, NaN, or beyond
// MaxDistance unless it is infinite and that stands for any.
func reaching(within float64, any bool) (r float32, ok bool) {
	return float32(within), within >= 0 && (within <= MaxDistance || any && math.IsInf(within, 1))
}

// OverlapsOfPoint appends the shapes that hold a point, or are at a distance of at most within, to dst,
// with depth and normal; see Asker.OverlapPoints. It appends none for a point that is not finite or
// beyond 2^100, or a distance that is not in 0 to MaxDistance.
func (ix *Index) OverlapsOfPoint(dst []Overlap, x, y, within float64, f *Filter) []Overlap {
	limit, ok := reaching(within, false)
	if !ok || !(math.Abs(x) <= pose.PoseRange && math.Abs(y) <= pose.PoseRange) {
		return dst
	}
	w, s := ix.get(), ix.one(f)
	defer ix.put(w)
	w.narrow.begin(ix, false)
	w.narrow.ask(simd.Record{X: x, Y: y, C: 1}, simd.Circle)
	b := ix.tree.box(x, y, x, y, grown(limit))
	return ix.overlaps(w, dst, &b, &s, limit)
}

// OverlapsOfBox appends the shapes that meet a box, or are at a distance of at most within, to dst,
// with depth and normal; see Asker.OverlapBoxes. It appends none for a box that is empty, not finite,
// beyond 2^100 or larger than 2^61, or a distance that is not in 0 to MaxDistance.
func (ix *Index) OverlapsOfBox(dst []Overlap, minX, minY, maxX, maxY, within float64, f *Filter) []Overlap {
	limit, ok := reaching(within, false)
	if !ok || checkBox("", 0, minX, minY, maxX, maxY) != nil {
		return dst
	}
	w, s := ix.get(), ix.one(f)
	defer ix.put(w)
	w.narrow.begin(ix, false)
	w.narrow.ask(boxRecord(minX, minY, maxX, maxY), simd.Box)
	b := ix.tree.box(minX, minY, maxX, maxY, grown(limit)+boxSlack(minX, minY, maxX, maxY))
	return ix.overlaps(w, dst, &b, &s, limit)
}

// OverlapsOfShape appends the shapes that meet a shape of a store, or are at a distance of at most
// within, to dst, with depth and normal; see Asker.OverlapShapes. Those of a shape of the index's own
// store are its neighbours, as WithinDistance lists them. The shape's attributes are the filter. It
// appends none if the store has no such shape, if it is in quarantine, or if the distance is not in 0 to
// MaxDistance. It brings the AABB of the shape up to date, so nobody else may use the store meanwhile.
func (ix *Index) OverlapsOfShape(dst []Overlap, probe *soa.Shapes, id soa.ID, within float64) []Overlap {
	limit, ok := reaching(within, false)
	if !ok {
		return dst
	}
	w := ix.get()
	defer ix.put(w)
	s, b, ok := ix.askOne(w, probe, id, grown(limit))
	if !ok {
		return dst
	}
	return ix.overlaps(w, dst, &b, &s, limit)
}

// Covers appends the shapes that cover a shape of a store to dst; see Asker.Covers. The shape's
// attributes are the filter. It appends none if the store has no such shape, or if it is in quarantine.
// It brings the AABB of the shape up to date, so nobody else may use the store meanwhile.
func (ix *Index) Covers(dst []soa.ID, probe *soa.Shapes, id soa.ID) []soa.ID {
	w := ix.get()
	defer ix.put(w)
	s, b, ok := ix.askOne(w, probe, id, 0)
	if !ok {
		return dst
	}
	c := ix.crownOf(s.World)
	for _, p := range ix.meeting(w, &c, &b) {
		if (!s.attrs && s.Skip == 0 || s.lets(&ix.shapes, p)) && w.probe.cover(w, ix, 0, p) {
			dst = append(dst, ix.shapes.id[p])
		}
	}
	return dst
}

// grown is by how much the box of a question is grown for a distance.
func grown(within float32) float64 { return float64(float64(within)*(1+0x1p-16)) + faint }

// overlaps appends the shapes at a distance of at most limit from the question that the worker's narrow
// holds, with depth and normal. b is its box.
func (ix *Index) overlaps(w *worker, dst []Overlap, b *box, s *sieve, limit float32) []Overlap {
	c, n := ix.crownOf(s.World), &w.narrow
	for _, p := range ix.meeting(w, &c, b) {
		if (s.attrs || s.Skip != 0) && !s.lets(&ix.shapes, p) {
			continue
		}
		n.add(ix, 0, p)
		if len(n.place) == flush {
			dst = n.appendOverlaps(ix, dst, limit)
		}
	}
	return n.appendOverlaps(ix, dst, limit)
}

// appendOverlaps is appendHits with depth and normal.
func (n *narrow) appendOverlaps(ix *Index, dst []Overlap, limit float32) []Overlap {
	if len(n.place) == 0 {
		return dst
	}
	m := n.decideInOrder(ix, limit)
	base := uint32(n.asked)
	for i, row := range n.hits.A[:m] {
		dst = append(dst, Overlap{
			Shape: ix.shapes.id[n.place[row-base]], Depth: 0 - n.hits.Sep[i], NX: n.hits.NX[i], NY: n.hits.NY[i],
		})
	}
	n.drop(ix)
	return dst
}

// NearestToPoint finds the shape nearest to a point; see Asker.NearestToPoints. It returns false if
// there is none, or if the point is not finite or beyond 2^100.
func (ix *Index) NearestToPoint(x, y float64, f *Filter) (Neighbour, bool) {
	var room [1]Neighbour
	if len(ix.KNearestToPoint(room[:0], x, y, 1, math.Inf(1), f)) == 0 {
		return Neighbour{}, false
	}
	return room[0], true
}

// KNearestToPoint appends the k shapes nearest to a point that are at a distance of at most within to
// dst; see Asker.NearestToPoints. An infinite within stands for any distance. It appends none for a
// point that is not finite or beyond 2^100, a k that is not in 1 to MaxNeighbours, or a distance that is
// less than 0 or NaN, or beyond MaxDistance and not infinite.
func (ix *Index) KNearestToPoint(dst []Neighbour, x, y float64, k int, within float64, f *Filter) []Neighbour {
	limit, ok := reaching(within, true)
	if !ok || k < 1 || k > MaxNeighbours || !(math.Abs(x) <= pose.PoseRange && math.Abs(y) <= pose.PoseRange) {
		return dst
	}
	w, s := ix.get(), ix.one(f)
	defer ix.put(w)
	w.narrow.begin(ix, false)
	w.narrow.ask(simd.Record{X: x, Y: y, C: 1}, simd.Circle)
	b := ix.tree.box(x, y, x, y, 0)
	return ix.kNearest(w, dst, &b, &s, k, limit)
}

// KNearestToShape appends the k shapes nearest to a shape of a store that are at a distance of at most
// within to dst; see Asker.NearestToShapes and KNearestToPoint. The shape's attributes are the filter. It
// appends none if the store has no such shape, or if it is in quarantine. It brings the AABB of the shape
// up to date, so nobody else may use the store meanwhile.
func (ix *Index) KNearestToShape(dst []Neighbour, probe *soa.Shapes, id soa.ID, k int, within float64) []Neighbour {
	limit, ok := reaching(within, true)
	if !ok || k < 1 || k > MaxNeighbours {
		return dst
	}
	w := ix.get()
	defer ix.put(w)
	s, b, ok := ix.askOne(w, probe, id, 0)
	if !ok {
		return dst
	}
	return ix.kNearest(w, dst, &b, &s, k, limit)
}

func (ix *Index) kNearest(w *worker, dst []Neighbour, b *box, s *sieve, k int, within float32) []Neighbour {
	o := &w.out
	o.reset()
	o.find(true, false, true)
	ix.nearest(w, &w.narrow, b, s, k, within)
	for i, id := range o.shape {
		dst = append(dst, Neighbour{
			Shape: id, Distance: o.sep[i], NX: o.nx[i], NY: o.ny[i], X: o.ax[i], Y: o.ay[i], QX: o.bx[i], QY: o.by[i],
		})
	}
	return dst
}
