// SPDX-License-Identifier: MIT

package ask

import (
	"context"
	"slices"
	"time"

	"daylight/batch/query"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
)

// atATime is how many questions are asked in one go.
const atATime = 1 << 15

// Run asks. asked is set itself where shapes are asked about each other.
func Run(ctx context.Context, set, asked *shapes.Set, c Config, brute bool) (*Result, error) {
	start := time.Now()
	room, release, err := c.charge(set.Shapes)
	if err != nil {
		return nil, err
	}
	defer release()
	pairs := c.Kind == Within // which searches no tree
	ix, err := query.New(set.Shapes, query.Config{Kernels: c.Kernels, BruteForce: brute, InPlace: pairs, AnyOrder: pairs})
	if err != nil {
		return nil, c.explain(err)
	}
	cfg := query.AskerConfig{MemoryLimit: room, Workers: c.Workers, MaxAnswers: max(c.Limit, 0)}
	cut := set.Cut() || asked.Cut()
	if c.Limit > 0 && (cut || c.Kind == Inside) {
		// The asker counts answers about parts, or AABBs, of which there are more than rows:
		// it bounds memory, and rows are counted here.
		cfg.MaxAnswers = max(c.Limit, query.DefaultMaxAnswers)
	}
	a, err := ix.NewAsker(cfg)
	if err != nil {
		return nil, err
	}
	r := &Result{memory: c.Memory, Index: time.Since(start)}
	r.Sides = job.SidesOf(asked, set, r)
	r.found = slices.Collect(set.Shapes.All())
	if r.ids = r.found; asked != set {
		r.ids = slices.Collect(asked.Shapes.All())
	}
	for q := range asked.Len() {
		if asked.Sides(q) == 0 {
			r.asks = append(r.asks, uint32(q))
		}
	}
	names := columns[c.Kind]
	if cut && (c.Kind == Points || c.Kind == Boxes) {
		names = slices.Concat(names, job.FoldColumns)
	}
	r.named(c.Kind, names)
	what := "asking"
	if brute {
		what = "verifying"
	}
	bar := c.Bars.Start(what, int64(len(r.asks)), false)
	defer bar.End()
	switch {
	case c.Kind == Within:
		err = r.within(ctx, a, c)
	case cut, c.Kind == Inside:
		err = r.folded(ctx, a, c, brute, bar.Add)
	default:
		var ids []soa.ID
		for some := range slices.Chunk(r.asks, atATime) {
			ids = ids[:0]
			for _, q := range some {
				ids = append(ids, r.ids[q])
			}
			if err = r.ask(ctx, a, c, ids, some); err != nil {
				break
			}
			bar.Add(len(some))
			if err = r.count(c); err != nil {
				break
			}
		}
	}
	if err != nil {
		return nil, c.explain(err)
	}
	r.Answers = time.Since(start) - r.Index
	return r, nil
}

// ask answers some questions; asks has their numbers.
func (r *Result) ask(ctx context.Context, a *query.Asker, c Config, ids []soa.ID, asks []uint32) error {
	asked := r.A.Shapes
	switch c.Kind {
	case Rays:
		q, err := r.rays(ids, c)
		if err != nil {
			return err
		}
		if c.All {
			o, err := q.all(ctx, a)
			if err != nil {
				return err
			}
			return addRows(r, asks, o, func(h query.Hit) (soa.ID, values) { return h.Shape, hitValues(&h) })
		}
		h, err := q.first(ctx, a)
		if err != nil {
			return err
		}
		return r.addHits(asks, h)
	case Casts:
		h, err := r.casts(ctx, a, c, ids)
		if err != nil {
			return err
		}
		return r.addHits(asks, h)
	case Points, Boxes:
		o, err := a.OverlapShapes(ctx, asked, ids, c.options(true, true))
		if err != nil {
			return err
		}
		return addRows(r, asks, o, func(o query.Overlap) (soa.ID, values) {
			return o.Shape, values{float64(o.Depth), float64(o.NX), float64(o.NY)}
		})
	case Nearest:
		o, err := a.NearestToShapes(ctx, asked, ids, c.K, c.nearest())
		if err != nil {
			return err
		}
		return addRows(r, asks, o, func(n query.Neighbour) (soa.ID, values) { return n.Shape, neighbourValues(&n) })
	}
	return nil
}

// addHits adds the hits of questions, at most one each.
func (r *Result) addHits(asks []uint32, hits []query.Hit) error {
	if err := r.grow(len(hits)); err != nil {
		return err
	}
	for i := range hits {
		if h := &hits[i]; h.Shape != 0 {
			r.put(asks[i], r.whole(h.Shape), hitValues(h))
		}
	}
	return nil
}

// addRows adds the answers to questions; of gives the shape and the columns of one.
func addRows[T any](r *Result, asks []uint32, rows *query.Rows[T], of func(T) (soa.ID, values)) error {
	if err := r.grow(len(rows.Answers)); err != nil {
		return err
	}
	for i := range rows.Len() {
		for _, v := range rows.Row(i) {
			shape, of := of(v)
			r.put(asks[i], r.whole(shape), of)
		}
	}
	return nil
}

// within lists pairs, each once unless asked for both ways, in the order of the input.
func (r *Result) within(ctx context.Context, a *query.Asker, c Config) error {
	rows, err := a.WithinDistance(ctx, c.Near, query.Options{IgnoreSensors: c.Solid, HalfLists: !c.Both, Centres: c.Centres})
	if err != nil {
		return err
	}
	if err := r.grow(len(rows.Answers)); err != nil {
		return err
	}
	for i := range rows.Len() {
		if r.A.Sides(r.A.Of(i)) != 0 {
			continue // another tile has this question
		}
		for _, j := range rows.Row(i) {
			r.put(uint32(r.A.Of(i)), uint32(r.B.Of(int(j))), values{})
		}
	}
	if r.B.Cut() {
		if err := r.once(); err != nil {
			return err
		}
	}
	return r.count(c)
}
