// SPDX-License-Identifier: MIT

package broadphase

import (
	"math/rand/v2"
	"testing"

	"daylight/internal/testenv"
)

// TestSingleStrip: few boxes lie in one strip, unless they are tiny beside their extent. The frame
// finds the pairs that brute force finds, with all kernels in the same order, for any places of
// boxes and any that are left out.
func TestSingleStrip(t *testing.T) {
	r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 12))
	for round := range 600 {
		n := round % (wholeBoxes + 2)
		var wide, tall, far, size float64
		for _, v := range []*float64{&wide, &tall, &far} {
			*v = []float64{0, 1, 10, 1e4, 1e12, 1e300}[r.IntN(6)]
		}
		size = []float64{0, 1e-3, 1, 1, 1, 1e5}[r.IntN(6)]
		b, f := columns(n), &Filters{}
		if r.IntN(2) == 0 {
			f.Skip, f.Static, f.World = make([]bool, n), make([]bool, n), make([]uint32, n)
		}
		for i := range n {
			b.X[i], b.Y[i] = far+wide*r.Float64(), far-tall*r.Float64()
			w, h := float32(size*r.Float64()), float32(size*r.Float64())
			b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i] = -w, -h, w, h
			if f.Skip != nil {
				f.Skip[i], f.Static[i], f.World[i] = r.IntN(8) == 0, r.IntN(3) == 0, 7
			}
		}
		grow := float32(r.IntN(2))
		asBruteForce(t, b, f, grow, new(Frame), func(s *Frame) {
			if plain := wide <= 10 && tall <= 10 && far < 1e12 && size+float64(grow) > 0.1; n > 20 && plain && s.plan.one != (n <= wholeBoxes) {
				t.Errorf("%d boxes in a single strip: %v", n, s.plan.one)
			}
		})
	}
}
