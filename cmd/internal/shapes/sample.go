// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"

	"daylight/soa"
)

// Forms counts the shapes of each form.
func (s *Set) Forms() [NumForms]int { return s.forms }

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

// Sample is a set of about n of the shapes, evenly spread over the input, with their worlds,
// motions and labels.
func (s *Set) Sample(n int) (*Set, error) {
	o := &Set{Shapes: soa.New(), common: s.common, Moving: s.Moving, IDs: s.IDs, cut: s.Cut(), whole: s}
	if s.moves() {
		o.attach(s.Ways.DX != nil)
	}
	step := max(1, (s.Len()+n-1)/n)
	var ids []soa.ID
	for id := range s.Shapes.All() {
		ids = append(ids, id)
	}
	for k := 0; k < s.Len(); k += step {
		from, to := s.Slots(k)
		added, err := o.Shapes.Append(nil, s.Shapes, from, to)
		if err != nil {
			return nil, err
		}
		o.cuts.add(o.Len(), to-from)
		o.world, o.slots = append(o.world, s.world[k]), append(o.slots, uint32(k))
		if s.Given != nil {
			o.Given = append(o.Given, s.Given[k])
		}
		addLabel(&o.labels, s.Label(k))
		if err := o.follow(s, ids[from:to], added); err != nil {
			return nil, err
		}
	}
	return o, nil
}
