// SPDX-License-Identifier: MIT

package sweep_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/must"
	"daylight/internal/simd"
	"daylight/internal/simd/isa"
	"daylight/internal/sweep"
	"daylight/internal/testenv"
)

// heap is n boxes of several sizes on one spot, and some beside it; of them, one in each so many is not static, or of
// another body.
func heap(r *rand.Rand, n, others int, bodies bool) (*sweep.Boxes, *sweep.Filters) {
	b, f := new(sweep.Boxes), new(sweep.Filters)
	for i := range n {
		x, y, size := 5.0, 7.0, 0.5+float32(r.IntN(4))
		if i%50 == 49 {
			x, y = 30*r.Float64(), 30*r.Float64()
		}
		b.X, b.Y = append(b.X, x), append(b.Y, y)
		b.MinX, b.MinY, b.MaxX, b.MaxY = append(b.MinX, -size), append(b.MinY, -1), append(b.MaxX, size), append(b.MaxY, 1)
		other := others > 0 && i%(n/others) == 0
		if bodies {
			body := uint32(3)
			if other {
				body = uint32(r.IntN(3))
			}
			f.Body = append(f.Body, body)
		} else {
			f.Static = append(f.Static, !other)
		}
	}
	return b, f
}

// TestHeapCosts: boxes on one spot that never meet each other are not compared: each of the others is, with all.
func TestHeapCosts(t *testing.T) {
	const n = 20_000
	for _, bodies := range []bool{false, true} {
		for _, others := range []int{0, 1, 20} {
			b, filters := heap(rand.New(rand.NewPCG(testenv.Seed(t, 1), 2)), n, others, bodies)
			var f sweep.Frame
			var w sweep.Strip
			must.Do(t, f.Build(b, filters, sweep.Settings{}))
			for k := range f.Strips() {
				f.Load(k, &w)
				for more := true; more; {
					_, more = w.Next()
				}
			}
			if most := uint64(n) * uint64(200+3*others); w.Work.Tests > most {
				t.Errorf("bodies %v, %d others: %d boxes take %d tests, want %d at most", bodies, others, n, w.Work.Tests, most)
			}
		}
	}
}

// TestHeapTwin: of such boxes a sweep finds what brute force does, by all kernels in the same order.
func TestHeapTwin(t *testing.T) {
	testenv.Sequential(t)
	r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 3))
	for round := range 24 {
		bodies, n := round%2 == 0, 300+r.IntN(1500)
		b, f := heap(r, n, 1+r.IntN(n/4), bodies)
		what := fmt.Sprintf("%d boxes, bodies %v, round %d", n, bodies, round)
		if round%3 == 0 { // both, and worlds
			f.World = make([]uint32, n)
			more := make([]bool, n)
			for i := range n {
				f.World[i], more[i] = uint32(r.IntN(2)), r.IntN(3) > 0
			}
			if f.Static == nil {
				f.Static = more
			}
		}
		if round%4 == 1 {
			f.Skip = make([]bool, n)
			for i := range f.Skip {
				f.Skip[i] = r.IntN(5) == 0
			}
		}
		want := must.Get(sweep.BruteForce(nil, b, f, 0.1))(t)
		slices.SortFunc(want, byIndex)
		var first []simd.Pair
		for _, table := range isa.All() {
			var frame sweep.Frame
			got := must.Get(frame.AppendPairs(nil, b, f, sweep.Settings{Kernels: table, Grow: 0.1}))(t)
			if first == nil {
				first = slices.Clone(got)
			} else if !slices.Equal(got, first) {
				t.Errorf("%s: %s finds pairs in another order", what, table.Name)
			}
			slices.SortFunc(got, byIndex)
			if !slices.Equal(got, want) {
				t.Errorf("%s, %s: %d pairs, brute force finds %d", what, table.Name, len(got), len(want))
			}
		}
	}
}

// TestActiveReaches: a strip that a box reaches which is not static has pairs, up to the last.
func TestActiveReaches(t *testing.T) {
	b, static := new(sweep.Boxes), []bool(nil)
	add := func(x, y float64, tall float32, still bool) {
		b.X, b.Y, static = append(b.X, x), append(b.Y, y), append(static, still)
		b.MinX, b.MinY, b.MaxX, b.MaxY = append(b.MinX, -0.4), append(b.MinY, 0), append(b.MaxX, 0.4), append(b.MaxY, tall)
	}
	for i := range 6400 {
		add(float64(i%80), float64(i/80), 0.8, true)
	}
	for k := range 8 {
		add(float64(9*k), float64(3*k), 9+float32(k), false)
	}
	f := &sweep.Filters{Static: static}
	var frame sweep.Frame
	must.Do(t, frame.Build(b, f, sweep.Settings{}))
	found, w := 0, new(sweep.Strip)
	for k := range frame.Strips() {
		frame.Load(k, w)
		for more := true; more; {
			var pairs []simd.Pair
			pairs, more = w.Next()
			if len(pairs) > 0 && frame.AllStatic(k) {
				t.Errorf("strip %d has %d pairs, and is said to have static boxes only", k, len(pairs))
			}
			found += len(pairs)
		}
	}
	if found < 64 {
		t.Errorf("%d pairs", found)
	}
}
