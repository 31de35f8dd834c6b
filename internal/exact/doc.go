// SPDX-License-Identifier: MIT

// Package exact holds the geometric predicates that are never wrong: on which side of
// a line a point lies, which of two distances is the longer, how a distance compares
// with a radius.
//
// Coordinates are float64 numbers and are taken as they are; the answer is that of real
// arithmetic on them. Each predicate has three stages, as in J. R. Shewchuk, Adaptive
// precision floating-point arithmetic and fast robust geometric predicates, 1997:
//
//  1. A filter: the value in float64 with a bound of its rounding error. It decides
//     all but nearly degenerate cases.
//  2. An expansion: the value as a sum of float64 numbers that do not overlap, which
//     holds it without error. The fused multiply-add yields the error of a product;
//     math.FMA gives the same bits on every platform.
//  3. Rational arithmetic, where coordinates are so small or so large that an
//     expansion could under- or overflow. It allocates memory; nothing else here does.
//
// Arguments must be finite. The functions may be called by any number of goroutines.
package exact
