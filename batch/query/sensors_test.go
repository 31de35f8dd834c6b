// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"daylight/batch/query"
	"daylight/soa"
)

// TestSensorsOption: sensors are found as they are as solid shapes; without them, answers are those
// of a store that lacks them.
func TestSensorsOption(t *testing.T) {
	ctx := context.Background()
	for _, brute := range []bool{false, true} {
		r := seeded(t, 96)
		all, solid := soa.New(), soa.New()
		l := layout{side: 30}
		var marked []soa.ID
		for k := range 600 {
			pose, draw := somewhere(r, 0, 0, l.side), r.Uint64()
			id := addAny(t, all, drawn(draw), pose, 1)
			other := addAny(t, solid, drawn(draw), pose, 1)
			if k%3 == 0 {
				must(t, 0, all.SetAttrs(id, soa.Sensor()))
				must(t, 0, solid.SetAttrs(other, soa.InWorld(9)))
				marked = append(marked, id)
			}
		}
		rays, p := randomRays(&l, r, 300), randomPoints(&l, r, 300)
		b := query.Boxes{MinX: p.X, MinY: p.Y}
		c := query.Casts{Probes: query.Probes{Shapes: soa.New()}}
		for i := range p.X {
			b.MaxX, b.MaxY = append(b.MaxX, p.X[i]+2), append(b.MaxY, p.Y[i]+2)
			addAny(t, c.Shapes, r, soa.At(p.X[i], p.Y[i], r.Float64()), 0.4)
			c.DX, c.DY = append(c.DX, r.Float64()), append(c.DY, 3*r.Float64())
		}
		canonical := query.Canonical(true)
		want := asker(t, index(t, solid, query.BruteForce(true)), canonical)
		got := asker(t, index(t, all, query.BruteForce(brute)), canonical, query.Sensors(false))
		with := asker(t, index(t, all, query.BruteForce(brute)), canonical)
		for name, ask := range map[string]func(*query.Asker) (any, error){
			"rays":    func(a *query.Asker) (any, error) { return a.CastRaysAll(ctx, rays) },
			"closest": func(a *query.Asker) (any, error) { return a.CastRays(ctx, rays) },
			"casts":   func(a *query.Asker) (any, error) { return a.CastShapes(ctx, c) },
			"points":  func(a *query.Asker) (any, error) { return a.OverlapPoints(ctx, p) },
			"boxes":   func(a *query.Asker) (any, error) { return a.OverlapBoxes(ctx, b) },
			"AABBs":   func(a *query.Asker) (any, error) { return a.OverlapAABBs(ctx, b) },
			"shapes":  func(a *query.Asker) (any, error) { return a.OverlapShapes(ctx, c.Probes) },
			"covers":  func(a *query.Asker) (any, error) { return a.Covers(ctx, c.Probes) },
			"nearest": func(a *query.Asker) (any, error) { return a.NearestToPoints(ctx, p, 4) },
			"near":    func(a *query.Asker) (any, error) { return a.NearestToShapes(ctx, c.Probes, 4) },
		} {
			compare(t, name, ask, got, want)
		}
		rows, err := got.WithinDistance(ctx, 0.5)
		must(t, rows, err)
		found := len(rows.Index)
		for _, id := range marked {
			if i := id.Index(); rows.Offsets[i] != rows.Offsets[i+1] {
				t.Fatalf("sensor %v has neighbours", id)
			}
		}
		rows, err = with.WithinDistance(ctx, 0.5)
		must(t, rows, err)
		if len(rows.Index) <= found || found == 0 {
			t.Errorf("%d neighbours, %d without sensors", len(rows.Index), found)
		}
		o, err := with.OverlapPoints(ctx, p)
		n := len(must(t, o, err).Shape)
		if o, err = got.OverlapPoints(ctx, p); len(must(t, o, err).Shape) >= n {
			t.Error("no point lies in a sensor: the test is too sparse")
		}
	}
}

// drawn is a source that begins anew: the same shape twice.
func drawn(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
