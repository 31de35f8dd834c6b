// SPDX-License-Identifier: MIT

package strip

import "slices"

// gatherLists is Sweeping.GatherLists in portable Go, which defines what it means.
func gatherLists(lists []List, offsets []int, from [][]uint32, out []uint32, at int) int {
	for k, l := range lists {
		n := l.Len()
		row := out[at : at+n]
		copy(row, from[l>>walkAt][uint32(l):][:n])
		SortList(row)
		offsets[k] = at
		at += n
	}
	return at
}

// fewRanked is the greatest number of entries that are sorted by counting, for each, the lesser
// ones, which takes no branch that depends on them.
const fewRanked = 12

// SortList sorts entries. No two may be equal.
func SortList(row []uint32) {
	switch n := len(row); {
	case n <= 1:
	case n <= fewRanked:
		var in [fewRanked]uint32
		copy(in[:], row)
		for _, v := range in[:n] {
			less := 0
			for _, u := range in[:n] {
				less += int((uint64(u) - uint64(v)) >> 63)
			}
			row[less] = v
		}
	default:
		slices.Sort(row)
	}
}
