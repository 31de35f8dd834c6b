// SPDX-License-Identifier: MIT

package answer

import (
	"cmp"
	"context"
	"slices"
	"time"

	"daylight/batch/query"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/internal/store"
	"daylight/soa"
)

// atATime is how many questions are asked in one go.
const atATime = 1 << 15

// Memory for answering, in bytes.
const (
	indexBytes = 170 // of a shape in an index, with its attributes and its ID
	laneBytes  = 25  // of a vertex of a polygon there
)

// charge reserves the memory of an index of the shapes, and half of the rest for an Asker. It
// returns the Asker's limit, and a function that releases both.
func (q *Question) charge(shapes *soa.Shapes) (asker int64, release func(), err error) {
	if q.Memory == nil {
		return 0, func() {}, nil // the limit of the library
	}
	index := indexBytes * int64(shapes.Len())
	for _, n := range store.Of(shapes).Columns().Num {
		index += laneBytes * int64(n)
	}
	if err := memory.For("for an index of the shapes", q.Memory.Reserve(index)); err != nil {
		return 0, nil, err
	}
	asker = q.Memory.Left() / 2
	if q.Memory.Reserve(asker) != nil {
		asker = 0 // another reservation came first
	}
	return max(asker, leastMemory), func() { q.Memory.Release(index + asker) }, nil
}

// Differs is the error of answers that differ from those of brute force.
type Differs struct{ error }

func (d *Differs) Unwrap() error { return d.error }

// Find answers the questions, and with Verify compares the answers with brute force. If asked is
// nil, the shapes of set are also the questions. If the sets are of a tile, it answers only the
// questions of that tile.
func (q *Question) Find(ctx context.Context, set, asked *shapes.Set) (output.Drawn, *Stats, error) {
	r, err := q.ask(ctx, set, cmp.Or(asked, set), false)
	if err != nil {
		return nil, nil, err
	}
	s := r.stats(q)
	if !q.Verify {
		return r, s, nil
	}
	begin := time.Now()
	brute, err := q.ask(ctx, set, cmp.Or(asked, set), true)
	if err == nil {
		err = r.same(brute)
	}
	if err != nil {
		return nil, nil, err
	}
	s.Verified, s.Seconds["verify"] = &q.Verify, time.Since(begin).Seconds()
	return r, s, nil
}

// ask asks the questions. asked is set itself if its shapes are also the questions.
func (q *Question) ask(ctx context.Context, set, asked *shapes.Set, brute bool) (*Replies, error) {
	start := time.Now()
	room, release, err := q.charge(set.Shapes)
	if err != nil {
		return nil, err
	}
	defer release()
	pairs := q.Kind == Within // it searches no tree
	ix, err := query.New(set.Shapes, query.Config{Kernels: q.Kernels, BruteForce: brute, InPlace: pairs, AnyOrder: pairs})
	if err != nil {
		return nil, q.explain(tooManyAnswers, err)
	}
	cfg := query.AskerConfig{MemoryLimit: room, Workers: q.Workers, MaxAnswers: q.Limit}
	cut := set.Cut() || asked.Cut()
	if q.Limit > 0 && (cut || q.Kind == Inside) {
		// The asker counts answers about parts, or AABBs; they are more than the rows. It bounds
		// memory, and rows are counted here.
		cfg.MaxAnswers = max(q.Limit, query.DefaultMaxAnswers)
	}
	a, err := ix.NewAsker(cfg)
	if err != nil {
		return nil, err
	}
	r := newReplies(q, set, asked, cut)
	r.Index = time.Since(start)
	what := "asking"
	if brute {
		what = "verifying"
	}
	bar := q.Bars.Start(what, int64(len(r.asks)), "")
	defer bar.End()
	switch {
	case q.Kind == Within:
		err = r.within(ctx, a, q)
	case cut, q.Kind == Inside:
		err = r.folded(ctx, a, q, brute, bar.Add)
	default:
		var ids []soa.ID
		for some := range slices.Chunk(r.asks, atATime) {
			ids = ids[:0]
			for _, k := range some {
				ids = append(ids, r.ids[k])
			}
			if err = r.ask(ctx, a, q, ids, some); err != nil {
				break
			}
			bar.Add(len(some))
			if err = r.count(q); err != nil {
				break
			}
		}
	}
	if err != nil {
		return nil, q.explain(tooManyAnswers, err)
	}
	r.Asked = time.Since(start) - r.Index
	return r, nil
}

// tooManyAnswers is the reason in an error about memory.
const tooManyAnswers = "the questions have too many answers"

// ask answers some questions; asks has their numbers.
func (r *Replies) ask(ctx context.Context, a *query.Asker, c *Question, ids []soa.ID, asks []uint32) error {
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
func (r *Replies) addHits(asks []uint32, hits []query.Hit) error {
	if err := r.grow(len(hits)); err != nil {
		return err
	}
	for i := range hits {
		if h := &hits[i]; h.Shape != 0 {
			r.put(asks[i], r.shapeOf(h.Shape), hitValues(h))
		}
	}
	return nil
}

// addRows adds the answers to questions; of returns the shape and the columns of an answer.
func addRows[T any](r *Replies, asks []uint32, rows *query.Rows[T], of func(T) (soa.ID, values)) error {
	if err := r.grow(len(rows.Answers)); err != nil {
		return err
	}
	for i := range rows.Len() {
		for _, v := range rows.Row(i) {
			shape, of := of(v)
			r.put(asks[i], r.shapeOf(shape), of)
		}
	}
	return nil
}

// within lists pairs in the order of the input, each once, or twice with Both.
func (r *Replies) within(ctx context.Context, a *query.Asker, c *Question) error {
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

// stats says what a run of questions did.
func (r *Replies) stats(q *Question) *Stats {
	asked := r.A
	if asked == r.B {
		asked = nil
	}
	s := newStats(r.B, asked)
	s.Joined, s.Shapes = nil, r.B.Len()
	questions, answers := r.A.Len(), r.Len()
	s.Questions, s.Answers, s.Near = &questions, &answers, &q.Near
	s.Kind, s.Kernels, s.Workers, s.Bounded = string(q.Kind), q.Kernels, q.Workers, r.Bounded
	s.LeftOut = r.Left
	s.Skipped += len(s.LeftOut)
	s.Seconds["index"], s.Seconds["ask"] = r.Index.Seconds(), r.Asked.Seconds()
	return s
}
