// SPDX-License-Identifier: MIT

package soa

import (
	"daylight/internal/simd/isa"
	"daylight/internal/simd/pose"
	"daylight/kernels"
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
// long as angles. It gives the bits of SinCos, many times faster if the table has a kernel for
// it. To turn shapes, compute a few hundred rotations at a time into a buffer; or, if all shapes
// turn, inside of Update straight into the columns S and C. A nil table stands for
// kernels.Choose. If a table is given, SinCosAll allocates nothing.
func SinCosAll[T float32 | float64](t *kernels.Table, angles []T, sin, cos []float32) {
	switch angles := any(angles).(type) {
	case []float32:
		chosen(t).SinCos32(angles, sin, cos)
	case []float64:
		chosen(t).SinCos64(angles, sin, cos)
	}
}

// chosen is the table, or that of kernels.Choose. If that fails, since the environment
// names kernels that there are not, it is the best: engines refuse to be made, and results
// are the same bits.
func chosen(t *kernels.Table) *kernels.Table {
	if t != nil {
		return t
	}
	if t, err := kernels.Choose(); err == nil {
		return t
	}
	return isa.Best()
}
