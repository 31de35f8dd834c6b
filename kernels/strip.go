// SPDX-License-Identifier: MIT

package kernels

// Strip is one strip of a sort-and-sweep: boxes in quantised coordinates, grouped
// by cell of min x (cells ascending, the order inside a cell is the caller's).
// Every box that could overlap box i and stands after it lies in [i+1, End[i]).
type Strip struct {
	X0, X1, Y0, Y1 []int32 // closed intervals; X0 <= X1, Y0 <= Y1
	End            []uint32
}

// Cursor is a place in a sweep: row I, next partner J.
type Cursor struct {
	I, J int
}

// Group is how many partners a sweep tests between two looks at the room left
// in its output. It is one number for all kernels, so that a sweep stops at the
// same places, and the order of the answer does not depend on the instruction set.
const Group = 16
