// SPDX-License-Identifier: MIT

package broadphase_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/broadphase"
	"daylight/internal/kernels"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// TestTorusOnce: a sweep finds each pair of boxes that meet on a torus once. This holds at its
// corners, too, where each box is moved along another axis, or both along one.
func TestTorusOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 5))
	for round := range 40 {
		period := [2]float64{[]float64{8, 0, 8}[round%3], []float64{8, 6, 0}[round%3]}
		b, n := new(broadphase.Boxes), 60
		for range n {
			b.X, b.Y = append(b.X, 8*r.Float64()), append(b.Y, 8*r.Float64())
			w, h := float32(1+r.IntN(24))/16, float32(1+r.IntN(20))/16
			b.MinX, b.MinY, b.MaxX, b.MaxY = append(b.MinX, -w), append(b.MinY, -h), append(b.MaxX, w), append(b.MaxY, h)
		}
		meet := func(i, j int, at []float64, half []float32, p float64) bool {
			d := at[i] - at[j]
			if p != 0 {
				d = math.Remainder(d, p)
			}
			return math.Abs(d) <= float64(half[i])+float64(half[j])
		}
		var want, got []kernels.Pair
		for i := range n {
			for j := i + 1; j < n; j++ {
				if meet(i, j, b.X, b.MaxX, period[0]) && meet(i, j, b.Y, b.MaxY, period[1]) {
					want = append(want, kernels.Pair{A: uint32(i), B: uint32(j)})
				}
			}
		}
		circles := broadphase.CirclesOf(period, 0)
		var torus broadphase.Torus
		var frame broadphase.Frame
		var strip broadphase.Strip
		var rows broadphase.TorusRows
		boxes, filters, misfit := torus.Wrap(*b, broadphase.Filters{}, circles)
		if misfit >= 0 {
			t.Fatalf("box %d does not fit", misfit)
		}
		must.Do(t, frame.Build(&boxes, &filters, broadphase.Settings{Grow: circles.Eased(0)}))
		for k := range frame.Strips() {
			frame.Load(k, &strip)
			rows.Load(&torus, strip.Slots)
			for more := true; more; {
				var pairs []kernels.Pair
				pairs, more = strip.Next()
				for _, p := range rows.Once(pairs) {
					i, j := rows.Slots[p.A], rows.Slots[p.B]
					got = append(got, kernels.Pair{A: min(i, j), B: max(i, j)})
				}
			}
		}
		slices.SortFunc(got, byIndex)
		if len(want) < 50 || !slices.Equal(got, want) {
			t.Errorf("round %d, periods %v: %d pairs, want %d", round, period, len(got), len(want))
		}
	}
}
