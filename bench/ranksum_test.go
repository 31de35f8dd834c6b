// SPDX-License-Identifier: MIT

package bench

import (
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/testenv"
)

// TestRankSum: values of tables, and of samples with ties counted by hand.
func TestRankSum(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1, 2, 3, 4, 5}, []float64{6, 7, 8, 9, 10}, 2. / 252},
		{[]float64{1, 2, 3}, []float64{4, 5, 6}, 2. / 20},
		{[]float64{1, 2, 6}, []float64{3, 4, 5}, 14. / 20},
		{[]float64{1, 1}, []float64{1, 2}, 1},
		{[]float64{1, 1}, []float64{2, 2}, 2. / 6},
		{[]float64{7}, []float64{7}, 1},
	} {
		if p := rankSum(c.a, c.b); math.Abs(p-c.want) > 1e-12 {
			t.Errorf("%v and %v: p = %v, want %v", c.a, c.b, p, c.want)
		}
		if p, q := rankSum(c.a, c.b), rankSum(c.b, c.a); math.Abs(p-q) > 1e-12 {
			t.Errorf("%v and %v: p = %v, the other way round %v", c.a, c.b, p, q)
		}
	}
}

// TestRankSumApproximation: where the exact count ends, the approximation is near it.
func TestRankSumApproximation(t *testing.T) {
	testenv.Sequential(t)
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		var s [2][]float64
		for i := range exactSamples + 2 {
			s[i%2] = append(s[i%2], math.Floor(50*r.Float64())+float64(20*(i%2))*r.Float64())
		}
		near := rankSum(s[0], s[1])
		if exact := rankSum(s[0][1:], s[1][1:]); math.Abs(math.Log(near/exact)) > 1.5 && math.Abs(near-exact) > 0.05 {
			t.Errorf("p = %v of 66 values, %v of 64 of them", near, exact)
		}
	}
}
