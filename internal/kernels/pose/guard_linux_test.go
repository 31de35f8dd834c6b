// SPDX-License-Identifier: MIT

package pose

import (
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
	"daylight/internal/testenv"
)

// TestColumnsStayInside runs the passes over columns that lie against an unreadable
// page, at their end and at their beginning.
func TestColumnsStayInside(t *testing.T) {
	r := kernelstest.Seeded(t)
	most := testenv.Rounds(36, 70, 70)
	for n := range most {
		for _, atEnd := range []bool{false, true} {
			for _, tab := range All() {
				angle, short := kernelstest.Guarded[float64](t, n, atEnd), kernelstest.Guarded[float32](t, n, atEnd)
				for i := range angle {
					angle[i] = randomAngle(r, true)
					short[i] = float32(angle[i])
				}
				sin, cos := kernelstest.Guarded[float32](t, n, atEnd), kernelstest.Guarded[float32](t, n, atEnd)
				tab.SinCos32(short, sin, cos)
				tab.SinCos64(angle, sin, cos)

				g := kernelstest.Guard(t, randomPoses(r, n, n%2 == 0), atEnd)
				tab.Refresh(g, 0, n)
				tab.Shift(angle, short, 1)
				tab.Spin(cos, sin, short, 1)
			}
		}
	}
}

// TestRotateStaysInside rotates polygons with every column against an unreadable page.
func TestRotateStaysInside(t *testing.T) {
	r := kernelstest.Seeded(t)
	for n := 1; n <= 60; n++ {
		p, local := randomPolygons(r, n, n%2 == 0)
		for i := range n {
			p.Class[i] = kernels.Polygon
		}
		for _, atEnd := range []bool{false, true} {
			poses, from, world := kernelstest.Guard(t, p, atEnd), kernelstest.Guard(t, local, atEnd), kernelstest.Guard(t, local, atEnd)
			var set PoseSet
			for i := range n {
				set[i/64] |= 1 << (i % 64)
			}
			for _, tab := range All() {
				tab.Rotate(poses, &from, &world, 0, set)
			}
		}
	}
}

// TestCoversStayInside widens bounds by motions with every column against an unreadable
// page.
func TestCoversStayInside(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, n := range []int{1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 130, 300} {
		for _, atEnd := range []bool{false, true} {
			c := kernelstest.Guard(t, randomCovers(r, n), atEnd)
			for _, tab := range All() {
				tab.Cover(c, 0, n)
			}
		}
	}
}

// TestFattensStayInside fattens bounds with every column against an unreadable page.
func TestFattensStayInside(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, n := range []int{1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 130, 300} {
		for _, atEnd := range []bool{false, true} {
			f := kernelstest.Guard(t, randomFattenings(r, n), atEnd)
			for _, tab := range All() {
				tab.Outside(f.outsides(), 0, n)
				tab.Fatten(f, 0, n)
			}
		}
	}
}
