// SPDX-License-Identifier: MIT

package pair

import (
	"testing"

	"daylight/internal/simd"
	"daylight/internal/simd/kernelstest"
)

func TestNothingAllocates(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, tab := range All() {
		for _, c := range pairings() {
			blk, _, pairs := crowd(r, c[0], c[1], 20)
			args := newArgs(blk, pairs, 0.1)
			if c[0] != simd.Circle {
				args.Hints = make([]Axis, len(pairs))
			}
			kernel := tab.Contacts.Of(c[0], c[1])
			if n := testing.AllocsPerRun(10, func() { Resolve(args, kernel(args).N) }); n != 0 {
				t.Errorf("%s, classes %v: %v allocations", tab.Name, c, n)
			}
		}
	}
}
