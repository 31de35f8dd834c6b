// SPDX-License-Identifier: MIT

//go:build !purego

package pose

// AVX2 runs eight lanes of 32 bits.
var AVX2 = Posing{
	Cover:    coverByAVX2,
	Fatten:   fattenByAVX2,
	Outside:  outsideByAVX2,
	Rotate:   rotateByAVX2,
	SinCos32: sinCos32ByAVX2,
	SinCos64: sinCos64ByAVX2,
	Shift:    shiftByAVX2,
	Spin:     spinByAVX2,
	Refresh:  refreshByAVX2,
}

// AVX512 runs sixteen lanes, and the code of AVX2 where the edges of one polygon fill the
// lanes: most polygons have eight or fewer.
var AVX512 = Posing{
	Cover:    coverByAVX512,
	Fatten:   fattenByAVX512,
	Outside:  outsideByAVX512,
	Rotate:   rotateByAVX2,
	SinCos32: sinCos32ByAVX512,
	SinCos64: sinCos64ByAVX512,
	Shift:    shiftByAVX512,
	Spin:     spinByAVX512,
	Refresh:  refreshByAVX512,
}
