// SPDX-License-Identifier: MIT

package verlet

import (
	"daylight/internal/kernels"
	"daylight/internal/kernels/pair"
	"daylight/internal/kernels/pose"
	"daylight/internal/narrow"
	"daylight/internal/scratch"
	"daylight/internal/step"
)

// strip says where a strip lies in a part of the list.
type strip struct {
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

// kind is n pairs of two classes, from the strip's pair at on.
type kind struct {
	a, b  kernels.Class
	at, n uint32
}

// part holds the strips that one worker swept: their rows, and their candidates, those of a kind
// together.
type part struct {
	rows  step.KeptRows
	pairs []kernels.Pair
	axes  []pair.Axis // of each pair, the one that separated it last; if there are polygons
	kinds []kind
	room  int // pairs that are paid for
}

// pairBytes is what a listed pair takes.
const pairBytes = 8

func (p *part) reset() {
	p.rows.Reset()
	p.pairs, p.axes, p.kinds = p.pairs[:0], p.axes[:0], p.kinds[:0]
	p.room = cap(p.pairs)
}

func (p *part) bytes() int64 {
	return p.rows.Bytes() + 4*int64(cap(p.axes)) + pairBytes*int64(cap(p.pairs)) + 12*int64(cap(p.kinds))
}

// reservePairs lets a part grow by n pairs.
func (p *part) reservePairs(j *step.Job, n int) error {
	j.Found.Add(int64(n))
	if need := len(p.pairs) + n; need > p.room {
		if err := j.Take(pairBytes * (step.Grown(need) - int64(p.room))); err != nil {
			return err
		}
		p.pairs = scratch.Resize(p.pairs, need)[:len(p.pairs)]
		p.room = cap(p.pairs)
	}
	return nil
}

// reserveAxes makes room for one axis for each pair of the part, present and reserved.
func (p *part) reserveAxes(j *step.Job) error {
	if n := len(p.pairs); n > cap(p.axes) {
		if err := j.Take(4 * (step.Grown(n) - int64(cap(p.axes)))); err != nil {
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
func (s *strip) hinted(cfg *step.Settings) bool {
	return s.most >= pairAxisLanes && cfg.Hints && !cfg.Excludes
}

// span notes the slots of a strip: the first, the last, and their blocks. Storage is near to the
// order of strips, so that mostly they are few, and next to each other.
func (s *strip) span(slots []uint32) {
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
func (p *part) arrange(s *strip, bins *narrow.Bins) {
	pairs, at := p.pairs[s.pair:], 0
	for _, bin := range bins.Sort(p.rows.Class[s.row:], pairs) {
		n := copy(pairs[at:], bin.Pairs)
		p.kinds = append(p.kinds, kind{bin.A, bin.B, uint32(at), uint32(n)})
		at += n
	}
	s.last = len(p.kinds)
}

// remove lets the rows of shapes die that are not in the list any more. Their pairs stay, because
// to take out those of one row is to copy all pairs of its strip.
func (p *part) remove(s *strip, removed slotSet) {
	s.dirty = false
	rows := p.rows.Window(s.row, s.row+s.rows)
	for r, i := range rows.Slots {
		if removed.has(i) && rows.Alive(r) {
			rows.Die(r, s.dead)
			s.dead = uint32(r) + 1
		}
	}
}

// slotSet is a set of slots, a bit for each.
type slotSet []uint64

func (s slotSet) has(i uint32) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s slotSet) put(i uint32)      { s[i/64] |= 1 << (i % 64) }
