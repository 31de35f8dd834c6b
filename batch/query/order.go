// SPDX-License-Identifier: MIT

package query

import (
	"cmp"
	"math"
	"slices"

	"daylight/internal/scratch"
)

// sorter puts questions in an order in which those of one world are together, and among
// them neighbours in space: a Z-order curve over 256 by 256 cells. The order decides how
// fast answers come, and nothing else.
type sorter struct {
	order  []uint32
	sorted bool // the order differs from that in which questions are asked
	spare  []uint32
	keys   []uint32
	keys2  []uint32
	spread [256]uint16 // bits with a zero before each
	counts [2][256]uint32
}

// Sorting pays from sortQuestions on, with an index of sortShapes at least, which does not fit the
// caches. Below, it costs more to gather questions and to scatter answers. Tests change the latter.
const sortQuestions = 256

var sortShapes = 1 << 15

// sort sorts the current questions.
func (a *Asker) sort() {
	s, n := &a.sorter, len(a.boxes)
	s.order, s.sorted = scratch.Resize(s.order, n), false
	for i := range s.order {
		s.order[i] = uint32(i)
	}
	if n >= sortQuestions && a.ix.Len()>>a.call.sorted >= sortShapes {
		s.curve(a.boxes)
		s.sorted = true
	}
	byWorld := func(i, j uint32) int { return cmp.Compare(a.worldOf(i), a.worldOf(j)) }
	if a.several && !slices.IsSortedFunc(s.order, byWorld) {
		slices.SortStableFunc(s.order, byWorld)
		s.sorted = true
	}
}

// boxesOf returns the boxes of the questions from index from of the order on. If the order is not
// that in which they were asked, it gathers them in room.
func (a *Asker) boxesOf(from int, questions []uint32, room *[]box) []box {
	if !a.sorter.sorted {
		return a.boxes[from : from+len(questions)]
	}
	*room = scratch.Resize(*room, len(questions))
	for k, q := range questions {
		(*room)[k] = a.boxes[q]
	}
	return *room
}

// curve sorts by place on the curve: two passes of eight bits.
func (s *sorter) curve(boxes []box) {
	n := len(boxes)
	if s.spread[255] == 0 {
		for v := range s.spread {
			for bit := range 8 {
				s.spread[v] |= uint16(v>>bit&1) << (2 * bit)
			}
		}
	}
	minX, minY, maxX, maxY := inf, inf, -inf, -inf
	for i := range boxes {
		b := &boxes[i]
		minX, maxX = min(minX, b.MinX), max(maxX, b.MinX)
		minY, maxY = min(minY, b.MinY), max(maxY, b.MinY)
	}
	scale := func(lo, hi float32) float32 {
		if v := 255.9 / (hi - lo); v <= 0x1p100 {
			return v
		}
		return 0
	}
	sx, sy := scale(minX, maxX), scale(minY, maxY)
	s.keys, s.keys2, s.spare = scratch.Resize(s.keys, n), scratch.Resize(s.keys2, n), scratch.Resize(s.spare, n)
	s.counts = [2][256]uint32{}
	for i := range boxes {
		// If coordinates overflow the number is out of range, and any cell will do.
		x, y := uint8(int32(float32((boxes[i].MinX-minX)*sx))), uint8(int32(float32((boxes[i].MinY-minY)*sy)))
		k := uint32(s.spread[x]) | uint32(s.spread[y])<<1
		s.keys[i] = k
		s.counts[0][k&255]++
		s.counts[1][k>>8]++
	}
	for pass := range 2 {
		at := &s.counts[pass]
		sum := uint32(0)
		for v := range at {
			at[v], sum = sum, sum+at[v]
		}
		shift := 8 * pass
		for i, q := range s.order {
			k := s.keys[i]
			v := k >> shift & 255
			s.spare[at[v]], s.keys2[at[v]] = q, k
			at[v]++
		}
		s.order, s.spare = s.spare, s.order
		s.keys, s.keys2 = s.keys2, s.keys
	}
}

// lanes8 is the number of keys that a network sorts.
const lanes8 = 8

// least8 puts the eight least keys first, in order, or all if there are fewer. It returns them, and
// the least of the others or the greatest number if there are none. It is a sorting network (K. E.
// Batcher, Sorting networks and their applications, 1968) over eight keys at a time, which has no
// branch that depends on them. Keys must have room for a multiple of eight.
func least8(keys []uint64) (least []uint64, next uint64) {
	n := len(keys)
	whole := keys[:(n+lanes8-1)&^(lanes8-1)]
	for i := n; i < len(whole); i++ {
		whole[i] = math.MaxUint64
	}
	next = math.MaxUint64
	if n == 0 {
		return keys, next
	}
	best := (*[lanes8]uint64)(whole)
	sort8(best)
	for whole = whole[lanes8:]; len(whole) > 0; whole = whole[lanes8:] {
		more := (*[lanes8]uint64)(whole)
		sort8(more)
		next = min(next, rest8(best, more))
		merge8(best, more)
	}
	return keys[:min(n, lanes8)], next
}

// rest8 is the least of what merge8 leaves out.
func rest8(best, next *[lanes8]uint64) uint64 {
	a, b, c, d := max(best[0], next[7]), max(best[1], next[6]), max(best[2], next[5]), max(best[3], next[4])
	e, f, g, h := max(best[4], next[3]), max(best[5], next[2]), max(best[6], next[1]), max(best[7], next[0])
	return min(a, b, c, d, e, f, g, h)
}

func sort8(v *[lanes8]uint64) {
	a, b, c, d, e, f, g, h := v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
	a, b = min(a, b), max(a, b)
	c, d = min(c, d), max(c, d)
	e, f = min(e, f), max(e, f)
	g, h = min(g, h), max(g, h)
	a, c = min(a, c), max(a, c)
	b, d = min(b, d), max(b, d)
	e, g = min(e, g), max(e, g)
	f, h = min(f, h), max(f, h)
	b, c = min(b, c), max(b, c)
	f, g = min(f, g), max(f, g)
	a, e = min(a, e), max(a, e)
	b, f = min(b, f), max(b, f)
	c, g = min(c, g), max(c, g)
	d, h = min(d, h), max(d, h)
	c, e = min(c, e), max(c, e)
	d, f = min(d, f), max(d, f)
	b, c = min(b, c), max(b, c)
	d, e = min(d, e), max(d, e)
	f, g = min(f, g), max(f, g)
	v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7] = a, b, c, d, e, f, g, h
}

// merge8 makes best the eight least of two sorted eights, in order. The lesser of each and its
// mirror image in the other are those eight, first descending and then ascending or the reverse.
func merge8(best, next *[lanes8]uint64) {
	a, b, c, d := min(best[0], next[7]), min(best[1], next[6]), min(best[2], next[5]), min(best[3], next[4])
	e, f, g, h := min(best[4], next[3]), min(best[5], next[2]), min(best[6], next[1]), min(best[7], next[0])
	a, e = min(a, e), max(a, e)
	b, f = min(b, f), max(b, f)
	c, g = min(c, g), max(c, g)
	d, h = min(d, h), max(d, h)
	a, c = min(a, c), max(a, c)
	b, d = min(b, d), max(b, d)
	e, g = min(e, g), max(e, g)
	f, h = min(f, h), max(f, h)
	best[0], best[1] = min(a, b), max(a, b)
	best[2], best[3] = min(c, d), max(c, d)
	best[4], best[5] = min(e, f), max(e, f)
	best[6], best[7] = min(g, h), max(g, h)
}
