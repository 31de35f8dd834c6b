// SPDX-License-Identifier: MIT

package soa

import (
	"cmp"
	"math"
	"math/big"
	"slices"
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
		for len(dst) >= base+2 && turn(dst[len(dst)-2], dst[len(dst)-1], q) <= 0 {
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

// turn returns the sign of the turn a, b, c: 1 counter-clockwise, -1 clockwise, 0
// collinear, and is never wrong.
//
// The determinant in float64 is off by less than (3 + 16u)u of the sum of its
// products' sizes, u = 2^-53, unless something under- or overflows; 2^-51 is more. A
// product above 2^-1000 has lost nothing to underflow that counts, and a difference
// of float64 never does. What is left is decided by rational arithmetic.
func turn(a, b, c Point) int {
	l := float64((b.X - a.X) * (c.Y - a.Y))
	r := float64((b.Y - a.Y) * (c.X - a.X))
	size := math.Abs(l) + math.Abs(r)
	if det, bound := l-r, float64(size*0x1p-51); size > 0x1p-1000 && size <= math.MaxFloat64 {
		switch {
		case det > bound:
			return 1
		case det < -bound:
			return -1
		}
	}
	return exactTurn(a, b, c)
}

func exactTurn(a, b, c Point) int {
	sub := func(p, q float64) *big.Rat {
		x, y := new(big.Rat), new(big.Rat)
		return x.Sub(x.SetFloat64(p), y.SetFloat64(q))
	}
	l, r := sub(b.X, a.X), sub(b.Y, a.Y)
	return l.Mul(l, sub(c.Y, a.Y)).Cmp(r.Mul(r, sub(c.X, a.X)))
}
