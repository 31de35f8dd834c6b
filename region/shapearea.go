// SPDX-License-Identifier: MIT

package region

import (
	"math"

	"daylight/internal/exact"
)

// Area returns the area. Of a flat shape it has the accuracy of Region.Area, and of a convex core
// with a radius it is off by 2^-50 of itself at most. Grown regions and collections, whose parts
// overlap each other, have the accuracy of Intersect, take as long each time, and may be given up as
// there. Points and lines have the area 0.
func (s *Shape) Area() float64 {
	switch r := s.Region(); {
	case s.merges():
		return s.own()
	case r != nil:
		return r.area
	case s.many != nil:
		return 0
	}
	// Let u be 2^-53. A length is off by 3 u of itself, their sum by 4 u, and times the radius by 5 u. Two
	// more sums leave 7 u, of terms that are positive.
	var sum, around exact.Sum
	addArea(&sum, s.core, 1)
	if p := s.core[len(s.core)-1]; s.radius > 0 {
		for _, q := range s.core {
			dx, dy := q.X-p.X, q.Y-p.Y
			around.Add(math.Sqrt(float64(dx*dx) + float64(dy*dy)))
			p = q
		}
	}
	return float64(sum.Value()/2) + float64(s.radius*around.Value()) + float64(math.Pi*float64(s.radius*s.radius))
}

// Intersect finds the area that two solid shapes have in common; see Intersect for regions. If
// one of them has a radius, the Bound is
//
//	2^-53 * 64 * n * L * l
//
// where n is the number of edges and arcs of the two, an arc in pieces of a quarter of a circle at
// most, L the longest side of the box around both, and l that of what is common to their boxes; for
// regions that are not grown, the sum of this over pairs of parts. A region or a collection that is
// grown takes a time that grows with the number of its parts, and with the square of how many of
// them lie above each other. Where this would be more than a few seconds the search is given up:
// Area is NaN, and Bound infinite. If one of the shapes is not solid the area is 0.
func (s *Shape) Intersect(o *Shape) Common {
	if !s.Solid() || !o.Solid() {
		return Common{}
	}
	if s.radius > 0 || o.radius > 0 {
		return s.roundedCommon(o)
	}
	if s.Region() != nil || o.Region() != nil {
		return Intersect(s.asRegion(), o.asRegion())
	}
	var sum moments
	sum.add(s.core, s.box, o.core, o.box)
	return sum.common()
}

// AppendIntersection appends the area that two flat shapes have in common to dst, as convex
// polygons; see AppendIntersection for regions.
func (s *Shape) AppendIntersection(dst [][]Point, o *Shape) [][]Point {
	return AppendIntersection(dst, s.asRegion(), o.asRegion())
}
