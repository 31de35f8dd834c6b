// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"daylight/batch/query"
	"daylight/internal/must"
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
		for k := range min(600, size(2400)) {
			pose, draw := somewhere(r, 0, 0, l.side), r.Uint64()
			id := addAny(t, all, drawn(draw), pose, 1, soa.Attrs{})
			other := addAny(t, solid, drawn(draw), pose, 1, soa.Attrs{})
			if k%3 == 0 {
				must.Do(t, all.SetAttrs(id, soa.Attrs{Sensor: true}))
				must.Do(t, solid.SetAttrs(other, soa.Attrs{World: 9}))
				marked = append(marked, id)
			}
		}
		rays, p := randomRays(&l, r, 300), randomPoints(&l, r, 300)
		b := boxColumns{MinX: p.X, MinY: p.Y}
		c := castColumns{shapeColumns: shapeColumns{Shapes: soa.New()}}
		for i := range p.X {
			b.MaxX, b.MaxY = append(b.MaxX, p.X[i]+2), append(b.MaxY, p.Y[i]+2)
			addAny(t, c.Shapes, r, soa.At(p.X[i], p.Y[i], r.Float64()), 0.4, soa.Attrs{})
			c.DX, c.DY = append(c.DX, r.Float64()), append(c.DY, 3*r.Float64())
		}
		want := asker(t, index(t, solid, query.Config{BruteForce: true}), query.AskerConfig{})
		got := asker(t, index(t, all, query.Config{BruteForce: brute}), query.AskerConfig{})
		solidRays, solidCasts, near := rays, c, p.canonical()
		solidRays.IgnoreSensors, solidCasts.IgnoreSensors, near.IgnoreSensors = true, true, true
		b.Options = near.Options
		ask := solidCasts.canonical()
		for name, f := range map[string]func(*query.Asker) (any, error){
			"rays":    func(a *query.Asker) (any, error) { return solidRays.all(ctx, a) },
			"closest": func(a *query.Asker) (any, error) { return solidRays.first(ctx, a) },
			"casts":   func(a *query.Asker) (any, error) { return solidCasts.cast(ctx, a) },
			"points":  func(a *query.Asker) (any, error) { return near.overlap(ctx, a) },
			"boxes":   func(a *query.Asker) (any, error) { return b.overlap(ctx, a) },
			"AABBs":   func(a *query.Asker) (any, error) { return b.aabbs(ctx, a) },
			"shapes":  func(a *query.Asker) (any, error) { return ask.overlap(ctx, a) },
			"covers":  func(a *query.Asker) (any, error) { return ask.cover(ctx, a) },
			"nearest": func(a *query.Asker) (any, error) { return near.nearest(ctx, a, 4) },
			"near":    func(a *query.Asker) (any, error) { return ask.nearest(ctx, a, 4) },
		} {
			compare(t, name, f, got, want)
		}
		rows := must.Get(got.WithinDistance(ctx, 0.5, query.Options{IgnoreSensors: true}))(t)
		found := len(rows.Answers)
		for _, id := range marked {
			if i := id.Index(); rows.Offsets[i] != rows.Offsets[i+1] {
				t.Fatalf("sensor %v has neighbours", id)
			}
		}
		rows = must.Get(got.WithinDistance(ctx, 0.5, query.Options{}))(t)
		if len(rows.Answers) <= found || found == 0 {
			t.Errorf("%d neighbours, %d without sensors", len(rows.Answers), found)
		}
		n := len(must.Get(p.overlap(ctx, got))(t).Answers)
		if o := must.Get(near.overlap(ctx, got))(t); len(o.Answers) >= n {
			t.Error("no point lies in a sensor: the test is too sparse")
		}
	}
}

// TestSensorsOfSingles: a question that ignores sensors does so when it is asked alone.
func TestSensorsOfSingles(t *testing.T) {
	s := soa.New()
	sensor := must.Get(s.AddCircle(soa.At(0, 0, 0), 2, soa.Attrs{Sensor: true}))(t)
	wall := must.Get(s.AddCircle(soa.At(6, 0, 0), 1, soa.Attrs{}))(t)
	for _, brute := range []bool{false, true} {
		ix := index(t, s, query.Config{BruteForce: brute})
		for ignore, want := range map[bool]soa.ID{false: sensor, true: wall} {
			for _, o := range []query.Options{{IgnoreSensors: ignore}, {IgnoreSensors: ignore, AttrsOf: []soa.Attrs{{}}}} {
				if h := must.Get(ix.CastRay(-4, 0, 20, 0, o))(t); h.Shape != want {
					t.Errorf("a ray meets %v, want %v", h.Shape, want)
				}
				if n := must.Get(ix.NearestToPoint(nil, 0, 0, 1, o))(t); n[0].Shape != want {
					t.Errorf("the nearest is %v, want %v", n[0].Shape, want)
				}
				if met := must.Get(ix.CastRayAny(-4, 0, 5, 0, o))(t); met == ignore {
					t.Error("a ray up to the sensor")
				}
				if got := must.Get(ix.OverlapPoint(nil, 0, 0, o))(t); (len(got) == 1) == ignore {
					t.Errorf("a point in the sensor is in %v", got)
				}
				if got := must.Get(ix.OverlapAABB(nil, -1, -1, 1, 1, o))(t); (len(got) == 1) == ignore {
					t.Errorf("a box in the sensor meets %v", got)
				}
			}
		}
	}
}

// drawn is a source that begins anew: the same shape twice.
func drawn(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
