// SPDX-License-Identifier: MIT

package separate

import (
	"math"

	"daylight/internal/scratch"
)

// bodies finds the leads and gives them the masses of their bodies. Sensors add no mass. A body with a part that does
// not move does not move.
func (s *solver) bodies() {
	c, b := &s.cols, &s.parts
	if c.Body == nil {
		b.lead = nil
		return
	}
	if b.first == nil {
		b.first = map[bodyKey]uint32{}
	}
	clear(b.first)
	b.lead = scratch.Resize(b.lead, len(s.nodes))
	key := func(i int) bodyKey {
		k := bodyKey{body: c.Body[i]}
		if c.World != nil {
			k.world = c.World[i]
		}
		return k
	}
	several := false
	for i := range b.lead {
		b.lead[i] = uint32(i)
		if c.Body[i] == 0 {
			continue
		}
		k := key(i)
		if lead, found := b.first[k]; !found || s.before(uint32(i), lead) {
			b.first[k] = uint32(i)
			several = several || found
		} else {
			several = true
		}
	}
	if !several {
		b.lead = nil
		return
	}
	for _, lead := range b.first {
		if p := &s.traits[lead]; s.isSensor(lead) && p.w != 0 {
			p.w, p.size = math.Inf(1), 0 // no mass, until that of the others is added
		}
	}
	for i := range b.lead {
		if c.Body[i] == 0 {
			continue
		}
		lead := b.first[key(i)]
		if b.lead[i] = lead; lead == uint32(i) {
			continue
		}
		p, q := &s.traits[lead], &s.traits[i]
		switch {
		case p.w == 0 || q.w == 0:
			p.w = 0
		case s.isSensor(uint32(i)): // it has no mass
			continue
		default:
			p.w = 1 / (1/p.w + 1/q.w)
		}
		if q.size != q.size || p.size != p.size {
			p.size = float32(math.NaN())
		} else {
			p.size = max(p.size, q.size)
		}
	}
	for i, lead := range b.lead {
		if math.IsInf(s.traits[lead].w, 1) {
			s.traits[lead].w = 1 // sensors only, which nothing pushes
		}
		if s.traits[lead].w == 0 {
			b.lead[i] = uint32(i) // parts of a body that does not move may have velocities of their own
			s.traits[i].w = 0
		} else if lead != uint32(i) {
			s.traits[i].w = 0
		}
	}
}

// moveParts moves all parts of bodies as their leads were moved.
func (s *solver) moveParts(o *owner) {
	if s.parts.lead == nil {
		return
	}
	x, y := s.x, s.y
	for i := o.lo; i < o.hi; i++ {
		k := s.parts.lead[i]
		if k == i {
			continue
		}
		n, w := &s.nodes[k], s.traits[k].w
		dx, dy := float64(w*n.tx), float64(w*n.ty)
		if s.vx != nil && w != 0 {
			b := &s.motion.bodies[k]
			dx, dy = b.x+dx, b.y+dy
			if !b.ignored {
				s.vx[i], s.vy[i] = b.vx, b.vy
			}
		}
		x[i] += dx
		y[i] += dy
	}
}
