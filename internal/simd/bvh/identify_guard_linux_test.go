// SPDX-License-Identifier: MIT

package bvh

import (
	"testing"

	"daylight/internal/simd/kernelstest"
)

// TestIdentifyBounds: columns end where memory does, and all children match, the last ones of the
// last test too; for none is that sure.
func TestIdentifyBounds(t *testing.T) {
	for n := 1; n < 20; n++ {
		level := kernelstest.Guarded[Node](t, n, true)
		ids := kernelstest.Guarded[uint64](t, n*Fan, true)
		windows := kernelstest.Guarded[Window](t, 3, true)
		tests := Tests{kernelstest.Guarded[uint32](t, n, true), kernelstest.Guarded[uint32](t, n, true)}
		for k := range n {
			tests.Node[k], tests.Box[k] = uint32(k), 2
		}
		for _, table := range All() {
			to := Found{
				kernelstest.Guarded[uint64](t, n*Fan, true), kernelstest.Guarded[uint32](t, 3, true), kernelstest.Guarded[uint32](t, n, true),
			}
			if found, open := table.Identify(level, ids, tests, windows, to); found != n*Fan || open != n {
				t.Errorf("%s: %d of %d children, %d of %d tests", table.Name, found, n*Fan, open, n)
			}
		}
	}
}
