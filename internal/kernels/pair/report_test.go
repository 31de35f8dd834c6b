// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"slices"
	"testing"

	"daylight/internal/kernels/kernelstest"
)

// TestReportVariants names contacts of any rows, repeated ones too, with depths and without.
func TestReportVariants(t *testing.T) {
	r, negative := kernelstest.Seeded(t), float32(math.Copysign(0, -1))
	for round := range 72 {
		n := round
		if round >= 70 {
			n = 5000 + r.IntN(50) // more than one call of assembly takes
		}
		keys, rows := make([]uint64, 1+r.IntN(50)), [2][]uint32{make([]uint32, n), make([]uint32, n)}
		for k := range keys {
			keys[k] = r.Uint64()
		}
		sep, want := make([]float32, n+1), make([]float32, n+1)
		for k := range n {
			rows[0][k], rows[1][k] = uint32(r.IntN(len(keys))), uint32(r.IntN(len(keys)))
			sep[k] = [...]float32{r.Float32(), -r.Float32(), 0, negative, float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))}[r.IntN(7)]
			want[k] = 0 - sep[k]
		}
		sep[n], want[n] = 7, 7
		for _, tab := range All() {
			for _, full := range []bool{false, true} {
				to := [2][]uint64{make([]uint64, n+1), make([]uint64, n+1)}
				var depth []float32
				if full {
					depth = slices.Clone(sep)
				}
				tab.Report(to[0], to[1], keys, rows[0], rows[1], depth)
				for side := range to {
					for k, i := range rows[side] {
						if to[side][k] != keys[i] {
							t.Fatalf("%s: entry %d of %d is not key %d", tab.Name, k, n, i)
						}
					}
					if to[side][n] != 0 {
						t.Fatalf("%s wrote beyond %d entries", tab.Name, n)
					}
				}
				for k, d := range depth {
					if kernelstest.BitsOf(d) != kernelstest.BitsOf(want[k]) {
						t.Fatalf("%s: depth %d of %d is %v, of separation %v", tab.Name, k, n, d, sep[k])
					}
				}
			}
		}
	}
}

// TestReportRefusesRows: a row without a key panics, wherever it is, in either column.
func TestReportRefusesRows(t *testing.T) {
	const n = 40
	for _, tab := range All() {
		for bad := range n {
			for side := range 2 {
				for _, row := range []uint32{30, 1 << 31, 1<<32 - 1} {
					rows := [2][]uint32{make([]uint32, n), make([]uint32, n)}
					rows[side][bad] = row
					if !kernelstest.Panics(func() {
						tab.Report(make([]uint64, n), make([]uint64, n), make([]uint64, 30), rows[0], rows[1], make([]float32, n))
					}) {
						t.Errorf("%s: row %d in place %d of side %d does not panic", tab.Name, row, bad, side)
					}
				}
			}
		}
	}
}
