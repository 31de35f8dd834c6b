// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

// By these tables AVX2 packs the lanes that hit to the left, as AVX-512's compress does:
// entry m lists the lanes of mask m, a byte for each, which VPMOVZXBD widens for VPERMPS or
// VPERMD. Assembly reads them by name.
var (
	// leftPack keeps lanes in their order.
	leftPack = packTable([8]int{0, 1, 2, 3, 4, 5, 6, 7}, [8]int{0, 1, 2, 3, 4, 5, 6, 7})
	// leftPackForUnpack leaves them in the order that two unpacks of halves turn into
	// ascending pairs.
	leftPackForUnpack = packTable([8]int{0, 1, 2, 3, 4, 5, 6, 7}, [8]int{0, 1, 4, 5, 2, 3, 6, 7})
	// leftPackShuffled takes them from the order in which one shuffle of halves parts the
	// shapes A of pairs from the shapes B.
	leftPackShuffled = packTable([8]int{0, 1, 4, 5, 2, 3, 6, 7}, [8]int{0, 1, 2, 3, 4, 5, 6, 7})
)

// packTable makes a table for lanes that are looked at in the order from and, once packed,
// written in the order to.
func packTable(from, to [8]int) (table [256]uint64) {
	for mask := range table {
		var lanes [8]int
		n := 0
		for _, lane := range from {
			if mask>>lane&1 != 0 {
				lanes[n] = lane
				n++
			}
		}
		for at, k := range to {
			table[mask] |= uint64(lanes[k]) << (8 * at)
		}
	}
	return table
}
