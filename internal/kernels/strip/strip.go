// SPDX-License-Identifier: MIT

package strip

import (
	"daylight/internal/kernels"
)

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

// meet reports whether the filters let rows i and j make a pair.
func (s *Strip) meet(i, j int) bool {
	f := s.Filters
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

// sweep writes the pairs of rows whose boxes overlap to out, in order, starting at
// from, until the strip is done or fewer than Group entries are left in out. It
// returns how many it wrote and where to go on; the strip is done when the cursor's
// I is len(s.End), or s.Upto.
//
// The four comparisons are sign bits of differences, in int64 where they cannot
// overflow, and so is a bit in common, so that there is one branch per group and none
// per pair. Filters come after, over the few that overlap.
func sweep(s *Strip, from Cursor, out []kernels.Pair) (n int, at Cursor) {
	rows := len(s.End)
	ends := s.End
	x0, x1, y0, y1, apart := s.X0[:rows], s.X1[:rows], s.Y0[:rows], s.Y1[:rows], s.Apart[:rows]
	order := s.Order[:rows]
	j := from.J
	last := s.last()
	for i := from.I; i < last; i++ {
		if j == 0 {
			j = i + 1
		}
		end := min(int(ends[i]), rows)
		l, r, b, t, bits := int64(x0[i]), int64(x1[i]), int64(y0[i]), int64(y1[i]), apart[i]
		own := int64(order[i])
		for ; j < end; j += Group {
			if len(out)-n < Group {
				return n, Cursor{I: i, J: j}
			}
			room := (*[Group]kernels.Pair)(out[n:])
			stop := min(j+Group, end)
			px0 := x0[j:stop]
			px1, py0, py1 := x1[j:stop][:len(px0)], y0[j:stop][:len(px0)], y1[j:stop][:len(px0)]
			pa, po := apart[j:stop][:len(px0)], order[j:stop][:len(px0)]
			k := 0
			for m := range px0 {
				miss := (r - int64(px0[m])) | (int64(px1[m]) - l) | (t - int64(py0[m])) | (int64(py1[m]) - b) | -int64(pa[m]&bits)
				flip := uint32(i^(j+m)) & uint32((int64(po[m])-own)>>63)
				room[k&(Group-1)] = kernels.Pair{A: uint32(i) ^ flip, B: uint32(j+m) ^ flip}
				k += int(uint64(^miss) >> 63)
			}
			if s.Filters != nil {
				k = s.sift(room[:k])
			}
			n += k
		}
		j = 0
	}
	return n, Cursor{I: max(last, min(from.I, rows))}
}

// sift moves the pairs that may be to the front and returns how many they are.
func (s *Strip) sift(pairs []kernels.Pair) int {
	n := 0
	for _, p := range pairs {
		pairs[n] = p
		n += kernels.One(s.meet(int(p.A), int(p.B)))
	}
	return n
}
