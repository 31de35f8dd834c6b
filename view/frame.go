// SPDX-License-Identifier: MIT

package view

import (
	"errors"
	"slices"

	"daylight/batch"
	"daylight/soa"
)

// snapshot is a frame as its maker handed it over: copies of columns, in the order of the slots.
type snapshot struct {
	frame  int
	ids    []soa.ID
	x, y   []float64
	c, s   []float32
	static []bool      // nil if no shape is
	values [][]float32 // of the user's columns

	a, b          []soa.ID // contacts
	depth, nx, ny []float32

	fresh  []fresh // shapes that no snapshot before held
	whole  bool    // fresh are all there are: these are other shapes than before
	layers []layer
}

// fresh is a shape that is new.
type fresh struct {
	id    soa.ID
	shape soa.Shape
}

// contacts is how many the snapshot has.
func (s *snapshot) contacts() int { return len(s.a) }

// taker copies frames of one simulation after another. It is used by the goroutine that steps.
type taker struct {
	colours []Colouring
	shapes  *soa.Shapes
	known   []soa.ID // the shapes that snapshots hold, by the index of their IDs
	room    []soa.ID
}

var errNoShapes = errors.New("view: a frame needs shapes: give the *soa.Shapes that the simulation moves")

// take copies a frame into the memory of dst.
func (t *taker) take(dst *snapshot, shapes *soa.Shapes, contacts *batch.Contacts, frame int) error {
	if shapes == nil {
		return errNoShapes
	}
	dst.fresh, dst.whole, dst.frame = dst.fresh[:0], shapes != t.shapes, frame
	if dst.whole {
		t.known = t.known[:0]
	}
	unknown := t.room[:0]
	err := shapes.Update(func(l soa.Live) {
		l.Wrote(0, 0) // it only reads
		dst.ids = append(dst.ids[:0], l.ID...)
		dst.x, dst.y = append(dst.x[:0], l.X...), append(dst.y[:0], l.Y...)
		dst.c, dst.s = append(dst.c[:0], l.C...), append(dst.s[:0], l.S...)
		if dst.static = dst.static[:0]; l.Static != nil {
			dst.static = append(dst.static, l.Static...)
		}
		dst.values = slices.Grow(dst.values[:0], len(t.colours))[:len(t.colours)]
		for k := range t.colours {
			dst.values[k] = t.colours[k].read(dst.values[k][:0], shapes, l)
		}
		known := t.known
		for _, id := range l.ID {
			if i := int(id.Index()); i >= len(known) || known[i] != id {
				unknown = append(unknown, id)
			}
		}
	})
	if err != nil {
		return err
	}
	t.shapes = shapes
	for _, id := range unknown {
		sh, err := shapes.Shape(id)
		if err != nil {
			continue
		}
		i := int(id.Index())
		if i >= len(t.known) {
			t.known = append(t.known, make([]soa.ID, i+1-len(t.known))...)
		}
		t.known[i] = id
		dst.fresh = append(dst.fresh, fresh{id, sh})
	}
	t.room = unknown
	dst.a, dst.b, dst.depth, dst.nx, dst.ny = dst.a[:0], dst.b[:0], dst.depth[:0], dst.nx[:0], dst.ny[:0]
	if contacts != nil {
		dst.a, dst.b = append(dst.a, contacts.A...), append(dst.b, contacts.B...)
		dst.depth = append(dst.depth, contacts.Depth...)
		dst.nx, dst.ny = append(dst.nx, contacts.NX...), append(dst.ny, contacts.NY...)
	}
	return nil
}

// follow has a snapshot of shapes as they are now take over what one before it, that nobody has
// looked at, had to tell. The fresh shapes stay at most twice as many as there are shapes, however
// many come and go: where they are more, at least half are gone, so that to look for them costs
// little per shape that came.
func (s *snapshot) follow(before *snapshot, shapes *soa.Shapes) {
	if s.whole {
		return
	}
	s.fresh, s.whole = append(before.fresh, s.fresh...), before.whole
	before.fresh = nil
	if len(s.fresh) > 2*len(s.ids) {
		s.fresh = slices.DeleteFunc(s.fresh, func(f fresh) bool { return !shapes.Has(f.id) })
	}
}

// cast knows the shapes that a simulation has, by the index of their IDs.
type cast struct {
	ids    []soa.ID
	shapes []soa.Shape
	slots  []uint32 // in the last snapshot
}

// add takes over what is new in a snapshot, and reports whether anything is.
func (c *cast) add(s *snapshot) bool {
	if s.whole {
		*c = cast{ids: c.ids[:0], shapes: c.shapes[:0], slots: c.slots[:0]}
	}
	for _, f := range s.fresh {
		i := int(f.id.Index())
		if i >= len(c.ids) {
			c.ids = append(c.ids, make([]soa.ID, i+1-len(c.ids))...)
			c.shapes = append(c.shapes, make([]soa.Shape, i+1-len(c.shapes))...)
			c.slots = append(c.slots, make([]uint32, i+1-len(c.slots))...)
		}
		c.ids[i], c.shapes[i] = f.id, f.shape
	}
	for slot, id := range s.ids {
		c.slots[id.Index()] = uint32(slot)
	}
	return len(s.fresh) > 0 || s.whole
}

// size is one more than the greatest index of a shape there has been.
func (c *cast) size() int { return len(c.ids) }

// find is the slot that the shape of an ID of that index has in a snapshot.
func (c *cast) find(s *snapshot, index int) (slot int, ok bool) {
	if index < 0 || index >= len(c.slots) {
		return 0, false
	}
	slot = int(c.slots[index])
	return slot, slot < len(s.ids) && s.ids[slot] == c.ids[index]
}

// pose is where the shape in a slot is.
func (s *snapshot) pose(slot int) soa.Pose {
	return soa.Pose{X: s.x[slot], Y: s.y[slot], C: s.c[slot], S: s.s[slot]}
}

func (s *snapshot) isStatic(slot int) bool { return len(s.static) > 0 && s.static[slot] }
