// SPDX-License-Identifier: MIT

//go:build !purego

package pose

import "daylight/internal/simd"

func sinCos32ByAVX2(angle, sin, cos []float32) { sinCosBy(angle, sin, cos, 8, sinCos32AVX2, sinCos32) }
func sinCos32ByAVX512(angle, sin, cos []float32) {
	sinCosBy(angle, sin, cos, 16, sinCos32AVX512, sinCos32)
}

func sinCos64ByAVX2(angle []float64, sin, cos []float32) {
	sinCosBy(angle, sin, cos, 8, sinCos64AVX2, sinCos64)
}

func sinCos64ByAVX512(angle []float64, sin, cos []float32) {
	sinCosBy(angle, sin, cos, 16, sinCos64AVX512, sinCos64)
}

// sinCosBy leaves to the portable function what fills no vector, and vectors with an
// angle beyond the reduction of the assembly.
func sinCosBy[T float32 | float64](angle []T, sin, cos []float32, lanes int,
	vector func(angle *T, sin, cos *float32, n int) int, scalar func(angle []T, sin, cos []float32)) {
	sin, cos = sin[:len(angle)], cos[:len(angle)]
	simd.RaceRead(angle)
	simd.RaceWrite(sin)
	simd.RaceWrite(cos)
	for len(angle) >= lanes {
		whole := min(len(angle)&^(lanes-1), simd.CallEntries)
		n := vector(simd.At(angle), simd.At(sin), simd.At(cos), whole)
		if n < whole {
			scalar(angle[n:n+lanes], sin[n:n+lanes], cos[n:n+lanes])
			n += lanes
		}
		angle, sin, cos = angle[n:], sin[n:], cos[n:]
	}
	scalar(angle, sin, cos)
}
