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
