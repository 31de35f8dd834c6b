// SPDX-License-Identifier: MIT

package kernels

import "math"

// SignBit is that of a float32.
const SignBit = 1 << 31

// Abs returns the absolute value, that of NaN too.
func Abs(x float32) float32 {
	return math.Float32frombits(math.Float32bits(x) &^ SignBit)
}

// One is 1 if c holds, else 0.
func One(c bool) int {
	n := 0
	if c {
		n = 1
	}
	return n
}
