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
	ix := index(t, s, query.Config{})
	warm, brute := asker(t, ix, query.Config{Workers: 1}), asker(t, index(t, s, query.Config{BruteForce: true}), query.Config{Workers: 1})
	for _, large := range []float64{1, 0, 0.5, 0.02, 0, 0.1} { // share of large windows
		var q boxColumns
		for range 40 {
			w := 0.02 * wide
			if r.Float64() < large {
				w = (0.5 + r.Float64()/2) * wide
			}
			x, y := r.Float64()*(wide-w), r.Float64()*(wide-w)
			q.MinX, q.MinY, q.MaxX, q.MaxY = append(q.MinX, x), append(q.MinY, y), append(q.MaxX, x+w), append(q.MaxY, y+w)
		}
		for name, ask := range map[string]func(*query.Asker) (any, error){
			"aabbs": func(a *query.Asker) (any, error) { return q.canonical().aabbs(ctx, a) },
			"boxes": func(a *query.Asker) (any, error) { return q.canonical().overlap(ctx, a) },
		} {
			name = fmt.Sprintf("%v of large windows, %s", large, name)
			compare(t, name+", an Asker that begins", ask, warm, asker(t, ix, query.Config{Workers: 1}))
			compare(t, name, ask, warm, brute)
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
	ix := index(t, s, query.Config{})
	a := asker(t, ix, query.Config{Workers: 1})
	r := seeded(t, 73)
	rays, p := randomRays(l, r, 500), randomPoints(l, r, 500)
	windows := boxColumns{MinX: p.X, MinY: p.Y, MaxX: make([]float64, 500), MaxY: make([]float64, 500)}
	c := castColumns{shapeColumns: shapeColumns{Shapes: soa.New()}}
	for i := range p.X {
		windows.MaxX[i], windows.MaxY[i] = p.X[i]+2, p.Y[i]+2
		addAny(t, c.Shapes, r, soa.At(p.X[i], p.Y[i], 1), 0.5, soa.Attrs{})
		c.DX, c.DY, c.Turn = append(c.DX, r.Float64()), append(c.DY, r.Float64()), append(c.Turn, r.Float64())
	}
	var ids []soa.ID
	var hits []query.Hit
	var overlaps []query.Overlap
	var near []query.Neighbour
	probe, o := idsOf(c.Shapes)[7], query.Options{Skip: idsOf(s)[0]}
	columns := query.Options{AttrsOf: []soa.Attrs{{World: 1}}, SkipOf: []soa.ID{probe}}
	for name, f := range map[string]func() error{
		"CastRays":        func() error { _, err := rays.first(ctx, a); return err },
		"CastRaysAny":     func() error { _, err := rays.any(ctx, a); return err },
		"CastRaysAll":     func() error { _, err := rays.all(ctx, a); return err },
		"CastShapes":      func() error { _, err := c.cast(ctx, a); return err },
		"OverlapPoints":   func() error { _, err := p.overlap(ctx, a); return err },
		"OverlapAABBs":    func() error { _, err := windows.aabbs(ctx, a); return err },
		"OverlapBoxes":    func() error { _, err := windows.overlap(ctx, a); return err },
		"canonical":       func() error { _, err := windows.canonical().overlap(ctx, a); return err },
		"OverlapShapes":   func() error { _, err := c.overlap(ctx, a); return err },
		"CoverShapes":     func() error { _, err := c.cover(ctx, a); return err },
		"NearestToPoints": func() error { _, err := p.nearest(ctx, a, 4); return err },
		"NearestToShapes": func() error { _, err := c.nearest(ctx, a, 4); return err },
		"WithinDistance":  func() error { _, err := a.WithinDistance(ctx, 1, query.Options{}); return err },
		"Build":           ix.Build,
		"Refit":           ix.Refit,
		"CastRay":         func() error { _, err := ix.CastRay(1, 1, 5, 5, o); return err },
		"CastRayAny":      func() error { _, err := ix.CastRayAny(1, 1, 5, 5, o); return err },
		"CastRayAll":      func() (err error) { hits, err = ix.CastRayAll(hits[:0], 1, 1, 5, 5, o); return err },
		"CastShape":       func() error { _, err := ix.CastShape(c.Shapes, probe, 1, 1, 1, o); return err },
		"OverlapPoint":    func() (err error) { overlaps, err = ix.OverlapPoint(overlaps[:0], 5, 5, o); return err },
		"OverlapAABB":     func() (err error) { ids, err = ix.OverlapAABB(ids[:0], 5, 5, 9, 9, o); return err },
		"OverlapBox":      func() (err error) { overlaps, err = ix.OverlapBox(overlaps[:0], 5, 5, 9, 9, o); return err },
		"OverlapShape":    func() (err error) { overlaps, err = ix.OverlapShape(overlaps[:0], c.Shapes, probe, o); return err },
		"CoverShape":      func() (err error) { ids, err = ix.CoverShape(ids[:0], c.Shapes, probe, o); return err },
		"NearestToPoint":  func() (err error) { near, err = ix.NearestToPoint(near[:0], 5, 5, 9, o); return err },
		"NearestToShape":  func() (err error) { near, err = ix.NearestToShape(near[:0], c.Shapes, probe, 9, o); return err },
		"one of columns": func() (err error) {
			overlaps, err = ix.OverlapPoint(overlaps[:0], 5, 5, columns)
			return err
		},
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
	ix := index(t, s, query.Config{})
	r := seeded(t, 74)
	rays, points := randomRays(l, r, 400), randomPoints(l, r, 200)
	windows := boxColumns{MinX: points.X, MinY: points.Y}
	casts := castColumns{shapeColumns: shapeColumns{Shapes: soa.New()}}
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
		refitted, brute := asker(t, ix, query.Config{}), asker(t, index(t, s, query.Config{BruteForce: true}), query.Config{})
		for what, ask := range map[string]func(a *query.Asker) (any, error){
			"rays":    func(a *query.Asker) (any, error) { return rays.all(ctx, a) },
			"first":   func(a *query.Asker) (any, error) { return rays.first(ctx, a) },
			"points":  func(a *query.Asker) (any, error) { return points.within(0.5).canonical().overlap(ctx, a) },
			"AABBs":   func(a *query.Asker) (any, error) { return windows.canonical().aabbs(ctx, a) },
			"shapes":  func(a *query.Asker) (any, error) { return casts.canonical().overlap(ctx, a) },
			"casts":   func(a *query.Asker) (any, error) { return casts.cast(ctx, a) },
			"covers":  func(a *query.Asker) (any, error) { return casts.canonical().cover(ctx, a) },
			"nearest": func(a *query.Asker) (any, error) { return points.nearest(ctx, a, 3) },
			"within":  func(a *query.Asker) (any, error) { return a.WithinDistance(ctx, 0.5, query.Options{}) },
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
	a := asker(t, index(t, s, query.Config{}), query.Config{})
	nan, one := []float64{0, math.NaN()}, []float64{0, 1}
	for name, c := range map[string]struct {
		question int
		ask      func() error
	}{
		"NaN ray": {1, func() error { _, err := rayColumns{X: nan, Y: one, DX: one, DY: one}.first(ctx, a); return err }},
		"inf direction": {0, func() error {
			_, err := rayColumns{X: one, Y: one, DX: []float64{math.Inf(1), 0}, DY: one}.first(ctx, a)
			return err
		}},
		"short column": {-1, func() error { _, err := rayColumns{X: one, Y: one, DX: one}.first(ctx, a); return err }},
		"short filter": {-1, func() error {
			_, err := pointColumns{X: one, Y: one, Options: query.Options{AttrsOf: []soa.Attrs{{}}}}.overlap(ctx, a)
			return err
		}},
		"NaN point": {1, func() error { _, err := pointColumns{X: nan, Y: one}.overlap(ctx, a); return err }},
		"NaN near":  {1, func() error { _, err := pointColumns{X: nan, Y: one}.nearest(ctx, a, 1); return err }},
		"no k":      {-1, func() error { _, err := pointColumns{X: one, Y: one}.nearest(ctx, a, 0); return err }},
		"empty box": {1, func() error {
			_, err := boxColumns{MinX: one, MinY: one, MaxX: []float64{0, 0}, MaxY: one}.aabbs(ctx, a)
			return err
		}},
		"huge box": {0, func() error {
			_, err := boxColumns{MinX: []float64{-1e30}, MinY: one[:1], MaxX: []float64{1e30}, MaxY: one[:1]}.overlap(ctx, a)
			return err
		}},
		"no probes": {-1, func() error { _, err := shapeColumns{}.overlap(ctx, a); return err }},
		"unknown probe": {0, func() error {
			_, err := shapeColumns{Shapes: s, IDs: []soa.ID{1 << 60}}.overlap(ctx, a)
			return err
		}},
		"motion": {0, func() error {
			_, err := castColumns{shapeColumns: shapeColumns{Shapes: s, IDs: idsOf(s)[:1]}, DX: nan[1:], DY: one[:1]}.cast(ctx, a)
			return err
		}},
		"no motion":  {-1, func() error { _, err := castColumns{shapeColumns: shapeColumns{Shapes: s}}.cast(ctx, a); return err }},
		"negative r": {-1, func() error { _, err := a.WithinDistance(ctx, -1, query.Options{}); return err }},
	} {
		err := c.ask()
		var q *query.QuestionError
		if !errors.As(err, &q) || !errors.Is(err, batch.ErrArgument) || q.Question != c.question {
			t.Errorf("%s: %v", name, err)
		}
	}
	var none context.Context
	for name, ask := range map[string]func() error{
		"an index of nothing": func() error { _, err := query.New(nil, query.Config{}); return err },
		"no context":          func() error { _, err := pointColumns{}.overlap(none, a); return err },
	} {
		var typed *batch.ArgumentError
		if err := ask(); !errors.As(err, &typed) || !errors.Is(err, batch.ErrArgument) || !strings.HasPrefix(typed.Problem, "query.") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestConfigAndOptions: what makes no sense is refused, and so is what a call cannot honour, by name.
func TestConfigAndOptions(t *testing.T) {
	ctx := context.Background()
	s, _ := scatter(t, 100)
	ix := index(t, s, query.Config{})
	a := asker(t, ix, query.Config{})
	one := []float64{1}
	refuses := func(name, field string, err error) {
		t.Helper()
		var typed *batch.ArgumentError
		if !errors.As(err, &typed) || !errors.Is(err, batch.ErrArgument) || !strings.Contains(err.Error(), field) {
			t.Errorf("%s, %s: %v", name, field, err)
		}
	}
	for field, c := range map[string]query.Config{
		"Workers": {Workers: -1}, "Workers: 5000": {Workers: 5000}, "Kernels": {Kernels: "half"}, "MemoryLimit": {MemoryLimit: 1000}, "MaxAnswers": {MaxAnswers: 7},
	} {
		_, err := query.New(s, c)
		refuses("New", field, err)
	}
	for field, c := range map[string]query.Config{
		"Workers": {Workers: -1}, "Kernels": {Kernels: "go"}, "BruteForce": {BruteForce: true}, "MemoryLimit": {MemoryLimit: -1}, "MaxAnswers": {MaxAnswers: -7},
	} {
		_, err := ix.NewAsker(c)
		refuses("NewAsker", field, err)
	}
	fields := map[string]query.Options{
		"Attrs": {Attrs: soa.Attrs{World: 1}}, "AttrsOf": {AttrsOf: []soa.Attrs{{World: 1}}}, "Skip": {Skip: 1}, "SkipOf": {SkipOf: []soa.ID{0}},
		"Within": {Within: 1}, "Inside": {Inside: true}, "Canonical": {Canonical: true}, "NoClosestPoints": {NoClosestPoints: true},
		"HalfLists": {HalfLists: true}, "Centres": {Centres: true},
	}
	id := idsOf(s)[:1]
	calls := map[string]struct {
		honours string
		ask     func(o query.Options) error
		single  func(o query.Options) error
	}{
		"CastRays":        {"Attrs AttrsOf Skip SkipOf Inside", func(o query.Options) error { _, err := a.CastRays(ctx, one, one, one, one, o); return err }, func(o query.Options) error { _, err := ix.CastRay(1, 1, 1, 1, o); return err }},
		"CastRaysAny":     {"Attrs AttrsOf Skip SkipOf Inside", func(o query.Options) error { _, err := a.CastRaysAny(ctx, one, one, one, one, o); return err }, func(o query.Options) error { _, err := ix.CastRayAny(1, 1, 1, 1, o); return err }},
		"CastRaysAll":     {"Attrs AttrsOf Skip SkipOf Inside", func(o query.Options) error { _, err := a.CastRaysAll(ctx, one, one, one, one, o); return err }, func(o query.Options) error { _, err := ix.CastRayAll(nil, 1, 1, 1, 1, o); return err }},
		"CastShapes":      {"Skip SkipOf", func(o query.Options) error { _, err := a.CastShapes(ctx, s, id, one, one, nil, o); return err }, func(o query.Options) error { _, err := ix.CastShape(s, id[0], 1, 1, 0, o); return err }},
		"OverlapPoints":   {"Attrs AttrsOf Skip SkipOf Within Canonical", func(o query.Options) error { _, err := a.OverlapPoints(ctx, one, one, o); return err }, func(o query.Options) error { _, err := ix.OverlapPoint(nil, 1, 1, o); return err }},
		"OverlapBoxes":    {"Attrs AttrsOf Skip SkipOf Within Canonical", func(o query.Options) error { _, err := a.OverlapBoxes(ctx, one, one, one, one, o); return err }, func(o query.Options) error { _, err := ix.OverlapBox(nil, 1, 1, 1, 1, o); return err }},
		"OverlapAABBs":    {"Attrs AttrsOf Skip SkipOf Canonical", func(o query.Options) error { _, err := a.OverlapAABBs(ctx, one, one, one, one, o); return err }, func(o query.Options) error { _, err := ix.OverlapAABB(nil, 1, 1, 1, 1, o); return err }},
		"OverlapShapes":   {"Skip SkipOf Within Canonical", func(o query.Options) error { _, err := a.OverlapShapes(ctx, s, id, o); return err }, func(o query.Options) error { _, err := ix.OverlapShape(nil, s, id[0], o); return err }},
		"CoverShapes":     {"Skip SkipOf Canonical", func(o query.Options) error { _, err := a.CoverShapes(ctx, s, id, o); return err }, func(o query.Options) error { _, err := ix.CoverShape(nil, s, id[0], o); return err }},
		"NearestToPoints": {"Attrs AttrsOf Skip SkipOf Within NoClosestPoints", func(o query.Options) error { _, err := a.NearestToPoints(ctx, one, one, 1, o); return err }, func(o query.Options) error { _, err := ix.NearestToPoint(nil, 1, 1, 1, o); return err }},
		"NearestToShapes": {"Skip SkipOf Within NoClosestPoints", func(o query.Options) error { _, err := a.NearestToShapes(ctx, s, id, 1, o); return err }, func(o query.Options) error { _, err := ix.NearestToShape(nil, s, id[0], 1, o); return err }},
		"WithinDistance":  {"HalfLists Centres", func(o query.Options) error { _, err := a.WithinDistance(ctx, 1, o); return err }, nil},
	}
	for name, c := range calls {
		for field, o := range fields {
			for _, ask := range []func(query.Options) error{c.ask, c.single} {
				if ask == nil {
					continue
				}
				if slices.Contains(strings.Fields(c.honours), field) {
					must(t, 0, ask(o))
				} else {
					refuses(name, field, ask(o))
				}
			}
		}
		if !strings.Contains(c.honours, "Within") {
			continue
		}
		for _, v := range []float64{math.NaN(), -1, math.Inf(1), math.Inf(-1), 2 * query.MaxDistance} {
			refuses(name, "Within", c.ask(query.Options{Within: v}))
			refuses(name, "Within", c.single(query.Options{Within: v}))
		}
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
		a := asker(t, index(t, s, query.Config{}), query.Config{Workers: workers})
		p := randomPoints(l, seeded(t, 75), 3000)
		o, err := p.overlap(context.Background(), a)
		must(t, o, err)
		n := len(o.Answers)
		want := clone(o)
		ix := index(t, s, query.Config{})
		upTo := func(n int) *query.Asker { return asker(t, ix, query.Config{Workers: workers, MaxAnswers: n}) }
		var limit *batch.LimitError
		few := upTo(n - 1)
		for range 2 {
			_, err = p.overlap(context.Background(), few)
			if !errors.As(err, &limit) || !errors.Is(err, batch.ErrLimit) || limit.Option != "MaxAnswers" || limit.Limit != int64(n-1) || limit.Needed < int64(n) {
				t.Fatalf("%d workers: beyond the limit: %v", workers, err)
			}
		}
		if _, err := upTo(10).WithinDistance(context.Background(), 2, query.Options{}); !errors.As(err, &limit) || limit.Option != "MaxAnswers" {
			t.Fatalf("%d workers: WithinDistance beyond the limit: %v", workers, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := p.overlap(ctx, a); !errors.Is(err, context.Canceled) {
			t.Fatalf("%d workers: cancelled: %v", workers, err)
		}
		o, err = p.overlap(context.Background(), a)
		same(t, "afterwards", must(t, o, err), want)
		o, err = p.overlap(context.Background(), upTo(n))
		same(t, "afterwards", must(t, o, err), want)
		// What a block had found when its limit was reached is not the next call's.
		for _, limit := range []int{1, 100, 4097, 8000, 20_000} {
			a := upTo(limit)
			if _, err := p.nearest(context.Background(), a, 40); !errors.Is(err, batch.ErrLimit) {
				t.Fatalf("%d workers: NearestToPoints beyond %d: %v", workers, limit, err)
			}
			nobody := p
			nobody.Attrs = soa.Attrs{Category: 2, Ignore: ^uint32(2)}
			o, err := nobody.nearest(context.Background(), a, 1)
			if must(t, o, err); len(o.Answers) > 0 {
				t.Fatalf("%d workers: %d neighbours of nobody", workers, len(o.Answers))
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
	windows := boxColumns{MinX: p.X, MinY: p.Y}
	c := castColumns{shapeColumns: shapeColumns{Shapes: soa.New()}}
	for i := range p.X {
		windows.MaxX, windows.MaxY = append(windows.MaxX, p.X[i]+float64(3*r.Float64())), append(windows.MaxY, p.Y[i]+float64(3*r.Float64()))
		if i < 200 {
			addAny(t, c.Shapes, r, soa.At(p.X[i], p.Y[i], 7*r.Float64()), 0.7, soa.Attrs{})
			c.DX, c.DY, c.Turn = append(c.DX, 9*r.Float64()), append(c.DY, -9*r.Float64()), append(c.Turn, r.Float64())
		}
	}
	for _, table := range isa.All() {
		ix := index(t, s, query.Config{Kernels: table.Name})
		for _, workers := range []int{1, 2, 3, 8} {
			defer query.SortFrom(query.SortFrom(workers % 2 << 30))
			a := asker(t, ix, query.Config{Workers: workers})
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
			h, err := rays.first(ctx, a)
			put(column(h, func(h query.Hit) soa.ID { return h.Shape }), err)
			put(column(h, func(h query.Hit) float64 { return h.Fraction }), nil)
			put(column(h, func(h query.Hit) float64 { return h.X }), nil)
			put(column(h, func(h query.Hit) float32 { return h.NX }), nil)
			all, err := rays.inside(true).all(ctx, a)
			put(column(all.Answers, func(h query.Hit) float64 { return h.Fraction }), err)
			offsets(all.Offsets)
			h, err = c.cast(ctx, a)
			put(column(h, func(h query.Hit) soa.ID { return h.Shape }), err)
			put(column(h, func(h query.Hit) float32 { return float32(h.Fraction) }), nil)
			put(column(h, func(h query.Hit) float64 { return h.X }), nil)
			overlaps := func(o *query.Rows[query.Overlap], err error) {
				put(column(o.Answers, func(v query.Overlap) soa.ID { return v.Shape }), err)
				put(column(o.Answers, func(v query.Overlap) float32 { return v.Depth }), nil)
				put(column(o.Answers, func(v query.Overlap) float32 { return v.NX }), nil)
				offsets(o.Offsets)
			}
			ids := func(o *query.Rows[soa.ID], err error) {
				put(o.Answers, err)
				offsets(o.Offsets)
			}
			overlaps(p.within(0.25).overlap(ctx, a))
			ids(windows.aabbs(ctx, a))
			overlaps(windows.overlap(ctx, a))
			overlaps(c.overlap(ctx, a))
			ids(c.cover(ctx, a))
			near := func(k *query.Rows[query.Neighbour], err error) {
				put(column(k.Answers, func(v query.Neighbour) soa.ID { return v.Shape }), err)
				put(column(k.Answers, func(v query.Neighbour) float32 { return v.Distance }), nil)
				put(column(k.Answers, func(v query.Neighbour) float64 { return v.X }), nil)
			}
			near(p.nearest(ctx, a, 5))
			rows, err := a.WithinDistance(ctx, 1, query.Options{})
			put(rows.Answers, err)
			if got := sum.Sum64(); got != golden {
				t.Errorf("%s, %d workers: %#x, want %#x", table.Name, workers, got, golden)
			}
			sum.Reset()
			any, err := rays.any(ctx, a)
			put(any, err)
			k, err := c.nearest(ctx, a, 5)
			near(k, err)
			put(column(k.Answers, func(v query.Neighbour) float64 { return v.QY }), nil)
			for _, o := range []query.Options{{HalfLists: true}, {Centres: true}, {HalfLists: true, Centres: true}} {
				rows, err := a.WithinDistance(ctx, 1, o)
				put(rows.Answers, err)
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

// column is one field of some answers.
func column[T, V any](answers []T, of func(T) V) []V {
	c := make([]V, len(answers))
	for i, v := range answers {
		c[i] = of(v)
	}
	return c
}

// alone adds to a hash what questions asked one at a time are answered.
func alone(t *testing.T, sum hash.Hash, ix *query.Index, rays *rayColumns, b *boxColumns, c *castColumns) {
	t.Helper()
	put := func(v any, err error) {
		t.Helper()
		must(t, 0, err)
		must(t, 0, binary.Write(sum, binary.LittleEndian, v))
	}
	overlaps := func(o []query.Overlap, err error) { put(o, err) }
	shapes := func(o []query.Overlap, err error) {
		put(column(o, func(v query.Overlap) soa.ID { return v.Shape }), err)
	}
	near := query.Options{Within: 0.25}
	for i, id := range idsOf(c.Shapes) {
		x, y := b.MinX[i], b.MinY[i]
		h, err := ix.CastRay(rays.X[i], rays.Y[i], rays.DX[i], rays.DY[i], query.Options{})
		put(h, err)
		any, err := ix.CastRayAny(rays.X[i], rays.Y[i], rays.DX[i], rays.DY[i], query.Options{})
		put((h.Shape != 0) == any, err)
		all, err := ix.CastRayAll(nil, rays.X[i], rays.Y[i], rays.DX[i], rays.DY[i], query.Options{})
		put(all, err)
		h, err = ix.CastShape(c.Shapes, id, c.DX[i], c.DY[i], c.Turn[i], query.Options{})
		put(struct {
			Shape            soa.ID
			Fraction, NX, NY float32
			X, Y             float64
		}{h.Shape, float32(h.Fraction), h.NX, h.NY, h.X, h.Y}, err)
		shapes(ix.OverlapPoint(nil, x, y, query.Options{}))
		ids, err := ix.OverlapAABB(nil, x, y, b.MaxX[i], b.MaxY[i], query.Options{})
		put(ids, err)
		shapes(ix.OverlapBox(nil, x, y, b.MaxX[i], b.MaxY[i], query.Options{}))
		shapes(ix.OverlapShape(nil, c.Shapes, id, query.Options{}))
		ids, err = ix.CoverShape(nil, c.Shapes, id, query.Options{})
		put(ids, err)
		overlaps(ix.OverlapPoint(nil, x, y, near))
		overlaps(ix.OverlapBox(nil, x, y, b.MaxX[i], b.MaxY[i], near))
		overlaps(ix.OverlapShape(nil, c.Shapes, id, near))
		one, err := ix.NearestToPoint(nil, x, y, 1, query.Options{})
		put(one, err)
		some, err := ix.NearestToPoint(nil, x, y, 3, query.Options{Within: 2})
		put(some, err)
		some, err = ix.NearestToShape(nil, c.Shapes, id, 3, query.Options{Within: 2})
		put(some, err)
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
	ix := index(t, s, query.Config{})
	p := randomPoints(l, seeded(t, 78), 300)
	rays := rayColumns{X: p.X, Y: p.Y, DX: p.Y, DY: p.X}
	ids := idsOf(s)[:300]
	for _, workers := range []int{1, 3} {
		a := asker(t, ix, query.Config{Workers: workers})
		for name, ask := range map[string]func(context.Context, *query.Asker) (any, error){
			"CastRaysAll": func(ctx context.Context, a *query.Asker) (any, error) { return rays.all(ctx, a) },
			"OverlapPoints": func(ctx context.Context, a *query.Asker) (any, error) {
				return p.within(1).canonical().overlap(ctx, a)
			},
			"NearestToPoints": func(ctx context.Context, a *query.Asker) (any, error) { return p.nearest(ctx, a, 3) },
			"CastShapes": func(ctx context.Context, a *query.Asker) (any, error) {
				return castColumns{shapeColumns: shapeColumns{Shapes: s, IDs: ids}, DX: p.X, DY: p.Y}.cast(ctx, a)
			},
			"WithinDistance": func(ctx context.Context, a *query.Asker) (any, error) {
				return a.WithinDistance(ctx, 1, query.Options{})
			},
		} {
			want, err := ask(context.Background(), asker(t, ix, query.Config{Workers: 1}))
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
		a := asker(t, index(t, s, query.Config{}), query.Config{Workers: workers})
		for name, ask := range map[string]func() error{
			"rays":    func() error { _, err := rayColumns{X: zero, Y: bad, DX: zero, DY: zero}.first(ctx, a); return err },
			"points":  func() error { _, err := pointColumns{X: bad, Y: zero}.overlap(ctx, a); return err },
			"nearest": func() error { _, err := pointColumns{X: bad, Y: zero}.nearest(ctx, a, 1); return err },
			"boxes": func() error {
				_, err := boxColumns{MinX: bad, MinY: zero, MaxX: zero, MaxY: zero}.overlap(ctx, a)
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
