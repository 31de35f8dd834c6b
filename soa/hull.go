// SPDX-License-Identifier: MIT

package soa

import (
	"cmp"
	"slices"

	"daylight/internal/exact"
)

// hull finds convex hulls of points. It is scratch memory; what it finds is in corner.
type hull struct {
	order  []int32
	corner []int32 // places of the corners, counter-clockwise from the lowest of the leftmost
}

// turn returns the sign of the turn a, b, c: 1 counter-clockwise, -1 clockwise, 0
// collinear, and is never wrong.
func turn(a, b, c Point) int { return exact.Orient(a.X, a.Y, b.X, b.Y, c.X, c.Y) }

// leftOf orders points by x, then y.
func leftOf(a, b Point) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) }

// before is leftOf(a, b) < 0 for numbers.
func before(a, b Point) bool { return a.X < b.X || a.X == b.X && a.Y < b.Y }

// takeConvex reports whether three or more points are the corners of a strictly convex polygon, in
// either orientation. If so, it sets the corners that find would find, in less time. A closed
// outline that turns to the same side at every vertex is such a polygon if it also goes round just
// once.
func (h *hull) takeConvex(pts []Point) bool {
	n := len(pts)
	orientation := turn(pts[n-1], pts[0], pts[1])
	if orientation == 0 {
		return false
	}
	low := 0
	a, b := pts[n-2], pts[n-1]
	for i, c := range pts {
		if turn(a, b, c) != orientation {
			return false
		}
		if before(c, pts[low]) {
			low = i
		}
		a, b = b, c
	}
	if !once(pts) {
		return false
	}
	h.corner = slices.Grow(h.corner[:0], n)[:n]
	i := low
	for k := range h.corner {
		h.corner[k] = int32(i)
		if i += orientation; i == n {
			i = 0
		} else if i < 0 {
			i = n - 1
		}
	}
	return true
}

// once reports whether a closed outline that turns to the same side at every vertex goes round just
// once: whether its edges change between rising and falling in (x, y) order just twice. Four turns
// of less than half a circle each do not make two whole ones.
func once(pts []Point) bool {
	n := len(pts)
	if n <= 4 {
		return true
	}
	flips := 0
	a, rises := pts[n-1], before(pts[n-2], pts[n-1])
	for _, b := range pts {
		if before(a, b) != rises {
			rises = !rises
			flips++
		}
		a = b
	}
	return flips == 2
}

// find sets the corners of the strictly convex hull of one or more points: fewer than
// three if all lie on one line. Among equal points it takes the first. A. M. Andrew, Another
// efficient algorithm for convex hulls in two dimensions, 1979.
func (h *hull) find(pts []Point) {
	h.order = slices.Grow(h.order[:0], len(pts))[:len(pts)]
	for i := range h.order {
		h.order[i] = int32(i)
	}
	slices.SortFunc(h.order, func(i, k int32) int { return cmp.Or(leftOf(pts[i], pts[k]), cmp.Compare(i, k)) })
	order := slices.CompactFunc(h.order, func(i, k int32) bool { return leftOf(pts[i], pts[k]) == 0 })
	c := append(h.corner[:0], order[0])
	chain := func(i int32, base int) {
		for len(c) > base && turn(pts[c[len(c)-2]], pts[c[len(c)-1]], pts[i]) <= 0 {
			c = c[:len(c)-1]
		}
		c = append(c, i)
	}
	for _, i := range order[1:] {
		chain(i, 1)
	}
	base := len(c) // the rightmost begins the upper chain
	for k := len(order) - 2; k >= 0; k-- {
		chain(order[k], base)
	}
	if len(order) > 1 {
		c = c[:len(c)-1] // the leftmost is there already
	}
	h.corner = c
}

// ConvexHull appends the corners of the convex hull of points to dst, counter-clockwise from the
// lowest of the leftmost. Points in the middle of an edge are left out. If all points lie on one
// line, it appends the two ends, or one point if all are equal. It takes the points as exact and
// never decides wrongly, so the corners are those of the true hull. It refuses NaN and infinity.
// dst and pts must not share memory.
//
// This is A. M. Andrew's monotone chain (Another efficient algorithm for convex hulls in
// two dimensions, 1979) with the filtered orientation test of J. R. Shewchuk (Adaptive
// precision floating-point arithmetic and fast robust geometric predicates, 1997).
func ConvexHull(dst []Point, pts []Point) ([]Point, error) {
	for i, q := range pts {
		if !finite(q) {
			return dst, &Error{op: "ConvexHull", Row: -1, Vertex: i, Of: len(pts), What: pair("point", q.X, q.Y), Reason: errNotFinite}
		}
	}
	if len(pts) == 0 {
		return dst, nil
	}
	var h hull
	h.find(pts)
	for _, i := range h.corner {
		dst = append(dst, Point{X: pts[i].X + 0, Y: pts[i].Y + 0}) // never -0
	}
	return dst, nil
}
