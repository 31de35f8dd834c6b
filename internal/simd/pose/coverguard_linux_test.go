// SPDX-License-Identifier: MIT

package pose

import "testing"

// TestCoversStayInside widens bounds by motions with every column against an unreadable
// page.
func TestCoversStayInside(t *testing.T) {
	r := seeded(t)
	for _, n := range []int{1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 130, 300} {
		for _, atEnd := range []bool{false, true} {
			c := randomCovers(r, n)
			for _, p := range []*[]float32{&c.DX, &c.DY, &c.MinX, &c.MinY, &c.MaxX, &c.MaxY, &c.ToMinX, &c.ToMinY, &c.ToMaxX, &c.ToMaxY} {
				*p = guardedCopy(t, *p, atEnd)
			}
			for _, tab := range All() {
				tab.Cover(c, 0, n)
			}
		}
	}
}
