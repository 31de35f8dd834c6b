// SPDX-License-Identifier: MIT

package broadphase

import (
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// TestNextReturns: Next comes back again and again from a crowd in which filters leave
// no pair, and finds every pair of one in which they leave some.
func TestNextReturns(t *testing.T) {
	n := testenv.Rounds(8000, 20_000, 20_000)
	b := &Boxes{}
	f := &Filters{Category: make([]uint32, n), Mask: make([]uint32, n)}
	for i := range n {
		b.X, b.Y = append(b.X, 0), append(b.Y, 0)
		b.MinX, b.MinY = append(b.MinX, -1), append(b.MinY, -1)
		b.MaxX, b.MaxY = append(b.MaxX, 1), append(b.MaxY, 1)
		f.Category[i], f.Mask[i] = 1|uint32(i)<<2, 2 // all differ: no classes
	}
	for _, moving := range []int{0, 1} {
		for i := range moving {
			f.Category[n/2+i], f.Mask[n/2+i] = 2, 1
		}
		for _, table := range isa.All() {
			var s Frame
			var w Strip
			must.Do(t, s.Build(b, f, Settings{Kernels: table}))
			calls, found := 0, 0
			for k := range s.Strips() {
				s.Load(k, &w)
				for more := true; more; calls++ {
					var pairs []kernels.Pair
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

// TestNextReturnsApart: no call makes far more tests than others, also where the sweep skips
// classes that never meet.
func TestNextReturnsApart(t *testing.T) {
	const n, movers = 60_000, 1500
	b, f := &Boxes{}, &Filters{Category: make([]uint32, n), Mask: make([]uint32, n), Static: make([]bool, n)}
	for i := range n {
		b.X, b.Y = append(b.X, 0), append(b.Y, 0)
		b.MinX, b.MinY = append(b.MinX, -1), append(b.MinY, -1)
		b.MaxX, b.MaxY = append(b.MaxX, 1), append(b.MaxY, 1)
		if f.Category[i], f.Mask[i], f.Static[i] = 1, 2, true; i%(n/movers) == 0 {
			f.Category[i], f.Static[i] = 1|uint32(i)<<2, false // all differ: compared, never meet
		}
	}
	var s Frame
	var w Strip
	must.Do(t, s.Build(b, f, Settings{}))
	calls := 0
	for k := range s.Strips() {
		s.Load(k, &w)
		for more := true; more; calls++ {
			from := w.classes.done
			_, more = w.Next()
			if tests := w.classes.done - from; tests > 2*testsPerCall {
				t.Fatalf("call %d made %d tests", calls, tests)
			}
			if share := w.Share(); !more && share != 1 || share < float64(from)/float64(w.tests) || share > 1 {
				t.Fatalf("call %d ends at %v", calls, share)
			}
		}
	}
	if calls < movers*(n-movers)/testsPerCall/2 {
		t.Errorf("%d calls", calls)
	}
}
