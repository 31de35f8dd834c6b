// SPDX-License-Identifier: MIT

package bvh

import "daylight/internal/kernels"

// The methods are of no instruction set: they check what assembly relies on, cut the work into
// calls that end soon, tell the race detector, and leave what remains to the portable functions.

// Children writes the numbers of the children that meet b, of the listed nodes of a
// level, to out, in order, and returns how many they are. out has room for all.
func (by *Searching) Children(level []Node, list []uint32, b *NodeBox, out []uint32) int {
	if by.children == nil {
		return children(level, list, b, out)
	}
	for _, i := range list {
		_ = level[i]
	}
	if len(list) == 0 {
		return 0
	}
	_ = out[len(list)*Fan-1]
	kernels.RaceReadAt(level, list, 0)
	kernels.RaceRead(list)
	kernels.RaceWrite(out)
	return by.children(&level[0].MinX[0], &list[0], len(list), &b.MinX, &out[0])
}

// Matches does some tests, each of a node of a level and a box, and writes the children
// that meet the box, and for each the number of the box, to out, in order. It returns
// how many they are. out has room for all.
func (by *Searching) Matches(level []Node, tests Tests, boxes []NodeBox, out Tests) int {
	if by.matches == nil {
		return matches(level, tests, boxes, out)
	}
	at := 0
	_ = tests.Box[:len(tests.Node)]
	for k := 0; k < len(tests.Node); k += kernels.CallEntries {
		n := min(len(tests.Node)-k, kernels.CallEntries)
		node, box := out.Node[at:], out.Box[at:]
		_, _ = node[n*Fan-1], box[n*Fan-1]
		kernels.RaceRead(tests.Node[k : k+n])
		kernels.RaceRead(tests.Box[k : k+n])
		kernels.RaceRead(boxes)
		kernels.RaceWrite(node)
		kernels.RaceWrite(box)
		kernels.RaceRead(level)
		did := by.matches(&level[0].MinX[0], len(level), &tests.Node[k], &tests.Box[k], n, &boxes[0].MinX, len(boxes), &node[0], &box[0])
		if did < 0 {
			panic("kernels: a test of a node or a box that does not exist")
		}
		at += did
	}
	return at
}

// Slabs is the set of children of a node whose boxes a beam meets at most limit from
// its start, and where it enters them; near means nothing for others.
func (by *Searching) Slabs(n *Node, b *Beam, limit float32, near *[Fan]float32) uint32 {
	if by.slabs == nil {
		return slabs(n, b, limit, near)
	}
	return by.slabs(&n.MinX[0], &b.X, limit, &near[0])
}

// Distances is the set of children of a node whose boxes may be as near to b as limit,
// and how near at least, up to rounding: three roundings of 2^-24 of the distance and
// one of each coordinate.
func (by *Searching) Distances(n *Node, b *NodeBox, limit float32, far *[Fan]float32) uint32 {
	if by.distances == nil {
		return distances(n, b, limit, far)
	}
	return by.distances(&n.MinX[0], &b.MinX, limit, &far[0])
}
