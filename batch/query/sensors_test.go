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
		for k := range min(600, size(2400)) {
			pose, draw := somewhere(r, 0, 0, l.side), r.Uint64()
			id := addAny(t, all, drawn(draw), pose, 1, soa.Attrs{})
			other := addAny(t, solid, drawn(draw), pose, 1, soa.Attrs{})
			if k%3 == 0 {
				must(t, 0, all.SetAttrs(id, soa.Attrs{Sensor: true}))
				must(t, 0, solid.SetAttrs(other, soa.Attrs{World: 9}))
				marked = append(marked, id)
			}
		}
		rays, p := randomRays(&l, r, 300), randomPoints(&l, r, 300)
		b := query.Boxes{MinX: p.X, MinY: p.Y}
		c := query.Casts{Probes: query.Probes{Shapes: soa.New()}}
		for i := range p.X {
			b.MaxX, b.MaxY = append(b.MaxX, p.X[i]+2), append(b.MaxY, p.Y[i]+2)
			addAny(t, c.Shapes, r, soa.At(p.X[i], p.Y[i], r.Float64()), 0.4, soa.Attrs{})
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

// TestSensorsOfIndex: an index that is told to leave sensors out does so for single questions, and
// its askers do unless they are told otherwise.
func TestSensorsOfIndex(t *testing.T) {
	ctx := context.Background()
	s := soa.New()
	sensor, err := s.AddCircle(soa.At(0, 0, 0), 2, soa.Attrs{Sensor: true})
	must(t, sensor, err)
	wall, err := s.AddCircle(soa.At(6, 0, 0), 1, soa.Attrs{})
	must(t, wall, err)
	p := query.Points{X: []float64{0}, Y: []float64{0}}
	for _, brute := range []bool{false, true} {
		all, solid := index(t, s, query.BruteForce(brute)), index(t, s, query.BruteForce(brute), query.Sensors(false))
		for _, f := range []*query.Filter{nil, {Attrs: soa.Attrs{}}} {
			for ix, want := range map[*query.Index]soa.ID{all: sensor, solid: wall} {
				if h, ok := ix.CastRayClosest(-4, 0, 20, 0, f); !ok || h.Shape != want {
					t.Errorf("a ray meets %v, want %v", h.Shape, want)
				}
				if n, ok := ix.NearestToPoint(0, 0, f); !ok || n.Shape != want {
					t.Errorf("the nearest is %v, want %v", n.Shape, want)
				}
				if ix.CastRayAny(-4, 0, 5, 0, f) != (ix == all) {
					t.Error("a ray up to the sensor")
				}
				if got := ix.OverlapPoint(nil, 0, 0, f); (len(got) == 1) != (ix == all) {
					t.Errorf("a point in the sensor is in %v", got)
				}
				if got := ix.OverlapAABB(nil, -1, -1, 1, 1, f); (len(got) == 1) != (ix == all) {
					t.Errorf("a window in the sensor meets %v", got)
				}
			}
		}
		for _, c := range []struct {
			ix   *query.Index
			opts []query.Option
			want int
		}{{all, nil, 1}, {solid, nil, 0}, {solid, []query.Option{query.Sensors(true)}, 1}, {all, []query.Option{query.Sensors(false)}, 0}} {
			o, err := asker(t, c.ix, c.opts...).OverlapPoints(ctx, p)
			if must(t, o, err); len(o.Shape) != c.want {
				t.Errorf("an asker finds %d, want %d", len(o.Shape), c.want)
			}
			if o, err = asker(t, c.ix).OverlapPoints(ctx, p, c.opts...); len(must(t, o, err).Shape) != c.want {
				t.Errorf("a call finds %d, want %d", len(o.Shape), c.want)
			}
		}
	}
}

// drawn is a source that begins anew: the same shape twice.
func drawn(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
