// SPDX-License-Identifier: MIT

package broadphase

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"daylight/kernels"
)

// TestSideBySide runs every phase that may run in parallel in parallel, for the race
// detector to watch.
func TestSideBySide(t *testing.T) {
	m := &model{r: rand.New(rand.NewPCG(testSeed(t), 3))}
	for range 2000 {
		m.add()
	}
	want := inParts(t, &m.b, &m.f, 1, 4096)
	const workers = 4
	var s Sweep
	n := m.b.Len()
	each := func(do func(k, lo, hi int)) {
		var g sync.WaitGroup
		for k := range workers {
			g.Add(1)
			go func() {
				defer g.Done()
				do(k, n*k/workers, n*(k+1)/workers)
			}()
		}
		g.Wait()
	}
	for range 3 {
		var extents [workers]Extent
		each(func(k, lo, hi int) { extents[k] = s.Measure(kernels.Best(), &m.b, &m.f, lo, hi) })
		var e Extent
		for _, x := range extents {
			e = e.Union(x)
		}
		if err := s.Plan(&m.b, &m.f, e, 0, workers); err != nil {
			t.Fatal(err)
		}
		for again := true; again; {
			each(func(k, lo, hi int) { s.Count(kernels.Best(), k, lo, hi) })
			var err error
			if again, err = s.Arrange(); err != nil {
				t.Fatal(err)
			}
		}
		each(s.Scatter)
		found := make([][]kernels.Pair, s.Strips())
		each(func(k, _, _ int) {
			var w Work
			out := make([]kernels.Pair, 128)
			for strip := k; strip < s.Strips(); strip += workers {
				s.Load(kernels.Best(), strip, &w)
				for more := true; more; {
					var n int
					n, more = s.Next(kernels.Best(), &w, out)
					for _, p := range out[:n] {
						found[strip] = append(found[strip], kernels.Pair{A: w.Slots()[p.A], B: w.Slots()[p.B]})
					}
				}
			}
		})
		if !slices.Equal(slices.Concat(found...), want) {
			t.Fatal("other pairs or another order than one by one")
		}
	}
}
