// SPDX-License-Identifier: MIT

package batch

import (
	"slices"

	"daylight/internal/scratch"
	"daylight/internal/simd"
	"daylight/internal/store"
	"daylight/internal/sweep"
)

// slotSet is a set of slots, a bit for each.
type slotSet []uint64

func (s slotSet) has(i uint32) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s slotSet) put(i uint32)      { s[i/64] |= 1 << (i % 64) }

// comers are the shapes that came into the list since it was made, because they left their
// AABBs or were not there before: they have new ones, and pairs of their own.
type comers struct {
	slots []uint32
	since []int32     // how old the list was
	pairs []simd.Pair // of slots
	left  []uint32    // those that left in this step, in order of slot, with slots that are no more
	vague []uint32    // those of left of whose strips nothing is known, in order of slot
	was   []int32     // since of each of left
	gone  slotSet     // those that are not in the list as it was made
	near  []uint32    // scratch of come
	real  int         // of left: those that are to come again
}

func (c *comers) reset(slots int) {
	c.slots, c.since, c.pairs, c.real = c.slots[:0], c.since[:0], c.pairs[:0], 0
	c.left, c.vague = c.left[:0], c.vague[:0]
	c.gone = scratch.Resize(c.gone[:0], (slots+63)/64)
	clear(c.gone)
}

func (c *comers) bytes() int64 {
	return 4*int64(cap(c.slots)+cap(c.since)+cap(c.left)+cap(c.vague)+cap(c.was)+cap(c.near)) + 8*int64(cap(c.pairs)+cap(c.gone))
}

// leaversAllowed is how many shapes may leave in a step without a new list being made: one in
// leaversShare, and some; see looksAllowed too.
func leaversAllowed(slots int) int { return 32 + slots/leaversShare }

const leaversShare = 128

// What it takes to look for the pairs of those that come, on one goroutine, in boxes looked at:
// each looks at the rows of a strip or two, and at all that came before, which lie here and
// there and so take several times as long. A list is made anew where that would be more than
// looksAllowed.
const comerLooks = 4

func looksAllowed(slots int) int64 { return 1<<16 + 4*int64(slots) }

// tooMany reports whether a list had better be made anew, if so many leave it in a step, where
// others have left it before, and a strip has so many rows.
func tooMany(slots, rows, leave, left int) bool {
	each := rows + comerLooks*(left+leave/2)
	return leave > leaversAllowed(slots) || int64(leave)*int64(each) > looksAllowed(slots)
}

// tooMany reports whether too many leave in this step.
func (sk *skin) tooMany(slots int) bool {
	rows := 0
	for k := range sk.lists {
		l := &sk.lists[k]
		rows += len(l.slots)
	}
	return tooMany(slots, rows/max(len(sk.strips), 1), sk.real, len(sk.comers.slots))
}

// leaving reports whether a strip may have rows of shapes that left in this step.
func (c *comers) leaving(s *keptStrip) bool {
	if s.dirty {
		return true
	}
	k, _ := slices.BinarySearch(c.vague, s.lo)
	return k < len(c.vague) && c.vague[k] <= s.hi
}

// leave takes those that left out of all pairs but those of strips, which are seen to when
// strips are.
func (c *comers) leave() {
	c.was = scratch.Resize(c.was, len(c.left))
	clear(c.was)
	for _, i := range c.left {
		c.gone.put(i)
	}
	n := 0
	for k, i := range c.slots {
		if at, gone := slices.BinarySearch(c.left, i); gone {
			c.was[at] = c.since[k]
			continue
		}
		c.slots[n], c.since[n] = i, c.since[k]
		n++
	}
	c.slots, c.since = c.slots[:n], c.since[:n]
	if len(c.left) == 0 {
		return
	}
	// Pairs are of a comer and anybody else, who may be the one that left.
	n = 0
	for _, p := range c.pairs {
		c.pairs[n] = p
		_, a := slices.BinarySearch(c.left, p.A)
		_, b := slices.BinarySearch(c.left, p.B)
		if !a && !b {
			n++
		}
	}
	c.pairs = c.pairs[:n]
}

// come gives the k-th that left an AABB for the steps to come, and finds its pairs.
func (c *comers) come(sk *skin, v *job, grow float64, k int) error {
	f, i := &sk.fat, c.left[k]
	if int(i) >= len(v.cols.X) {
		return nil
	}
	f.fattenBoth(v.cfg.table, &v.cols, float32(sk.life-1-sk.age)/float32(sk.age-int(c.was[k])), int(i))
	if f.absent(int(i)) {
		return nil
	}
	world := uint32(0)
	if v.filters.World != nil {
		world = v.filters.World[i]
	}
	fat := f.boxes()
	near := v.frame.AppendNear(c.near[:0], &fat, int(i), world)
	if sk.turned {
		for n, o := range near {
			near[n] = sk.inverse[o]
		}
	}
	n := 0
	for _, o := range near {
		near[n] = o
		if !c.gone.has(o) {
			n++
		}
	}
	near = append(near[:n], c.slots...)
	n = 0
	for _, o := range near {
		near[n] = o
		if f.touch(int(i), int(o), grow) && sweep.Meet(&v.filters, int(i), int(o)) {
			n++
		}
	}
	c.near = near
	near = near[:n]
	slices.Sort(near)
	if need := len(c.pairs) + n; need > cap(c.pairs) {
		if err := v.take(keptPairBytes * (grown(need) - int64(cap(c.pairs)))); err != nil {
			return err
		}
		c.pairs = append(make([]simd.Pair, 0, grown(need)), c.pairs...)
	}
	id := v.cols.ID
	for _, o := range near {
		p := simd.Pair{A: i, B: o}
		if id[o] < id[i] {
			p = simd.Pair{A: o, B: i}
		}
		c.pairs = append(c.pairs, p)
	}
	c.slots, c.since = append(c.slots, i), append(c.since, int32(sk.age))
	return nil
}

// comersAtOnce is how many pairs of comers a worker takes at a time.
const comersAtOnce = flush / 2

// comers decides pairs of comers, from k*comersAtOnce on.
func (w *worker) comers(j *job, k int) error {
	pairs := j.skin.comers.pairs[k*comersAtOnce:]
	pairs = pairs[:min(len(pairs), comersAtOnce)]
	w.slotsOf = scratch.Resize(w.slotsOf, 2*len(pairs))
	w.spare = scratch.Resize(w.spare, len(pairs))
	for i, p := range pairs {
		w.slotsOf[2*i], w.slotsOf[2*i+1] = p.A, p.B
		w.spare[i] = simd.Pair{A: uint32(2 * i), B: uint32(2*i + 1)}
	}
	w.loadIDs(j, w.slotsOf)
	w.load(j, w.slotsOf)
	pairs = w.spare
	if j.cfg.excludes() {
		w.loadBits(j, w.slotsOf)
		pairs = w.exclude(pairs)
	}
	n := len(pairs)
	w.counts.candidates += n
	if err := j.allow(n); err != nil {
		return err
	}
	if !j.roomFor(w, n) {
		return j.short(w, n, float64(w.out.Len()+n))
	}
	w.decide(j, pairs)
	_, err := j.ended()
	return err
}

// changed notes the slots that came to hold other shapes, or shapes with other attributes:
// they are to leave, and to come again if they are still there. In which strips they were is
// not known any more.
func (c *comers) changed(f *fat, slots []uint32, n int) {
	for _, i := range slots {
		if int(i) < n {
			f.clear(int(i))
		}
		if int(i) < 64*len(c.gone) {
			c.left = append(c.left, i)
		}
	}
	c.vague = append(c.vague, c.left...)
	slices.Sort(c.vague)
}

// sift counts those that left that are to come again, and drops those that are out already and
// cannot. The first so many, of which changed told, leave in any case.
func (c *comers) sift(f *fat, cols *store.Columns, first int) {
	c.sieve(f, cols, first)
	slices.Sort(c.left)
	c.left = slices.Compact(c.left)
}

// sieve is sift of those from first on, which stay in their order.
func (c *comers) sieve(f *fat, cols *store.Columns, first int) {
	n := first
	for _, i := range c.left[first:] {
		c.left[n] = i
		switch {
		case !cols.Skip[i]:
			n++
			c.real++
		case !f.absent(int(i)) || !c.gone.has(i):
			n++
		}
	}
	c.left = c.left[:n]
}
