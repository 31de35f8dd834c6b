// SPDX-License-Identifier: MIT

package query

import (
	"math"
	"slices"

	"daylight/internal/kernels/bvh"
	"daylight/soa"
)

// ray is in the world.
type ray = bvh.Ray

// rayHit is where a ray meets a shape: the fraction t and the normal. The ID is 0 if it meets none.
type rayHit struct {
	t, nx, ny float64
	shape     soa.ID
}

// keep replaces b by h if h is the first of the two along the ray.
func (b *rayHit) keep(h *rayHit) {
	if b.shape == 0 || h.t < b.t || h.t == b.t && h.shape < b.shape {
		*b = *h
	}
}

// hit returns the answer that h stands for, of a ray.
func (h *rayHit) hit(r *ray) Hit {
	if h.shape == 0 {
		return Hit{Fraction: 1, X: r.X + r.DX, Y: r.Y + r.DY}
	}
	return Hit{
		Shape: h.shape, Fraction: h.t, X: r.X + float64(h.t*r.DX), Y: r.Y + float64(h.t*r.DY),
		NX: float32(h.nx) + 0, NY: float32(h.ny) + 0,
	}
}

// castAlone casts rays one by one, each down the tree from the top.
func (a *Asker) castAlone(w *worker, _ int, questions []uint32) error {
	for _, q := range questions {
		r := ray{X: a.x[q], Y: a.y[q], DX: a.u[q], DY: a.v[q]}
		a.castFrom(w, q, &r, 0)
	}
	return nil
}

// castFrom casts a ray down the tree from the top. All shapes that lie nearer than from are known
// not to be met.
func (a *Asker) castFrom(w *worker, q uint32, r *ray, from float64) {
	best := rayHit{}
	a.meet(w, q, r, from, func(h rayHit) float64 {
		best.keep(&h)
		if a.call.any {
			return -1
		}
		return best.t
	})
	a.put(q, r, &best)
}

// answerAllHits finds all that the rays of a block meet.
func (a *Asker) answerAllHits(w *worker, _ int, questions []uint32) (err error) {
	for _, q := range questions {
		r, at := ray{X: a.x[q], Y: a.y[q], DX: a.u[q], DY: a.v[q]}, len(w.hits)
		a.meet(w, q, &r, 0, func(h rayHit) float64 {
			if w.hits, err = grow(w.account, w.hits, 1); err != nil {
				return -1
			}
			w.hits = append(w.hits, h.hit(&r))
			return 2
		})
		if err != nil {
			return err
		}
		slices.SortFunc(w.hits[at:], byFraction)
		if err := a.end(w, q, at, len(w.hits)-at); err != nil {
			return err
		}
	}
	return nil
}

// put stores the answer to a question.
func (a *Asker) put(q uint32, r *ray, h *rayHit) {
	if a.call.any {
		a.any[q] = h.shape != 0
	} else {
		a.rayHits[q] = h.hit(r)
	}
}

// meet calls met for the shapes that the ray of a question meets, roughly from the nearest on. met
// returns the fraction beyond which shapes are of no interest, or a negative number to stop. Shapes
// that lie nearer than from may be left out.
func (a *Asker) meet(w *worker, q uint32, r *ray, from float64, met func(h rayHit) float64) {
	ix, f, limit := a.ix, a.filter(q), inf
	c := ix.subtreeOf(f.World)
	var s rayScale
	if !ix.all {
		var ok bool
		if s, ok = ix.tree.beam(r, from, &c, 0, 0, &w.beam); !ok {
			return
		}
		limit = s.upTo(1)
	}
	ix.walk(w, &c, true, limit, func(leaf, mask uint32, limit float32) float32 {
		places := push(w.leaf[:0], &w.near, mask, leaf<<fanShift, 0)
		for k := len(places) - 1; k >= 0 && places[k].near <= limit; k-- {
			p := places[k].node
			if !f.passes(&ix.shapes, p) {
				continue
			}
			h, ok := ix.shapes.intersect(p, r, a.options.Inside)
			if !ok {
				continue
			}
			switch u := met(h); {
			case u < 0:
				return -inf
			case u <= 1:
				limit = min(limit, s.upTo(u))
			}
		}
		return limit
	})
}

// rayScale converts lengths along a beam to fractions of its ray.
//
// A beam is a ray in the frame of the tree, in float32, from where it comes near the shapes. The
// padding of boxes covers the rounding of its start: in float64 from the origin of the ray, and to
// float32. The errors of all other roundings, of differences, their products and the inverse of the
// direction, are shares of the distance; see bvh.BeamEasing.
type rayScale struct {
	s0, length float64 // a length of s is a fraction of (s + s0) / length
}

// steepest is the greatest inverse of a coordinate of a direction, which must not be
// infinite: times 0 that is NaN. Steeper rays are bent by less than the padding.
const steepest = 0x1p100

// beam sets b to a ray for boxes of a subtree that are grown by (hx, hy). It returns false if the
// ray misses all of them. The beam begins at a distance of from, or where the ray comes near those
// boxes.
func (t *tree) beam(r *ray, from float64, c *subtree, hx, hy float32, b *bvh.Beam) (f rayScale, ok bool) {
	if c.lo >= c.hi {
		return f, false
	}
	px, py := r.X-t.x, r.Y-t.y
	f.length = math.Sqrt(float64(r.DX*r.DX) + float64(r.DY*r.DY))
	if !(f.length > 0x1p-500) {
		// A point.
		f.length = 0
		*b = bvh.NewBeam(float32(px), float32(py), steepest, steepest, float32((math.Abs(px)+math.Abs(py))*0x1p-22)+0x1p-126)
		widen(b, hx, hy)
		return f, true
	}
	x, y := px, py
	vx, vy := f.length/r.DX, f.length/r.DY // the rounding of products with them is far below the shares below
	all := c.box
	all.MinX, all.MinY, all.MaxX, all.MaxY = all.MinX-hx, all.MinY-hy, all.MaxX+hx, all.MaxY+hy
	near, end := from, f.length
	if !(px >= float64(all.MinX) && px <= float64(all.MaxX) && py >= float64(all.MinY) && py <= float64(all.MaxY)) {
		// Where the ray crosses the bounding box of all, in float64, with an error of a share of
		// the distances, which far covers.
		far := float64(0x1p-48*(math.Abs(px)+math.Abs(py))) + float64(float64(hx+hy)*0x1p-20)
		for axis := range 2 {
			p, u, v, lo, hi := px, r.DX/f.length, vx, float64(all.MinX)-far, float64(all.MaxX)+far
			if axis == 1 {
				p, u, v, lo, hi = py, r.DY/f.length, vy, float64(all.MinY)-far, float64(all.MaxY)+far
			}
			if math.Abs(u) > 0x1p-60 {
				s, t := float64((lo-p)*v), float64((hi-p)*v)
				near, end = max(near, min(s, t)), min(end, max(s, t))
			} else if !(p >= lo && p <= hi) && math.Abs(u)*f.length < 0x1p-10*far {
				return f, false
			}
		}
		if !(near <= end*(1+0x1p-40)) {
			return f, false
		}
	}
	if f.s0 = float64(near * (1 - 0x1p-40)); f.s0 > 0 {
		x, y = px+float64(f.s0*(r.DX/f.length)), py+float64(f.s0*(r.DY/f.length))
	}
	pad := float32(float64((math.Abs(x)+math.Abs(y))*0x1p-22)+float64((math.Abs(px)+math.Abs(py))*0x1p-46)+
		float64((end-f.s0)*0x1p-98)) + 0x1p-126
	if math.Abs(vx) > steepest {
		vx = math.Copysign(steepest, vx)
	}
	if math.Abs(vy) > steepest {
		vy = math.Copysign(steepest, vy)
	}
	*b = bvh.NewBeam(float32(x), float32(y), float32(vx), float32(vy), pad)
	if hx != 0 || hy != 0 {
		widen(b, hx, hy)
	}
	return f, true
}

// widen adds to the padding of a beam.
func widen(b *bvh.Beam, hx, hy float32) {
	if b.InvX >= 0 {
		hx = -hx
	}
	if b.InvY >= 0 {
		hy = -hy
	}
	b.PadX, b.PadY = b.PadX+hx, b.PadY+hy
}

// upTo returns an upper bound of the length of beam up to a fraction of the ray. It covers the
// rounding of the fraction, of distances along the beam (see bvh.BeamEasing) and its own.
func (f *rayScale) upTo(fraction float64) float32 {
	s := float64(fraction * f.length)
	v := s - f.s0
	return float32(v + float64(math.Abs(v)*0x1p-18) + float64(s*0x1p-48) + 0x1p-120)
}
