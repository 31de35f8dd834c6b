// SPDX-License-Identifier: MIT

package soa

import (
	"cmp"
	"math"
	"slices"

	"daylight/internal/exact"
)

// ConvexHull appends the corners of the convex hull of points to dst,
// counter-clockwise from the lowest of the leftmost, without points inside its edges.
// Fewer than three corners mean that the points lie on one line: its two ends, or one.
// Points are taken as exact and decisions are never wrong, so that the corners are those
// of the true hull. A NaN or infinity is refused. The points must not be the memory
// that it appends to.
//
// This is A. M. Andrew's monotone chain (Another efficient algorithm for convex hulls in
// two dimensions, 1979) with the filtered orientation test of J. R. Shewchuk (Adaptive
// precision floating-point arithmetic and fast robust geometric predicates, 1997).
func ConvexHull(dst []Point, pts []Point) ([]Point, error) {
	for i, q := range pts {
		if !(math.Abs(q.X) <= math.MaxFloat64 && math.Abs(q.Y) <= math.MaxFloat64) {
			return dst, &Error{Op: "ConvexHull", Vertex: i, Of: len(pts), What: pair("point", q.X, q.Y), Reason: ErrNotFinite}
		}
	}
	if len(pts) == 0 {
		return dst, nil
	}
	order := make([]Point, len(pts))
	for i, q := range pts {
		order[i] = Point{q.X + 0, q.Y + 0} // -0 equals 0 and must sort as it
	}
	slices.SortFunc(order, func(a, b Point) int {
		if c := cmp.Compare(a.X, b.X); c != 0 {
			return c
		}
		return cmp.Compare(a.Y, b.Y)
	})
	order = slices.Compact(order)
	n := len(order)
	if n == 1 {
		return append(dst, order[0]), nil
	}
	from := len(dst)
	chain := func(q Point, base int) {
		for len(dst) >= base+2 && exact.Orient(dst[len(dst)-2].X, dst[len(dst)-2].Y, dst[len(dst)-1].X, dst[len(dst)-1].Y, q.X, q.Y) <= 0 {
			dst = dst[:len(dst)-1]
		}
		dst = append(dst, q)
	}
	for _, q := range order {
		chain(q, from)
	}
	base := len(dst) - 1 // the rightmost begins the upper chain
	for k := n - 2; k >= 0; k-- {
		chain(order[k], base)
	}
	return dst[:len(dst)-1], nil // the leftmost closes it
}
