// SPDX-License-Identifier: MIT

package broadphase

import (
	"math"
	"math/rand/v2"
	"testing"
)

// meanOf is what means finds for one of the two.
func meanOf(size []float64) float64 {
	var byExponent [2048]int
	some := 0
	for _, v := range size {
		if v > 0 {
			byExponent[math.Float64bits(v)>>52]++
			some++
		}
	}
	if some == 0 {
		return 0
	}
	median := 0
	for seen := 0; seen*2 < some; median++ {
		seen += byExponent[median]
	}
	sum := 0.0
	for _, v := range size {
		sum += min(v, giantFactor*math.Float64frombits(uint64(median)<<52))
	}
	return sum / float64(len(size))
}

// TestMeans compares the means with those of one size after the other, for sizes of all
// magnitudes, zeroes and giants.
func TestMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 7))
	draw := func(kind int) float64 {
		switch v := float64(float32(r.Float64())); {
		case kind == 0, kind == 1 && r.IntN(3) == 0:
			return 0
		case kind == 2 && r.IntN(10) == 0:
			return 1e30 * v
		case kind == 3:
			return float64(math.Float32frombits(uint32(r.IntN(0x7f800000))))
		case kind == 4:
			return math.SmallestNonzeroFloat32 * float64(r.IntN(3))
		default:
			return v
		}
	}
	for round := range 200 {
		n := r.IntN(sampleSize + 1)
		s := sample{n: n, w: make([]float64, sampleSize), h: make([]float64, sampleSize)}
		kinds := [2]int{round % 6, round / 6 % 6}
		for i := range n {
			s.w[i], s.h[i] = draw(kinds[0]), draw(kinds[1])
		}
		w, h := s.means()
		if w != meanOf(s.w[:n]) || h != meanOf(s.h[:n]) {
			t.Fatalf("round %d, %d sizes: %v by %v, want %v by %v", round, n, w, h, meanOf(s.w[:n]), meanOf(s.h[:n]))
		}
	}
}
