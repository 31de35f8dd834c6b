// SPDX-License-Identifier: MIT

package soa

// journal says to engines which slots hold another shape than before, or one that filters
// treat in another way, so that what an engine remembers of a slot from one step to the
// next it need not compare with every column. It is kept from the first look at it on.
type journal struct {
	kept  bool
	at    uint64   // how many entries there ever were
	whole uint64   // at which of them every slot changed, for the last time
	slots []uint32 // the last entries
}

// journalSlots is how many entries are kept, or an eighth of the slots if that is more: an
// engine that missed more looks at everything anew.
const journalSlots = 4096

// note enters a slot.
func (j *journal) note(slot uint32, slots int) {
	if j.kept {
		j.enter(slot, slots)
	}
}

func (j *journal) enter(slot uint32, slots int) {
	if most := max(journalSlots, slots/8); len(j.slots) >= most {
		j.slots = j.slots[:copy(j.slots, j.slots[len(j.slots)-most/2:])]
	}
	j.slots = append(j.slots, slot)
	j.at++
}

// noteAll enters all slots.
func (j *journal) noteAll() {
	if j.kept {
		j.at++
		j.whole, j.slots = j.at, j.slots[:0]
	}
}

// since appends the slots that changed after the first so many entries, some of them more
// than once, and says how many entries there are now. It is not ok if that cannot be known,
// or if all have changed.
func (j *journal) since(dst []uint32, seen uint64) (slots []uint32, now uint64, ok bool) {
	if !j.kept {
		j.kept = true
		j.noteAll()
		return dst, j.at, false
	}
	if seen < j.whole || j.at-seen > uint64(len(j.slots)) {
		return dst, j.at, false
	}
	return append(dst, j.slots[len(j.slots)-int(j.at-seen):]...), j.at, true
}
