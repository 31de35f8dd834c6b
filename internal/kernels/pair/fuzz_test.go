// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels"
)

// FuzzPair compares a pair of any classes with the reference. The numbers are
// bent into the range a shape may have; seed and thin shape a polygon.
func FuzzPair(f *testing.F) {
	f.Add(uint8(0), uint8(0), float32(1), float32(0), float32(1), float32(0), 1.5, 0.0, 0.0, 0.0, uint64(1), float32(0))
	f.Add(uint8(1), uint8(1), float32(1), float32(0), float32(1), float32(0), 3.0, 0.0, 0.0, 0.0, uint64(2), float32(0))       // collinear segments
	f.Add(uint8(1), uint8(1), float32(1), float32(0.5), float32(1), float32(0.5), 0.0, 1e-8, 0.0, 1e-7, uint64(3), float32(0)) // on top, nearly parallel
	f.Add(uint8(1), uint8(1), float32(1), float32(1), float32(1e-7), float32(1), 1.0000001, 1e-7, 1.0, 2.0, uint64(4), float32(0))
	f.Add(uint8(2), uint8(2), float32(1), float32(1), float32(1), float32(1), 2.0, 2.0, 0.0, 0.0, uint64(5), float32(0))          // corner to corner
	f.Add(uint8(2), uint8(2), float32(10), float32(10), float32(0.1), float32(0.1), 1.0, -3.0, 0.3, 1.1, uint64(6), float32(0.5)) // contained
	f.Add(uint8(1), uint8(3), float32(1), float32(0), float32(1), float32(0), 2.0, 0.0, 0.0, 0.0, uint64(7), float32(0))
	f.Add(uint8(3), uint8(3), float32(1), float32(1e-6), float32(1), float32(1e-6), 2.0, 0.0, 0.0, 0.0, uint64(8), float32(0)) // needles in line
	f.Add(uint8(3), uint8(3), float32(1e12), float32(1), float32(1e-9), float32(1), 1e11, 1e11, 0.7, 0.2, uint64(9), float32(1e10))
	f.Add(uint8(0), uint8(3), float32(1), float32(0), float32(3), float32(1e-5), 2.5, 2.5, 0.7, 0.2, uint64(10), float32(-0.1))
	f.Add(uint8(0), uint8(1), float32(5), float32(0), float32(1e-6), float32(0), 1e-20, 0.0, 0.0, 0.0, uint64(11), float32(0))
	f.Fuzz(func(t *testing.T, ca, cb uint8, pa, qa, pb, qb float32, x, y, ta, tb float64, seed uint64, limit float32) {
		r := rand.New(rand.NewPCG(seed, 5))
		bend := func(v float32) float32 {
			v = kernels.Abs(v)
			if !(v >= 0x1p-36) {
				return 0
			}
			return min(v, 0x1p40)
		}
		shape := func(class, p, q float32, turn float64) testShape {
			s := testShape{class: kernels.Class(class), c: 1}
			if math.Abs(turn) < 1e6 {
				s.turn(turn)
			}
			s.p, s.q = bend(p), bend(q)
			switch s.class {
			case kernels.Circle:
				s.q = 0
			case kernels.Box:
				s.p, s.q = max(s.p, 0x1p-36), max(s.q, 0x1p-36)
			case kernels.Polygon:
				size := float64(max(s.p, 0x1p-36))
				thin := min(1, max(4e-7, float64(s.q)))
				s.pts = randomPolygon(r, 3+r.IntN(9), size, thin)
				s.p, s.q = float32(size)*float32(r.IntN(2)), 0
			}
			return s
		}
		a, b := shape(float32(ca%kernels.NumClasses), pa, qa, ta), shape(float32(cb%kernels.NumClasses), pb, qb, tb)
		if !(math.Abs(x) < 0x1p45 && math.Abs(y) < 0x1p45) || limit != limit {
			t.Skip()
		}
		b.x, b.y = x, y
		for _, tab := range All() {
			var w worst
			if err := check(a, b, limit, decide(tab, a, b, limit), &w); err != nil {
				t.Fatalf("%s, limit %v: %v\nA %v\nB %v", tab.Name, limit, err, a, b)
			}
		}
	})
}
