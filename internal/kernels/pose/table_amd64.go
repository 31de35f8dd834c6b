// SPDX-License-Identifier: MIT

//go:build !purego

package pose

// AVX2 runs eight lanes of 32 bits.
var AVX2 = Posing{
	lanes:    8,
	cover:    coverAVX2,
	fatten:   fattenAVX2,
	outside:  outsideAVX2,
	rotate:   rotateAVX2,
	sinCos32: sinCos32AVX2,
	sinCos64: sinCos64AVX2,
	shift:    shiftAVX2,
	spin:     spinAVX2,
	refresh:  refreshAVX2,
}

// AVX512 runs sixteen lanes, and the code of AVX2 where the edges of one polygon fill the
// lanes: most polygons have eight or fewer.
var AVX512 = Posing{
	lanes:    16,
	cover:    coverAVX512,
	fatten:   fattenAVX512,
	outside:  outsideAVX512,
	rotate:   rotateAVX2,
	sinCos32: sinCos32AVX512,
	sinCos64: sinCos64AVX512,
	shift:    shiftAVX512,
	spin:     spinAVX512,
	refresh:  refreshAVX512,
}
