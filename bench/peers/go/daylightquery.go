// SPDX-License-Identifier: MIT

package main

import (
	"context"

	"daylight/batch/query"
	"daylight/bench/scene"
	"daylight/soa"
)

// queryPeers are Daylight's batches of questions, with every variant, and its questions one by
// one, with the best. The index is built once, as those of the others are.
func queryPeers() []peer {
	var list []peer
	names := supported()
	for _, name := range names {
		for phase, ask := range batchesOf() {
			list = append(list, peer{
				name: "daylight/" + name, phase: phase, circles: true, note: "a batch, one worker",
				start: func(s *scene.Scene) (frame, error) { return startQuery(s, name, ask) },
			})
		}
	}
	fastest := names[len(names)-1]
	for phase, ask := range singles {
		list = append(list, peer{
			name: "daylight/single", phase: phase, circles: true, note: "one question at a time",
			start: func(s *scene.Scene) (frame, error) {
				return startQuery(s, fastest, func(ix *query.Index, _ *query.Asker, q *questions) (int, error) { return ask(ix, q), nil })
			},
		})
	}
	return list
}

// asks has the questions of a phase answered and returns how many answers there are.
type asks func(ix *query.Index, a *query.Asker, q *questions) (int, error)

func batchesOf() map[string]asks {
	ctx := context.Background()
	return map[string]asks{
		rays: func(_ *query.Index, a *query.Asker, q *questions) (int, error) {
			h, err := a.CastRays(ctx, q.rays)
			if err != nil {
				return 0, err
			}
			n := 0
			for _, id := range h.Shape {
				if id != 0 {
					n++
				}
			}
			return n, nil
		},
		points: func(_ *query.Index, a *query.Asker, q *questions) (int, error) {
			o, err := a.OverlapPoints(ctx, q.points)
			if err != nil {
				return 0, err
			}
			return len(o.Shape), nil
		},
		windows: func(_ *query.Index, a *query.Asker, q *questions) (int, error) {
			o, err := a.OverlapAABBs(ctx, q.windows)
			if err != nil {
				return 0, err
			}
			return len(o.Shape), nil
		},
		nearests: func(_ *query.Index, a *query.Asker, q *questions) (int, error) {
			o, err := a.NearestToPoints(ctx, q.points, neighbours, query.ClosestPoints(false))
			if err != nil {
				return 0, err
			}
			return len(o.Shape), nil
		},
		withins: func(_ *query.Index, a *query.Asker, _ *questions) (int, error) {
			o, err := a.WithinDistance(ctx, withinDistance, query.Once(true))
			if err != nil {
				return 0, err
			}
			return len(o.Index), nil
		},
	}
}

var singles = map[string]func(ix *query.Index, q *questions) int{
	rays: func(ix *query.Index, q *questions) (n int) {
		r := &q.rays
		for i, x := range r.X {
			if _, ok := ix.CastRayClosest(x, r.Y[i], r.DX[i], r.DY[i], nil); ok {
				n++
			}
		}
		return n
	},
	points: func(ix *query.Index, q *questions) (n int) {
		var ids []soa.ID
		for i, x := range q.points.X {
			ids = ix.OverlapPoint(ids[:0], x, q.points.Y[i], nil)
			n += len(ids)
		}
		return n
	},
	windows: func(ix *query.Index, q *questions) (n int) {
		var ids []soa.ID
		w := &q.windows
		for i, x := range w.MinX {
			ids = ix.OverlapAABB(ids[:0], x, w.MinY[i], w.MaxX[i], w.MaxY[i], nil)
			n += len(ids)
		}
		return n
	},
}

func startQuery(s *scene.Scene, variant string, ask asks) (frame, error) {
	shapes := soa.New()
	if _, err := s.Fill(shapes, soa.Attrs{}); err != nil {
		return frame{}, err
	}
	ix, err := query.New(shapes, query.Kernels(variant))
	if err != nil {
		return frame{}, err
	}
	a, err := ix.NewAsker(query.Workers(1))
	if err != nil {
		return frame{}, err
	}
	q := newQuestions(s)
	return frame{run: func() found {
		n, err := ask(ix, a, &q)
		if err != nil {
			panic(err) // the questions are sound
		}
		return found{unknown, n}
	}}, nil
}
