// SPDX-License-Identifier: MIT

package shapes

// cuts says where the shapes of a list lie in a store when some are cut into convex parts,
// each in a slot of its own. While every shape is one, both columns are nil, and shape k is
// in slot k.
type cuts struct {
	first []uint32 // of each shape, the slot of its first part
	of    []uint32 // of each slot, the shape
}

// add appends a shape of so many parts, of which there were n shapes before.
func (c *cuts) add(n, parts int) {
	if c.first == nil {
		if parts == 1 {
			return
		}
		for k := range n {
			c.first, c.of = append(c.first, uint32(k)), append(c.of, uint32(k))
		}
	}
	c.first = append(c.first, uint32(len(c.of)))
	for range parts {
		c.of = append(c.of, uint32(n))
	}
}

// begin is the first slot of shape k, or of what comes after the last.
func (c *cuts) begin(k int) int {
	switch {
	case c.first == nil:
		return k
	case k == len(c.first):
		return len(c.of)
	}
	return int(c.first[k])
}

func (c *cuts) clear() { c.first, c.of = nil, nil }

// Cut reports whether the set, or that which it is a part of, has shapes of several convex
// parts.
func (s *Set) Cut() bool { return s.cut || s.cuts.first != nil }

// Slots are where shape k lies in Shapes: in slots from to to-1, one for each convex part.
func (s *Set) Slots(k int) (from, to int) { return s.cuts.begin(k), s.cuts.begin(k + 1) }

// Of is the shape that a slot of Shapes is a part of.
func (s *Set) Of(slot int) int {
	if s.cuts.of == nil {
		return slot
	}
	return int(s.cuts.of[slot])
}
