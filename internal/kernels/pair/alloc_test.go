// SPDX-License-Identifier: MIT

package pair

import (
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// TestNothingAllocates: neither contacts, what they leave open included, nor manifolds, nor
// impacts.
func TestNothingAllocates(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, c := range pairings() {
		blk, _, pairs := crowd(r, c[0], c[1], 20)
		moves := make([]motion, len(blk.Rec))
		for i := range moves {
			moves[i] = motion{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.IntN(2))}
		}
		for _, tab := range All() {
			args, turning, straight := newArgs(blk, pairs, 0.1), impactArgs(blk, pairs, moves, 0), impactArgs(blk, pairs, moves, 0)
			straight.Turn = nil
			if c[0] != kernels.Circle {
				args.Hints = make([]Axis, len(pairs))
			}
			contacts := func() int { return Resolve(args, tab.Contacts.Of(c[0], c[1])(args).N) }
			n := contacts()
			points := newManifolds(n)
			for name, f := range map[string]func(){
				"contacts":        func() { contacts() },
				"manifolds":       func() { tab.Manifolds.Of(c[0], c[1])(args, n, points) },
				"impacts":         func() { tab.Impacts.Of(c[0], c[1])(straight) },
				"turning impacts": func() { tab.Impacts.Of(c[0], c[1])(turning) },
			} {
				if n := testing.AllocsPerRun(5, f); n != 0 {
					t.Errorf("%s, classes %v, %s: %v allocations", tab.Name, c, name, n)
				}
			}
		}
	}
}
