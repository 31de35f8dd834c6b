// SPDX-License-Identifier: MIT

package strip

// Strip is one strip of a sort-and-sweep: boxes in quantised coordinates, grouped
// by cell of min x (cells ascending, the order inside a cell is the caller's).
// Every box that could overlap box i and stands after it lies in [i+1, End[i]).
//
// Columns need capacity for Slack entries beyond their rows: vectors read those, and
// what they hold does not matter.
type Strip struct {
	X0, X1, Y0, Y1 []int32 // closed intervals; X0 <= X1, Y0 <= Y1
	Order          []int32 // of two rows that make a pair the one of lower order is A, of equal ones the first
	End            []uint32
	Apart          []uint32 // rows that share a bit never make a pair; see Visitor
	// Filters, when not nil, says more about who meets whom.
	Filters *RowFilters
	// Upto, when positive, is the row before which a sweep ends. Partners may lie
	// beyond.
	Upto int
}

// last returns where a sweep ends: no row from there on is swept.
func (s *Strip) last() int {
	if rows := len(s.End); s.Upto <= 0 || s.Upto > rows {
		return rows
	}
	return s.Upto
}

// Visitor is the bit of Strip.Apart that marks a box which began in another strip.
// It is a bit of Apart because two visitors have met where one of them began.
const Visitor = 1 << 31

// RowFilters are the filters of a strip's rows, as columns like those of Strip. Rows
// make a pair if all of this holds:
//
//   - their World is the same;
//   - their Body is not, or is 0;
//   - if their Group is the same and not 0, it is positive;
//   - else each one's Category shares a bit with the other's Mask;
//   - neither is a Visitor that began (Y0) above the other: that one came round, in
//     strips that share a bucket, and the pair belongs elsewhere.
type RowFilters struct {
	World, Category, Mask, Body []uint32
	Group                       []int32
}

// Cursor is a place in a sweep: row I, next partner J.
type Cursor struct {
	I, J int
}

// Group is how many partners a sweep tests between two looks at the room left
// in its output. It is one number for all kernels, so that a sweep stops at the
// same places, and the order of the answer does not depend on the instruction set.
const Group = 16

// meet reports whether the filters let rows i and j of s make a pair.
func (f *RowFilters) meet(s *Strip, i, j int) bool {
	if f.World[i] != f.World[j] || f.Body[i] == f.Body[j] && f.Body[i] != 0 {
		return false
	}
	if s.Apart[i]&Visitor != 0 && s.Y0[i] > s.Y0[j] || s.Apart[j]&Visitor != 0 && s.Y0[j] > s.Y0[i] {
		return false
	}
	if f.Group[i] == f.Group[j] && f.Group[i] != 0 {
		return f.Group[i] > 0
	}
	return f.Category[i]&f.Mask[j] != 0 && f.Category[j]&f.Mask[i] != 0
}
