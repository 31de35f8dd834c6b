// SPDX-License-Identifier: MIT

package solver

import (
	"daylight/internal/guard"
)

// checkMaterials finds the greatest restitution and surface speed of an owner's shapes, and the
// first shape whose material is out of range.
func (s *state) checkMaterials(o *owner) {
	o.bouncy, o.belt, o.bad = 0, 0, -1
	for i := o.lo; i < o.hi; i++ {
		m := s.materialOf(i)
		if !upTo(m.Friction, maxRatio) || !upTo(m.RollingResistance, maxRatio) || !upTo(m.Restitution, 1) || !upTo(abs(m.SurfaceSpeed), maxSpeed) {
			o.bad = int(i)
			return
		}
		o.bouncy, o.belt = max(o.bouncy, float64(m.Restitution)), max(o.belt, abs(m.SurfaceSpeed))
	}
}

// upTo reports whether x is from 0 to most.
func upTo(x, most float32) bool { return x >= 0 && x <= most }

// prepareMaterials checks the materials, and keeps the greatest restitution in s.bouncy
// and the greatest speed of a surface in s.belt.
func (s *state) prepareMaterials() error {
	c := s.cfg
	s.common = Material{float32(min(c.Friction, maxRatio)), float32(c.Restitution), float32(min(c.RollingResistance, maxRatio)), 0}
	s.belt = 0
	if s.bouncy = c.Restitution; s.material[0] == nil && s.material[1] == nil {
		return nil
	}
	if err := s.each((*state).checkMaterials); err != nil {
		return err
	}
	for k := range s.owners {
		o := &s.owners[k]
		if o.bad >= 0 {
			return guard.Argument("solver.Solve", "the material of shape %v is %+v: want a friction and a rolling resistance of 0 to 2^60, a restitution of 0 to 1, and a speed of 2^60 at most", s.ID[o.bad], s.materialOf(uint32(o.bad)))
		}
		s.bouncy, s.belt = max(s.bouncy, o.bouncy), max(s.belt, o.belt)
	}
	return nil
}

// materialOf is the material of the shape in a slot.
func (s *state) materialOf(i uint32) Material {
	k, at := s.In(i)
	if s.material[k] != nil {
		return s.material[k][at]
	}
	return s.common
}
