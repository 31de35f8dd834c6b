// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"fmt"
	"testing"

	"daylight/batch"
	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestStoredOrder: an index of shapes as a step has left them takes their storage for its
// leaves, and answers as brute force does, with any number of workers; so it does where
// storage only seems to be spatial.
func TestStoredOrder(t *testing.T) {
	ctx := context.Background()
	const n = 6000
	taken := map[string]bool{}
	for k, l := range layouts(n) {
		s := soa.New()
		l.place(t, s, seeded(t, 81), n)
		e := must.Get(batch.New(s, batch.Config{Workers: 1}))(t)
		must.Get(e.Step(ctx))(t)
		if k%3 == 0 { // moved since, so that leaves overlap
			r := seeded(t, 82)
			must.Do(t, s.Update(func(c soa.Live) {
				for i := range c.X {
					c.X[i] += 3 * r.NormFloat64()
				}
			}))
		}
		want := asker(t, index(t, s, query.Config{BruteForce: true}), query.AskerConfig{})
		r := seeded(t, 83)
		rays, points := randomRays(&l, r, size(300)), randomPoints(&l, r, size(300))
		hits := must.Get(rays.first(ctx, want))(t)
		held := clone(must.Get(points.within(0.5).canonical().overlap(ctx, want))(t))
		near := must.Get(points.nearest(ctx, want, 5))(t)
		for _, workers := range []int{1, 3} {
			if testenv.Race && workers == 1 {
				continue
			}
			name := fmt.Sprintf("%s, %d workers", l.name, workers)
			ix := index(t, s, query.Config{Workers: workers})
			taken[l.name] = query.Stored(ix)
			a := asker(t, ix, query.AskerConfig{})
			same(t, name+", rays", must.Get(rays.first(ctx, a))(t), hits)
			same(t, name+", points", must.Get(points.within(0.5).canonical().overlap(ctx, a))(t), held)
			same(t, name+", nearest", must.Get(points.nearest(ctx, a, 5))(t), near)
		}
	}
	for _, name := range []string{"uniform", "at 1e7", "heavy tail", "filters"} {
		if !taken[name] {
			t.Errorf("%s: the storage that a step has left was not used", name)
		}
	}
	// In the order of adding there is nothing to be used.
	s := soa.New()
	layouts(n)[2].place(t, s, seeded(t, 84), n)
	if query.Stored(index(t, s, query.Config{})) {
		t.Error("storage in the order of adding was taken for spatial")
	}
}

// TestBuildWorkers: an index does not depend on how many goroutines built it: the order of
// its places, in which shapes that hold a point come, included.
func TestBuildWorkers(t *testing.T) {
	ctx := context.Background()
	const n = 40_000
	s := soa.New()
	l := layouts(n)[2]
	l.place(t, s, seeded(t, 85), n)
	p := randomPoints(&l, seeded(t, 86), 2000)
	var want *query.Rows[query.Overlap]
	for _, workers := range []int{1, 2, 3, 8} {
		ix := index(t, s, query.Config{Workers: workers, Kernels: "go"})
		must.Do(t, ix.Refit())
		o := must.Get(p.overlap(ctx, asker(t, ix, query.AskerConfig{Workers: 1})))(t)
		if want == nil {
			want = clone(o)
		}
		same(t, fmt.Sprintf("%d workers", workers), o, want)
	}
}
