// SPDX-License-Identifier: MIT

package oracle

import (
	"math"
	"math/big"
	"math/bits"
)

// binary splits x into an integer times 2^exp, the integer odd unless x is 0.
func binary(x float64) (mantissa int64, exp int) {
	if x == 0 {
		return 0, 0
	}
	fraction, exp := math.Frexp(x)
	mantissa = int64(math.Ldexp(fraction, 53))
	zeros := bits.TrailingZeros64(uint64(mantissa))
	return mantissa >> zeros, exp - 53 + zeros
}

// digits is the least k >= 0 for which every value times 2^k is an integer.
func digits(values ...float64) uint {
	k := 0
	for _, v := range values {
		_, exp := binary(v)
		k = max(k, -exp)
	}
	return uint(k)
}

// scaled is x * 2^k, which is an integer for k >= digits(x).
func scaled(x float64, k uint) *big.Int {
	mantissa, exp := binary(x)
	z := big.NewInt(mantissa)
	return z.Lsh(z, uint(exp+int(k)))
}

// point is a place or a vector in the plane.
type point struct {
	x, y *big.Int
}

func (p point) plus(q point) point {
	return point{new(big.Int).Add(p.x, q.x), new(big.Int).Add(p.y, q.y)}
}

func (p point) minus(q point) point {
	return point{new(big.Int).Sub(p.x, q.x), new(big.Int).Sub(p.y, q.y)}
}

func (p point) times(f *big.Int) point {
	return point{new(big.Int).Mul(p.x, f), new(big.Int).Mul(p.y, f)}
}

func (p point) shifted(k uint) point {
	return point{new(big.Int).Lsh(p.x, k), new(big.Int).Lsh(p.y, k)}
}

func (p point) negated() point {
	return point{new(big.Int).Neg(p.x), new(big.Int).Neg(p.y)}
}

// left is p turned by a quarter, counter-clockwise.
func (p point) left() point {
	return point{new(big.Int).Neg(p.y), new(big.Int).Set(p.x)}
}

// dot is p . q.
func (p point) dot(q point) *big.Int {
	a := new(big.Int).Mul(p.x, q.x)
	b := new(big.Int).Mul(p.y, q.y)
	return a.Add(a, b)
}

// cross is p x q, positive when q lies counter-clockwise of p.
func (p point) cross(q point) *big.Int {
	a := new(big.Int).Mul(p.x, q.y)
	b := new(big.Int).Mul(p.y, q.x)
	return a.Sub(a, b)
}

// compare orders points by x, then y.
func (p point) compare(q point) int {
	if c := p.x.Cmp(q.x); c != 0 {
		return c
	}
	return p.y.Cmp(q.y)
}

// fraction is num/den with den > 0, not reduced.
type fraction struct {
	num, den *big.Int
}

func (f fraction) cmp(g fraction) int {
	return new(big.Int).Mul(f.num, g.den).Cmp(new(big.Int).Mul(g.num, f.den))
}
