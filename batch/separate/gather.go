// SPDX-License-Identifier: MIT

package separate

import (
	"daylight/internal/guard"
	"daylight/internal/movers"
	"daylight/internal/scratch"
)

// gather makes traits of the shapes and links of the contacts.
func (s *solver) gather() error {
	if err := s.each((*solver).prepare); err != nil {
		return err
	}
	if err := s.checkMasses(); err != nil {
		return err
	}
	s.Leads()
	if err := s.each((*solver).countLinks); err != nil {
		return err
	}
	s.placeLinks()
	return s.each((*solver).writeLinks)
}

// checkMasses returns an error for the first inverse mass that is out of range.
func (s *solver) checkMasses() error {
	for k := range s.owners {
		if i := s.owners[k].bad; i >= 0 {
			return guard.Argument("separate.Separate", "the inverse mass of shape %v is %v: want 0 (does not move) or 1e-12 to 1e12", s.ID[i], s.Inv[i])
		}
	}
	return nil
}

// prepare makes the traits of an owner's slots.
func (s *solver) prepare(o *owner) {
	clear(s.hits[o.lo:o.hi])
	o.bad = s.Prepare(o.lo, o.hi)
}

// countLinks finds the slots of an owner's share of the contacts, and counts the links that each
// owner gets from it.
func (s *solver) countLinks(o *owner) {
	if len(s.owners) == 1 {
		s.makeLinks()
		return
	}
	var e movers.Ends
	counts := s.counts[o.k]
	for lo, hi := s.entries(o); lo < hi; lo += len(e.A) {
		n := s.FindEnds(&e, s.contacts, lo, hi)
		for k := range n {
			a, b, ok := s.linkEnds(&e, lo, k)
			if !ok {
				s.ends[lo+k] = [2]uint32{movers.NoSlot, movers.NoSlot}
				continue
			}
			s.ends[lo+k] = [2]uint32{a, b}
			ka := s.ownerOf(a)
			counts[ka]++
			if kb := s.ownerOf(b); kb != ka {
				counts[kb]++
			}
		}
	}
}

// makeLinks makes the links of a single owner in one pass. It also
// grades the links, some hundreds at a time, while they are in cache.
func (s *solver) makeLinks() {
	var e movers.Ends
	all, o := s.contacts.Len(), &s.owners[0]
	o.links, o.deep = scratch.Resize(o.links, all), scratch.Resize(o.deep, all)
	n := 0
	for lo := 0; lo < all; lo += len(e.A) {
		from := n
		for k := range s.FindEnds(&e, s.contacts, lo, all) {
			if a, b, ok := s.linkEnds(&e, lo, k); ok {
				depth, nx, ny := s.contact(lo+k, a, b)
				l := &o.links[n]
				l.a, l.b, l.sep, l.nx, l.ny = a, b, -depth, nx, ny
				n++
			}
		}
		s.gradeLinks(o, from, n)
	}
	o.links = o.links[:n]
}

// linkEnds returns the slots of contact lo+k, or of the leads of their bodies, and whether the
// contact is a link.
func (s *solver) linkEnds(e *movers.Ends, lo, k int) (a, b uint32, ok bool) {
	if s.ignored != nil && s.ignored[lo+k] {
		return 0, 0, false
	}
	return s.LinkEnds(e, s.contacts, lo, k)
}

// entries is the range of contacts that an owner makes links of.
func (s *solver) entries(o *owner) (lo, hi int) {
	n, parts := s.contacts.Len(), len(s.owners)
	return guard.Cut(n, o.k, parts), guard.Cut(n, o.k+1, parts)
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

// placeLinks turns counts into offsets and makes room for the links.
func (s *solver) placeLinks() {
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
		o := &s.owners[j]
		o.links, o.deep = scratch.Resize(o.links, int(total)), scratch.Resize(o.deep, int(total))
	}
}

// writeLinks writes the links of an owner's share of the contacts to the lists of their owners.
func (s *solver) writeLinks(o *owner) {
	if len(s.owners) == 1 {
		return
	}
	next := s.counts[o.k]
	lo, hi := s.entries(o)
	for i := lo; i < hi; i++ {
		a, b := s.ends[i][0], s.ends[i][1]
		if a == movers.NoSlot {
			continue
		}
		depth, nx, ny := s.contact(i, a, b)
		l := link{a: a, b: b, sep: -depth, nx: nx, ny: ny}
		ka := s.ownerOf(a)
		s.owners[ka].links[next[ka]] = l
		next[ka]++
		if kb := s.ownerOf(b); kb != ka {
			s.owners[kb].links[next[kb]] = l
			next[kb]++
		}
	}
}

// grade counts the links that will push in the first pass, and finds the grid of each shape. The
// grid is fine compared with any push, because no shape is pushed much farther than the two shapes
// of a pair are wide.
func (s *solver) grade(o *owner) {
	if len(s.owners) == 1 {
		return // makeLinks has done it
	}
	s.gradeLinks(o, 0, len(o.links))
}

// gradeLinks is grade for some links of an owner, and for those of their ends that the owner has.
func (s *solver) gradeLinks(o *owner, from, to int) {
	lo, span, slop := o.lo, o.hi-o.lo, s.cfg.Slop
	traits, hits, links, over := s.Traits, s.hits, o.links[:to], o.deep
	n, first, deepest := o.overlapping, 0, o.deepest
	overlaps := o.overlaps
	for i := from; i < len(links); i++ {
		l := &links[i]
		a, b := l.a, l.b
		l.grid = 0
		p, q := &traits[a], &traits[b]
		g := gridFor((float64(p.Size) + float64(q.Size)) / (p.W + q.W))
		deep := -float64(l.sep)
		hit := 0
		if deep > slop {
			hit = 1
		}
		over[n] = uint32(i)
		n += hit
		if a-lo < span {
			fit(p, g)
			hits[a] += int32(hit)
			first++
			overlaps += hit
			if deep > deepest {
				deepest = deep
			}
		}
		if b-lo < span {
			fit(q, g)
			hits[b] += int32(hit)
		}
		if p.W == 0 || q.W == 0 {
			o.fixed = append(o.fixed, uint32(i))
		}
	}
	o.overlapping, o.overlaps = n, overlaps
	o.contacts += first
	if overlaps > 0 { // deepest is one of them
		o.deepest = deepest
	}
}
