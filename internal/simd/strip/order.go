// SPDX-License-Identifier: MIT

package strip

import "math"

// lefts fetches X0 of the boxes that entries name (see gatherBoxes) to dst, which is
// as long as entries, and returns the least and the greatest.
func lefts(dst []int32, entries []uint32, boxes []Codes) (lo, hi int32) {
	return leftsFrom(0, math.MaxInt32, math.MinInt32, dst, entries, boxes)
}

// leftsFrom is lefts from entry k on, lo and hi being those of the entries before.
func leftsFrom(k int, lo, hi int32, dst []int32, entries []uint32, boxes []Codes) (int32, int32) {
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
