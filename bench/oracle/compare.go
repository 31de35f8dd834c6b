// SPDX-License-Identifier: MIT

package oracle

import (
	"cmp"
	"math"
	"math/big"
)

// CmpRat compares the separation with x, without rounding: -1 if it is less, 0 if it
// is equal, +1 if it is greater.
func (p *Pair) CmpRat(x *big.Rat) int {
	// sign * sqrt(squared) against t.
	t := new(big.Rat).Add(x, p.radius)
	sign := p.origin.sign
	if sign != t.Sign() || sign == 0 {
		return cmp.Compare(sign, t.Sign())
	}
	return sign * p.squared.Cmp(t.Mul(t, t))
}

// Cmp is CmpRat for a float64. An infinity lies beyond every separation; NaN counts as
// +Inf.
func (p *Pair) Cmp(x float64) int {
	r := new(big.Rat).SetFloat64(x)
	if r == nil {
		if x < 0 {
			return 1
		}
		return -1
	}
	return p.CmpRat(r)
}

// Near says whether x is within bound of the separation, without rounding. It is false
// if either is NaN or infinite, or the bound negative.
func (p *Pair) Near(x, bound float64) bool {
	exact, slack := new(big.Rat).SetFloat64(x), new(big.Rat).SetFloat64(bound)
	if exact == nil || slack == nil {
		return false
	}
	low := new(big.Rat).Sub(exact, slack)
	high := new(big.Rat).Add(exact, slack)
	return p.CmpRat(low) >= 0 && p.CmpRat(high) <= 0
}

// precision is what Float carries, in bits, and guard how many more its last
// subtraction needs for a result that is good to the last but one.
const (
	precision = 128
	guard     = 8
)

// Float returns the separation with 128 bits of mantissa and a relative error below
// 2^-126, also where distance and radii nearly cancel. Zero is exact.
func (p *Pair) Float() *big.Float {
	if p.Cmp(0) == 0 {
		return new(big.Float).SetPrec(precision)
	}
	// A separation that is not zero has a first digit, so this ends: each round doubles
	// the digits carried until those left after cancellation are enough.
	for prec := uint(2 * precision); ; prec *= 2 {
		core := new(big.Float).SetPrec(prec).SetRat(p.squared)
		core.Sqrt(core)
		if p.origin.sign < 0 {
			core.Neg(core)
		}
		radius := new(big.Float).SetPrec(prec).SetRat(p.radius)
		sep := new(big.Float).SetPrec(prec).Sub(core, radius)
		if sep.Sign() == 0 {
			continue
		}
		top := math.MinInt
		for _, f := range []*big.Float{core, radius} {
			if f.Sign() != 0 {
				top = max(top, f.MantExp(nil))
			}
		}
		lost := max(top-sep.MantExp(nil), 0)
		if int(prec)-lost >= precision+guard {
			return sep.SetPrec(precision)
		}
	}
}

// Float64 returns the separation rounded to float64, wrong by an ulp at most.
func (p *Pair) Float64() float64 {
	f, _ := p.Float().Float64()
	return f
}
