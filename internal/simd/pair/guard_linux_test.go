// SPDX-License-Identifier: MIT

package pair

import (
	"testing"

	"daylight/internal/simd"
)

// TestContactStaysInside runs every narrow kernel with each input and output column
// against an unreadable page, at its end and at its beginning.
func TestContactStaysInside(t *testing.T) {
	r := seeded(t)
	for _, c := range pairings() {
		for _, n := range []int{1, 2, 3, 4, 5, 7, 8, 9, 11, 15, 16, 17, 23, 31, 32, 33, 130} {
			for _, atEnd := range []bool{false, true} {
				blk, pairs := wildBlock(r, c, 10, n, 0, 1)
				last := uint32(len(blk.Rec) - 1) // pairs that use the outermost records
				for i, k := range blk.Class {
					if k == blk.Class[last] {
						pairs[r.IntN(n)] = pairs[0]
						pairs[0] = simd.Pair{A: uint32(i), B: last}
						break
					}
				}
				if c[0] != c[1] {
					blk, pairs = wildBlock(r, c, 2, n, 0, 1)
				}
				g := *blk
				g.Rec, g.Class = guardedCopy(t, blk.Rec, atEnd), guardedCopy(t, blk.Class, atEnd)
				g.Off, g.Num = guardedCopy(t, blk.Off, atEnd), guardedCopy(t, blk.Num, atEnd)
				l := &blk.Lanes
				g.Lanes = simd.Lanes{VX: guardedCopy(t, l.VX, atEnd), VY: guardedCopy(t, l.VY, atEnd), NX: guardedCopy(t, l.NX, atEnd),
					NY: guardedCopy(t, l.NY, atEnd), D: guardedCopy(t, l.D, atEnd)}
				p := guardedCopy(t, pairs, atEnd)
				sameAsPortable(t, c, &g, p, 0.25, func(b *Block, p []simd.Pair, limit float32) *Args {
					a := newArgs(b, p, limit)
					o := &a.Out
					o.A, o.B = guardedCopy(t, o.A, atEnd), guardedCopy(t, o.B, atEnd)
					o.Sep, o.NX, o.NY = guardedCopy(t, o.Sep, atEnd), guardedCopy(t, o.NX, atEnd), guardedCopy(t, o.NY, atEnd)
					return a
				})
			}
		}
	}
}
