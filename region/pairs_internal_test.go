// SPDX-License-Identifier: MIT

package region

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBoxPairs compares pairs of boxes with all that come near each other: boxes that touch, are
// equal, lie in each other, have no area or are as far apart as numbers go, few and many.
func TestBoxPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	coordinate := func(of int) float64 {
		v := float64(r.IntN(of))
		if r.IntN(200) == 0 {
			v = math.Copysign(math.MaxFloat64, v-float64(of/2))
		}
		return v
	}
	list := func(n, of int) (boxes []Box, in Box) {
		in = Box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		for range n {
			x, y := coordinate(of), coordinate(of)
			b := Box{x, y, max(x, x+float64(r.IntN(4))), max(y, y+float64(r.IntN(4)))}
			boxes = append(boxes, b)
			in = Box{min(in.MinX, b.MinX), min(in.MinY, b.MinY), max(in.MaxX, b.MaxX), max(in.MaxY, b.MaxY)}
		}
		slices.SortStableFunc(boxes, func(a, b Box) int { return cmp.Compare(a.MinX, b.MinX) })
		return boxes, in
	}
	for round := range 400 {
		most, of := 12, 1+r.IntN(40)
		if round%4 == 0 {
			most = 300
		}
		a, inA := list(1+r.IntN(most), of)
		b, inB := list(1+r.IntN(most), of)
		reach := [...]float64{0, 0x1p-1070, 1, 2.5}[r.IntN(4)]
		var want, got [][2]int
		for i := range a {
			for k := range b {
				if a[i].near(&b[k], reach) {
					want = append(want, [2]int{i, k})
				}
			}
		}
		for _, upright := range [...]bool{false, true} {
			got = got[:0]
			boxPairs(a, b, inA, inB, reach, upright, func(i, k int) bool {
				got = append(got, [2]int{i, k})
				return true
			})
			slices.SortFunc(got, func(p, q [2]int) int { return slices.Compare(p[:], q[:]) })
			if !slices.Equal(got, want) {
				t.Fatalf("round %d, upright %v: %d pairs of %d and %d boxes, want %d", round, upright, len(got), len(a), len(b), len(want))
			}
			if len(want) > 1 {
				n := 0
				boxPairs(a, b, inA, inB, reach, upright, func(int, int) bool { n++; return n < 2 })
				if n != 2 {
					t.Fatalf("round %d: it went on after it was told to end: %d calls", round, n)
				}
			}
		}
	}
}

// TestManyOn32Bits: that there are many is seen where their product is no int.
func TestManyOn32Bits(t *testing.T) {
	if !many(50_000, 50_000) || !many(1<<16, 1<<16) || many(64, 64) || many(1<<20, 0) {
		t.Error("many pairs are few, or few many")
	}
}
