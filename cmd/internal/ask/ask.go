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
	ix, err := query.New(set.Shapes, query.Kernels(c.Kernels), query.BruteForce(brute))
	if err != nil {
		return nil, c.explain(err)
	}
	opts := []query.Option{query.MemoryLimit(room), query.Workers(c.Workers), query.Canonical(true), query.Inside(c.Holding), query.Sensors(!c.Solid)}
	if c.Near >= 0 {
		opts = append(opts, query.Within(c.Near))
	}
	cut := set.Cut() || asked.Cut()
	if limit := c.Limit; limit > 0 {
		if cut {
			// The asker counts answers about parts, of which there are more than rows: it
			// bounds memory, and rows are counted here.
			limit = max(limit, query.DefaultMaxAnswers)
		}
		opts = append(opts, query.MaxAnswers(limit))
	}
	a, err := ix.NewAsker(opts...)
	if err != nil {
		return nil, err
	}
	r := &Result{Set: set, Asked: asked, memory: c.Memory, columns: columns[c.Kind], Index: time.Since(start)}
	r.found = slices.Collect(set.Shapes.All())
	if r.ids = r.found; asked != set {
		r.ids = slices.Collect(asked.Shapes.All())
	}
	if cut && (c.Kind == Points || c.Kind == Boxes) {
		r.columns = slices.Concat(r.columns, job.FoldColumns)
	}
	n := len(r.columns)
	r.single, r.double, r.wide = make([][]float32, n), make([][]float64, n), make([]bool, n)
	for k, name := range r.columns {
		r.wide[k] = wide(c.Kind, name)
	}
	what := "asking"
	if brute {
		what = "verifying"
	}
	bar := c.Bars.Start(what, int64(asked.Len()), false)
	defer bar.End()
	switch {
	case c.Kind == Within:
		err = r.within(ctx, a, c)
	case cut:
		err = r.folded(ctx, a, c, brute, bar.Add)
	default:
		for lo := 0; lo < len(r.ids) && err == nil; lo += atATime {
			hi := min(lo+atATime, len(r.ids))
			err = r.ask(ctx, a, c, r.ids[lo:hi], lo)
			bar.Add(hi - lo)
			if err == nil {
				err = r.count(c)
			}
		}
	}
	if err != nil {
		return nil, c.explain(err)
	}
	r.Answers = time.Since(start) - r.Index
	return r, nil
}

// ask has some questions answered, of which the first is number first.
func (r *Result) ask(ctx context.Context, a *query.Asker, c Config, ids []soa.ID, first int) error {
	probes := query.Probes{Shapes: r.Asked.Shapes, IDs: ids}
	switch c.Kind {
	case Rays:
		rays, err := r.rays(ids)
		if err != nil {
			return err
		}
		if c.All {
			h, err := a.CastRaysAll(ctx, rays)
			if err != nil {
				return err
			}
			return r.add(first, h.Offsets, h.Shape, h.Fraction, h.X, h.Y, h.NX, h.NY)
		}
		h, err := a.CastRays(ctx, rays)
		if err != nil {
			return err
		}
		return addHits(r, first, h.Shape, h.Fraction, h.X, h.Y, h.NX, h.NY)
	case Casts:
		casts, err := r.casts(ids)
		if err != nil {
			return err
		}
		h, err := a.CastShapes(ctx, casts)
		if err != nil {
			return err
		}
		return addHits(r, first, h.Shape, h.Fraction, h.X, h.Y, h.NX, h.NY)
	case Points, Boxes:
		o, err := a.OverlapShapes(ctx, probes)
		if err != nil {
			return err
		}
		return r.add(first, o.Offsets, o.Shape, o.Depth, o.NX, o.NY)
	case Nearest:
		o, err := a.NearestToShapes(ctx, probes, c.K)
		if err != nil {
			return err
		}
		return r.add(first, o.Offsets, o.Shape, o.Distance, o.NX, o.NY, o.QX, o.QY, o.X, o.Y)
	case Inside:
		o, err := a.Covers(ctx, probes)
		if err != nil {
			return err
		}
		return r.add(first, o.Offsets, o.Shape)
	}
	return nil
}

// addHits lists the hits of questions that have one each at most, of which the first is number
// first.
func addHits[F float32 | float64](r *Result, first int, shape []soa.ID, fraction []F, x, y []float64, nx, ny []float32) error {
	for i, id := range shape {
		if id != 0 {
			if err := r.add(first+i, []int{0, 1}, []soa.ID{id}, fraction[i:i+1], x[i:i+1], y[i:i+1], nx[i:i+1], ny[i:i+1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// within lists pairs, each once unless asked for both ways, in the order of the input.
func (r *Result) within(ctx context.Context, a *query.Asker, c Config) error {
	rows, err := a.WithinDistance(ctx, c.Near, query.Once(!c.Both), query.Centres(c.Centres))
	if err != nil {
		return err
	}
	if err := r.grow(len(rows.Index)); err != nil {
		return err
	}
	for i := range len(rows.Offsets) - 1 {
		for _, j := range rows.Index[rows.Offsets[i]:rows.Offsets[i+1]] {
			r.question = append(r.question, uint32(r.Asked.Of(i)))
			r.shape = append(r.shape, uint32(r.Set.Of(int(j))))
		}
	}
	if r.Set.Cut() {
		if err := r.once(); err != nil {
			return err
		}
	}
	return r.count(c)
}
