// SPDX-License-Identifier: MIT

package kernels

// Mix32 permutes 32 bits at random, 0 staying 0 (the finaliser of MurmurHash3 by A. Appleby,
// public domain).
func Mix32(h uint32) uint32 {
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

// Mix64 permutes 64 bits at random, 0 staying 0 (the finaliser of SplitMix64: G. Steele,
// D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
func Mix64(h uint64) uint64 {
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return h ^ h>>31
}
