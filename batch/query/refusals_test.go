// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"daylight"
	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/kernels"
	"daylight/soa"
)

// TestBadQuestions are refused with an error that says which.
func TestBadQuestions(t *testing.T) {
	ctx := context.Background()
	s, _ := scatter(t, 100)
	a := asker(t, index(t, s, query.Config{}), query.AskerConfig{})
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
		"no motion": {-1, func() error { _, err := castColumns{shapeColumns: shapeColumns{Shapes: s}}.cast(ctx, a); return err }},
		"many periods": {1, func() error {
			_, err := a.CastRays(ctx, one, one, []float64{1, 1e6}, one, query.Options{Period: [2]float64{100}})
			return err
		}},
		"negative r": {-1, func() error { _, err := a.WithinDistance(ctx, -1, query.Options{}); return err }},
	} {
		err := c.ask()
		var q *query.QuestionError
		if !errors.As(err, &q) || !errors.Is(err, daylight.ErrArgument) || q.Question != c.question {
			t.Errorf("%s: %v", name, err)
		}
	}
	var none context.Context
	for name, ask := range map[string]func() error{
		"an index of nothing": func() error { _, err := query.New(nil, query.Config{}); return err },
		"no context":          func() error { _, err := pointColumns{}.overlap(none, a); return err },
	} {
		var typed *daylight.ArgumentError
		if err := ask(); !errors.As(err, &typed) || !errors.Is(err, daylight.ErrArgument) || !strings.HasPrefix(typed.Problem, "query.") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestConfigAndOptions: what makes no sense is refused, and so is what a call cannot honour, by name.
func TestConfigAndOptions(t *testing.T) {
	ctx := context.Background()
	s, _ := scatter(t, 100)
	ix := index(t, s, query.Config{})
	a := asker(t, ix, query.AskerConfig{})
	one := []float64{1}
	refuses := func(name, field string, err error) {
		t.Helper()
		var typed *daylight.ArgumentError
		if !errors.As(err, &typed) || !errors.Is(err, daylight.ErrArgument) || !strings.Contains(err.Error(), field) {
			t.Errorf("%s, %s: %v", name, field, err)
		}
	}
	for field, c := range map[string]query.Config{
		"Workers": {Workers: -1}, "Workers: 5000": {Workers: 5000}, `Kernels: "half"`: {Kernels: "half"},
		"MemoryLimit": {MemoryLimit: 1000}, "AnyOrder": {AnyOrder: true},
	} {
		_, err := query.New(s, c)
		refuses("New", field, err)
		if (c.Kernels != "") != errors.Is(err, kernels.ErrUnknown) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	for field, c := range map[string]query.AskerConfig{
		"Workers": {Workers: -1}, "Workers: 5000": {Workers: 5000}, "MemoryLimit": {MemoryLimit: -1}, "MaxAnswers": {MaxAnswers: -7},
	} {
		_, err := ix.NewAsker(c)
		refuses("NewAsker", field, err)
	}
	fields := map[string]query.Options{
		"Attrs": {Attrs: soa.Attrs{World: 1}}, "AttrsOf": {AttrsOf: []soa.Attrs{{World: 1}}}, "Skip": {Skip: 1}, "SkipOf": {SkipOf: []soa.ID{0}},
		"Within": {Within: 1}, "Inside": {Inside: true}, "Canonical": {Canonical: true}, "NoClosestPoints": {NoClosestPoints: true},
		"HalfLists": {HalfLists: true}, "Centres": {Centres: true}, "Strict": {Strict: true},
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
		"CastShapes":      {"Skip SkipOf Strict", func(o query.Options) error { _, err := a.CastShapes(ctx, s, id, one, one, nil, o); return err }, func(o query.Options) error { _, err := ix.CastShape(s, id[0], 1, 1, 0, o); return err }},
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
					must.Do(t, ask(o))
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
	points := testenv.Rounds(1200, 3000, 3000)
	if testenv.Race {
		points = 900
	}
	for _, workers := range []int{1, 3} {
		if testenv.Race && workers == 1 {
			continue
		}
		a := asker(t, index(t, s, query.Config{}), query.AskerConfig{Workers: workers})
		p := randomPoints(l, seeded(t, 75), points)
		o := must.Get(p.overlap(context.Background(), a))(t)
		n := len(o.Answers)
		want := clone(o)
		ix := index(t, s, query.Config{})
		upTo := func(n int) *query.Asker { return asker(t, ix, query.AskerConfig{Workers: workers, MaxAnswers: n}) }
		var limit *daylight.LimitError
		few := upTo(n - 1)
		for range 2 {
			_, err := p.overlap(context.Background(), few)
			if !errors.As(err, &limit) || !errors.Is(err, daylight.ErrLimit) || limit.Option != "MaxAnswers" || limit.Limit != int64(n-1) || limit.Needed < int64(n) {
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
		same(t, "afterwards", must.Get(p.overlap(context.Background(), a))(t), want)
		same(t, "afterwards", must.Get(p.overlap(context.Background(), upTo(n)))(t), want)
		// What a block had found when its limit was reached is not the next call's.
		for _, limit := range []int{1, 100, 4097, 8000, 20_000} {
			a := upTo(limit)
			if _, err := p.nearest(context.Background(), a, 40); !errors.Is(err, daylight.ErrLimit) {
				t.Fatalf("%d workers: NearestToPoints beyond %d: %v", workers, limit, err)
			}
			nobody := p
			nobody.Attrs = soa.Attrs{Category: 2, Ignore: ^uint32(2)}
			if o := must.Get(nobody.nearest(context.Background(), a, 1))(t); len(o.Answers) > 0 {
				t.Fatalf("%d workers: %d neighbours of nobody", workers, len(o.Answers))
			}
		}
	}
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
		a := asker(t, ix, query.AskerConfig{Workers: workers})
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
			want := must.Get(ask(context.Background(), asker(t, ix, query.AskerConfig{Workers: 1})))(t)
			looks := 0
			for done := false; !done; looks++ {
				_, err := ask(testenv.EndsAfter(looks), a)
				if done = err == nil; !done && !errors.Is(err, context.Canceled) {
					t.Fatalf("%s, %d workers, after %d looks: %v", name, workers, looks, err)
				}
				same(t, fmt.Sprintf("%s, %d workers, after %d looks", name, workers, looks), must.Get(ask(context.Background(), a))(t), want)
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
		a := asker(t, index(t, s, query.Config{}), query.AskerConfig{Workers: workers})
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
