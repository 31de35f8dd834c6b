// SPDX-License-Identifier: MIT

package strip

import (
	"math"
	"unsafe"

	"daylight/internal/kernels"
)

// Lefts, Order and Reach put a strip's rows in order by cell of X0; all columns of
// a call are as long as its entries or rows, or longer. Lefts fetches X0 of the
// boxes that entries name (see GatherBoxes) and returns the least and the greatest.
func (by *Sweeping) Lefts(dst []int32, entries []uint32, boxes []Codes) (lo, hi int32) {
	done, lo, hi := 0, int32(math.MaxInt32), int32(math.MinInt32)
	if n := len(entries) &^ (by.lanes - 1); by.lefts != nil && n > 0 && len(boxes) > 0 && uint(len(boxes)) <= Visitor {
		kernels.RaceWrite(dst[:n])
		kernels.RaceRead(entries)
		kernels.RaceReadAt(boxes, entries, Visitor)
		for done < n {
			k := min(n-done, kernels.CallEntries)
			did, l, h := by.lefts(&dst[done], &entries[done], &boxes[0].X0, len(boxes), k)
			done, lo, hi = done+did, min(lo, l), max(hi, h)
			if did < k {
				break
			}
		}
	}
	return lefts(done, lo, hi, dst, entries, boxes)
}

// orderAtOnce is how many entries and cells the assembly puts in order: it does so in one call. The
// longest took 0.2 ms. The portable code is as fast where memory, not the cache, holds that many.
const orderAtOnce = 1 << 16

// Order writes the entries to rows by cell, (left - lo) >> shift, keeping their
// order within a cell, and to starts where each cell begins: one entry for each
// and one more, where the last ends. ranks is scratch.
func (by *Sweeping) Order(rows, entries, ranks []uint32, lefts []int32, lo int32, shift uint, starts []uint32) {
	if by.order == nil || len(entries) < by.lanes {
		order(rows, entries, ranks, lefts, lo, shift, starts)
		return
	}
	n := len(lefts)
	if n > 0 && len(rows) >= n && len(ranks) >= n && len(entries) == n && len(starts) > 1 && n+len(starts) <= orderAtOnce &&
		disjoint(rows, ranks) && disjoint(rows, starts) && disjoint(rows, lefts) &&
		disjoint(ranks, starts) && disjoint(ranks, lefts) && disjoint(starts, lefts) {
		kernels.RaceRead(entries)
		kernels.RaceRead(lefts)
		kernels.RaceWrite(rows[:n])
		kernels.RaceWrite(ranks[:n])
		kernels.RaceWrite(starts)
		clear(starts)
		if by.order(&rows[0], &entries[0], &ranks[0], &lefts[0], n, lo, int(shift&31), &starts[0], len(starts)-1) {
			return
		}
	}
	order(rows, entries, ranks, lefts, lo, shift, starts)
}

// disjoint reports whether two columns share no memory. The assembly deals entries to
// places that it counted in a pass before, so what it counted must not change.
func disjoint[T, U any](a []T, b []U) bool {
	p, q := uintptr(unsafe.Pointer(unsafe.SliceData(a))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return p+uintptr(len(a))*unsafe.Sizeof(*new(T)) <= q || q+uintptr(len(b))*unsafe.Sizeof(*new(U)) <= p
}

// Reach finds where the partners of rows end: where the cell of X1 does, or that of
// hi if X1 lies beyond. It returns the sum.
func (by *Sweeping) Reach(end []uint32, x1 []int32, lo, hi int32, shift uint, starts []uint32) (sum uint64) {
	if by.reach == nil || len(x1) < by.lanes {
		return reach(end, x1, lo, hi, shift, starts)
	}
	done, n := 0, reachable(end, x1, starts, by.lanes)
	for done < n {
		k := min(n-done, kernels.CallEntries)
		did, s := by.reach(&end[done], &x1[done], lo, hi, int(shift&31), &starts[1], len(starts)-1, k)
		done, sum = done+did, sum+s
		if did < k {
			break
		}
	}
	return sum + reach(end[done:], x1[done:], lo, hi, shift, starts)
}

// reachable returns how many rows fill whole vectors, every access being in range but those
// to starts, which the assembly checks itself.
func reachable(end []uint32, x1 []int32, starts []uint32, lanes int) int {
	n := len(x1) &^ (lanes - 1)
	if n == 0 || len(starts) < 2 || len(starts) > math.MaxInt32 {
		return 0
	}
	kernels.RaceWrite(end[:n])
	kernels.RaceRead(x1)
	kernels.RaceRead(starts)
	return n
}

// GatherBoxes fetches the boxes of a strip's rows: row r becomes that of
// entries[r], an index into boxes that may have the bit Visitor. It writes the
// strip's four columns of boxes and Apart, which then holds that bit, and the bare
// indices to slots; all of them are at least as long as entries.
func (by *Sweeping) GatherBoxes(s *Strip, slots, entries []uint32, boxes []Codes) {
	if by.gatherBoxes == nil || len(entries) < by.lanes {
		gatherBoxes(s, slots, entries, boxes)
		return
	}
	done, n := 0, whole(s, slots, entries, boxes, by.lanes)
	for done < n {
		k := min(n-done, kernels.CallEntries)
		did := by.gatherBoxes(&s.X0[done], &s.X1[done], &s.Y0[done], &s.Y1[done], &s.Apart[done], &slots[done], &entries[done], &boxes[0].X0, len(boxes), k)
		if done += did; did < k {
			break
		}
	}
	gatherBoxesFrom(done, s, slots, entries, boxes)
}

// whole returns how many rows fill whole vectors of so many lanes. It makes every access of
// the assembly known to the bounds checks and the race detector, except those to boxes,
// which the assembly checks itself.
func whole(s *Strip, slots, entries []uint32, boxes []Codes, lanes int) int {
	n := len(entries) &^ (lanes - 1)
	if n == 0 || len(boxes) == 0 || uint(len(boxes)) > Visitor {
		return 0
	}
	kernels.RaceWrite(s.X0[:n])
	kernels.RaceWrite(s.X1[:n])
	kernels.RaceWrite(s.Y0[:n])
	kernels.RaceWrite(s.Y1[:n])
	kernels.RaceWrite(s.Apart[:n])
	kernels.RaceWrite(slots[:n])
	kernels.RaceRead(entries)
	kernels.RaceReadAt(boxes, entries, Visitor)
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

// GatherRecords fetches the shapes in the given slots into records next to each
// other. dst is at least as long as slots.
func (by *Sweeping) GatherRecords(dst []kernels.Record, c RecordColumns, slots []uint32) {
	if by.gatherRecords == nil {
		gatherRecords(dst, c, slots)
		return
	}
	n, done := len(c.X), 0
	if n > 0 && len(slots) > 0 && len(dst) >= len(slots) {
		_, _, _, _, _ = c.Y[n-1], c.P[n-1], c.Q[n-1], c.C[n-1], c.S[n-1]
		kernels.RaceWrite(dst[:len(slots)])
		kernels.RaceRead(slots)
		kernels.RaceReadAt(c.X, slots, 0)
		kernels.RaceReadAt(c.Y, slots, 0)
		kernels.RaceReadAt(c.P, slots, 0)
		kernels.RaceReadAt(c.Q, slots, 0)
		kernels.RaceReadAt(c.C, slots, 0)
		kernels.RaceReadAt(c.S, slots, 0)
		for done < len(slots) {
			k := min(len(slots)-done, kernels.CallEntries)
			did := by.gatherRecords(&dst[done].X, &c.X[0], &c.Y[0], &c.P[0], &c.Q[0], &c.C[0], &c.S[0], &slots[done], n, k)
			if done += did; did < k {
				break
			}
		}
	}
	if done < len(slots) {
		gatherRecords(dst[done:], c, slots[done:]) // and panic, if a slot is out of range
	}
}

// farLanes is from how many lanes on those of a strip are not in cache when they are fetched.
const farLanes = 1 << 18

// GatherRuns fetches the runs of lanes of the shapes in the given slots, has those lanes
// brought into cache if it can, and returns how many the longest run has. off and num are at
// least as long as slots, and nums as offs.
func (by *Sweeping) GatherRuns(off, num, offs, nums, slots []uint32, lanes *kernels.Lanes) (most uint32) {
	if by.gatherRuns == nil {
		return gatherRuns(off, num, offs, nums, slots, lanes)
	}
	done, n := 0, len(slots)
	if count := len(offs); len(lanes.VX) >= farLanes && n > 0 && count > 0 && min(len(off), len(num)) >= n && len(nums) >= count {
		kernels.RaceWrite(off[:n])
		kernels.RaceWrite(num[:n])
		kernels.RaceRead(slots)
		kernels.RaceReadAt(offs, slots, 0)
		kernels.RaceReadAt(nums, slots, 0)
		var columns kernels.Columns
		kernels.Address(&columns, lanes.VX, lanes.VY, lanes.NX, lanes.NY, lanes.D)
		for done < n {
			k := min(n-done, kernels.CallEntries)
			did, longest := by.gatherRuns(&off[done], &num[done], &offs[0], &nums[0], &slots[done], columns.First(), count, k)
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

// sweepRows is how many rows one call of assembly sweeps at most. Long rows end a call
// earlier; the longest call, 2^17 partners of one row that overlap and that filters
// reject, took 0.2 ms.
const sweepRows = 256

// Sweep writes the pairs of rows whose boxes overlap, touching included, to out, the row
// of lower Order first, and returns how many and where to go on. It stops
// early when fewer than Group entries of out are free before the next Group
// partners of a row; the strip is done when next.I is len(s.End). A J of zero in
// from means the row's first partner.
func (by *Sweeping) Sweep(s *Strip, from Cursor, out []kernels.Pair) (n int, next Cursor) {
	if by.sweep == nil || len(s.End) < by.lanes || !vectorised(s, from, out) {
		return sweep(s, from, out)
	}
	if by.sweepBlocks != nil && s.Filters == nil {
		return by.sweepByBlocks(s, from, out)
	}
	last, args := s.last(), sweepArguments(s)
	for next = from; ; {
		rest, m := out[n:], 0
		args.upto, args.i, args.j = min(next.I+sweepRows, last), next.I, next.J
		args.out, args.room = kernels.Words(rest), len(rest)
		if s.Filters != nil {
			m, next.I, next.J = by.sweepFiltered(args)
		} else {
			m, next.I, next.J = by.sweep(args)
		}
		n += m
		if next.I >= last || next.J != 0 && len(out)-n < Group {
			return n, next
		}
	}
}

// How many rows one call sweeps by blocks at most, some ten microseconds' work, and how many are
// swept one by one where the next block has a row of many partners: in a crowd many have.
const (
	blockRows = 4096
	aloneRows = 64
)

// sweepByBlocks sweeps a strip without filters by blocks of rows where it can, and else row by row.
func (by *Sweeping) sweepByBlocks(s *Strip, from Cursor, out []kernels.Pair) (n int, at Cursor) {
	last, args := s.last(), sweepArguments(s)
	for at = from; ; {
		m := 0
		if at.J == 0 {
			args.upto, args.i = min(at.I+blockRows, last), at.I
			if args.upto == args.rows { // the last block may have fewer rows
				args.upto = (args.rows + by.lanes - 1) &^ (by.lanes - 1)
			}
			args.out, args.room = kernels.Words(out[n:]), len(out)-n
			m, at.I = by.sweepBlocks(args)
			if n += m; at.I >= last {
				return n, Cursor{I: last}
			}
		}
		args.upto, args.i, args.j = min(at.I+aloneRows, last), at.I, at.J
		args.out, args.room = kernels.Words(out[n:]), len(out)-n
		m, at.I, at.J = by.sweep(args)
		if n += m; at.I >= last || at.J != 0 && len(out)-n < Group {
			return n, at
		}
	}
}

// vectorised reports whether the assembly may sweep the strip, and makes every access
// it will make known to the bounds checks and the race detector.
func vectorised(s *Strip, from Cursor, out []kernels.Pair) bool {
	rows := len(s.End)
	if rows == 0 || rows > math.MaxInt32-kernels.Slack || from.I < 0 || from.I >= s.last() || from.J < 0 || from.J > rows || len(out) < Group {
		return false
	}
	room := rows + kernels.Slack
	if cap(s.End) < room || cap(s.X0) < room || cap(s.X1) < room || cap(s.Y0) < room || cap(s.Y1) < room ||
		cap(s.Order) < room || len(s.Order) < rows || cap(s.Apart) < room {
		return false
	}
	kernels.RaceRead(s.X0[:rows])
	kernels.RaceRead(s.X1[:rows])
	kernels.RaceRead(s.Y0[:rows])
	kernels.RaceRead(s.Y1[:rows])
	kernels.RaceRead(s.Order[:rows])
	kernels.RaceRead(s.Apart[:rows])
	kernels.RaceRead(s.End)
	kernels.RaceWrite(out)
	if f := s.Filters; f != nil {
		if cap(f.World) < room || cap(f.Body) < room || cap(f.Category) < room || cap(f.Mask) < room || cap(f.Group) < room ||
			min(len(f.World), len(f.Body), len(f.Category), len(f.Mask), len(f.Group)) < rows {
			return false
		}
		kernels.RaceRead(f.World[:rows])
		kernels.RaceRead(f.Body[:rows])
		kernels.RaceRead(f.Category[:rows])
		kernels.RaceRead(f.Mask[:rows])
		kernels.RaceRead(f.Group[:rows])
	}
	return true
}

// sweepArguments returns the columns of a strip.
func sweepArguments(s *Strip) sweepArgs {
	args := sweepArgs{
		x0: kernels.At(s.X0), x1: kernels.At(s.X1), y0: kernels.At(s.Y0), y1: kernels.At(s.Y1),
		order: kernels.At(s.Order), apart: kernels.At(s.Apart), end: kernels.At(s.End), rows: len(s.End),
	}
	if f := s.Filters; f != nil {
		args.world, args.body, args.category, args.mask = kernels.At(f.World), kernels.At(f.Body), kernels.At(f.Category), kernels.At(f.Mask)
		args.group = (*uint32)(unsafe.Pointer(kernels.At(f.Group))) // as the bits that are compared
	}
	return args
}
