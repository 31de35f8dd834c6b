// SPDX-License-Identifier: MIT

//go:build !purego

package strip

import (
	"math"
	"unsafe"

	"daylight/internal/simd"
)

func leftsByAVX2(dst []int32, entries []uint32, boxes []Codes) (lo, hi int32) {
	done, lo, hi := 0, int32(math.MaxInt32), int32(math.MinInt32)
	if n := len(entries) &^ 7; n > 0 && len(boxes) > 0 && len(boxes) <= Visitor {
		simd.RaceWrite(dst[:n])
		simd.RaceRead(entries)
		simd.RaceReadAt(boxes, entries, Visitor)
		for done < n {
			k := min(n-done, simd.CallEntries)
			did, l, h := leftsAVX2(&dst[done], &entries[done], &boxes[0].X0, len(boxes), k)
			done, lo, hi = done+did, min(lo, l), max(hi, h)
			if did < k {
				break
			}
		}
	}
	return leftsFrom(done, lo, hi, dst, entries, boxes)
}

// orderAtOnce is how many entries and cells the assembly puts in order: it does so in
// one call, of which the longest took 0.2 ms. The portable code is as fast where memory, not
// the cache, holds that many.
const orderAtOnce = 1 << 16

func orderByAVX2(rows, entries, ranks []uint32, lefts []int32, lo int32, shift uint, starts []uint32) {
	n := len(lefts)
	if n > 0 && len(rows) >= n && len(ranks) >= n && len(entries) == n && len(starts) > 1 && n+len(starts) <= orderAtOnce &&
		disjoint(rows, ranks) && disjoint(rows, starts) && disjoint(rows, lefts) &&
		disjoint(ranks, starts) && disjoint(ranks, lefts) && disjoint(starts, lefts) {
		simd.RaceRead(entries)
		simd.RaceRead(lefts)
		simd.RaceWrite(rows[:n])
		simd.RaceWrite(ranks[:n])
		simd.RaceWrite(starts)
		clear(starts)
		if orderAVX2(&rows[0], &entries[0], &ranks[0], &lefts[0], n, lo, int(shift&31), &starts[0], len(starts)-1) {
			return
		}
	}
	order(rows, entries, ranks, lefts, lo, shift, starts)
}

// disjoint tells whether two columns share no memory. The assembly deals entries to
// places that it counted in a pass before, so what it counted must not change.
func disjoint[T, U any](a []T, b []U) bool {
	p, q := uintptr(unsafe.Pointer(unsafe.SliceData(a))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return p+uintptr(len(a))*unsafe.Sizeof(*new(T)) <= q || q+uintptr(len(b))*unsafe.Sizeof(*new(U)) <= p
}

func reachByAVX2(end []uint32, x1 []int32, lo, hi int32, shift uint, starts []uint32) (sum uint64) {
	return reachBy(end, x1, lo, hi, shift, starts, 8, reachAVX2)
}

func reachByAVX512(end []uint32, x1 []int32, lo, hi int32, shift uint, starts []uint32) (sum uint64) {
	return reachBy(end, x1, lo, hi, shift, starts, 16, reachAVX512)
}

func reachBy(end []uint32, x1 []int32, lo, hi int32, shift uint, starts []uint32, lanes int,
	vector func(end *uint32, x1 *int32, lo, hi int32, shift int, ends *uint32, cells, n int) (done int, sum uint64)) (sum uint64) {
	done, n := 0, reachable(end, x1, starts, lanes)
	for done < n {
		k := min(n-done, simd.CallEntries)
		did, s := vector(&end[done], &x1[done], lo, hi, int(shift&31), &starts[1], len(starts)-1, k)
		done, sum = done+did, sum+s
		if did < k {
			break
		}
	}
	return sum + reach(end[done:], x1[done:], lo, hi, shift, starts)
}

// reachable is how many rows fill whole vectors, every access being in range but those
// to starts, which the assembly checks itself.
func reachable(end []uint32, x1 []int32, starts []uint32, lanes int) int {
	n := len(x1) &^ (lanes - 1)
	if n == 0 || len(starts) < 2 || len(starts) > math.MaxInt32 {
		return 0
	}
	simd.RaceWrite(end[:n])
	simd.RaceRead(x1)
	simd.RaceRead(starts)
	return n
}
