// SPDX-License-Identifier: MIT

package pose

import (
	"testing"

	"daylight/internal/simd"
)

// TestRotateStaysInside rotates polygons with every column against an unreadable page.
func TestRotateStaysInside(t *testing.T) {
	r := seeded(t)
	for n := 1; n <= 60; n++ {
		p, local := randomPolygons(r, n, n%2 == 0)
		for i := range n {
			p.Class[i] = simd.Polygon
		}
		for _, atEnd := range []bool{false, true} {
			column := func(v []float32) []float32 { return guardedCopy(t, v, atEnd) }
			lanes := func() *simd.Lanes {
				return &simd.Lanes{VX: column(local.VX), VY: column(local.VY), NX: column(local.NX), NY: column(local.NY), D: column(local.D)}
			}
			from, world := lanes(), lanes()
			columns := p.floats()
			poses := posesOf(
				func(k int) []float64 { return guardedCopy(t, [...][]float64{p.X, p.Y}[k], atEnd) },
				func(k int) []float32 { return guardedCopy(t, columns[k], atEnd) },
				func(k int) []uint32 { return guardedCopy(t, [...][]uint32{p.Off, p.Num}[k], atEnd) },
				guardedCopy(t, p.Class, atEnd), guardedCopy(t, p.Fault, atEnd))
			var set PoseSet
			for i := range n {
				set[i/64] |= 1 << (i % 64)
			}
			for _, tab := range All() {
				tab.Rotate(poses, from, world, 0, set)
			}
		}
	}
}
