// SPDX-License-Identifier: MIT

package broadphase

import (
	"math"
	"slices"

	"daylight/kernels"
)

// Work is one worker's scratch: a strip in the order of its sweep, row by row. The
// zero value is ready; it grows to the largest strip it has held. Every goroutine
// that loads strips needs one of its own.
type Work struct {
	// Counts add up over all strips loaded; the caller may reset them.
	Counts Counts

	strip  kernels.Strip
	cursor kernels.Cursor
	slots  []uint32
	tags   []uint32 // slot, and the visitor bit
	attrs  []attr   // empty without filters
	keys   []uint64 // empty without keys
	folded bool

	boxes   []box
	ends    []uint32 // by cell
	order   []uint64
	columns []int32
}

// Counts is how much work strips were.
type Counts struct {
	Rows  uint64 // entries loaded
	Tests uint64 // pairs of boxes that a sweep compares
	Raw   uint64 // of these, overlapping
	Pairs uint64 // of these, neither a repetition nor filtered out
}

// Add adds o to c.
func (c *Counts) Add(o Counts) {
	c.Rows += o.Rows
	c.Tests += o.Tests
	c.Raw += o.Raw
	c.Pairs += o.Pairs
}

// Slots returns the index of the box in every row of the strip loaded last. The slice
// holds until the next Load.
func (w *Work) Slots() []uint32 { return w.slots }

// AppendHomes appends the indices of the boxes that begin in the strip, in the order of
// its cells. Over all strips that is every box that takes part once, neighbours in
// space mostly next to each other.
func (w *Work) AppendHomes(dst []uint32) []uint32 {
	for _, t := range w.tags {
		if t < visitor {
			dst = append(dst, t)
		}
	}
	return dst
}

// crowded is how many partners a row has on average before sorting rows exactly is
// considered: the sort then costs less than the sweep.
const crowded = 64

// Load brings a strip into w and begins its sweep. The strip needs nothing of any
// other; different strips may be loaded by different goroutines at the same time,
// each with its own Work.
func (s *Sweep) Load(strip int, w *Work) {
	entries := s.Entries(strip)
	n := len(entries)
	w.reserve(n)
	w.cursor = kernels.Cursor{}
	w.folded = s.plan.folded
	w.Counts.Rows += uint64(n)
	if n > 0 {
		w.place(entries, s.boxes, s.plan.x.shift)
	}
	w.gather(&s.f)
}

// reserve makes room for n rows.
func (w *Work) reserve(n int) {
	if cap(w.slots) < n {
		c := n + n/4
		w.slots, w.tags = make([]uint32, c), make([]uint32, c)
		w.boxes, w.columns = make([]box, c), make([]int32, 4*c)
		w.strip.End = make([]uint32, c)
	}
	w.slots, w.tags, w.boxes = w.slots[:n], w.tags[:n], w.boxes[:n]
	c := len(w.columns) / 4
	w.strip = kernels.Strip{
		X0: w.columns[:n:c], X1: w.columns[c : c+n : 2*c],
		Y0: w.columns[2*c : 2*c+n : 3*c], Y1: w.columns[3*c : 3*c+n],
		End: w.strip.End[:n],
	}
}

// place puts the entries in rows by cell of x0: a counting sort, whose ends of cells
// then tell how far each row's partners reach.
func (w *Work) place(entries []uint32, all []box, shift uint) {
	n := len(entries)
	boxes := w.boxes
	lo, hi := int32(math.MaxInt32), int32(0)
	for k, e := range entries {
		q := all[e&^visitor]
		boxes[k] = q
		lo, hi = min(lo, q.x0), max(hi, q.x0)
	}
	for uint64(hi-lo)>>shift > 4*uint64(n)+16 {
		shift++
	}
	cells := int(uint32(hi-lo)>>shift) + 1
	w.ends = grown(w.ends, cells)
	ends := w.ends
	clear(ends)
	for k := range boxes {
		ends[uint32(boxes[k].x0-lo)>>shift]++
	}
	at, idle := uint32(0), uint64(0)
	for c, k := range ends {
		ends[c] = at
		at += k
		idle += uint64(k) * uint64(k)
	}
	for k, e := range entries {
		q := boxes[k]
		c := uint32(q.x0-lo) >> shift
		r := ends[c]
		ends[c] = r + 1
		w.row(int(r), q, e)
	}
	// Each cell's place has moved to its end.
	tests := uint64(0)
	x1, end := w.strip.X1, w.strip.End[:len(w.strip.X1)]
	for r, v := range x1 {
		e := ends[uint32(min(v, hi)-lo)>>shift]
		end[r] = e
		tests += uint64(e) - uint64(r) - 1
	}
	// About half the rows of its own cell and of its last are tested by a row for
	// nothing, so that idle is what exact order would save.
	if tests > crowded*uint64(n) && 2*idle > tests {
		tests = w.sort(entries, lo)
	}
	w.Counts.Tests += tests
}

func (w *Work) row(r int, q box, e uint32) {
	st := &w.strip
	st.X0[r], st.X1[r], st.Y0[r], st.Y1[r] = q.x0, q.x1, q.y0, q.y1
	w.tags[r], w.slots[r] = e, e&^visitor
}

// sort puts the rows in the order of x0 exactly, for strips in which a few cells hold
// most boxes. It returns how many tests that leaves.
func (w *Work) sort(entries []uint32, lo int32) (tests uint64) {
	n := len(entries)
	w.order = grown(w.order, n)
	for k := range w.boxes {
		w.order[k] = uint64(w.boxes[k].x0-lo)<<32 | uint64(k)
	}
	slices.Sort(w.order)
	for r, o := range w.order {
		k := uint32(o)
		w.row(r, w.boxes[k], entries[k])
	}
	x0 := w.strip.X0
	for r, v := range w.strip.X1 {
		a, b := r+1, n // rows before a begin no further right than v, rows from b on do
		for a < b {
			m := int(uint(a+b) / 2)
			if x0[m] <= v {
				a = m + 1
			} else {
				b = m
			}
		}
		w.strip.End[r] = uint32(a)
		tests += uint64(a - r - 1)
	}
	return tests
}

// gather fetches the filters of the rows, if any pair needs them.
func (w *Work) gather(f *Filters) {
	w.attrs, w.keys = w.attrs[:0], w.keys[:0]
	if f.pairwise() {
		w.attrs = grown(w.attrs, len(w.slots))
		for r, i := range w.slots {
			w.attrs[r] = f.at(int(i))
		}
	}
	if f.Key != nil {
		w.keys = grown(w.keys, len(w.slots))
		for r, i := range w.slots {
			w.keys[r] = f.Key[i]
		}
	}
}
