// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
	"daylight/internal/testenv"
)

// TestContactStaysInside runs every narrow kernel with each input and output column
// against an unreadable page, at its end and at its beginning.
func TestContactStaysInside(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, c := range pairings() {
		for _, n := range []int{1, 2, 3, 4, 5, 7, 8, 9, 11, 15, 16, 17, 23, 31, 32, 33, 130} {
			for _, atEnd := range []bool{false, true} {
				blk, pairs := wildBlock(r, c, 10, n, 0, 1)
				last := uint32(len(blk.Rec) - 1) // pairs that use the outermost records
				for i, k := range blk.Class {
					if k == blk.Class[last] {
						pairs[r.IntN(n)] = pairs[0]
						pairs[0] = kernels.Pair{A: uint32(i), B: last}
						break
					}
				}
				if c[0] != c[1] {
					blk, pairs = wildBlock(r, c, 2, n, 0, 1)
				}
				g := kernelstest.Guard(t, *blk, atEnd)
				p := kernelstest.GuardedCopy(t, pairs, atEnd)
				sameAsPortable(t, c, &g, p, 0.25, func(b *Block, p []kernels.Pair, limit float32) *Args {
					a := newArgs(b, p, limit)
					a.Out = kernelstest.Guard(t, a.Out, atEnd)
					return a
				})
			}
		}
	}
}

// TestImpactsStayInside runs boxes in motion, with every
// column against an unreadable page.
func TestImpactsStayInside(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, n := range []int{1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 130, 300} {
		for _, atEnd := range []bool{false, true} {
			blk, pairs := wildBlock(r, [2]kernels.Class{kernels.Box, kernels.Box}, 10, n, 0, 1)
			pairs[0] = kernels.Pair{A: 0, B: uint32(len(blk.Rec) - 1)}
			moves := make([]motion, len(blk.Rec))
			for i := range moves {
				moves[i] = motion{dx: float32(3 * r.NormFloat64()), dy: float32(3 * r.NormFloat64())}
			}
			blk.Rec = kernelstest.GuardedCopy(t, blk.Rec, atEnd)
			want := impactArgs(blk, pairs, moves, 0)
			want.Turn = nil
			k := boxImpacts(want)
			got := impactArgs(blk, kernelstest.GuardedCopy(t, pairs, atEnd), moves, 0)
			got.Turn, got.Motion = nil, kernelstest.GuardedCopy(t, got.Motion, atEnd)
			got.Out = kernelstest.Guard(t, got.Out, atEnd)
			got.Time = kernelstest.GuardedCopy(t, got.Time, atEnd)

			for _, tab := range All() {
				if m := tab.Impacts.BoxBox(got); m != k || !sameHits(&got.Out, &want.Out, k) {
					t.Fatalf("%s, %d pairs: %d impacts, want %d, or they differ", tab.Name, n, m, k)
				}
			}
		}
	}
}

// TestReportStaysInside names contacts, with every column against an unreadable page.
func TestReportStaysInside(t *testing.T) {
	for n := 1; n <= 40; n++ {
		for _, atEnd := range []bool{false, true} {
			keys, a, b := kernelstest.Guarded[uint64](t, n, atEnd), kernelstest.Guarded[uint64](t, n, atEnd), kernelstest.Guarded[uint64](t, n, atEnd)
			rows, depth := kernelstest.Guarded[uint32](t, n, atEnd), kernelstest.Guarded[float32](t, n, atEnd)
			for k := range rows {
				rows[k] = uint32(n - 1 - k)
			}
			for _, tab := range All() {
				tab.Report(a, b, keys, rows, rows, depth)
			}
		}
	}
}

// TestManifoldsStayInside clips contacts whose every column, and the records, lie
// against an unreadable page, with no slack.
func TestManifoldsStayInside(t *testing.T) {
	r := kernelstest.Seeded(t)
	most := testenv.Rounds(18, 40, 40)
	for _, c := range pairings() {
		blk, pairs := wildBlock(r, c, 12, 70, 0, 0.3)
		args := newArgs(blk, pairs, math.MaxFloat32)
		count := Resolve(args, portable.Contacts.Of(c[0], c[1])(args).N)
		for n := 0; n <= min(count, most); n++ {
			want := newManifolds(n)
			portable.Manifolds.Of(c[0], c[1])(args, n, want)
			for _, atEnd := range []bool{false, true} {
				b := *blk
				b.Rec = kernelstest.GuardedCopy(t, blk.Rec, atEnd)
				o := &args.Out
				a := &Args{Block: &b, Limit: args.Limit, Out: kernelstest.Guard(t, Hits{o.A[:n], o.B[:n], o.Sep[:n], o.NX[:n], o.NY[:n]}, atEnd)}
				for _, tab := range All() {
					got := kernelstest.Guard(t, *newManifolds(n - kernels.Slack), atEnd)
					tab.Manifolds.Of(c[0], c[1])(a, n, &got)
					sameManifolds(t, tab.Name, &got, want, n)
				}
			}
		}
	}
}

// TestPolygonsStayInside decides polygons with every column against an
// unreadable page.
func TestPolygonsStayInside(t *testing.T) {
	r := kernelstest.Seeded(t)
	rounds := testenv.Rounds(24, 60, 60)
	for round := range rounds {
		only := [][]kernels.Class{{kernels.Polygon}, {kernels.Polygon, kernels.Box, kernels.Capsule}, {kernels.Polygon, kernels.Circle}}[round%3]
		b, shapes := cored(r, 1+r.IntN(20), only...)
		if round%2 == 0 { // without what build puts before each run
			b = build(shapes[0])
			b.Off[0] = 0
			for _, col := range []*[]float32{&b.Lanes.VX, &b.Lanes.VY, &b.Lanes.NX, &b.Lanes.NY, &b.Lanes.D} {
				if len(*col) > 0 {
					*col = (*col)[1:]
				}
			}
			shapes = shapes[:1]
		}
		n := r.IntN(80)
		pairs := anyPairs(r, len(shapes), n)
		for _, atEnd := range []bool{false, true} {
			g := kernelstest.Guard(t, *b, atEnd)
			a := &Args{Block: &g, Pairs: kernelstest.GuardedCopy(t, pairs, atEnd), Limit: 0.1}
			a.Out = kernelstest.Guard(t, newArgs(b, pairs, 0).Out, atEnd)
			for _, tab := range All() {
				a.Hints = nil
				kernel := tab.Contacts.Convex
				if round%3 == 2 {
					kernel = tab.Contacts.CirclePolygon
				}
				if round%3 == 2 {
					// Only pairs of a circle and a polygon are that kernel's.
					some := a.Pairs[:0]
					for _, p := range pairs {
						if (shapes[p.A].class == kernels.Circle) != (shapes[p.B].class == kernels.Circle) {
							some = append(some, p)
						}
					}
					a.Pairs = some
					kernel(a)
					continue
				}
				kernel(a)
				a.Hints = kernelstest.Guarded[Axis](t, n, atEnd)
				kernel(a)
				for i := range a.Hints {
					a.Hints[i] = Axis(r.IntN(70)) | Axis(r.IntN(2))<<31
				}
				kernel(a)
			}
		}
	}
}
