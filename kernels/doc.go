// SPDX-License-Identifier: MIT

// Package kernels lists the variants of Daylight's inner loops, and says how exact their results
// are. The loops decide pairs of convex shapes, sweep strips of AABBs, search trees of AABBs, bring
// poses up to date and solve contacts; internal/kernels implements them. The variant "go" is
// portable Go: all platforms have it, and it defines the results of the others. The variants "avx2"
// and "avx512" are assembly for amd64. All give the same bits.
//
// A program need not choose. Where a Config has a field Kernels, it takes the name of a variant,
// and the empty name stands for what Choose returns. Variants lists all of them, and why one cannot
// run here.
//
// All functions of this package may be called by several goroutines at the same time, and allocate
// no more than what they return. Where the kernels are, and how to add an instruction set, is in
// internal/kernels/doc.go.
//
// # Floating point
//
// Kernels subtract positions in float64. Everything else is float32, relative to the position of
// a shape, so precision does not depend on where a scene lies. Results are the same bits on every
// platform and by every variant, because of these rules:
//
//   - products are rounded before they are added (float32(a*b) + c), so that no
//     compiler may fuse them; there are no estimates and no library functions but
//     the square root, and divisions are divisions;
//   - sums have one order, which the portable code spells out; a minimum or maximum
//     may be taken in any order, being exact;
//   - "greater" is strict and false for NaN, like the vector comparison; a choice is
//     a comparison and a blend, and a sign is flipped by its bit;
//   - -0 counts as zero: it is normalised (x + 0) where a sign bit is read or a
//     minimum leaves the package, so that MINPS and the min of Go may differ on it.
//
// A shape whose position is NaN or infinite has no contacts, and does not affect other pairs. NaN
// in lanes that no pair uses has no effect. Coordinates and radii may reach 2^60. Distances below
// 2^-62 count as zero.
package kernels
