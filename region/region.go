// SPDX-License-Identifier: MIT

package region

import (
	"math"
)

// A Point is a place in the plane, in the caller's unit, y upward.
type Point struct{ X, Y float64 }

// A Box is a closed axis-aligned box, with MinX <= MaxX and MinY <= MaxY.
type Box struct{ MinX, MinY, MaxX, MaxY float64 }

// Meets reports whether two boxes have a point in common. Boxes that touch do.
func (b Box) Meets(c Box) bool {
	return b.MinX <= c.MaxX && c.MinX <= b.MaxX && b.MinY <= c.MaxY && c.MinY <= b.MaxY
}

// holds reports whether no point of c lies outside b.
func (b Box) holds(c Box) bool {
	return b.MinX <= c.MinX && c.MaxX <= b.MaxX && b.MinY <= c.MinY && c.MaxY <= b.MaxY
}

// boxOf returns the smallest box around points. There must be at least one point.
func boxOf(points []Point) Box {
	b := Box{points[0].X, points[0].Y, points[0].X, points[0].Y}
	for _, p := range points[1:] {
		b.MinX, b.MinY = min(b.MinX, p.X), min(b.MinY, p.Y)
		b.MaxX, b.MaxY = max(b.MaxX, p.X), max(b.MaxY, p.Y)
	}
	return b
}

// A Region is a closed set of points in the plane that has an area: polygons, concave or not,
// with holes, in any number of parts. It never changes after New has made it, and goroutines
// may share it. New never makes an empty region, but the zero value is one.
type Region struct {
	box     Box
	corners []Point // of the convex parts, counter-clockwise
	starts  []int32 // part i has corners starts[i] to starts[i+1]
	boxes   []Box   // of the parts
	outline []Point // rings one after the other, the inside at the left
	rings   []int32 // ring i has points rings[i] to rings[i+1]
	cuts    []cut   // edges of parts that are not edges of the outline
	area    float64
}

// cut is where two parts meet.
type cut struct{ a, b Point }

// Parts returns the number of convex parts. Two parts have no area in common. An empty
// region has none.
func (r *Region) Parts() int { return max(len(r.starts)-1, 0) }

// Part returns the corners of part i, which is convex, in counter-clockwise order, no three of
// them on a line. They are points of the outline. Parts are numbered from 0, from left to
// right by the smallest x of their corners. The slice belongs to the region and is read only.
func (r *Region) Part(i int) []Point {
	return r.corners[r.starts[i]:r.starts[i+1]:r.starts[i+1]]
}

// Rings returns the number of rings of the outline, holes included.
func (r *Region) Rings() int { return max(len(r.rings)-1, 0) }

// Ring returns the points of ring i, counted from 0, with the inside at its left: outer rings
// run counter-clockwise and holes clockwise. The first point is not repeated at the end. Where a
// ring touched an edge of another one, that edge has the point as well. The slice belongs to the
// region and is read only.
func (r *Region) Ring(i int) []Point {
	return r.outline[r.rings[i]:r.rings[i+1]:r.rings[i+1]]
}

// Box returns the smallest box around the region. For the empty region it is the point (0, 0).
func (r *Region) Box() Box { return r.box }

// Area returns the area, in the square of the unit of coordinates. It is the true area of the
// coordinates as they are, off by no more than the spacing of float64 numbers there, unless
// products of coordinates overflow or underflow.
func (r *Region) Area() float64 { return r.area }

func finite(p Point) bool {
	return math.Abs(p.X) <= math.MaxFloat64 && math.Abs(p.Y) <= math.MaxFloat64
}
