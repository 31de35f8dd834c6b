// SPDX-License-Identifier: MIT

package soa

import (
	"math"
	"math/bits"
)

// SinCos returns the sine and cosine of an angle in radians, the same bits on every
// platform (math.Sin and math.Cos are assembly on some). Both are within 0.51 ulp of
// the truth for every finite angle, with one deliberate exception: an angle within
// 2^-40, or within 2^-52 of its own size (at most 2^-32), of a multiple of pi/2
// other than 0 is taken to be that multiple. So SinCos(k*math.Pi/2) is exactly (0, 1), (1, 0),
// (0, -1) or (-1, 0), and shapes turned by right angles keep exact axes. Zeros
// are positive. NaN and infinity give NaN.
func SinCos(angle float64) (sin, cos float32) {
	a := math.Abs(angle)
	var quadrant uint64
	var r float64
	switch {
	case a <= math.Pi/4:
		r = a
	case a < 1<<20:
		quadrant, r = reduce(a)
	case a <= math.MaxFloat64:
		quadrant, r = reduceHuge(a)
	default:
		nan := float32(math.NaN())
		return nan, nan
	}
	if a > math.Pi/4 && math.Abs(r) <= max(0x1p-40, min(a, 1<<20)*0x1p-52) {
		r = 0
	}

	// Taylor series: at |r| = pi/4 the first omitted terms are below 2^-36 and 2^-41
	// of the result, nothing beside float32's 2^-24.
	z := float64(r * r)
	p := float64(z*(-1.0/39916800)) + 1.0/362880
	p = float64(z*p) - 1.0/5040
	p = float64(z*p) + 1.0/120
	p = float64(z*p) - 1.0/6
	s := float64(float64(z*p)*r) + r
	q := float64(z*(1.0/479001600)) - 1.0/3628800
	q = float64(z*q) + 1.0/40320
	q = float64(z*q) - 1.0/720
	q = float64(z*q) + 1.0/24
	q = float64(z*q) - 0.5
	c := float64(z*q) + 1

	// The quadrant is as good as random, so no branches: odd quadrants swap the two,
	// signs are flipped by bit.
	u, v := math.Float64bits(s), math.Float64bits(c)
	swap := (u ^ v) & -(quadrant & 1)
	u ^= swap ^ (quadrant&2)<<62 ^ math.Float64bits(angle)&(1<<63)
	v ^= swap ^ ((quadrant+1)&2)<<62
	// Adding zero turns -0 into 0 and leaves all else.
	return float32(math.Float64frombits(u)) + 0, float32(math.Float64frombits(v)) + 0
}

// reduce splits a = quadrant*pi/2 + r with |r| <= pi/4 (and a hair), for
// pi/4 < a < 2^20. W. J. Cody and W. Waite, Software Manual for the Elementary
// Functions, 1980: pi/2 in three parts, the first two of 33 bits, so that their
// products with a quadrant below 2^20 are exact, and so is the first difference.
func reduce(a float64) (quadrant uint64, r float64) {
	const (
		part1 = 0x1.921fb544p+00
		part2 = 0x1.0b4611a6p-34
		part3 = 0x1.3198a2e037073p-69
	)
	k := math.Floor(float64(a*(2/math.Pi)) + 0.5)
	r = a - float64(k*part1)
	r -= float64(k * part2)
	r -= float64(k * part3)
	return uint64(k), r
}

// twoOverPi holds the binary digits of 2/pi after 64 zeros, as many as the largest
// float64 can reach.
var twoOverPi = [...]uint64{
	0,
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
	0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
	0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
	0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
}

// reduceHuge is reduce for a >= 2^20. M. Payne and R. Hanek, Radian reduction for
// trigonometric functions, 1983: of a * 2/pi = m * 2^e * 2/pi only the value modulo
// 4 matters, so the digits of 2/pi whose products with m are multiples of 4 are
// skipped, and 192 digits from there leave an error below 2^-138.
func reduceHuge(a float64) (quadrant uint64, r float64) {
	b := math.Float64bits(a)
	m := b&(1<<52-1) | 1<<52
	e := int(b>>52) - 1023 - 52
	start := uint(e - 2 + 64) // e >= 20-52
	w, shift := start/64, start%64
	digits := func(i uint) uint64 {
		return twoOverPi[w+i]<<shift | twoOverPi[w+i+1]>>(64-shift)
	}
	// The product modulo 2^192, its lowest word only for the carry.
	carry, _ := bits.Mul64(m, digits(2))
	high, low := bits.Mul64(m, digits(1))
	low, c := bits.Add64(low, carry, 0)
	top := m*digits(0) + high + c
	quadrant = top >> 62
	fraction := int64(top<<2 | low>>62)
	if fraction < 0 { // half a quadrant or more: count from the next one
		quadrant++
	}
	return quadrant, float64(float64(fraction)*0x1p-64) * (math.Pi / 2)
}
