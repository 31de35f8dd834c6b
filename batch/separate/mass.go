// SPDX-License-Identifier: MIT

package separate

import (
	"math"

	"daylight/internal/scratch"
	"daylight/internal/store"
)

// maxInvTurn is the greatest inverse moment of inertia.
const maxInvTurn = 1e30

// measure finds the extents of an owner's shapes, of those that are not known from the frame before, and their masses if
// there is a density.
func (s *solver) measure(o *owner) {
	t := &s.turning
	density := s.cfg.Density
	for i := o.lo; i < o.hi; i++ {
		k, at := s.in(i)
		e := &t.extents[i]
		if e.id != s.geo[k].ID[at] {
			*e = extentOf(&s.geo[k], at)
		}
		if density > 0 {
			t.masses[i] = 1 / float64(density*e.area)
			if s.cols.Static != nil && s.cols.Static[i] || s.isSensor(i) || s.standsStill(i) {
				t.masses[i] = 1 // any does: nothing pushes it
			}
		}
	}
}

// centroid returns the centroid of the shape in a slot, also of one that no step has turned yet.
func (s *solver) centroid(i uint32) (x, y float64) {
	e := &s.turning.extents[i]
	if e.x == 0 && e.y == 0 {
		return s.x[i], s.y[i]
	}
	k, at := s.in(i)
	rc, rs, _ := store.Unit(s.live[k].C[at], s.live[k].S[at])
	c, sin := float64(rc), float64(rs)
	return s.x[i] + (float64(c*e.x) - float64(sin*e.y)), s.y[i] + (float64(sin*e.x) + float64(c*e.y))
}

// fixedRotation reports whether nothing turns the shape in a slot.
func (s *solver) fixedRotation(i uint32) bool {
	k, at := s.in(i)
	return s.spin[k] == nil || s.upright[k] != nil && s.upright[k][at]
}

// balance finds the centres of mass and the moments of inertia of an owner's shapes.
func (s *solver) balance(o *owner) {
	t := &s.turning
	for i := o.lo; i < o.hi; i++ {
		t.centre[i], t.invTurn[i] = [2]float64{s.x[i], s.y[i]}, 0
		t.bodies[i].Fixed = s.traits[i].w == 0 || t.broken[i]
		if w := s.traits[i].w; w != 0 {
			t.centre[i][0], t.centre[i][1] = s.centroid(i)
			if spread := t.extents[i].spread; spread > 0 && !s.fixedRotation(i) {
				t.invTurn[i] = float32(min(w/spread, maxInvTurn))
			}
		}
	}
}

// balanceBodies does for bodies of several parts what balance does for shapes.
func (s *solver) balanceBodies() {
	t := &s.turning
	if s.parts.lead == nil {
		return
	}
	if t.byLead == nil {
		t.byLead = map[uint32]bodyMass{}
	}
	clear(t.byLead)
	each := func(f func(m *bodyMass, i, lead uint32, mass float64)) {
		for i := range uint32(len(s.parts.lead)) {
			lead := s.parts.lead[i]
			if s.cols.Body[i] == 0 || s.traits[lead].w == 0 || s.isSensor(i) {
				continue
			}
			mass := 1.0
			if s.inv != nil {
				mass = 1 / s.inv[i]
			}
			m := t.byLead[lead]
			f(&m, i, lead, mass)
			t.byLead[lead] = m
		}
	}
	each(func(m *bodyMass, i, lead uint32, mass float64) {
		x, y := s.centroid(i)
		m.mass += mass
		m.x += float64(mass * (x - s.x[lead]))
		m.y += float64(mass * (y - s.y[lead]))
		m.fixed = m.fixed || s.fixedRotation(i)
	})
	each(func(m *bodyMass, i, lead uint32, mass float64) {
		x, y := s.centroid(i)
		dx, dy := x-s.x[lead]-m.x/m.mass, y-s.y[lead]-m.y/m.mass
		m.second += float64(mass * (t.extents[i].spread + (float64(dx*dx) + float64(dy*dy))))
	})
	for lead, m := range t.byLead {
		t.centre[lead] = [2]float64{s.x[lead] + m.x/m.mass, s.y[lead] + m.y/m.mass}
		if t.invTurn[lead] = 0; m.second > 0 && !m.fixed {
			t.invTurn[lead] = float32(min(1/m.second, maxInvTurn))
		}
	}
}

// initBodies makes the bodies of an owner's slots.
func (s *solver) initBodies(o *owner) {
	t := &s.turning
	for i := o.lo; i < o.hi; i++ {
		k, at := s.in(i)
		vx, vy, spin := s.vx[i], s.vy[i], 0.0
		if s.spin[k] != nil {
			spin = s.spin[k][at]
		}
		b := &t.bodies[i]
		b.VX, b.VY, b.Spin, b.DX, b.DY, b.C, b.S = float32(vx), float32(vy), float32(spin), 0, 0, 1, 0
		t.angle[i] = 0
		if t.broken[i] = !(math.Abs(vx)+math.Abs(vy)+math.Abs(spin) < maxSpeed); t.broken[i] {
			b.VX, b.VY, b.Spin = 0, 0, 0
		}
	}
}

// room makes room for what there is of each slot.
func (t *turning) room(n int, split uint32) {
	old := len(t.extents)
	t.extents = scratch.Resize(t.extents, n)
	clear(t.extents[min(old, n):])
	if t.split != split { // slots are of other shapes, which may have IDs of the set before
		clear(t.extents)
	}
	t.split = split
	t.masses = scratch.Resize(t.masses, n)
	t.bodies, t.begun, t.angle, t.broken = scratch.Resize(t.bodies, n), scratch.Resize(t.begun, n), scratch.Resize(t.angle, n), scratch.Resize(t.broken, n)
	t.sin, t.cos = scratch.Resize(t.sin, n), scratch.Resize(t.cos, n)
	t.centre, t.invTurn = scratch.Resize(t.centre, n), scratch.Resize(t.invTurn, n)
	t.used, t.counts = scratch.Resize(t.used, n), scratch.Resize(t.counts, n)
}
