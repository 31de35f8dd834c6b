// SPDX-License-Identifier: MIT

package broadphase

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// TestSideBySide runs everything that may run in parallel in parallel, for the race
// detector to watch.
func TestSideBySide(t *testing.T) {
	m := &model{r: rand.New(rand.NewPCG(testenv.Seed(t, 1), 3))}
	for range 2000 {
		m.add()
	}
	want := inParts(t, &m.b, &m.f, 1, 4096)
	const workers = 4
	sideBySide := func(parts int, do func(int)) error {
		var g sync.WaitGroup
		for k := range parts {
			g.Add(1)
			go func() {
				defer g.Done()
				do(k)
			}()
		}
		g.Wait()
		return nil
	}
	var s Frame
	for range 3 {
		must.Do(t, s.accept(&m.b, &m.f, Settings{}))
		must.Do(t, s.build(workers, sideBySide))
		found := make([][]kernels.Pair, s.Strips())
		_ = sideBySide(workers, func(k int) {
			var w Strip
			for strip := k; strip < s.Strips(); strip += workers {
				s.Load(strip, &w)
				found[strip] = slotsOf(&w)
			}
		})
		if !slices.Equal(slices.Concat(found...), want) {
			t.Fatal("other pairs or another order than one by one")
		}
	}
}

// TestWorkers: boxes enough for several parts give the same pairs in the same order with
// any number of workers.
func TestWorkers(t *testing.T) {
	m := &model{r: rand.New(rand.NewPCG(testenv.Seed(t, 1), 5)), calm: true}
	for range 5*partBoxes + 17 {
		m.add()
		m.b.Y[len(m.b.Y)-1] *= 50
	}
	var want []kernels.Pair
	for workers, parts := range []int{1, 1, 2, 3, 4, 5, 5, 5} {
		most := 0
		var s Frame
		got := must.Get(s.AppendPairs(nil, &m.b, &m.f, Settings{Workers: workers, Each: func(n int, do func(int)) error {
			most = max(most, n)
			for k := n - 1; k >= 0; k-- {
				do(k)
			}
			return nil
		}}))(t)
		if want == nil {
			want = got
		}
		if most != parts || !slices.Equal(got, want) || len(got) == 0 {
			t.Errorf("%d workers: %d parts, want %d; %d pairs, want %d in the same order", workers, most, parts, len(got), len(want))
		}
	}
}
