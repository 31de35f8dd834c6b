// SPDX-License-Identifier: MIT

//go:build !purego

package kernels

// PackTable makes a table by which AVX2 packs the lanes that hit to the left, as AVX-512's
// compress does: entry m lists the lanes of mask m, a byte for each, which VPMOVZXBD widens
// for VPERMPS or VPERMD. It is for lanes that are looked at in the order from and, once packed,
// written in the order to.
func PackTable(from, to [8]int) (table [256]uint64) {
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
