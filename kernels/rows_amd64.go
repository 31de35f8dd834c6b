// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

func init() {
	avx2.GatherBoxes = func(s *Strip, slots, entries []uint32, boxes []Codes) {
		done := 0
		if n := whole(s, slots, entries, boxes, avx2.Lanes); n > 0 {
			done = gatherBoxesAVX2(&s.X0[0], &s.X1[0], &s.Y0[0], &s.Y1[0], &s.Apart[0], &slots[0], &entries[0], &boxes[0].X0, len(boxes), n)
		}
		gatherBoxesFrom(done, s, slots, entries, boxes)
	}
	avx512.GatherBoxes = func(s *Strip, slots, entries []uint32, boxes []Codes) {
		done := 0
		if n := whole(s, slots, entries, boxes, avx512.Lanes); n > 0 {
			done = gatherBoxesAVX512(&s.X0[0], &s.X1[0], &s.Y0[0], &s.Y1[0], &s.Apart[0], &slots[0], &entries[0], &boxes[0].X0, len(boxes), n)
		}
		gatherBoxesFrom(done, s, slots, entries, boxes)
	}
	avx2.GatherRecords, avx512.GatherRecords = gatherRecordsByAVX2, gatherRecordsByAVX2
}

// whole is how many rows fill whole vectors of so many lanes. It makes every access of
// the assembly known to the bounds checks and the race detector, except those to boxes,
// which the assembly checks itself.
func whole(s *Strip, slots, entries []uint32, boxes []Codes, lanes int) int {
	n := len(entries) &^ (lanes - 1)
	if n == 0 || len(boxes) == 0 || len(boxes) > Visitor {
		return 0
	}
	raceWrite(s.X0[:n])
	raceWrite(s.X1[:n])
	raceWrite(s.Y0[:n])
	raceWrite(s.Y1[:n])
	raceWrite(s.Apart[:n])
	raceWrite(slots[:n])
	raceRead(entries)
	raceReadAt(boxes, entries, Visitor)
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

func gatherRecordsByAVX2(dst []Record, c RecordColumns, slots []uint32) {
	n, done := len(c.X), 0
	if n > 0 && len(slots) > 0 && len(dst) >= len(slots) {
		_, _, _, _, _ = c.Y[n-1], c.P[n-1], c.Q[n-1], c.C[n-1], c.S[n-1]
		raceWrite(dst[:len(slots)])
		raceRead(slots)
		raceReadAt(c.X, slots, 0)
		raceReadAt(c.Y, slots, 0)
		raceReadAt(c.P, slots, 0)
		raceReadAt(c.Q, slots, 0)
		raceReadAt(c.C, slots, 0)
		raceReadAt(c.S, slots, 0)
		done = gatherRecordsAVX2(&dst[0].X, &c.X[0], &c.Y[0], &c.P[0], &c.Q[0], &c.C[0], &c.S[0], &slots[0], n, len(slots))
	}
	if done < len(slots) {
		gatherRecords(dst[done:], c, slots[done:]) // and panic, if a slot is out of range
	}
}
