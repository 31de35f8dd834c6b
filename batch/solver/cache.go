// SPDX-License-Identifier: MIT

package solver

import (
	"daylight/soa"
)

// cache holds the impulses of the last frame, by pairs of shapes. The impulses between a shape and
// all shapes of higher ID that it touched lie together, in the order of the slots of that frame. A
// shape that has another slot by now is found by the index of its ID.
type cache[T any] struct {
	id      []soa.ID   // by slot of the last frame
	end     []uint32   // by slot of the last frame: where the entries of its shape end, and those of the next begin
	entries []entry[T] // in the order of slots
	slot    []uint32   // by the index of an ID: a slot; id says whether it is that shape's
}

// entry is the impulses of a contact of a, which is the shape or a part of its body, with b.
type entry[T any] struct {
	a, b     soa.ID
	impulses T
}

// find returns the impulses between two shapes, or nil if there were none. They are stored with the
// lead of the body of a. find tries the slot that the lead has now before it looks the lead up by
// its ID. Among the entries of the lead, it tries number hint first, then the entries around it.
// Contacts keep about the same order from step to step, and a floor has many.
func (m *cache[T]) find(lead soa.ID, slot uint32, a, b soa.ID, hint uint32) *T {
	if int(slot) >= len(m.id) || m.id[slot] != lead {
		if int(lead.Index()) >= len(m.slot) {
			return nil
		}
		if slot = m.slot[lead.Index()]; int(slot) >= len(m.id) || m.id[slot] != lead {
			return nil
		}
	}
	lo := uint32(0)
	if slot > 0 {
		lo = m.end[slot-1]
	}
	hint = min(lo+hint, m.end[slot])
	before, from := m.entries[lo:hint], m.entries[hint:m.end[slot]]
	for len(before)+len(from) > 0 {
		if len(from) > 0 {
			if e := &from[0]; e.b == b && e.a == a {
				return &e.impulses
			}
			from = from[1:]
		}
		if k := len(before) - 1; k >= 0 {
			if e := &before[k]; e.b == b && e.a == a {
				return &e.impulses
			}
			before = before[:k]
		}
	}
	return nil
}
