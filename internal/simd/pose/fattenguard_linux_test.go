// SPDX-License-Identifier: MIT

package pose

import "testing"

// TestFattensStayInside fattens bounds with every column against an unreadable page.
func TestFattensStayInside(t *testing.T) {
	r := seeded(t)
	for _, n := range []int{1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 130, 300} {
		for _, atEnd := range []bool{false, true} {
			f := randomFattenings(r, n)
			for _, p := range []*[]float64{&f.X, &f.Y, &f.AtX, &f.AtY} {
				*p = guardedCopy(t, *p, atEnd)
			}
			for _, p := range []*[]float32{
				&f.C, &f.S, &f.P, &f.Q, &f.Reach, &f.MinX, &f.MinY, &f.MaxX, &f.MaxY,
				&f.AtC, &f.AtS, &f.FatMinX, &f.FatMinY, &f.FatMaxX, &f.FatMaxY,
			} {
				*p = guardedCopy(t, *p, atEnd)
			}
			f.Class = guardedCopy(t, f.Class, atEnd)
			for _, tab := range All() {
				tab.Outside(f.outsides(), 0, n)
				tab.Fatten(f, 0, n)
			}
		}
	}
}
