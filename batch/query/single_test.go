// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/soa"
)

// TestSingleQuestions: a question that is asked alone has the answers that it has among columns, to
// the last bit and in their order, from many goroutines.
func TestSingleQuestions(t *testing.T) {
	ctx := context.Background()
	for k, l := range layouts(size(900)) {
		t.Run(l.name, func(t *testing.T) {
			s := soa.New()
			l.place(t, s, seeded(t, 11), size(900))
			ix := index(t, s, query.Config{})
			if k%3 == 2 {
				ix = index(t, s, query.Config{BruteForce: true})
			}
			a := asker(t, ix, query.AskerConfig{Workers: 1})
			r := seeded(t, 72)
			n := size(200)
			rays, p := randomRays(&l, r, n), randomPoints(&l, r, n)
			rays.Options = randomOptions(s, r, n)
			rays.IgnoreSensors = k%2 == 0
			p.Options = rays.Options
			windows := boxColumns{MinX: p.X, MinY: p.Y, Options: p.Options}
			for i := range p.X {
				windows.MaxX, windows.MaxY = append(windows.MaxX, p.X[i]+2), append(windows.MaxY, p.Y[i]+1)
			}
			rays.Inside = k%2 == 1
			within := []float64{0, 0.75, 3}[k%3]
			closest := must.Get(rays.first(ctx, a))(t)
			all := must.Get(rays.all(ctx, a))(t)
			points := clone(must.Get(p.within(within).overlap(ctx, a))(t))
			met := must.Get(windows.within(within).overlap(ctx, a))(t)
			aabbs := must.Get(windows.aabbs(ctx, a))(t)
			near := must.Get(p.within(within).nearest(ctx, a, 4))(t)
			var wait sync.WaitGroup
			for range 3 {
				wait.Go(func() {
					var hits []query.Hit
					var overlaps []query.Overlap
					var ids []soa.ID
					var found []query.Neighbour
					for i := range n {
						o, x, y := of(rays.Options, i), p.X[i], p.Y[i]
						h, err := ix.CastRay(rays.X[i], rays.Y[i], rays.DX[i], rays.DY[i], o)
						if err != nil || h != closest[i] {
							t.Errorf("ray %d: %+v, %v", i, h, err)
						}
						if any, err := ix.CastRayAny(rays.X[i], rays.Y[i], rays.DX[i], rays.DY[i], o); err != nil || any != (h.Shape != 0) {
							t.Errorf("ray %d: any is %v, %v", i, any, err)
						}
						if hits, err = ix.CastRayAll(hits[:0], rays.X[i], rays.Y[i], rays.DX[i], rays.DY[i], o); err != nil || !slices.Equal(hits, all.Row(i)) {
							t.Errorf("ray %d: %v, %v", i, hits, err)
						}
						o = of(p.Options, i)
						if ids, err = ix.OverlapAABB(ids[:0], x, y, windows.MaxX[i], windows.MaxY[i], o); err != nil || !slices.Equal(ids, aabbs.Row(i)) {
							t.Errorf("AABBs at box %d: %v, %v", i, ids, err)
						}
						o.Within = within
						if overlaps, err = ix.OverlapPoint(overlaps[:0], x, y, o); err != nil || !slices.Equal(overlaps, points.Row(i)) {
							t.Errorf("point %d: %v, %v", i, overlaps, err)
						}
						if overlaps, err = ix.OverlapBox(overlaps[:0], x, y, windows.MaxX[i], windows.MaxY[i], o); err != nil || !slices.Equal(overlaps, met.Row(i)) {
							t.Errorf("box %d: %v, %v", i, overlaps, err)
						}
						if found, err = ix.NearestToPoint(found[:0], x, y, 4, o); err != nil || !slices.Equal(found, near.Row(i)) {
							t.Errorf("nearest to %d: %v, %v", i, found, err)
						}
					}
				})
			}
			wait.Wait()
		})
	}
}

// TestSingleProbes: a shape of a store that asks alone gets what it gets among columns, be the
// store that of the index or another, and after it has been moved.
func TestSingleProbes(t *testing.T) {
	ctx := context.Background()
	answers := 0
	for k, l := range layouts(size(900)) {
		t.Run(l.name, func(t *testing.T) {
			s, others := soa.New(), soa.New()
			l.place(t, s, seeded(t, 11), size(900))
			r := seeded(t, 77)
			p := randomPoints(&l, r, size(300))
			for i := range p.X {
				addAny(t, others, r, soa.At(p.X[i], p.Y[i], r.Float64()), 0.5, randomAttrs(r))
			}
			for _, ignore := range []bool{false, true} {
				ix := index(t, s, query.Config{BruteForce: ignore})
				a := asker(t, ix, query.AskerConfig{Workers: 1})
				for _, from := range []*soa.Shapes{others, s} {
					ids := idsOf(from)
					c := castColumns{shapeColumns: shapeColumns{Shapes: from, IDs: ids[:min(len(ids), size(300))]}}
					if len(ids) == 0 {
						continue
					}
					c.IgnoreSensors, c.Skip = ignore, ids[len(ids)/2]
					for k, id := range c.IDs {
						c.DX, c.DY, c.Turn = append(c.DX, 9*r.NormFloat64()), append(c.DY, 9*r.NormFloat64()), append(c.Turn, float64(k%3))
						if from == others {
							must.Do(t, from.SetPose(id, soa.At(p.X[k], p.Y[k], r.Float64())))
						}
					}
					near := c.within([]float64{0, 0.75, 3}[k%3])
					overlaps, found := make([][]query.Overlap, len(c.IDs)), make([][]query.Neighbour, len(c.IDs))
					covers, hits := make([][]soa.ID, len(c.IDs)), make([]query.Hit, len(c.IDs))
					for k, id := range c.IDs {
						overlaps[k] = must.Get(ix.OverlapShape(nil, from, id, near.Options))(t)
						found[k] = must.Get(ix.NearestToShape(nil, from, id, 4, near.Options))(t)
						covers[k] = must.Get(ix.CoverShape(nil, from, id, c.Options))(t)
						hits[k] = must.Get(ix.CastShape(from, id, c.DX[k], c.DY[k], c.Turn[k], c.Options))(t)
					}
					same(t, "casts", hits, must.Get(c.cast(ctx, a))(t))
					o := must.Get(near.overlap(ctx, a))(t)
					n := must.Get(near.nearest(ctx, a, 4))(t)
					v := must.Get(c.cover(ctx, a))(t)
					for k := range c.IDs {
						if !slices.Equal(overlaps[k], o.Row(k)) {
							t.Fatalf("probe %d meets %v, among columns %v", k, overlaps[k], o.Row(k))
						}
						if !slices.Equal(found[k], n.Row(k)) {
							t.Fatalf("nearest to probe %d: %v, among columns %v", k, found[k], n.Row(k))
						}
						if !slices.Equal(covers[k], v.Row(k)) {
							t.Fatalf("what covers probe %d: %v, among columns %v", k, covers[k], v.Row(k))
						}
						answers += len(overlaps[k]) + len(covers[k])
					}
				}
			}
		})
	}
	if answers < 1000 {
		t.Errorf("only %d answers compared", answers)
	}
}

// TestNothingToFind: an index of no shapes, or of none in the world asked about, answers every kind
// of question with nothing, and no questions get no answers.
func TestNothingToFind(t *testing.T) {
	ctx := context.Background()
	elsewhere, probes := soa.New(), soa.New()
	for i := range 40 {
		must.Get(elsewhere.AddBox(soa.At(float64(i), 0, 0), 1, 1, soa.Attrs{World: 7}))(t)
	}
	id := must.Get(probes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{}))(t)
	for name, s := range map[string]*soa.Shapes{"no shapes": soa.New(), "another world": elsewhere} {
		ix := index(t, s, query.Config{})
		for _, n := range []int{0, 1, 300} {
			for k, workers := range []int{1, 3, 1} {
				a := asker(t, ix, query.AskerConfig{Workers: workers})
				v, w := make([]float64, n), slices.Repeat([]float64{1e15}, n)
				p := pointColumns{X: v, Y: v}
				rays := rayColumns{X: v, Y: v, DX: w, DY: v}
				b := boxColumns{MinX: v, MinY: v, MaxX: w, MaxY: w}
				c := castColumns{shapeColumns: shapeColumns{Shapes: probes, IDs: slices.Repeat([]soa.ID{id}, n)}, DX: w, DY: v}
				if n == 0 {
					c.IDs = []soa.ID{} // nil stands for all
				}
				if k == 2 {
					p, b = p.canonical(), b.canonical()
				}
				for kind, ask := range map[string]func() (questions, answers int, err error){
					"CastRays":   func() (int, int, error) { h, err := rays.first(ctx, a); return len(h), met(h), err },
					"CastShapes": func() (int, int, error) { h, err := c.cast(ctx, a); return len(h), met(h), err },
					"CastRaysAny": func() (int, int, error) {
						h, err := rays.any(ctx, a)
						return len(h), countTrue(h), err
					},
					"CastRaysAll":     func() (int, int, error) { o, err := rays.inside(true).all(ctx, a); return o.Len(), len(o.Answers), err },
					"OverlapPoints":   func() (int, int, error) { o, err := p.within(9).overlap(ctx, a); return o.Len(), len(o.Answers), err },
					"OverlapAABBs":    func() (int, int, error) { o, err := b.aabbs(ctx, a); return o.Len(), len(o.Answers), err },
					"OverlapBoxes":    func() (int, int, error) { o, err := b.overlap(ctx, a); return o.Len(), len(o.Answers), err },
					"OverlapShapes":   func() (int, int, error) { o, err := c.overlap(ctx, a); return o.Len(), len(o.Answers), err },
					"CoverShapes":     func() (int, int, error) { o, err := c.cover(ctx, a); return o.Len(), len(o.Answers), err },
					"NearestToPoints": func() (int, int, error) { o, err := p.nearest(ctx, a, 3); return o.Len(), len(o.Answers), err },
					"NearestToShapes": func() (int, int, error) { o, err := c.nearest(ctx, a, 3); return o.Len(), len(o.Answers), err },
				} {
					if questions, answers, err := ask(); err != nil || questions != n || answers != 0 {
						t.Errorf("%s, %d questions, %s: %d answers to %d, %v", name, n, kind, answers, questions, err)
					}
				}
			}
		}
		if rows, err := asker(t, ix, query.AskerConfig{}).WithinDistance(ctx, 0, query.Options{}); err != nil || name == "no shapes" && (len(rows.Offsets) != 1 || len(rows.Answers) != 0) {
			t.Errorf("%s: WithinDistance: %v, %v", name, rows, err)
		}
		var none query.Options
		for kind, ask := range map[string]func() (found int, err error){
			"CastRay": func() (int, error) { h, err := ix.CastRay(0, 0, 9, 0, none); return met([]query.Hit{h}), err },
			"CastRayAny": func() (int, error) {
				any, err := ix.CastRayAny(0, 0, 9, 0, none)
				return countTrue([]bool{any}), err
			},
			"CastRayAll": func() (int, error) { all, err := ix.CastRayAll(nil, 0, 0, 9, 0, none); return len(all), err },
			"CastShape": func() (int, error) {
				h, err := ix.CastShape(probes, id, 9, 0, 0, none)
				return met([]query.Hit{h}), err
			},
			"NearestToPoint": func() (int, error) { near, err := ix.NearestToPoint(nil, 0, 0, 1, none); return len(near), err },
			"NearestToShape": func() (int, error) { near, err := ix.NearestToShape(nil, probes, id, 1, none); return len(near), err },
			"OverlapPoint":   func() (int, error) { o, err := ix.OverlapPoint(nil, 0, 0, none); return len(o), err },
			"OverlapBox":     func() (int, error) { o, err := ix.OverlapBox(nil, 0, 0, 9, 9, none); return len(o), err },
			"OverlapShape":   func() (int, error) { o, err := ix.OverlapShape(nil, probes, id, none); return len(o), err },
			"OverlapAABB":    func() (int, error) { ids, err := ix.OverlapAABB(nil, 0, 0, 9, 9, none); return len(ids), err },
			"CoverShape":     func() (int, error) { ids, err := ix.CoverShape(nil, probes, id, none); return len(ids), err },
		} {
			if found, err := ask(); err != nil || found != 0 {
				t.Errorf("%s, %s: %d are found, %v", name, kind, found, err)
			}
		}
	}
}

func countTrue(list []bool) (n int) {
	for _, v := range list {
		if v {
			n++
		}
	}
	return n
}

// met is how many hits there are.
func met(hits []query.Hit) (n int) {
	for _, h := range hits {
		if h.Shape != 0 {
			n++
		}
	}
	return n
}

// TestInside: with Inside a ray meets what holds its origin, and the opposite ray says where it
// leaves that.
func TestInside(t *testing.T) {
	ctx := context.Background()
	s := soa.New()
	id := must.Get(s.AddBox(soa.At(10, 0, 0), 2, 1, soa.Attrs{}))(t)
	ix := index(t, s, query.Config{})
	ray := rayColumns{X: []float64{10}, Y: []float64{0}, DX: []float64{8}, DY: []float64{0}}
	for _, inside := range []bool{false, true} {
		o := query.Options{Inside: inside}
		h := must.Get(ix.CastRay(10, 0, 8, 0, o))(t)
		any := must.Get(ix.CastRayAny(10, 0, 8, 0, o))(t)
		all := must.Get(ix.CastRayAll(nil, 10, 0, 8, 0, o))(t)
		if (h.Shape != 0) != inside || inside && (h != query.Hit{Shape: id, X: 10}) || any != inside || (len(all) == 1) != inside {
			t.Errorf("inside %v: %+v, %v, %v", inside, h, any, all)
		}
		if must.Get(ray.inside(inside).first(ctx, asker(t, ix, query.AskerConfig{})))(t)[0] != h {
			t.Errorf("inside %v: an asker differs from its index", inside)
		}
		if back := must.Get(ix.CastRayAll(nil, 18, 0, -8, 0, o))(t); len(back) != 1 || 1-back[0].Fraction != 0.25 || back[0].X != 12 || back[0].NX != 1 {
			t.Errorf("inside %v: it leaves at %+v", inside, back)
		}
	}
}
