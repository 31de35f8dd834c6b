// SPDX-License-Identifier: MIT

package step

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"daylight/internal/guard"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/strip"
	"daylight/internal/scratch"
	"daylight/soa"
)

// Tracker compares the contacts of a step with those of the step before.
//
// Both lists are in the order in which strips are swept, and shapes move little from step to step,
// so most pairs have the same order in both. The Tracker searches a pair just after the place of
// the pair before it, and a little around. That costs far less than a look-up by hash, whose memory
// is not in cache. Only pairs that are not found there are looked up by hash. The result does not
// depend on how a pair is found, because no list holds a pair twice.
type Tracker struct {
	prev     Pairs    // of the last successful step
	keys     []uint64 // of prev, with kernels.AlignReach zeros before and behind
	fresh    []uint64 // of the contacts of this step; becomes keys
	removals uint64   // of shapes, as of prev
	valid    bool     // the engine's contacts are those of the last successful step
	seen     []byte   // of each pair of prev: 1 if it is still a contact
	parts    []missed
	table    []int32 // places in prev, plus one, by hash
	lost     []int32 // places in prev not found alongside
	sorter   Sorter
	contacts *Contacts // of the step; nil once the next has begun
	Out      Changes
}

// missed are the places of contacts that one worker did not find alongside.
type missed struct {
	at []int32
	_  [64]byte // keeps the headers of two workers off one cache line
}

// Begin takes over the contacts of the last step before the next overwrites them.
func (t *Tracker) Begin(out *Contacts) {
	if t.valid {
		t.prev.A, out.A = out.A, t.prev.A[:0]
		t.prev.B, out.B = out.B, t.prev.B[:0]
		out.Reset() // a step that fails leaves no columns of different lengths
	}
	t.valid = false
	t.contacts = nil
}

// ready makes room to compare the contacts with those before.
func (t *Tracker) ready(c *Contacts, workers int) {
	t.valid = true
	t.contacts = c
	t.Out.Was = scratch.Resize(t.Out.Was, c.Len())
	t.seen = scratch.Resize(t.seen, t.prev.len())
	clear(t.seen)
	t.parts = scratch.Resize(t.parts, workers)
	if t.keys == nil {
		t.keys = make([]uint64, 2*strip.AlignReach)
	}
	t.fresh = scratch.Resize(t.fresh, c.Len()+2*strip.AlignReach)
	clear(t.fresh[:strip.AlignReach])
	clear(t.fresh[strip.AlignReach+c.Len():])
}

// missing is how many contacts of this step, and of the step before, were not found alongside.
func (t *Tracker) missing() (now, before int) {
	for k := range t.parts {
		now += len(t.parts[k].at)
	}
	before = len(t.seen)
	for _, b := range t.seen {
		before -= int(b)
	}
	return now, before
}

// forget takes account of a step that ends in an error here: it has no changes, and the next step
// is compared with the last one that succeeded.
func (t *Tracker) forget() {
	t.valid = false
	t.contacts = nil
	t.Out.Was = t.Out.Was[:0]
	t.Out.Begin.reset()
	t.Out.End.reset()
}

// finish makes the lists of changes, once all workers have looked.
func (t *Tracker) finish(removals uint64) {
	t.match()
	t.keys, t.fresh = t.fresh, t.keys
	if t.removals != removals {
		t.removals = removals
		t.verify()
	}
	t.sorter.pairs(&t.Out.Begin)
	t.sorter.pairs(&t.Out.End)
}

// key identifies a pair within one step, because only one generation of an index exists at a time.
// The keys of two steps name the same pairs if no shape was removed in between. No key is 0: an
// index is less than 2^32-1.
func key(a, b soa.ID) uint64 { return uint64(a)&^(1<<32-1) | uint64(b)>>32 + 1 }

// spread mixes a key, its upper bits best: D. E. Knuth's multiplicative hashing, by the
// golden ratio.
func spread(k uint64) uint64 { return k * 0x9e3779b97f4a7c15 }

// look finds one worker's share of the contacts alongside the last step's.
func (t *Tracker) look(table *isa.Table, worker, workers int) {
	n, m := len(t.Out.Was), len(t.seen)
	lo, hi := guard.Cut(n, worker, workers), guard.Cut(n, worker+1, workers)
	miss := scratch.Resize(t.parts[worker].at, hi-lo)
	count := 0
	off, stops := 0, 0 // contact i is expected at place i + off
	if n > 0 {
		off = guard.Cut(m, lo, n) - lo
	}
	for ; lo < hi; lo += strip.AlignBlock {
		block := min(lo+strip.AlignBlock, hi)
		t.makeKeys(lo, block)
		for at := lo; at < block; {
			done, lost, next := table.Align(t.fresh[strip.AlignReach+at:strip.AlignReach+block], t.keys,
				t.Out.Was[at:block], miss[count:], t.seen, off+at)
			for i := range miss[count : count+lost] {
				miss[count+i] += int32(at)
			}
			count += lost
			off = next - at
			at += done
			if done > lost {
				stops = 0
			}
			if at < block {
				// The lists do not run alongside here: a strip has moved as a whole, or this is
				// where the worker begins.
				stops++
				if p := t.search(t.fresh[strip.AlignReach+at], at+off, stops); p >= 0 {
					off = p - at
				}
			}
		}
	}
	t.parts[worker].at = miss[:count]
}

// makeKeys makes the keys of contacts lo to hi-1.
func (t *Tracker) makeKeys(lo, hi int) {
	a, b := t.contacts.A[lo:hi], t.contacts.B[lo:hi]
	keys := t.fresh[strip.AlignReach+lo:][:len(a)]
	b = b[:len(a)]
	for i, id := range a {
		keys[i] = key(id, b[i])
	}
}

// search looks for k farther around place j than Align does. With each stop in a row it looks
// farther, but at fewer of the stops. It returns -1 if it does not find k, or does not look.
func (t *Tracker) search(k uint64, j, stops int) int {
	if stops&(stops-1) != 0 {
		return -1
	}
	far := min(stops, 64) * 64
	lo, hi := max(j-far, 0), min(j+far, len(t.seen))
	if lo >= hi {
		return -1
	}
	if at := slices.Index(t.keys[strip.AlignReach+lo:strip.AlignReach+hi], k); at >= 0 {
		return lo + at
	}
	return -1
}

// match looks up in a hash table what look did not find, and lists what is in one step only.
func (t *Tracker) match() {
	begin, end := &t.Out.Begin, &t.Out.End
	begin.A, begin.B = begin.A[:0], begin.B[:0]
	end.A, end.B = end.A[:0], end.B[:0]
	lost := appendZeros(t.lost[:0], t.seen)
	t.lost = lost

	size := 16
	for size < 4*len(lost) {
		size *= 2
	}
	t.table = scratch.Resize(t.table, size)
	clear(t.table)
	shift := 64 - uint(bits.Len(uint(size-1)))
	mask := uint64(size - 1)
	for _, k := range lost {
		h := spread(t.keys[strip.AlignReach+k]) >> shift
		for t.table[h] != 0 {
			h = (h + 1) & mask
		}
		t.table[h] = k + 1
	}
	// The columns read from here on are not in cache. Loops without branches that depend on it keep
	// many reads in flight.
	c, was := t.contacts, t.Out.Was
	count := 0
	for w := range t.parts {
		missed := t.parts[w].at
		for _, i := range missed {
			key := t.fresh[strip.AlignReach+i]
			h := spread(key) >> shift
			k := t.table[h] - 1
			for k >= 0 && t.keys[strip.AlignReach+k] != key {
				h = (h + 1) & mask
				k = t.table[h] - 1
			}
			was[i] = k
		}
		begin.A, begin.B = scratch.Resize(begin.A, count+len(missed)), scratch.Resize(begin.B, count+len(missed))
		for _, i := range missed {
			begin.A[count], begin.B[count] = c.A[i], c.B[i]
			count += int(uint32(was[i]) >> 31)
		}
		for _, i := range missed {
			if k := was[i]; k >= 0 {
				t.seen[k] = 1
			}
		}
	}
	begin.A, begin.B = begin.A[:count], begin.B[:count]
	count = 0
	end.A, end.B = scratch.Resize(end.A, len(lost)), scratch.Resize(end.B, len(lost))
	for _, k := range lost {
		end.A[count], end.B[count] = t.prev.A[k], t.prev.B[k]
		count += int(1 - t.seen[k])
	}
	end.A, end.B = end.A[:count], end.B[:count]
}

// verify finds the pairs that have the key of a pair of the step before, but with a new shape that
// took over the index of a removed one.
func (t *Tracker) verify() {
	c, was := t.contacts, t.Out.Was
	for i, k := range was {
		if k >= 0 && (t.prev.A[k] != c.A[i] || t.prev.B[k] != c.B[i]) {
			was[i] = -1
			t.Out.Begin.push(c.A[i], c.B[i])
			t.Out.End.push(t.prev.A[k], t.prev.B[k])
		}
	}
}

// appendZeros appends the places of the zeros in b, which holds only 0 and 1, and few zeros.
func appendZeros(dst []int32, b []byte) []int32 {
	const ones = 0x0101010101010101
	i := 0
	for ; i+8 <= len(b); i += 8 {
		for z := ^binary.LittleEndian.Uint64(b[i:]) & ones; z != 0; z &= z - 1 {
			dst = append(dst, int32(i+bits.TrailingZeros64(z)/8))
		}
	}
	for ; i < len(b); i++ {
		if b[i] == 0 {
			dst = append(dst, int32(i))
		}
	}
	return dst
}

// Shrink keeps what the last step found, and what the next is compared with.
func (t *Tracker) Shrink() {
	t.keys, t.fresh = slices.Clone(t.keys), nil
	t.seen, t.parts, t.table, t.lost, t.sorter = nil, nil, nil, nil, Sorter{}
	t.prev = t.prev.clone()
	c := &t.Out
	c.Was, c.Begin, c.End = slices.Clone(c.Was), c.Begin.clone(), c.End.clone()
}

// Changes are what batch.Changes shows.
type Changes struct {
	Begin, End Pairs
	Was        []int32
}
