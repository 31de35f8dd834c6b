// SPDX-License-Identifier: MIT

//go:build amd64 && !purego

package pair

import (
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// leftByConvex tells whether assembly of a table leaves a pair of cores without lanes to
// portable code.
func leftByConvex(a *Args, table string) bool {
	blk := *a.Block
	blk.Off, blk.Num, blk.Lanes = nil, nil, kernels.Lanes{} // as if no polygon were there
	c := *a
	c.Block = &blk
	args := polygonArguments(&c, &c.Out)
	scratch := make([]float32, convexScratch)
	args.end, args.shapes, args.scratch = len(a.Pairs), len(blk.Rec), &scratch[0]
	var odd int
	if table == "avx512" {
		_, _, _, _, odd = convexAVX512(args)
	} else {
		_, _, _, _, odd = convexAVX2(args)
	}
	return odd != 0
}

// TestConvexOddRuns is about blocks whose columns of runs are shorter than those of
// their shapes, as they may be where no polygon is: the assembly decides all the same,
// and a polygon without a run panics.
func TestConvexOddRuns(t *testing.T) {
	r := kernelstest.Seeded(t)
	for n := range 60 {
		blk, _ := cored(r, 20, kernels.Box, kernels.Capsule)
		a := &Args{Block: blk, Pairs: anyPairs(r, 20, n), Limit: 0.1, Hints: make([]Axis, n)}
		blk.Off, blk.Num = nil, nil
		sameConvex(t, a)
		for _, tab := range vectorTables() {
			if leftByConvex(newArgs(blk, a.Pairs, a.Limit), tab.Name) {
				t.Fatalf("%s, %d pairs of boxes and capsules, no columns of runs: left to portable code", tab.Name, n)
			}
		}
		blk, _ = cored(r, 20, kernels.Box, kernels.Polygon)
		runs := uint32(r.IntN(21))
		blk.Off, blk.Num = blk.Off[:runs:runs], blk.Num[:runs:runs]
		bad := false
		for _, p := range a.Pairs {
			for _, k := range []uint32{p.A, p.B} {
				bad = bad || k >= runs && blk.Class[k] == kernels.Polygon
			}
		}
		for _, tab := range All() {
			if kernelstest.Panics(func() { tab.Contacts.Convex(newArgs(blk, a.Pairs, a.Limit)) }) != bad {
				t.Fatalf("%s, %d pairs, %d runs: panicked %v, want %v", tab.Name, n, runs, !bad, bad)
			}
		}
		if !bad {
			a.Block = blk
			sameConvex(t, a)
		}
	}
}
