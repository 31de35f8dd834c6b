// SPDX-License-Identifier: MIT

package solver

import (
	"math"

	"daylight/internal/kernels"
	"daylight/internal/kernels/solve"
	"daylight/internal/scratch"
	"daylight/internal/store"
)

// measure finds the extents of an owner's shapes that are not known from the frame before. With a
// density it finds their masses too.
func (s *state) measure(o *owner) {
	density := s.cfg.Density
	for i := o.lo; i < o.hi; i++ {
		k, at := s.In(i)
		e := &s.extents[i]
		if e.id != s.Geo[k].ID[at] {
			*e = extentOf(&s.Geo[k], at)
		}
		if density > 0 {
			s.masses[i] = 1 / float64(density*e.area)
			if s.Cols.Static != nil && s.Cols.Static[i] || s.IsSensor(i) || s.StandsStill(i) {
				s.masses[i] = 1 // any does: nothing pushes it
			}
		}
	}
}

// centroid returns the centroid of the shape in a slot, also of one that no step has turned yet.
func (s *state) centroid(i uint32) (x, y float64) {
	e := &s.extents[i]
	if e.x == 0 && e.y == 0 {
		return s.X[i], s.Y[i]
	}
	k, at := s.In(i)
	rc, rs, _ := store.Unit(s.Live[k].C[at], s.Live[k].S[at])
	c, sin := float64(rc), float64(rs)
	return s.X[i] + (float64(c*e.x) - float64(sin*e.y)), s.Y[i] + (float64(sin*e.x) + float64(c*e.y))
}

// fixedRotation reports whether nothing turns the shape in a slot.
func (s *state) fixedRotation(i uint32) bool {
	k, at := s.In(i)
	return s.spin[k] == nil || s.upright[k] != nil && s.upright[k][at]
}

// balance finds the centres of mass and the moments of inertia of an owner's shapes.
func (s *state) balance(o *owner) {
	for i := o.lo; i < o.hi; i++ {
		x, y, turn := s.X[i], s.Y[i], float32(0)
		w := s.Traits[i].W
		if w != 0 {
			x, y = s.centroid(i)
			if spread := s.extents[i].spread; spread > 0 && !s.fixedRotation(i) {
				turn = float32(min(w/spread, maxInvTurn))
			}
		}
		s.bodies[i].Fixed = w == 0 || s.broken[i]
		p, m := &s.shapes[i], s.materialOf(i)
		p.X, p.Y, p.InvMass, p.InvTurn, p.Body, p.Turns = x, y, float32(w), turn, i, turn+abs(s.bodies[i].Spin)
		p.FromX, p.FromY, p.Round = float32(s.X[i]-x), float32(s.Y[i]-y), s.radius(i)
		p.Friction, p.Bounce, p.Rolling, p.Velocity = m.Friction, m.Restitution, m.RollingResistance, m.SurfaceSpeed
	}
}

// radius returns the radius by which the core of the shape in a slot is grown.
func (s *state) radius(i uint32) float32 {
	k, at := s.In(i)
	switch c := &s.Geo[k]; c.Class[at] {
	case kernels.Capsule:
		return c.Q[at]
	case kernels.Box:
		return 0
	default:
		return c.P[at]
	}
}

// balanceBodies does for bodies of several parts what balance does for shapes.
func (s *state) balanceBodies() {
	if s.Lead == nil {
		return
	}
	if s.byLead == nil {
		s.byLead = map[uint32]bodyMass{}
	}
	clear(s.byLead)
	each := func(f func(m *bodyMass, i, lead uint32, mass float64)) {
		for i := range uint32(len(s.Lead)) {
			lead := s.Lead[i]
			if s.Cols.Body[i] == 0 || s.Traits[lead].W == 0 || s.IsSensor(i) {
				continue
			}
			mass := 1.0
			if s.Inv != nil {
				mass = 1 / s.Inv[i]
			}
			m := s.byLead[lead]
			f(&m, i, lead, mass)
			s.byLead[lead] = m
		}
	}
	each(func(m *bodyMass, i, lead uint32, mass float64) {
		x, y := s.centroid(i)
		m.mass += mass
		m.x += float64(mass * (x - s.X[lead]))
		m.y += float64(mass * (y - s.Y[lead]))
		m.fixed = m.fixed || s.fixedRotation(i)
	})
	each(func(m *bodyMass, i, lead uint32, mass float64) {
		x, y := s.centroid(i)
		dx, dy := x-s.X[lead]-m.x/m.mass, y-s.Y[lead]-m.y/m.mass
		m.second += float64(mass * (s.extents[i].spread + (float64(dx*dx) + float64(dy*dy))))
	})
	for lead, m := range s.byLead {
		p := &s.shapes[lead]
		p.X, p.Y, p.InvTurn = s.X[lead]+m.x/m.mass, s.Y[lead]+m.y/m.mass, 0
		if m.second > 0 && !m.fixed {
			p.InvTurn = float32(min(1/m.second, maxInvTurn))
		}
		p.Turns = p.InvTurn + abs(s.bodies[lead].Spin)
	}
	for i, lead := range s.Lead {
		p, q := &s.shapes[i], &s.shapes[lead]
		p.X, p.Y, p.InvMass, p.InvTurn, p.Body, p.Turns = q.X, q.Y, q.InvMass, q.InvTurn, lead, q.Turns
		p.FromX, p.FromY = float32(s.X[i]-p.X), float32(s.Y[i]-p.Y)
	}
}

// initBodies makes the bodies of an owner's slots.
func (s *state) initBodies(o *owner) {
	for i := o.lo; i < o.hi; i++ {
		k, at := s.In(i)
		vx, vy, spin := s.vx[i], s.vy[i], float32(0)
		if s.spin[k] != nil {
			spin = s.spin[k][at]
		}
		b := &s.bodies[i]
		b.VX, b.VY, b.Spin, b.DX, b.DY, b.C, b.S = vx, vy, spin, 0, 0, 1, 0
		s.angle[i] = 0
		if s.broken[i] = !(abs(vx)+abs(vy)+abs(spin) < maxSpeed); s.broken[i] {
			b.VX, b.VY, b.Spin = 0, 0, 0
		}
		if t := &s.Traits[i]; t.W != 0 && t.Size > o.largest && !s.broken[i] && !s.IsSensor(i) {
			o.largest = t.Size
		}
		o.fastest = max(o.fastest, float32(math.Sqrt(float64(float32(b.VX*b.VX)+float32(b.VY*b.VY))))+float32(abs(b.Spin)*s.Traits[i].Size))
	}
}

// room makes room for what there is of each slot.
func (s *state) room(n int, split uint32) {
	old := len(s.extents)
	s.extents = scratch.Resize(s.extents, n)
	clear(s.extents[min(old, n):])
	if s.split != split { // slots are of other shapes, which may have IDs of the set before
		clear(s.extents)
	}
	s.split = split
	s.masses = scratch.Resize(s.masses, n)
	s.bodies, s.begun, s.angle, s.broken = scratch.Resize(s.bodies, n), scratch.Resize(s.begun, n), scratch.Resize(s.angle, n), scratch.Resize(s.broken, n)
	s.lifts = scratch.Resize(s.lifts, n)
	s.shift = scratch.Resize(s.shift, n)
	s.sin, s.cos = scratch.Resize(s.sin, n), scratch.Resize(s.cos, n)
	s.shapes = scratch.Resize(s.shapes, n+1)
	s.shapes[n] = solve.Shape{}
	s.used, s.counts = scratch.Resize(s.used, n), scratch.Resize(s.counts, n)
}
