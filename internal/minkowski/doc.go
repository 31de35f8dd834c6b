// SPDX-License-Identifier: MIT

// Package minkowski finds the shortest translation that separates two bodies (the minimum
// translation vector, MTV). A body is made of rounded convex parts, so it may be concave.
//
// A part B, moved by d, overlaps a part A exactly if d lies in the interior of the Minkowski
// sum of A and -B, which is convex. So the translations that do not separate two bodies are
// a union of convex sets, one for each pair of parts, and the shortest that does separate
// them is the point nearest to the origin that lies in the interior of none of these sets.
// It lies on the boundary of one of them: it is the nearest point of an edge or an arc, or a
// point where an edge or an arc comes out of another sum.
//
// Finder goes through the edges and arcs in the order of their distance from the origin. On each it
// looks for the nearest point that no other sum covers. It stops when the next edge or arc is
// farther away than the best point so far. It begins with the sums nearest to the origin, since
// only these matter to short translations, and takes more if they are not enough. If there are too
// many edges and arcs it stops earlier, and divides the plane into cells instead. Cells that lie in
// one sum are done, and the others are divided again, the nearest first. The cells lead to the same
// point, with far less work where many sums lie above each other. If even that is too much work,
// the Finder knows a lower bound, the distance of the next cell: no translation that separates the
// bodies is shorter. Nor is any shorter than the depth of the deepest two parts.
//
// A gap into which a body fits exactly, with less than about 2^-40 of the size of the sums
// to spare, counts as closed, since rounding errors alone would decide about it. If parts have
// Slack, such a gap counts as open if the push into it is less than half as long as any other.
//
// All numbers are float64, in the caller's unit of length. The package uses no fused
// multiply-add and no function but the square root, so answers are the same bits on every
// platform.
package minkowski
