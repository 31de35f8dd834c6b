// SPDX-License-Identifier: MIT

package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestSumAgainstRationals(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		var s Sum
		want := new(big.Rat)
		spread := r.IntN(200) + 1
		for range r.IntN(60) {
			v := [4]float64{}
			for i := range v {
				v[i] = math.Ldexp(r.Float64()-.5, r.IntN(spread)-spread/2)
			}
			if r.IntN(2) == 0 {
				v[2], v[3] = v[0], v[1]
			}
			s.AddCross(v[0], v[1], v[2], v[3])
			want.Add(want, cross(rat(v[0]), rat(v[1]), rat(v[2]), rat(v[3])))
		}
		got := s.Value()
		near, _ := want.Float64()
		if got != near && got != math.Nextafter(near, math.Inf(1)) && got != math.Nextafter(near, math.Inf(-1)) {
			t.Fatalf("sum is %v, want %v", got, near)
		}
	}
}
