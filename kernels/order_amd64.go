// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

import "math"

func init() {
	avx2.Lefts, avx512.Lefts = leftsByAVX2, leftsByAVX2
	avx2.Order, avx512.Order = orderByAVX2, orderByAVX2
	avx2.Reach = func(end []uint32, x1 []int32, lo, hi int32, shift uint, starts []uint32) (sum uint64) {
		done := 0
		if n := reachable(end, x1, starts, avx2.Lanes); n > 0 {
			done, sum = reachAVX2(&end[0], &x1[0], lo, hi, int(shift&31), &starts[1], len(starts)-1, n)
		}
		return sum + reach(end[done:], x1[done:], lo, hi, shift, starts)
	}
	avx512.Reach = func(end []uint32, x1 []int32, lo, hi int32, shift uint, starts []uint32) (sum uint64) {
		done := 0
		if n := reachable(end, x1, starts, avx512.Lanes); n > 0 {
			done, sum = reachAVX512(&end[0], &x1[0], lo, hi, int(shift&31), &starts[1], len(starts)-1, n)
		}
		return sum + reach(end[done:], x1[done:], lo, hi, shift, starts)
	}
}

func leftsByAVX2(dst []int32, entries []uint32, boxes []Codes) (lo, hi int32) {
	done, lo, hi := 0, int32(math.MaxInt32), int32(math.MinInt32)
	if n := len(entries) &^ 7; n > 0 && len(boxes) > 0 && len(boxes) <= Visitor {
		raceWrite(dst[:n])
		raceRead(entries)
		raceReadAt(boxes, entries, Visitor)
		done, lo, hi = leftsAVX2(&dst[0], &entries[0], &boxes[0].X0, len(boxes), n)
	}
	return leftsFrom(done, lo, hi, dst, entries, boxes)
}

func orderByAVX2(rows, entries, ranks []uint32, lefts []int32, lo int32, shift uint, starts []uint32) {
	if n := len(lefts); n > 0 && len(rows) >= n && len(ranks) >= n && len(entries) == n && len(starts) > 1 {
		raceRead(entries)
		raceRead(lefts)
		raceWrite(rows[:n])
		raceWrite(ranks[:n])
		raceWrite(starts)
		clear(starts)
		if orderAVX2(&rows[0], &entries[0], &ranks[0], &lefts[0], n, lo, int(shift&31), &starts[0], len(starts)-1) {
			return
		}
	}
	order(rows, entries, ranks, lefts, lo, shift, starts)
}

// reachable is how many rows fill whole vectors, every access being in range but those
// to starts, which the assembly checks itself.
func reachable(end []uint32, x1 []int32, starts []uint32, lanes int) int {
	n := len(x1) &^ (lanes - 1)
	if n == 0 || len(starts) < 2 || len(starts) > math.MaxInt32 {
		return 0
	}
	raceWrite(end[:n])
	raceRead(x1)
	raceRead(starts)
	return n
}
