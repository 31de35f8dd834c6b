// SPDX-License-Identifier: MIT

package exact

import (
	"math"
	"math/big"
)

// Factors of a product of four: multiples of 2^-262, so that a product is a multiple of
// 2^-1048. (Sums of radii and differences are multiples of the same.)
const lowFour, highFour = 0x1p-210, 0x1p210

// DistanceToPoint compares the distance of p and q with the sum of two radii, which is
// not negative: 1 if it is longer, 0 if it equals the sum, -1 if it is shorter.
func DistanceToPoint(px, py, qx, qy, r1, r2 float64) int {
	dx, dy, r := px-qx, py-qy, r1+r2
	square, limit := float64(dx*dx)+float64(dy*dy), float64(r*r)
	// Differences and the sum are off by u each, u = 2^-53, squares by 3u, the sum of
	// squares by 4u, all to first order: below 8u of both sides.
	bound := float64((square+limit)*0x1p-50) + tiny
	if d := square - limit; d > bound {
		return 1
	} else if d < -bound {
		return -1
	}
	if !fits(lowTwo, highTwo, px, py, qx, qy, r1, r2) {
		return squareOf(px, py, qx, qy).Cmp(square2(r1, r2))
	}
	var p16 [16]float64
	var p8 [8]float64
	var d2 [2]float64
	var all [32]float64
	length := squared(p16[:0], px, py, qx, qy)
	radii := difference(d2[:0], r1, -r2)
	return sign(sum(all[:0], length, negate(product(p8[:0], radii, radii))))
}

// squared appends the squared distance of two points to h.
func squared(h []float64, px, py, qx, qy float64) []float64 {
	var d, e [2]float64
	var p, q [8]float64
	x, y := difference(d[:0], px, qx), difference(e[:0], py, qy)
	return sum(h, product(p[:0], x, x), product(q[:0], y, y))
}

// DistanceToSegment compares the distance of p from the segment a b with the sum of two
// radii, which is not negative: 1 if it is longer, 0 if equal, -1 if shorter.
func DistanceToSegment(px, py, ax, ay, bx, by, r1, r2 float64) int {
	if Dot(ax, ay, bx, by, px, py) <= 0 {
		return DistanceToPoint(px, py, ax, ay, r1, r2)
	}
	if Dot(bx, by, ax, ay, px, py) <= 0 {
		return DistanceToPoint(px, py, bx, by, r1, r2)
	}
	return DistanceToLine(px, py, ax, ay, bx, by, r1, r2)
}

// DistanceToLine compares the distance of p from the line through a and b, which must
// be two points, with the size of r1 + r2, which may have different signs.
func DistanceToLine(px, py, ax, ay, bx, by, r1, r2 float64) int {
	ux, uy, vx, vy, r := bx-ax, by-ay, px-ax, py-ay, r1+r2
	l, m := float64(ux*vy), float64(uy*vx)
	area, areaBound := math.Abs(l-m), float64((math.Abs(l)+math.Abs(m))*turnBound)+tiny
	// Either side is off by its bound at most: a difference by u of itself, u = 2^-53, the
	// length by 3u, the limit by 5u. Below 2^-400 the squares may underflow.
	length := math.Sqrt(float64(ux*ux) + float64(uy*uy))
	limit := math.Abs(float64(r * length))
	if bound := areaBound + float64(limit*0x1p-49) + tiny; length > 0x1p-400 {
		if area-limit > bound {
			return 1
		} else if limit-area > bound {
			return -1
		}
	}
	if !fits(lowFour, highFour, px, py, ax, ay, bx, by, r1, r2) {
		return lineRational(px, py, ax, ay, bx, by, r1, r2)
	}
	var d1, d2, d3, d4, d5 [2]float64
	uxe, uye := difference(d1[:0], bx, ax), difference(d2[:0], by, ay)
	vxe, vye := difference(d3[:0], px, ax), difference(d4[:0], py, ay)
	re := difference(d5[:0], r1, -r2)
	var p8, q8, r8 [8]float64
	var turn, square [16]float64
	t := sum(turn[:0], product(p8[:0], uxe, vye), negate(product(q8[:0], uye, vxe)))
	s := squared(square[:0], bx, by, ax, ay)
	var left, right [512]float64
	var all [1024]float64
	lhs := largeProduct(left[:0], t, t)
	rhs := largeProduct(right[:0], s, product(r8[:0], re, re))
	return sign(sum(all[:0], lhs, negate(rhs)))
}

func lineRational(px, py, ax, ay, bx, by, r1, r2 float64) int {
	t := new(big.Rat).Mul(minus(bx, ax), minus(py, ay))
	t.Sub(t, new(big.Rat).Mul(minus(by, ay), minus(px, ax)))
	limit := square2(r1, r2)
	return t.Mul(t, t).Cmp(limit.Mul(limit, squareOf(bx, by, ax, ay)))
}

// squareOf is the squared distance of two points.
func squareOf(px, py, qx, qy float64) *big.Rat {
	x, y := minus(px, qx), minus(py, qy)
	return x.Add(x.Mul(x, x), y.Mul(y, y))
}

// square2 is the square of r1 + r2.
func square2(r1, r2 float64) *big.Rat {
	r := minus(r1, -r2)
	return r.Mul(r, r)
}

// Lengths compares the distance of a and b with that of c and d.
func Lengths(ax, ay, bx, by, cx, cy, dx, dy float64) int {
	ux, uy, vx, vy := ax-bx, ay-by, cx-dx, cy-dy
	l, r := float64(ux*ux)+float64(uy*uy), float64(vx*vx)+float64(vy*vy)
	bound := float64((l+r)*0x1p-50) + tiny
	if d := l - r; d > bound {
		return 1
	} else if d < -bound {
		return -1
	}
	if !fits(lowTwo, highTwo, ax, ay, bx, by, cx, cy, dx, dy) {
		return squareOf(ax, ay, bx, by).Cmp(squareOf(cx, cy, dx, dy))
	}
	var p, q [16]float64
	var all [32]float64
	return sign(sum(all[:0], squared(p[:0], ax, ay, bx, by), negate(squared(q[:0], cx, cy, dx, dy))))
}
