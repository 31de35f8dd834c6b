// SPDX-License-Identifier: MIT

package soa

import (
	"daylight/internal/simd/isa"
	"daylight/internal/simd/pose"
)

// SinCos returns the sine and cosine of an angle in radians, the same bits on every
// platform (math.Sin and math.Cos are assembly on some). Both are within 0.51 ulp of
// the truth for every finite angle, with one deliberate exception: an angle within
// 2^-40, or within 2^-52 of its own size (at most 2^-32), of a multiple of pi/2
// other than 0 is taken to be that multiple. So SinCos(k*math.Pi/2) is exactly (0, 1), (1, 0),
// (0, -1) or (-1, 0), and shapes turned by right angles keep exact axes. Zeros
// are positive. NaN and infinity give NaN.
func SinCos(angle float64) (sin, cos float32) { return pose.SinCos(angle) }

// SinCosAll writes the sine and cosine of every angle to sin and cos, which must be at least as
// long as angles. It gives the bits of SinCos, many times faster where there is a vector kernel (see
// kernels.Choose). To turn shapes, compute a few hundred rotations at a time into a buffer; or, if all
// shapes turn, inside of Update straight into the columns S and C. SinCosAll allocates nothing.
func SinCosAll[T float32 | float64](angles []T, sin, cos []float32) {
	t := chosen(nil)
	switch angles := any(angles).(type) {
	case []float32:
		t.SinCos32(angles, sin, cos)
	case []float64:
		t.SinCos64(angles, sin, cos)
	}
}

// chosen returns the table, or that of isa.Choose if it is nil. If the environment names kernels
// that do not exist, it returns the best: engines refuse to be made, and results are the same bits.
func chosen(t *isa.Table) *isa.Table {
	if t != nil {
		return t
	}
	if t, err := isa.Choose(); err == nil {
		return t
	}
	return isa.Best()
}
