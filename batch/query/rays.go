// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"slices"
)

// A ray goes from (x, y) to (x+dx, y+dy). The absolute values of coordinates and lengths may be up to
// 2^100. A ray of no length is a point.

var (
	castRays    = call{name: "CastRays", asks: rays, honours: attrsOption | skipOption | insideOption}
	castRaysAny = call{name: "CastRaysAny", asks: rays, honours: castRays.honours}
	castRaysAll = call{name: "CastRaysAll", asks: rays, honours: castRays.honours}
)

// CastRays finds the first shape that each ray meets; of several at the same fraction, the one with the
// lowest ID. The answers have an entry for each ray. See Options.Inside for shapes that hold the origin
// of a ray.
func (a *Asker) CastRays(ctx context.Context, x, y, dx, dy []float64, o Options) ([]Hit, error) {
	if err := a.aim(ctx, &castRays, &o, columns{x: x, y: y, u: dx, v: dy}); err != nil {
		return nil, err
	}
	var err error
	if a.rayHits, err = grow(&a.account, a.rayHits[:0], len(x)); err != nil {
		return nil, err
	}
	a.rayHits = a.rayHits[:len(x)]
	if err := a.answer((*Asker).answerRays); err != nil {
		return nil, err
	}
	return a.rayHits, nil
}

// CastRay is CastRays for one ray. Many goroutines may call it and the other methods of an Index for
// one question at the same time; those that ask about a shape bring its AABB up to date, so of them only
// one at a time may use its store. They allocate nothing once they are warm, except to let dst grow.
func (ix *Index) CastRay(x, y, dx, dy float64, o Options) (Hit, error) {
	a, r, f, err := ix.aimOne(&castRays, &o, x, y, dx, dy)
	if err != nil {
		return Hit{}, err
	}
	h := ix.castRay(a.workers[0], &r, &f, o.Inside, false)
	ix.put(a)
	return h, nil
}

// CastRaysAny reports for each ray whether it meets any shape, such as whether something blocks the
// view.
func (a *Asker) CastRaysAny(ctx context.Context, x, y, dx, dy []float64, o Options) ([]bool, error) {
	if err := a.aim(ctx, &castRaysAny, &o, columns{x: x, y: y, u: dx, v: dy}); err != nil {
		return nil, err
	}
	var err error
	if a.any, err = grow(&a.account, a.any[:0], len(x)); err != nil {
		return nil, err
	}
	a.any = a.any[:len(x)]
	if err := a.answer((*Asker).answerRays); err != nil {
		return nil, err
	}
	return a.any, nil
}

// CastRayAny is CastRaysAny for one ray.
func (ix *Index) CastRayAny(x, y, dx, dy float64, o Options) (bool, error) {
	a, r, f, err := ix.aimOne(&castRaysAny, &o, x, y, dx, dy)
	if err != nil {
		return false, err
	}
	h := ix.castRay(a.workers[0], &r, &f, o.Inside, true)
	ix.put(a)
	return h.Shape != 0, nil
}

// CastRaysAll finds all shapes that each ray meets, sorted by fraction, and by ID if fractions are
// equal.
func (a *Asker) CastRaysAll(ctx context.Context, x, y, dx, dy []float64, o Options) (*Rows[Hit], error) {
	if err := a.aim(ctx, &castRaysAll, &o, columns{x: x, y: y, u: dx, v: dy}); err != nil {
		return nil, err
	}
	if err := a.answer((*Asker).answerAllHits); err != nil {
		return nil, err
	}
	return collect(a, &a.hitRows, hitsOf)
}

// CastRayAll is CastRaysAll for one ray, and appends to dst.
func (ix *Index) CastRayAll(dst []Hit, x, y, dx, dy float64, o Options) ([]Hit, error) {
	a, err := ix.askOne(&castRaysAll, &o, x, y, dx, dy)
	if err != nil {
		return dst, err
	}
	dst, err = appendAnswers(a, dst, hitsOf, (*Asker).answerAllHits)
	ix.put(a)
	return dst, err
}

// aim takes rays, checks them and sorts them by their origins.
func (a *Asker) aim(ctx context.Context, c *call, o *Options, cols columns) error {
	if err := a.ask(ctx, c, o, cols); err != nil {
		return err
	}
	a.sorter.sort(a.boxes, a.world, a.ix.Len())
	return nil
}

// aimOne is aim for one ray, for which the Asker needs no columns.
func (ix *Index) aimOne(c *call, o *Options, x, y, dx, dy float64) (a *Asker, r ray, f filter, err error) {
	r = ray{x, y, dx, dy}
	if err = c.checkRay(0, &r); err == nil {
		err = o.check(c, 1)
	}
	if err == nil {
		a, err = ix.single()
	}
	if err == nil {
		f = ix.filterOf(o, 0)
	}
	return a, r, f, err
}

// answerRays finds what the rays of a block meet first, or whether they meet anything.
func (a *Asker) answerRays(w *worker, _ int, questions []uint32) error {
	if !a.castBlock(w, questions) {
		for _, q := range questions {
			a.castAlone(w, q)
		}
	}
	return nil
}

// answerAllHits finds all that the rays of a block meet.
func (a *Asker) answerAllHits(w *worker, _ int, questions []uint32) error {
	for _, q := range questions {
		r, f := a.ray(q), a.filter(q)
		at := len(w.hits)
		if err := a.ix.castRayAll(w, &r, &f, a.options.Inside); err != nil {
			return err
		}
		slices.SortFunc(w.hits[at:], byFraction)
		if err := a.end(w, q, at, len(w.hits)-at); err != nil {
			return err
		}
	}
	return nil
}
