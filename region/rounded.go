// SPDX-License-Identifier: MIT

package region

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

// An area finds the area of what is in a grown core of one side and in one of the other.
//
// A vertical line meets every core in a stretch, from its bottom to its top. Between
// the places where curves begin, end or cross, these lie in one order, so that there the area
// is a sum of areas between a top and a bottom, which have closed forms.
//
// Let u be 2^-53, L the longest side of the box around both sides, l that of what is common to
// their boxes. A curve lies within 10 u L of where it should: relative coordinates are off by u L,
// normals by 3 u, the height above a place by as much as the curve is off sideways and 3 u L more.
// A place where two curves cross is off by 2 u L, or the curves are less than 20 u L apart
// between the place and where it should be. A curve is counted in the wrong order over no more than
// this, so it adds no more than 30 u L times its length within the common box, 2 l at most, and the
// sums over it 4 u L l: 64 u L l for each curve.
type area struct {
	curves []curve
	split  int32 // the number of the first part of the other side
	ends   []float64
	open   []*curve // that are over the present place
	spans  [2][]span
	bottom []*curve // of each part, while spans are made
	ranges []stripeRange
	cuts   []float64
	sum    moments
	work   int // how many pairs of curves were looked at
}

// A stripeRange is how low and how high a curve is between two places. It runs up or down.
type stripeRange struct{ low, high float64 }

// mostWork is how many pairs of curves are looked at for one area before it is given up: a few
// seconds of work. Those that lie above each other count for a sixteenth.
const mostWork = 1 << 25

// start begins another area.
func (w *area) start() {
	w.sum.area, w.sum.x, w.sum.y, w.sum.bound, w.work = 0, 0, 0, 0, 0
}

// common is the area found.
func (w *area) common() Common {
	if w.work > mostWork {
		nan := math.NaN()
		return Common{Area: nan, Centroid: Point{X: nan, Y: nan}, Bound: math.Inf(1)}
	}
	return w.sum.common()
}

// A span is where a part, or several that meet, lie over a place.
type span struct {
	bottom, top *curve
	low, high   float64
}

var areas = sync.Pool{New: func() any { return new(area) }}

// roundedCommon finds the area that the parts of s and those of o have in common, by pairs if the
// parts of either have no area in common with each other.
func (s *Shape) roundedCommon(o *Shape) Common {
	if s.Compare(o) != Overlapping {
		return Common{}
	}
	w := areas.Get().(*area)
	defer areas.Put(w)
	w.start()
	if s.merges() || o.merges() {
		w.begin()
		near := [2]Box{grow(s.box, s.radius), grow(o.box, o.radius)}
		for side, t := range [2]*Shape{s, o} {
			w.split = w.parts()
			for i := range t.parts() {
				if core, box := t.part(i); t.solid(core) && grow(box, t.radius).Meets(near[1-side]) {
					w.add(core, t.radius, origin(near[0], near[1]))
				}
			}
		}
		w.find(near[0], near[1])
	} else {
		s.eachPair(o, func(i, k int) bool {
			a, boxA := s.part(i)
			b, boxB := o.part(k)
			if !s.solid(a) || !o.solid(b) || convex(a, s.radius, b, o.radius) != Overlapping {
				return true
			}
			boxA, boxB = grow(boxA, s.radius), grow(boxB, o.radius)
			w.begin()
			w.add(a, s.radius, origin(boxA, boxB))
			w.split = w.parts()
			w.add(b, o.radius, origin(boxA, boxB))
			w.find(boxA, boxB)
			return true
		})
	}
	// Interiors meet, so there is some area, however little came of it.
	w.sum.area = max(w.sum.area, math.SmallestNonzeroFloat64)
	return w.common()
}

func grow(b Box, r float64) Box { return Box{b.MinX - r, b.MinY - r, b.MaxX + r, b.MaxY + r} }

// own finds the area of a shape that is grown and of several parts: what it has in common with
// its box.
func (s *Shape) own() float64 {
	w := areas.Get().(*area)
	defer areas.Put(w)
	w.start()
	box := grow(s.box, s.radius)
	w.begin()
	for i := range s.parts() {
		core, _ := s.part(i)
		w.add(core, s.radius, origin(box, box))
	}
	w.split = w.parts()
	frame := []Point{{box.MinX, box.MinY}, {box.MaxX, box.MinY}, {box.MaxX, box.MaxY}, {box.MinX, box.MaxY}}
	w.add(frame, 0, origin(box, box))
	w.find(box, box)
	return w.common().Area
}

func (w *area) begin() { w.curves = w.curves[:0] }

// parts is how many there are so far.
func (w *area) parts() int32 {
	if n := len(w.curves); n > 0 {
		return w.curves[n-1].part + 1
	}
	return 0
}

func (w *area) add(core []Point, radius float64, o Point) {
	w.curves = appendCurves(w.curves, core, radius, o, w.parts())
}

// find adds the area of what was added since begin, of sides with such boxes.
func (w *area) find(boxA, boxB Box) {
	long := max(max(boxA.MaxX, boxB.MaxX)-min(boxA.MinX, boxB.MinX), max(boxA.MaxY, boxB.MaxY)-min(boxA.MinY, boxB.MinY))
	short := max(min(boxA.MaxX, boxB.MaxX)-max(boxA.MinX, boxB.MinX), min(boxA.MaxY, boxB.MaxY)-max(boxA.MinY, boxB.MinY))
	w.sum.bound += float64(0x1p-53 * 64 * float64(len(w.curves)) * float64(long*short))
	low, high := math.Inf(-1), math.Inf(1)
	parts := int(w.parts())
	for side := range 2 {
		from, to := math.Inf(1), math.Inf(-1)
		for i := range w.curves {
			if c := &w.curves[i]; (c.part >= w.split) == (side == 1) {
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
	w.open, w.bottom = w.open[:0], slices.Grow(w.bottom[:0], parts)[:parts]
	clear(w.bottom)
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
	if w.work += len(w.open) * len(w.open) / 16; w.work > mostWork {
		return
	}
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
				w.work++
			}
		}
	}
	slices.Sort(w.cuts)
	for i := 1; i < len(w.cuts); i++ {
		if from, to := w.cuts[i-1], w.cuts[i]; from < to && w.work <= mostWork {
			w.stripe(from, to)
		}
	}
}

// stripe adds the area between a and b, where no curves cross.
func (w *area) stripe(a, b float64) {
	middle := a + float64((b-a)/2)
	for side := range w.spans {
		w.spans[side] = w.spans[side][:0]
	}
	for _, c := range w.open {
		w.bottom[c.part] = nil
	}
	for _, c := range w.open {
		if !c.top {
			w.bottom[c.part] = c
		}
	}
	for _, c := range w.open {
		bottom := w.bottom[c.part]
		if !c.top || bottom == nil {
			continue
		}
		side := 0
		if c.part >= w.split {
			side = 1
		}
		w.spans[side] = append(w.spans[side], span{bottom, c, bottom.at(middle), c.at(middle)})
	}
	w.work += len(w.open) / 4
	for side := range w.spans {
		w.spans[side] = merged(w.spans[side])
	}
	as, bs := w.spans[0], w.spans[1]
	for len(as) > 0 && len(bs) > 0 {
		p, q := &as[0], &bs[0]
		bottom, top := p.bottom, p.top
		if q.low > p.low {
			bottom = q.bottom
		}
		if q.high < p.high {
			top = q.top
		}
		if max(p.low, q.low) < min(p.high, q.high) {
			w.between(bottom, top, a, b)
		}
		if p.high < q.high {
			as = as[1:]
		} else {
			bs = bs[1:]
		}
	}
}

// merged makes one of spans that meet, from below to above.
func merged(list []span) []span {
	slices.SortFunc(list, func(p, q span) int { return cmp.Compare(p.low, q.low) })
	out := list[:0]
	for _, s := range list {
		if n := len(out); n > 0 && s.low <= out[n-1].high {
			if s.high > out[n-1].high {
				out[n-1].top, out[n-1].high = s.top, s.high
			}
			continue
		}
		out = append(out, s)
	}
	return out
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
