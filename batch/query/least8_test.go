// SPDX-License-Identifier: MIT

package query_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/batch/query"
)

// TestLeast8: of any number of keys, few of them different or all, the least come first, in order.
func TestLeast8(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for n := range 60 {
		for range 200 {
			keys := make([]uint64, n, n+7)
			among := []uint64{2, 10, math.MaxUint64}[r.IntN(3)]
			for i := range keys {
				keys[i] = r.Uint64N(among)
			}
			want := slices.Sorted(slices.Values(keys))
			after := uint64(math.MaxUint64)
			if n > 8 {
				after = want[8]
			}
			if got, next := query.Least8(keys); !slices.Equal(got, want[:min(n, 8)]) || next != after {
				t.Fatalf("of %d: %v and %d, want %v", n, got, next, want)
			}
		}
	}
}

// TestLeast8ZeroOne: by the 0-1 principle a network that sorts all zeroes and ones sorts all.
func TestLeast8ZeroOne(t *testing.T) {
	for bits := range 1 << 16 {
		var keys [16]uint64
		ones := 0
		for i := range keys {
			keys[i] = uint64(bits >> i & 1)
			ones += bits >> i & 1
		}
		least, next := query.Least8(keys[:])
		if (next == 1) != (ones >= 8) {
			t.Fatalf("%016b: %d comes next", bits, next)
		}
		for i, v := range least {
			if (v == 1) != (i >= 16-ones) {
				t.Fatalf("%016b: entry %d is %d", bits, i, v)
			}
		}
	}
}
