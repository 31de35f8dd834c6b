// SPDX-License-Identifier: MIT

package region

import (
	"fmt"
	"math"

	"daylight/internal/exact"
)

// A Shape is a region, a convex core, or a collection of an area and lines, grown by a radius:
// anything that a scene is made of, in float64 coordinates that are taken as they are. Shapes are
// immutable, and goroutines may share them. The zero value is no shape; only None, Radius, Region,
// Core, Lines, Bounds and Solid may be called for it.
type Shape struct {
	region *Region     // or
	core   []Point     // one point, two, or the corners of a convex polygon, counter-clockwise; or
	many   *collection // with lines
	radius float64
	box    Box // of the core
}

// A collection is what a shape is made of that has lines: an area perhaps, lines and points.
type collection struct {
	region *Region // of the area, or nil
	lines  [][]Point
	cores  [][]Point // all that are convex, by the left sides of their boxes
	boxes  []Box
}

func checkRadius(r float64) error {
	if r >= 0 && r <= math.MaxFloat64 {
		return nil
	}
	return fmt.Errorf("region: radius %v: %w", r, errRadius)
}

// NewConvex makes a shape of a core and a radius, which is finite and not negative. One point
// makes a circle, two different points a capsule (a segment if the radius is 0), and the
// corners of a convex polygon a rounded polygon. The corners must be in counter-clockwise
// order, no three of them on a line. NewConvex keeps the slice, which must not be changed
// afterwards.
func NewConvex(core []Point, radius float64) (Shape, error) {
	for _, p := range core {
		if !finite(p) {
			return Shape{}, fmt.Errorf("region: point (%v, %v): %w", p.X, p.Y, errNotFinite)
		}
	}
	if err := checkRadius(radius); err != nil {
		return Shape{}, err
	}
	if len(core) == 0 || len(core) == 2 && core[0] == core[1] || len(core) > 2 && !isConvex(core) {
		return Shape{}, fmt.Errorf("region: %d corners: %w", len(core), errNotConvex)
	}
	return Shape{core: core, radius: radius, box: boxOf(core)}, nil
}

// isConvex reports whether the points are the corners of a convex polygon in counter-clockwise
// order, no three of them on a line. The answer is exact. Coordinates must be finite.
func isConvex(points []Point) bool {
	n := len(points)
	if n < 3 {
		return false
	}
	flips := 0
	p, q := points[n-2], points[n-1]
	for _, r := range points {
		if exact.Orient(p.X, p.Y, q.X, q.Y, r.X, r.Y) <= 0 {
			return false
		}
		if before(p, q) != before(q, r) {
			flips++
		}
		p, q = q, r
	}
	return flips == 2 // goes round once
}

// None reports whether s is the zero value.
func (s *Shape) None() bool { return s.region == nil && s.core == nil && s.many == nil }

// Radius returns the radius, in the unit of coordinates.
func (s *Shape) Radius() float64 { return s.radius }

// Region returns the region if the shape was made of one with more than one part, or the area of a
// collection, and otherwise nil.
func (s *Shape) Region() *Region {
	if s.many != nil {
		return s.many.region
	}
	return s.region
}

// Core returns the points of the core if the shape is convex, and otherwise nil. They are read
// only.
func (s *Shape) Core() []Point { return s.core }

// Bounds returns a box around the shape. Without a radius it is the smallest; with a radius it
// is slightly larger, since the sums are rounded outward.
func (s *Shape) Bounds() Box {
	if s.radius == 0 {
		return s.box
	}
	down := func(v float64) float64 { return math.Nextafter(v-s.radius, math.Inf(-1)) }
	up := func(v float64) float64 { return math.Nextafter(v+s.radius, math.Inf(1)) }
	return Box{down(s.box.MinX), down(s.box.MinY), up(s.box.MaxX), up(s.box.MaxY)}
}

// flat reports whether the shape has an area and straight edges only: it is a region, a polygon, or
// a collection with an area, without a radius.
func (s *Shape) flat() bool { return s.radius == 0 && (s.Region() != nil || len(s.core) > 2) }

// asRegion returns a flat shape as a region.
func (s *Shape) asRegion() *Region {
	if r := s.Region(); r != nil {
		return r
	}
	r := &Region{
		box: s.box, boxes: []Box{s.box},
		corners: s.core, starts: []int32{0, int32(len(s.core))},
		outline: s.core, rings: []int32{0, int32(len(s.core))},
	}
	var sum exact.Sum
	addArea(&sum, s.core, 1)
	r.area = sum.Value() / 2
	return r
}

// Solid reports whether the shape has an area: it is a region or a polygon, has one among lines, or
// has a radius.
func (s *Shape) Solid() bool { return s.radius > 0 || s.flat() }

// parts returns the number of convex cores, and part each with its bounds.
func (s *Shape) parts() int {
	switch {
	case s.region != nil:
		return s.region.Parts()
	case s.many != nil:
		return len(s.many.cores)
	}
	return 1
}

func (s *Shape) part(i int) ([]Point, Box) {
	switch {
	case s.region != nil:
		return s.region.Part(i), s.region.boxes[i]
	case s.many != nil:
		return s.many.cores[i], s.many.boxes[i]
	}
	return s.core, s.box
}

// boxes returns the bounds of the convex cores, appended to room if there is one core.
func (s *Shape) boxes(room []Box) []Box {
	switch {
	case s.region != nil:
		return s.region.boxes
	case s.many != nil:
		return s.many.boxes
	}
	return append(room, s.box)
}

// measured reports whether areas of the shape are found: it is a circle, or has no radius.
func (s *Shape) measured() bool { return s.radius == 0 || len(s.core) == 1 }

// solid reports whether a part has an area.
func (s *Shape) solid(core []Point) bool { return s.radius > 0 || len(core) > 2 }
