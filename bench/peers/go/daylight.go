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
				start: broadWith(func() index { return &daylightIndex{config: broadphase.Config{Kernels: name}} })})
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

// daylightIndex is Daylight's broad phase, which wants boxes relative to their centres.
type daylightIndex struct {
	boxes  broadphase.Boxes
	config broadphase.Config
	finder broadphase.Finder
}

func (x *daylightIndex) fill(solids []solid) {
	b := broadphase.Boxes{X: x.boxes.X[:0], Y: x.boxes.Y[:0],
		MinX: x.boxes.MinX[:0], MinY: x.boxes.MinY[:0], MaxX: x.boxes.MaxX[:0], MaxY: x.boxes.MaxY[:0]}
	for i := range solids {
		o := &solids[i]
		b.X, b.Y = append(b.X, o.centre.x), append(b.Y, o.centre.y)
		b.MinX, b.MinY = append(b.MinX, float32(o.min.x-o.centre.x)), append(b.MinY, float32(o.min.y-o.centre.y))
		b.MaxX, b.MaxY = append(b.MaxX, float32(o.max.x-o.centre.x)), append(b.MaxY, float32(o.max.y-o.centre.y))
	}
	x.boxes = b
}

func (x *daylightIndex) appendPairs(dst []pair) []pair {
	pairs, err := x.finder.AppendPairs(dst, &x.boxes, x.config)
	if err != nil {
		panic(err) // the columns are of one length
	}
	return pairs
}

// queryPeers are Daylight's batches of questions, with every variant, and its questions one by
// one, with the best. The index is built once, as those of the others are.
func queryPeers() []peer {
	var list []peer
	add := func(name, note, variant string, phases map[string]asks) {
		for phase, ask := range phases {
			list = append(list, peer{
				name: "daylight/" + name, phase: phase, circles: true, note: note,
				start: func(s *scene.Scene) (frame, error) { return startQuery(s, variant, ask) },
			})
		}
	}
	names := supported()
	for _, name := range names {
		add(name, "a batch, one worker", name, batchesOf())
	}
	add("single", "one question at a time", names[len(names)-1], singles)
	return list
}

// asks has the questions of a phase answered and returns how many answers there are.
type asks func(ix *query.Index, a *query.Asker, q *questions) (int, error)

func batchesOf() map[string]asks {
	ctx := context.Background()
	return map[string]asks{
		rays: func(_ *query.Index, a *query.Asker, q *questions) (n int, err error) {
			hits, err := a.CastRays(ctx, q.rays.x, q.rays.y, q.rays.dx, q.rays.dy, query.Options{})
			for i := range hits {
				if hits[i].Shape != 0 {
					n++
				}
			}
			return n, err
		},
		points: func(_ *query.Index, a *query.Asker, q *questions) (int, error) {
			return count(a.OverlapPoints(ctx, q.points.x, q.points.y, query.Options{}))
		},
		windows: func(_ *query.Index, a *query.Asker, q *questions) (int, error) {
			return count(a.OverlapAABBs(ctx, q.windows.minX, q.windows.minY, q.windows.maxX, q.windows.maxY, query.Options{}))
		},
		nearests: func(_ *query.Index, a *query.Asker, q *questions) (int, error) {
			return count(a.NearestToPoints(ctx, q.points.x, q.points.y, neighbours, query.Options{NoClosestPoints: true}))
		},
		withins: func(_ *query.Index, a *query.Asker, _ *questions) (int, error) {
			return count(a.WithinDistance(ctx, withinDistance, query.Options{HalfLists: true}))
		},
	}
}

func count[T any](rows *query.Rows[T], err error) (int, error) {
	if err != nil {
		return 0, err
	}
	return len(rows.Answers), nil
}

var singles = map[string]asks{
	rays: func(ix *query.Index, _ *query.Asker, q *questions) (n int, err error) {
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
	points: func(ix *query.Index, _ *query.Asker, q *questions) (n int, err error) {
		var found []query.Overlap
		for i, x := range q.points.x {
			if found, err = ix.OverlapPoint(found[:0], x, q.points.y[i], query.Options{}); err != nil {
				return n, err
			}
			n += len(found)
		}
		return n, nil
	},
	windows: func(ix *query.Index, _ *query.Asker, q *questions) (n int, err error) {
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
