// SPDX-License-Identifier: MIT

package pose

import (
	"math"
	"math/bits"
)

// sinCosRange is where the reduction in three parts ends. W. J. Cody and W. Waite,
// Software Manual for the Elementary Functions, 1980: pi/2 in three parts, the first
// two of 33 bits, so that their products with a quadrant below 2^20 are exact, and so
// is the first difference. The rest is at most pi/4 and a hair.
const (
	sinCosRange = 1 << 20

	halfPi1 = 0x1.921fb544p+00
	halfPi2 = 0x1.0b4611a6p-34
	halfPi3 = 0x1.3198a2e037073p-69
)

// The coefficients of the Taylor series: at pi/4 the first omitted terms are below
// 2^-36 and 2^-41 of the result, negligible against float32's 2^-24.
const (
	sin3  = -1.0 / 6
	sin5  = 1.0 / 120
	sin7  = -1.0 / 5040
	sin9  = 1.0 / 362880
	sin11 = -1.0 / 39916800

	cos2  = -0.5
	cos4  = 1.0 / 24
	cos6  = -1.0 / 720
	cos8  = 1.0 / 40320
	cos10 = -1.0 / 3628800
	cos12 = 1.0 / 479001600
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
	if a < sinCosRange {
		// At most pi/4 needs no reduction, and must not suffer one: half a quadrant
		// rounds up. Truncating is rounding down here.
		k := int64(float64(a*(2/math.Pi)) + 0.5)
		if a <= math.Pi/4 {
			k = 0
		}
		f := float64(k)
		r = a - float64(f*halfPi1)
		r -= float64(f * halfPi2)
		r -= float64(f * halfPi3)
		if off := math.Abs(r); (off <= 0x1p-40 || off <= a*0x1p-52) && k != 0 {
			r = 0
		}
		quadrant = uint64(k)
	} else if a <= math.MaxFloat64 {
		quadrant, r = reduceHuge(a)
		if math.Abs(r) <= sinCosRange*0x1p-52 {
			r = 0
		}
	} else {
		nan := float32(math.NaN())
		return nan, nan
	}

	z := float64(r * r)
	s, c := sine(r, z), cosine(z)
	// The quadrant cannot be predicted, so there are no branches: odd quadrants swap the two,
	// signs are flipped by bit.
	u, v := math.Float64bits(s), math.Float64bits(c)
	swap := (u ^ v) & -(quadrant & 1)
	u ^= swap ^ (quadrant&2)<<62 ^ math.Float64bits(angle)&(1<<63)
	v ^= swap ^ ((quadrant+1)&2)<<62
	// Adding zero turns -0 into 0 and leaves all else.
	return float32(math.Float64frombits(u)) + 0, float32(math.Float64frombits(v)) + 0
}

// sine and cosine are the series, of an angle r of at most pi/4 and a hair; z is its square.
func sine(r, z float64) float64 {
	s := float64(z*sin11) + sin9
	s = float64(z*s) + sin7
	s = float64(z*s) + sin5
	s = float64(z*s) + sin3
	return float64(float64(z*s)*r) + r
}

func cosine(z float64) float64 {
	c := float64(z*cos12) + cos10
	c = float64(z*c) + cos8
	c = float64(z*c) + cos6
	c = float64(z*c) + cos4
	c = float64(z*c) + cos2
	return float64(z*c) + 1
}

// Turn returns the sine and cosine of an angle of at most MaxTurn in float64, within 2^-35.
func Turn(angle float64) (sin, cos float64) {
	k := math.Floor(float64(angle*(2/math.Pi)) + 0.5)
	r := angle - float64(k*halfPi1)
	r -= float64(k * halfPi2)
	z := float64(r * r)
	s, c := sine(r, z), cosine(z)
	switch int64(k) & 3 {
	case 0:
		return s, c
	case 1:
		return c, -s
	case 2:
		return -s, -c
	}
	return -c, s
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

// reduceHuge splits a = quadrant*pi/2 + r for a >= 2^20. M. Payne and R. Hanek, Radian
// reduction for trigonometric functions, 1983: of a * 2/pi = m * 2^e * 2/pi only the
// value modulo 4 matters, so the digits of 2/pi whose products with m are multiples
// of 4 are skipped, and 192 digits from there leave an error below 2^-138.
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

// Sine and cosine may lie where the angles lie, entry on entry.

func sinCos32(angle, sin, cos []float32) {
	sin, cos = sin[:len(angle)], cos[:len(angle)]
	// A conversion on the way into SinCos would wait for the answer before, because
	// they share a register. Converted beforehand, angles overlap.
	var block [64]float64
	for len(angle) > 0 {
		n := min(len(angle), len(block))
		for i, a := range angle[:n] {
			block[i] = float64(a)
		}
		sinCos64(block[:n], sin[:n], cos[:n])
		angle, sin, cos = angle[n:], sin[n:], cos[n:]
	}
}

func sinCos64(angle []float64, sin, cos []float32) {
	sin, cos = sin[:len(angle)], cos[:len(angle)]
	for i, a := range angle {
		sin[i], cos[i] = SinCos(a)
	}
}
