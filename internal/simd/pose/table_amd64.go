// SPDX-License-Identifier: MIT

//go:build !purego

package pose

// AVX2 runs eight lanes of 32 bits.
var AVX2 = Posing{
	Cover:    coverBy(8, coverAVX2),
	Fatten:   fattenBy(8, fattenAVX2),
	Outside:  outsideBy(8, outsideAVX2),
	Rotate:   rotateBy(rotateAVX2),
	SinCos32: sinCosBy(8, sinCos32AVX2, sinCos32),
	SinCos64: sinCosBy(8, sinCos64AVX2, sinCos64),
	Shift:    shiftBy(8, shiftAVX2),
	Spin:     spinBy(8, spinAVX2),
	Refresh:  refreshBy(8, refreshAVX2),
}

// AVX512 runs sixteen lanes, and the code of AVX2 where the edges of one polygon fill the
// lanes: most polygons have eight or fewer.
var AVX512 = Posing{
	Cover:    coverBy(16, coverAVX512),
	Fatten:   fattenBy(16, fattenAVX512),
	Outside:  outsideBy(16, outsideAVX512),
	Rotate:   rotateBy(rotateAVX2),
	SinCos32: sinCosBy(16, sinCos32AVX512, sinCos32),
	SinCos64: sinCosBy(16, sinCos64AVX512, sinCos64),
	Shift:    shiftBy(16, shiftAVX512),
	Spin:     spinBy(16, spinAVX512),
	Refresh:  refreshBy(16, refreshAVX512),
}
