// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"math"
	"runtime"
	"testing"

	"daylight/batch"
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

// TestIndexMemory: an index takes what the comment of Index says, and keeps as much for the next Build.
func TestIndexMemory(t *testing.T) {
	if testenv.Race {
		t.Skip("the race detector takes memory of its own")
	}
	const n = 100_000
	hexagon := make([]soa.Point, 6)
	for k := range hexagon {
		sin, cos := soa.SinCos(math.Pi / 3 * float64(k))
		hexagon[k] = soa.Point{X: float64(cos), Y: float64(sin)}
	}
	box := func(s *soa.Shapes, p soa.Pose, attrs ...soa.Attr) (soa.ID, error) { return s.AddBox(p, 1, 1, attrs...) }
	polygon := func(s *soa.Shapes, p soa.Pose, attrs ...soa.Attr) (soa.ID, error) {
		return s.AddPolygon(p, hexagon, 0, attrs...)
	}
	for _, c := range []struct {
		name   string
		states float64
		add    func(s *soa.Shapes, p soa.Pose, attrs ...soa.Attr) (soa.ID, error)
		attrs  []soa.Attr
		stored bool
	}{
		{"boxes", 78 + 16, box, nil, false},
		{"boxes in a world", 78 + 16, box, []soa.Attr{soa.InWorld(7)}, false},
		{"boxes with attributes", 78 + 24 + 16, box, []soa.Attr{soa.Category(2)}, false},
		{"hexagons", 86 + 8*20 + 16, polygon, nil, false},
		{"boxes as a step has stored them", 78 + 21, box, nil, true},
	} {
		r := seeded(t, 97)
		s := soa.New()
		for range n {
			_, err := c.add(s, somewhere(r, 0, 0, 600), c.attrs...)
			must(t, 0, err)
		}
		if c.stored {
			e, err := batch.New(s, batch.Workers(1))
			must(t, e, err)
			_, err = e.Step(context.Background())
			must(t, 0, err)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		ix := index(t, s, query.Workers(1))
		runtime.GC()
		runtime.ReadMemStats(&after)
		if query.Stored(ix) != c.stored {
			t.Errorf("%s: built in the order of storage: %v", c.name, !c.stored)
		}
		got := float64(int64(after.HeapAlloc)-int64(before.HeapAlloc)) / n
		t.Logf("%s: %.1f bytes a shape, %v stated", c.name, got, c.states)
		if said := 1.25 * c.states; got > 1.03*said || got < 0.97*said {
			t.Errorf("%s: %.1f bytes a shape, %v and a quarter more stated", c.name, got, c.states)
		}
		runtime.KeepAlive(ix)
		runtime.KeepAlive(s)
	}
}
