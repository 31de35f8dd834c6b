// SPDX-License-Identifier: MIT

// Package minkowski finds the shortest translation that parts two bodies, each made of
// rounded convex parts: the minimum translation of concave shapes.
//
// Moved by d, a part B overlaps a part A exactly if d lies in the interior of the Minkowski
// sum of A and -B, which is convex. So the translations that do not part two bodies are a
// union of convex sets, one for each pair of parts, and the shortest that does is the point
// nearest to the origin that lies in none of them. It is on the boundary of one: the nearest
// point of an edge or arc, or where that comes out of another sum. Finder goes through
// edges and arcs in order of their distance and looks for the nearest point of each that no
// other sum covers, until the next lies farther than what it has. What is left out when
// there are too many is known: no shorter translation than to the next edge exists.
//
// A passage through which a body fits with nothing to spare, by less than 2^-40 of the sizes,
// counts as closed: rounding alone decides about it.
//
// All numbers are float64. Nothing is fused and no function used but the square root, so
// answers are the same bits on every platform.
package minkowski
