// SPDX-License-Identifier: MIT

//go:build !purego

package strip

import (
	"math"
	"unsafe"

	"daylight/internal/simd"
)

// leftsBy returns lefts by means of assembly for vectors of so many lanes.
func leftsBy(lanes int, vector func(dst *int32, entries *uint32, boxes *int32, count, n int) (done int, lo, hi int32)) func(dst []int32, entries []uint32, boxes []Codes) (lo, hi int32) {
	return func(dst []int32, entries []uint32, boxes []Codes) (lo, hi int32) {
		done, lo, hi := 0, int32(math.MaxInt32), int32(math.MinInt32)
		if n := len(entries) &^ (lanes - 1); n > 0 && len(boxes) > 0 && uint(len(boxes)) <= Visitor {
			simd.RaceWrite(dst[:n])
			simd.RaceRead(entries)
			simd.RaceReadAt(boxes, entries, Visitor)
			for done < n {
				k := min(n-done, simd.CallEntries)
				did, l, h := vector(&dst[done], &entries[done], &boxes[0].X0, len(boxes), k)
				done, lo, hi = done+did, min(lo, l), max(hi, h)
				if did < k {
					break
				}
			}
		}
		return leftsFrom(done, lo, hi, dst, entries, boxes)
	}
}

// orderAtOnce is how many entries and cells the assembly puts in order: it does so in
// one call, of which the longest took 0.2 ms. The portable code is as fast where memory, not
// the cache, holds that many.
const orderAtOnce = 1 << 16

// orderBy returns order by means of assembly, on columns that share no memory.
func orderBy(vector func(rows, entries, ranks *uint32, lefts *int32, n int, lo int32, shift int, starts *uint32, cells int) bool) func(rows, entries, ranks []uint32, lefts []int32, lo int32, shift uint, starts []uint32) {
	return func(rows, entries, ranks []uint32, lefts []int32, lo int32, shift uint, starts []uint32) {
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
			if vector(&rows[0], &entries[0], &ranks[0], &lefts[0], n, lo, int(shift&31), &starts[0], len(starts)-1) {
				return
			}
		}
		order(rows, entries, ranks, lefts, lo, shift, starts)
	}
}

// disjoint reports whether two columns share no memory. The assembly deals entries to
// places that it counted in a pass before, so what it counted must not change.
func disjoint[T, U any](a []T, b []U) bool {
	p, q := uintptr(unsafe.Pointer(unsafe.SliceData(a))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return p+uintptr(len(a))*unsafe.Sizeof(*new(T)) <= q || q+uintptr(len(b))*unsafe.Sizeof(*new(U)) <= p
}

// reachBy returns reach by means of assembly for vectors of so many lanes.
func reachBy(lanes int, vector func(end *uint32, x1 *int32, lo, hi int32, shift int, ends *uint32, cells, n int) (done int, sum uint64)) func(end []uint32, x1 []int32, lo, hi int32, shift uint, starts []uint32) uint64 {
	return func(end []uint32, x1 []int32, lo, hi int32, shift uint, starts []uint32) (sum uint64) {
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
}

// reachable returns how many rows fill whole vectors, every access being in range but those
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

// gatherBoxesVector is assembly for whole vectors of entries. It stops before one that names no box.
type gatherBoxesVector func(x0, x1, y0, y1 *int32, apart, slots, entries *uint32, boxes *int32, count, n int) (done int)

// gatherBoxesBy returns gatherBoxes by means of assembly for vectors of so many lanes.
func gatherBoxesBy(lanes int, vector gatherBoxesVector) func(s *Strip, slots, entries []uint32, boxes []Codes) {
	return func(s *Strip, slots, entries []uint32, boxes []Codes) {
		done, n := 0, whole(s, slots, entries, boxes, lanes)
		for done < n {
			k := min(n-done, simd.CallEntries)
			did := vector(&s.X0[done], &s.X1[done], &s.Y0[done], &s.Y1[done], &s.Apart[done], &slots[done], &entries[done], &boxes[0].X0, len(boxes), k)
			if done += did; did < k {
				break
			}
		}
		gatherBoxesFrom(done, s, slots, entries, boxes)
	}
}

// whole returns how many rows fill whole vectors of so many lanes. It makes every access of
// the assembly known to the bounds checks and the race detector, except those to boxes,
// which the assembly checks itself.
func whole(s *Strip, slots, entries []uint32, boxes []Codes, lanes int) int {
	n := len(entries) &^ (lanes - 1)
	if n == 0 || len(boxes) == 0 || uint(len(boxes)) > Visitor {
		return 0
	}
	simd.RaceWrite(s.X0[:n])
	simd.RaceWrite(s.X1[:n])
	simd.RaceWrite(s.Y0[:n])
	simd.RaceWrite(s.Y1[:n])
	simd.RaceWrite(s.Apart[:n])
	simd.RaceWrite(slots[:n])
	simd.RaceRead(entries)
	simd.RaceReadAt(boxes, entries, Visitor)
	return n
}

// gatherBoxesFrom is the portable code from row done on.
func gatherBoxesFrom(done int, s *Strip, slots, entries []uint32, boxes []Codes) {
	if done == len(entries) {
		return
	}
	rest := Strip{X0: s.X0[done:], X1: s.X1[done:], Y0: s.Y0[done:], Y1: s.Y1[done:], Apart: s.Apart[done:]}
	gatherBoxes(&rest, slots[done:], entries[done:], boxes)
}

// gatherRecordsBy returns gatherRecords by means of assembly, which stops before a slot that does not exist.
func gatherRecordsBy(vector func(dst, x, y *float64, p, q, c, s *float32, slots *uint32, count, n int) (done int)) func(dst []simd.Record, c RecordColumns, slots []uint32) {
	return func(dst []simd.Record, c RecordColumns, slots []uint32) {
		n, done := len(c.X), 0
		if n > 0 && len(slots) > 0 && len(dst) >= len(slots) {
			_, _, _, _, _ = c.Y[n-1], c.P[n-1], c.Q[n-1], c.C[n-1], c.S[n-1]
			simd.RaceWrite(dst[:len(slots)])
			simd.RaceRead(slots)
			simd.RaceReadAt(c.X, slots, 0)
			simd.RaceReadAt(c.Y, slots, 0)
			simd.RaceReadAt(c.P, slots, 0)
			simd.RaceReadAt(c.Q, slots, 0)
			simd.RaceReadAt(c.C, slots, 0)
			simd.RaceReadAt(c.S, slots, 0)
			for done < len(slots) {
				k := min(len(slots)-done, simd.CallEntries)
				did := vector(&dst[done].X, &c.X[0], &c.Y[0], &c.P[0], &c.Q[0], &c.C[0], &c.S[0], &slots[done], n, k)
				if done += did; did < k {
					break
				}
			}
		}
		if done < len(slots) {
			gatherRecords(dst[done:], c, slots[done:]) // and panic, if a slot is out of range
		}
	}
}

// farLanes is from how many lanes on those of a strip are not in cache when they are fetched.
const farLanes = 1 << 18

// gatherRunsBy returns gatherRuns by means of assembly, which stops before a slot that does not exist.
func gatherRunsBy(vector func(off, num, offs, nums, slots *uint32, lanes *uintptr, count, n int) (done int, longest uint32)) func(off, num, offs, nums, slots []uint32, lanes *simd.Lanes) (most uint32) {
	return func(off, num, offs, nums, slots []uint32, lanes *simd.Lanes) (most uint32) {
		done, n := 0, len(slots)
		if count := len(offs); len(lanes.VX) >= farLanes && n > 0 && count > 0 && min(len(off), len(num)) >= n && len(nums) >= count {
			simd.RaceWrite(off[:n])
			simd.RaceWrite(num[:n])
			simd.RaceRead(slots)
			simd.RaceReadAt(offs, slots, 0)
			simd.RaceReadAt(nums, slots, 0)
			var columns simd.Columns
			simd.Address(&columns, lanes.VX, lanes.VY, lanes.NX, lanes.NY, lanes.D)
			for done < n {
				k := min(n-done, simd.CallEntries)
				did, longest := vector(&off[done], &num[done], &offs[0], &nums[0], &slots[done], columns.First(), count, k)
				most = max(most, longest)
				if done += did; did < k {
					break
				}
			}
		}
		if done < n {
			most = max(most, gatherRuns(off[done:], num[done:], offs, nums, slots[done:], lanes)) // and panic, if a slot is out of range
		}
		return most
	}
}

// sweepRows is how many rows one call of assembly sweeps at most. Long rows end a call
// earlier; the longest call, 2^17 partners of one row that overlap and that filters
// reject, took 0.2 ms.
const sweepRows = 256

// sweepVector is assembly that sweeps one row at a time, from partner j of row i on.
type sweepVector func(args sweepArgs) (n, i, j int)

// sweepBy returns sweep by means of assembly, one for strips without filters and one for those with them.
func sweepBy(plain, filtered sweepVector) func(s *Strip, from Cursor, out []simd.Pair) (n int, at Cursor) {
	return func(s *Strip, from Cursor, out []simd.Pair) (n int, at Cursor) {
		if !vectorised(s, from, out) {
			return sweep(s, from, out)
		}
		last, args := s.last(), sweepArguments(s)
		for at = from; ; {
			rest, m := out[n:], 0
			args.upto, args.i, args.j = min(at.I+sweepRows, last), at.I, at.J
			args.out, args.room = simd.Words(rest), len(rest)
			if s.Filters != nil {
				m, at.I, at.J = filtered(args)
			} else {
				m, at.I, at.J = plain(args)
			}
			n += m
			if at.I >= last || at.J != 0 && len(out)-n < Group {
				return n, at
			}
		}
	}
}

// How many rows one call sweeps by blocks at most, some ten microseconds' work, and how many are
// swept one by one where the next block has a row of many partners: in a crowd many have.
const (
	blockRows = 4096
	aloneRows = 64
)

// sweepByBlocks sweeps by blocks of rows where it can, and else as sweepBy does.
func sweepByBlocks(blocks func(args sweepArgs) (n, i int), plain, filtered sweepVector) func(s *Strip, from Cursor, out []simd.Pair) (n int, at Cursor) {
	single := sweepBy(plain, filtered)
	return func(s *Strip, from Cursor, out []simd.Pair) (n int, at Cursor) {
		if s.Filters != nil || !vectorised(s, from, out) {
			return single(s, from, out)
		}
		last, args := s.last(), sweepArguments(s)
		for at = from; ; {
			m := 0
			if at.J == 0 {
				args.upto, args.i = min(at.I+blockRows, last), at.I
				args.out, args.room = simd.Words(out[n:]), len(out)-n
				m, at.I = blocks(args)
				if n += m; at.I >= last {
					return n, at
				}
			}
			args.upto, args.i, args.j = min(at.I+aloneRows, last), at.I, at.J
			args.out, args.room = simd.Words(out[n:]), len(out)-n
			m, at.I, at.J = plain(args)
			if n += m; at.I >= last || at.J != 0 && len(out)-n < Group {
				return n, at
			}
		}
	}
}

// vectorised reports whether the assembly may sweep the strip, and makes every access
// it will make known to the bounds checks and the race detector.
func vectorised(s *Strip, from Cursor, out []simd.Pair) bool {
	rows := len(s.End)
	if rows == 0 || rows > math.MaxInt32-simd.Slack || from.I < 0 || from.I >= s.last() || from.J < 0 || from.J > rows || len(out) < Group {
		return false
	}
	room := rows + simd.Slack
	if cap(s.X0) < room || cap(s.X1) < room || cap(s.Y0) < room || cap(s.Y1) < room ||
		cap(s.Order) < room || len(s.Order) < rows || cap(s.Apart) < room {
		return false
	}
	simd.RaceRead(s.X0[:rows])
	simd.RaceRead(s.X1[:rows])
	simd.RaceRead(s.Y0[:rows])
	simd.RaceRead(s.Y1[:rows])
	simd.RaceRead(s.Order[:rows])
	simd.RaceRead(s.Apart[:rows])
	simd.RaceRead(s.End)
	simd.RaceWrite(out)
	if f := s.Filters; f != nil {
		if cap(f.World) < room || cap(f.Body) < room || cap(f.Category) < room || cap(f.Mask) < room || cap(f.Group) < room ||
			min(len(f.World), len(f.Body), len(f.Category), len(f.Mask), len(f.Group)) < rows {
			return false
		}
		simd.RaceRead(f.World[:rows])
		simd.RaceRead(f.Body[:rows])
		simd.RaceRead(f.Category[:rows])
		simd.RaceRead(f.Mask[:rows])
		simd.RaceRead(f.Group[:rows])
	}
	return true
}

// sweepArguments returns the columns of a strip.
func sweepArguments(s *Strip) sweepArgs {
	args := sweepArgs{
		x0: simd.At(s.X0), x1: simd.At(s.X1), y0: simd.At(s.Y0), y1: simd.At(s.Y1),
		order: simd.At(s.Order), apart: simd.At(s.Apart), end: simd.At(s.End), rows: len(s.End),
	}
	if f := s.Filters; f != nil {
		args.world, args.body, args.category, args.mask = simd.At(f.World), simd.At(f.Body), simd.At(f.Category), simd.At(f.Mask)
		args.group = (*uint32)(unsafe.Pointer(simd.At(f.Group))) // as the bits that are compared
	}
	return args
}
