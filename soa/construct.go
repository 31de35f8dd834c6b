// SPDX-License-Identifier: MIT

package soa

import (
	"fmt"
	"math"
	"slices"
)

// maxRegular is the greatest number of vertices of AddRegular and AddEllipse: the last
// power of two at which a regular polygon keeps all of them within the tolerance of
// AddPolygon.
const maxRegular = 4096

// AddRegular adds the regular polygon of n vertices, 3 to 4096, grown by radius. The vertices lie
// on the circle with the given circumradius about the position, the first of them on the local x
// axis. If n is even, opposite vertices are opposite to the bit, and so are the normals of
// parallel edges. A square that is added by AddBox is faster: kernels test two directions of a
// box, but all four edges of a polygon.
func (s *Shapes) AddRegular(p Pose, n int, circumradius, radius float64, attrs ...Attr) (ID, error) {
	return s.addRing("AddRegular", p, n, circumradius, circumradius, radius, [2]string{"circumradius", "circumradius"}, attrs)
}

// AddEllipse adds a polygon of n vertices, 3 to 4096, that lie on the ellipse with half axes rx
// and ry along the local x and y axis, at equal steps of its parameter. The polygon lies inside
// the ellipse. EllipseError returns how far it is from it at most, and EllipseVertices finds n
// for a tolerance. Like AddPolygon, it drops vertices that lie on the line between their
// neighbours, as at the flat sides of a needle.
func (s *Shapes) AddEllipse(p Pose, rx, ry float64, n int, attrs ...Attr) (ID, error) {
	return s.addRing("AddEllipse", p, n, rx, ry, 0, [2]string{"half axis x", "half axis y"}, attrs)
}

// EllipseError returns a bound of the distance between the ellipse with half axes rx and ry and
// the polygon of n vertices that AddEllipse makes of it: no point of one is farther than that
// from the other. Where a is the greater half axis, it is
//
//	a (1 - cos(pi/n)) + a 2^-20
//
// Between an edge of a regular polygon in the unit circle and the arc there is the sagitta, 1 -
// cos(pi/n). To stretch the plane by rx and ry turns the circle into the ellipse, and makes no
// distance more than a times as long. The second term is for vertices that are rounded to float32
// or dropped, and for the rounding of the cosine.
func EllipseError(rx, ry float64, n int) float64 {
	a := max(rx, ry)
	sin, _ := SinCos(math.Pi / float64(2*n))
	half := float64(sin)
	return a * (float64(2*half*half) + 0x1p-20)
}

// EllipseVertices returns the least power of two, from 4 to 4096, for which EllipseError is at
// most tolerance. Numbers in between would save nothing, since a polygon takes a power of two of
// lanes.
func EllipseVertices(rx, ry, tolerance float64) (int, error) {
	const op = "EllipseVertices"
	for _, v := range [3]struct {
		name  string
		value float64
	}{{"half axis x", rx}, {"half axis y", ry}, {"tolerance", tolerance}} {
		if _, err := length(op, v.name, v.value); err != nil {
			return 0, err
		}
	}
	for n := 4; n <= maxRegular; n *= 2 {
		if EllipseError(rx, ry, n) <= tolerance {
			return n, nil
		}
	}
	return 0, refuse(op, named("tolerance", tolerance), ErrRange,
		fmt.Sprintf("%d vertices come within %.3g", maxRegular, EllipseError(rx, ry, maxRegular)))
}

// addRing adds a polygon of n vertices on an ellipse.
func (s *Shapes) addRing(op string, p Pose, n int, rx, ry, radius float64, names [2]string, attrs []Attr) (ID, error) {
	if err := checkPose(op, 0, p); err != nil {
		return 0, err
	}
	if n < 3 {
		return 0, refuse(op, fmt.Sprintf("%d vertices", n), ErrTooFewVertices, "")
	}
	if n > maxRegular {
		return 0, refuse(op, fmt.Sprintf("%d vertices", n), ErrRange, fmt.Sprintf("at most %d; AddCircle is exact", maxRegular))
	}
	for i, v := range [2]float64{rx, ry} {
		if _, err := length(op, names[i], v); err != nil {
			return 0, err
		}
	}
	r, err := length(op, "radius", radius)
	if err != nil {
		return 0, err
	}
	if err := total(op, float32(max(rx, ry)), r); err != nil {
		return 0, err
	}
	if float32(rx) == 0 || float32(ry) == 0 {
		return 0, refuse(op, pair("half axes", rx, ry), ErrZeroArea, "use AddCapsule or AddCircle")
	}
	s.local = appendRing(s.local[:0], n, rx, ry)
	if err := s.outline.build(op, s.local, r); err != nil {
		return 0, err
	}
	return s.addOutline(op, p, r, attrs)
}

// appendRing appends n points of an ellipse. Those of a second half are the first
// half's, negated, so that opposite edges are parallel to the bit.
func appendRing(dst []Point, n int, rx, ry float64) []Point {
	at := len(dst)
	first := n
	if n%2 == 0 {
		first = n / 2
	}
	for k := range first {
		sin, cos := SinCos(float64(float64(2*k)*math.Pi) / float64(n))
		dst = append(dst, Point{rx * float64(cos), ry * float64(sin)})
	}
	for k := first; k < n; k++ {
		q := dst[at+k-first]
		dst = append(dst, Point{-q.X, -q.Y})
	}
	return dst
}

// AddHull adds the convex hull of points in local coordinates, in any order, grown by radius.
// Points that are no farther from the outline of the hull than the tolerance of AddPolygon may be
// left out. For world coordinates use AddOutline with ConvexHull.
//
// It finds the hull of the points rounded to float32, by A. M. Andrew's monotone chain (Another
// efficient algorithm for convex hulls in two dimensions, 1979) with exact orientation tests.
func (s *Shapes) AddHull(p Pose, pts []Point, radius float64, attrs ...Attr) (ID, error) {
	const op = "AddHull"
	if err := checkPose(op, 0, p); err != nil {
		return 0, err
	}
	r, err := length(op, "radius", radius)
	if err != nil {
		return 0, err
	}
	if err := s.outline.buildHull(op, pts, r); err != nil {
		return 0, s.outline.explain(op, pts, r, s.outline.buildHull, err)
	}
	return s.addOutline(op, p, r, attrs)
}

// AddChain adds the segments between consecutive points, in world coordinates, each grown by
// radius, such as a wall or the ground. All become parts of the given body, which must not be 0,
// so they never meet each other or any other part of that body. A point that equals the one
// before is skipped. To close the chain, end with the first point. AddChain appends the IDs to
// dst in the order of the points.
//
// The position of each segment is its own middle (see AddSegmentBetween). So its ends are off the
// given points by at most 2^-22 of its length, and by the rounding of its middle to float64. If
// radius is at least that, neighbouring segments overlap; if not, there may be a gap of that size
// between them.
func (s *Shapes) AddChain(dst []ID, pts []Point, radius float64, body uint32, attrs ...Attr) ([]ID, error) {
	const op = "AddChain"
	if err := s.resizable(op); err != nil {
		return dst, err
	}
	if body == 0 {
		return dst, refuse(op, "body 0", ErrRange, "0 stands for no body; number bodies from 1")
	}
	r, err := length(op, "radius", radius)
	if err != nil {
		return dst, err
	}
	// Everything is checked before anything is added.
	count, last := 0, -1
	for i, q := range pts {
		if err := checkPoint(op, i, len(pts), q); err != nil {
			return dst, err
		}
		if last >= 0 && q == pts[last] {
			continue
		}
		if last >= 0 {
			a := pts[last]
			hx, hy := float64(q.X/2)-float64(a.X/2), float64(q.Y/2)-float64(a.Y/2)
			if h := math.Sqrt(float64(hx*hx) + float64(hy*hy)); h+float64(r) > maxLocal {
				return dst, &Error{Op: op, Vertex: i, Of: len(pts), What: named("half length plus radius", h+float64(r)), Reason: ErrRange,
					Advice: "a shape may reach 2^60 from its position; change the unit of length"}
			}
			count++
		}
		last = i
	}
	if count == 0 {
		return dst, refuse(op, fmt.Sprintf("%d points", len(pts)), ErrTooFewVertices, "use AddCircle")
	}
	if !s.index.holds(count) {
		return dst, noRoom(op)
	}
	all := append(slices.Clip(attrs), Body(body))
	s.grow(count)
	dst = slices.Grow(dst, count)
	last = 0
	for i := 1; i < len(pts); i++ {
		if pts[i] == pts[last] {
			continue
		}
		id, err := s.AddSegmentBetween(pts[last], pts[i], radius, all...)
		if err != nil {
			return dst, err // not reached: checked above
		}
		dst = append(dst, id)
		last = i
	}
	return dst, nil
}

// holds reports whether n more indices can be given out.
func (t *indexTable) holds(n int) bool {
	return uint64(len(t.free))+(maxShapes-uint64(len(t.slot))) >= uint64(n)
}
