// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"math"
	"slices"
	"sync"
	"testing"

	"daylight/batch/query"
	"daylight/soa"
)

// TestSingleQuestions: the plain forms answer as a batch does, from many goroutines.
func TestSingleQuestions(t *testing.T) {
	ctx := context.Background()
	for _, l := range layouts(size(900)) {
		t.Run(l.name, func(t *testing.T) {
			s := soa.New()
			l.place(t, s, seeded(t, 11), size(900))
			ix := index(t, s)
			a := asker(t, ix, query.Workers(1))
			r := seeded(t, 72)
			n := size(200)
			rays, p := randomRays(&l, r, n), randomPoints(&l, r, n)
			rays.Filters = randomFilters(s, r, n)
			p.Filters = rays.Filters
			closest, err := a.CastRays(ctx, rays)
			must(t, closest, err)
			points, err := a.OverlapPoints(ctx, p)
			points = clone(must(t, points, err))
			windows := query.Boxes{MinX: p.X, MinY: p.Y, Filters: p.Filters}
			for i := range p.X {
				windows.MaxX, windows.MaxY = append(windows.MaxX, p.X[i]+2), append(windows.MaxY, p.Y[i]+1)
			}
			aabbs, err := a.OverlapAABBs(ctx, windows)
			must(t, aabbs, err)
			met, err := asker(t, ix, query.Workers(1)).OverlapBoxes(ctx, windows)
			must(t, met, err)
			all, err := a.CastRaysAll(ctx, rays)
			must(t, all, err)
			near, err := a.NearestToPoints(ctx, p, 1)
			must(t, near, err)
			var wait sync.WaitGroup
			for range 3 {
				wait.Go(func() {
					var got []soa.ID
					var hits []query.RayHit
					for i := range n {
						f := query.Filter{}
						if p.World != nil {
							f.World, f.Category, f.Ignore = p.World[i], p.Category[i], p.Ignore[i]
							f.Group, f.Body, f.Skip = p.Group[i], p.Body[i], p.Skip[i]
						}
						h, ok := ix.CastRayClosest(rays.X[i], rays.Y[i], rays.DX[i], rays.DY[i], &f)
						if ok != (closest.Shape[i] != 0) || h.Shape != closest.Shape[i] || h.Fraction != closest.Fraction[i] || h.NX != closest.NX[i] {
							t.Errorf("ray %d: %+v", i, h)
						}
						if any := ix.CastRayAny(rays.X[i], rays.Y[i], rays.DX[i], rays.DY[i], &f); any != ok {
							t.Errorf("ray %d: any is %v", i, any)
						}
						if got = ix.OverlapPoint(got[:0], p.X[i], p.Y[i], &f); !slices.Equal(got, points.Shape[points.Offsets[i]:points.Offsets[i+1]]) {
							t.Errorf("point %d: %v", i, got)
						}
						got = ix.OverlapAABB(got[:0], windows.MinX[i], windows.MinY[i], windows.MaxX[i], windows.MaxY[i], &f)
						if !slices.Equal(got, aabbs.Shape[aabbs.Offsets[i]:aabbs.Offsets[i+1]]) {
							t.Errorf("window %d: %v", i, got)
						}
						got = ix.OverlapBox(got[:0], windows.MinX[i], windows.MinY[i], windows.MaxX[i], windows.MaxY[i], &f)
						if !slices.Equal(got, met.Shape[met.Offsets[i]:met.Offsets[i+1]]) {
							t.Errorf("box %d: %v", i, got)
						}
						hits = ix.CastRayAll(hits[:0], rays.X[i], rays.Y[i], rays.DX[i], rays.DY[i], &f)
						row := all.Offsets[i]
						for k, h := range hits {
							if at := row + k; at >= all.Offsets[i+1] || h != (query.RayHit{
								Shape: all.Shape[at], Fraction: all.Fraction[at], X: all.X[at], Y: all.Y[at], NX: all.NX[at], NY: all.NY[at],
							}) {
								t.Errorf("ray %d, hit %d: %+v", i, k, h)
							}
						}
						if len(hits) != all.Offsets[i+1]-row {
							t.Errorf("ray %d: %d hits, not %d", i, len(hits), all.Offsets[i+1]-row)
						}
						k, ok := ix.NearestToPoint(p.X[i], p.Y[i], &f)
						if row := near.Shape[near.Offsets[i]:near.Offsets[i+1]]; ok != (len(row) == 1) || ok && (k.Shape != row[0] || k.Distance != near.Distance[near.Offsets[i]]) {
							t.Errorf("nearest to %d: %+v", i, k)
						}
					}
				})
			}
			wait.Wait()
		})
	}
}

// TestSingleProbes: a shape of a store that asks alone gets what it gets in a batch, be the store
// that of the index or another, and after it has been moved.
func TestSingleProbes(t *testing.T) {
	ctx := context.Background()
	for _, l := range layouts(size(900)) {
		t.Run(l.name, func(t *testing.T) {
			s, others := soa.New(), soa.New()
			l.place(t, s, seeded(t, 11), size(900))
			r := seeded(t, 77)
			p := randomPoints(&l, r, size(300))
			for i := range p.X {
				addAny(t, others, r, soa.At(p.X[i], p.Y[i], r.Float64()), 0.7, randomAttrs(r))
			}
			for _, opts := range [][]query.Option{nil, {query.BruteForce(true)}, {query.Sensors(false)}} {
				ix := index(t, s, opts...)
				a := asker(t, ix, query.Workers(1))
				for _, from := range []*soa.Shapes{others, s} {
					ids := idsOf(from)
					c := query.Casts{Probes: query.Probes{Shapes: from, IDs: ids[:min(len(ids), size(300))]}}
					if len(ids) == 0 {
						continue
					}
					for k, id := range c.IDs {
						c.DX, c.DY, c.Turn = append(c.DX, 9*r.NormFloat64()), append(c.DY, 9*r.NormFloat64()), append(c.Turn, float64(k%3))
						if from == others {
							must(t, 0, from.SetPose(id, soa.At(p.X[k], p.Y[k], r.Float64())))
						}
					}
					var got []soa.ID
					single := make([][]soa.ID, len(c.IDs))
					hits := make([]query.CastHit, len(c.IDs))
					for k, id := range c.IDs {
						single[k] = slices.Clone(ix.OverlapShape(got[:0], from, id))
						hits[k], _ = ix.CastShape(from, id, c.DX[k], c.DY[k], c.Turn[k])
					}
					o, err := a.OverlapShapes(ctx, c.Probes)
					must(t, o, err)
					h, err := a.CastShapes(ctx, c)
					must(t, h, err)
					for k := range c.IDs {
						if want := o.Shape[o.Offsets[k]:o.Offsets[k+1]]; !slices.Equal(single[k], want) {
							t.Fatalf("probe %d meets %v, in a batch %v", k, single[k], want)
						}
						want := query.CastHit{Shape: h.Shape[k], Fraction: h.Fraction[k], NX: h.NX[k], NY: h.NY[k], X: h.X[k], Y: h.Y[k]}
						if hits[k] != want && (hits[k].Shape != 0 || want.Shape != 0) {
							t.Fatalf("probe %d runs into %+v, in a batch %+v", k, hits[k], want)
						}
					}
				}
			}
		})
	}
}

// TestSingleNonsense: what makes no sense has no answer.
func TestSingleNonsense(t *testing.T) {
	s, _ := scatter(t, 200)
	ix := index(t, s)
	id := idsOf(s)[0]
	nan, inf := math.NaN(), math.Inf(1)
	for _, v := range []float64{nan, inf, 1e31} {
		if _, ok := ix.CastShape(s, id, v, 0, 0); ok {
			t.Errorf("a shape that moves by %v meets something", v)
		}
		if hits := ix.CastRayAll(nil, v, 0, 1, 1, nil); hits != nil {
			t.Errorf("a ray from %v meets something", v)
		}
		if ids := ix.OverlapBox(nil, v, 0, v, 1, nil); ids != nil {
			t.Errorf("a box at %v meets something", v)
		}
	}
	if _, ok := ix.CastShape(s, id, 0, 0, nan); ok {
		t.Error("a shape that turns by NaN meets something")
	}
	if ids := ix.OverlapBox(nil, 1, 0, 0, 1, nil); ids != nil {
		t.Error("an empty box meets something")
	}
	for name, from := range map[string]*soa.Shapes{"no store": nil, "another store": soa.New()} {
		if ids := ix.OverlapShape(nil, from, id); ids != nil {
			t.Errorf("%s: its shape meets something", name)
		}
		if _, ok := ix.CastShape(from, id, 1, 0, 0); ok {
			t.Errorf("%s: its shape runs into something", name)
		}
	}
}

// TestNothingToFind: an index of no shapes, or of none in the world asked about, answers every kind
// of question with nothing, and no questions get no answers.
func TestNothingToFind(t *testing.T) {
	ctx := context.Background()
	elsewhere, probes := soa.New(), soa.New()
	for i := range 40 {
		_, err := elsewhere.AddBox(soa.At(float64(i), 0, 0), 1, 1, soa.Attrs{World: 7})
		must(t, 0, err)
	}
	id, err := probes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{})
	must(t, 0, err)
	for name, s := range map[string]*soa.Shapes{"no shapes": soa.New(), "another world": elsewhere} {
		for _, n := range []int{0, 1, 300} {
			for _, opts := range [][]query.Option{{query.Workers(1)}, {query.Workers(3)}, {query.Workers(1), query.Canonical(true)}} {
				ix := index(t, s)
				a := asker(t, ix, opts...)
				v, w := make([]float64, n), slices.Repeat([]float64{1e15}, n)
				p := query.Points{X: v, Y: v}
				rays := query.Rays{X: v, Y: v, DX: w, DY: v}
				b := query.Boxes{MinX: v, MinY: v, MaxX: w, MaxY: w}
				c := query.Casts{Probes: query.Probes{Shapes: probes, IDs: slices.Repeat([]soa.ID{id}, n)}, DX: w, DY: v}
				if n == 0 {
					c.IDs = []soa.ID{} // nil stands for all
				}
				for kind, ask := range map[string]func() (questions, answers int, err error){
					"CastRays": func() (int, int, error) {
						h, err := a.CastRays(ctx, rays)
						return len(h.Shape), met(h.Shape), err
					},
					"CastRaysAny": func() (int, int, error) {
						h, err := a.CastRaysAny(ctx, rays)
						return len(h), len(h) - len(slices.DeleteFunc(slices.Clone(h), func(v bool) bool { return v })), err
					},
					"CastRaysAll": func() (int, int, error) {
						h, err := a.CastRaysAll(ctx, rays, query.Inside(true))
						return len(h.Offsets) - 1, len(h.Shape), err
					},
					"CastShapes": func() (int, int, error) {
						h, err := a.CastShapes(ctx, c)
						return len(h.Shape), met(h.Shape), err
					},
					"OverlapPoints": func() (int, int, error) {
						o, err := a.OverlapPoints(ctx, p, query.Within(9))
						return o.Len(), len(o.Shape), err
					},
					"OverlapAABBs":  func() (int, int, error) { o, err := a.OverlapAABBs(ctx, b); return o.Len(), len(o.Shape), err },
					"OverlapBoxes":  func() (int, int, error) { o, err := a.OverlapBoxes(ctx, b); return o.Len(), len(o.Shape), err },
					"OverlapShapes": func() (int, int, error) { o, err := a.OverlapShapes(ctx, c.Probes); return o.Len(), len(o.Shape), err },
					"Covers":        func() (int, int, error) { o, err := a.Covers(ctx, c.Probes); return o.Len(), len(o.Shape), err },
					"NearestToPoints": func() (int, int, error) {
						o, err := a.NearestToPoints(ctx, p, 3)
						return len(o.Offsets) - 1, len(o.Shape), err
					},
					"NearestToShapes": func() (int, int, error) {
						o, err := a.NearestToShapes(ctx, c.Probes, 3)
						return len(o.Offsets) - 1, len(o.Shape), err
					},
				} {
					if questions, answers, err := ask(); err != nil || questions != n || answers != 0 {
						t.Errorf("%s, %d questions, %s: %d answers to %d, %v", name, n, kind, answers, questions, err)
					}
				}
			}
		}
		ix := index(t, s)
		if rows, err := asker(t, ix).WithinDistance(ctx, 0); err != nil || name == "no shapes" && (len(rows.Offsets) != 1 || len(rows.Index) != 0) {
			t.Errorf("%s: WithinDistance: %v, %v", name, rows, err)
		}
		if _, ok := ix.CastRayClosest(0, 0, 9, 0, nil); ok || ix.CastRayAny(0, 0, 9, 0, nil) || ix.CastRayAll(nil, 0, 0, 9, 0, nil) != nil {
			t.Errorf("%s: a ray meets something", name)
		}
		if _, ok := ix.CastShape(probes, id, 9, 0, 0); ok {
			t.Errorf("%s: a moving shape meets something", name)
		}
		if _, ok := ix.NearestToPoint(0, 0, nil); ok || ix.OverlapPoint(nil, 0, 0, nil) != nil || ix.OverlapAABB(nil, 0, 0, 9, 9, nil) != nil ||
			ix.OverlapBox(nil, 0, 0, 9, 9, nil) != nil || ix.OverlapShape(nil, probes, id) != nil {
			t.Errorf("%s: something is found", name)
		}
	}
}

// met is how many entries are not 0.
func met(ids []soa.ID) (n int) {
	for _, id := range ids {
		if id != 0 {
			n++
		}
	}
	return n
}
