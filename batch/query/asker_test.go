// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"daylight/batch"
	"daylight/batch/query"
	"daylight/internal/simd/isa"
	"daylight/internal/store"
	"daylight/internal/testenv"
	"daylight/soa"
)

// scatter is a store of n shapes of all classes.
func scatter(t testing.TB, n int) (*soa.Shapes, *layout) {
	l := layouts(n)[2]
	s := soa.New()
	l.place(t, s, seeded(t, 71), n)
	return s, &l
}

// TestWindowsOfAllSizes: how many questions are searched for at a time, which follows what was
// asked before, does not matter.
func TestWindowsOfAllSizes(t *testing.T) {
	testenv.Sequential(t)
	ctx := context.Background()
	s := soa.New()
	r := seeded(t, 73)
	const n, wide = 20_000, 200.0
	for range n {
		id, err := s.AddBox(soa.At(r.Float64()*wide, r.Float64()*wide, 0), 0.5, 0.5, soa.Attrs{})
		must(t, id, err)
	}
	ix := index(t, s)
	warm, brute := asker(t, ix, query.Workers(1), query.Canonical(true)), asker(t, index(t, s, query.BruteForce(true)), query.Workers(1), query.Canonical(true))
	for _, large := range []float64{1, 0, 0.5, 0.02, 0, 0.1} { // share of large windows
		var q query.Boxes
		for range 40 {
			w := 0.02 * wide
			if r.Float64() < large {
				w = (0.5 + r.Float64()/2) * wide
			}
			x, y := r.Float64()*(wide-w), r.Float64()*(wide-w)
			q.MinX, q.MinY, q.MaxX, q.MaxY = append(q.MinX, x), append(q.MinY, y), append(q.MaxX, x+w), append(q.MaxY, y+w)
		}
		for name, ask := range map[string]func(*query.Asker) (*query.Overlaps, error){
			"aabbs": func(a *query.Asker) (*query.Overlaps, error) { return a.OverlapAABBs(ctx, q) },
			"boxes": func(a *query.Asker) (*query.Overlaps, error) { return a.OverlapBoxes(ctx, q) },
		} {
			var found [3]*query.Overlaps
			for k, a := range []*query.Asker{warm, asker(t, ix, query.Workers(1), query.Canonical(true)), brute} {
				o, err := ask(a)
				found[k] = clone(must(t, o, err))
			}
			for k, what := range []string{"what an Asker begins with", "brute force"} {
				if !reflect.DeepEqual(found[0], found[k+1]) {
					t.Errorf("%v of large windows, %s: %d answers, not the %d of %s", large, name, len(found[0].Shape), len(found[k+1].Shape), what)
				}
			}
		}
	}
}

// TestWarmCallsAllocateNothing, with one worker.
func TestWarmCallsAllocateNothing(t *testing.T) {
	if testenv.Race {
		t.Skip("the race detector allocates")
	}
	ctx := context.Background()
	s, l := scatter(t, 3000)
	ix := index(t, s)
	a := asker(t, ix, query.Workers(1))
	r := seeded(t, 73)
	rays, p := randomRays(l, r, 500), randomPoints(l, r, 500)
	windows := query.Boxes{MinX: p.X, MinY: p.Y, MaxX: make([]float64, 500), MaxY: make([]float64, 500)}
	c := query.Casts{Probes: query.Probes{Shapes: soa.New()}}
	for i := range p.X {
		windows.MaxX[i], windows.MaxY[i] = p.X[i]+2, p.Y[i]+2
		addAny(t, c.Shapes, r, soa.At(p.X[i], p.Y[i], 1), 0.5, soa.Attrs{})
		c.DX, c.DY, c.Turn = append(c.DX, r.Float64()), append(c.DY, r.Float64()), append(c.Turn, r.Float64())
	}
	var ids []soa.ID
	var hits []query.RayHit
	var overlaps []query.Overlap
	var near []query.Neighbour
	probe := idsOf(c.Shapes)[7]
	for name, f := range map[string]func() error{
		"CastRays":        func() error { _, err := a.CastRays(ctx, rays); return err },
		"CastRaysAny":     func() error { _, err := a.CastRaysAny(ctx, rays); return err },
		"CastRaysAll":     func() error { _, err := a.CastRaysAll(ctx, rays); return err },
		"CastShapes":      func() error { _, err := a.CastShapes(ctx, c); return err },
		"OverlapPoints":   func() error { _, err := a.OverlapPoints(ctx, p); return err },
		"OverlapAABBs":    func() error { _, err := a.OverlapAABBs(ctx, windows); return err },
		"OverlapBoxes":    func() error { _, err := a.OverlapBoxes(ctx, windows); return err },
		"OverlapShapes":   func() error { _, err := a.OverlapShapes(ctx, c.Probes); return err },
		"Covers":          func() error { _, err := a.Covers(ctx, c.Probes); return err },
		"NearestToPoints": func() error { _, err := a.NearestToPoints(ctx, p, 4); return err },
		"NearestToShapes": func() error { _, err := a.NearestToShapes(ctx, c.Probes, 4); return err },
		"WithinDistance":  func() error { _, err := a.WithinDistance(ctx, 1); return err },
		"Build":           ix.Build,
		"Refit":           ix.Refit,
		"CastRayClosest":  func() error { ix.CastRayClosest(1, 1, 5, 5, nil); return nil },
		"CastRayAny":      func() error { ix.CastRayAny(1, 1, 5, 5, nil); return nil },
		"OverlapPoint":    func() error { ids = ix.OverlapPoint(ids[:0], 5, 5, nil); return nil },
		"CastRayAll":      func() error { hits = ix.CastRayAll(hits[:0], 1, 1, 5, 5, nil); return nil },
		"CastShape":       func() error { ix.CastShape(c.Shapes, probe, 1, 1, 1); return nil },
		"OverlapAABB":     func() error { ids = ix.OverlapAABB(ids[:0], 5, 5, 9, 9, nil); return nil },
		"OverlapBox":      func() error { ids = ix.OverlapBox(ids[:0], 5, 5, 9, 9, nil); return nil },
		"OverlapShape":    func() error { ids = ix.OverlapShape(ids[:0], c.Shapes, probe); return nil },
		"NearestToPoint":  func() error { ix.NearestToPoint(5, 5, nil); return nil },
		"OverlapsOfPoint": func() error { overlaps = ix.OverlapsOfPoint(overlaps[:0], 5, 5, 1, nil); return nil },
		"OverlapsOfBox":   func() error { overlaps = ix.OverlapsOfBox(overlaps[:0], 5, 5, 9, 9, 1, nil); return nil },
		"OverlapsOfShape": func() error { overlaps = ix.OverlapsOfShape(overlaps[:0], c.Shapes, probe, 1); return nil },
		"KNearestToPoint": func() error { near = ix.KNearestToPoint(near[:0], 5, 5, 9, 4, nil); return nil },
		"KNearestToShape": func() error { near = ix.KNearestToShape(near[:0], c.Shapes, probe, 9, 4); return nil },
		"Index.Covers":    func() error { ids = ix.Covers(ids[:0], c.Shapes, probe); return nil },
	} {
		for range 2 {
			must(t, 0, f())
		}
		if n := testing.AllocsPerRun(5, func() {
			if err := f(); err != nil {
				t.Error(err)
			}
		}); n > 0 {
			t.Errorf("%s: %v allocations a warm call", name, n)
		}
	}
}

// TestRefit: an index refitted to where shapes have moved answers as one that is built
// anew, and refuses what it cannot follow.
func TestRefit(t *testing.T) {
	ctx := context.Background()
	s, l := scatter(t, 1000)
	ix := index(t, s)
	r := seeded(t, 74)
	rays, points := randomRays(l, r, 400), randomPoints(l, r, 200)
	windows := query.Boxes{MinX: points.X, MinY: points.Y}
	casts := query.Casts{Probes: query.Probes{Shapes: soa.New()}}
	for i := range points.X {
		windows.MaxX, windows.MaxY = append(windows.MaxX, points.X[i]+2), append(windows.MaxY, points.Y[i]+1)
		addAny(t, casts.Shapes, r, soa.At(points.X[i], points.Y[i], r.Float64()), 0.3, soa.Attrs{})
		casts.DX, casts.DY = append(casts.DX, 9*r.Float64()), append(casts.DY, 9*r.Float64())
	}
	for round := range 5 {
		for id := range s.All() {
			x, y, err := s.Position(id)
			must(t, 0, err)
			must(t, 0, s.SetPosition(id, x+float64(4*r.Float64())-2, y+float64(4*r.Float64())-2))
			must(t, 0, s.SetAngle(id, 7*r.Float64()))
		}
		if round == 2 {
			perm := make([]uint32, s.Len())
			for i, k := range r.Perm(s.Len()) {
				perm[i] = uint32(k)
			}
			must(t, 0, store.Of(s).Reorder(perm))
		}
		must(t, 0, ix.Refit())
		name := fmt.Sprintf("round %d", round)
		refitted, brute := asker(t, ix, query.Canonical(true)), asker(t, index(t, s, query.BruteForce(true)), query.Canonical(true))
		for what, ask := range map[string]func(a *query.Asker) (any, error){
			"rays":    func(a *query.Asker) (any, error) { return a.CastRaysAll(ctx, rays) },
			"first":   func(a *query.Asker) (any, error) { return a.CastRays(ctx, rays) },
			"points":  func(a *query.Asker) (any, error) { return a.OverlapPoints(ctx, points, query.Within(0.5)) },
			"AABBs":   func(a *query.Asker) (any, error) { return a.OverlapAABBs(ctx, windows) },
			"shapes":  func(a *query.Asker) (any, error) { return a.OverlapShapes(ctx, casts.Probes) },
			"casts":   func(a *query.Asker) (any, error) { return a.CastShapes(ctx, casts) },
			"covers":  func(a *query.Asker) (any, error) { return a.Covers(ctx, casts.Probes) },
			"nearest": func(a *query.Asker) (any, error) { return a.NearestToPoints(ctx, points, 3) },
			"within":  func(a *query.Asker) (any, error) { return a.WithinDistance(ctx, 0.5) },
		} {
			compare(t, name+", "+what, ask, refitted, brute)
		}
	}
	id := idsOf(s)[5]
	must(t, 0, s.SetAttrs(id, soa.Attrs{World: 3}))
	if !errors.Is(ix.Refit(), query.ErrChanged) {
		t.Error("Refit followed a shape to another world")
	}
	must(t, 0, s.SetAttrs(id, soa.Attrs{}))
	must(t, 0, ix.Refit())
	must(t, 0, s.Remove(id))
	if !errors.Is(ix.Refit(), query.ErrChanged) {
		t.Error("Refit overlooked that a shape was removed")
	}
	addAny(t, s, r, soa.At(0, 0, 0), 1, soa.Attrs{})
	if !errors.Is(ix.Refit(), query.ErrChanged) {
		t.Error("Refit overlooked that a shape was put in another's place")
	}
	must(t, 0, ix.Build())
	must(t, 0, ix.Refit())
}

// TestBadQuestions are refused with an error that says which.
func TestBadQuestions(t *testing.T) {
	ctx := context.Background()
	s, _ := scatter(t, 100)
	a := asker(t, index(t, s))
	nan, one := []float64{0, math.NaN()}, []float64{0, 1}
	for name, c := range map[string]struct {
		question int
		ask      func() error
	}{
		"NaN ray": {1, func() error { _, err := a.CastRays(ctx, query.Rays{X: nan, Y: one, DX: one, DY: one}); return err }},
		"inf direction": {0, func() error {
			_, err := a.CastRays(ctx, query.Rays{X: one, Y: one, DX: []float64{math.Inf(1), 0}, DY: one})
			return err
		}},
		"short column": {-1, func() error { _, err := a.CastRays(ctx, query.Rays{X: one, Y: one, DX: one}); return err }},
		"short filter": {-1, func() error {
			_, err := a.OverlapPoints(ctx, query.Points{X: one, Y: one, Filters: query.Filters{Ignore: []uint32{1}}})
			return err
		}},
		"NaN point": {1, func() error { _, err := a.OverlapPoints(ctx, query.Points{X: nan, Y: one}); return err }},
		"NaN near":  {1, func() error { _, err := a.NearestToPoints(ctx, query.Points{X: nan, Y: one}, 1); return err }},
		"no k":      {-1, func() error { _, err := a.NearestToPoints(ctx, query.Points{X: one, Y: one}, 0); return err }},
		"empty box": {1, func() error {
			_, err := a.OverlapAABBs(ctx, query.Boxes{MinX: one, MinY: one, MaxX: []float64{0, 0}, MaxY: one})
			return err
		}},
		"huge box": {0, func() error {
			_, err := a.OverlapBoxes(ctx, query.Boxes{MinX: []float64{-1e30}, MinY: one[:1], MaxX: []float64{1e30}, MaxY: one[:1]})
			return err
		}},
		"no probes": {-1, func() error { _, err := a.OverlapShapes(ctx, query.Probes{}); return err }},
		"unknown probe": {0, func() error {
			_, err := a.OverlapShapes(ctx, query.Probes{Shapes: s, IDs: []soa.ID{1 << 60}})
			return err
		}},
		"motion": {0, func() error {
			_, err := a.CastShapes(ctx, query.Casts{Probes: query.Probes{Shapes: s, IDs: idsOf(s)[:1]}, DX: nan[1:], DY: one[:1]})
			return err
		}},
		"no motion":  {-1, func() error { _, err := a.CastShapes(ctx, query.Casts{Probes: query.Probes{Shapes: s}}); return err }},
		"negative r": {-1, func() error { _, err := a.WithinDistance(ctx, -1); return err }},
	} {
		err := c.ask()
		var q *query.QuestionError
		if !errors.As(err, &q) || !errors.Is(err, query.ErrQuestion) || !errors.Is(err, batch.ErrArgument) || q.Question != c.question {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, o := range map[string]query.Option{
		"nil": nil, "workers": query.Workers(0), "limit": query.MaxAnswers(0), "kernels": query.Kernels("abacus"), "within": query.Within(math.NaN()),
	} {
		_, err := index(t, s).NewAsker(o)
		var typed *batch.ArgumentError
		if !errors.As(err, &typed) || !errors.Is(err, query.ErrOption) || !errors.Is(err, batch.ErrArgument) || !strings.HasPrefix(typed.Problem, "query.") {
			t.Errorf("option %s: %v", name, err)
		}
	}
	var none context.Context
	for name, ask := range map[string]func() error{
		"an index of nothing": func() error { _, err := query.New(nil); return err },
		"no context":          func() error { _, err := a.OverlapPoints(none, query.Points{}); return err },
	} {
		var typed *batch.ArgumentError
		if err := ask(); !errors.As(err, &typed) || !errors.Is(err, batch.ErrArgument) || errors.Is(err, query.ErrOption) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ix := index(t, s)
	if _, ok := ix.CastRayClosest(math.NaN(), 0, 1, 1, nil); ok {
		t.Error("a ray from NaN meets something")
	}
	if ids := ix.OverlapPoint(nil, math.NaN(), 0, nil); ids != nil {
		t.Error("NaN lies in something")
	}
}

// TestLimitAndContext: a call beyond its limit, or whose context ends, says so, and the next
// one is answered.
func TestLimitAndContext(t *testing.T) {
	s, l := scatter(t, 2000)
	for _, workers := range []int{1, 3} {
		if testenv.Race && workers == 1 {
			continue
		}
		a := asker(t, index(t, s), query.Workers(workers))
		p := randomPoints(l, seeded(t, 75), 3000)
		o, err := a.OverlapPoints(context.Background(), p)
		must(t, o, err)
		n := len(o.Shape)
		want := clone(o)
		_, err = a.OverlapPoints(context.Background(), p, query.MaxAnswers(n-1))
		var limit *query.AnswersError
		if !errors.As(err, &limit) || !errors.Is(err, query.ErrAnswers) || !errors.Is(err, batch.ErrLimit) || limit.Limit != n-1 {
			t.Fatalf("%d workers: beyond the limit: %v", workers, err)
		}
		if _, err := a.WithinDistance(context.Background(), 2, query.MaxAnswers(10)); !errors.Is(err, query.ErrAnswers) {
			t.Fatalf("%d workers: WithinDistance beyond the limit: %v", workers, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := a.OverlapPoints(ctx, p); !errors.Is(err, context.Canceled) {
			t.Fatalf("%d workers: cancelled: %v", workers, err)
		}
		o, err = a.OverlapPoints(context.Background(), p, query.MaxAnswers(n))
		same(t, "afterwards", must(t, o, err), want)
		// What a block had found when its limit was reached is not the next call's.
		for _, limit := range []int{1, 100, 4097, 8000, 20_000} {
			if _, err := a.NearestToPoints(context.Background(), p, 40, query.MaxAnswers(limit)); !errors.Is(err, query.ErrAnswers) {
				t.Fatalf("%d workers: NearestToPoints beyond %d: %v", workers, limit, err)
			}
			nobody := p
			nobody.Filters.Category, nobody.Filters.Ignore = slices.Repeat([]uint32{2}, len(p.X)), slices.Repeat([]uint32{1}, len(p.X))
			o, err := a.NearestToPoints(context.Background(), nobody, 1)
			if must(t, o, err); len(o.Shape) > 0 {
				t.Fatalf("%d workers: %d neighbours of nobody", workers, len(o.Shape))
			}
		}
	}
}

// TestGolden holds the answers of every kind, on every table and with 1, 2, 3 and 8
// workers, against a hash that is the same on every platform.
func TestGolden(t *testing.T) {
	const (
		golden    = uint64(0xbc006293f799a8d0)
		more      = uint64(0xa9f296bd359f02dc)
		moreAlone = uint64(0x56add4e125e125b6) // with questions asked one at a time
	)
	ctx := context.Background()
	s, l := scatter(t, 2000)
	r := seeded(t, 76)
	rays, p := randomRays(l, r, 800), randomPoints(l, r, 800)
	windows := query.Boxes{MinX: p.X, MinY: p.Y}
	c := query.Casts{Probes: query.Probes{Shapes: soa.New()}}
	for i := range p.X {
		windows.MaxX, windows.MaxY = append(windows.MaxX, p.X[i]+float64(3*r.Float64())), append(windows.MaxY, p.Y[i]+float64(3*r.Float64()))
		if i < 200 {
			addAny(t, c.Shapes, r, soa.At(p.X[i], p.Y[i], 7*r.Float64()), 0.7, soa.Attrs{})
			c.DX, c.DY, c.Turn = append(c.DX, 9*r.Float64()), append(c.DY, -9*r.Float64()), append(c.Turn, r.Float64())
		}
	}
	for _, table := range isa.All() {
		ix := index(t, s, query.Kernels(table.Name))
		for _, workers := range []int{1, 2, 3, 8} {
			defer query.SortFrom(query.SortFrom(workers % 2 << 30))
			a := asker(t, ix, query.Workers(workers))
			sum := fnv.New64a()
			put := func(v any, err error) {
				must(t, 0, err)
				must(t, 0, binary.Write(sum, binary.LittleEndian, v))
			}
			offsets := func(o []int) {
				for _, v := range o {
					put(int64(v), nil)
				}
			}
			h, err := a.CastRays(ctx, rays)
			put(h.Shape, err)
			put(h.Fraction, nil)
			put(h.X, nil)
			put(h.NX, nil)
			all, err := a.CastRaysAll(ctx, rays, query.Inside(true))
			put(all.Fraction, err)
			offsets(all.Offsets)
			hits, err := a.CastShapes(ctx, c)
			put(hits.Shape, err)
			put(hits.Fraction, nil)
			put(hits.X, nil)
			for _, f := range []func() (*query.Overlaps, error){
				func() (*query.Overlaps, error) { return a.OverlapPoints(ctx, p, query.Within(0.25)) },
				func() (*query.Overlaps, error) { return a.OverlapAABBs(ctx, windows) },
				func() (*query.Overlaps, error) { return a.OverlapBoxes(ctx, windows) },
				func() (*query.Overlaps, error) { return a.OverlapShapes(ctx, c.Probes) },
				func() (*query.Overlaps, error) { return a.Covers(ctx, c.Probes) },
			} {
				o, err := f()
				put(o.Shape, err)
				put(o.Depth, nil)
				put(o.NX, nil)
				offsets(o.Offsets)
			}
			k, err := a.NearestToPoints(ctx, p, 5)
			put(k.Shape, err)
			put(k.Distance, nil)
			put(k.X, nil)
			rows, err := a.WithinDistance(ctx, 1)
			put(rows.Index, err)
			if got := sum.Sum64(); got != golden {
				t.Errorf("%s, %d workers: %#x, want %#x", table.Name, workers, got, golden)
			}
			sum.Reset()
			any, err := a.CastRaysAny(ctx, rays)
			put(any, err)
			k, err = a.NearestToShapes(ctx, c.Probes, 5)
			put(k.Shape, err)
			put(k.Distance, nil)
			put(k.X, nil)
			put(k.QY, nil)
			for _, opts := range [][]query.Option{{query.Once(true)}, {query.Centres(true)}, {query.Once(true), query.Centres(true)}} {
				rows, err := a.WithinDistance(ctx, 1, opts...)
				put(rows.Index, err)
				offsets(rows.Offsets)
			}
			want := more
			if workers == 1 {
				want = moreAlone
				alone(t, sum, ix, &rays, &windows, &c)
			}
			if got := sum.Sum64(); got != want {
				t.Errorf("%s, %d workers, the rest: %#x, want %#x", table.Name, workers, got, want)
			}
		}
	}
}

// alone adds to a hash what questions asked one at a time are answered.
func alone(t *testing.T, sum hash.Hash, ix *query.Index, rays *query.Rays, b *query.Boxes, c *query.Casts) {
	t.Helper()
	put := func(v any) { must(t, 0, binary.Write(sum, binary.LittleEndian, v)) }
	for i, id := range idsOf(c.Shapes) {
		x, y := b.MinX[i], b.MinY[i]
		h, ok := ix.CastRayClosest(rays.X[i], rays.Y[i], rays.DX[i], rays.DY[i], nil)
		put(h)
		put(ok == ix.CastRayAny(rays.X[i], rays.Y[i], rays.DX[i], rays.DY[i], nil))
		put(ix.CastRayAll(nil, rays.X[i], rays.Y[i], rays.DX[i], rays.DY[i], nil))
		hit, _ := ix.CastShape(c.Shapes, id, c.DX[i], c.DY[i], c.Turn[i])
		put(hit)
		put(ix.OverlapPoint(nil, x, y, nil))
		put(ix.OverlapAABB(nil, x, y, b.MaxX[i], b.MaxY[i], nil))
		put(ix.OverlapBox(nil, x, y, b.MaxX[i], b.MaxY[i], nil))
		put(ix.OverlapShape(nil, c.Shapes, id))
		put(ix.Covers(nil, c.Shapes, id))
		put(ix.OverlapsOfPoint(nil, x, y, 0.25, nil))
		put(ix.OverlapsOfBox(nil, x, y, b.MaxX[i], b.MaxY[i], 0.25, nil))
		put(ix.OverlapsOfShape(nil, c.Shapes, id, 0.25))
		near, _ := ix.NearestToPoint(x, y, nil)
		put(near)
		put(ix.KNearestToPoint(nil, x, y, 3, 2, nil))
		put(ix.KNearestToShape(nil, c.Shapes, id, 3, 2))
	}
}

// TestAnswersErrorInWords: one answer is one.
func TestAnswersErrorInWords(t *testing.T) {
	for limit, want := range map[int]string{1: "more than 1 answer (2 ", 2: "more than 2 answers (3 "} {
		if e := (&query.AnswersError{Limit: limit, Found: limit + 1}).Error(); !strings.Contains(e, want) {
			t.Errorf("%q does not say %q", e, want)
		}
	}
}

// ending is a context that ends when it has been asked so many times whether it has.
type ending struct {
	context.Context
	left atomic.Int64
}

func (c *ending) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelledAnywhere: wherever a call looks whether its context has ended, it may; and then the
// Asker answers as before.
func TestCancelledAnywhere(t *testing.T) {
	s, l := scatter(t, 700)
	ix := index(t, s)
	p := randomPoints(l, seeded(t, 78), 300)
	rays := query.Rays{X: p.X, Y: p.Y, DX: p.Y, DY: p.X}
	ids := idsOf(s)[:300]
	for _, workers := range []int{1, 3} {
		a := asker(t, ix, query.Workers(workers), query.Canonical(true))
		for name, ask := range map[string]func(context.Context, *query.Asker) (any, error){
			"CastRaysAll": func(ctx context.Context, a *query.Asker) (any, error) { return a.CastRaysAll(ctx, rays) },
			"OverlapPoints": func(ctx context.Context, a *query.Asker) (any, error) {
				return a.OverlapPoints(ctx, p, query.Within(1))
			},
			"NearestToPoints": func(ctx context.Context, a *query.Asker) (any, error) { return a.NearestToPoints(ctx, p, 3) },
			"CastShapes": func(ctx context.Context, a *query.Asker) (any, error) {
				return a.CastShapes(ctx, query.Casts{Probes: query.Probes{Shapes: s, IDs: ids}, DX: p.X, DY: p.Y})
			},
			"WithinDistance": func(ctx context.Context, a *query.Asker) (any, error) { return a.WithinDistance(ctx, 1) },
		} {
			want, err := ask(context.Background(), asker(t, ix, query.Workers(1), query.Canonical(true)))
			must(t, want, err)
			looks := 0
			for done := false; !done; looks++ {
				ctx := &ending{Context: context.Background()}
				ctx.left.Store(int64(looks))
				_, err := ask(ctx, a)
				if done = err == nil; !done && !errors.Is(err, context.Canceled) {
					t.Fatalf("%s, %d workers, after %d looks: %v", name, workers, looks, err)
				}
				got, err := ask(context.Background(), a)
				same(t, fmt.Sprintf("%s, %d workers, after %d looks", name, workers, looks), must(t, got, err), want)
			}
			if least := 4; looks < least {
				t.Errorf("%s looks %d times whether its context has ended, not %d", name, looks, least)
			}
		}
	}
}

// TestFirstOfBadQuestions: of questions that make no sense the first is named, though several workers
// check them.
func TestFirstOfBadQuestions(t *testing.T) {
	ctx := context.Background()
	s, _ := scatter(t, 100)
	const n = 50_000
	bad, zero := make([]float64, n), make([]float64, n)
	bad[20_000], bad[49_999] = math.NaN(), math.NaN()
	for _, workers := range []int{1, 2, 5} {
		a := asker(t, index(t, s), query.Workers(workers))
		for name, ask := range map[string]func() error{
			"rays":    func() error { _, err := a.CastRays(ctx, query.Rays{X: zero, Y: bad, DX: zero, DY: zero}); return err },
			"points":  func() error { _, err := a.OverlapPoints(ctx, query.Points{X: bad, Y: zero}); return err },
			"nearest": func() error { _, err := a.NearestToPoints(ctx, query.Points{X: bad, Y: zero}, 1); return err },
			"boxes": func() error {
				_, err := a.OverlapBoxes(ctx, query.Boxes{MinX: bad, MinY: zero, MaxX: zero, MaxY: zero})
				return err
			},
		} {
			var q *query.QuestionError
			if err := ask(); !errors.As(err, &q) || q.Question != 20_000 {
				t.Errorf("%d workers, %s: %v", workers, name, err)
			}
		}
	}
}
