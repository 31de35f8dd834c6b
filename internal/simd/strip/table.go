// SPDX-License-Identifier: MIT

package strip

import "daylight/internal/simd"

// Sweeping is all that finds candidate pairs, by one instruction set.
type Sweeping struct {
	// Measure finds the extent of the boxes that take part and that skip, unless it is
	// nil, does not name. Infinite bounds stand for no boxes.
	Measure func(b Boxes, skip []bool) Extent
	// Quantise maps boxes to codes: a lower side to that of its coordinate (see
	// Scale), an upper side to one more. Boxes that take no part become {0, -1, -1, -1}.
	Quantise func(dst []Codes, b Boxes, skip []bool, s Scale)

	// Tally adds to counts how many boxes lie in each of as many buckets, a power of two,
	// and returns how often a box lies in a strip that it does not begin in.
	Tally func(counts []uint32, boxes []Codes, b Buckets) (visits uint64)
	// Deal writes boxes, the first of them as number first, to entries: to where each of
	// their buckets goes on, by places, which it moves on. The boxes of a bucket stay in
	// order. An entry has the bit Visitor where the box does not begin. It returns how many
	// boxes it dealt, all or, if there is no room for one of them among the entries, fewer: then
	// entries and places are of no use. Where a bucket ends, so that it would write to the next
	// one, is for the caller to look at.
	Deal func(entries, places []uint32, boxes []Codes, first uint32, b Buckets) (done int)

	// Sweep writes the pairs of rows whose boxes overlap, touching included, to out, the row
	// of lower Order first, and returns how many and where to go on. It stops
	// early when fewer than Group entries of out are free before the next Group
	// partners of a row; the strip is done when next.I is len(s.End). A J of zero in
	// from means the row's first partner.
	Sweep func(s *Strip, from Cursor, out []simd.Pair) (n int, next Cursor)

	// Lefts, Order and Reach put a strip's rows in order by cell of X0; all columns of
	// a call are as long as its entries or rows, or longer. Lefts fetches X0 of the
	// boxes that entries name (see GatherBoxes) and returns the least and the greatest.
	Lefts func(dst []int32, entries []uint32, boxes []Codes) (lo, hi int32)
	// Order writes the entries to rows by cell, (left - lo) >> shift, keeping their
	// order within a cell, and to starts where each cell begins: one entry for each
	// and one more, where the last ends. ranks is scratch.
	Order func(rows, entries, ranks []uint32, lefts []int32, lo int32, shift uint, starts []uint32)
	// Reach finds where the partners of rows end: where the cell of X1 does, or that of
	// hi if X1 lies beyond. It returns the sum.
	Reach func(end []uint32, x1 []int32, lo, hi int32, shift uint, starts []uint32) (sum uint64)

	// GatherBoxes fetches the boxes of a strip's rows: row r becomes that of
	// entries[r], an index into boxes that may have the bit Visitor. It writes the
	// strip's four columns of boxes and Apart, which then holds that bit, and the bare
	// indices to slots; all of them are at least as long as entries.
	GatherBoxes func(s *Strip, slots, entries []uint32, boxes []Codes)

	// GatherRecords fetches the shapes in the given slots into records next to each
	// other. dst is at least as long as slots.
	GatherRecords func(dst []simd.Record, c RecordColumns, slots []uint32)

	// GatherRuns fetches the runs of lanes of the shapes in the given slots, has those lanes
	// brought into cache if it can, and returns how many the longest run has. off and num are at
	// least as long as slots, and nums as offs.
	GatherRuns func(off, num, offs, nums, slots []uint32, lanes *simd.Lanes) (most uint32)

	// Align finds keys in an old list whose order they have for the most part. old holds
	// len(seen) keys, none twice, with AlignReach zeros before and behind; no key is 0.
	// A key i is looked for at the places within AlignReach of i+off, where off changes
	// only when one is found near the rim. Its place goes to oldPlace, and seen there becomes
	// 1; if it is not found, -1 goes to oldPlace and i to missed. It stops after AlignBlock
	// keys, or behind the eighth in a row that is missing, and says how far it got, how
	// many are missing and what off has become. oldPlace and missed are at least as long as keys.
	Align func(keys, old []uint64, oldPlace, missed []int32, seen []byte, off int) (done, lost, next int)
}

// Go is the portable code, which defines what the others must compute.
var Go = Sweeping{
	Measure:       measure,
	Quantise:      quantise,
	Tally:         tally,
	Deal:          deal,
	Sweep:         sweep,
	Lefts:         lefts,
	Order:         order,
	Reach:         reach,
	GatherBoxes:   gatherBoxes,
	GatherRecords: gatherRecords,
	GatherRuns:    gatherRuns,
	Align:         align,
}
