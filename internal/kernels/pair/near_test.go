// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// TestNear: every pair that a kernel reports is near, of shapes that barely touch or are barely
// within the limit, of any size; no pair is that is farther away by a hundredth than both reach,
// and those that are keep their order, in place as well.
func TestNear(t *testing.T) {
	r := kernelstest.Seeded(t)
	reported, far := 0, 0
	for round := range 600 {
		// From where squares are subnormal to where coordinates are the greatest that there are.
		unit := math.Pow(2, float64(r.IntN(110)-52))
		limit := float32(0)
		if round%3 == 0 {
			limit = float32(unit * math.Pow(2, float64(r.IntN(12)-6)))
		}
		var shapes []testShape
		for _, class := range pairings() {
			a := randomShape(r, class[0], unit, []float64{1, 0.01}[r.IntN(2)])
			b := randomShape(r, class[1], unit*math.Pow(2, float64(-r.IntN(8))), 1)
			if r.IntN(2) == 0 {
				touch(r, &a, &b, float64(limit))
			}
			shapes = append(shapes, a, b)
		}
		blk := build(shapes...)
		reach := make([]float32, len(shapes))
		for i, s := range shapes {
			reach[i] = math.Nextafter32(float32(s.reach()), float32(math.Inf(1)))
		}
		var pairs []kernels.Pair
		for i := range shapes {
			for k := range shapes {
				if i != k && shapes[i].class <= shapes[k].class {
					pairs = append(pairs, kernels.Pair{A: uint32(i), B: uint32(k)})
				}
			}
		}
		near := make([]kernels.Pair, len(pairs))
		near = near[:Near(near, blk.Rec, reach, pairs, limit)]
		in := map[kernels.Pair]bool{}
		for _, p := range near {
			in[p] = true
		}
		want := slices.DeleteFunc(slices.Clone(pairs), func(p kernels.Pair) bool { return !in[p] })
		if !slices.Equal(near, want) {
			t.Fatalf("round %d: %v are near, in order %v", round, near, want)
		}
		for _, p := range pairs {
			a, b := shapes[p.A], shapes[p.B]
			args := newArgs(blk, []kernels.Pair{p}, limit)
			if c := Go.Contacts.Of(a.class, b.class)(args); Resolve(args, c.N) == 1 {
				reported++
				if !in[p] {
					t.Fatalf("round %d: %v and %v are reported within %v, and not near", round, a, b, limit)
				}
			}
			if d := norm(b.x-a.x, b.y-a.y); d > 1.01*(float64(reach[p.A])+float64(reach[p.B])+float64(limit)+0x1p-58) {
				far++
				if in[p] {
					t.Fatalf("round %d: %v and %v are near, within %v", round, a, b, limit)
				}
			}
		}
		if n := Near(pairs, blk.Rec, reach, pairs, limit); !slices.Equal(pairs[:n], near) {
			t.Fatalf("round %d: in place %v are near, else %v", round, pairs[:n], near)
		}
	}
	if reported < 1000 || far < 1000 {
		t.Errorf("%d pairs were reported and %d far: the test tests nothing", reported, far)
	}
}
