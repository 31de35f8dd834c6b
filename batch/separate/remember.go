// SPDX-License-Identifier: MIT

package separate

import (
	"daylight/internal/scratch"
)

// storeImpulses stores the impulses of this frame for the next.
func (s *solver) storeImpulses() error {
	m := &s.impulseCache
	n := len(s.nodes)
	m.id, m.end = scratch.Resize(m.id, n), scratch.Resize(m.end, n)
	if err := s.each((*solver).countImpulses); err != nil {
		return err
	}
	kept, top := 0, 0
	for k := range s.owners {
		d := &s.owners[k].impulses
		d.kept, kept = kept, kept+d.kept
		top = max(top, d.top)
	}
	m.entries, m.slot = scratch.Resize(m.entries, kept), scratch.Resize(m.slot, top+1)
	return s.each((*solver).writeImpulses)
}

// owns reports whether a link has impulses that this owner stores.
func (o *owner) owns(i int) bool { return o.links[i].a-o.lo < o.hi-o.lo && o.impulses.normal[i] > 0 }

// countImpulses counts the impulses to store, by slot.
func (s *solver) countImpulses(o *owner) {
	m, d := &s.impulseCache, &o.impulses
	d.kept, d.top = 0, 0
	clear(m.end[o.lo:o.hi])
	for i := range o.links {
		if o.owns(i) {
			m.end[o.links[i].a]++
			d.kept++
		}
	}
	for i := o.lo; i < min(o.hi, s.firstLen); i++ {
		d.top = max(d.top, int(s.id[i].Index()))
	}
}

// writeImpulses writes the impulses.
func (s *solver) writeImpulses(o *owner) {
	m, d := &s.impulseCache, &o.impulses
	at := uint32(d.kept) // where the entries of this owner begin
	for i := o.lo; i < o.hi; i++ {
		// In a join, impulses are stored by shapes of the first set, which has the A of each contact and the lead of
		// its body.
		if m.id[i] = 0; i < s.firstLen {
			id := s.id[i]
			m.id[i], m.slot[id.Index()] = id, i
		}
		m.end[i], at = at, at+m.end[i]
	}
	for i := range o.links {
		if o.owns(i) {
			l := &o.links[i]
			m.entries[m.end[l.a]] = entry[straight]{s.contacts.A[l.row], s.contacts.B[l.row], straight{d.normal[i], d.tangent[i]}}
			m.end[l.a]++
		}
	}
}
