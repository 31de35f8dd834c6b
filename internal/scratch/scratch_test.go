// SPDX-License-Identifier: MIT

package scratch

import (
	"slices"
	"testing"
)

// TestMakeAndGrow: slices around the size from which they are on huge pages are like any others,
// to their ends, and keep what was in them.
func TestMakeAndGrow(t *testing.T) {
	for _, room := range []int{0, 1, hugeFrom/8 - 1, hugeFrom / 8, hugeFrom/8 + 1, hugeFrom/4 + 4097} {
		s := Make[uint64](room/2, room)
		if len(s) != room/2 || cap(s) != room {
			t.Fatalf("Make(%d, %d): %d of %d", room/2, room, len(s), cap(s))
		}
		s = s[:room]
		for i := range s {
			if s[i] != 0 {
				t.Fatalf("room %d: entry %d is not zero", room, i)
			}
			s[i] = uint64(i)
		}
		old := slices.Clone(s)
		for _, n := range []int{0, 1, 1000} {
			g := Grow(s, n)
			if len(g) != room || cap(g) < room+n || !slices.Equal(g, old) {
				t.Fatalf("Grow by %d from %d: %d of %d, or entries are lost", n, room, len(g), cap(g))
			}
			if n == 0 && room > 0 && &g[0] != &s[0] {
				t.Fatalf("Grow by nothing moved %d entries", room)
			}
		}
		if r := Resize(s, room+1); len(r) != room+1 || !slices.Equal(r[:room], old) {
			t.Fatalf("Resize from %d lost entries", room)
		}
	}
}
