// SPDX-License-Identifier: MIT

package strip

// Sweeping is all that finds candidate pairs, by one instruction set: its assembly, for vectors of
// so many lanes, which the methods call. A method whose field is nil runs portable Go, which
// defines what the assembly must compute. The zero value is portable Go alone.
type Sweeping struct {
	lanes int

	measure       measureVector
	quantise      quantiseVector
	tally         func(counts *uint32, boxes *int32, offsets *uint32, shift, bits, n int) (done int, visits uint64)
	deal          func(entries, places *uint32, boxes *int32, offsets *uint32, first, shift, bits, n, room int) (done int)
	sweep         sweepVector // of strips without filters
	sweepFiltered sweepVector
	sweepBlocks   func(args sweepArgs) (n, i int) // where it exists, instead of sweep
	lefts         func(dst *int32, entries *uint32, boxes *int32, count, n int) (done int, lo, hi int32)
	order         func(rows, entries, ranks *uint32, lefts *int32, n int, lo int32, shift int, starts *uint32, cells int) bool
	reach         func(end *uint32, x1 *int32, lo, hi int32, shift int, ends *uint32, cells, n int) (done int, sum uint64)
	gatherBoxes   gatherBoxesVector
	gatherRecords func(dst, x, y *float64, p, q, c, s *float32, slots *uint32, count, n int) (done int)
	gatherRuns    func(off, num, offs, nums, slots *uint32, lanes *uintptr, count, n int) (done int, longest uint32)
	withinDiscs   withinVector
	withinAlike   withinVector
	withinPoints  withinVector
	gatherLists   func(args listArgs) (done, long, at int)
	align         func(keys, old *uint64, oldPlace, missed *int32, seen *byte, n, m, off int) (done, lost, next int)
}

// Go is the portable code.
var Go = Sweeping{}

// measureVector is assembly for whole vectors of boxes.
type measureVector func(x, y *float64, minX, minY, maxX, maxY *float32, skip *bool, n int, found *float64) (count int)

// quantiseVector is assembly for whole vectors of boxes.
type quantiseVector func(dst *int32, x, y *float64, minX, minY, maxX, maxY *float32, skip *bool, n int, scale *float64, sure int)

// gatherBoxesVector is assembly for whole vectors of entries. It stops before one that names no
// box.
type gatherBoxesVector func(x0, x1, y0, y1 *int32, apart, slots, entries *uint32, boxes *int32, count, n int) (done int)

// sweepVector is assembly that sweeps one row at a time, from partner j of row i on.
type sweepVector func(args sweepArgs) (n, i, j int)

// withinVector is assembly that walks over the points of cells.
type withinVector func(args withinArgs) (n, point int)
