// SPDX-License-Identifier: MIT

package ask

import (
	"context"
	"errors"
	"math"
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
	cfg := query.Config{MemoryLimit: room, Workers: c.Workers, MaxAnswers: max(c.Limit, 0)}
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
	names := columns[c.Kind]
	if cut && (c.Kind == Points || c.Kind == Boxes) {
		names = slices.Concat(names, job.FoldColumns)
	}
	r.named(c.Kind, names)
	what := "asking"
	if brute {
		what = "verifying"
	}
	bar := c.Bars.Start(what, int64(asked.Len()), false)
	defer bar.End()
	switch {
	case c.Kind == Within:
		err = r.within(ctx, a, c)
	case cut, c.Kind == Inside:
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
			return addRows(r, first, o, func(h query.Hit) (soa.ID, values) { return h.Shape, hitValues(&h) })
		}
		h, err := q.first(ctx, a)
		if err != nil {
			return err
		}
		return r.addHits(first, h)
	case Casts:
		h, err := r.casts(ctx, a, c, ids)
		if err != nil {
			return err
		}
		return r.addHits(first, h)
	case Points, Boxes:
		o, err := a.OverlapShapes(ctx, asked, ids, c.options(true, true))
		if err != nil {
			return err
		}
		return addRows(r, first, o, func(o query.Overlap) (soa.ID, values) {
			return o.Shape, values{float64(o.Depth), float64(o.NX), float64(o.NY)}
		})
	case Nearest:
		o, err := a.NearestToShapes(ctx, asked, ids, c.K, c.nearest())
		if err != nil {
			return err
		}
		return addRows(r, first, o, func(n query.Neighbour) (soa.ID, values) { return n.Shape, neighbourValues(&n) })
	}
	return nil
}

// addHits adds the hits of questions that have one each at most, of which the first is number first.
func (r *Result) addHits(first int, hits []query.Hit) error {
	if err := r.grow(len(hits)); err != nil {
		return err
	}
	for i := range hits {
		if h := &hits[i]; h.Shape != 0 {
			r.put(uint32(first+i), r.whole(h.Shape), hitValues(h))
		}
	}
	return nil
}

// addRows adds the answers to questions from first on; of gives the shape and the columns of one.
func addRows[T any](r *Result, first int, rows *query.Rows[T], of func(T) (soa.ID, values)) error {
	if err := r.grow(len(rows.Answers)); err != nil {
		return err
	}
	for i := range rows.Len() {
		for _, v := range rows.Row(i) {
			shape, of := of(v)
			r.put(uint32(first+i), r.whole(shape), of)
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

// Moving reports whether questions are about what moves.
func (c *Config) Moving() bool { return c.Kind == Rays || c.Kind == Casts }

// options are those of a call that honours Within if near, and Canonical if sorts.
func (c *Config) options(near, sorts bool) query.Options {
	o := query.Options{IgnoreSensors: c.Solid, Canonical: sorts}
	if near && c.Near >= 0 {
		o.Within = c.Near
	}
	return o
}

// nearest are the options of a call for the nearest, where 0 stands for any distance: the least distance
// there is, which rounds to 0, stands for itself.
func (c *Config) nearest() query.Options {
	o := c.options(true, false)
	if c.Near == 0 {
		o.Within = math.SmallestNonzeroFloat64
	}
	return o
}

// hitValues are the columns of a hit.
func hitValues(h *query.Hit) values {
	return values{h.Fraction, h.X, h.Y, float64(h.NX), float64(h.NY)}
}

// neighbourValues are the columns of a neighbour.
func neighbourValues(n *query.Neighbour) values {
	return values{float64(n.Distance), float64(n.NX), float64(n.NY), n.QX, n.QY, n.X, n.Y}
}

// rayColumns are rays with the filters of those who ask.
type rayColumns struct {
	x, y, dx, dy []float64
	options      query.Options
}

func (q *rayColumns) first(ctx context.Context, a *query.Asker) ([]query.Hit, error) {
	return a.CastRays(ctx, q.x, q.y, q.dx, q.dy, q.options)
}

func (q *rayColumns) all(ctx context.Context, a *query.Asker) (*query.Rows[query.Hit], error) {
	return a.CastRaysAll(ctx, q.x, q.y, q.dx, q.dy, q.options)
}

// rays are questions as rays, from where they are along their motion.
func (r *Result) rays(ids []soa.ID, c Config) (q rayColumns, err error) {
	for _, id := range ids {
		x, y, err := r.A.Shapes.Position(id)
		if err != nil {
			return q, err
		}
		dx, errX := r.A.Ways.DX.Get(id)
		dy, errY := r.A.Ways.DY.Get(id)
		if err := errors.Join(errX, errY); err != nil {
			return q, err
		}
		q.x, q.y, q.dx, q.dy = append(q.x, x), append(q.y, y), append(q.dx, dx), append(q.dy, dy)
	}
	q.options = query.Options{Inside: c.Holding, IgnoreSensors: c.Solid}
	q.options.AttrsOf, err = r.attrs(ids)
	return q, err
}

// attrs are the filters of questions. None is static.
func (r *Result) attrs(ids []soa.ID) (attrs []soa.Attrs, err error) {
	for _, id := range ids {
		a, err := r.A.Shapes.Attrs(id)
		if err != nil {
			return nil, err
		}
		a.Static = false
		attrs = append(attrs, a)
	}
	return attrs, nil
}

// casts finds what questions meet on their way.
func (r *Result) casts(ctx context.Context, a *query.Asker, c Config, ids []soa.ID) ([]query.Hit, error) {
	var x, y, turns []float64
	m := &r.A.Moves
	for _, id := range ids {
		dx, errX := m.VX.Get(id)
		dy, errY := m.VY.Get(id)
		turn, errT := m.Spin.Get(id)
		if err := errors.Join(errX, errY, errT); err != nil {
			return nil, err
		}
		x, y, turns = append(x, float64(dx)), append(y, float64(dy)), append(turns, float64(turn))
	}
	return a.CastShapes(ctx, r.A.Shapes, ids, x, y, turns, c.options(false, false))
}
