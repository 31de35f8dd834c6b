// SPDX-License-Identifier: MIT

package narrow

import (
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/pair"
	"daylight/internal/testenv"
)

// TestSort: each pair is in the bin of its two classes, in the order given; bins with no pairs are
// left out, and the others follow each other by class.
func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 3))
	var bins Bins
	for _, n := range []int{0, 1, 2, 40, 3000, 7} {
		class := make([]kernels.Class, 50)
		for i := range class {
			class[i] = kernels.Class(r.IntN(1 + r.IntN(int(kernels.NumClasses))))
		}
		pairs := make([]kernels.Pair, n)
		for i := range pairs {
			pairs[i] = kernels.Pair{A: r.Uint32N(50), B: r.Uint32N(50)}
		}
		got, at := bins.Sort(class, pairs), 0
		for a := range kernels.Class(kernels.NumClasses) {
			for b := a; b < kernels.NumClasses; b++ {
				var want []kernels.Pair
				for _, p := range pairs {
					if min(class[p.A], class[p.B]) == a && max(class[p.A], class[p.B]) == b {
						want = append(want, p)
					}
				}
				if len(want) == 0 {
					continue
				}
				if at == len(got) || got[at].A != a || got[at].B != b || !slices.Equal(got[at].Pairs, want) {
					t.Fatalf("%d pairs, classes %v and %v: want %v in bin %d of %v", n, a, b, want, at, got)
				}
				at++
			}
		}
		if at != len(got) {
			t.Errorf("%d pairs: %d bins, want %d", n, len(got), at)
		}
	}
}

// TestRows: rows are what the block has in the slots, also where rows of one class follow rows of
// several, or of another one.
func TestRows(t *testing.T) {
	const n = 60
	r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 4))
	table := isa.All()[0]
	var rows Rows
	for round := range 40 {
		only := kernels.Class(r.IntN(int(kernels.NumClasses) + 1))
		from := pair.Block{Class: make([]kernels.Class, n), Off: make([]uint32, n), Num: make([]uint32, n)}
		for i := range from.Class {
			if from.Class[i] = only; only == kernels.NumClasses {
				from.Class[i] = kernels.Class(r.IntN(int(kernels.NumClasses)))
			}
			if from.Class[i] == kernels.Polygon {
				from.Off[i], from.Num[i] = uint32(16*i), 4<<r.IntN(3)
			}
		}
		lanes := make([]float32, 16*n)
		from.Lanes = kernels.Lanes{VX: lanes, VY: lanes, NX: lanes, NY: lanes, D: lanes}
		slots := make([]uint32, 1+r.IntN(n))
		for i := range slots {
			slots[i] = r.Uint32N(n)
		}
		rows.Load(table, &from, only, slots)
		seen, most := uint(0), uint32(0)
		for i, s := range slots {
			seen, most = seen|1<<from.Class[s], max(most, from.Num[s])
			if c := rows.Class[i]; c != from.Class[s] || c == kernels.Polygon && (rows.Off[i] != from.Off[s] || rows.Num[i] != from.Num[s]) {
				t.Fatalf("round %d: row %d is not slot %d", round, i, s)
			}
		}
		if rows.Seen != seen || rows.Most != most || rows.Mixed() != (seen&(seen-1) != 0) {
			t.Errorf("round %d: classes %b, longest %d: want %b, %d", round, rows.Seen, rows.Most, seen, most)
		}
	}
}
