// SPDX-License-Identifier: MIT

package separate

import (
	"daylight/soa"
)

// impulseCache holds the impulses of the last frame, by pairs of shapes. The impulses between a shape and all shapes of
// higher ID that it touched lie together, in the order of the slots of that frame. A shape that has another slot by
// now is found by the index of its ID.
type impulseCache struct {
	id      []soa.ID  // by slot of the last frame
	end     []uint32  // by slot of the last frame: where the entries of its shape end, and those of the next begin
	entries []impulse // in the order of slots
	slot    []uint32  // by the index of an ID: a slot; id says whether it is that shape's
}

// impulse is that of a contact of a, which is the shape or a part of its body, with b.
type impulse struct {
	a, b            soa.ID
	normal, tangent float32
}

// find returns the impulses between two shapes, or 0 if there were none. They are stored with the lead of the body of
// a. find tries the slot that the lead has now before it looks the lead up by its ID.
func (m *impulseCache) find(lead soa.ID, slot uint32, a, b soa.ID) (normal, tangent float32) {
	if int(slot) >= len(m.id) || m.id[slot] != lead {
		if int(lead.Index()) >= len(m.slot) {
			return 0, 0
		}
		if slot = m.slot[lead.Index()]; int(slot) >= len(m.id) || m.id[slot] != lead {
			return 0, 0
		}
	}
	lo := uint32(0)
	if slot > 0 {
		lo = m.end[slot-1]
	}
	for _, k := range m.entries[lo:m.end[slot]] {
		if k.b == b && k.a == a {
			return k.normal, k.tangent
		}
	}
	return 0, 0
}
