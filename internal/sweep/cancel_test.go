// SPDX-License-Identifier: MIT

package sweep

import (
	"testing"

	"daylight/internal/must"
	"daylight/internal/simd"
	"daylight/internal/simd/isa"
	"daylight/internal/testenv"
)

// TestNextReturns: Next comes back again and again from a crowd in which filters leave
// no pair, and finds every pair of one in which they leave some.
func TestNextReturns(t *testing.T) {
	n := testenv.Rounds(8000, 20_000, 20_000)
	b := &Boxes{}
	group := make([]int32, n)
	for i := range n {
		b.X, b.Y = append(b.X, 0), append(b.Y, 0)
		b.MinX, b.MinY = append(b.MinX, -1), append(b.MinY, -1)
		b.MaxX, b.MaxY = append(b.MaxX, 1), append(b.MaxY, 1)
		group[i] = -1
	}
	for _, moving := range []int{0, 1} {
		for i := range moving {
			group[n/2+i] = 0
		}
		for _, table := range isa.All() {
			var s Frame
			var w Strip
			must.Do(t, s.Build(b, &Filters{Group: group}, Settings{Kernels: table}))
			calls, found := 0, 0
			for k := range s.Strips() {
				s.Load(k, &w)
				for more := true; more; calls++ {
					var pairs []simd.Pair
					pairs, more = w.Next()
					found += len(pairs)
				}
			}
			if want := moving * (n - 1); found != want {
				t.Errorf("%s: %d pairs, want %d", table.Name, found, want)
			}
			if least := n * (n - 1) / 2 / testsPerCall / 2; calls < least {
				t.Errorf("%s: Next came back %d times, want %d at least", table.Name, calls, least)
			}
		}
	}
}

// TestNextReturnsAside: no call makes far more tests than others where rows that never meet stand behind the rest.
func TestNextReturnsAside(t *testing.T) {
	const n, movers = 60_000, 1500
	b, f := &Boxes{}, &Filters{Group: make([]int32, n), Static: make([]bool, n)}
	for i := range n {
		b.X, b.Y = append(b.X, 0), append(b.Y, 0)
		b.MinX, b.MinY = append(b.MinX, -1), append(b.MinY, -1)
		b.MaxX, b.MaxY = append(b.MaxX, 1), append(b.MaxY, 1)
		f.Group[i], f.Static[i] = -1, i%(n/movers) != 0
	}
	var s Frame
	var w Strip
	must.Do(t, s.Build(b, f, Settings{}))
	calls := 0
	for k := range s.Strips() {
		s.Load(k, &w)
		for more := true; more; calls++ {
			from := w.cursor.I
			_, more = w.Next()
			tests := 0
			for r := from; r < w.cursor.I; r++ {
				tests += max(0, int(w.rows.End[r])-r-1)
			}
			if tests > 2*testsPerCall {
				t.Fatalf("call %d made %d tests", calls, tests)
			}
		}
	}
	if calls < movers*(n-movers)/testsPerCall/2 {
		t.Errorf("%d calls", calls)
	}
}
