// SPDX-License-Identifier: MIT

package query

import (
	"math"
	"math/bits"

	"daylight/internal/guard"
	"daylight/internal/kernels/strip"
	"daylight/internal/scratch"
)

// Several workers get partsEach parts each, of 1<<leastShift to 1<<mostShift rows, or larger ones
// if there would be more than mostParts. A single worker makes all rows in one part.
const (
	partsEach  = 8
	leastShift = 8
	mostShift  = 15
	mostParts  = 1 << 10
)

// cut sets the size and number of parts.
func (t *withinTask) cut(a *Asker) {
	t.slots = a.ix.stored
	if t.shift = 30; a.set.Workers > 1 { // more than there are slots
		each := min(max(bits.Len(uint(t.slots/(partsEach*a.set.Workers))), leastShift), mostShift)
		t.shift = uint(max(each, bits.Len(uint(t.slots/mostParts))))
	}
	t.parts = (t.slots + 1<<t.shift - 1) >> t.shift
	t.inCells = false
	for _, w := range a.workers {
		w.narrow.begin(false)
		w.strip.pairs, w.strip.lists = w.strip.pairs[:0], w.strip.lists[:0]
		for len(w.strip.parts) < t.parts {
			w.strip.parts = append(w.strip.parts, nil)
		}
		for k := range w.strip.parts {
			w.strip.parts[k] = w.strip.parts[k][:0]
		}
	}
}

// distribute counts a worker's pairs from index from on, and moves them to the parts in which they
// have entries. If there is only one part, they stay.
func (t *withinTask) distribute(a *Asker, w *worker, from int) error {
	pairs := w.strip.pairs[from:]
	if t.parts <= 1 {
		return a.allow(len(pairs))
	}
	w.strip.entries = scratch.Resize(w.strip.entries, t.parts)
	n, shift := w.strip.entries, t.shift&31
	clear(n)
	if a.options.HalfLists {
		for _, p := range pairs {
			n[uint32(p>>32)>>shift]++
		}
	} else {
		for _, p := range pairs {
			n[uint32(p>>32)>>shift]++
			n[uint32(p)>>shift]++
		}
	}
	for k, more := range n {
		if more > 0 {
			part, err := grow(w.account, w.strip.parts[k], int(more))
			if err != nil {
				return err
			}
			n[k] = uint32(len(part))
			w.strip.parts[k] = part[:len(part)+int(more)]
		}
	}
	for _, p := range pairs {
		k := uint32(p>>32) >> shift
		w.strip.parts[k][n[k]] = p
		n[k]++
		if a.options.HalfLists {
			continue
		}
		k = uint32(p) >> shift
		w.strip.parts[k][n[k]] = p<<32 | p>>32
		n[k]++
	}
	w.strip.pairs = w.strip.pairs[:from]
	return a.allow(len(pairs))
}

// mostEntries is the greatest number of entries of all rows together.
const mostEntries = math.MaxUint32 & math.MaxInt

// compress makes rows of the workers' pairs, part by part.
func (t *withinTask) compress(a *Asker) (*Rows[uint32], error) {
	t.bases = scratch.Resize(t.bases, t.parts)
	total := 0
	for k := range t.bases {
		t.bases[k] = total
		if t.inCells {
			total += t.listed(k)
			continue
		}
		for _, w := range a.workers {
			if t.parts > 1 {
				total += len(w.strip.parts[k])
			} else if total += len(w.strip.pairs); !a.options.HalfLists {
				total += len(w.strip.pairs)
			}
		}
	}
	if uint64(total) > mostEntries {
		return nil, tooMany(mostEntries, total)
	}
	if err := a.ctx.Err(); err != nil {
		return nil, err
	}
	t.rows.Offsets = scratch.Resize(t.rows.Offsets, t.slots+1)
	t.rows.Offsets[t.slots] = total
	t.lists = t.lists[:0]
	for _, w := range a.workers {
		t.lists = append(t.lists, w.strip.lists[:cap(w.strip.lists)])
	}
	a.phase(0, false)
	index, err := grow(a.account, t.rows.Answers[:0], total)
	if err != nil {
		return nil, err
	}
	t.rows.Answers = index[:total]
	if err := guard.Each(max(1, min(a.set.Workers, t.parts)), a, (*Asker).fillParts); err != nil {
		return nil, err
	}
	return &t.rows, a.ctx.Err()
}

// fillParts fills parts until no part is left.
func (a *Asker) fillParts(k int) error {
	return a.each(a.pairs.parts, 1, func(part, _ int) error { a.pairs.fill(a, a.workers[k], part); return nil })
}

// fill makes the rows of a part: their entries are counted, written and sorted.
func (t *withinTask) fill(a *Asker, w *worker, part int) {
	lo := part << t.shift
	hi := min(lo+1<<t.shift, t.slots)
	if t.inCells {
		end := len(t.rows.Answers)
		if part+1 < t.parts {
			end = t.bases[part+1]
		}
		a.ix.table.GatherLists(t.grid.within.Lists[lo:hi], t.rows.Offsets[lo:hi], t.lists, t.rows.Answers[:end], t.bases[part])
		return
	}
	w.strip.entries = scratch.Resize(w.strip.entries, hi-lo)
	c, first := w.strip.entries, uint64(lo)
	clear(c)
	both := t.parts == 1 && !a.options.HalfLists // each pair is listed once, for two entries
	for _, v := range a.workers {
		if both {
			for _, p := range v.strip.pairs {
				c[p>>32]++
				c[uint32(p)]++
			}
			continue
		}
		for _, p := range t.entriesOf(v, part) {
			c[p>>32-first]++
		}
	}
	at := t.bases[part]
	o := t.rows.Offsets[lo:hi]
	for i, n := range c {
		o[i], c[i] = at, uint32(at)
		at += int(n)
	}
	to := t.rows.Answers
	for _, v := range a.workers {
		if both {
			for _, p := range v.strip.pairs {
				i, j := uint32(p>>32), uint32(p)
				at := c[i]
				to[at] = j
				c[i] = at + 1
				at = c[j]
				to[at] = i
				c[j] = at + 1
			}
			continue
		}
		for _, p := range t.entriesOf(v, part) {
			i := p>>32 - first
			at := c[i]
			to[at] = uint32(p)
			c[i] = at + 1
		}
	}
	sortRows(to[:at], o, c) // other workers sort what lies behind
}

// sortRows sorts rows that lie one behind the other, from starts to ends.
func sortRows(to []uint32, starts []int, ends []uint32) {
	ends = ends[:len(starts)]
	for i, start := range starts {
		if n := int64(ends[i]) - int64(start); n <= 4 && start+4 <= len(to) {
			sortFew((*[4]uint32)(to[start:]), n)
		} else {
			strip.SortList(to[start:ends[i]])
		}
	}
}

// sortFew sorts the first n of four slots and leaves the others where they are, with no branch that
// depends on n or on them: most rows are so short, and how long they are cannot be foreseen.
func sortFew(row *[4]uint32, n int64) {
	// Bit 32+k pads missing lane k, so padding sorts last.
	a := uint64(row[0]) | uint64(-n>>63+1)<<32
	b := uint64(row[1]) | uint64((1-n)>>63+1)<<33
	c := uint64(row[2]) | uint64((2-n)>>63+1)<<34
	d := uint64(row[3]) | uint64((3-n)>>63+1)<<35
	a, b = min(a, b), max(a, b)
	c, d = min(c, d), max(c, d)
	a, c = min(a, c), max(a, c)
	b, d = min(b, d), max(b, d)
	row[0], row[1], row[2], row[3] = uint32(a), uint32(min(b, c)), uint32(max(b, c)), uint32(d)
}

// entriesOf returns the entries of a part that a worker has found.
func (t *withinTask) entriesOf(w *worker, part int) []uint64 {
	if t.parts == 1 {
		return w.strip.pairs
	}
	return w.strip.parts[part]
}
