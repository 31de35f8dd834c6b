// SPDX-License-Identifier: MIT

package query

import (
	"math"

	"daylight/internal/simd/bvh"
)

// rayScale says what lengths along a beam are of its ray.
//
// A beam is a ray in the frame of the tree, in float32, from where it comes near the shapes.
// Boxes are padded by what covers the rounding of its start, in float64 from the ray's own
// and then to float32. What else is rounded, differences, their products and the inverse
// of the direction, are shares of the distance; see simd.BeamEasing.
type rayScale struct {
	s0, length float64 // a length of s is a fraction of (s + s0) / length
}

// steepest is the greatest inverse of a coordinate of a direction, which must not be
// infinite: times 0 that is NaN. Steeper rays are bent by less than the padding.
const steepest = 0x1p100

// beam aims at the boxes of a subtree, grown by (hx, hy). It returns false if the ray passes
// by all of them.
func (t *tree) beam(r *ray, c *subtree, hx, hy float32, b *bvh.Beam) (f rayScale, ok bool) {
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
func (f *rayScale) upTo(fraction float64) float32 { return up(f.span(fraction)) + 0x1p-126 }

// span is upTo before it is rounded.
func (f *rayScale) span(fraction float64) float64 {
	s := float64(fraction * f.length)
	v := s - f.s0
	return v + float64(math.Abs(v)*0x1p-30) + float64(s*0x1p-48)
}

// walk calls look for each shape that a ray may meet, by and large in the order in which it
// comes by them. look returns the fraction beyond which nothing is of interest any more.
func (ix *Index) walk(w *worker, r *ray, f *filter, look func(place uint32) float64) {
	c := ix.subtreeOf(f.World)
	if ix.all {
		for p := c.lo; p < c.hi; p++ {
			if f.active && !f.passes(&ix.shapes, p) {
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
	stack := append(w.stack[:0], visit{near: -inf, node: c.node, level: int32(c.level)})
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
			if f.active && !f.passes(&ix.shapes, s.node) {
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
