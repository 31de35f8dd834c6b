// SPDX-License-Identifier: MIT

//go:build !purego

package bvh

// AVX2 tests a node's children by two vectors.
var AVX2 = Searching{
	Children:  childrenBy(childrenAVX2),
	Matches:   matchesBy(matchesAVX2),
	Identify:  identifyBy(identifyAVX2),
	Slabs:     slabsByAVX2,
	Distances: distancesByAVX2,
}

// AVX512 tests them by one.
var AVX512 = Searching{
	Children:  childrenBy(childrenAVX512),
	Matches:   matchesBy(matchesAVX512),
	Identify:  identifyBy(identifyAVX512),
	Slabs:     slabsByAVX512,
	Distances: distancesByAVX512,
}
