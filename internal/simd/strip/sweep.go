// SPDX-License-Identifier: MIT

package strip

import "daylight/internal/simd"

// sweep writes the pairs of rows whose boxes overlap to out, in order, starting at
// from, until the strip is done or fewer than Group entries are left in out. It
// returns how many it wrote and where to go on; the strip is done when the cursor's
// I is len(s.End), or s.Upto.
//
// The four comparisons are sign bits of differences, in int64 where they cannot
// overflow, and so is a bit in common, so that there is one branch per group and none
// per pair. Filters come after, over the few that overlap.
func sweep(s *Strip, from Cursor, out []simd.Pair) (n int, at Cursor) {
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
			room := (*[Group]simd.Pair)(out[n:])
			stop := min(j+Group, end)
			px0 := x0[j:stop]
			px1, py0, py1 := x1[j:stop][:len(px0)], y0[j:stop][:len(px0)], y1[j:stop][:len(px0)]
			pa, po := apart[j:stop][:len(px0)], order[j:stop][:len(px0)]
			k := 0
			for m := range px0 {
				miss := (r - int64(px0[m])) | (int64(px1[m]) - l) | (t - int64(py0[m])) | (int64(py1[m]) - b) | -int64(pa[m]&bits)
				flip := uint32(i^(j+m)) & uint32((int64(po[m])-own)>>63)
				room[k&(Group-1)] = simd.Pair{A: uint32(i) ^ flip, B: uint32(j+m) ^ flip}
				k += int(uint64(^miss) >> 63)
			}
			if s.Filters != nil {
				k = s.Filters.sift(s, room[:k])
			}
			n += k
		}
		j = 0
	}
	return n, Cursor{I: max(last, min(from.I, rows))}
}

// sift moves the pairs that may be to the front and returns how many they are.
func (f *RowFilters) sift(s *Strip, pairs []simd.Pair) int {
	n := 0
	for _, p := range pairs {
		pairs[n] = p
		n += simd.One(f.meet(s, int(p.A), int(p.B)))
	}
	return n
}
