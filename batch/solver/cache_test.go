// SPDX-License-Identifier: MIT

package solver

import (
	"testing"

	"daylight/soa"
)

// TestCacheFind: the entries of a shape are found with any hint, and those of others are not.
func TestCacheFind(t *testing.T) {
	id := func(k int) soa.ID { return soa.ID(uint64(k)<<32 | 1) }
	m := cache[int]{id: []soa.ID{id(7), id(8), id(9)}, end: []uint32{2, 7, 9}, slot: make([]uint32, 10)}
	for k := range 9 {
		m.entries = append(m.entries, entry[int]{a: id(8), b: id(100 + k), impulses: k})
	}
	m.slot[8] = 1
	for hint := range uint32(9) {
		for _, slot := range []uint32{1, 2, 5} {
			for k := range 9 {
				got := m.find(id(8), slot, id(8), id(100+k), hint)
				if found := k >= 2 && k < 7; (got != nil) != found || found && *got != k {
					t.Errorf("hint %d, slot %d: entry %d is %v", hint, slot, k, got)
				}
			}
			if m.find(id(8), slot, id(7), id(103), hint) != nil {
				t.Error("an entry of another part is found")
			}
		}
	}
}
