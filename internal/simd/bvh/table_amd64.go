// SPDX-License-Identifier: MIT

//go:build !purego

package bvh

// AVX2 tests a node's children by two vectors.
var AVX2 = Searching{
	Children:  childrenByAVX2,
	Matches:   matchesByAVX2,
	Identify:  identifyByAVX2,
	Slabs:     slabsByAVX2,
	Distances: distancesByAVX2,
}

// AVX512 tests them by one.
var AVX512 = Searching{
	Children:  childrenByAVX512,
	Matches:   matchesByAVX512,
	Identify:  identifyByAVX512,
	Slabs:     slabsByAVX512,
	Distances: distancesByAVX512,
}
