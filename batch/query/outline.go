// SPDX-License-Identifier: MIT

package query

import (
	"math"

	"daylight/internal/kernels"
)

// outline is the core of a shape in float64, about its position: a point, the ends of a
// segment, or corners counter-clockwise.
type outline struct {
	corner [4]vec
	n      int
	vx, vy []float32 // of a polygon; then n is their number
	radius float64
}

func (o *outline) load(s *shapes, place uint32) {
	r := s.record(place)
	p, q, c, sn := float64(r.P), float64(r.Q), float64(r.C), float64(r.S)
	*o = outline{}
	switch s.class[place] {
	case kernels.Circle:
		o.n, o.radius = 1, p
	case kernels.Capsule:
		o.n, o.radius = 2, q
		x, y := float64(p*c), float64(p*sn)
		o.corner[0], o.corner[1] = vec{-x, -y}, vec{x, y}
	case kernels.Box:
		o.n = 4
		ux, uy, wx, wy := float64(p*c), float64(p*sn), float64(-q*sn), float64(q*c)
		o.corner = [4]vec{{-ux - wx, -uy - wy}, {ux - wx, uy - wy}, {ux + wx, uy + wy}, {wx - ux, wy - uy}}
	default:
		lo, hi := s.off[place], s.off[place]+s.num[place]
		o.vx, o.vy = s.lanes.VX[lo:hi], s.lanes.VY[lo:hi]
		o.n, o.radius = len(o.vx), p
	}
}

func (o *outline) at(i int) vec {
	if o.vx != nil {
		return vec{float64(o.vx[i]), float64(o.vy[i])}
	}
	return o.corner[i&3]
}

// covers reports whether o covers b, whose position is (dx, dy) from o's.
//
// With R and r the radii, b grown by r lies within o grown by R if and only if b lies
// within o grown by R-r, or if that is negative, b grown by r-R within o: convex sets cancel
// (H. Rådström, An embedding theorem for spaces of convex sets, 1952). A convex set lies
// within another if its corners do.
func (o *outline) covers(b *outline, dx, dy float64) bool {
	r := o.radius - b.radius
	for i := range b.n {
		v := b.at(i)
		if !o.holds(v.x+dx, v.y+dy, r) {
			return false
		}
	}
	return true
}

// holds reports whether the core grown by r holds a point, or if r is negative, a disc of
// radius -r about it.
func (o *outline) holds(x, y, r float64) bool {
	inside := o.n > 2
	least := math.Inf(1) // squared distance from the core's boundary
	a := o.at(o.n - 1)
	for i := range o.n {
		b := o.at(i)
		ex, ey := b.x-a.x, b.y-a.y
		qx, qy := x-a.x, y-a.y
		a = b
		ee := float64(ex*ex) + float64(ey*ey)
		if !(ee > 0) {
			least = min(least, float64((x-b.x)*(x-b.x))+float64((y-b.y)*(y-b.y)))
			continue
		}
		height := float64(ex*qy) - float64(ey*qx) // times the edge's length, inward
		inside = inside && height >= 0
		switch along := float64(qx*ex) + float64(qy*ey); {
		case along <= 0:
			least = min(least, float64(qx*qx)+float64(qy*qy))
		case along >= ee:
			least = min(least, float64((x-b.x)*(x-b.x))+float64((y-b.y)*(y-b.y)))
		default:
			least = min(least, float64(height*height)/ee)
		}
	}
	if r < 0 {
		return inside && least >= float64(r*r)
	}
	return inside || least <= float64(r*r)
}

// cover reports whether the shape in a place of the index covers probe q.
func (p *probes) cover(w *worker, ix *Index, q, place uint32) bool {
	s, o := &ix.shapes, &p.own
	w.outer.load(s, place)
	w.inner.load(o, q)
	at := s.record(place)
	return w.outer.covers(&w.inner, o.rec[q].X-at.X, o.rec[q].Y-at.Y)
}
