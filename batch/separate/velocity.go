// SPDX-License-Identifier: MIT

package separate

import (
	"math"

	"daylight/internal/scratch"
)

// velocities finds the velocities at the end of the frame and, if there are sub-steps,
// moves shapes by them on the way.
func (s *solver) velocities() error {
	d := &s.drive
	steps := max(1, s.cfg.SubSteps)
	d.h = s.cfg.Duration / float64(steps)
	d.bodies, d.moved = scratch.Resize(d.bodies, len(s.nodes)), scratch.Resize(d.moved, len(s.nodes))
	if err := s.each((*solver).launch); err != nil {
		return err
	}
	if err := s.each((*solver).recall); err != nil {
		return err
	}
	if err := s.each((*solver).carry); err != nil {
		return err
	}
	for d.sub = range steps {
		if err := s.each((*solver).advance); err != nil {
			return err
		}
		for k := range s.cfg.VelocityIterations {
			if err := s.each((*solver).resist); err != nil {
				return err
			}
			d.last = k == s.cfg.VelocityIterations-1
			if err := s.each((*solver).turn); err != nil {
				return err
			}
		}
	}
	return s.each((*solver).land)
}

// launch makes the nodes and bodies of an owner's slots.
func (s *solver) launch(o *owner) {
	for i := o.lo; i < o.hi; i++ {
		vx, vy := s.vx[i], s.vy[i]
		b := body{vx: vx, vy: vy, off: !(math.Abs(vx)+math.Abs(vy) < tooFast)}
		if b.off {
			b.vx, b.vy = 0, 0
		}
		s.nodes[i] = node{share: float32(s.traits[i].w)}
		s.drive.bodies[i], s.drive.moved[i] = b, [2]float32{}
	}
}

// recall finds the impulses that each link begins with and the speed at which it is to part
// after an impact, and weighs shapes as weigh does.
func (s *solver) recall(o *owner) {
	c, d := s.cfg, &o.driven
	n := len(o.links)
	d.normal, d.across, d.back = scratch.Resize(d.normal, n), scratch.Resize(d.across, n), scratch.Resize(d.back, n)
	lo, span := o.lo, o.hi-o.lo
	gravity := float64((math.Abs(c.Gravity.X) + math.Abs(c.Gravity.Y)) * c.Duration)
	for i := range o.links {
		l := &o.links[i]
		p, q := &s.traits[l.a], &s.traits[l.b]
		va, vb := &s.drive.bodies[l.a], &s.drive.bodies[l.b]
		nx, ny := float64(l.nx), float64(l.ny)
		part := float64(nx*(vb.vx-va.vx)) + float64(ny*(vb.vy-va.vy))
		size := (math.Abs(va.vx) + math.Abs(va.vy)) + (math.Abs(vb.vx) + math.Abs(vb.vy)) +
			(gravity + (float64(p.size)+float64(q.size))/c.Duration)
		d.normal[i], d.across[i], d.back[i] = 0, idle, 0
		if va.off || vb.off || !(size < tooFast) {
			continue
		}
		d.normal[i], d.across[i] = s.memory.find(s.id[l.a], l.a, s.contacts.A[l.row], s.contacts.B[l.row])
		if part < -c.RestitutionAbove {
			d.back[i] = float32(c.Restitution * -part)
		}
		hit := int32(0)
		if d.normal[i] > 0 || float64(l.sep)+float64(min(part, 0)*c.Duration) <= c.Slop {
			hit = 1
		}
		g := gridFor(size / (p.w + q.w))
		if l.a-lo < span {
			p.fit(g)
			s.nodes[l.a].hits += hit
		}
		if l.b-lo < span {
			q.fit(g)
			s.nodes[l.b].hits += hit
		}
	}
}

// carry gives every shape the impulses that its links begin with, and splits it.
func (s *solver) carry(o *owner) {
	d := &o.driven
	lo, span := o.lo, o.hi-o.lo
	for i := range o.links {
		l := &o.links[i]
		s.grade(l)
		if d.normal[i] == 0 {
			continue
		}
		ux, uy := l.impulse(float64(d.normal[i]), float64(d.across[i]))
		if l.a-lo < span {
			n := &s.nodes[l.a]
			n.tx -= ux
			n.ty -= uy
		}
		if l.b-lo < span {
			n := &s.nodes[l.b]
			n.tx += ux
			n.ty += uy
		}
	}
	easing := 1 / s.cfg.Relaxation
	for i := o.lo; i < o.hi; i++ {
		s.nodes[i].split(s.weight(i), easing)
	}
}

// advance begins a sub-step: shapes fall for its time, and get the impulses of the last.
func (s *solver) advance(o *owner) {
	d := &s.drive
	gx, gy := float64(s.cfg.Gravity.X*d.h), float64(s.cfg.Gravity.Y*d.h)
	for i := o.lo; i < o.hi; i++ {
		n, b, w := &s.nodes[i], &d.bodies[i], s.weight(i)
		if w != 0 && !b.off {
			ix, iy := float64(w*n.tx), float64(w*n.ty)
			if d.sub > 0 {
				b.vx += ix
				b.vy += iy
			}
			b.vx += gx
			b.vy += gy
			n.dx, n.dy = float32(b.vx+ix), float32(b.vy+iy)
			continue
		}
		n.dx, n.dy = float32(b.vx), float32(b.vy)
	}
}

// resist has every link ask for the impulses that keep its shapes from approaching each
// other faster than the gap between them allows, and for as much friction as Coulomb's law
// allows. Impulses are sums over all passes, so that one may take back what another gave
// too much of, but no link pulls.
func (s *solver) resist(o *owner) {
	friction, h := s.cfg.Friction, s.drive.h
	rate := 1 / h
	d, nodes, moved := &o.driven, s.nodes, s.drive.moved
	lo, span := o.lo, o.hi-o.lo
	for i := range o.links {
		l := &o.links[i]
		was, rubbed := float64(d.normal[i]), float64(d.across[i])
		if rubbed != rubbed {
			continue
		}
		p, q := &nodes[l.a], &nodes[l.b]
		nx, ny := float64(l.nx), float64(l.ny)
		gap := l.after(&moved[l.a], &moved[l.b])
		vx, vy := float64(q.dx-p.dx), float64(q.dy-p.dy)
		along := float64(nx*vx) + float64(ny*vy)
		allowed := float64(gap * rate)
		// Shapes bounce where they touch, or would after going back for one sub-step.
		if back := float64(d.back[i]); gap <= float64(back*h) {
			allowed = -back
		}
		if was == 0 && along+allowed >= 0 {
			continue
		}
		parts := float64(p.share + q.share)
		normal := float32(max(was-(along+allowed)/parts, 0))
		most := float64(friction * float64(normal))
		turn := float64(nx*vy) - float64(ny*vx)
		across := float32(min(max(rubbed-turn/parts, -most), most))
		d.normal[i], d.across[i] = normal, across
		ux, uy := l.impulse(float64(normal)-was, float64(across)-rubbed)
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

// turn changes velocities as links ask, and at the end of a sub-step moves the shapes.
func (s *solver) turn(o *owner) {
	d := &s.drive
	moves := d.last && s.cfg.SubSteps > 0
	easing := 1 / s.cfg.Relaxation
	for i := o.lo; i < o.hi; i++ {
		n, b, w := &s.nodes[i], &d.bodies[i], s.weight(i)
		vx, vy := b.vx+float64(w*n.tx), b.vy+float64(w*n.ty)
		n.dx, n.dy = float32(vx), float32(vy)
		n.split(w, easing)
		if moves {
			b.x += float64(vx * d.h)
			b.y += float64(vy * d.h)
			d.moved[i] = [2]float32{float32(b.x), float32(b.y)}
		}
	}
}

// land ends the search: it says how far apart pairs are now, and clears the nodes for the
// push.
func (s *solver) land(o *owner) {
	d := &s.drive
	if s.cfg.SubSteps > 0 {
		for i := range o.links {
			l := &o.links[i]
			l.sep = float32(l.after(&d.moved[l.a], &d.moved[l.b]))
		}
	}
	for i := o.lo; i < o.hi; i++ {
		n, b, t := &s.nodes[i], &d.bodies[i], &s.traits[i]
		b.vx += float64(t.w * n.tx)
		b.vy += float64(t.w * n.ty)
		*n = node{share: float32(t.w)}
		t.grid = 0
	}
}
