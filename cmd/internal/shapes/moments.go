// SPDX-License-Identifier: MIT

package shapes

import (
	"slices"

	"daylight/soa"
)

// Moment is a shape of a Set somewhere else, in another world, and how it moves from there.
type Moment struct {
	Shape, World uint32
	Placed       bool // it is at Pose, not where the Set has it
	Pose         soa.Pose
	DX, DY, Turn float64
}

// MomentBytes is what a shape of a Set of Moments takes at most, vertices apart.
const MomentBytes = rowBytes + movesBytes

// Moments is a Set of moments, in their order, with all that the Set knows of their shapes; they move if moving. The worlds have those
// names.
func (s *Set) Moments(list []Moment, worlds []string, moving bool) (*Set, error) {
	slots := make([]uint32, len(list))
	for k := range list {
		slots[k] = list[k].Shape
	}
	o, err := s.pick(slots, slices.Collect(s.Shapes.All()))
	if err != nil {
		return nil, err
	}
	if o.common = (&common{names: worlds}); moving {
		o.attach(false)
	}
	return o, o.Put(list)
}

// Put puts the shapes of a Set of Moments where moments of theirs have them.
func (s *Set) Put(list []Moment) error {
	ids := slices.Collect(s.Shapes.All())
	for k := range list {
		s.world[k] = list[k].World
		from, to := s.Slots(k)
		for _, id := range ids[from:to] {
			if err := s.move(id, &list[k]); err != nil {
				return err
			}
		}
	}
	return nil
}

// move puts a convex part of a shape where that is at a moment.
func (s *Set) move(id soa.ID, at *Moment) error {
	if s.moves() {
		if err := putMotion(&s.Moves, id, motion{at.DX, at.DY, float32(at.Turn)}); err != nil {
			return err
		}
	}
	if s.Shapes.Region(id) != id {
		return nil // a region is moved as one
	}
	if at.Placed {
		if err := s.Shapes.SetPose(id, at.Pose); err != nil {
			return err
		}
	}
	a, err := s.Shapes.Attrs(id)
	if a.World = at.World; err == nil {
		err = s.Shapes.SetAttrs(id, a)
	}
	return err
}
