// SPDX-License-Identifier: MIT

package query

import (
	"math"

	"daylight/internal/kernels/bvh"
	"daylight/internal/scratch"
)

// search searches the tree for several boxes at a time, level by level. One call of a kernel makes
// all tests of a level, without branches that depend on the results. A search for one box after the
// other would wait for each level before the next.
type search struct {
	boxes  []box        // of the current block
	room   []box        // memory for them
	lists  [2]bvh.Tests // memory for the tests of a level, and of the next
	leaves bvh.Tests    // the leaves found, by box
	found  bvh.Tests    // places, by box, in order, and the boxes that they meet
	ends   [2][]uint32  // where the places of each box end in found, and those of the shrunk box
	shrunk []box

	places bvh.Tests // memory for found, if several boxes are searched for together
	zeroes []uint32  // found.Box if one is searched for by itself
	alone  bool      // the last search was for one by itself

	tests int // of the level that had too many
	next  int // how many boxes to search for at first, by the last search; 0 if not known
}

// mostTests is how many tests a level may have if there are several boxes.
const mostTests = 1 << 11

// begin sets the boxes of a block. It resets what was adapted to other blocks, so that the memory
// of a block does not depend on them.
func (s *search) begin(boxes []box) { s.boxes, s.next = boxes, 0 }

// search finds, for each of some boxes in turn, the places of a subtree whose boxes meet it. As
// there may be many places, it does so for the first of the boxes only, at least one, and returns
// their number. The places, in s.found, are valid until the worker's next search.
func (ix *Index) search(w *worker, c *subtree, boxes []box) (done int) {
	s := &w.search
	if s.alone = s.byItself(ix, c, len(boxes)); s.alone {
		s.found.Node = ix.placesMeeting(w, c, &boxes[0])
		s.zeroes = scratch.Resize(s.zeroes, len(s.found.Node))
		s.found.Box = s.zeroes
		return 1
	}
	done = s.descend(ix, c, boxes)
	sizeTests(&s.places, len(s.leaves.Node)*fan)
	n := ix.table.Matches(ix.tree.levels[0], s.leaves, boxes[:done], s.places)
	s.found = bvh.Tests{Node: s.places.Node[:n], Box: s.places.Box[:n]}
	return done
}

// byItself reports whether the first of n boxes is searched for by itself: if each has so many
// tests that there is memory for few boxes at a time, to search for them together saves nothing.
func (s *search) byItself(ix *Index, c *subtree, n int) bool {
	const few = 24
	return n == 1 || ix.all || c.part || s.next > 0 && s.next < few
}

// descend sets s.leaves to the leaves whose boxes meet each of the first of some boxes, at least
// one, and returns their number. The subtree is the whole tree.
func (s *search) descend(ix *Index, c *subtree, boxes []box) (done int) {
	done = len(boxes)
	if s.next > 0 {
		done = min(done, s.next)
	}
	for !s.toLeaves(ix, c, boxes[:done]) {
		done = max(min((done+1)/2, done*mostTests/s.tests), 1)
	}
	s.next = max(done*(mostTests*3/4)/max(len(s.leaves.Node), 1), 1)
	return done
}

// toLeaves finds the leaves whose boxes meet each of some boxes. It gives up, and returns false, if
// a level takes too many tests.
func (s *search) toLeaves(ix *Index, c *subtree, boxes []box) bool {
	n := len(boxes)
	tests, next := &s.lists[0], &s.lists[1]
	sizeTests(tests, n)
	for k := range n {
		tests.Node[k], tests.Box[k] = c.node, uint32(k)
	}
	for level := c.level; ; level-- {
		if n > mostTests && len(boxes) > 1 {
			s.tests = n
			return false
		}
		sizeTests(tests, n)
		if level == 0 {
			s.leaves = *tests
			return true
		}
		sizeTests(next, n*fan)
		n = ix.table.Matches(ix.tree.levels[level], *tests, boxes, *next)
		tests, next = next, tests
	}
}

func sizeTests(t *bvh.Tests, n int) {
	t.Node, t.Box = scratch.Resize(t.Node, n), scratch.Resize(t.Box, n)
}

// split sets ends[0] to where the places of each of n boxes end.
func (s *search) split(n int) []uint32 {
	if s.ends[0] = scratch.Resize(s.ends[0], n); n == 1 {
		s.ends[0][0] = uint32(len(s.found.Node))
	} else {
		endsOf(s.ends[0], s.found.Box)
	}
	return s.ends[0]
}

func endsOf(ends, of []uint32) {
	clear(ends)
	for i, k := range of {
		ends[k] = uint32(i + 1)
	}
	last := uint32(0)
	for k, end := range ends {
		last = max(last, end)
		ends[k] = last
	}
}

// certain reports whether all places that the last search found meet the boxes after these have
// been shrunk. Then their AABBs meet the boxes for any rounding. If not, and the boxes were
// searched for together, it sets ends[1], as split does, for the places that do.
func (ix *Index) certain(w *worker, c *subtree, boxes []box) bool {
	s := &w.search
	if s.alone {
		w.box = shrunk(&boxes[0])
		return len(ix.tree.children(&w.lists[1], w.leaves, c, &w.box, 0, ix.table)) == len(s.found.Node)
	}
	s.shrunk = scratch.Resize(s.shrunk, len(boxes))
	for k := range boxes {
		s.shrunk[k] = shrunk(&boxes[k])
	}
	room := &s.lists[0]
	if len(s.leaves.Node) > 0 && len(room.Node) > 0 && &room.Node[0] == &s.leaves.Node[0] {
		room = &s.lists[1]
	}
	sizeTests(room, len(s.leaves.Node)*fan)
	n := ix.table.Matches(ix.tree.levels[0], s.leaves, s.shrunk, *room)
	if n == len(s.found.Box) {
		return true
	}
	s.ends[1] = scratch.Resize(s.ends[1], len(boxes))
	endsOf(s.ends[1], room.Box[:n])
	return false
}

// shrunk returns a box so much smaller than b that an AABB meets b if its box in the tree meets it.
func shrunk(b *box) box {
	e := ease(b)
	return boxOf(b.MinX+e, b.MinY+e, b.MaxX-e, b.MaxY-e)
}

// ease returns by how much the box of a place has to overlap b for its AABB to meet the box that b
// stands for. The error of a coordinate of a place's box is less than 2^-22 of it, of the box asked
// about 2^-24. A coordinate of a place that is more than twice the other's does not matter.
func ease(b *box) float32 {
	const magnitude = math.MaxInt32 // of a float32, as bits, which are in the order of numbers
	m := max(
		math.Float32bits(b.MinX)&magnitude, math.Float32bits(b.MinY)&magnitude,
		math.Float32bits(b.MaxX)&magnitude, math.Float32bits(b.MaxY)&magnitude,
	)
	return float32(math.Float32frombits(m)*0x1p-20) + 0x1p-100
}

// placesMeeting lists the places of a subtree whose boxes meet b, in order.
func (ix *Index) placesMeeting(w *worker, c *subtree, b *box) []uint32 {
	if ix.all {
		w.lists[2] = w.lists[2][:0]
		for p := c.lo; p < c.hi; p++ {
			w.lists[2] = append(w.lists[2], p)
		}
		return w.lists[2]
	}
	w.box = *b
	w.leaves = append(w.leaves[:0], ix.tree.descend(w, c, &w.box, ix.table)...)
	return ix.tree.children(&w.lists[2], w.leaves, c, &w.box, 0, ix.table)
}
