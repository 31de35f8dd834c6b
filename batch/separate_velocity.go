// SPDX-License-Identifier: MIT

package batch

import "math"

// velocities corrects velocities after positions: the same passes over the links that
// pushed, with speeds of approach in the place of overlaps.
func (s *solver) velocities() error {
	if err := s.each(aiming); err != nil {
		return err
	}
	if err := s.each(turning); err != nil { // shares
		return err
	}
	s.first = true
	for range s.cfg.Iterations {
		if err := s.each(steering); err != nil {
			return err
		}
		s.first = false
		if err := s.each(turning); err != nil {
			return err
		}
	}
	return s.each(leaving)
}

// aim decides at which speed each link that pushed is to part, from the velocities
// before the push, and weighs shapes as weigh does.
func (s *solver) aim(o *owner) {
	v := s.cfg.Velocities
	nodes := s.nodes
	lo, span := o.lo, o.hi-o.lo
	for i := range o.links {
		l := &o.links[i]
		if o.pushed[i] == 0 {
			continue
		}
		p, q := &s.traits[l.a], &s.traits[l.b]
		va, vb := s.aside[l.a], s.aside[l.b]
		nx, ny := float64(l.nx), float64(l.ny)
		part := float64(nx*(s.vx[l.b]-s.vx[l.a])) + float64(ny*(s.vy[l.b]-s.vy[l.a]))
		size := (math.Abs(va[0]) + math.Abs(va[1])) + (math.Abs(vb[0]) + math.Abs(vb[1])) + math.Abs(part)
		if !(size < 0x1p60) {
			o.pushed[i] = 0 // someone's velocity is not finite, or close to it: no other is to catch it
			continue
		}
		target := part
		if part < 0 {
			target = 0
			if -part > v.BounceAbove {
				target = float64(v.Restitution * -part)
			}
		}
		l.sep = float32(target)
		g := gridFor(size / (p.w + q.w))
		if l.a-lo < span {
			p.fit(g)
			nodes[l.a].hits++
		}
		if l.b-lo < span {
			q.fit(g)
			nodes[l.b].hits++
		}
	}
}

// steer has every link that pushed ask for its speed of parting, and for as much
// friction as its push allows.
func (s *solver) steer(o *owner) {
	v := s.cfg.Velocities
	grip := v.Friction / (v.DT * float64(s.cfg.Iterations))
	nodes := s.nodes
	lo, span := o.lo, o.hi-o.lo
	for i := range o.links {
		l := &o.links[i]
		if o.pushed[i] == 0 {
			continue
		}
		p, q := &nodes[l.a], &nodes[l.b]
		nx, ny := float64(l.nx), float64(l.ny)
		if s.first {
			s.grade(l)
		}
		vx, vy := float64(q.dx-p.dx), float64(q.dy-p.dy)
		along := float64(nx*vx) + float64(ny*vy)
		across := float64(nx*vy) - float64(ny*vx)
		parts := float64(p.share + q.share)
		j := (float64(l.sep) - along) / parts
		most := float64(grip * float64(o.pushed[i]))
		t := min(max(-across/parts, -most), most)
		g := float64(l.grid)
		ux := snap(float64(j*nx)-float64(t*ny), g)
		uy := snap(float64(j*ny)+float64(t*nx), g)
		if l.a-lo < span {
			p.tx -= ux
			p.ty -= uy
			p.hits++
		}
		if l.b-lo < span {
			q.tx += ux
			q.ty += uy
			q.hits++
		}
	}
}

// turn changes velocities as links ask.
func (s *solver) turn(o *owner) {
	easing := 1 / s.cfg.Relaxation
	for i := o.lo; i < o.hi; i++ {
		if n := &s.nodes[i]; n.hits != 0 {
			w, v := s.weight(i), &s.aside[i]
			n.dx = float32(v[0] + float64(w*n.tx))
			n.dy = float32(v[1] + float64(w*n.ty))
			n.split(w, easing)
		}
	}
}

// leave writes the velocities of what was pushed.
func (s *solver) leave(o *owner) {
	for i := o.lo; i < o.hi; i++ {
		if w, v := s.traits[i].w, &s.aside[i]; w != 0 {
			n := &s.nodes[i]
			s.vx[i], s.vy[i] = v[0]+float64(w*n.tx), v[1]+float64(w*n.ty)
		}
	}
}
