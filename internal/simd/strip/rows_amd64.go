// SPDX-License-Identifier: MIT

//go:build !purego

package strip

import (
	"unsafe"

	"daylight/internal/simd"
)

func gatherBoxesByAVX2(s *Strip, slots, entries []uint32, boxes []Codes) {
	gatherBoxesBy(s, slots, entries, boxes, 8)
}

func gatherBoxesByAVX512(s *Strip, slots, entries []uint32, boxes []Codes) {
	gatherBoxesBy(s, slots, entries, boxes, 16)
}

func gatherBoxesBy(s *Strip, slots, entries []uint32, boxes []Codes, lanes int) {
	done, n := 0, whole(s, slots, entries, boxes, lanes)
	for done < n {
		k, did := min(n-done, simd.CallEntries), 0
		if lanes == 8 {
			did = gatherBoxesAVX2(&s.X0[done], &s.X1[done], &s.Y0[done], &s.Y1[done], &s.Apart[done], &slots[done], &entries[done], &boxes[0].X0, len(boxes), k)
		} else {
			did = gatherBoxesAVX512(&s.X0[done], &s.X1[done], &s.Y0[done], &s.Y1[done], &s.Apart[done], &slots[done], &entries[done], &boxes[0].X0, len(boxes), k)
		}
		if done += did; did < k {
			break
		}
	}
	gatherBoxesFrom(done, s, slots, entries, boxes)
}

// whole is how many rows fill whole vectors of so many lanes. It makes every access of
// the assembly known to the bounds checks and the race detector, except those to boxes,
// which the assembly checks itself.
func whole(s *Strip, slots, entries []uint32, boxes []Codes, lanes int) int {
	n := len(entries) &^ (lanes - 1)
	if n == 0 || len(boxes) == 0 || len(boxes) > Visitor {
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

func gatherRecordsByAVX2(dst []simd.Record, c RecordColumns, slots []uint32) {
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
			did := gatherRecordsAVX2(&dst[done].X, &c.X[0], &c.Y[0], &c.P[0], &c.Q[0], &c.C[0], &c.S[0], &slots[done], n, k)
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

func gatherRunsByAVX2(off, num, offs, nums, slots []uint32, lanes *simd.Lanes) (most uint32) {
	done, n := 0, len(slots)
	if count := len(offs); len(lanes.VX) >= farLanes && n > 0 && count > 0 && min(len(off), len(num)) >= n && len(nums) >= count {
		simd.RaceWrite(off[:n])
		simd.RaceWrite(num[:n])
		simd.RaceRead(slots)
		simd.RaceReadAt(offs, slots, 0)
		simd.RaceReadAt(nums, slots, 0)
		columns := [...]unsafe.Pointer{
			unsafe.Pointer(unsafe.SliceData(lanes.VX)), unsafe.Pointer(unsafe.SliceData(lanes.VY)),
			unsafe.Pointer(unsafe.SliceData(lanes.NX)), unsafe.Pointer(unsafe.SliceData(lanes.NY)),
			unsafe.Pointer(unsafe.SliceData(lanes.D)),
		}
		for done < n {
			k := min(n-done, simd.CallEntries)
			did, longest := gatherRunsAVX2(&off[done], &num[done], &offs[0], &nums[0], &slots[done], (*uintptr)(unsafe.Pointer(&columns)), count, k)
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
