// SPDX-License-Identifier: MIT

package separate

import (
	"math"
)

// Sums over the contacts of a shape must not depend on their order. So each summand is first
// rounded to a grid that is so coarse that all sums are exact.

// snap rounds x to a multiple of grid * 2^-52. Sums of such multiples are exact as
// long as they stay below about grid, and so do not depend on the order of contacts.
//
// The grid is 1.5 times a power of two. Then x + grid has the exponent of grid for either sign of
// x, so the addition rounds x to the multiple wanted.
func snap(x, grid float64) float64 { return (x + grid) - grid }

// headroom is the ratio of a shape's grid to the scale of the pushes it may get, which
// leaves them 2^-33 of it as resolution.
const headroom = 1.5 * (1 << 19)

// A push of less than dust times its grid is left out: between 2^-22 and 2^-21 of
// the two shapes' widths, a tenth of what a depth may be off by. Without it the rounding
// of normals would keep every pair busy.
const dust = 0x1p-42

// gridFor is the grid for pushes of about this size. It fits into float32, because inverse masses
// are limited.
func gridFor(size float64) float64 {
	if size < 0x1p-100 {
		size = 0x1p-100
	}
	return 2 * headroom * math.Float64frombits(math.Float64bits(size)&(0x7ff<<52))
}
