// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"runtime"

	"daylight/internal/kernels"
)

const (
	// rim is how near zero, as a fraction of the scale of a pair's cores, a core
	// separation must be for the float32 answer about "apart or overlapping" to be
	// in doubt: four times the error bound of an axis (see bound.go).
	rim = 0x1p-18
	// proofRim is how far a distance may exceed the support gap along its own
	// direction and still count as proven.
	proofRim = 0x1p-20
	// faint is the square below which a distance counts as zero, that of 2^-62: not
	// much smaller, squares are subnormal and their roots lose precision.
	faint = 0x1p-124
)

// open and openAlong are the separations of entries that Resolve must decide. With openAlong the
// normal is the axis of the greatest gap, which shows Resolve where the shapes are closest.
var (
	open      = math.Float32frombits(0x7fc00000)
	openAlong = math.Float32frombits(0x7fc00001)
)

// sqrt rounds once: the float64 root of a float32, rounded to float32, is the
// correctly rounded float32 root.
func sqrt(x float32) float32 {
	return float32(math.Sqrt(float64(x)))
}

// pick is a blend: a if c holds, else b. It goes through the integer registers,
// where the compiler has a conditional move.
func pick(c bool, a, b float32) float32 {
	x, y := math.Float32bits(b), math.Float32bits(a)
	if c {
		x = y
	}
	return math.Float32frombits(x)
}

// lowest is min. On wasm the built-in min of floats is a call.
func lowest(m, a, b, c, d float32) float32 {
	if runtime.GOARCH == "wasm" {
		return compared(m, a, b, c, d)
	}
	return min(m, min(min(a, b), min(c, d)))
}

// compared is min by comparisons, but for the sign of a zero and the bits of a NaN. Comparisons
// pass over NaN, which the sum shows.
func compared(m, a, b, c, d float32) float32 {
	if sum := (a + b) + (c + d); sum != sum {
		return min(m, a, b, c, d)
	}
	if b < a {
		a = b
	}
	if d < c {
		c = d
	}
	if c < a {
		a = c
	}
	if a < m {
		m = a
	}
	return m
}

// sign returns the sign bit of x, and 0 for -0.
func sign(x float32) uint32 {
	return math.Float32bits(x+0) & kernels.SignBit
}

// signed flips x if s is the sign bit.
func signed(x float32, s uint32) float32 {
	return math.Float32frombits(math.Float32bits(x) ^ s)
}

// delta returns the position of b relative to a: subtracted in float64, then rounded.
func delta(a, b *kernels.Record) (dx, dy float32) {
	return float32(b.X - a.X), float32(b.Y - a.Y)
}

// columns returns the output columns cut to the number of pairs, so that one
// bounds check serves all of them.
func columns(a *Args) Hits {
	n := len(a.Pairs)
	return Hits{A: a.Out.A[:n], B: a.Out.B[:n], Sep: a.Out.Sep[:n], NX: a.Out.NX[:n], NY: a.Out.NY[:n]}
}
