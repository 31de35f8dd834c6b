// SPDX-License-Identifier: MIT

package region

import "daylight/internal/exact"

// Compare decides about two shapes: the answer is that of real arithmetic on the numbers as they
// are.
//
// Two shapes with areas overlap if their interiors meet. If the radii are not both zero, shapes
// overlap if the distance of their cores is less than the sum of the radii, and touch if it equals
// the sum. If both are zero, a segment or a point overlaps another shape if no arbitrarily small
// movement parts the two: segments that cross overlap, and segments on one line touch at most.
// NewShape says what this means for chains of segments.
func (s *Shape) Compare(o *Shape) Verdict {
	switch {
	case s.region != nil && o.region != nil && s.radius == 0 && o.radius == 0:
		return s.region.compare(o.region)
	case s.parts() == 1 && o.parts() == 1:
		a, _ := s.part(0)
		b, _ := o.part(0)
		v := cores(a, s.box, b, o.box, Apart)
		if v == Apart || s.radius == 0 && o.radius == 0 {
			if v == Apart && (s.radius > 0 || o.radius > 0) && s.near(o) {
				return rounded(a, s.radius, b, o.radius)
			}
			return v
		}
		return Overlapping
	case !s.near(o):
		return Apart
	}
	verdict := Apart
	flat := s.radius == 0 && o.radius == 0
	lines := flat && s.region == nil && o.region == nil
	var met rays
	s.eachPair(o, func(i, k int) bool {
		a, boxA := s.part(i)
		b, boxB := o.part(k)
		v := cores(a, boxA, b, boxB, Apart)
		switch {
		case !flat && v == Touching:
			v = Overlapping
		case !flat && v == Apart && boxA.near(&boxB, reachOf(s.radius, o.radius)):
			v = rounded(a, s.radius, b, o.radius)
		case lines && v == Touching && len(a) == 2 && len(b) == 2:
			if met.from[0] == nil {
				met.from = [2][]uint8{make([]uint8, s.parts()), make([]uint8, o.parts())}
				met.most = rayRoom
			}
			met.add(i, k, a, b)
		}
		verdict = max(verdict, v)
		return verdict < Overlapping
	})
	if verdict == Touching && met.cross() {
		return Overlapping
	}
	// Points and segments can lie on a cut, where no part has them in its interior.
	if verdict == Touching && flat && (s.Region().hasInside(o) || o.Region().hasInside(s)) {
		return Overlapping
	}
	return verdict
}

// eachPair calls yield with parts whose boxes come as near as the radii until it returns false.
func (s *Shape) eachPair(o *Shape, yield func(i, k int) bool) {
	if s.parts() == 1 && o.parts() == 1 {
		yield(0, 0)
		return
	}
	var roomA, roomB [1]Box
	boxPairs(s.boxes(roomA[:0]), o.boxes(roomB[:0]), s.box, o.box, reachOf(s.radius, o.radius), s.upright(o), yield)
}

// upright reports whether two collections have far fewer parts beside each other than above each
// other.
func (s *Shape) upright(o *Shape) bool {
	if s.many == nil || o.many == nil || !many(s.parts(), o.parts()) {
		return false
	}
	wide, high := 0.0, 0.0
	for _, c := range [2]*collection{s.many, o.many} {
		for i := range c.boxes {
			b := &c.boxes[i]
			wide += b.MaxX - b.MinX
			high += b.MaxY - b.MinY
		}
	}
	w := max(s.box.MaxX, o.box.MaxX) - min(s.box.MinX, o.box.MinX)
	h := max(s.box.MaxY, o.box.MaxY) - min(s.box.MinY, o.box.MinY)
	return float64(wide*h) > 2*float64(high*w)
}

// near reports whether bounds meet.
func (s *Shape) near(o *Shape) bool { return s.box.near(&o.box, reachOf(s.radius, o.radius)) }

// reachOf is no less than the sum of two radii.
func reachOf(ra, rb float64) float64 { return float64((ra+rb)*(1+0x1p-50)) + 0x1p-1070 }

// hasInside reports whether the interior of a region, which may be nil, has a point of the lines
// and points of a shape that touches its parts.
func (r *Region) hasInside(o *Shape) bool {
	return r != nil && !o.eachThin(func(core []Point) bool { return !r.thinInside(core) })
}

// thinInside reports whether a point or a segment has a point in the interior.
func (r *Region) thinInside(core []Point) bool {
	if len(core) == 2 {
		return r.entered(core[0], core[1])
	}
	p := core[0]
	for _, c := range r.cuts {
		if exact.Orient(c.a.X, c.a.Y, c.b.X, c.b.Y, p.X, p.Y) == 0 &&
			(before(c.a, p) && before(p, c.b) || before(c.b, p) && before(p, c.a)) {
			return true
		}
	}
	return false
}
