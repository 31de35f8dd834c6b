// SPDX-License-Identifier: MIT

// Package decimal reads decimal numbers, each as the float64 that is nearest to it.
//
// It takes the numbers that a table may hold: a sign or none, digits with or without a
// point, an exponent or none. Hexadecimal numbers, underscores, infinities and NaN are
// no numbers here. The result is correctly rounded, always: it is that of
// strconv.ParseFloat, to the last bit, in half the time.
//
// It also writes numbers with the fewest digits.
package decimal
