// SPDX-License-Identifier: MIT

package soa

import (
	"math"
	"sync/atomic"

	"daylight/internal/store"
)

// ID names one shape for as long as the shape exists, however often its slot changes. The upper
// half is an index. The lower half is the generation of that index, which grows when the shape is
// removed, so the ID of a removed shape is never valid again. Generations start at 1, so the zero
// ID names nothing. IDs are ordered by index: in the order of adding, as long as no shape is
// removed.
type ID uint64

// Index returns the index of the ID. Indices are dense from 0. Once the shape is removed, another
// shape may be given its index.
func (id ID) Index() uint32 { return uint32(id >> 32) }

// generation returns how often the index was given out, this time included.
func (id ID) generation() uint32 { return uint32(id) }

// String returns "index:generation", or "none" for the zero ID.
func (id ID) String() string { return store.Name(uint64(id)) }

func makeID(index, generation uint32) ID { return ID(index)<<32 | ID(generation) }

const (
	noSlot        = math.MaxUint32 // in indexTable.slot: the index names no shape
	maxGeneration = math.MaxUint32
	maxShapes     = math.MaxUint32 // one less than the number of uint32 values: noSlot
)

// indexTable maps indices to slots. An index is live (slot < noSlot), free (on the
// list, its generation the one it will be given out with) or retired (generation
// used up, on no list).
type indexTable struct {
	slot       []uint32
	generation []uint32
	free       []uint32 // last freed is first reused
	retired    int
	released   uint64 // how many indices ever were
	base       uint32 // the first generation of an index, less one
}

// stores counts the stores of a process in check mode.
var stores atomic.Uint32

// separate starts the generations of a table in check mode where those of no other recent store
// are: an ID of one store is then not found in the 4,095 stores made before and after it, as long
// as no index is given out a million times.
func (t *indexTable) separate() {
	t.base = (stores.Add(1) - 1) << store.CheckShift
}

// grow makes room for n more indices.
func (t *indexTable) grow(n int) {
	n -= len(t.free)
	if n > 0 {
		t.slot, t.generation = store.Room(t.slot, n), store.Room(t.generation, n)
	}
}

// full reports whether all indices are given out.
func (t *indexTable) full() bool {
	return len(t.free) == 0 && uint64(len(t.slot)) >= maxShapes
}

// take gives out an index for slot. The table must not be full.
func (t *indexTable) take(slot uint32) ID {
	if n := len(t.free); n > 0 {
		i := t.free[n-1]
		t.free = t.free[:n-1]
		t.slot[i] = slot
		return makeID(i, t.generation[i])
	}
	i := uint32(len(t.slot))
	t.slot = append(t.slot, slot)
	t.generation = append(t.generation, t.base+1)
	return makeID(i, t.base+1)
}

// release ends the life of a live index. Its generation grows at once, so that the
// old ID is stale from here on; an index that ran out of generations is retired.
func (t *indexTable) release(i uint32) {
	t.slot[i] = noSlot
	t.released++
	if t.generation[i] == maxGeneration {
		t.retired++
		return
	}
	t.generation[i]++
	t.free = append(t.free, i)
}

// find returns the slot of a live shape.
func (t *indexTable) find(id ID) (uint32, bool) {
	i := id.Index()
	if uint64(i) >= uint64(len(t.slot)) || t.generation[i] != id.generation() || t.slot[i] == noSlot {
		return 0, false
	}
	return t.slot[i], true
}

// journal records the slots that came to hold another shape, or one with other filter attributes.
// An engine that reads it need not compare all columns with what it remembers of each slot.
// Recording begins with the first call of since.
type journal struct {
	on    bool
	count uint64   // the number of entries ever made
	reset uint64   // the count at which all slots changed for the last time
	slots []uint32 // the last entries
}

// journalSlots is how many entries are kept, or an eighth of the slots if that is more. An engine
// that has missed more reads all columns.
const journalSlots = 4096

// note enters a slot.
func (j *journal) note(slot uint32, slots int) {
	if j.on {
		j.enter(slot, slots)
	}
}

func (j *journal) enter(slot uint32, slots int) {
	if most := max(journalSlots, slots/8); len(j.slots) >= most {
		j.slots = j.slots[:copy(j.slots, j.slots[len(j.slots)-most/2:])]
	}
	j.slots = append(j.slots, slot)
	j.count++
}

// noteAll enters all slots.
func (j *journal) noteAll() {
	if j.on {
		j.count++
		j.reset, j.slots = j.count, j.slots[:0]
	}
}

// since appends the slots of all entries but the first seen, some of them more than once, and
// returns the number of entries. It is not ok if some of these entries are no longer kept, or if
// all slots have changed.
func (j *journal) since(dst []uint32, seen uint64) (slots []uint32, now uint64, ok bool) {
	if !j.on {
		j.on = true
		j.noteAll()
		return dst, j.count, false
	}
	if seen < j.reset || j.count-seen > uint64(len(j.slots)) {
		return dst, j.count, false
	}
	return append(dst, j.slots[len(j.slots)-int(j.count-seen):]...), j.count, true
}
