// SPDX-License-Identifier: MIT

//go:build !purego

package pose

import "daylight/internal/simd"

func shiftByAVX2(x []float64, v []float32, t float64)   { shiftBy(x, v, t, 8, shiftAVX2) }
func shiftByAVX512(x []float64, v []float32, t float64) { shiftBy(x, v, t, 16, shiftAVX512) }

func shiftBy(x []float64, v []float32, t float64, lanes int, vector func(x *float64, v *float32, t float64, n int)) {
	v = v[:len(x)]
	simd.RaceWrite(x)
	simd.RaceRead(v)
	for len(x) >= lanes {
		whole := min(len(x)&^(lanes-1), simd.CallEntries)
		vector(simd.At(x), simd.At(v), t, whole)
		x, v = x[whole:], v[whole:]
	}
	shift(x, v, t)
}

func spinByAVX2(c, s, w []float32, t float32)   { spinBy(c, s, w, t, 8, spinAVX2) }
func spinByAVX512(c, s, w []float32, t float32) { spinBy(c, s, w, t, 16, spinAVX512) }

// spinBy leaves to the portable function what fills no vector, and vectors with an angle that
// is too large for a short series.
func spinBy(c, s, w []float32, t float32, lanes int, vector func(c, s, w *float32, t float32, n int) int) {
	s, w = s[:len(c)], w[:len(c)]
	simd.RaceWrite(c)
	simd.RaceWrite(s)
	simd.RaceRead(w)
	for len(c) >= lanes {
		whole := min(len(c)&^(lanes-1), simd.CallEntries)
		n := vector(simd.At(c), simd.At(s), simd.At(w), t, whole)
		if n < whole {
			spin(c[n:n+lanes], s[n:n+lanes], w[n:n+lanes], t)
			n += lanes
		}
		c, s, w = c[n:], s[n:], w[n:]
	}
	spin(c, s, w, t)
}
