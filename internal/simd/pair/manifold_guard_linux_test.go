// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"testing"
)

// TestManifoldsStayInside clips contacts whose every column, and the records, lie
// against an unreadable page, with no slack.
func TestManifoldsStayInside(t *testing.T) {
	r := seeded(t)
	most := 40
	if testing.Short() {
		most = 18
	}
	for _, c := range pairings() {
		blk, pairs := wildBlock(r, c, 12, 70, 0, 0.3)
		args := newArgs(blk, pairs, math.MaxFloat32)
		count := Resolve(args, portable.Contacts.Of(c[0], c[1])(args).N)
		for n := 0; n <= min(count, most); n++ {
			want := newManifolds(n)
			portable.Manifolds.Of(c[0], c[1])(args, n, want)
			for _, atEnd := range []bool{false, true} {
				b := *blk
				b.Rec = guardedCopy(t, blk.Rec, atEnd)
				o := &args.Out
				a := &Args{Block: &b, Limit: args.Limit, Out: Hits{
					A: guardedCopy(t, o.A[:n], atEnd), B: guardedCopy(t, o.B[:n], atEnd), Sep: guardedCopy(t, o.Sep[:n], atEnd),
					NX: guardedCopy(t, o.NX[:n], atEnd), NY: guardedCopy(t, o.NY[:n], atEnd),
				}}
				for _, tab := range All() {
					got := &Manifolds{N: guarded[uint8](t, n, atEnd)}
					for k := range 2 {
						got.X[k], got.Y[k] = guarded[float32](t, n, atEnd), guarded[float32](t, n, atEnd)
						got.Depth[k], got.Feature[k] = guarded[float32](t, n, atEnd), guarded[Feature](t, n, atEnd)
					}
					tab.Manifolds.Of(c[0], c[1])(a, n, got)
					sameManifolds(t, tab.Name, got, want, n)
				}
			}
		}
	}
}
