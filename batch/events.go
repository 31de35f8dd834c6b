// SPDX-License-Identifier: MIT

package batch

import (
	"sync"
)

// Changes say how the contacts of a step differ from those of the step before.
//
// Begin lists the pairs that are contacts now and were not before. End lists the pairs that were
// contacts and are not any more: because the shapes parted, because a filter or the margin changed,
// or because one of them was removed or put in quarantine. So End may hold the ID of a shape that
// no longer exists; if another shape has its index now, that shape has another ID. Both lists are
// sorted by (A, B). They do not depend on the order in which shapes are stored, on kernels or on
// the number of workers.
//
// All other contacts persist. Was has an entry for each contact of the step: its place among the
// contacts of the step before, or -1 if the contact begins. So a solver finds with one look-up what
// it has kept for a contact.
type Changes struct {
	Begin, End Pairs
	Was        []int32

	lazy     sync.Mutex // guards what Persist makes
	contacts *Contacts  // of the step; nil once the next has begun
	persist  Pairs
	sorter   sorter
	sorted   bool
}

// Persist returns the contacts that were contacts in the step before as well, sorted by (A, B). The
// first call after a step sorts them; if you do not need that order, or have set Canonical, use Was
// instead. Once the next step has begun, Persist returns an empty list, even if that step fails. It
// takes 60 bytes per contact, outside of any step, so MemoryLimit counts them from the next step
// on.
func (c *Changes) Persist() Pairs {
	c.lazy.Lock()
	defer c.lazy.Unlock()
	if !c.sorted && c.contacts != nil {
		p := &c.persist
		p.reset()
		for i, w := range c.Was {
			if w >= 0 {
				p.A, p.B = append(p.A, c.contacts.A[i]), append(p.B, c.contacts.B[i])
			}
		}
		c.sorter.pairs(p)
		c.sorted = true
	}
	return c.persist
}

// hold sets the contacts that the changes are of.
func (c *Changes) hold(contacts *Contacts) {
	c.lazy.Lock()
	defer c.lazy.Unlock()
	c.contacts, c.sorted = contacts, false
	c.persist.reset()
}
