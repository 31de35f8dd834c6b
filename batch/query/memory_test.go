// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"daylight"
	"daylight/batch"
	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestMemoryOfRows: WithinDistance takes what its comment says.
func TestMemoryOfRows(t *testing.T) {
	testenv.OwnMemory(t)
	const n = 50_000
	for _, c := range []struct {
		attrs     soa.Attrs
		boxes     bool
		per, each float64 // bytes of a shape and of a worker
	}{{soa.Attrs{}, false, 65, 900e3}, {soa.Attrs{}, true, 95, 300e3}, {soa.Attrs{Category: 3}, false, 120, 300e3}} {
		for _, workers := range []int{1, 4} {
			r := seeded(t, 96)
			s := soa.New()
			for range n {
				at := soa.At(float64(r.Float64()*300), float64(r.Float64()*300), 0)
				if c.boxes {
					must.Get(s.AddBox(at, 0.5, 0.5, c.attrs))(t)
				} else {
					must.Get(s.AddCircle(at, 0.5, c.attrs))(t)
				}
			}
			ix := index(t, s, query.Config{})
			before := testenv.Heap()
			a := asker(t, ix, query.AskerConfig{Workers: workers})
			rows := must.Get(a.WithinDistance(context.Background(), 0.5, query.Options{}))(t)
			took := float64(testenv.Heap() - before)
			pairs := len(rows.Answers) / 2
			// The lists of pairs may have a quarter of their room to spare.
			said := c.per*n + c.each*float64(workers) + 24*float64(pairs)
			spare := 4 * float64(pairs)
			if took > said+spare || took < 0.5*said {
				t.Errorf("%+v, %d workers, %d pairs: %.0f bytes, said to be %.0f", c, workers, pairs, took, said)
			}
			runtime.KeepAlive(a)
			runtime.KeepAlive(ix)
		}
	}
}

// TestIndexMemory: an index takes what the comment of Index says, and keeps as much for the next
// Build.
func TestIndexMemory(t *testing.T) {
	testenv.OwnMemory(t)
	n := testenv.Rounds(40_000, 100_000, 100_000)
	hexagon := make([]soa.Point, 6)
	for k := range hexagon {
		sin, cos := soa.SinCos(math.Pi / 3 * float64(k))
		hexagon[k] = soa.Point{X: float64(cos), Y: float64(sin)}
	}
	box := func(s *soa.Shapes, p soa.Pose, attrs soa.Attrs) (soa.ID, error) { return s.AddBox(p, 1, 1, attrs) }
	polygon := func(s *soa.Shapes, p soa.Pose, attrs soa.Attrs) (soa.ID, error) {
		return s.AddPolygon(p, hexagon, 0, attrs)
	}
	for _, c := range []struct {
		name   string
		states float64
		add    func(s *soa.Shapes, p soa.Pose, attrs soa.Attrs) (soa.ID, error)
		attrs  soa.Attrs
		stored bool
	}{
		{"boxes", 78 + 16, box, soa.Attrs{}, false},
		{"boxes in a world", 78 + 16, box, soa.Attrs{World: 7}, false},
		{"boxes with attributes", 78 + 24 + 16, box, soa.Attrs{Category: 2}, false},
		{"hexagons", 86 + 8*20 + 16, polygon, soa.Attrs{}, false},
		{"boxes as a step has stored them", 78 + 21, box, soa.Attrs{}, true},
	} {
		r := seeded(t, 97)
		s := soa.New()
		for range n {
			must.Get(c.add(s, somewhere(r, 0, 0, 600), c.attrs))(t)
		}
		if c.stored {
			e := must.Get(batch.New(s, batch.Config{Workers: 1}))(t)
			must.Get(e.Step(context.Background()))(t)
		}
		before := testenv.Heap()
		ix := index(t, s, query.Config{Workers: 1})
		got := float64(testenv.Heap()-before) / float64(n)
		if query.Stored(ix) != c.stored {
			t.Errorf("%s: built in the order of storage: %v", c.name, !c.stored)
		}
		t.Logf("%s: %.1f bytes a shape, %v stated", c.name, got, c.states)
		if said := 1.25 * c.states; got > 1.03*said || got < 0.97*said {
			t.Errorf("%s: %.1f bytes a shape, %v and a quarter more stated", c.name, got, c.states)
		}
		runtime.KeepAlive(ix)
		runtime.KeepAlive(s)
	}
}

// TestMemoryLimit: questions with more answers than the memory allows end in a daylight.LimitError,
// in every kind of call, which says what it would take within a factor of eight (of one strip of
// WithinDistance that takes all, only that it is more). The heap never holds much more than is
// allowed, and the Asker is as good as before.
func TestMemoryLimit(t *testing.T) {
	testenv.OwnMemory(t)
	const n, limit = 2400, 10 << 20
	ctx := context.Background()
	s := soa.New()
	var p pointColumns
	var rays rayColumns
	var windows boxColumns
	for i := range n {
		must.Get(s.AddCircle(soa.At(1e-3*float64(i%7), 0, 0), 1, soa.Attrs{}))(t)
		p.X, p.Y = append(p.X, 0), append(p.Y, 0)
		rays.X, rays.Y, rays.DX, rays.DY = append(rays.X, -9), append(rays.Y, 0), append(rays.DX, 9), append(rays.DY, 0)
		windows.MinX, windows.MinY = append(windows.MinX, -1), append(windows.MinY, -1)
		windows.MaxX, windows.MaxY = append(windows.MaxX, 1), append(windows.MaxY, 1)
	}
	closed, filtered := p, windows
	closed.Period[0], closed.Period[1] = 50, 50
	filtered.SkipOf = idsOf(s)
	probes := shapeColumns{Shapes: s}
	ix := index(t, s, query.Config{})
	for name, c := range map[string]struct {
		bytes int64 // an answer, on average
		ask   func(a *query.Asker) error
	}{
		"CastRaysAll":                {8 + 8 + 8 + 16, func(a *query.Asker) error { _, err := rays.all(ctx, a); return err }},
		"OverlapPoints":              {20, func(a *query.Asker) error { _, err := p.overlap(ctx, a); return err }},
		"OverlapPoints on a torus":   {20, func(a *query.Asker) error { _, err := closed.overlap(ctx, a); return err }},
		"NearestToPoints on a torus": {52, func(a *query.Asker) error { _, err := closed.nearest(ctx, a, n); return err }},
		"OverlapBoxes":               {20, func(a *query.Asker) error { _, err := windows.overlap(ctx, a); return err }},
		"OverlapAABBs":               {8, func(a *query.Asker) error { _, err := windows.aabbs(ctx, a); return err }},
		"OverlapAABBs, filtered":     {8, func(a *query.Asker) error { _, err := filtered.aabbs(ctx, a); return err }},
		"OverlapShapes":              {20, func(a *query.Asker) error { _, err := probes.overlap(ctx, a); return err }},
		"CoverShapes":                {2, func(a *query.Asker) error { _, err := probes.cover(ctx, a); return err }},
		"NearestToPoints":            {52, func(a *query.Asker) error { _, err := p.nearest(ctx, a, n); return err }},
		"NearestToShapes":            {52, func(a *query.Asker) error { _, err := probes.nearest(ctx, a, n); return err }},
		"WithinDistance": {0, func(a *query.Asker) error {
			_, err := a.WithinDistance(ctx, 1, query.Options{HalfLists: true})
			return err
		}},
	} {
		for _, workers := range []int{1, 3} {
			t.Run(fmt.Sprintf("%s, %d workers", name, workers), func(t *testing.T) {
				a := asker(t, ix, query.AskerConfig{Workers: workers, MemoryLimit: limit})
				first := must.Get(pointColumns{X: p.X[:9], Y: p.Y[:9]}.overlap(ctx, a))(t)
				few := clone(first)
				var err error
				high := highest(func() { err = c.ask(a) })
				var short *daylight.LimitError
				if !errors.As(err, &short) || !errors.Is(err, daylight.ErrLimit) || short.Option != "MemoryLimit" || short.Limit != limit || short.Needed <= limit {
					t.Fatalf("error %v", err)
				}
				want := int64(n) * n * c.bytes * int64(min(workers, 2))
				if want > 0 && (short.Needed < want/8 || short.Needed > 8*want) {
					t.Errorf("it says that it needs %d bytes, and would need about %d", short.Needed, want)
				}
				if high > 2*limit { // the collector lags behind
					t.Errorf("%d bytes in use, %d allowed", high, limit)
				}
				same(t, "afterwards", must.Get(pointColumns{X: p.X[:9], Y: p.Y[:9]}.overlap(ctx, a))(t), few)
			})
		}
	}
	for name, ask := range map[string]func() error{
		"questions": func() error {
			many := make([]float64, 1<<20)
			_, err := rayColumns{X: many, Y: many, DX: many, DY: many}.any(ctx, asker(t, ix, query.AskerConfig{MemoryLimit: limit}))
			return err
		},
		"an index": func() error {
			big := soa.New()
			for i := range 20_000 {
				must.Get(big.AddCircle(soa.At(float64(i), 0, 0), 1, soa.Attrs{}))(t)
			}
			_, err := query.New(big, query.Config{MemoryLimit: 1 << 20})
			return err
		},
		"an option of New": func() error {
			_, err := p.overlap(ctx, asker(t, index(t, s, query.Config{MemoryLimit: 2 << 20}), query.AskerConfig{}))
			return err
		},
	} {
		if err := ask(); !errors.Is(err, daylight.ErrLimit) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// highest is how much more the heap had in use at any time while f ran, about.
func highest(f func()) int64 {
	before := testenv.Heap()
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	stop, most := make(chan struct{}), make(chan int64)
	go func() {
		high := int64(0)
		for {
			select {
			case <-stop:
				most <- high
				return
			case <-time.After(200 * time.Microsecond):
				var now runtime.MemStats
				runtime.ReadMemStats(&now)
				high = max(high, int64(now.HeapAlloc)-before)
			}
		}
	}()
	f()
	close(stop)
	return <-most
}

// TestIndexLimit: an index that would take more than its limit is refused before it takes memory,
// and is as it was: by New, by Build after shapes were added, and by Refit after they were given
// attributes.
func TestIndexLimit(t *testing.T) {
	const limit = 1 << 20
	s := soa.New()
	add := func(n int) {
		for range n {
			must.Get(s.AddCircle(soa.At(float64(s.Len()), 0, 0), 0.25, soa.Attrs{}))(t)
		}
	}
	add(7500)
	ix := index(t, s, query.Config{MemoryLimit: limit, Workers: 1})
	refused := func(name string, f func() error) {
		t.Helper()
		var err error
		took := testenv.Allocated(func() { err = f() })
		var short *daylight.LimitError
		if !errors.As(err, &short) || short.Option != "MemoryLimit" || short.Limit != limit || short.Needed <= limit {
			t.Errorf("%s: error %v", name, err)
		}
		if took > 16<<10 && !testenv.Race {
			t.Errorf("%s: %d bytes taken", name, took)
		}
		if h, err := ix.CastRay(0.5, 0, 1, 0, query.Options{}); err != nil || ix.Len() != 7500 || h.Shape != idsOf(s)[1] {
			t.Errorf("%s: afterwards %d shapes, %+v, %v", name, ix.Len(), h, err)
		}
	}
	must.Do(t, ix.Build())
	for _, id := range idsOf(s) {
		must.Do(t, s.SetAttrs(id, soa.Attrs{Category: 2}))
	}
	refused("Refit", ix.Refit)
	refused("Build of shapes with attributes", ix.Build)
	for _, id := range idsOf(s) {
		must.Do(t, s.SetAttrs(id, soa.Attrs{}))
	}
	add(12_500)
	refused("Build", ix.Build)
	refused("New", func() error { _, err := query.New(s, query.Config{MemoryLimit: limit, Workers: 1}); return err })
}
