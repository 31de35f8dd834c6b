// SPDX-License-Identifier: MIT

package bvh

import (
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// TestMatchesBounds: columns end where memory does, and all children match, the last ones of
// the last test too.
func TestMatchesBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for n := 1; n < 20; n++ {
		level := kernelstest.Guarded[Node](t, n, true)
		boxes := kernelstest.Guarded[NodeBox](t, 3, true)
		tests := Tests{kernelstest.Guarded[uint32](t, n, true), kernelstest.Guarded[uint32](t, n, true)}
		for k := range n {
			tests.Node[k], tests.Box[k] = uint32(r.IntN(n)), uint32(r.IntN(3))
		}
		tests.Node[n-1], tests.Box[n-1] = uint32(n-1), 2
		for _, table := range All() {
			out := Tests{kernelstest.Guarded[uint32](t, n*Fan, true), kernelstest.Guarded[uint32](t, n*Fan, true)}
			if got := table.Matches(level, tests, boxes, out); got != n*Fan {
				t.Errorf("%s: %d of %d children match", table.Name, got, n*Fan)
			}
		}
	}
}

// TestPierceBounds and TestEnterBounds: columns end where memory does, and the last entry of each
// is used.
func TestPierceBounds(t *testing.T) {
	for n := 1; n < 20; n++ {
		level := kernelstest.Guarded[Node](t, n, true)
		beams, limits := kernelstest.Guarded[Beam](t, 3, true), kernelstest.Guarded[float32](t, 3, true)
		tests := Tests{kernelstest.Guarded[uint32](t, n, true), kernelstest.Guarded[uint32](t, n, true)}
		for k := range n {
			tests.Node[k], tests.Box[k] = uint32(k), 2
		}
		beams[2] = NewBeam(0, 0, 1, 1, 1)
		for _, table := range All() {
			out := Tests{kernelstest.Guarded[uint32](t, n*Fan, true), kernelstest.Guarded[uint32](t, n*Fan, true)}
			if got := table.Pierce(level, tests, beams, limits, out); got != n*Fan {
				t.Errorf("%s: %d of %d children are met", table.Name, got, n*Fan)
			}
		}
	}
}

func TestEnterBounds(t *testing.T) {
	for n := 1; n < 20; n++ {
		rec, rays := kernelstest.Guarded[kernels.Record](t, n, true), kernelstest.Guarded[Ray](t, 3, true)
		tests := Tests{kernelstest.Guarded[uint32](t, n, true), kernelstest.Guarded[uint32](t, n, true)}
		for k := range n {
			rec[k] = kernels.Record{P: 1, Q: 1, C: 1}
			tests.Node[k], tests.Box[k] = uint32(k), 2
		}
		rays[2] = Ray{-2, -1.5, 2, 2}
		for _, table := range All() {
			out := kernelstest.Guarded[float64](t, n, true)
			table.EnterBoxes(rec, rays, tests, out)
			for _, v := range out {
				if v != 0.5 {
					t.Errorf("%s: a box is entered at %v, want 0.5", table.Name, v)
				}
			}
			table.EnterDiscs(rec, rays, tests, out)
			for _, v := range out {
				if !(v > 0.5 && v < 1) {
					t.Errorf("%s: a disc is entered at %v", table.Name, v)
				}
			}
		}
	}
}
