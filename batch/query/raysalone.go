// SPDX-License-Identifier: MIT

package query

import (
	"math"

	"daylight/internal/simd/bvh"
	"daylight/soa"
)

// flight says what lengths along a beam are of its ray.
//
// A beam is a ray in the frame of the tree, in float32, from where it comes near the shapes.
// Boxes are padded by what covers the rounding of its start, in float64 from the ray's own
// and then to float32. What else is rounded, differences, their products and the inverse
// of the direction, are shares of the distance; see simd.BeamEasing.
type flight struct {
	s0, length float64 // a length of s is a fraction of (s + s0) / length
}

// steepest is the greatest inverse of a coordinate of a direction, which must not be
// infinite: times 0 that is NaN. Steeper rays are bent by less than the padding.
const steepest = 0x1p100

// beam aims at the boxes of a crown, grown by (hx, hy). It returns false if the ray passes
// by all of them.
func (t *tree) beam(r *ray, c *crown, hx, hy float32, b *bvh.Beam) (f flight, ok bool) {
	if c.lo >= c.hi {
		return f, false
	}
	px, py := r.x-t.x, r.y-t.y
	f.length = math.Sqrt(float64(r.dx*r.dx) + float64(r.dy*r.dy))
	if !(f.length > 0x1p-500) {
		// A point.
		f.length = 0
		*b = bvh.NewBeam(float32(px), float32(py), steepest, steepest, float32((math.Abs(px)+math.Abs(py))*0x1p-22)+0x1p-126)
		widen(b, hx, hy)
		return f, true
	}
	ux, uy := r.dx/f.length, r.dy/f.length
	all := c.box
	all.MinX, all.MinY, all.MaxX, all.MaxY = all.MinX-hx, all.MinY-hy, all.MaxX+hx, all.MaxY+hy
	// The ray's own passage of the box about all, in float64, which is not in doubt by more
	// than a share of all distances.
	far := float64(0x1p-48*(math.Abs(px)+math.Abs(py))) + float64(float64(hx+hy)*0x1p-20)
	near, end := 0.0, f.length
	vx, vy := 1/ux, 1/uy // what products with them round is far less than the shares below
	for axis := range 2 {
		p, u, v, lo, hi := px, ux, vx, float64(all.MinX)-far, float64(all.MaxX)+far
		if axis == 1 {
			p, u, v, lo, hi = py, uy, vy, float64(all.MinY)-far, float64(all.MaxY)+far
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
	f.s0 = float64(near * (1 - 0x1p-40))
	x, y := px+float64(f.s0*ux), py+float64(f.s0*uy)
	pad := float32(float64((math.Abs(x)+math.Abs(y))*0x1p-22)+float64((math.Abs(px)+math.Abs(py))*0x1p-46)+
		float64((end-f.s0)*0x1p-98)) + 0x1p-126
	*b = bvh.NewBeam(float32(x), float32(y), inverse(vx, ux), inverse(vy, uy), pad)
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

// inverse is v, which is 1/u, unless that is too much.
func inverse(v, u float64) float32 {
	if math.Abs(v) <= steepest {
		return float32(v)
	}
	return float32(math.Copysign(steepest, u))
}

// upTo is how far along the beam a fraction of the ray lies, and more by what rounding may
// have taken from the fraction.
func (f *flight) upTo(fraction float64) float32 { return up(f.span(fraction)) + 0x1p-126 }

// span is upTo before it is rounded.
func (f *flight) span(fraction float64) float64 {
	s := float64(fraction * f.length)
	v := s - f.s0
	return v + float64(math.Abs(v)*0x1p-30) + float64(s*0x1p-48)
}

// first is the first shape that a ray has been found to meet so far; none if its ID is 0.
type first struct {
	t, nx, ny float64
	shape     soa.ID
}

// strike has the ray meet the shape in a place, if it does. It reports whether it does.
func (b *first) strike(ix *Index, place uint32, r *ray, inside bool) bool {
	how, t, x, y := ix.shapes.strike(place, r)
	if how == misses || how == begins && !inside {
		return false
	}
	if id := ix.shapes.id[place]; b.shape == 0 || t < b.t || t == b.t && id < b.shape {
		b.t, b.nx, b.ny, b.shape = t, x, y, id
	}
	return true
}

// hit is the answer.
func (b *first) hit(r *ray) RayHit {
	if b.shape == 0 {
		return RayHit{Fraction: 1, X: r.x + r.dx, Y: r.y + r.dy}
	}
	return RayHit{
		Shape: b.shape, Fraction: b.t, X: r.x + float64(b.t*r.dx), Y: r.y + float64(b.t*r.dy),
		NX: float32(b.nx) + 0, NY: float32(b.ny) + 0,
	}
}

// castRay finds the first shape that a ray meets, or any.
func (ix *Index) castRay(w *worker, r *ray, f *sieve, inside, any bool) RayHit {
	best := first{t: math.Inf(1)}
	ix.walk(w, r, f, func(place uint32) float64 {
		if best.strike(ix, place, r, inside) && any {
			return -1
		}
		return best.t
	})
	return best.hit(r)
}

// castRayAll appends all shapes that a ray meets to the worker's answers.
func (ix *Index) castRayAll(w *worker, r *ray, f *sieve, inside bool) (err error) {
	o := &w.out
	ix.walk(w, r, f, func(place uint32) float64 {
		how, t, nx, ny := ix.shapes.strike(place, r)
		if how == enters || how == begins && inside {
			if err = w.roomFor(1); err != nil {
				return -1
			}
			o.shape, o.fraction = append(o.shape, ix.shapes.id[place]), append(o.fraction, t)
			o.nx, o.ny = append(o.nx, float32(nx)+0), append(o.ny, float32(ny)+0)
		}
		return math.Inf(1)
	})
	return err
}

// walk calls look for each shape that a ray may meet, by and large in the order in which it
// comes by them. look returns the fraction beyond which nothing is of interest any more.
func (ix *Index) walk(w *worker, r *ray, f *sieve, look func(place uint32) float64) {
	c := ix.crownOf(f.World)
	sifting := f.attrs || f.Skip != 0
	if ix.all {
		for p := c.lo; p < c.hi; p++ {
			if sifting && !f.lets(&ix.shapes, p) {
				continue
			}
			if look(p) < 0 {
				return
			}
		}
		return
	}
	t := &ix.tree
	b, ok := t.beam(r, &c, 0, 0, &w.beam)
	if !ok {
		return
	}
	limit := b.upTo(1)
	stack := append(w.stack[:0], stop{near: -inf, node: c.node, level: int32(c.level)})
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.near > limit {
			continue
		}
		level := int(s.level)
		mask := ix.table.Slabs(&t.levels[level][s.node], &w.beam, limit, &w.near)
		if c.part {
			mask &= c.own(level, s.node)
		}
		base := len(stack)
		stack = w.push(stack, mask, s.node<<fanShift, s.level-1)
		if level > 0 {
			continue
		}
		for len(stack) > base {
			s := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if s.near > limit {
				stack = stack[:base]
				break
			}
			if sifting && !f.lets(&ix.shapes, s.node) {
				continue
			}
			u := look(s.node)
			if u < 0 {
				w.stack = stack[:0]
				return
			}
			if u <= 1 {
				limit = min(limit, float32(b.upTo(u)*bvh.BeamEasing))
			}
		}
	}
	w.stack = stack[:0]
}
