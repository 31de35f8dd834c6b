// SPDX-License-Identifier: MIT

package batch

import (
	"math"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/internal/kernels/pose"
	"daylight/internal/narrow"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// listStrip says where a strip lies in a part of the list.
type listStrip struct {
	part       int // whose
	row, rows  int
	pair       int
	kind, last int    // kinds of pairs, from and to
	most       uint32 // lanes of the polygon that has most
	lo, hi     uint32 // least and greatest slot
	blocks     uint64 // which blocks of slots it has some of, from that of lo on; 0 if they span more
	dead       uint32 // one more than the row that died last; 0 if all live
	dirty      bool   // it may have rows of shapes that escaped
	images     bool   // it has rows of images, on a torus
}

// listKind is n pairs of two classes, from the strip's pair at on.
type listKind struct {
	a, b  kernels.Class
	at, n uint32
}

// listPart holds the strips that one worker swept: their rows, and their candidates, those of a kind
// together.
type listPart struct {
	slots    []uint32
	ids      []soa.ID // of a row that died, see listPart.remove
	class    []kernels.Class
	off, num []uint32  // if there are polygons
	core     []float32 // how far they reach, without radii; if there are polygons
	image    []uint8   // which images they are; on a torus
	pairs    []kernels.Pair
	axes     []pair.Axis // of each pair, the one that separated it last; if there are polygons
	kinds    []listKind
	room     int // pairs that are paid for
}

// What a list holds, in bytes.
const (
	listPairBytes = 8
	listRowBytes  = 4 + 8 + 1 + 8 + 4
)

func (p *listPart) reset() {
	p.slots, p.ids, p.class = p.slots[:0], p.ids[:0], p.class[:0]
	p.off, p.num, p.core, p.image = p.off[:0], p.num[:0], p.core[:0], p.image[:0]
	p.pairs, p.axes, p.kinds = p.pairs[:0], p.axes[:0], p.kinds[:0]
	p.room = cap(p.pairs)
}

func (p *listPart) bytes() int64 {
	return 4*int64(cap(p.slots)+cap(p.off)+cap(p.num)+cap(p.core)+cap(p.axes)) + 8*int64(cap(p.ids)) + int64(cap(p.class)+cap(p.image)) +
		listPairBytes*int64(cap(p.pairs)) + 12*int64(cap(p.kinds))
}

// renumber follows a new order of slots: inverse says, by slot, which it is now.
func (p *listPart) renumber(inverse []uint32, c *store.Columns) {
	for k, i := range p.slots {
		p.slots[k] = inverse[i]
		if len(p.off) > 0 {
			p.off[k] = c.Off[inverse[i]]
		}
	}
}

// inverted returns where each slot went, in the memory of dst: slot k now holds what was in slot perm[k].
func inverted(dst, perm []uint32) []uint32 {
	dst = scratch.Resize(dst, len(perm))
	for k, i := range perm {
		dst[i] = uint32(k)
	}
	return dst
}

// reservePairs lets a part grow by n pairs.
func (p *listPart) reservePairs(j *job, n int) error {
	if err := j.allow(n); err != nil {
		return err
	}
	if need := len(p.pairs) + n; need > p.room {
		if err := j.take(listPairBytes * (grown(need) - int64(p.room))); err != nil {
			return err
		}
		p.pairs = scratch.Resize(p.pairs, need)[:len(p.pairs)]
		p.room = cap(p.pairs)
	}
	return nil
}

// reserveAxes makes room for one axis for each pair of the part, present and reserved.
func (p *listPart) reserveAxes(j *job) error {
	if n := len(p.pairs); n > cap(p.axes) {
		if err := j.take(4 * (grown(n) - int64(cap(p.axes)))); err != nil {
			return err
		}
		p.axes = scratch.Resize(p.axes, n)[:len(p.axes)]
	}
	return nil
}

// pairAxisLanes is how many lanes the largest polygon of a strip has at least for axes to be
// stored with the pairs: there they need no look-up, so that they pay earlier than those of
// axisCache (PERF.md).
const pairAxisLanes = 16

// hinted reports whether axes are stored with the pairs of a strip.
func (s *listStrip) hinted(cfg *config) bool {
	return s.most >= pairAxisLanes && cfg.hints && !cfg.excludes
}

// span notes which slots a strip has: from which to which, and of which blocks. Storage is near to
// the order of strips, so that mostly they are few, and next to each other.
func (s *listStrip) span(slots []uint32) {
	lo, hi := slots[0], slots[0]
	for _, i := range slots {
		lo, hi = min(lo, i), max(hi, i)
	}
	s.lo, s.hi, s.blocks = lo, hi, 0
	first := lo / pose.PoseBlock
	if hi/pose.PoseBlock-first >= 64 {
		return
	}
	blocks := uint64(0)
	for _, i := range slots {
		blocks |= 1 << ((i/pose.PoseBlock - first) & 63)
	}
	s.blocks = blocks
}

// arrange puts a strip's pairs of a kind together, in the order in which they were found.
func (p *listPart) arrange(s *listStrip, bins *narrow.Bins) {
	pairs, at := p.pairs[s.pair:], 0
	for _, bin := range bins.Sort(p.class[s.row:], pairs) {
		n := copy(pairs[at:], bin.Pairs)
		p.kinds = append(p.kinds, listKind{bin.A, bin.B, uint32(at), uint32(n)})
		at += n
	}
	s.last = len(p.kinds)
}

// remove lets the rows of shapes die that are not in the list any more. Their pairs stay, because to take
// out those of one row is to copy all pairs of its strip, and touch nothing: see bury. The ID of a row that
// died is of no shape, since its lower half is 0; the upper half is one more than the row that died before.
func (p *listPart) remove(s *listStrip, removed slotSet) {
	s.dirty = false
	slots, ids := p.slots[s.row:s.row+s.rows], p.ids[s.row:s.row+s.rows]
	for r, i := range slots {
		if removed.has(i) && alive(ids[r]) {
			slots[r], ids[r] = 0, soa.ID(s.dead)<<32
			s.dead = uint32(r) + 1
		}
	}
}

// alive reports whether the row with that ID has not died.
func alive(id soa.ID) bool { return uint32(id) != 0 }

// bury puts the records of rows that died nowhere, so that no kernel finds a contact of them.
func (s *listStrip) bury(rec []kernels.Record, ids []soa.ID) {
	for r := s.dead; r != 0; r = uint32(ids[r-1] >> 32) {
		rec[r-1].X = math.NaN()
	}
}

// slotSet is a set of slots, a bit for each.
type slotSet []uint64

func (s slotSet) has(i uint32) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s slotSet) put(i uint32)      { s[i/64] |= 1 << (i % 64) }
