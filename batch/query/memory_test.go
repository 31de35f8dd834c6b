// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"runtime"
	"testing"

	"daylight/batch/query"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestMemoryOfRows: WithinDistance takes what its comment says.
func TestMemoryOfRows(t *testing.T) {
	if testenv.Race {
		t.Skip("the race detector takes memory of its own")
	}
	const n = 50_000
	for _, c := range []struct {
		attrs []soa.Attr
		per   float64
	}{{nil, 95}, {[]soa.Attr{soa.Category(3)}, 120}} {
		for _, workers := range []int{1, 4} {
			r := seeded(t, 96)
			s := soa.New()
			for range n {
				_, err := s.AddCircle(soa.At(float64(r.Float64()*300), float64(r.Float64()*300), 0), 0.5, c.attrs...)
				must(t, 0, err)
			}
			ix := index(t, s)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			a := asker(t, ix, query.Workers(workers))
			rows, err := a.WithinDistance(context.Background(), 0.5)
			must(t, rows, err)
			runtime.GC()
			runtime.ReadMemStats(&after)
			pairs := len(rows.Index) / 2
			took := float64(int64(after.HeapAlloc) - int64(before.HeapAlloc))
			// The lists of pairs may have a quarter of their room to spare.
			said := c.per*n + 300e3*float64(workers) + 24*float64(pairs)
			spare := 4 * float64(pairs)
			if took > said+spare || took < 0.5*said {
				t.Errorf("%d attributes, %d workers, %d pairs: %.0f bytes, said to be %.0f", len(c.attrs), workers, pairs, took, said)
			}
			runtime.KeepAlive(a)
			runtime.KeepAlive(ix)
		}
	}
}
