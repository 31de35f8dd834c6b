// SPDX-License-Identifier: MIT

package separate

import (
	"fmt"
	"math"

	"daylight/internal/scratch"
	"daylight/internal/team"
)

// gather makes nodes of the shapes and links of the contacts.
func (s *solver) gather() error {
	if err := s.each((*solver).prepare); err != nil {
		return err
	}
	if err := s.masses(); err != nil {
		return err
	}
	s.bodies()
	if err := s.each((*solver).look); err != nil {
		return err
	}
	s.deal()
	return s.each((*solver).fill)
}

// masses is the error of the first inverse mass that is none.
func (s *solver) masses() error {
	for k := range s.owners {
		if i := s.owners[k].bad; i >= 0 {
			return wrong("Separate", fmt.Sprintf("the inverse mass of shape %v is %v: want 0 (does not move) or %g to %g", s.id[i], s.inv[i], MinInvMass, MaxInvMass))
		}
	}
	return nil
}

// prepare makes the nodes of an owner's slots.
func (s *solver) prepare(o *owner) {
	c := &s.cols
	for i := o.lo; i < o.hi; i++ {
		w := 1.0
		if s.inv != nil {
			if w = s.inv[i]; !(w == 0 || (w >= MinInvMass && w <= MaxInvMass)) && o.bad < 0 {
				o.bad = int(i)
			}
		}
		if c.Static != nil && c.Static[i] || s.standsStill(i) {
			w = 0
		}
		size := max(c.MaxX[i]-c.MinX[i], c.MaxY[i]-c.MinY[i])
		if d := c.X[i] + c.Y[i]; d-d != 0 || c.Skip[i] {
			size = float32(math.NaN()) // it is nowhere to be pushed from
		}
		s.nodes[i], s.traits[i] = node{share: float32(w)}, trait{w: w, size: size}
	}
}

// look finds the slots of an owner's part of the contacts and counts the links that the
// owners get from it.
func (s *solver) look(o *owner) {
	if len(s.owners) == 1 {
		s.lookAlone()
		return
	}
	counts := s.counts[o.k]
	lo, hi := s.entries(o)
	for i := lo; i < hi; i++ {
		a, b, ok := s.find(i)
		if !ok {
			s.ends[i] = [2]uint32{noSlot, noSlot}
			continue
		}
		s.ends[i] = [2]uint32{uint32(a), uint32(b)}
		ka := s.ownerOf(uint32(a))
		counts[ka]++
		if kb := s.ownerOf(uint32(b)); kb != ka {
			counts[kb]++
		}
	}
}

// lookAlone makes the links at once: they are all of one owner. If shapes do not move before
// they are pushed it weighs them too.
func (s *solver) lookAlone() {
	c, o := s.contacts, &s.owners[0]
	o.links = scratch.Resize(o.links, c.Len())
	n := 0
	for i := range c.A {
		if a, b, ok := s.find(i); ok {
			l := &o.links[n]
			depth, nx, ny := s.measure(i)
			*l = link{a: uint32(a), b: uint32(b), sep: -depth, nx: nx, ny: ny, row: uint32(i)}
			if s.vx == nil {
				s.weighLink(o, l, true, true)
			}
			n++
		}
	}
	o.links = o.links[:n]
}

// find is the slots of contact i, and whether it is to be heeded.
func (s *solver) find(i int) (a, b int, ok bool) {
	c := s.contacts
	if s.over != nil && s.over[i] {
		return 0, 0, false
	}
	// NaN and infinite depths and normals fail here.
	if sum := c.Depth[i] + (c.NX[i] + c.NY[i]); !(sum-sum == 0) {
		return 0, 0, false
	}
	a, b, ok = s.slots(c.A[i], c.B[i])
	if !ok || s.senses(a) || s.senses(b) {
		return 0, 0, false
	}
	if a, b = s.leadOf(a), s.leadOf(b); a == b {
		return 0, 0, false
	}
	p, q := &s.traits[a], &s.traits[b]
	size := p.size + q.size
	return a, b, size-size == 0 && (p.w != 0 || q.w != 0)
}

// entries is the range of contacts that an owner looks at.
func (s *solver) entries(o *owner) (lo, hi int) {
	n, parts := s.contacts.Len(), len(s.owners)
	return team.Cut(n, o.k, parts), team.Cut(n, o.k+1, parts)
}

// ownerOf is the owner of a slot.
func (s *solver) ownerOf(slot uint32) int {
	if len(s.owners) == 1 {
		return 0
	}
	k := int(uint64(slot) * uint64(len(s.owners)) / uint64(len(s.nodes)))
	// Owners end at quotients rounded down, so this is the owner or the one before.
	if slot >= s.owners[k].hi {
		k++
	}
	return k
}

// deal turns counts into places and makes room for the links.
func (s *solver) deal() {
	if len(s.owners) == 1 {
		return
	}
	for j := range s.owners {
		total := int32(0)
		for k := range s.counts {
			n := s.counts[k][j]
			s.counts[k][j] = total
			total += n
		}
		s.owners[j].links = scratch.Resize(s.owners[j].links, int(total))
	}
}

// fill writes the links of an owner's part of the contacts to their owners' lists.
func (s *solver) fill(o *owner) {
	if len(s.owners) == 1 {
		return
	}
	next := s.counts[o.k]
	lo, hi := s.entries(o)
	for i := lo; i < hi; i++ {
		a, b := s.ends[i][0], s.ends[i][1]
		if a == noSlot {
			continue
		}
		depth, nx, ny := s.measure(i)
		l := link{a: a, b: b, sep: -depth, nx: nx, ny: ny, row: uint32(i)}
		ka := s.ownerOf(a)
		s.owners[ka].links[next[ka]] = l
		next[ka]++
		if kb := s.ownerOf(b); kb != ka {
			s.owners[kb].links[next[kb]] = l
			next[kb]++
		}
	}
}

// weigh counts the links that will push in the first pass, and finds the grid of each
// shape: fine against any push that it may get, as no shape is pushed much farther
// than the two shapes of a pair are wide.
func (s *solver) weigh(o *owner) {
	if len(s.owners) == 1 && s.vx == nil {
		return // done already
	}
	lo, span := o.lo, o.hi-o.lo
	for i := range o.links {
		l := &o.links[i]
		s.weighLink(o, l, l.a-lo < span, l.b-lo < span)
	}
}

// weighLink does so for one link and those of its ends that are the owner's.
func (s *solver) weighLink(o *owner, l *link, ownA, ownB bool) {
	p, q := &s.traits[l.a], &s.traits[l.b]
	g := gridFor((float64(p.size) + float64(q.size)) / (p.w + q.w))
	deep := -float64(l.sep)
	hit := int32(0)
	if deep > s.cfg.slop {
		hit = 1
	}
	if ownA {
		p.fit(g)
		s.nodes[l.a].hits += hit
		o.contacts++
		o.overlaps += int(hit)
		if hit != 0 && deep > o.deepest {
			o.deepest = deep
		}
	}
	if ownB {
		q.fit(g)
		s.nodes[l.b].hits += hit
	}
	o.fixed = o.fixed || p.w == 0 || q.w == 0
}
