// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// TestSieveLosesNothing: boxes on a lattice, whose motions graze as often as not, and
// boxes of sizes and at distances from tiny to huge, by every table and by the portable
// one.
func TestSieveLosesNothing(t *testing.T) {
	r := kernelstest.Seeded(t)
	for round := range 200 {
		unit := math.Pow(2, float64(r.IntN(80)-40))
		var shapes []testShape
		var moves []motion
		for range 24 {
			s := testShape{class: kernels.Box, c: 1}
			if round%2 == 0 { // lattice
				s.p, s.q = float32(unit*float64(1+r.IntN(3))), float32(unit*float64(r.IntN(3)))
				s.turn(float64(r.IntN(4)) * math.Pi / 2)
				if r.IntN(4) == 0 {
					s.turn(math.Pi / 4)
				}
				s.x, s.y = unit*float64(r.IntN(32)), unit*float64(r.IntN(32))
				moves = append(moves, motion{float32(unit * float64(r.IntN(33)-16)), float32(unit * float64(r.IntN(33)-16)), 0})
			} else {
				s = randomShape(r, kernels.Box, unit*math.Pow(10, 3*r.NormFloat64()), 1)
				far := unit * math.Pow(10, 3*r.NormFloat64())
				s.x, s.y = far*r.NormFloat64(), far*r.NormFloat64()
				fast := 2 * far
				moves = append(moves, motion{float32(fast * r.NormFloat64()), float32(fast * r.NormFloat64()), 0})
			}
			shapes = append(shapes, s)
		}
		blk := build(shapes...)
		var pairs []kernels.Pair
		for i := range shapes {
			for j := range shapes {
				if i != j {
					pairs = append(pairs, kernels.Pair{A: uint32(i), B: uint32(j)})
				}
			}
		}
		for _, limit := range []float32{0, math.Nextafter32(0, -1), float32(-unit)} {
			want := impactArgs(blk, pairs, moves, limit)
			want.Turn = nil
			n := boxImpacts(want)
			if round%2 == 0 && limit == 0 && n == 0 {
				t.Fatal("nothing meets")
			}
			for _, tab := range All() {
				got := impactArgs(blk, pairs, moves, limit)
				got.Turn = nil
				if k := tab.Impacts.BoxBox(got); k != n || !sameHits(&got.Out, &want.Out, n) {
					t.Fatalf("%s, round %d, limit %v: %d impacts, want %d, or they differ", tab.Name, round, limit, k, n)
				}
				for i := range n {
					if got.Time[i] != want.Time[i] {
						t.Fatalf("%s: times %v and %v", tab.Name, got.Time[i], want.Time[i])
					}
				}
			}
		}
	}
}
