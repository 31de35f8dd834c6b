// SPDX-License-Identifier: MIT

package pose

import "testing"

// TestColumnsStayInside runs the passes over columns that lie against an unreadable
// page, at their end and at their beginning.
func TestColumnsStayInside(t *testing.T) {
	r := seeded(t)
	most := 70
	if testing.Short() {
		most = 36
	}
	for n := range most {
		for _, atEnd := range []bool{false, true} {
			for _, tab := range All() {
				angle, short := guarded[float64](t, n, atEnd), guarded[float32](t, n, atEnd)
				for i := range angle {
					angle[i] = randomAngle(r, true)
					short[i] = float32(angle[i])
				}
				sin, cos := guarded[float32](t, n, atEnd), guarded[float32](t, n, atEnd)
				tab.SinCos32(short, sin, cos)
				tab.SinCos64(angle, sin, cos)

				p := randomPoses(r, n, n%2 == 0)
				from := p.floats()
				g := posesOf(
					func(k int) []float64 { return guardedCopy(t, [...][]float64{p.X, p.Y}[k], atEnd) },
					func(k int) []float32 { return guardedCopy(t, from[k], atEnd) },
					func(k int) []uint32 { return guardedCopy(t, [...][]uint32{p.Off, p.Num}[k], atEnd) },
					guardedCopy(t, p.Class, atEnd), guardedCopy(t, p.Fault, atEnd))
				tab.Refresh(g, 0, n)
				tab.Shift(angle, short, 1)
				tab.Spin(cos, sin, short, 1)
			}
		}
	}
}
