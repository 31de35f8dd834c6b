// SPDX-License-Identifier: MIT

package separate

import (
	"daylight/internal/scratch"
)

// remember keeps the impulses of this frame for the next.
func (s *solver) remember() error {
	m := &s.memory
	n := len(s.nodes)
	m.id, m.end = scratch.Resize(m.id, n), scratch.Resize(m.end, n)
	if err := s.each((*solver).tally); err != nil {
		return err
	}
	kept, top := 0, 0
	for k := range s.owners {
		d := &s.owners[k].driven
		d.kept, kept = kept, kept+d.kept
		top = max(top, d.top)
	}
	m.met, m.slot = scratch.Resize(m.met, kept), scratch.Resize(m.slot, top+1)
	return s.each((*solver).note)
}

// keeps reports whether the impulses of a link are this owner's to remember.
func (o *owner) keeps(i int) bool { return o.links[i].a-o.lo < o.hi-o.lo && o.driven.normal[i] > 0 }

// tally counts the impulses to remember, by slot.
func (s *solver) tally(o *owner) {
	m, d := &s.memory, &o.driven
	d.kept, d.top = 0, 0
	clear(m.end[o.lo:o.hi])
	for i := range o.links {
		if o.keeps(i) {
			m.end[o.links[i].a]++
			d.kept++
		}
	}
	for i := o.lo; i < min(o.hi, s.firstLen); i++ {
		d.top = max(d.top, int(s.id[i].Index()))
	}
}

// note writes the impulses to remember.
func (s *solver) note(o *owner) {
	m, d := &s.memory, &o.driven
	at := uint32(d.kept) // where the entries of this owner begin
	for i := o.lo; i < o.hi; i++ {
		// Of a join, impulses are kept with shapes of the first set, which has the A of each
		// contact and what leads their bodies.
		if m.id[i] = 0; i < s.firstLen {
			id := s.id[i]
			m.id[i], m.slot[id.Index()] = id, i
		}
		m.end[i], at = at, at+m.end[i]
	}
	for i := range o.links {
		if o.keeps(i) {
			l := &o.links[i]
			m.met[m.end[l.a]] = impulse{s.contacts.A[l.row], s.contacts.B[l.row], d.normal[i], d.across[i]}
			m.end[l.a]++
		}
	}
}
