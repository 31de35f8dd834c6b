// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"slices"

	"daylight/soa"
)

// pick is a Set of some shapes, in their order.
func (s *Set) pick(slots []uint32) (*Set, error) {
	ids := slices.Collect(s.Shapes.All())
	o := &Set{Shapes: soa.New(), Rows: len(slots), Moving: s.Moving, CRS: s.CRS, IDs: s.IDs, common: s.common,
		keep: s.keep, kept: make([]labels, len(s.kept)), whole: s, slots: slots, cut: s.Cut()}
	if err := o.Shapes.Grow(len(slots)); err != nil {
		return nil, err
	}
	if s.moves() {
		o.attach(s.Ways.DX != nil)
	}
	var added []soa.ID
	for i := 0; i < len(slots); {
		begin, first := i, int(slots[i])
		for i < len(slots) && int(slots[i]) == first+i-begin {
			i++
		}
		from, to := s.cuts.begin(first), s.cuts.begin(first+i-begin)
		var err error
		if added, err = o.Shapes.Append(added[:0], s.Shapes, from, to); err != nil {
			return nil, err
		}
		if err := o.follow(s, ids[from:to], added); err != nil {
			return nil, err
		}
		for k := first; k < first+i-begin; k++ {
			o.take(s, k)
		}
	}
	return o, nil
}

// take takes over what a set knows of its shape k, beside its geometry.
func (s *Set) take(o *Set, k int) {
	from, to := o.Slots(k)
	s.cuts.add(s.Len(), to-from)
	s.world = append(s.world, o.world[k])
	addLabel(&s.labels, o.Label(k))
	for n := range s.kept {
		addLabel(&s.kept[n], o.KeptText(n, k))
	}
	if o.Given != nil {
		s.Given = append(s.Given, o.Given[k])
	}
}

// follow gives shapes the motions that those of another set have.
func (s *Set) follow(o *Set, was, ids []soa.ID) error {
	if !o.moves() {
		return nil
	}
	for i, id := range ids {
		v, err := o.motionOf(was[i])
		if err := errors.Join(err, s.put(id, v)); err != nil {
			return err
		}
	}
	return nil
}

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
	o, err := s.pick(slots)
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
