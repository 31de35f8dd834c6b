// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"testing"
)

// TestCompared: comparisons find what min finds, for every mix of zeros, infinities and NaN.
func TestCompared(t *testing.T) {
	inf := float32(math.Inf(1))
	odd := []float32{0, float32(math.Copysign(0, -1)), inf, -inf, float32(math.NaN()), 1, -2}
	each := func(do func(v float32)) {
		for _, v := range odd {
			do(v)
		}
	}
	each(func(m float32) {
		each(func(a float32) {
			each(func(b float32) {
				each(func(c float32) {
					each(func(d float32) {
						want := min(m, a, b, c, d)
						for _, got := range []float32{compared(m, a, b, c, d), lowest(m, a, b, c, d)} {
							if got != want && !(got != got && want != want) {
								t.Fatalf("of %v, %v, %v, %v, %v: %v, want %v", m, a, b, c, d, got, want)
							}
						}
					})
				})
			})
		})
	})
}
