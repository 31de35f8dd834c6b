// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// resolved are the pairs that a kernel finds, once Resolve has decided those it left open.
func resolved(k Contact, a *Args) ([]kernels.Pair, Count) {
	c := k(a)
	var found []kernels.Pair
	for i := range Resolve(a, c.N) {
		found = append(found, kernels.Pair{A: a.Out.A[i], B: a.Out.B[i]})
	}
	return found, c
}

// TestBoxWithin: the pairs within a limit equal the pairs that boxBox and Resolve find, where boxes
// are placed in every manner, at exactly the distance, on lattices, and far from the origin.
func TestBoxWithin(t *testing.T) {
	r := kernelstest.Seeded(t)
	pairsIn, decided, open := 0, 0, 0
	for round := range 400 {
		unit := math.Pow(2, float64(r.IntN(60)-30))
		limit := float32(unit * math.Pow(2, float64(r.IntN(12)-6)))
		var shapes []testShape
		for range 12 {
			var a, b testShape
			switch round % 4 {
			case 0: // as near as asked for, but for rounding
				a, b = randomShape(r, kernels.Box, unit, []float64{1, 0.01}[r.IntN(2)]), randomShape(r, kernels.Box, unit, 1)
				touch(r, &a, &b, float64(limit))
			case 1: // a lattice
				for _, s := range []*testShape{&a, &b} {
					*s = testShape{class: kernels.Box, c: 1, p: float32(unit * float64(r.IntN(3))), q: float32(unit * float64(1+r.IntN(3)))}
					s.turn(float64(r.IntN(8)) * math.Pi / 4)
					s.x, s.y = unit*float64(r.IntN(12)), unit*float64(r.IntN(12))
				}
				limit = float32(unit * float64(1+r.IntN(5)))
			case 2:
				a, b = randomShape(r, kernels.Box, unit, 1), randomShape(r, kernels.Box, unit*math.Pow(10, 2*r.NormFloat64()), 1)
				place := placements[r.IntN(len(placements))]
				place.put(r, &a, &b)
			default:
				a, b = randomShape(r, kernels.Box, unit, 1), randomShape(r, kernels.Box, unit, 1)
				a.x, a.y = 8*unit*r.Float64(), 8*unit*r.Float64()
				b.x, b.y = 8*unit*r.Float64(), 8*unit*r.Float64()
			}
			shapes = append(shapes, a, b)
		}
		blk := build(shapes...)
		var pairs []kernels.Pair
		for i := range shapes {
			for j := range shapes {
				if i != j {
					pairs = append(pairs, kernels.Pair{A: uint32(i), B: uint32(j)})
				}
			}
		}
		want, _ := resolved(boxBox, newArgs(blk, pairs, limit))
		for _, tab := range All() {
			got, c := resolved(tab.BoxWithin, newArgs(blk, pairs, limit))
			if len(got) != len(want) {
				t.Fatalf("%s, round %d, limit %v: %d pairs, want %d", tab.Name, round, limit, len(got), len(want))
			}
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("%s, round %d, limit %v: pair %v, want %v", tab.Name, round, limit, got[i], want[i])
				}
			}
			if round%4 == 3 {
				pairsIn, decided, open = pairsIn+len(pairs), decided+len(want), open+c.Open
			}
		}
	}
	if decided*20 < pairsIn || open*1000 > pairsIn {
		t.Errorf("of %d random pairs %d are within the limit and %d were left open", pairsIn, decided, open)
	}
}

// TestBoxWithinVariants: every table says bit for bit what portable code says, of blocks of every
// length, near and far, and stays within its columns.
func TestBoxWithinVariants(t *testing.T) {
	r := kernelstest.Seeded(t)
	for n := range 70 {
		for _, where := range []float64{0, 1e7} {
			for _, limit := range []float32{0.25, 3, math.SmallestNonzeroFloat32, 0x1p60, math.MaxFloat32, float32(math.Inf(1)), float32(math.NaN()), 0, -1} {
				blk, pairs := wildBlock(r, [2]kernels.Class{kernels.Box, kernels.Box}, 10, n, where, 6)
				want := newArgs(blk, pairs, limit)
				count := boxWithin(want)
				for _, tab := range All() {
					got := newArgs(blk, pairs, limit)
					if c := tab.BoxWithin(got); c != count {
						t.Fatalf("%s, %d pairs, limit %v: %+v, want %+v", tab.Name, n, limit, c, count)
					}
					for i := range count.N {
						w, g := &want.Out, &got.Out
						if g.A[i] != w.A[i] || g.B[i] != w.B[i] || kernelstest.BitsOf(g.Sep[i]) != kernelstest.BitsOf(w.Sep[i]) {
							t.Fatalf("%s, %d pairs, limit %v: entry %d differs", tab.Name, n, limit, i)
						}
					}
					for i := min(count.N+kernels.Slack, len(got.Out.Sep)); i < len(got.Out.Sep); i++ {
						if got.Out.Sep[i] != -777 {
							t.Fatalf("%s, %d pairs: wrote to entry %d, beyond %d and the slack", tab.Name, n, i, count.N)
						}
					}
				}
			}
		}
	}
}

// BenchmarkBoxWithin measures boxes; a third is within the limit.
func BenchmarkBoxWithin(b *testing.B) {
	r := kernelstest.Seeded(b)
	blk, _, pairs := crowd(r, kernels.Box, kernels.Box, 64)
	for _, tab := range All() {
		for name, k := range map[string]Contact{"within": tab.BoxWithin, "contact": tab.Contacts.BoxBox} {
			b.Run(tab.Name+"/"+name, func(b *testing.B) {
				a := newArgs(blk, pairs, 1)
				for b.Loop() {
					if c := k(a); c.Open > 0 {
						Resolve(a, c.N)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(pairs)), "ns/pair")
			})
		}
	}
}
