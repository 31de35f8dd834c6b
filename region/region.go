// SPDX-License-Identifier: MIT

package region

import (
	"math"
)

// A Point is a place in the plane.
type Point struct{ X, Y float64 }

// A Box is a closed box with sides along the axes.
type Box struct{ MinX, MinY, MaxX, MaxY float64 }

// Meets reports whether two boxes have a point in common.
func (b Box) Meets(c Box) bool {
	return b.MinX <= c.MaxX && c.MinX <= b.MaxX && b.MinY <= c.MaxY && c.MinY <= b.MaxY
}

// holds reports whether no point of c lies outside b.
func (b Box) holds(c Box) bool {
	return b.MinX <= c.MinX && c.MaxX <= b.MaxX && b.MinY <= c.MinY && c.MaxY <= b.MaxY
}

// boxOf returns the smallest box around points, of which there must be one at least.
func boxOf(points []Point) Box {
	b := Box{points[0].X, points[0].Y, points[0].X, points[0].Y}
	for _, p := range points[1:] {
		b.MinX, b.MinY = min(b.MinX, p.X), min(b.MinY, p.Y)
		b.MaxX, b.MaxY = max(b.MaxX, p.X), max(b.MaxY, p.Y)
	}
	return b
}

// A Region is a closed set of points in the plane with an area: polygons, concave or
// not, with holes, in any number of parts. It is never changed after it is made, and
// may be shared between goroutines. A Region that is empty is never made by New, but
// the zero value is one.
type Region struct {
	box     Box
	corners []Point // of the convex parts, counter-clockwise
	starts  []int32 // part i has corners starts[i] to starts[i+1]
	boxes   []Box   // of the parts
	outline []Point // rings one after the other, the inside at the left
	rings   []int32 // ring i has points rings[i] to rings[i+1]
	cuts    []cut   // edges of parts that are not edges of the outline
	area    float64
	reach   float64 // size of the largest coordinate
}

// cut is where two parts meet.
type cut struct{ a, b Point }

// Parts returns the number of convex parts.
func (r *Region) Parts() int { return max(len(r.starts)-1, 0) }

// Part returns the corners of a convex part, counter-clockwise, no three of them on a
// line. They are points of the outline. The slice belongs to the region and is read only.
func (r *Region) Part(i int) []Point {
	return r.corners[r.starts[i]:r.starts[i+1]:r.starts[i+1]]
}

// PartBox returns the bounds of a part.
func (r *Region) PartBox(i int) Box { return r.boxes[i] }

// Rings returns the number of rings of the outline.
func (r *Region) Rings() int { return max(len(r.rings)-1, 0) }

// Ring returns the points of a ring, the inside at its left: outlines run
// counter-clockwise and holes clockwise. The slice belongs to the region and is read only.
func (r *Region) Ring(i int) []Point {
	return r.outline[r.rings[i]:r.rings[i+1]:r.rings[i+1]]
}

// Box returns the bounds. Those of an empty region are a point.
func (r *Region) Box() Box { return r.box }

// Area returns the area, rounded from that of the coordinates as they are: it is off
// by no more than the spacing of float64 numbers at it, unless it over- or underflows.
func (r *Region) Area() float64 { return r.area }

// Empty reports whether the region has no points at all.
func (r *Region) Empty() bool { return len(r.starts) < 2 }

func finite(p Point) bool {
	return math.Abs(p.X) <= math.MaxFloat64 && math.Abs(p.Y) <= math.MaxFloat64
}
