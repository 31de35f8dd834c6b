// SPDX-License-Identifier: MIT

package query

import (
	"cmp"
	"slices"

	"daylight/internal/scratch"
)

// sorter puts questions in an order in which those of one world are together, and among
// them neighbours in space: a Z-order curve over 256 by 256 cells. The order decides how
// fast answers come, and nothing else.
type sorter struct {
	order  []uint32
	sorted bool // order is not that in which questions are asked
	spare  []uint32
	keys   []uint32
	keys2  []uint32
	spread [256]uint16 // bits with a zero before each
	counts [2][256]uint32
}

// Sorting pays from so many questions on, and with an index that does not fit the caches: below,
// to fetch questions and to leave answers out of order costs more. Tests change the latter.
const sortQuestions = 256

var sortShapes = 1 << 15

// sort puts the questions in hand in order.
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

// boxesOf is the boxes of some questions that follow each other in the order, from one on. room is
// for them where they do not lie so.
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
		// A number that is out of range, from coordinates that overflow, is any cell.
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
