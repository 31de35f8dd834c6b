// SPDX-License-Identifier: MIT

package pair

import "daylight/internal/kernels"

// Block is a set of shapes that lie near each other, as columns. Pairs index into
// it. A kernel only reads it.
type Block struct {
	Rec   []kernels.Record
	Class []kernels.Class
	Off   []uint32 // first lane of a polygon; not read for other classes
	Num   []uint32 // number of lanes of a polygon, padding included; a power of two from 4 up
	Lanes kernels.Lanes
}

// Args is one call's work.
type Args struct {
	Block *Block
	Pairs []kernels.Pair
	// Limit is the greatest separation that counts as a contact. Touching counts
	// with a Limit of 0; for open sets pass the float32 just below.
	Limit float32
	// Hints, when not nil, has an entry for each pair. In: the axis to try first, 0 for
	// none. Out: the axis that separated the pair, 0 if none did. See Axis.
	// Kernels of pairs with a fixed handful of axes ignore it.
	Hints []Axis
	// Soon, when not nil, is what the caller reads and writes next.
	Soon *Soon
	// Out receives the contacts, in the order of Pairs. Its columns must have
	// room for len(Pairs) + Slack entries.
	Out Hits
}

// Axis names a separating axis of a pair: 0 is none, 1+i the normal of A's edge i,
// BAxis+1+i that of B's edge i.
type Axis uint32

// BAxis marks an axis of the pair's second shape.
const BAxis Axis = 1 << 31

// Hits are output columns, one entry per contact: the pair, its separation
// (negative when the shapes overlap) and the unit normal from A to B.
//
// A separation of NaN marks an open entry: the fast path could not be certain, and Resolve must
// decide it. One of two NaN values says that the normal is the axis of the greatest gap (see
// openAlong).
type Hits struct {
	A, B        []uint32
	Sep, NX, NY []float32
}

// Count is what a kernel call found: N entries were written to Out, and Open of
// them are open. Hinted pairs were separated by their hint.
type Count struct {
	N, Open, Hinted int
}

// Soon are addresses of memory that the caller of a kernel uses next, so that a kernel may ask for
// it while it computes. No kernel reads or writes there, and the addresses may be stale.
type Soon struct {
	Pairs uintptr // how far behind the pairs of the call those lie that are next, in bytes
	A, B  uintptr // where the names of the contacts go, 8 bytes each
}
