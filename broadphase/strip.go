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

	strip   kernels.Strip
	filters kernels.RowFilters
	cursor  kernels.Cursor
	tests   uint64 // that the strip takes
	slots   []uint32
	tags    []uint32 // slot, and the visitor bit
	keys    []uint64 // empty without keys

	lefts []int32  // by entry: x0
	cells []uint32 // where each begins, and where the last ends
	order []uint64
}

// Counts is how much work strips were.
type Counts struct {
	Rows  uint64 // entries loaded
	Tests uint64 // pairs of boxes that a sweep compares
	Pairs uint64 // of these, overlapping and neither a repetition nor filtered out
}

// Add adds o to c.
func (c *Counts) Add(o Counts) {
	c.Rows += o.Rows
	c.Tests += o.Tests
	c.Pairs += o.Pairs
}

// Slots returns the index of the box in every row of the strip loaded last. The slice
// holds until the next Load.
func (w *Work) Slots() []uint32 { return w.slots }

// Keys returns the key (see Filters) of every row of the strip loaded last, nothing if
// there are no keys. The slice holds until the next Load.
func (w *Work) Keys() []uint64 { return w.keys }

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

// Share is how much of the sweep of the strip loaded last is done, from 0 to 1.
func (w *Work) Share() float64 {
	if w.cursor.I >= len(w.strip.End) {
		return 1
	}
	done := uint64(0)
	for r, end := range w.strip.End[:w.cursor.I] {
		done += uint64(end) - uint64(r) - 1
	}
	return float64(done) / float64(max(w.tests, 1))
}

// crowded is how many partners a row has on average before sorting rows exactly is
// considered: the sort then costs less than the sweep.
const crowded = 64

// Load brings a strip into w and begins its sweep. The strip needs nothing of any
// other; different strips may be loaded by different goroutines at the same time,
// each with its own Work.
func (s *Sweep) Load(t *kernels.Table, strip int, w *Work) {
	entries := s.Entries(strip)
	n := len(entries)
	w.reserve(n)
	w.cursor, w.tests = kernels.Cursor{}, 0
	w.Counts.Rows += uint64(n)
	if n > 0 {
		w.place(t, entries, s.boxes, s.plan.x.shift)
	}
	w.gather(&s.f, s.plan.folded)
}

// reserve makes room for n rows, and for the slack that kernels want.
func (w *Work) reserve(n int) {
	if cap(w.slots) < n {
		c := n + n/4
		w.slots, w.tags, w.lefts = make([]uint32, c), make([]uint32, c), make([]int32, c)
		c += kernels.Slack
		st := &w.strip
		st.X0, st.X1, st.Y0, st.Y1 = make([]int32, c), make([]int32, c), make([]int32, c), make([]int32, c)
		st.End, st.Apart = make([]uint32, c), make([]uint32, c)
	}
	w.slots, w.tags, w.lefts = w.slots[:n], w.tags[:n], w.lefts[:n]
	st := &w.strip
	st.X0, st.X1, st.Y0, st.Y1 = st.X0[:n], st.X1[:n], st.Y0[:n], st.Y1[:n]
	st.End, st.Apart = st.End[:n], st.Apart[:n]
}

// place puts the entries in rows by cell of x0: a counting sort, whose ends of cells
// then tell how far each row's partners reach.
func (w *Work) place(t *kernels.Table, entries []uint32, all []kernels.Codes, shift uint) {
	n := len(entries)
	lefts := w.lefts[:n]
	lo, hi := t.Lefts(lefts, entries, all)
	for uint64(hi-lo)>>shift > 4*uint64(n)+16 {
		shift++
	}
	w.cells = grown(w.cells, int(uint32(hi-lo)>>shift)+2)
	// Where rows end is not known yet, so there is room for ranks.
	t.Order(w.tags, entries, w.strip.End, lefts, lo, shift, w.cells)
	t.GatherBoxes(&w.strip, w.slots, w.tags, all)
	tests := t.Reach(w.strip.End, w.strip.X1, lo, hi, shift, w.cells) - uint64(n)*uint64(n+1)/2
	if tests > crowded*uint64(n) && 2*w.idle() > tests {
		tests = w.sort(t, entries, all, lo)
	}
	w.tests = tests
	w.Counts.Tests += tests
}

// idle is how many tests an exact order of the rows would save: about half the rows of
// its own cell and of its last are tested by a row for nothing.
func (w *Work) idle() (tests uint64) {
	for c, end := range w.cells[1:] {
		k := uint64(end - w.cells[c])
		tests += k * k
	}
	return tests
}

// sort puts the rows in the order of x0 exactly, for strips in which a few cells hold
// most boxes. It returns how many tests that leaves.
func (w *Work) sort(t *kernels.Table, entries []uint32, all []kernels.Codes, lo int32) (tests uint64) {
	n := len(entries)
	w.order = grown(w.order, n)
	for k, x := range w.lefts {
		w.order[k] = uint64(x-lo)<<32 | uint64(k)
	}
	slices.Sort(w.order)
	for r, o := range w.order {
		w.tags[r] = entries[uint32(o)]
	}
	t.GatherBoxes(&w.strip, w.slots, w.tags, all)
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

// Bits of kernels.Strip.Apart beside kernels.Visitor.
const (
	static = 1 << 30
	right  = 1 << 29 // the side of those whose Side is set
	left   = 1 << 28
)

// gather fetches the filters and keys of the rows. Strips that share buckets need the
// columns of filters even where there are none, for boxes that came round.
func (w *Work) gather(f *Filters, folded bool) {
	apart := w.strip.Apart
	if f.Static != nil {
		for r, i := range w.slots {
			if f.Static[i] {
				apart[r] |= static
			}
		}
	}
	if f.Side != nil {
		for r, i := range w.slots {
			if f.Side[i] {
				apart[r] |= right
			} else {
				apart[r] |= left
			}
		}
	}
	w.strip.Filters = nil
	if folded || f.World != nil || f.Category != nil || f.Mask != nil || f.Group != nil || f.Body != nil {
		c := &w.filters
		c.World = rows(c.World, f.World, w.slots, 0)
		c.Body = rows(c.Body, f.Body, w.slots, 0)
		c.Category = rows(c.Category, f.Category, w.slots, 1)
		c.Mask = rows(c.Mask, f.Mask, w.slots, math.MaxUint32)
		c.Group = rows(c.Group, f.Group, w.slots, 0)
		w.strip.Filters = c
	}
	w.keys = w.keys[:0]
	if key := f.Key; key != nil {
		w.keys = grown(w.keys, len(w.slots))
		for r, i := range w.slots {
			w.keys[r] = key[i]
		}
	}
}

// rows fetches a column's entries in the given slots into dst, with slack behind them;
// without a column, def.
func rows[T any](dst, col []T, slots []uint32, def T) []T {
	n := len(slots)
	dst = grown(dst, n+kernels.Slack)[:n]
	if col == nil {
		for r := range dst {
			dst[r] = def
		}
		return dst
	}
	for r, i := range slots {
		dst[r] = col[i]
	}
	return dst
}
