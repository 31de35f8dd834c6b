// SPDX-License-Identifier: MIT

package main

import (
	"context"

	"daylight/batch"
	"daylight/batch/query"
	"daylight/bench"
	"daylight/bench/scene"
	"daylight/broadphase"
	"daylight/kernels"
	"daylight/soa"
)

// supported names the variants of kernels that this machine runs, the fastest last.
func supported() (names []string) {
	for _, v := range kernels.Variants() {
		if v.Supported {
			names = append(names, v.Name)
		}
	}
	return names
}

// daylightPeers are Daylight with every variant of kernels that this machine runs.
func daylightPeers() []peer {
	var list []peer
	for _, name := range supported() {
		list = append(list,
			peer{name: "daylight/" + name, phase: wholeStep, circles: true,
				note:  "engine as it comes, one worker",
				start: func(s *scene.Scene) (frame, error) { return startDaylightStep(s, name) }},
			peer{name: "daylight/" + name, phase: broadPhase, circles: true,
				note:  "boxes in the scene's order, pairs stored",
				start: func(s *scene.Scene) (frame, error) { return startDaylightBroad(s, name) }})
	}
	return list
}

func startDaylightStep(s *scene.Scene, variant string) (frame, error) {
	shapes := soa.New()
	move, err := s.Fill(shapes, soa.Attrs{})
	if err != nil {
		return frame{}, err
	}
	move.Kernels = variant
	engine, err := batch.New(shapes, batch.Config{Kernels: variant, Workers: 1})
	if err != nil {
		return frame{}, err
	}
	var contacts *batch.Contacts
	run := func() found {
		move.Step()
		var err error
		if contacts, err = engine.Step(context.Background()); err != nil {
			panic(err) // the context is never cancelled, the limit not in reach
		}
		stats := engine.Stats()
		return found{stats.Candidates, stats.Contacts}
	}
	sum := func(sum *bench.PairSum) {
		for i := range contacts.A {
			sum.Add(contacts.A[i].Index(), contacts.B[i].Index())
		}
	}
	return frame{run: run, contacts: sum}, nil
}

func startDaylightBroad(s *scene.Scene, variant string) (frame, error) {
	solids := newSolids(s)
	n := len(solids)
	boxes := &broadphase.Boxes{
		X: make([]float64, n), Y: make([]float64, n),
		MinX: make([]float32, n), MinY: make([]float32, n),
		MaxX: make([]float32, n), MaxY: make([]float32, n),
	}
	var broad broadphase.Finder
	var pairs []broadphase.Pair
	prepare := func() {
		s.Step()
		place(solids, s)
		for i := range solids {
			o := &solids[i]
			boxes.X[i], boxes.Y[i] = o.centre.x, o.centre.y
			boxes.MinX[i], boxes.MinY[i] = float32(o.min.x-o.centre.x), float32(o.min.y-o.centre.y)
			boxes.MaxX[i], boxes.MaxY[i] = float32(o.max.x-o.centre.x), float32(o.max.y-o.centre.y)
		}
	}
	run := func() found {
		var err error
		if pairs, err = broad.AppendPairs(pairs[:0], boxes, broadphase.Config{Kernels: variant}); err != nil {
			panic(err) // the columns are of one length
		}
		return found{len(pairs), unknown}
	}
	return frame{prepare: prepare, run: run}, nil
}

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
				return startQuery(s, fastest, func(ix *query.Index, _ *query.Asker, q *questions) (int, error) { return ask(ix, q) })
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
			h, err := a.CastRays(ctx, q.rays.x, q.rays.y, q.rays.dx, q.rays.dy, query.Options{})
			if err != nil {
				return 0, err
			}
			n := 0
			for i := range h {
				if h[i].Shape != 0 {
					n++
				}
			}
			return n, nil
		},
		points: func(_ *query.Index, a *query.Asker, q *questions) (int, error) {
			o, err := a.OverlapPoints(ctx, q.points.x, q.points.y, query.Options{})
			if err != nil {
				return 0, err
			}
			return len(o.Answers), nil
		},
		windows: func(_ *query.Index, a *query.Asker, q *questions) (int, error) {
			o, err := a.OverlapAABBs(ctx, q.windows.minX, q.windows.minY, q.windows.maxX, q.windows.maxY, query.Options{})
			if err != nil {
				return 0, err
			}
			return len(o.Answers), nil
		},
		nearests: func(_ *query.Index, a *query.Asker, q *questions) (int, error) {
			o, err := a.NearestToPoints(ctx, q.points.x, q.points.y, neighbours, query.Options{NoClosestPoints: true})
			if err != nil {
				return 0, err
			}
			return len(o.Answers), nil
		},
		withins: func(_ *query.Index, a *query.Asker, _ *questions) (int, error) {
			o, err := a.WithinDistance(ctx, withinDistance, query.Options{HalfLists: true})
			if err != nil {
				return 0, err
			}
			return len(o.Answers), nil
		},
	}
}

var singles = map[string]func(ix *query.Index, q *questions) (int, error){
	rays: func(ix *query.Index, q *questions) (n int, err error) {
		r := &q.rays
		for i, x := range r.x {
			h, err := ix.CastRay(x, r.y[i], r.dx[i], r.dy[i], query.Options{})
			if err != nil {
				return n, err
			}
			if h.Shape != 0 {
				n++
			}
		}
		return n, nil
	},
	points: func(ix *query.Index, q *questions) (n int, err error) {
		var found []query.Overlap
		for i, x := range q.points.x {
			if found, err = ix.OverlapPoint(found[:0], x, q.points.y[i], query.Options{}); err != nil {
				return n, err
			}
			n += len(found)
		}
		return n, nil
	},
	windows: func(ix *query.Index, q *questions) (n int, err error) {
		var ids []soa.ID
		w := &q.windows
		for i, x := range w.minX {
			if ids, err = ix.OverlapAABB(ids[:0], x, w.minY[i], w.maxX[i], w.maxY[i], query.Options{}); err != nil {
				return n, err
			}
			n += len(ids)
		}
		return n, nil
	},
}

func startQuery(s *scene.Scene, variant string, ask asks) (frame, error) {
	shapes := soa.New()
	if _, err := s.Fill(shapes, soa.Attrs{}); err != nil {
		return frame{}, err
	}
	ix, err := query.New(shapes, query.Config{Kernels: variant})
	if err != nil {
		return frame{}, err
	}
	a, err := ix.NewAsker(query.Config{Workers: 1})
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
