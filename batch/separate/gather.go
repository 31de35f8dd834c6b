// SPDX-License-Identifier: MIT

package separate

import (
	"math"

	"daylight/internal/guard"
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
	s.bodies()
	if err := s.each((*solver).countLinks); err != nil {
		return err
	}
	s.placeLinks()
	return s.each((*solver).writeLinks)
}

// checkMasses returns an error for the first inverse mass that is out of range.
func (s *solver) checkMasses() error {
	for k := range s.owners {
		if i := s.owners[k].bad; i >= 0 && s.cfg.Density > 0 {
			return guard.Argument("separate.Separate", "a density of %v gives shape %v a mass of %v: want 1e-12 to 1e12; make it static if it is not to move, or give masses by InvMass", s.cfg.Density, s.id[i], 1/s.inv[i])
		} else if i >= 0 {
			return guard.Argument("separate.Separate", "the inverse mass of shape %v is %v: want 0 (does not move) or %g to %g", s.id[i], s.inv[i], minInvMass, maxInvMass)
		}
	}
	return nil
}

// prepare makes the traits of an owner's slots.
func (s *solver) prepare(o *owner) {
	c := &s.cols
	lo, hi := o.lo, o.hi
	clear(s.hits[lo:hi])
	traits := s.traits[lo:hi]
	minX, minY, maxX, maxY := c.MinX[lo:hi], c.MinY[lo:hi], c.MaxX[lo:hi], c.MaxY[lo:hi]
	x, y, skip := c.X[lo:hi], c.Y[lo:hi], c.Skip[lo:hi]
	static := c.Static
	if static != nil {
		static = static[lo:hi]
	}
	for i := range traits {
		size, tall := maxX[i]-minX[i], maxY[i]-minY[i]
		d := (x[i] + y[i]) + (float64(size) + float64(tall))
		if tall > size {
			size = tall
		}
		if d-d != 0 || skip[i] {
			size = float32(math.NaN()) // in quarantine: its links are ignored
		}
		w := 1.0
		if static != nil && static[i] {
			w = 0
		}
		t := &traits[i]
		t.w, t.grid, t.size = w, 0, size
	}
	if s.inv == nil && s.still == [2]bool{} {
		return
	}
	for i := lo; i < hi; i++ {
		t := &s.traits[i]
		if s.inv != nil {
			w := s.inv[i]
			if !(w == 0 || (w >= minInvMass && w <= maxInvMass)) && o.bad < 0 {
				o.bad = int(i)
			}
			if t.w != 0 {
				t.w = w
			}
		}
		if s.standsStill(i) {
			t.w = 0
		}
	}
}

// countLinks finds the slots of an owner's share of the contacts, and counts the links that each owner gets from it.
func (s *solver) countLinks(o *owner) {
	if len(s.owners) == 1 {
		s.makeLinks()
		return
	}
	var e ends
	counts := s.counts[o.k]
	for lo, hi := s.entries(o); lo < hi; lo += len(e.a) {
		n := s.findEnds(&e, lo, hi)
		for k := range n {
			a, b, ok := s.linkEnds(&e, lo, k)
			if !ok {
				s.ends[lo+k] = [2]uint32{noSlot, noSlot}
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

// makeLinks makes the links of a single owner in one pass. Unless velocities move shapes before they are pushed, it
// also grades the links, some hundreds at a time, while they are in cache.
func (s *solver) makeLinks() {
	var e ends
	all, o := s.contacts.Len(), &s.owners[0]
	o.links, o.deep = scratch.Resize(o.links, all), scratch.Resize(o.deep, all)
	n := 0
	for lo := 0; lo < all; lo += len(e.a) {
		from := n
		for k := range s.findEnds(&e, lo, all) {
			if a, b, ok := s.linkEnds(&e, lo, k); ok {
				depth, nx, ny := s.contact(lo + k)
				l := &o.links[n]
				l.a, l.b, l.sep, l.nx, l.ny, l.row = a, b, -depth, nx, ny, uint32(lo+k)
				n++
			}
		}
		if s.vx == nil {
			s.gradeLinks(o, from, n)
		}
	}
	o.links = o.links[:n]
}

// ends are the slots of some contacts' shapes.
type ends struct{ a, b [256]uint32 }

// findEnds finds the ends of contacts from lo on, before hi, and returns their number.
func (s *solver) findEnds(e *ends, lo, hi int) int {
	c := s.contacts
	hi = min(lo+len(e.a), hi)
	second := 0
	if s.of[1] != nil {
		second = 1
	}
	s.find(e.a[:], c.A[lo:hi], 0)
	s.find(e.b[:], c.B[lo:hi], second)
	return hi - lo
}

// linkEnds returns the slots of contact lo+k, or of the leads of their bodies, and whether the contact is a link.
func (s *solver) linkEnds(e *ends, lo, k int) (a, b uint32, ok bool) {
	c, i := s.contacts, lo+k
	if s.ignored != nil && s.ignored[i] {
		return 0, 0, false
	}
	// NaN and infinite depths and normals fail here.
	if sum := c.Depth[i] + (c.NX[i] + c.NY[i]); !(sum-sum == 0) {
		return 0, 0, false
	}
	a, b = e.a[k], e.b[k]
	if a == noSlot || b == noSlot || s.isSensor(a) || s.isSensor(b) {
		return 0, 0, false
	}
	if a, b = s.leadOf(a), s.leadOf(b); a == b {
		return 0, 0, false
	}
	p, q := &s.traits[a], &s.traits[b]
	size := p.size + q.size
	return a, b, size-size == 0 && (p.w != 0 || q.w != 0)
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
		if a == noSlot {
			continue
		}
		depth, nx, ny := s.contact(i)
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

// grade counts the links that will push in the first pass, and finds the grid of each shape. The grid is fine compared
// with any push, because no shape is pushed much farther than the two shapes of a pair are wide.
func (s *solver) grade(o *owner) {
	if len(s.owners) == 1 && s.vx == nil {
		return // makeLinks has done it
	}
	s.gradeLinks(o, 0, len(o.links))
}

// gradeLinks is grade for some links of an owner, and for those of their ends that the owner has.
func (s *solver) gradeLinks(o *owner, from, to int) {
	lo, span, slop := o.lo, o.hi-o.lo, s.cfg.Slop
	traits, hits, links, over := s.traits, s.hits, o.links[:to], o.deep
	n, first, deepest := o.overlapping, 0, o.deepest
	overlaps := o.overlaps
	for i := from; i < len(links); i++ {
		l := &links[i]
		a, b := l.a, l.b
		l.grid = 0
		p, q := &traits[a], &traits[b]
		g := gridFor((float64(p.size) + float64(q.size)) / (p.w + q.w))
		deep := -float64(l.sep)
		hit := 0
		if deep > slop {
			hit = 1
		}
		over[n] = uint32(i)
		n += hit
		if a-lo < span {
			p.fit(g)
			hits[a] += int32(hit)
			first++
			overlaps += hit
			if deep > deepest {
				deepest = deep
			}
		}
		if b-lo < span {
			q.fit(g)
			hits[b] += int32(hit)
		}
		if p.w == 0 || q.w == 0 {
			o.fixed = append(o.fixed, uint32(i))
		}
	}
	o.overlapping, o.overlaps = n, overlaps
	o.contacts += first
	if overlaps > 0 { // deepest is one of them
		o.deepest = deepest
	}
}
