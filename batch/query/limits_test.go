// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"daylight"
	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

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
		// The results of a block that reached its limit do not leak into the next call.
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

// TestFirstOfBadQuestions: of questions that make no sense the first is named, though several
// workers check them.
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
