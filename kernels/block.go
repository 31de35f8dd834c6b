// SPDX-License-Identifier: MIT

package kernels

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
//	                      else 0         vertex from X, Y), S unused
//
// X and Y are in the caller's units and may be far from the origin: kernels
// subtract positions in float64 first and go on in float32, so precision depends
// on the shapes' sizes alone. A polygon is sharp when two consecutive outward
// normals enclose more than 135 degrees: then no edge normal need come near the
// direction of the gap, and near misses are decided again in float64.
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

// Block is a set of shapes that lie near each other, as columns. Pairs index into
// it. A kernel only reads it.
type Block struct {
	Rec   []Record
	Class []Class
	Off   []uint32 // first lane of a polygon; not read for other classes
	Num   []uint32 // number of lanes of a polygon, padding included; a power of two from 4 up
	Lanes Lanes
}

// Pair names two shapes of a block by their index. The answer is about A against
// B: normals point from A to B, ties go to A's axes.
type Pair struct {
	A, B uint32
}

// Args is one call's work.
type Args struct {
	Block *Block
	Pairs []Pair
	// Limit is the greatest separation that counts as a contact. Touching counts
	// with a Limit of 0; for open sets pass the float32 just below.
	Limit float32
	// Hints, when not nil, lies beside Pairs. In: the axis to try first, 0 for
	// none. Out: the axis that separated the pair, 0 if none did. See Axis.
	// Kernels of pairs with a fixed handful of axes ignore it.
	Hints []Axis
	// Out receives the contacts, in the order of Pairs. Its columns must have
	// room for len(Pairs) + Slack entries.
	Out Hits
}

// Slack is how many entries beyond the last a kernel may scribble over in an
// output column.
const Slack = 16

// Axis names a separating axis of a pair: 0 is none, 1+i the normal of A's edge i,
// BAxis+1+i that of B's edge i.
type Axis uint32

// BAxis marks an axis of the pair's second shape.
const BAxis Axis = 1 << 31

// Hits are output columns, one entry per contact: the pair, its separation
// (negative when the shapes overlap) and the unit normal from A to B.
// An overlap kernel leaves NX and NY alone.
//
// A separation of NaN marks an open entry: the fast path could not be certain, and
// Resolve must decide it.
type Hits struct {
	A, B        []uint32
	Sep, NX, NY []float32
}

// Count is what a kernel call found: N entries were written to Out, of which Open
// are open; Hinted pairs were separated by their hint.
type Count struct {
	N, Open, Hinted int
}
