// SPDX-License-Identifier: MIT

package bench

import (
	"fmt"
	"math"
	"strconv"
)

// Thousands writes a count with commas.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for k := len(s) - 3; k > 0 && s[k-1] != '-'; k -= 3 {
		s = s[:k] + "," + s[k:]
	}
	return s
}

// Digits writes a number with three digits that count, and no more than it has before
// the point.
func Digits(x float64) string {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "-"
	case math.Abs(x) < 0.00005:
		return "0"
	case math.Abs(x) >= 99.95:
		return Thousands(int(math.Round(x)))
	}
	decimals := 1
	for y := math.Abs(x); y < 9.995 && decimals < 5; y *= 10 {
		decimals++
	}
	return strconv.FormatFloat(x, 'f', min(decimals, 4), 64) // four say enough of milliseconds
}

// Percent writes a share.
func Percent(x float64) string {
	if x != 0 && math.Abs(x) < 0.0995 {
		return fmt.Sprintf("%.1f %%", 100*x)
	}
	return Thousands(int(math.Round(100*x))) + " %"
}

// Loud is the spread from which times say little: something else kept the machine busy.
const Loud = 0.30

// MarkedSpread writes a spread, with a mark if it is above Loud.
func MarkedSpread(x float64) string {
	if x > Loud {
		return Percent(x) + " !"
	}
	return Percent(x)
}
