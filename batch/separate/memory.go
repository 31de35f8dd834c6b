// SPDX-License-Identifier: MIT

package separate

import (
	"daylight/soa"
)

// memory holds the impulses of the last frame, by the shapes that they were between:
// those of a slot's shape, with all shapes of higher ID that it touched, lie together. The
// shape may have another slot by now, and be found by the index of its ID.
type memory struct {
	id   []soa.ID  // by slot, then
	end  []uint32  // by slot, then: where its entries in met end, and those of the next begin
	met  []impulse // in the order of slots
	slot []uint32  // by the index of an ID: a slot; id says whether it is that shape's
}

// impulse is that of a contact of a, which is the shape or a part of its body, with b.
type impulse struct {
	a, b           soa.ID
	normal, across float32
}

// find returns the impulses between two shapes, 0 if there were none. They are kept with
// the shape that leads the body of a, which is looked for in the slot that it has now,
// before anywhere else.
func (m *memory) find(lead soa.ID, slot uint32, a, b soa.ID) (normal, across float32) {
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
	for _, k := range m.met[lo:m.end[slot]] {
		if k.b == b && k.a == a {
			return k.normal, k.across
		}
	}
	return 0, 0
}
