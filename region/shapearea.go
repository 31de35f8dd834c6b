// SPDX-License-Identifier: MIT

package region

import (
	"math"

	"daylight/internal/exact"
)

// Area returns the area. A shape without a radius has that of its Region or polygon, with the
// accuracy of Region.Area. That of a circle is off by 2^-50 of itself at most. Points and lines
// have the area 0. For capsules, and other shapes that are grown by a radius, Area returns NaN.
func (s *Shape) Area() float64 {
	switch r := s.Region(); {
	case !s.measured():
		return math.NaN()
	case s.radius > 0:
		return float64(math.Pi * float64(s.radius*s.radius))
	case r != nil:
		return r.area
	case s.many != nil:
		return 0
	}
	var sum exact.Sum
	addArea(&sum, s.core, 1)
	return sum.Value() / 2
}

// Intersect finds the area that two solid shapes have in common, and 0 if one of them is not solid.
// The area is exactly 0 if and only if their interiors do not meet.
//
// Without radii, Intersect adds up the common areas of the convex parts that overlap; exact
// arithmetic decides which do. The Bound is the sum over these pairs of parts of
//
//	2^-53 * 32 * (n + m) * L * l
//
// where n and m are the numbers of corners of the two parts, L is the longest side of the box
// around both, and l is the longest side of the box that their boxes have in common. See clip for
// the derivation. If one of the shapes is a circle, the Bound is the sum over the pairs of parts of
//
//	2^-53 * 64 * n * L * l
//
// where n is the number of edges and quarters of circles of the two. Bounds hold unless products of
// coordinates overflow or underflow.
//
// Areas of capsules, and of other shapes that are grown by a radius, are not found: Area is NaN,
// and Bound infinite.
func (s *Shape) Intersect(o *Shape) Common {
	switch {
	case !s.Solid() || !o.Solid():
		return Common{}
	case !s.measured() || !o.measured():
		nan := math.NaN()
		return Common{Area: nan, Centroid: Point{X: nan, Y: nan}, Bound: math.Inf(1)}
	case s.radius > 0 || o.radius > 0:
		return s.circleCommon(o)
	}
	if s.Region() != nil || o.Region() != nil {
		return s.asRegion().intersect(o.asRegion())
	}
	var sum moments
	sum.add(s.core, s.box, o.core, o.box)
	return sum.common()
}

// AppendIntersection appends to dst the area that two solid shapes without radius have in common,
// as convex polygons with counter-clockwise corners, and returns the extended slice. Up to
// rounding, no two of the polygons have area in common. Each is a slice of its own, which belongs
// to the caller.
//
// Corners are rounded, even corners of s or o: clipping works with coordinates relative to the box
// that the boxes of two parts have in common. The error of a coordinate is about 2^-53 times the
// size of the box around both parts, and more where edges cross at a small angle. A polygon so thin
// that rounding leaves fewer than three corners is left out. It appends nothing for a shape without
// area or with a radius.
func (s *Shape) AppendIntersection(dst [][]Point, o *Shape) [][]Point {
	if !s.flat() || !o.flat() {
		return dst
	}
	return s.asRegion().appendIntersection(dst, o.asRegion())
}
