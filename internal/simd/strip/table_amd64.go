// SPDX-License-Identifier: MIT

//go:build !purego

package strip

// AVX2 runs eight lanes of 32 bits.
var AVX2 = Sweeping{
	Measure:       measureBy(8, measureAVX2),
	Quantise:      quantiseBy(8, quantiseAVX2),
	Tally:         tallyBy(8, tallyAVX2),
	Deal:          dealBy(8, dealAVX2),
	Sweep:         sweepBy(sweepAVX2, sweepFilteredAVX2),
	Lefts:         leftsBy(8, leftsAVX2),
	Order:         orderBy(orderAVX2),
	Reach:         reachBy(8, reachAVX2),
	GatherBoxes:   gatherBoxesBy(8, gatherBoxesAVX2),
	GatherRecords: gatherRecordsBy(gatherRecordsAVX2),
	GatherRuns:    gatherRunsBy(gatherRunsAVX2),
	Align:         alignBy(alignAVX2),
}

// AVX512 runs sixteen lanes, and the code of AVX2 where memory, or how few entries there are
// to a vector, is the limit.
var AVX512 = Sweeping{
	Measure:       measureBy(16, measureAVX512),
	Quantise:      quantiseBy(16, quantiseAVX512),
	Tally:         tallyBy(16, tallyAVX512),
	Deal:          dealBy(16, dealAVX512),
	Sweep:         sweepByBlocks(sweepBlocksAVX512, sweepAVX2, sweepFilteredAVX2),
	Lefts:         leftsBy(8, leftsAVX2),
	Order:         orderBy(orderAVX2),
	Reach:         reachBy(16, reachAVX512),
	GatherBoxes:   gatherBoxesBy(16, gatherBoxesAVX512),
	GatherRecords: gatherRecordsBy(gatherRecordsAVX2),
	GatherRuns:    gatherRunsBy(gatherRunsAVX2),
	Align:         alignBy(alignAVX512),
}
