// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"math"

	"daylight/internal/scratch"
	"daylight/internal/simd/pose"
	"daylight/soa"
)

// Rays are questions about what a point meets on its way from (X, Y) to (X+DX, Y+DY), as columns of
// the same length. The absolute values of coordinates and lengths may be up to 2^100. A ray of no
// length is a point.
type Rays struct {
	X, Y, DX, DY []float64
	Filters
}

// RayHits are what rays meet, as columns with an entry for each ray. Shape is the shape met, or 0 if
// there is none. Fraction is the fraction of the ray, in [0, 1], at which it enters the shape, and
// (X, Y) is that point, in the world. (NX, NY) is the unit normal of the shape's boundary there; it
// points to the side that the ray comes from.
type RayHits struct {
	Shape    []soa.ID
	Fraction []float64
	X, Y     []float64
	NX, NY   []float32
}

// RayRows are all shapes that rays meet, as columns. Those of ray i are the entries Offsets[i] to
// Offsets[i+1]-1 of the other columns, sorted by fraction, and by ID if fractions are equal.
type RayRows struct {
	Offsets []int
	RayHits
}

// RayHit is one entry.
type RayHit struct {
	Shape    soa.ID
	Fraction float64
	X, Y     float64
	NX, NY   float32
}

type rayKind uint8

const (
	closestOf rayKind = iota
	anyOf
	allOf
)

// rays is the task of casting rays.
type rays struct {
	kind    rayKind
	rays    Rays
	closest RayHits
	any     []bool
	rows    RayRows
	answers answers
	charged int64 // bytes, for closest and any
}

// CastRays finds the first shape that each ray meets; of several at the same fraction, the one
// with the lowest ID. See Inside for shapes that hold the origin of a ray.
func (a *Asker) CastRays(ctx context.Context, r Rays, opts ...Option) (*RayHits, error) {
	n := len(r.X)
	if err := a.aim(ctx, "CastRays", closestOf, r, opts); err != nil {
		return nil, err
	}
	if err := a.upTo(&a.rays.charged, withSpare(n, hitBytes)); err != nil {
		return nil, err
	}
	h := &a.rays.closest
	h.Shape, h.Fraction = scratch.Resize(h.Shape, n), scratch.Resize(h.Fraction, n)
	h.X, h.Y, h.NX, h.NY = scratch.Resize(h.X, n), scratch.Resize(h.Y, n), scratch.Resize(h.NX, n), scratch.Resize(h.NY, n)
	if err := a.answer(&a.rays); err != nil {
		return nil, err
	}
	return h, nil
}

// CastRaysAny tells for each ray whether it meets any shape, such as whether something blocks the
// view.
func (a *Asker) CastRaysAny(ctx context.Context, r Rays, opts ...Option) ([]bool, error) {
	if err := a.aim(ctx, "CastRaysAny", anyOf, r, opts); err != nil {
		return nil, err
	}
	if err := a.upTo(&a.rays.charged, withSpare(len(r.X), hitBytes)); err != nil {
		return nil, err
	}
	a.rays.any = scratch.Resize(a.rays.any, len(r.X))
	if err := a.answer(&a.rays); err != nil {
		return nil, err
	}
	return a.rays.any, nil
}

// CastRaysAll finds all shapes that each ray meets.
func (a *Asker) CastRaysAll(ctx context.Context, r Rays, opts ...Option) (*RayRows, error) {
	if err := a.aim(ctx, "CastRaysAll", allOf, r, opts); err != nil {
		return nil, err
	}
	t := &a.rays
	a.find(false, true, false)
	if err := a.answer(t); err != nil {
		return nil, err
	}
	offsets, err := a.collect(len(r.X), &t.answers)
	if err != nil {
		return nil, err
	}
	s, h := &t.answers, &t.rows.RayHits
	t.rows.Offsets = offsets
	h.Shape, h.Fraction, h.NX, h.NY = s.shape, s.fraction, s.nx, s.ny
	for _, c := range [2]*[]float64{&h.X, &h.Y} {
		if *c, err = grow(&a.account, (*c)[:0], len(s.shape)); err != nil {
			return nil, err
		}
		*c = (*c)[:len(s.shape)]
	}
	for i := range r.X {
		for k := offsets[i]; k < offsets[i+1]; k++ {
			h.X[k] = r.X[i] + float64(h.Fraction[k]*r.DX[i])
			h.Y[k] = r.Y[i] + float64(h.Fraction[k]*r.DY[i])
		}
	}
	return &t.rows, nil
}

// aim checks rays and sorts them by their middles.
func (a *Asker) aim(ctx context.Context, op string, kind rayKind, r Rays, opts []Option) error {
	if err := a.begin(ctx, opts); err != nil {
		return err
	}
	n := len(r.X)
	if err := columns(op, n, column{"Y", len(r.Y)}, column{"DX", len(r.DX)}, column{"DY", len(r.DY)}); err != nil {
		return err
	}
	if err := r.check(op, n); err != nil {
		return err
	}
	a.rays.kind, a.rays.rays = kind, r
	if err := a.box(op, n, (*Asker).boxRays); err != nil {
		return err
	}
	a.sorter.sort(a.boxes, r.World, a.ix.Len())
	return nil
}

func (a *Asker) boxRays(lo, hi int) error {
	r := &a.rays.rays
	for i := lo; i < hi; i++ {
		q := ray{r.X[i], r.Y[i], r.DX[i], r.DY[i]}
		if err := q.check(a.boxing.op, i); err != nil {
			return err
		}
		a.boxes[i] = a.ix.tree.box(q.x, q.y, q.x, q.y, 0)
	}
	return nil
}

func (r *ray) check(op string, i int) error {
	const far = pose.PoseRange
	if !(math.Abs(r.x) <= far && math.Abs(r.y) <= far) {
		return notPlace(op, i, "origin", r.x, r.y)
	}
	if !(math.Abs(r.dx) <= far && math.Abs(r.dy) <= far) {
		return notPlace(op, i, "direction", r.dx, r.dy)
	}
	return nil
}

// block casts a block of rays.
func (t *rays) block(a *Asker, w *worker, _ int, questions []uint32) error {
	if t.kind != allOf {
		t.together(a, w, questions)
		return nil
	}
	rows := len(w.rows)
	for _, q := range questions {
		r, f := t.question(a, q)
		at := len(w.out.shape)
		if err := a.ix.castRayAll(w, &r, &f, a.cfg.inside); err != nil {
			return err
		}
		if err := a.end(w, q, at); err != nil {
			return err
		}
	}
	w.byDistance(rows)
	return nil
}
