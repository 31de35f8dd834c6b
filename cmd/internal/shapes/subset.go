// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"slices"

	"daylight/soa"
)

// ByWorld finds the shapes of some worlds of a Set.
type ByWorld struct {
	set   *Set
	order []uint32 // shapes by world, those of a world in their order
	begin []int    // where in order each world begins, and the end
	ids   []soa.ID
}

// ByWorld looks at the worlds of all shapes. The worlds are those that there are now.
func (s *Set) ByWorld() *ByWorld {
	w := &ByWorld{set: s, order: make([]uint32, s.Len()), begin: make([]int, len(s.Worlds())+1), ids: slices.Collect(s.Shapes.All())}
	for _, world := range s.world {
		w.begin[world+1]++
	}
	for i := 1; i < len(w.begin); i++ {
		w.begin[i] += w.begin[i-1]
	}
	at := slices.Clone(w.begin)
	for k, world := range s.world {
		w.order[at[world]] = uint32(k)
		at[world]++
	}
	return w
}

// Shapes is how many shapes are in worlds from to to-1.
func (w *ByWorld) Shapes(from, to int) int { return w.begin[to] - w.begin[from] }

// Part is a Set of the shapes in worlds from to to-1, in their order, with all that the Set
// knows of them. Its counts of rows are those of its shapes.
func (w *ByWorld) Part(from, to int) (*Set, error) {
	slots := slices.Clone(w.order[w.begin[from]:w.begin[to]])
	slices.Sort(slots)
	return w.set.pick(slots, w.ids)
}

// Sample is a set of about n of the shapes, evenly spread over the input, with all that the Set knows of them.
func (s *Set) Sample(n int) (*Set, error) {
	var slots []uint32
	for k := 0; k < s.Len(); k += max(1, (s.Len()+n-1)/n) {
		slots = append(slots, uint32(k))
	}
	return s.pick(slots, slices.Collect(s.Shapes.All()))
}

// pick is a Set of some shapes, in their order. All IDs of the Set are ids.
func (s *Set) pick(slots []uint32, ids []soa.ID) (*Set, error) {
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
