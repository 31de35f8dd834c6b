// SPDX-License-Identifier: MIT

package separate

import (
	"math"
)

// ready splits the shapes for the first pass.
func (s *solver) ready(o *owner) {
	easing := 1 / s.cfg.relaxation
	for i := o.lo; i < o.hi; i++ {
		s.nodes[i].split(s.weight(i), easing)
	}
}

// push has every link ask for what ends its overlap.
func (s *solver) push(o *owner) {
	nodes, slop := s.nodes, s.cfg.slop
	lo, span := o.lo, o.hi-o.lo
	active := 0
	for i := range o.links {
		l := &o.links[i]
		p, q := &nodes[l.a], &nodes[l.b]
		if s.first {
			s.grade(l)
		}
		nx, ny := float64(l.nx), float64(l.ny)
		deep := -slop - l.gap(p, q)
		if !(deep > 0) {
			continue
		}
		g := float64(l.grid)
		push := deep / float64(p.share+q.share)
		if push <= float64(dust*g) {
			continue
		}
		ux, uy := snap(float64(push*nx), g), snap(float64(push*ny), g)
		if l.a-lo < span {
			p.tx -= ux
			p.ty -= uy
			p.hits++
			active++
		}
		if l.b-lo < span {
			q.tx += ux
			q.ty += uy
			q.hits++
		}
	}
	o.active = active
}

// shift moves the shapes as their links ask.
func (s *solver) shift(o *owner) {
	limit := s.cfg.maxPush
	limited := limit < math.Inf(1)
	easing := 1 / s.cfg.relaxation
	for i := o.lo; i < o.hi; i++ {
		n := &s.nodes[i]
		if n.hits == 0 {
			continue
		}
		w := s.weight(i)
		dx, dy := w*n.tx, w*n.ty
		if limited {
			if d := math.Sqrt(float64(dx*dx) + float64(dy*dy)); d > limit {
				f, g := limit/d, s.traits[i].grid
				n.tx, n.ty = snap(float64(n.tx*f), g), snap(float64(n.ty*f), g)
				dx, dy = w*n.tx, w*n.ty
			}
		}
		n.dx, n.dy = float32(dx), float32(dy)
		n.split(w, easing)
	}
}

// place is the end of the search: it writes positions, and velocities where there are any.
func (s *solver) place(o *owner) {
	x, y := s.x, s.y
	if s.vx == nil {
		for i := o.lo; i < o.hi; i++ {
			if n := &s.nodes[i]; n.tx != 0 || n.ty != 0 {
				w := s.weight(i)
				x[i] += float64(w * n.tx)
				y[i] += float64(w * n.ty)
			}
		}
		return
	}
	for i := o.lo; i < o.hi; i++ {
		n, b, w := &s.nodes[i], &s.drive.bodies[i], s.traits[i].w
		if w == 0 {
			continue
		}
		x[i] += b.x + float64(w*n.tx)
		y[i] += b.y + float64(w*n.ty)
		if !b.off {
			s.vx[i], s.vy[i] = b.vx, b.vy
		}
	}
}
