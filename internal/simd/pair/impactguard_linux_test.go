// SPDX-License-Identifier: MIT

package pair

import (
	"testing"

	"daylight/internal/simd"
)

// TestImpactsStayInside runs boxes in motion, with every
// column against an unreadable page.
func TestImpactsStayInside(t *testing.T) {
	r := seeded(t)
	for _, n := range []int{1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 130, 300} {
		for _, atEnd := range []bool{false, true} {
			blk, pairs := wildBlock(r, [2]simd.Class{simd.Box, simd.Box}, 10, n, 0, 1)
			pairs[0] = simd.Pair{A: 0, B: uint32(len(blk.Rec) - 1)}
			moves := make([]motion, len(blk.Rec))
			for i := range moves {
				moves[i] = motion{dx: float32(3 * r.NormFloat64()), dy: float32(3 * r.NormFloat64())}
			}
			blk.Rec = guardedCopy(t, blk.Rec, atEnd)
			want := impactArgs(blk, pairs, moves, 0)
			want.Turn = nil
			k := boxImpacts(want)
			got := impactArgs(blk, guardedCopy(t, pairs, atEnd), moves, 0)
			got.Turn, got.Motion = nil, guardedCopy(t, got.Motion, atEnd)
			o := &got.Out
			o.A, o.B = guardedCopy(t, o.A, atEnd), guardedCopy(t, o.B, atEnd)
			o.Sep, o.NX, o.NY = guardedCopy(t, o.Sep, atEnd), guardedCopy(t, o.NX, atEnd), guardedCopy(t, o.NY, atEnd)
			got.Time = guardedCopy(t, got.Time, atEnd)

			for _, tab := range All() {
				if m := tab.Impacts.BoxBox(got); m != k || !sameHits(o, &want.Out, k) {
					t.Fatalf("%s, %d pairs: %d impacts, want %d, or they differ", tab.Name, n, m, k)
				}
			}
		}
	}
}

// TestBadImpactArguments: indices without a record panic as in portable code, and touch
// nothing.
func TestBadImpactArguments(t *testing.T) {
	r := seeded(t)
	blk, pairs := wildBlock(r, [2]simd.Class{simd.Box, simd.Box}, 10, 40, 0, 1)
	moves := make([]motion, len(blk.Rec))
	for name, spoil := range map[string]func(a *ImpactArgs){
		"index":        func(a *ImpactArgs) { a.Pairs[33].B = uint32(len(blk.Rec)) },
		"huge index":   func(a *ImpactArgs) { a.Pairs[7].A = 1 << 31 },
		"short motion": func(a *ImpactArgs) { a.Motion = a.Motion[:len(a.Motion)-1]; a.Pairs[5].A = uint32(len(a.Motion)) },
		"short time":   func(a *ImpactArgs) { a.Time = a.Time[:10:10] },
		"short out":    func(a *ImpactArgs) { a.Out.NX = a.Out.NX[:10:10] },
	} {
		for _, tab := range All() {
			a := impactArgs(blk, append([]simd.Pair(nil), pairs...), moves, 0)
			a.Turn = nil
			spoil(a)
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s, %s: no panic", tab.Name, name)
					}
				}()
				tab.Impacts.BoxBox(a)
			}()
		}
	}
}
