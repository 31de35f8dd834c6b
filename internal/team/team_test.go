// SPDX-License-Identifier: MIT

package team

import "testing"

// TestCut: the parts of many things are in order and equally large but for one, where an
// int has 32 bits too.
func TestCut(t *testing.T) {
	for _, n := range []int{0, 1, 7, 1 << 20, 1<<31 - 1} {
		for _, k := range []int{1, 2, 7, 1024} {
			last := 0
			for i := 1; i <= k; i++ {
				at := Cut(n, i, k)
				if size := at - last; size < n/k || size-1 > n/k {
					t.Fatalf("part %d of %d of %d things has %d", i, k, n, size)
				}
				last = at
			}
			if last != n || Cut(n, 0, k) != 0 {
				t.Errorf("%d things end at %d", n, last)
			}
		}
	}
	// In another list, of which so many are as many of this.
	if at := Cut(1<<30, 1<<30, 1<<30+1); at != 1<<30-1 {
		t.Errorf("the place is %d", at)
	}
}
