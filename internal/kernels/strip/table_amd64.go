// SPDX-License-Identifier: MIT

//go:build !purego

package strip

// AVX2 runs eight lanes of 32 bits.
var AVX2 = Sweeping{
	lanes:         8,
	measure:       measureAVX2,
	quantise:      quantiseAVX2,
	tally:         tallyAVX2,
	deal:          dealAVX2,
	sweep:         sweepAVX2,
	sweepFiltered: sweepFilteredAVX2,
	lefts:         leftsAVX2,
	order:         orderAVX2,
	reach:         reachAVX2,
	gatherBoxes:   gatherBoxesAVX2,
	gatherRecords: gatherRecordsAVX2,
	gatherRuns:    gatherRunsAVX2,
	withinDiscs:   withinDiscsAVX2,
	withinAlike:   withinAlikeAVX2,
	withinPoints:  withinPointsAVX2,
	gatherLists:   gatherListsAVX2,
	align:         alignAVX2,
}

// AVX512 runs sixteen lanes, and the code of AVX2 where memory, or how few entries there are
// to a vector, is the limit.
var AVX512 = Sweeping{
	lanes:         16,
	measure:       measureAVX512,
	quantise:      quantiseAVX512,
	tally:         tallyAVX512,
	deal:          dealAVX512,
	sweep:         sweepAVX512,
	sweepFiltered: sweepFilteredAVX2,
	sweepBlocks:   sweepBlocksAVX512,
	lefts:         leftsAVX2,
	order:         orderAVX2,
	reach:         reachAVX512,
	gatherBoxes:   gatherBoxesAVX512,
	gatherRecords: gatherRecordsAVX2,
	gatherRuns:    gatherRunsAVX2,
	withinDiscs:   withinDiscsAVX512,
	withinAlike:   withinAlikeAVX512,
	withinPoints:  withinPointsAVX512,
	gatherLists:   gatherListsAVX2,
	align:         alignAVX512,
}
