// SPDX-License-Identifier: MIT

package solver

import (
	"math"

	"daylight/internal/guard"
)

// checkMaterials finds the greatest restitution of an owner's shapes, and the first shape whose material makes no sense.
func (s *state) checkMaterials(o *owner) {
	o.bouncy, o.bad = s.cfg.Restitution, -1
	for i := o.lo; i < o.hi; i++ {
		m := s.materialOf(i)
		if !(m.Friction >= 0 && m.Restitution >= 0 && m.Restitution <= 1 && m.RollingResistance >= 0 &&
			math.Abs(m.SurfaceSpeed) < maxSpeed) || math.IsInf(m.Friction+m.RollingResistance, 1) {
			o.bad = int(i)
			return
		}
		o.bouncy = max(o.bouncy, m.Restitution)
	}
}

// prepareMaterials checks the materials, and keeps the greatest restitution.
func (s *state) prepareMaterials() error {
	if s.bouncy = s.cfg.Restitution; s.material[0] == nil && s.material[1] == nil {
		return nil
	}
	if err := s.each((*state).checkMaterials); err != nil {
		return err
	}
	for k := range s.owners {
		o := &s.owners[k]
		if o.bad >= 0 {
			return guard.Argument("solver.Solve", "the material of shape %v is %+v: want a friction and a rolling resistance of 0 or more, a restitution of 0 to 1, and a speed below 2^60", s.ID[o.bad], s.materialOf(uint32(o.bad)))
		}
		s.bouncy = max(s.bouncy, o.bouncy)
	}
	return nil
}

// mixed is the material of a contact of the shapes in two slots.
func (s *state) mixed(a, b uint32) Material {
	m, other := s.materialOf(a), s.materialOf(b)
	if m.Friction != other.Friction {
		m.Friction = math.Sqrt(min(m.Friction, maxRatio) * min(other.Friction, maxRatio))
	}
	m.Restitution = max(m.Restitution, other.Restitution)
	m.RollingResistance = max(m.RollingResistance, other.RollingResistance)
	m.SurfaceSpeed += other.SurfaceSpeed
	return m
}

// materialOf is the material of the shape in a slot.
func (s *state) materialOf(i uint32) Material {
	k, at := s.In(i)
	if s.material[k] != nil {
		return s.material[k][at]
	}
	return Material{s.cfg.Friction, s.cfg.Restitution, s.cfg.RollingResistance, 0}
}
