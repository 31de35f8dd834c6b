// SPDX-License-Identifier: MIT

package separate

import (
	"math"

	"daylight/internal/scratch"
)

// findVelocities finds the velocities at the end of the frame. If there are sub-steps, it moves the shapes in each.
func (s *solver) findVelocities() error {
	d := &s.motion
	steps := max(1, s.cfg.SubSteps)
	d.h = s.cfg.Duration / float64(steps)
	d.bodies, d.moved = scratch.Resize(d.bodies, len(s.nodes)), scratch.Resize(d.moved, len(s.nodes))
	if err := s.each((*solver).initVelocities); err != nil {
		return err
	}
	if err := s.each((*solver).loadImpulses); err != nil {
		return err
	}
	if err := s.each((*solver).warmStart); err != nil {
		return err
	}
	for d.sub = range steps {
		if err := s.each((*solver).beginSubStep); err != nil {
			return err
		}
		for k := range s.cfg.VelocityIterations {
			if err := s.each((*solver).solveVelocities); err != nil {
				return err
			}
			d.last = k == s.cfg.VelocityIterations-1
			if err := s.each((*solver).updateVelocities); err != nil {
				return err
			}
		}
	}
	return s.each((*solver).endVelocities)
}

// initVelocities makes the nodes and bodies of an owner's slots.
func (s *solver) initVelocities(o *owner) {
	for i := o.lo; i < o.hi; i++ {
		vx, vy := s.vx[i], s.vy[i]
		b := body{vx: vx, vy: vy, ignored: !(math.Abs(vx)+math.Abs(vy) < maxSpeed)}
		if b.ignored {
			b.vx, b.vy = 0, 0
		}
		s.nodes[i] = node{share: float32(s.traits[i].w)}
		s.motion.bodies[i], s.motion.moved[i] = b, [2]float32{}
	}
}

// loadImpulses finds the impulses that each link begins with and the speed at which it is to part
// after an impact, and grades the shapes as grade does.
func (s *solver) loadImpulses(o *owner) {
	c, d := s.cfg, &o.impulses
	n := len(o.links)
	d.normal, d.tangent, d.bounce = scratch.Resize(d.normal, n), scratch.Resize(d.tangent, n), scratch.Resize(d.bounce, n)
	lo, span := o.lo, o.hi-o.lo
	gravity := float64((math.Abs(c.Gravity.X) + math.Abs(c.Gravity.Y)) * c.Duration)
	for i := range o.links {
		l := &o.links[i]
		p, q := &s.traits[l.a], &s.traits[l.b]
		va, vb := &s.motion.bodies[l.a], &s.motion.bodies[l.b]
		nx, ny := float64(l.nx), float64(l.ny)
		part := float64(nx*(vb.vx-va.vx)) + float64(ny*(vb.vy-va.vy))
		size := (math.Abs(va.vx) + math.Abs(va.vy)) + (math.Abs(vb.vx) + math.Abs(vb.vy)) +
			(gravity + (float64(p.size)+float64(q.size))/c.Duration)
		d.normal[i], d.tangent[i], d.bounce[i] = 0, noImpulse, 0
		if va.ignored || vb.ignored || !(size < maxSpeed) {
			continue
		}
		d.tangent[i] = 0
		if last := s.impulseCache.find(s.id[l.a], l.a, s.contacts.A[l.row], s.contacts.B[l.row], 0); last != nil {
			d.normal[i], d.tangent[i] = last.normal, last.tangent
		}
		if part < -c.RestitutionAbove {
			d.bounce[i] = float32(c.Restitution * -part)
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

// warmStart adds the impulses of the last frame to the nodes, and splits the shapes.
func (s *solver) warmStart(o *owner) {
	d := &o.impulses
	lo, span := o.lo, o.hi-o.lo
	for i := range o.links {
		l := &o.links[i]
		s.setGrid(l)
		if d.normal[i] == 0 {
			continue
		}
		ux, uy := l.impulse(float64(d.normal[i]), float64(d.tangent[i]))
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

// beginSubStep begins a sub-step: shapes fall for its time, and get the impulses of the last.
func (s *solver) beginSubStep(o *owner) {
	d := &s.motion
	gx, gy := float64(s.cfg.Gravity.X*d.h), float64(s.cfg.Gravity.Y*d.h)
	for i := o.lo; i < o.hi; i++ {
		n, b, w := &s.nodes[i], &d.bodies[i], s.weight(i)
		if w != 0 && !b.ignored {
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

// solveVelocities adds the impulses of each link that keep its shapes from approaching each other faster than the gap
// between them allows, and as much friction as Coulomb's law allows. It clamps the sums over all passes, not the impulse
// of one pass: a pass may take back what an earlier one gave too much of, but the sum never pulls.
func (s *solver) solveVelocities(o *owner) {
	friction, h := s.cfg.Friction, s.motion.h
	rate := 1 / h
	d, nodes, moved := &o.impulses, s.nodes, s.motion.moved
	lo, span := o.lo, o.hi-o.lo
	for i := range o.links {
		l := &o.links[i]
		oldNormal, oldTangent := float64(d.normal[i]), float64(d.tangent[i])
		if oldTangent != oldTangent {
			continue
		}
		p, q := &nodes[l.a], &nodes[l.b]
		nx, ny := float64(l.nx), float64(l.ny)
		gap := l.after(&moved[l.a], &moved[l.b])
		vx, vy := float64(q.dx-p.dx), float64(q.dy-p.dy)
		along := float64(nx*vx) + float64(ny*vy)
		allowed := float64(gap * rate)
		// Shapes bounce where they touch, or would if they went back for one sub-step.
		if bounce := float64(d.bounce[i]); gap <= float64(bounce*h) {
			allowed = -bounce
		}
		if oldNormal == 0 && along+allowed >= 0 {
			continue
		}
		parts := float64(p.share + q.share)
		normal := float32(max(oldNormal-(along+allowed)/parts, 0))
		most := float64(friction * float64(normal))
		turn := float64(nx*vy) - float64(ny*vx)
		tangent := float32(min(max(oldTangent-turn/parts, -most), most))
		d.normal[i], d.tangent[i] = normal, tangent
		ux, uy := l.impulse(float64(normal)-oldNormal, float64(tangent)-oldTangent)
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

// updateVelocities changes velocities by the impulses, and at the end of a sub-step moves the shapes.
func (s *solver) updateVelocities(o *owner) {
	d := &s.motion
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

// endVelocities ends the search: it says how far apart pairs are now, and clears the nodes for the
// push.
func (s *solver) endVelocities(o *owner) {
	d := &s.motion
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
