// SPDX-License-Identifier: MIT

package bvh

import (
	"math/rand/v2"
	"testing"

	"daylight/internal/simd/kernelstest"
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
