// SPDX-License-Identifier: MIT

// The tests of this package, by what they prove:
//
//	every pair is found once, and no other beyond the stated quanta   conformance, frame, fuzz
//	pairs and their order depend on boxes and filters alone           frame, parallel
//	tests a box and pair as stated, also in the worst of scenes       cost
//	nothing is allocated once warm                                    cost
//	a sweep comes back often enough to be cancelled                   testsPerCall
//	bad input and interruptions are errors and do no harm             errors
package broadphase_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/broadphase"
	"daylight/internal/broadphase/conformance"
	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// slop is what the package comment promises where the map of codes is bent; where it
// is plain it is 2^-28.
const slop = 0x1p-17

func TestConformance(t *testing.T) {
	testenv.Sequential(t)
	seed := testenv.Seed(t, 1)
	for _, table := range isa.All() {
		t.Run(table.Name, func(t *testing.T) {
			var f broadphase.Frame
			conformance.Run(t, func(c *conformance.Case) ([]kernels.Pair, error) {
				return f.AppendPairs(nil, &c.Boxes, c.Filters, broadphase.Settings{Kernels: table, Grow: c.Grow})
			}, seed, slop)
		})
	}
}

func TestConformanceOfBruteForce(t *testing.T) {
	testenv.Sequential(t)
	conformance.Run(t, func(c *conformance.Case) ([]kernels.Pair, error) {
		return broadphase.BruteForce(nil, &c.Boxes, c.Filters, c.Grow)
	}, testenv.Seed(t, 1), slop)
}

func byIndex(a, b kernels.Pair) int {
	return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
}

// TestTwin compares sweep and brute force as sets, on more boxes than exact
// arithmetic could take.
func TestTwin(t *testing.T) {
	testenv.Sequential(t)
	var f broadphase.Frame
	for _, n := range []int{37, 1500} {
		for _, c := range conformance.Cases(testenv.Seed(t, 1), n) {
			got := must.Get(f.AppendPairs(nil, &c.Boxes, c.Filters, broadphase.Settings{Grow: c.Grow}))(t)
			want := must.Get(broadphase.BruteForce(nil, &c.Boxes, c.Filters, c.Grow))(t)
			slices.SortFunc(got, byIndex)
			slices.SortFunc(want, byIndex)
			if !slices.Equal(got, want) {
				t.Errorf("%s, %d boxes: %d pairs, brute force finds %d", c.Name, n, len(got), len(want))
			}
		}
	}
}

// TestUpperHalves: keys that differ in their upper halves give the same pairs, in the same
// order, whether that has been promised or not.
func TestUpperHalves(t *testing.T) {
	r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 8))
	for _, c := range conformance.Cases(testenv.Seed(t, 1), 300) {
		f := broadphase.Filters{}
		if c.Filters != nil {
			f = *c.Filters
		}
		f.Key = make([]uint64, len(c.Boxes.X))
		for i, upper := range r.Perm(len(f.Key)) {
			f.Key[i] = uint64(upper)<<32 | uint64(r.Uint32())
			if upper%2 == 0 {
				f.Key[i] |= 1 << 63
			}
		}
		for _, table := range isa.All() {
			var lists [2][]kernels.Pair
			for k := range lists {
				f.UpperHalves = k == 1
				var frame broadphase.Frame
				var err error
				lists[k], err = frame.AppendPairs(nil, &c.Boxes, &f, broadphase.Settings{Kernels: table, Grow: c.Grow})
				if err != nil {
					t.Fatalf("%s: %v", c.Name, err)
				}
			}
			if !slices.Equal(lists[0], lists[1]) {
				t.Fatalf("%s, %s: %d pairs without the promise, %d with it, or others", c.Name, table.Name, len(lists[0]), len(lists[1]))
			}
		}
	}
}
