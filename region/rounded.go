// SPDX-License-Identifier: MIT

package region

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

// An area finds the area that a circle has in common with a circle or a convex polygon.
//
// A vertical line meets each of the two in a stretch, from its bottom to its top. Between
// the places where curves begin, end or cross, these lie in one order, so that there the area
// is one between a bottom and a top, which has a closed form.
//
// Let u be 2^-53, L the longest side of the box around both sides, l that of what is common to
// their boxes. A curve lies within 10 u L of where it should: relative coordinates are off by u L,
// and the height above a place by as much as the curve is off sideways and 3 u L more.
// A place where two curves cross is off by 2 u L, or the curves are less than 20 u L apart
// between the place and where it should be. A curve is counted in the wrong order over no more than
// this, so it adds no more than 30 u L times its length within the common box, 2 l at most, and the
// sums over it 4 u L l: 64 u L l for each curve.
type area struct {
	curves []curve
	ends   []float64
	open   []*curve // that are over the present place
	ranges []stripeRange
	cuts   []float64
	sum    moments
}

// A stripeRange is how low and how high a curve is between two places. It runs up or down.
type stripeRange struct{ low, high float64 }

var areas = sync.Pool{New: func() any { return new(area) }}

// circleCommon finds the area that two shapes have in common, one of them a circle and the other a
// circle, a polygon or a region.
func (s *Shape) circleCommon(o *Shape) Common {
	if s.Compare(o) != Overlapping {
		return Common{}
	}
	w := areas.Get().(*area)
	defer areas.Put(w)
	w.sum.area, w.sum.x, w.sum.y, w.sum.bound = 0, 0, 0, 0
	s.eachPair(o, func(i, k int) bool {
		a, boxA := s.part(i)
		b, boxB := o.part(k)
		if !s.solid(a) || !o.solid(b) || convex(a, s.radius, b, o.radius) != Overlapping {
			return true
		}
		boxA, boxB = grow(boxA, s.radius), grow(boxB, o.radius)
		at := origin(boxA, boxB)
		w.curves = appendCurves(w.curves[:0], a, s.radius, at, 0)
		w.curves = appendCurves(w.curves, b, o.radius, at, 1)
		w.find(boxA, boxB)
		return true
	})
	// Interiors meet, so there is some area, however little came of it.
	w.sum.area = max(w.sum.area, math.SmallestNonzeroFloat64)
	return w.sum.common()
}

func grow(b Box, r float64) Box { return Box{b.MinX - r, b.MinY - r, b.MaxX + r, b.MaxY + r} }

// find adds the area that the two parts have in common, with such boxes.
func (w *area) find(boxA, boxB Box) {
	long := max(max(boxA.MaxX, boxB.MaxX)-min(boxA.MinX, boxB.MinX), max(boxA.MaxY, boxB.MaxY)-min(boxA.MinY, boxB.MinY))
	short := max(min(boxA.MaxX, boxB.MaxX)-max(boxA.MinX, boxB.MinX), min(boxA.MaxY, boxB.MaxY)-max(boxA.MinY, boxB.MinY))
	w.sum.bound += float64(0x1p-53 * 64 * float64(len(w.curves)) * float64(long*short))
	low, high := math.Inf(-1), math.Inf(1)
	for part := range int32(2) {
		from, to := math.Inf(1), math.Inf(-1)
		for i := range w.curves {
			if c := &w.curves[i]; c.part == part {
				from, to = min(from, c.x0), max(to, c.x1)
			}
		}
		low, high = max(low, from), min(high, to)
	}
	if !(low < high) {
		return
	}
	w.ends = append(w.ends[:0], low, high)
	for i := range w.curves {
		for _, x := range [2]float64{w.curves[i].x0, w.curves[i].x1} {
			if x > low && x < high {
				w.ends = append(w.ends, x)
			}
		}
	}
	slices.Sort(w.ends)
	w.ends = slices.Compact(w.ends)
	slices.SortFunc(w.curves, func(p, q curve) int { return cmp.Or(cmp.Compare(p.x0, q.x0), cmp.Compare(p.part, q.part)) })
	before := w.sum.area
	x, y := w.sum.x, w.sum.y
	w.sum.area, w.sum.x, w.sum.y = 0, 0, 0
	w.open = w.open[:0]
	next := 0
	for i := 1; i < len(w.ends); i++ {
		a, b := w.ends[i-1], w.ends[i]
		w.open = slices.DeleteFunc(w.open, func(c *curve) bool { return c.x1 <= a })
		for ; next < len(w.curves) && w.curves[next].x0 <= a; next++ {
			if w.curves[next].x1 > a {
				w.open = append(w.open, &w.curves[next])
			}
		}
		w.slab(a, b)
	}
	o := origin(boxA, boxB)
	w.sum.x = x + w.sum.x + float64(w.sum.area*o.X)
	w.sum.y = y + w.sum.y + float64(w.sum.area*o.Y)
	w.sum.area += before
}

// slab adds the area between a and b, where no curve begins or ends.
func (w *area) slab(a, b float64) {
	w.cuts, w.ranges = append(w.cuts[:0], a, b), w.ranges[:0]
	for _, c := range w.open {
		from, to := c.at(a), c.at(b)
		w.ranges = append(w.ranges, stripeRange{min(from, to), max(from, to)})
	}
	for i, p := range w.open {
		of := w.ranges[i]
		for k, q := range w.open[:i] {
			if r := w.ranges[k]; of.low < r.high && r.low < of.high && p.part != q.part {
				w.cuts = appendMeets(w.cuts, p, q, a, b)
			}
		}
	}
	slices.Sort(w.cuts)
	for i := 1; i < len(w.cuts); i++ {
		if from, to := w.cuts[i-1], w.cuts[i]; from < to {
			w.stripe(from, to)
		}
	}
}

// stripe adds the area between a and b, where no curves cross.
func (w *area) stripe(a, b float64) {
	var bottoms, tops [2]*curve
	for _, c := range w.open {
		if c.top {
			tops[c.part] = c
		} else {
			bottoms[c.part] = c
		}
	}
	if slices.Contains(bottoms[:], nil) || slices.Contains(tops[:], nil) {
		return
	}
	middle := a + float64((b-a)/2)
	low, high := [2]float64{bottoms[0].at(middle), bottoms[1].at(middle)}, [2]float64{tops[0].at(middle), tops[1].at(middle)}
	bottom, top := bottoms[0], tops[0]
	if low[1] > low[0] {
		bottom = bottoms[1]
	}
	if high[1] < high[0] {
		top = tops[1]
	}
	if max(low[0], low[1]) < min(high[0], high[1]) {
		w.between(bottom, top, a, b)
	}
}

// between adds the area between two curves from a to b.
func (w *area) between(bottom, top *curve, a, b float64) {
	wide := b - a
	l0, l1, h0, h1 := bottom.at(a), bottom.at(b), top.at(a), top.at(b)
	d0, d1 := h0-l0, h1-l1
	upper, ux, uy := top.bow(wide, h1-h0)
	lower, lx, ly := bottom.bow(wide, l1-l0)
	w.sum.area += float64(float64(wide*(d0+d1))/2) + (upper - lower)
	w.sum.x += float64(wide*(float64(d0*(2*a+b))+float64(d1*(a+2*b))))/6 + (ux - lx)
	square := func(p, q float64) float64 { return float64(p*p) + float64(p*q) + float64(q*q) }
	w.sum.y += float64(wide*(square(h0, h1)-square(l0, l1)))/6 + (uy - ly)
}
