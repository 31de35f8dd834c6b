// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"testing"

	"daylight/batch/query"
	"daylight/soa"
)

// TestThousandsOfWorlds: each question is about its own world. There are thousands of worlds, some
// with one shape and some empty.
func TestThousandsOfWorlds(t *testing.T) {
	ctx := context.Background()
	const n, worlds = 6000, 4000
	r := seeded(t, 95)
	s := soa.New()
	for range n {
		addAny(t, s, r, somewhere(r, 0, 0, 5), 1, soa.Attrs{World: uint32(r.IntN(worlds)) << 12})
	}
	l := layout{side: 5}
	rays, p := randomRays(&l, r, 2000), randomPoints(&l, r, 2000)
	b := boxColumns{MinX: p.X, MinY: p.Y}
	for i := range p.X {
		rays.AttrsOf = append(rays.AttrsOf, soa.Attrs{World: uint32(r.IntN(worlds)) << 12})
		b.MaxX, b.MaxY = append(b.MaxX, p.X[i]+1), append(b.MaxY, p.Y[i]+1)
	}
	p.AttrsOf, b.AttrsOf = rays.AttrsOf, rays.AttrsOf
	p.Canonical, b.Canonical = true, true
	for _, workers := range []int{1, 3} {
		got := asker(t, index(t, s, query.Config{}), query.AskerConfig{Workers: workers})
		want := asker(t, index(t, s, query.Config{BruteForce: true}), query.AskerConfig{})
		compare(t, "rays", func(a *query.Asker) (any, error) { return rays.inside(true).all(ctx, a) }, got, want)
		compare(t, "points", func(a *query.Asker) (any, error) { return p.within(0.5).overlap(ctx, a) }, got, want)
		compare(t, "boxes", func(a *query.Asker) (any, error) { return b.overlap(ctx, a) }, got, want)
		compare(t, "AABBs", func(a *query.Asker) (any, error) { return b.aabbs(ctx, a) }, got, want)
		compare(t, "nearest", func(a *query.Asker) (any, error) { return p.nearest(ctx, a, 2) }, got, want)
		compare(t, "within", func(a *query.Asker) (any, error) { return a.WithinDistance(ctx, 0.5, query.Options{}) }, got, want)
	}
}
