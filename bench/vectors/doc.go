// SPDX-License-Identifier: MIT

// Vectors writes pairs of convex shapes on which collision detection goes wrong, and the exact
// answer to each, for any engine:
//
//	go run ./bench/vectors > vectors.txt
//
// It takes some seconds; the file is the same on every machine, and its SHA-256 goes to standard
// error. Each line is a pair, of numbers with blanks between them:
//
//	radius n x1 y1 ... xn yn  radius n x1 y1 ... xn yn  sign num den radii
//
// A shape is the hull of n corners, 1 to 8, in counter-clockwise order, grown by a radius: a circle
// has one corner and a capsule two. Every coordinate and radius is a multiple of 1/1024 below 4096,
// so float32 holds it exactly. The separation of the two is sign * sqrt(num/den) - radii; num, den
// and radii are exact, and radii is decimal. It is the distance if they are apart, 0 if they touch,
// and minus the length of the shortest push that parts them if they overlap.
//
// docs/benchmark.md says what to do with them.
package main
