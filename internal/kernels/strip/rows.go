// SPDX-License-Identifier: MIT

package strip

import "daylight/internal/kernels"

// lefts fetches X0 of the boxes that entries name from entry k on (see gatherBoxes) to dst, which
// is as long as entries, and returns the least and the greatest, lo and hi being those of the
// entries before.
func lefts(k int, lo, hi int32, dst []int32, entries []uint32, boxes []Codes) (int32, int32) {
	dst = dst[:len(entries)]
	for ; k < len(entries); k++ {
		x := boxes[entries[k]&^Visitor].X0
		dst[k] = x
		lo, hi = min(lo, x), max(hi, x)
	}
	return lo, hi
}

// order deals the entries into cells: a stable counting sort by (lefts - lo) >> shift.
// It writes them to rows, and to starts where each cell begins and, last, where the
// last one ends. ranks is scratch.
//
// An entry's rank in its cell is noted while counting. Dealing out of counters that go
// up as it goes would make every load wait for the store before it, whose address
// depends on a load in turn.
func order(rows, entries, ranks []uint32, lefts []int32, lo int32, shift uint, starts []uint32) {
	clear(starts)
	shift &= 31
	ranks = ranks[:len(lefts)]
	count := starts[:len(starts)-1]
	for k, x := range lefts {
		c := uint32(x-lo) >> shift
		ranks[k] = count[c]
		count[c]++
	}
	at := uint32(0)
	for c, k := range starts {
		starts[c] = at
		at += k
	}
	rows, lefts, ranks = rows[:len(entries)], lefts[:len(entries)], ranks[:len(entries)]
	for k, e := range entries {
		rows[count[uint32(lefts[k]-lo)>>shift]+ranks[k]] = e
	}
}

// reach looks up where the partners of each row end, given where each cell begins: at
// the end of the cell of x1, or of the last cell if that lies beyond hi. It returns the
// sum.
func reach(end []uint32, x1 []int32, lo, hi int32, shift uint, starts []uint32) (sum uint64) {
	end = end[:len(x1)]
	shift &= 31
	ends := starts[1:]
	for r, x := range x1 {
		e := ends[uint32(min(x, hi)-lo)>>shift]
		end[r] = e
		sum += uint64(e)
	}
	return sum
}

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
func gatherRecords(dst []kernels.Record, c RecordColumns, slots []uint32) {
	// One length for all, so that one bounds check does for all.
	n := len(c.X)
	x, y := c.X, c.Y[:n]
	p, q, co, si := c.P[:n], c.Q[:n], c.C[:n], c.S[:n]
	dst = dst[:len(slots)]
	for k, i := range slots {
		if uint64(i) >= uint64(n) {
			panic("kernels: GatherRecords: slot out of range")
		}
		dst[k] = kernels.Record{X: x[i], Y: y[i], P: p[i], Q: q[i], C: co[i], S: si[i]}
	}
}

// gatherRuns fetches the runs of lanes of the shapes in the given slots, and returns how many lanes
// the longest has. off and num must be as long as slots. At most it brings the lanes into cache.
func gatherRuns(off, num, offs, nums, slots []uint32, _ *kernels.Lanes) (most uint32) {
	off, num, nums = off[:len(slots)], num[:len(slots)], nums[:len(offs)]
	for k, i := range slots {
		n := nums[i]
		off[k], num[k] = offs[i], n
		most = max(most, n)
	}
	return most
}
