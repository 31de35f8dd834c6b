// SPDX-License-Identifier: MIT

package soa

import (
	"fmt"
	"math"
	"slices"
)

// maxRing is the greatest number of vertices of AddEllipse: the last power of two at which a
// regular polygon keeps all of them within the tolerance of AddPolygon.
const maxRing = 4096

// AddEllipse adds a polygon of n vertices, 3 to 4096, grown by radius. The vertices lie on the
// ellipse with half axes rx and ry along the local x and y axis, at equal steps of its parameter,
// the first of them on the local x axis. So the polygon lies inside the ellipse, and is regular if
// rx and ry are equal. EllipseVertices finds n for a tolerance. Like AddPolygon, AddEllipse drops
// vertices that lie on the line between their neighbours, as at the flat sides of a needle.
//
// If n is even, opposite vertices are opposite to the bit, and so are the normals of parallel
// edges. A square that is added by AddBox is faster: kernels test two directions of a box, but all
// four edges of a polygon.
func (s *Shapes) AddEllipse(p Pose, rx, ry float64, n int, radius float64, attrs Attrs) (ID, error) {
	c := checks{op: "AddEllipse"}
	c.pose(p)
	if n < 3 {
		c.refuse(fmt.Sprintf("%d vertices", n), errTooFewVertices, "")
	}
	if n > maxRing {
		c.refuse(fmt.Sprintf("%d vertices", n), ErrRange, fmt.Sprintf("at most %d; AddCircle is exact", maxRing))
	}
	x, y, r := c.length("half axis x", rx), c.length("half axis y", ry), c.length("radius", radius)
	if c.total(max(x, y), r); x == 0 || y == 0 {
		c.refuse(pair("half axes", rx, ry), ErrZeroArea, "use AddCapsule or AddCircle")
	}
	if err := s.begin(&c); err != nil {
		return 0, err
	}
	defer s.use.release()
	s.local = appendRing(s.local[:0], n, rx, ry)
	if err := s.outline.build(c.op, s.local, r); err != nil {
		return 0, err
	}
	return s.addOutline(c.op, p, r, attrs)
}

// ellipseError is a bound of the distance between the ellipse with half axes rx and ry and the
// polygon of n vertices that AddEllipse makes of it: no point of one is farther than that from the
// other. Where a is the greater half axis, it is
//
//	a (1 - cos(pi/n)) + a 2^-20
//
// Between an edge of a regular polygon in the unit circle and the arc there is the sagitta, 1 -
// cos(pi/n). To stretch the plane by rx and ry turns the circle into the ellipse, and makes no
// distance more than a times as long. The second term is for vertices that are rounded to float32
// or dropped, and for the rounding of the cosine.
func ellipseError(rx, ry float64, n int) float64 {
	a := max(rx, ry)
	sin, _ := SinCos(math.Pi / float64(2*n))
	half := float64(sin)
	return a * (float64(2*half*half) + 0x1p-20)
}

// EllipseVertices returns the least number of vertices, a power of two from 4 to 4096, for which no
// point of the polygon that AddEllipse makes is farther than tolerance from the ellipse with half
// axes rx and ry, and none of the ellipse from the polygon. The distance is at most max(rx, ry) *
// (1 - cos(pi/n) + 2^-20). Numbers in between would save nothing, since a polygon takes a power of
// two of lanes. EllipseVertices returns ErrRange if 4096 vertices are not enough.
func EllipseVertices(rx, ry, tolerance float64) (int, error) {
	c := checks{op: "EllipseVertices"}
	c.length("half axis x", rx)
	c.length("half axis y", ry)
	if c.length("tolerance", tolerance); c.err != nil {
		return 0, c.err
	}
	for n := 4; n <= maxRing; n *= 2 {
		if ellipseError(rx, ry, n) <= tolerance {
			return n, nil
		}
	}
	return 0, refuse(c.op, named("tolerance", tolerance), ErrRange,
		fmt.Sprintf("%d vertices come within %.3g", maxRing, ellipseError(rx, ry, maxRing)))
}

// appendRing appends n points of an ellipse. The second half is the first half,
// negated, so that opposite edges are parallel to the bit.
func appendRing(dst []Point, n int, rx, ry float64) []Point {
	at := len(dst)
	first := n
	if n%2 == 0 {
		first = n / 2
	}
	for k := range first {
		sin, cos := SinCos(float64(float64(2*k)*math.Pi) / float64(n))
		dst = append(dst, Point{X: rx * float64(cos), Y: ry * float64(sin)})
	}
	for k := first; k < n; k++ {
		q := dst[at+k-first]
		dst = append(dst, Point{X: -q.X, Y: -q.Y})
	}
	return dst
}

// AddHull adds the convex hull of points in local coordinates, in any order, grown by radius.
// Points that are no farther from the outline of the hull than the tolerance of AddPolygon may be
// left out. For world coordinates use AddOutline with ConvexHull.
//
// It finds the hull of the points rounded to float32, by A. M. Andrew's monotone chain (Another
// efficient algorithm for convex hulls in two dimensions, 1979) with exact orientation tests.
func (s *Shapes) AddHull(p Pose, pts []Point, radius float64, attrs Attrs) (ID, error) {
	c := checks{op: "AddHull"}
	r := c.circle(p, radius)
	if err := s.begin(&c); err != nil {
		return 0, err
	}
	defer s.use.release()
	if err := s.outline.buildHull(c.op, pts, r); err != nil {
		return 0, s.outline.explain(c.op, pts, r, s.outline.buildHull, err)
	}
	return s.addOutline(c.op, p, r, attrs)
}

// AddChain adds the segments between consecutive points, in world coordinates, each grown by
// radius, such as a wall or the ground. All become parts of the body that attrs name, which must
// not be 0, so they never meet each other or any other part of that body. A point that equals the
// one before is skipped. To close the chain, end with the first point. AddChain appends the IDs to
// dst in the order of the points. With solver.Solver, and with separate.Separator and SmoothSeams,
// shapes slide smoothly over the seams of a chain.
//
// The position of each segment is its own middle (see AddSegmentBetween). So its ends are off the
// given points by at most 2^-22 of its length, and by the rounding of its middle to float64. If
// radius is at least that, neighbouring segments overlap; if not, there may be a gap of that size
// between them.
func (s *Shapes) AddChain(dst []ID, pts []Point, radius float64, attrs Attrs) ([]ID, error) {
	const op = "AddChain"
	if err := s.resize(op); err != nil {
		return dst, err
	}
	defer s.use.release()
	if attrs.Body == 0 {
		return dst, refuse(op, "body 0", ErrRange, "0 stands for no body, and segments that share ends must not meet; number bodies from 1")
	}
	c := checks{op: op}
	r := c.length("radius", radius)
	if c.points(pts...); c.err != nil {
		return dst, c.err
	}
	// Everything is checked before anything is added.
	count, last := 0, -1
	for i, q := range pts {
		if last >= 0 && q == pts[last] {
			continue
		}
		if last >= 0 {
			a := pts[last]
			hx, hy := float64(q.X/2)-float64(a.X/2), float64(q.Y/2)-float64(a.Y/2)
			if h := math.Sqrt(float64(hx*hx) + float64(hy*hy)); h+float64(r) > maxLocal {
				return dst, &Error{op: op, Row: -1, Vertex: i, Of: len(pts), What: named("half length plus radius", h+float64(r)), Reason: ErrRange,
					Advice: tooLarge}
			}
			count++
		}
		last = i
	}
	if count == 0 {
		return dst, refuse(op, fmt.Sprintf("%d points", len(pts)), errTooFewVertices, "use AddCircle")
	}
	if !s.index.holds(count) {
		return dst, noRoom(op)
	}
	s.grow(count)
	dst = slices.Grow(dst, count)
	last = 0
	for i := 1; i < len(pts); i++ {
		if pts[i] == pts[last] {
			continue
		}
		p, h := segment(pts[last], pts[i])
		class, a, b, reach := capsule(float32(h), r)
		dst = append(dst, s.insert(class, p, a, b, reach, 0, 0, attrs))
		last = i
	}
	return dst, nil
}

// holds reports whether n more indices can be given out.
func (t *indexTable) holds(n int) bool {
	return uint64(len(t.free))+(maxShapes-uint64(len(t.slot))) >= uint64(n)
}
