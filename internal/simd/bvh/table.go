// SPDX-License-Identifier: MIT

package bvh

// Searching is all that searches a tree of boxes, by one instruction set.
type Searching struct {
	// Children writes the numbers of the children that meet b, of the listed nodes of a
	// level, to out, in order, and returns how many they are. out has room for all.
	Children func(level []Node, list []uint32, b *NodeBox, out []uint32) int
	// Matches does some tests, each of a node of a level and a box, and writes the children
	// that meet the box, and for each the number of the box, to out, in order. It returns
	// how many they are. out has room for all.
	Matches func(level []Node, tests Tests, boxes []NodeBox, out Tests) int
	// Identify is Matches for leaves and windows: it writes the ids of children, not their numbers. An id is
	// that of the child with its number. It returns how many are found, and how many tests are Open.
	Identify func(level []Node, ids []uint64, tests Tests, windows []Window, to Found) (n, open int)
	// Slabs is the set of children of a node whose boxes a beam meets at most limit from
	// its start, and where it enters them; near means nothing for others.
	Slabs func(n *Node, b *Beam, limit float32, near *[Fan]float32) (mask uint32)
	// Distances is the set of children of a node whose boxes may be as near to b as limit,
	// and how near at least, up to rounding: three roundings of 2^-24 of the distance and
	// one of each coordinate.
	Distances func(n *Node, b *NodeBox, limit float32, far *[Fan]float32) (mask uint32)
}

// Go is the portable code, which defines what the others must compute.
var Go = Searching{
	Children:  children,
	Matches:   matches,
	Identify:  identify,
	Slabs:     slabs,
	Distances: distances,
}
