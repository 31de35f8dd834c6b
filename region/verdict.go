// SPDX-License-Identifier: MIT

package region

import (
	"math"

	"daylight/internal/exact"
)

// A Verdict says how two closed sets lie to each other. The greater the Verdict, the closer they
// are.
type Verdict int8

const (
	Apart       Verdict = iota // they share no point
	Touching                   // they share points, but an arbitrarily small movement parts them
	Overlapping                // no arbitrarily small movement parts them; interiors of two areas meet
)

// String returns "apart", "touching" or "overlapping".
func (v Verdict) String() string {
	switch v {
	case Apart:
		return "apart"
	case Touching:
		return "touching"
	case Overlapping:
		return "overlapping"
	}
	return "unknown"
}

// convex decides about two convex cores, each grown by a radius. NewConvex says what a core is, and
// Shape.Compare what the answers mean.
//
// Two polygons are apart if and only if an edge of one of them has the other strictly on its
// outer side, since the edges of their Minkowski difference are the edges of the two. They
// touch if no edge has it strictly but one has it weakly. So the signs of orientations decide.
func convex(a []Point, ra float64, b []Point, rb float64) Verdict {
	v := cores(a, boxOf(a), b, boxOf(b), Apart)
	if v == Overlapping || ra == 0 && rb == 0 {
		return v
	}
	if v == Touching {
		return Overlapping
	}
	return rounded(a, ra, b, rb)
}

// cores decides about two cores without radii. If it does not matter to the caller whether
// they touch or are apart, floor is Touching and the answer may be either.
func cores(a []Point, boxA Box, b []Point, boxB Box, floor Verdict) Verdict {
	if !boxA.Meets(boxB) {
		return Apart
	}
	if len(a) < 3 && len(b) < 3 {
		return thin(a, b)
	}
	// No coordinate of one differs by more from one of the other.
	w := max(boxA.MaxX, boxB.MaxX) - min(boxA.MinX, boxB.MinX)
	h := max(boxA.MaxY, boxB.MaxY) - min(boxA.MinY, boxB.MinY)
	one, final := side(a, b, w, h, floor)
	if final {
		return one
	}
	other, final := side(b, a, w, h, floor)
	if final {
		return other
	}
	return min(one, other)
}

// side finds whether an edge of a has all of b on its outer side, strictly (Apart) or
// weakly (Touching). The answer is final if b's edges need not be asked.
func side(a, b []Point, w, h float64, floor Verdict) (v Verdict, final bool) {
	if len(a) < 2 {
		return Overlapping, false
	}
	verdict := Overlapping
	k := 0 // where a point inside the last edge was found
	p := a[len(a)-1]
	for _, q := range a {
		ex, ey := q.X-p.X, q.Y-p.Y
		// The filter of exact.Orient, for all of b at once.
		bound := float64((float64(math.Abs(ex)*h)+float64(math.Abs(ey)*w))*0x1p-51) + 0x1p-1070
		top := math.Inf(-1)
		for range b {
			v := b[k]
			if d := float64(ex*(v.Y-p.Y)) - float64(ey*(v.X-p.X)); d > top {
				top = d
				if d > bound {
					break
				}
			} else if d != d {
				top = 0 // an overflow; exact arithmetic decides
			}
			if k++; k == len(b) {
				k = 0
			}
		}
		switch {
		case top > bound && top <= math.MaxFloat64:
		case top < -bound:
			return Apart, true
		default:
			switch sign, common := highest(p, q, b); {
			case sign < 0:
				return Apart, true
			case sign == 0:
				// A corner on the edge is a point in common.
				if common || floor >= Touching {
					return Touching, true
				}
				verdict = Touching
			}
		}
		p = q
	}
	return verdict, false
}

// highest returns the greatest sign of the turns from p over q to the points of b and, if
// that is 0, whether one is on the edge from p to q.
func highest(p, q Point, b []Point) (sign int, common bool) {
	sign = -1
	for _, v := range b {
		s := exact.Orient(p.X, p.Y, q.X, q.Y, v.X, v.Y)
		if s > 0 {
			return s, false
		}
		if s == 0 {
			sign = 0
			common = common || min(p.X, q.X) <= v.X && v.X <= max(p.X, q.X) && min(p.Y, q.Y) <= v.Y && v.Y <= max(p.Y, q.Y)
		}
	}
	return sign, common
}

// thin decides about points and segments. Their edges are both sides of a segment; where
// the Minkowski difference has no area that is not enough.
func thin(a, b []Point) Verdict {
	p, q := a[0], a[len(a)-1]
	u, v := b[0], b[len(b)-1]
	d1, d2 := 0, 0
	if len(a) == 2 {
		d1 = exact.Orient(p.X, p.Y, q.X, q.Y, u.X, u.Y)
		d2 = exact.Orient(p.X, p.Y, q.X, q.Y, v.X, v.Y)
	}
	d3, d4 := 0, 0
	if len(b) == 2 {
		d3 = exact.Orient(u.X, u.Y, v.X, v.Y, p.X, p.Y)
		d4 = exact.Orient(u.X, u.Y, v.X, v.Y, q.X, q.Y)
	}
	switch {
	case d1*d2 > 0 || d3*d4 > 0:
		return Apart
	case d1*d2 < 0 && d3*d4 < 0:
		return Overlapping
	case d1 == 0 && d2 == 0 && d3 == 0 && d4 == 0:
		// On one line, where segments meet if their boxes do; cores has found that these do.
		return Touching
	}
	// One ends on the other's line and is not on one side of the other.
	return Touching
}

// rounded decides about two shapes whose cores are apart: by the least distance of a
// corner of one and an edge of the other.
func rounded(a []Point, ra float64, b []Point, rb float64) Verdict {
	return max(near(a, b, ra, rb), near(b, a, ra, rb))
}

// near compares the distances of the corners of a from the edges of b with the radii.
func near(a, b []Point, ra, rb float64) Verdict {
	verdict := Apart
	reach := float64((ra+rb)*(1+0x1p-50)) + 0x1p-1070
	q := b[len(b)-1]
	for _, v := range b {
		low, high := min(q.X, v.X), max(q.X, v.X)
		for _, p := range a {
			// Differences are off by 2^-53 of themselves.
			if p.X-high > reach || low-p.X > reach {
				continue
			}
			switch c := exact.DistanceToSegment(p.X, p.Y, q.X, q.Y, v.X, v.Y, ra, rb); {
			case c < 0:
				return Overlapping
			case c == 0:
				verdict = Touching
			}
		}
		if q = v; len(b) == 2 {
			break // the only edge
		}
	}
	return verdict
}

// compare decides about two regions. Their interiors meet if and only if the interiors of two
// of their parts meet, since the cuts between parts have no area. An empty region is apart
// from every region.
func (r *Region) compare(o *Region) Verdict {
	verdict := Apart
	partPairs(r, o, func(i, k int) bool {
		verdict = max(verdict, cores(r.Part(i), r.boxes[i], o.Part(k), o.boxes[k], verdict))
		return verdict != Overlapping
	})
	return verdict
}

// EachMeeting calls yield for each part i of r and part k of o that touch or overlap, with their
// verdict. It stops if yield returns false. The order depends only on the two regions. It is by i,
// then k. If there are many parts, a sweep over their boxes from the left gives the order.
func (r *Region) EachMeeting(o *Region, yield func(i, k int, v Verdict) bool) {
	partPairs(r, o, func(i, k int) bool {
		v := cores(r.Part(i), r.boxes[i], o.Part(k), o.boxes[k], Apart)
		return v == Apart || yield(i, k, v)
	})
}

// partPairs calls yield with the parts of a and b whose boxes meet until it returns false.
func partPairs(a, b *Region, yield func(i, k int) bool) {
	if a.Parts() > 0 && b.Parts() > 0 {
		boxPairs(a.boxes, b.boxes, a.box, b.box, 0, false, yield)
	}
}
