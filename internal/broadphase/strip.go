// SPDX-License-Identifier: MIT

package broadphase

import (
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/strip"
	"daylight/internal/scratch"
)

// Strip holds the strip that one worker has loaded. Each row is a box; rows are in the order of the
// sweep. It is also the worker's scratch memory, which grows to the largest strip it has held. The
// zero value is ready for use. Every goroutine that loads strips needs a Strip of its own.
type Strip struct {
	// Slots holds the box of every row, and Keys its key (see Filters), or nothing if there
	// are no keys. They are to be read only, and hold until the next Load.
	Slots []uint32
	Keys  []uint64

	// Work adds up over all strips loaded. The caller may reset it.
	Work struct {
		Loaded uint64 // rows loaded
		Tests  uint64 // pairs of rows that a sweep compares
		Pairs  uint64 // of these, overlapping, let by the filters, and found here alone
	}

	table   *isa.Table
	rows    strip.Strip
	filters strip.RowFilters
	cursor  strip.Cursor
	tests   uint64   // that the strip takes
	ranked  bool     // a sweep puts the rows of a pair in order
	byY     bool     // the order of rows is that of y0, in place of x0
	tags    []uint32 // slot, and the visitor bit
	pairs   []kernels.Pair

	joined []uint32 // the entries, if they are in several lists
	lefts  []int32  // by entry: what they are put in order by
	cells  []uint32 // where each begins, and where the last ends
	order  []uint64
	worlds []worldRows

	inOrder bool // rows stay in the order of cells
	classes classes
}

// worldRows are the rows of a world that lies beside others in a strip, and its cells: 1<<shift
// codes each, from lo to hi.
type worldRows struct {
	row, end, cell, cells int
	lo, hi                int32
	shift                 uint
}

// Bytes returns how much memory the strip holds, besides some 200 bytes of its own.
func (w *Strip) Bytes() int64 {
	st, f := &w.rows, &w.filters
	n := 4*(cap(w.Slots)+cap(w.tags)+cap(w.joined)+cap(w.lefts)+cap(w.cells)) + 8*(cap(w.Keys)+cap(w.order)+cap(w.pairs)) +
		4*(cap(st.X0)+cap(st.X1)+cap(st.Y0)+cap(st.Y1)+cap(st.Order)+cap(st.End)+cap(st.Apart)) +
		4*(cap(f.World)+cap(f.Category)+cap(f.Mask)+cap(f.Body)+cap(f.Group))
	return int64(n) + int64(cap(w.worlds))*int64(unsafe.Sizeof(worldRows{})) +
		int64(cap(w.classes.all))*int64(unsafe.Sizeof(class{})) + int64(cap(w.classes.blocks))*int64(unsafe.Sizeof(block{}))
}

// Share returns how much of the sweep of the strip loaded last is done, from 0 to 1.
func (w *Strip) Share() float64 {
	c := &w.classes
	if len(c.blocks) > c.at {
		return float64(c.done) / float64(max(w.tests, 1))
	}
	if len(c.blocks) > 0 || w.cursor.I >= len(w.rows.End) {
		return 1
	}
	done := uint64(0)
	for r, end := range w.rows.End[:w.cursor.I] {
		done += uint64(end) - uint64(r) - 1
	}
	return float64(done) / float64(max(w.tests, 1))
}

// crowded is how many partners a row has on average before sorting rows exactly is
// considered: the sort then costs less than the sweep.
const crowded = 64

// begin makes room for a strip of n rows, and for the slack that kernels want; for their entries,
// too, if they are to be joined.
func (w *Strip) begin(table *isa.Table, n int, join bool) {
	w.table, w.cursor, w.tests = table, strip.Cursor{}, 0
	w.classes.blocks, w.classes.at, w.classes.done = w.classes.blocks[:0], 0, 0
	w.Work.Loaded += uint64(n)
	if join && cap(w.joined) < n {
		w.joined = make([]uint32, 0, n+n/4)
	}
	if cap(w.Slots) < n {
		c := n + n/4
		w.Slots, w.tags, w.lefts = make([]uint32, c), make([]uint32, c), make([]int32, c)
		c += kernels.Slack
		st := &w.rows
		st.X0, st.X1, st.Y0, st.Y1 = make([]int32, c), make([]int32, c), make([]int32, c), make([]int32, c)
		st.End, st.Apart, st.Order = make([]uint32, c), make([]uint32, c), make([]int32, c)
	}
	w.Slots, w.tags, w.lefts = w.Slots[:n], w.tags[:n], w.lefts[:n]
	st := &w.rows
	st.X0, st.X1, st.Y0, st.Y1 = st.X0[:n], st.X1[:n], st.Y0[:n], st.Y1[:n]
	st.End, st.Apart, st.Order = st.End[:n], st.Apart[:n], st.Order[:n]
}

// finer: a strip is 2^finer cells of rows that are swept upward, about as many as a cell of
// x is of a mean width.
const finer = 4

// place puts the entries in rows by cell of x0, or y0: a counting sort, whose ends of cells
// then say how far each row's partners reach.
func (w *Strip) place(f *Filters, entries []uint32, all []strip.Codes, shift uint) {
	n := len(entries)
	lefts := w.lefts[:n]
	lo, hi := w.leftsOf(lefts, entries, all)
	for uint64(hi-lo)>>shift > 4*uint64(n)+16 {
		shift++
	}
	w.cells = scratch.Resize(w.cells, int(uint32(hi-lo)>>shift)+2)
	// Where rows end is not known yet, so there is room for ranks.
	w.table.Order(w.tags, entries, w.rows.End, lefts, lo, shift, w.cells)
	w.table.GatherBoxes(&w.rows, w.Slots, w.tags, all)
	tests := w.table.Reach(w.rows.End, w.rights(), lo, hi, shift, w.cells) - uint64(n)*uint64(n+1)/2
	if tests > crowded*uint64(n) && 2*w.wasted() > tests {
		tests = w.sort(entries, all, lo)
	}
	if tests > crowded*uint64(n) && !w.inOrder {
		tests = w.classes.apart(f, w.tags, w.Slots, lefts, tests)
		if len(w.classes.blocks) > 0 {
			w.table.GatherBoxes(&w.rows, w.Slots, w.tags, all)
		}
	}
	w.tests = tests
	w.Work.Tests += tests
}

// uncelled is how many rows a world has at most that are not put in order.
const uncelled = 12

// placeBeside puts the entries of a strip of several worlds in rows, world after world, those of
// each by cell of x0. The partners of a row end with its world.
func (w *Strip) placeBeside(f *buckets, strip int) {
	entries, n := f.list(0, strip), len(w.Slots)
	w.worlds = w.worlds[:0]
	at := worldRows{}
	for b := f.firsts[strip]; b < f.firsts[strip+1]; b++ {
		rows := int(f.counts[f.ends+int(b)] - f.starts[b])
		if rows == 0 {
			continue
		}
		at.end, at.cells, at.shift = at.row+rows, 1, 31
		if rows > uncelled {
			lefts := w.lefts[at.row:at.end]
			at.lo, at.hi = w.table.Lefts(lefts, entries[at.row:at.end], f.codes)
			at.shift = uint(max(0, bits.Len32(uint32(at.hi-at.lo))-bits.Len(uint(rows))))
			at.cells = int(uint32(at.hi-at.lo)>>at.shift) + 1
			for k, x := range lefts {
				lefts[k] = int32(at.cell) + int32(uint32(x-at.lo)>>at.shift)
			}
		} else {
			for k := at.row; k < at.end; k++ {
				w.lefts[k] = int32(at.cell)
			}
		}
		w.worlds = append(w.worlds, at)
		at.row, at.cell = at.end, at.cell+at.cells
	}
	if at.cell == len(w.worlds) { // no row is put in order
		copy(w.tags, entries)
	} else {
		w.cells = scratch.Resize(w.cells, at.cell+1)
		w.table.Order(w.tags, entries, w.rows.End, w.lefts[:n], 0, 0, w.cells)
	}
	w.table.GatherBoxes(&w.rows, w.Slots, w.tags, f.codes)
	sum := uint64(0)
	for _, at := range w.worlds {
		end := w.rows.End[at.row:at.end]
		if at.cells > 1 {
			sum += w.table.Reach(end, w.rows.X1[at.row:at.end], at.lo, at.hi, at.shift, w.cells[at.cell:][:at.cells+1])
			continue
		}
		for k := range end {
			end[k] = uint32(at.end)
		}
		sum += uint64(len(end)) * uint64(at.end)
	}
	w.tests = sum - uint64(n)*uint64(n+1)/2
	w.Work.Tests += w.tests
}

// leftsOf fetches the sides by which rows are put in order, and returns the least and the
// greatest.
func (w *Strip) leftsOf(dst []int32, entries []uint32, all []strip.Codes) (lo, hi int32) {
	if !w.byY {
		return w.table.Lefts(dst, entries, all)
	}
	lo, hi = math.MaxInt32, math.MinInt32
	for k, e := range entries {
		y := all[e&^visitor].Y0
		dst[k] = y
		lo, hi = min(lo, y), max(hi, y)
	}
	return lo, hi
}

// rights returns the sides of rows that say how far their partners reach.
func (w *Strip) rights() []int32 {
	if w.byY {
		return w.rows.Y1
	}
	return w.rows.X1
}

// wasted returns how many tests an exact order of the rows would save: about half the rows of
// its own cell and of its last are tested by a row for nothing.
func (w *Strip) wasted() (tests uint64) {
	for c, end := range w.cells[1:] {
		k := uint64(end - w.cells[c])
		tests += k * k
	}
	return tests
}

// sort puts the rows in the order of x0, or y0, exactly, for strips in which a few cells hold
// most boxes. It returns how many tests that leaves.
func (w *Strip) sort(entries []uint32, all []strip.Codes, lo int32) (tests uint64) {
	n := len(entries)
	w.order = scratch.Resize(w.order, n)
	for k, x := range w.lefts {
		w.order[k] = uint64(x-lo)<<32 | uint64(k)
	}
	slices.Sort(w.order)
	for r, o := range w.order {
		w.tags[r] = entries[uint32(o)]
	}
	w.table.GatherBoxes(&w.rows, w.Slots, w.tags, all)
	x0 := w.rows.X0
	if w.byY {
		x0 = w.rows.Y0
	}
	for r, v := range w.rights() {
		a, b := r+1, n // rows before a begin no further right than v, rows from b on do
		for a < b {
			m := int(uint(a+b) / 2)
			if x0[m] <= v {
				a = m + 1
			} else {
				b = m
			}
		}
		w.rows.End[r] = uint32(a)
		tests += uint64(a - r - 1)
	}
	return tests
}

// Bits of strip.Strip.Apart other than strip.Visitor.
const (
	staticBit = 1 << 30
	rightBit  = 1 << 29 // the side of those whose Side is set
	leftBit   = 1 << 28
)

// gather fetches the filters and keys of the rows. Strips and worlds that share buckets need
// the columns of filters even where no filter is given, to recognise boxes of other strips.
func (w *Strip) gather(f *Filters, shared bool) {
	apart := w.rows.Apart
	if f.Static != nil {
		for r, i := range w.Slots {
			if f.Static[i] {
				apart[r] |= staticBit
			}
		}
	}
	if f.Side != nil {
		for r, i := range w.Slots {
			if f.Side[i] {
				apart[r] |= rightBit
			} else {
				apart[r] |= leftBit
			}
		}
	}
	w.rows.Filters = nil
	if shared || f.Category != nil || f.Mask != nil || f.Group != nil || f.Body != nil {
		c := &w.filters
		c.World = fetch(c.World, f.World, w.Slots, 0)
		c.Body = fetch(c.Body, f.Body, w.Slots, 0)
		c.Category = fetch(c.Category, f.Category, w.Slots, 1)
		c.Mask = fetch(c.Mask, f.Mask, w.Slots, math.MaxUint32)
		c.Group = fetch(c.Group, f.Group, w.Slots, 0)
		w.rows.Filters = c
	}
	w.rank(f)
}

// rank fetches the keys of the rows, and sets the order by which the sweep decides which row of a
// pair is the first: by the upper halves of keys where they suffice, and without keys by the index.
// Otherwise w.orient puts pairs in order.
func (w *Strip) rank(f *Filters) {
	w.Keys, w.ranked = w.Keys[:0], true
	order := w.rows.Order
	if f.Key == nil {
		for r, i := range w.Slots {
			order[r] = int32(i)
		}
		return
	}
	w.Keys = scratch.Resize(w.Keys, len(w.Slots))
	key, keys := f.Key, w.Keys
	slots := w.Slots[:len(keys)]
	order = order[:len(keys)]
	if w.ranked = f.UpperHalves; !w.ranked {
		for r, i := range slots {
			keys[r], order[r] = key[i], 0
		}
		return
	}
	for r, i := range slots {
		k := key[i]
		keys[r], order[r] = k, int32(uint32(k>>32)^1<<31)
	}
}

// fetch fetches a column's entries in the given slots into dst, with slack behind them;
// without a column, def.
func fetch[T any](dst, col []T, slots []uint32, def T) []T {
	n := len(slots)
	dst = scratch.Resize(dst, n+kernels.Slack)[:n]
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

// testsPerCall is how many pairs of rows Next compares at most, about, before it returns,
// even with nothing found: some ten milliseconds' work at worst, so that a crowd that
// filters keep apart can be cancelled.
const testsPerCall = 1 << 22

// perCall is how many pairs Next returns at most: few enough to stay in the first-level
// cache. Their order depends on it.
const perCall = 2048

// Next goes on with the sweep of the strip that was loaded last. It returns the pairs that it
// finds in a few milliseconds, or 2048, and whether there may be more. A pair names two rows that
// overlap and that the filters let meet, first the one with the lower key. Over all strips each
// such pair comes exactly once. The order of pairs does not depend on the kernels. The slice
// belongs to w and is valid until the next call.
func (w *Strip) Next() (pairs []kernels.Pair, more bool) {
	if w.table == nil {
		return nil, false
	}
	if w.pairs == nil {
		w.pairs = make([]kernels.Pair, perCall)
	}
	out, n, rows := w.pairs, 0, len(w.rows.End)
	if len(w.classes.blocks) > 0 {
		n, more = w.sweepBlocks(out)
		w.Work.Pairs += uint64(n)
		return out[:n], more
	}
	w.rows.Upto = rows
	if w.tests > testsPerCall {
		w.rows.Upto = min(rows, w.cursor.I+max(1, int(uint64(rows)*testsPerCall/w.tests)))
	}
	for w.cursor.I < w.rows.Upto {
		if len(out)-n < max(len(out)/4, strip.Group) {
			w.Work.Pairs += uint64(n)
			return out[:n], true
		}
		k, next := w.table.Sweep(&w.rows, w.cursor, out[n:])
		w.cursor = next
		if !w.ranked {
			w.orient(out[n : n+k])
		}
		n += k
	}
	w.Work.Pairs += uint64(n)
	return out[:n], w.cursor.I < rows
}

// sweepBlocks continues the sweep of blocks. It returns how many pairs it found, and whether there
// may be more.
func (w *Strip) sweepBlocks(out []kernels.Pair) (n int, more bool) {
	c, tests := &w.classes, uint64(0)
	defer func() { c.done += tests }()
	for c.at < len(c.blocks) {
		b := &c.blocks[c.at]
		if b.row == b.end {
			c.at++
			continue
		}
		if tests >= testsPerCall || len(out)-n < max(len(out)/4, strip.Group) {
			return n, true
		}
		if w.cursor.J == 0 {
			w.cursor = strip.Cursor{I: b.row, J: max(b.from, b.row+1)}
			w.rows.End[b.row], w.rows.Upto = uint32(b.to), b.row+1
		}
		k, next := w.table.Sweep(&w.rows, w.cursor, out[n:])
		if w.cursor = next; next.I > b.row {
			w.cursor.J = 0
			tests += b.tests()
			b.row++
		}
		if !w.ranked {
			w.orient(out[n : n+k])
		}
		n += k
	}
	return n, false
}

// orient puts first the row whose key is lower, of equal keys the one whose index is, where
// the sweep has not done so.
func (w *Strip) orient(pairs []kernels.Pair) {
	slots := w.Slots
	keys := w.Keys
	for i, p := range pairs {
		a, b := keys[p.A], keys[p.B]
		_, swap := bits.Sub64(b, a, 0)
		if a == b {
			_, swap = bits.Sub64(uint64(slots[p.B]), uint64(slots[p.A]), 0)
		}
		flip := (p.A ^ p.B) & -uint32(swap)
		pairs[i] = kernels.Pair{A: p.A ^ flip, B: p.B ^ flip}
	}
}
