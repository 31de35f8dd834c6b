// SPDX-License-Identifier: MIT

// Package oracle decides pairs of convex shapes in exact arithmetic. It is what every
// faster answer is held against, so it is written to be seen to be right: a pair of
// octagons takes about a quarter of a millisecond.
//
// # What is true
//
// A [Shape] is a core grown by a radius. Its core is the convex hull of the points
//
//	(X + C*vx - S*vy, Y + S*vx + C*vy)      for every local vertex (vx, vy)
//
// computed without rounding from the float64 numbers as they are. C and S are used as
// given: if C*C + S*S is not quite 1, the core is scaled by its root, and the radius
// is not. One distinct vertex makes a point, two a segment; duplicate and collinear
// vertices and their order make no difference, because only the hull counts.
//
// The separation of A and B is the distance of the cores minus both radii. When the
// cores meet, the distance is negative: minus the length of the shortest translation
// of B after which the cores' interiors no longer meet. Shapes touch when the
// separation is zero. Cores that meet along one line, such as collinear segments, have
// a distance of zero.
//
// # How it is found
//
// Two sets meet exactly where their Minkowski difference H = {b - a} holds the origin,
// and moving B moves H. So the distance of the cores is the distance of the origin
// from H, and the depth is its distance from the boundary of H, inside which it lies.
// H is the convex hull of the differences of all vertices, so there are no cases of
// containment, crossing, parallel edges or degenerate cores to get wrong: a point, a
// segment or a polygon, and the distance of one point from it.
//
// Every float64 is an integer times a power of two. All coordinates of a pair are
// brought to one such power, and from there on everything is integer arithmetic. A
// distance is kept as its square, a fraction; comparisons square the other side. Only
// [Pair.Float], [Pair.Float64], [Pair.Normals] and [Pair.Gap] round, at the end.
//
// Values are not changed after they are made and may be shared between goroutines.
package oracle
