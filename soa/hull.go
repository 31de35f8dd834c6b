// SPDX-License-Identifier: MIT

package soa

import (
	"cmp"
	"math"
	"slices"

	"daylight/internal/exact"
)

// vertex is a polygon vertex as it is stored.
type vertex struct {
	x, y float32
}

func sqrt(v float64) float64 { return math.Sqrt(v) }

// orient returns the sign of the turn a, b, c: 1 counter-clockwise, -1 clockwise,
// 0 collinear, and is never wrong.
func orient(a, b, c vertex) int {
	return exact.Orient(float64(a.x), float64(a.y), float64(b.x), float64(b.y), float64(c.x), float64(c.y))
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
