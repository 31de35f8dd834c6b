// SPDX-License-Identifier: MIT

package pose

import "daylight/internal/kernels"

// shift is Posing.Shift in portable Go, which defines what it means.
func shift(x []float64, v []float32, t float64) {
	v = v[:len(x)]
	for i := range x {
		x[i] += float64(float64(v[i]) * t)
	}
}

const (
	// spinShort is the angle up to which a series in float32 will do: its first omitted terms
	// are below 2^-27 of the sine and 2^-31 there.
	spinShort = 0.5
	// spinNear is how far the squared length of a rotation may be from 1 to be taken for the
	// rounding of turns before, and mended. A length farther off was given by the caller.
	spinNear = 0x1p-10
)

// spin is Posing.Spin in portable Go, which defines what it means.
//
// A turn multiplies the rotation, a complex number, by that of the angle, so that it needs no angle
// of the shape. Rounding changes its length by a few times 2^-24 each time; one step of Newton's
// method for 1/sqrt(q) about q = 1 takes that back: of q = 1 + e it leaves e*e*3/4, which is
// negligible against rounding. A rotation that was given with an e of more than 2^-11 or so, up to
// spinNear, takes two turns to be what IsUnit accepts.
func spin(c, s, w []float32, t float32) {
	s, w = s[:len(c)], w[:len(c)]
	for i := range c {
		a := float32(w[i] * t)
		if a == 0 {
			continue
		}
		sn, cs := turnBy(a)
		co := float32(c[i]*cs) - float32(s[i]*sn)
		si := float32(s[i]*cs) + float32(c[i]*sn)
		q := float32(co*co) + float32(si*si)
		if kernels.Abs(q-1) <= spinNear {
			f := 1.5 - float32(0.5*q)
			co, si = float32(co*f), float32(si*f)
		}
		c[i], s[i] = co, si
	}
}

// turnBy returns the sine and cosine of an angle that is not 0.
func turnBy(a float32) (sn, cs float32) {
	if !(kernels.Abs(a) <= spinShort) {
		return SinCos(float64(a))
	}
	z := float32(a * a)
	sn = float32(z*sin7) + sin5
	sn = float32(z*sn) + sin3
	sn = float32(float32(z*sn)*a) + a
	cs = float32(z*cos8) + cos6
	cs = float32(z*cs) + cos4
	cs = float32(z*cs) + cos2
	cs = float32(z*cs) + 1
	return sn, cs
}
