// SPDX-License-Identifier: MIT

package strip

import "daylight/internal/simd"

// Codes is a box in quantised coordinates, as Strip holds them by column.
type Codes struct {
	X0, X1, Y0, Y1 int32
}

// gatherBoxes fetches the boxes of a strip's rows: row r becomes that of entry r,
// which names a box by index and may have the bit Visitor. It writes the columns of
// boxes and Apart, which then holds that bit, and the indices without it to slots. All
// of them must be as long as entries.
func gatherBoxes(s *Strip, slots, entries []uint32, boxes []Codes) {
	n := len(entries)
	x0, x1, y0, y1 := s.X0[:n], s.X1[:n], s.Y0[:n], s.Y1[:n]
	apart, slots := s.Apart[:n], slots[:n]
	for r, e := range entries {
		i := e &^ Visitor
		b := &boxes[i]
		x0[r], x1[r], y0[r], y1[r] = b.X0, b.X1, b.Y0, b.Y1
		slots[r], apart[r] = i, e&Visitor
	}
}

// RecordColumns are what records are made of, one entry for each shape.
type RecordColumns struct {
	X, Y       []float64
	P, Q, C, S []float32
}

// gatherRecords fetches the shapes in the given slots into records next to each
// other. dst must be as long as slots.
func gatherRecords(dst []simd.Record, c RecordColumns, slots []uint32) {
	// One length for all, so that one bounds check does for all.
	n := len(c.X)
	x, y := c.X, c.Y[:n]
	p, q, co, si := c.P[:n], c.Q[:n], c.C[:n], c.S[:n]
	dst = dst[:len(slots)]
	for k, i := range slots {
		if uint64(i) >= uint64(n) {
			panic("kernels: GatherRecords: slot out of range")
		}
		dst[k] = simd.Record{X: x[i], Y: y[i], P: p[i], Q: q[i], C: co[i], S: si[i]}
	}
}

// gatherRuns fetches the runs of lanes of the shapes in the given slots, and returns how many lanes
// the longest has. off and num must be as long as slots. What it does with the lanes, if anything,
// is to have them ready in cache.
func gatherRuns(off, num, offs, nums, slots []uint32, _ *simd.Lanes) (most uint32) {
	off, num, nums = off[:len(slots)], num[:len(slots)], nums[:len(offs)]
	for k, i := range slots {
		n := nums[i]
		off[k], num[k] = offs[i], n
		most = max(most, n)
	}
	return most
}
