// SPDX-License-Identifier: MIT

package decimal

import (
	"math"
	"strconv"
)

// AppendText appends a number of 32 or 64 bits as the text of a cell that names something. It
// writes the fewest digits that give the number back, without an exponent from 1e-6 to below 1e21,
// as JSON does. So a whole number that a program kept as a float64 has the same name as an integer:
// 1000000, not 1e+06.
func AppendText(dst []byte, v float64, bits int) []byte {
	format := byte('f')
	if a := math.Abs(v); a != 0 && (bits == 64 && (a < 1e-6 || a >= 1e21) || bits == 32 && (float32(a) < 1e-6 || float32(a) >= 1e21)) {
		format = 'e'
	}
	return strconv.AppendFloat(dst, v, format, -1, bits)
}

// AppendFloat32 appends a number with the fewest digits that give it back, as strconv does. It
// takes half the time for most depths and normals.
//
// Let 2^-e be the gap between v and the floats beside it. Numbers with n = floor(e log10(2))
// decimals are farther apart than that, so at most one of them rounds to v. If none does, the
// nearest number with one decimal more does. All products are exact in float64: v has 24 bits, and
// a power of five up to 5^12 has 28.
func AppendFloat32(dst []byte, v float32) []byte {
	a, word := math.Abs(float64(v)), math.Float32bits(v)
	if !(a >= 1e-4 && a < 1e6) || word<<9 == 0 { // the gaps beside a power of two differ
		return strconv.AppendFloat(dst, float64(v), 'g', -1, 32)
	}
	e := 127 + 23 - int(word>>23&0xff)
	n, half := e*30103/100000, math.Float64frombits(uint64(1023-e-1)<<52)
	scaled := a * tens[n]
	digits := math.RoundToEven(scaled)
	if math.Abs(scaled-digits) > half*tens[n] {
		n++
		scaled = a * tens[n]
		if digits = math.RoundToEven(scaled); math.Abs(scaled-digits) == 0.5 { // either is as near
			return strconv.AppendFloat(dst, float64(v), 'g', -1, 32)
		}
	}
	if v < 0 {
		dst = append(dst, '-')
	}
	whole := math.Trunc(a)
	dst = strconv.AppendUint(dst, uint64(whole), 10)
	part := uint64(digits - whole*tens[n])
	if part == 0 {
		return dst
	}
	for part%10 == 0 {
		part, n = part/10, n-1
	}
	point := len(dst)
	dst = strconv.AppendUint(dst, uint64(tens[n])+part, 10) // a one in front keeps zeros
	dst[point] = '.'
	return dst
}
