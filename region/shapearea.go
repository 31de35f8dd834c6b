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

// Intersect finds the area that two solid shapes have in common, and 0 if one of them is not solid. The
// area is exactly 0 if and only if their interiors do not meet.
//
// Without radii, Intersect adds up the common areas of the convex parts that overlap; exact arithmetic
// decides which do. The Bound is the sum over these pairs of parts of
//
//	2^-53 * 32 * (n + m) * L * l
//
// where n and m are the numbers of corners of the two parts, L is the longest side of the box around
// both, and l is the longest side of the box that their boxes have in common. See clip for the
// derivation. If one of the shapes has a radius, the Bound is
//
//	2^-53 * 64 * n * L * l
//
// where n is the number of edges and arcs of the two, an arc in pieces of a quarter of a circle at
// most, and the boxes are those of the two shapes. Bounds hold unless products of coordinates overflow
// or underflow.
//
// Shapes with a radius and several parts take a time that grows with the number of the parts, and with
// the square of how many of them lie above each other. Where this would be more than a few seconds
// the search is given up: Area is NaN, and Bound infinite.
func (s *Shape) Intersect(o *Shape) Common {
	if !s.Solid() || !o.Solid() {
		return Common{}
	}
	if s.radius > 0 || o.radius > 0 {
		return s.roundedCommon(o)
	}
	if s.Region() != nil || o.Region() != nil {
		return s.asRegion().intersect(o.asRegion())
	}
	var sum moments
	sum.add(s.core, s.box, o.core, o.box)
	return sum.common()
}

// AppendIntersection appends to dst the area that two solid shapes without radius have in common, as
// convex polygons with counter-clockwise corners, and returns the extended slice. Up to rounding, no
// two of the polygons have area in common. Each is a slice of its own, which belongs to the caller.
//
// Corners are rounded, and that includes those that are corners of s or o: clipping works with
// coordinates relative to the box that the boxes of two parts have in common. The error of a
// coordinate is about 2^-53 times the size of the box around both parts, and more where edges
// cross at a small angle. A polygon so thin that rounding leaves fewer than three corners is
// left out. Of a shape that has no area, or a radius, it appends nothing.
func (s *Shape) AppendIntersection(dst [][]Point, o *Shape) [][]Point {
	if !s.flat() || !o.flat() {
		return dst
	}
	return s.asRegion().appendIntersection(dst, o.asRegion())
}
