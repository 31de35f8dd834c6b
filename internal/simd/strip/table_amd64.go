// SPDX-License-Identifier: MIT

//go:build !purego

package strip

// AVX2 runs eight lanes of 32 bits.
var AVX2 = Sweeping{
	Measure:       measureByAVX2,
	Quantise:      quantiseByAVX2,
	Tally:         tallyByAVX2,
	Deal:          dealByAVX2,
	Sweep:         sweepByAVX2,
	Lefts:         leftsByAVX2,
	Order:         orderByAVX2,
	Reach:         reachByAVX2,
	GatherBoxes:   gatherBoxesByAVX2,
	GatherRecords: gatherRecordsByAVX2,
	GatherRuns:    gatherRunsByAVX2,
	Align:         alignByAVX2,
}

// AVX512 runs sixteen lanes, and the code of AVX2 where memory, or how few entries there are
// to a vector, is the limit.
var AVX512 = Sweeping{
	Measure:       measureByAVX512,
	Quantise:      quantiseByAVX512,
	Tally:         tallyByAVX512,
	Deal:          dealByAVX512,
	Sweep:         sweepByAVX512,
	Lefts:         leftsByAVX2,
	Order:         orderByAVX2,
	Reach:         reachByAVX512,
	GatherBoxes:   gatherBoxesByAVX512,
	GatherRecords: gatherRecordsByAVX2,
	GatherRuns:    gatherRunsByAVX2,
	Align:         alignByAVX512,
}
