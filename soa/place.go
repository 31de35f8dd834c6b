// SPDX-License-Identifier: MIT

package soa

import "iter"

// SetPose sets the pose of a shape or a region. It refuses a pose that is not finite, is beyond
// 2^100 or has no rotation.
func (s *Shapes) SetPose(id ID, p Pose) error {
	if err := s.write("SetPose"); err != nil {
		return err
	}
	defer s.use.end()
	i, ok := s.index.find(id)
	if !ok {
		return noShape("SetPose", id)
	}
	if err := checkPose("SetPose", id, p); err != nil {
		return err
	}
	return s.each("SetPose", id, i, func(i uint32) {
		s.col.X[i], s.col.Y[i] = p.X, p.Y
		s.col.C[i], s.col.S[i] = p.C, p.S
		s.wrote(i)
	})
}

// SetPosition moves a shape or a region. Its rotation stays as it is.
func (s *Shapes) SetPosition(id ID, x, y float64) error {
	if err := s.write("SetPosition"); err != nil {
		return err
	}
	defer s.use.end()
	i, ok := s.index.find(id)
	if !ok {
		return noShape("SetPosition", id)
	}
	if err := checkPose("SetPosition", id, Pose{X: x, Y: y, C: 1}); err != nil {
		return err
	}
	return s.each("SetPosition", id, i, func(i uint32) {
		s.col.X[i], s.col.Y[i] = x, y
		s.wrote(i)
	})
}

// SetAngle turns a shape or a region to an angle in radians, counter-clockwise from its local
// axes. Its position stays as it is.
func (s *Shapes) SetAngle(id ID, angle float64) error {
	if err := s.write("SetAngle"); err != nil {
		return err
	}
	defer s.use.end()
	i, ok := s.index.find(id)
	if !ok {
		return noShape("SetAngle", id)
	}
	sin, cos := SinCos(angle)
	if sin != sin {
		return &Error{op: "SetAngle", id: id, Row: -1, Vertex: -1, What: named("angle", angle), Reason: errNotFinite}
	}
	return s.each("SetAngle", id, i, func(i uint32) {
		s.col.C[i], s.col.S[i] = cos, sin
		s.wrote(i)
	})
}

// SetAttrs gives a shape or a region other attributes, all of them: to change one, change it in the
// result of Attrs. If attrs name no body, a region gets back the body of its own that AddRegion
// gave it, or gets one now.
func (s *Shapes) SetAttrs(id ID, attrs Attrs) error {
	const op = "SetAttrs"
	if err := s.write(op); err != nil {
		return err
	}
	defer s.use.end()
	i, ok := s.index.find(id)
	if !ok {
		return noShape(op, id)
	}
	return s.changeAttrs(op, id, i, attrs)
}

// changeAttrs is SetAttrs for the shape in slot i, for who writes to the store.
func (s *Shapes) changeAttrs(op string, id ID, i uint32, attrs Attrs) error {
	if _, ok := s.regions.parts[id]; ok && attrs.Body == 0 {
		if attrs.Body, ok = s.regions.ownBody(id); !ok {
			return noBodies(op)
		}
	}
	return s.each(op, id, i, func(i uint32) {
		s.setAttrs(int(i), attrs)
		s.journal.note(i, s.Len())
	})
}

// wrote notes that a slot was written to.
func (s *Shapes) wrote(slot uint32) { s.writes.note(int(slot), int(slot)+1, s.Len()) }

// each calls set with the slots of a region's parts, or the slot of a shape of none.
func (s *Shapes) each(op string, id ID, slot uint32, set func(slot uint32)) error {
	parts, err := s.whole(op, id)
	if err != nil {
		return err
	}
	if parts == nil {
		set(slot)
		return nil
	}
	for _, part := range parts {
		if i, ok := s.index.find(part); ok {
			set(i)
		}
	}
	return nil
}

// Position returns the position of a shape as it was last written, valid or not.
func (s *Shapes) Position(id ID) (x, y float64, err error) {
	i, ok := s.index.find(id)
	if !ok {
		return 0, 0, noShape("Position", id)
	}
	return s.col.X[i], s.col.Y[i], nil
}

// Pose returns the pose of a shape as it was last written, valid or not.
func (s *Shapes) Pose(id ID) (Pose, error) {
	i, ok := s.index.find(id)
	if !ok {
		return Pose{}, noShape("Pose", id)
	}
	return Pose{X: s.col.X[i], Y: s.col.Y[i], C: s.col.C[i], S: s.col.S[i]}, nil
}

// Quarantined ranges over the shapes that the last step left out because of their poses, each
// with an *Error whose reason is ErrRange. Once a pose is valid
// again, the next step takes its shape in again.
func (s *Shapes) Quarantined() iter.Seq2[ID, error] {
	return func(yield func(ID, error) bool) {
		c := &s.col
		for i, skip := range c.Skip {
			if !skip {
				continue
			}
			id := ID(c.ID[i])
			if !yield(id, poseError("Quarantined", id, Pose{c.X[i], c.Y[i], c.C[i], c.S[i]}, c.Fault[i])) {
				return
			}
		}
	}
}
