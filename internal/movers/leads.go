// SPDX-License-Identifier: MIT

package movers

import (
	"math"

	"daylight/internal/scratch"
)

// Leads finds the leads of bodies and gives them the masses of their bodies. Sensors add no mass. A
// body with a part that does not move does not move.
func (s *Sets) Leads() {
	c := &s.Cols
	if c.Body == nil {
		s.Lead = nil
		return
	}
	if s.first == nil {
		s.first = map[bodyKey]uint32{}
	}
	clear(s.first)
	s.Lead = scratch.Resize(s.Lead, len(s.ID))
	key := func(i int) bodyKey {
		k := bodyKey{body: c.Body[i]}
		if c.World != nil {
			k.world = c.World[i]
		}
		return k
	}
	several := false
	for i := range s.Lead {
		s.Lead[i] = uint32(i)
		if c.Body[i] == 0 {
			continue
		}
		k := key(i)
		if lead, found := s.first[k]; !found || s.before(uint32(i), lead) {
			s.first[k] = uint32(i)
			several = several || found
		} else {
			several = true
		}
	}
	if !several {
		s.Lead = nil
		return
	}
	for _, lead := range s.first {
		if p := &s.Traits[lead]; s.IsSensor(lead) && p.W != 0 {
			p.W, p.Size = math.Inf(1), 0 // no mass, until that of the others is added
		}
	}
	for i := range s.Lead {
		if c.Body[i] == 0 {
			continue
		}
		lead := s.first[key(i)]
		if s.Lead[i] = lead; lead == uint32(i) {
			continue
		}
		p, q := &s.Traits[lead], &s.Traits[i]
		switch {
		case p.W == 0 || q.W == 0:
			p.W = 0
		case s.IsSensor(uint32(i)): // it has no mass
			continue
		default:
			p.W = 1 / (1/p.W + 1/q.W)
		}
		if q.Size != q.Size || p.Size != p.Size {
			p.Size = float32(math.NaN())
		} else {
			p.Size = max(p.Size, q.Size)
		}
	}
	for i, lead := range s.Lead {
		if math.IsInf(s.Traits[lead].W, 1) {
			s.Traits[lead].W = 1 // sensors only, which nothing pushes
		}
		if s.Traits[lead].W == 0 {
			s.Lead[i] = uint32(i) // parts of a body that does not move may have velocities of their own
			s.Traits[i].W = 0
		} else if lead != uint32(i) {
			s.Traits[i].W = 0
		}
	}
}

// before reports whether the shape in slot i, rather than that in slot k, leads a body of both: a
// shape of the first set leads, and of one set the lower ID.
func (s *Sets) before(i, k uint32) bool {
	if a, b := i < s.First, k < s.First; a != b {
		return a
	}
	return s.ID[i] < s.ID[k]
}

// LeadOf returns the slot whose motion is that of a slot's shape.
func (s *Sets) LeadOf(i uint32) uint32 {
	if s.Lead == nil {
		return i
	}
	return s.Lead[i]
}
