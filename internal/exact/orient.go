// SPDX-License-Identifier: MIT

package exact

import (
	"cmp"
	"math"
	"math/big"
)

const (
	// turnBound times the sizes of both products is more than the error of their
	// difference, which is below (3 + 16u)u of them, u = 2^-53.
	turnBound = 0x1p-51
	// tiny is more than two products can lose to underflow.
	tiny = 0x1p-1070

	// Factors of a product of two: multiples of 2^-502, so that a product is a
	// multiple of 2^-1004, and neither under- nor overflows.
	lowTwo, highTwo = 0x1p-450, 0x1p450
)

// Orient returns the sign of the turn from a over b to c: 1 counter-clockwise (c lies
// left of the line from a to b), -1 clockwise, 0 if the three are on one line.
func Orient(ax, ay, bx, by, cx, cy float64) int {
	l := float64((bx - ax) * (cy - ay))
	r := float64((by - ay) * (cx - ax))
	// An infinity or a NaN decides nothing here.
	det, bound := l-r, float64((math.Abs(l)+math.Abs(r))*turnBound)+tiny
	if det > bound {
		return 1
	}
	if det < -bound {
		return -1
	}
	return orient(ax, ay, bx, by, cx, cy)
}

// orient is Orient for what the filter leaves open.
func orient(ax, ay, bx, by, cx, cy float64) int {
	if ax == bx && ay == by || bx == cx && by == cy || cx == ax && cy == ay {
		return 0
	}
	if !fits(lowTwo, highTwo, ax, ay, bx, by, cx, cy) {
		return orientRational(ax, ay, bx, by, cx, cy)
	}
	return crossSign(bx, ax, cy, ay, by, ay, cx, ax)
}

// crossSign is the sign of (a-b)(c-d) - (e-f)(g-h).
func crossSign(a, b, c, d, e, f, g, h float64) int {
	ab, abTail := twoDiff(a, b)
	cd, cdTail := twoDiff(c, d)
	ef, efTail := twoDiff(e, f)
	gh, ghTail := twoDiff(g, h)
	if abTail == 0 && cdTail == 0 && efTail == 0 && ghTail == 0 {
		// Rounding is monotone, so unequal rounded products decide; of equal ones the
		// rounding errors do.
		l, lTail := twoProduct(ab, cd)
		r, rTail := twoProduct(ef, gh)
		if l != r {
			return cmp.Compare(l, r)
		}
		return cmp.Compare(lTail, rTail)
	}
	var p, q [4]float64
	var l, r [16]float64
	var all [32]float64
	left := product(l[:0], difference(p[:0], a, b), difference(q[:0], c, d))
	right := product(r[:0], difference(p[:0], e, f), difference(q[:0], g, h))
	return sign(sum(all[:0], left, negate(right)))
}

func orientRational(ax, ay, bx, by, cx, cy float64) int {
	l := new(big.Rat).Mul(minus(bx, ax), minus(cy, ay))
	return l.Cmp(new(big.Rat).Mul(minus(by, ay), minus(cx, ax)))
}

// minus is p - q.
func minus(p, q float64) *big.Rat {
	x, y := new(big.Rat), new(big.Rat)
	return x.Sub(x.SetFloat64(p), y.SetFloat64(q))
}

// Dot returns the sign of (b - a) . (c - a): 1 if the angle at a is less than a quarter
// turn, 0 if it is one, or if one of the others is a, and -1 if it is more.
func Dot(ax, ay, bx, by, cx, cy float64) int {
	l := float64((bx - ax) * (cx - ax))
	r := float64((by - ay) * (cy - ay))
	det, bound := l+r, float64((math.Abs(l)+math.Abs(r))*turnBound)+tiny
	if det > bound {
		return 1
	}
	if det < -bound {
		return -1
	}
	if !fits(lowTwo, highTwo, ax, ay, bx, by, cx, cy) {
		l := new(big.Rat).Mul(minus(bx, ax), minus(cx, ax))
		r := new(big.Rat).Mul(minus(by, ay), minus(cy, ay))
		return l.Add(l, r).Sign()
	}
	return crossSign(bx, ax, cx, ax, ay, by, cy, ay)
}

// Directions returns the sign of the cross product of b - a and d - c: 1 if turning the
// first direction counter-clockwise by less than half a turn gives the second, 0 if
// they are parallel or one of them is zero.
func Directions(ax, ay, bx, by, cx, cy, dx, dy float64) int {
	l := float64((bx - ax) * (dy - cy))
	r := float64((by - ay) * (dx - cx))
	det, bound := l-r, float64((math.Abs(l)+math.Abs(r))*turnBound)+tiny
	if det > bound {
		return 1
	}
	if det < -bound {
		return -1
	}
	if !fits(lowTwo, highTwo, ax, ay, bx, by, cx, cy, dx, dy) {
		l := new(big.Rat).Mul(minus(bx, ax), minus(dy, cy))
		return l.Cmp(new(big.Rat).Mul(minus(by, ay), minus(dx, cx)))
	}
	return crossSign(bx, ax, dy, cy, by, ay, dx, cx)
}
