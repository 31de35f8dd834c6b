// SPDX-License-Identifier: MIT

//go:build !purego

package bvh

// AVX2 tests a node's children by two vectors.
var AVX2 = Searching{
	children:   childrenAVX2,
	fit:        fitAVX2,
	matches:    matchesAVX2,
	pierce:     pierceAVX2,
	enterBoxes: enterBoxesAVX2,
	enterDiscs: enterDiscsAVX2,
	slabs:      slabsAVX2,
	distances:  distancesAVX2,
}

// AVX512 tests them by one.
var AVX512 = Searching{
	children:   childrenAVX512,
	fit:        fitAVX512,
	matches:    matchesAVX512,
	pierce:     pierceAVX512,
	enterBoxes: enterBoxesAVX2,
	enterDiscs: enterDiscsAVX2,
	slabs:      slabsAVX512,
	distances:  distancesAVX512,
}
