// SPDX-License-Identifier: MIT

package soa

import (
	"cmp"
	"math"
	"math/big"
	"slices"
)

// vertex is a polygon vertex as it is stored.
type vertex struct {
	x, y float32
}

func sqrt(v float64) float64 { return math.Sqrt(v) }

// orient returns the sign of the turn a, b, c: 1 counter-clockwise, -1 clockwise,
// 0 collinear, and is never wrong. First the determinant in float64 with the error
// bound of J. R. Shewchuk, Adaptive precision floating-point arithmetic and fast
// robust geometric predicates, 1997; then, if the differences of coordinates were
// exact, as they are unless their exponents lie 29 apart, a comparison of the two
// products with their rounding errors; then rational arithmetic.
func orient(a, b, c vertex) int {
	abx, abxTail := minus(b.x, a.x)
	aby, abyTail := minus(b.y, a.y)
	acx, acxTail := minus(c.x, a.x)
	acy, acyTail := minus(c.y, a.y)
	l, r := float64(abx*acy), float64(aby*acx)
	det, bound := l-r, float64((math.Abs(l)+math.Abs(r))*0x1p-50)
	switch {
	case det > bound:
		return 1
	case det < -bound:
		return -1
	case abxTail == 0 && abyTail == 0 && acxTail == 0 && acyTail == 0:
		// Rounding is monotone, so unequal rounded products decide; of equal ones the
		// rounding errors do, which the fused operation yields exactly.
		if l != r {
			return cmp.Compare(l, r)
		}
		return cmp.Compare(math.FMA(abx, acy, -l), math.FMA(aby, acx, -r))
	}
	return exactOrient(a, b, c)
}

// minus returns p - q as a rounded difference and its exact error (D. E. Knuth).
func minus(p, q float32) (d, tail float64) {
	a, b := float64(p), float64(q)
	d = a - b
	v := a - d
	return d, (a - (d + v)) + (v - b)
}

func exactOrient(a, b, c vertex) int {
	sub := func(p, q float32) *big.Rat {
		x, y := new(big.Rat), new(big.Rat)
		return x.Sub(x.SetFloat64(float64(p)), y.SetFloat64(float64(q)))
	}
	l, r := sub(b.x, a.x), sub(b.y, a.y)
	return l.Mul(l, sub(c.y, a.y)).Cmp(r.Mul(r, sub(c.x, a.x)))
}

// isHull reports whether o.point is a strictly convex polygon as it stands, either way
// round, the common case, and then writes it to o.hull as convexHull would. A closed
// outline that turns the same way at every vertex is one if it also goes round just
// once: if its edges change between rising and falling in (x, y) order just twice.
func (o *outline) isHull() bool {
	n := len(o.point)
	turn := orient(o.point[n-1], o.point[0], o.point[1])
	if turn == 0 {
		return false
	}
	low, flips := 0, 0
	a, b := o.point[n-2], o.point[n-1]
	for i, c := range o.point {
		if orient(a, b, c) != turn {
			return false
		}
		if before(a, b) != before(b, c) {
			flips++
		}
		if before(c, o.point[low]) {
			low = i
		}
		a, b = b, c
	}
	if flips != 2 {
		return false
	}
	o.hull = slices.Grow(o.hull[:0], n)[:n]
	i := low
	for k := range o.hull {
		o.hull[k] = int32(i)
		if i += turn; i == n {
			i = 0
		} else if i < 0 {
			i = n - 1
		}
	}
	return true
}

// before orders vertices by x, then y.
func before(a, b vertex) bool {
	return a.x < b.x || a.x == b.x && a.y < b.y
}

// convexHull writes the strictly convex hull of o.point to o.hull as indices of
// points, counter-clockwise from the lowest leftmost. Of equal points it takes one.
// A. M. Andrew, Another efficient algorithm for convex hulls in two dimensions, 1979.
func (o *outline) convexHull() {
	n := len(o.point)
	o.order = slices.Grow(o.order[:0], n)[:n]
	for i := range o.order {
		o.order[i] = int32(i)
	}
	point := o.point
	slices.SortFunc(o.order, func(i, k int32) int {
		a, b := point[i], point[k]
		if c := cmp.Compare(a.x, b.x); c != 0 {
			return c
		}
		if c := cmp.Compare(a.y, b.y); c != 0 {
			return c
		}
		return cmp.Compare(i, k)
	})
	h := o.hull[:0]
	chain := func(i int32, base int) {
		for len(h) >= base+2 && orient(point[h[len(h)-2]], point[h[len(h)-1]], point[i]) <= 0 {
			h = h[:len(h)-1]
		}
		h = append(h, i)
	}
	for _, i := range o.order {
		chain(i, 0)
	}
	h = h[:len(h)-1] // the rightmost begins the upper chain
	base := len(h)
	for k := n - 1; k >= 0; k-- {
		chain(o.order[k], base)
	}
	o.hull = h[:len(h)-1] // the leftmost is there already
}
