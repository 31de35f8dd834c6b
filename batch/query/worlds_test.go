// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"testing"

	"daylight/batch/query"
	"daylight/soa"
)

// TestThousandsOfWorlds: each question is about its own world, of which there are thousands, some
// with one shape and some with none.
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
	b := query.Boxes{MinX: p.X, MinY: p.Y}
	for i := range p.X {
		rays.World = append(rays.World, uint32(r.IntN(worlds))<<12)
		b.MaxX, b.MaxY = append(b.MaxX, p.X[i]+1), append(b.MaxY, p.Y[i]+1)
	}
	p.World, b.World = rays.World, rays.World
	for _, workers := range []int{1, 3} {
		got := asker(t, index(t, s), query.Canonical(true), query.Workers(workers))
		want := asker(t, index(t, s, query.BruteForce(true)), query.Canonical(true))
		compare(t, "rays", func(a *query.Asker) (any, error) { return a.CastRaysAll(ctx, rays, query.Inside(true)) }, got, want)
		compare(t, "points", func(a *query.Asker) (any, error) { return a.OverlapPoints(ctx, p, query.Within(0.5)) }, got, want)
		compare(t, "boxes", func(a *query.Asker) (any, error) { return a.OverlapBoxes(ctx, b) }, got, want)
		compare(t, "AABBs", func(a *query.Asker) (any, error) { return a.OverlapAABBs(ctx, b) }, got, want)
		compare(t, "nearest", func(a *query.Asker) (any, error) { return a.NearestToPoints(ctx, p, 2) }, got, want)
		compare(t, "within", func(a *query.Asker) (any, error) { return a.WithinDistance(ctx, 0.5) }, got, want)
	}
}
