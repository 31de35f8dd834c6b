// SPDX-License-Identifier: MIT

package kernels

import ()

// Class says how a shape's core is stored and so which kernel decides its pairs.
type Class uint8

// The classes, in the order in which Table names them. A segment is a Capsule of
// radius zero; a rounded box is a Polygon with a radius.
const (
	Circle Class = iota
	Capsule
	Box
	Polygon
	NumClasses = 4
)

// Record holds what a kernel needs of one shape: 32 bytes, so that a vector load
// or two brings in a whole shape.
//
//	class    P            Q              C, S
//	Circle   radius       0              1, 0 (unused)
//	Capsule  half length  radius         rotation: the core runs along (C, S)
//	Box      half width   half height    rotation: the first axis is (C, S)
//	Polygon  radius       1 if sharp     C = reach (greatest distance of a core
//	                      else 0         vertex from X, Y), S = number of corners, 0 if
//	                                     unknown
//
// X and Y are in the caller's units and may be far from the origin: kernels
// subtract positions in float64 first and go on in float32, so precision depends
// on the shapes' sizes alone. A polygon is sharp when two consecutive outward
// normals enclose more than 135 degrees: then no edge normal need come near the
// direction of the gap, and near misses are decided again in float64. Its number of corners
// is what pair.Corners makes of its lanes: the setter guarantees that they are convex.
type Record struct {
	X, Y       float64
	P, Q, C, S float32
}

// Lanes are the columns of rotated polygon geometry, relative to the shape's
// position. A polygon owns one run of lanes, the same in every column; a run is
// padded to a power of two, four at least, by repeating its last vertex. VX, VY are vertices,
// counter-clockwise; lane i holds vertex i and the unit outward normal NX, NY of
// the edge from vertex i to the next; D is the support of the core in that
// direction (its greatest n.v), which rotation does not change.
type Lanes struct {
	VX, VY, NX, NY, D []float32
}

// Pair names two shapes of a block by their index. The answer is about A against
// B: normals point from A to B, ties go to A's axes.
type Pair struct {
	A, B uint32
}

// Slack is how many entries beyond the last a kernel may scribble over in an
// output column.
const Slack = 16
