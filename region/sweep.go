// SPDX-License-Identifier: MIT

package region

import (
	"slices"

	"daylight/internal/exact"
)

// A sweep cuts a set of edges that meet at their ends only, with inside and outside in
// turn from below to above anywhere, into triangles, and finds out if they meet
// elsewhere. Points come from left to right, those above one another from below.
//
// The edges that cross the sweep line stand in status from below to above; the region
// lies between those at even places and the ones after them: a slab, known by its lower
// edge. The part of a slab left of the sweep line that is not yet in triangles is
// bounded by a chain of points from the left end of the lower edge to that of the upper.
// Nowhere between its ends does the chain bend so that a triangle could be cut off. A
// new point cuts off what it sees of the chains of the slabs it lies at. S. Hertel and
// K. Mehlhorn, Fast triangulation of the plane with respect to simple polygons, 1985.
//
// That edges meet is seen as M. I. Shamos and D. Hoey did (Geometric intersection
// problems, 1976): two that meet are neighbours in the status before they do. All
// questions are signs of orientations of three given points, and exact.
type sweep struct {
	p     []Point // sorted by x, then y, and different; an index is a point's name below
	left  []int32 // of each edge; the edges that begin at one point are consecutive
	right []int32
	first []int32 // edges that begin at point v: first[v] to first[v+1]
	ends  []int32 // how many edges end at a point

	status []int32
	slabs  []slab // by lower edge
	nodes  []node

	// Triangles, three half-edges each, counter-clockwise: where each begins, and the
	// half-edge on the other side, or none at the outline.
	from, twin []int32
	flat       []int32 // triangles without area, by their first half-edge
	cuts       []int32 // for a cut both of whose sides were open, the first half-edge at it

	// weight, if not nil, is how much more often the outlines wind round what lies above
	// an edge than round what lies below. The sweep then cuts nothing, but finds how
	// often they wind round what lies above.
	weight, above []int32

	// start, if not nil, is called for each point at which only edges begin, with the edge
	// below it or none.
	start func(v, below int32, inside bool)
}

type slab struct {
	low, top, last int32 // nodes: both ends of the chain and the rightmost one
}

type node struct {
	v        int32
	down, up int32
	out      int32 // what lies left of the link to up: a half-edge, none, or cutMark - a cut
}

const (
	none    = -1
	cutMark = -2
)

// A meeting is where edges meet elsewhere than at their ends: a point on an edge (f is
// none), or two edges.
type meeting struct {
	v    int32
	e, f int32
	kind meetingKind
}

type meetingKind uint8

const (
	noMeeting meetingKind = iota
	crossing              // of e and f
	pointOn               // v is on e
	overlap               // e and f begin together and run along each other
)

func (s *sweep) turn(a, b, c int32) int {
	p, q, r := s.p[a], s.p[b], s.p[c]
	return exact.Orient(p.X, p.Y, q.X, q.Y, r.X, r.Y)
}

// prepare takes edges by their ends, smaller first, of n points, and clears the rest.
func (s *sweep) prepare(n int, ends [][2]int32) {
	m := len(ends)
	s.first = append(s.first[:0], make([]int32, n+2)...)
	s.ends = append(s.ends[:0], make([]int32, n)...)
	for _, e := range ends {
		s.first[e[0]+2]++
		s.ends[e[1]]++
	}
	for v := 2; v < len(s.first); v++ {
		s.first[v] += s.first[v-1]
	}
	s.left = slices.Grow(s.left[:0], m)[:m]
	s.right = slices.Grow(s.right[:0], m)[:m]
	for _, e := range ends {
		k := s.first[e[0]+1]
		s.left[k], s.right[k] = e[0], e[1]
		s.first[e[0]+1]++
	}
	s.first = s.first[:n+1]
	s.slabs = slices.Grow(s.slabs[:0], m)[:m]
	s.nodes = slices.Grow(s.nodes[:0], n+n/2)
	s.from, s.twin = slices.Grow(s.from[:0], 3*n), slices.Grow(s.twin[:0], 3*n)
	s.status, s.cuts, s.flat = s.status[:0], s.cuts[:0], s.flat[:0]
}

// run sweeps over all points. If edges meet it stops at the first such place it sees.
func (s *sweep) run() meeting {
	for v := range int32(len(s.p)) {
		if m := s.visit(v); m.kind != noMeeting {
			return m
		}
	}
	return meeting{}
}

func (s *sweep) visit(v int32) meeting {
	// The edges strictly below v.
	lo, hi := 0, len(s.status)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if e := s.status[mid]; s.right[e] != v && s.turn(s.left[e], s.right[e], v) > 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	hi = lo
	for ; hi < len(s.status); hi++ {
		if e := s.status[hi]; s.right[e] != v {
			if s.turn(s.left[e], s.right[e], v) == 0 {
				return meeting{v, e, none, pointOn}
			}
			break
		}
	}
	a, b := int(s.first[v]), int(s.first[v+1])
	if m := s.sortByAngle(a, b); m.kind != noMeeting {
		return m
	}
	if k := hi - lo; k != int(s.ends[v]) {
		return s.outOfOrder(v)
	}
	if s.start != nil && lo == hi {
		below := int32(none)
		if lo > 0 {
			below = s.status[lo-1]
		}
		s.start(v, below, lo%2 == 1)
	}
	if s.weight != nil {
		s.wind(lo, a, b)
	} else {
		s.cut(v, lo, hi, a, b)
	}
	return s.replace(lo, hi, a, b)
}

// sortByAngle sorts the edges a to b, which begin at one point, from below.
func (s *sweep) sortByAngle(a, b int) meeting {
	for i := a + 1; i < b; i++ {
		for k := i; k > a; k-- {
			t := s.turn(s.left[k], s.right[k-1], s.right[k])
			if t > 0 {
				break
			}
			if t == 0 {
				return meeting{s.left[k], int32(k - 1), int32(k), overlap}
			}
			s.right[k-1], s.right[k] = s.right[k], s.right[k-1]
			if s.weight != nil {
				s.weight[k-1], s.weight[k] = s.weight[k], s.weight[k-1]
			}
		}
	}
	return meeting{}
}

// outOfOrder finds an edge that ends at v and stands elsewhere in the status than v does.
// Tests of neighbours find such edges before; this stops a sweep in which they did not.
func (s *sweep) outOfOrder(v int32) meeting {
	for _, e := range s.status {
		if s.right[e] == v {
			return meeting{v, e, none, pointOn}
		}
	}
	return meeting{v, none, none, pointOn}
}

// replace puts the edges a to b where those at places lo to hi of the status were, and
// tests the new neighbours.
func (s *sweep) replace(lo, hi, a, b int) meeting {
	switch m := b - a; {
	case m == hi-lo:
	case m < hi-lo:
		s.status = slices.Delete(s.status, lo+m, hi)
	default:
		old := len(s.status)
		s.status = slices.Grow(s.status, m-(hi-lo))[:old+m-(hi-lo)]
		copy(s.status[lo+m:], s.status[hi:old])
	}
	for k := a; k < b; k++ {
		s.status[lo+k-a] = int32(k)
	}
	hi = lo + b - a
	if lo > 0 && lo < len(s.status) {
		if m := s.meet(s.status[lo-1], s.status[lo]); m.kind != noMeeting {
			return m
		}
	}
	if hi > lo && hi < len(s.status) {
		return s.meet(s.status[hi-1], s.status[hi])
	}
	return meeting{}
}

// meet tests two neighbours, e below f: whether they are still in that order where the
// first of them ends. If that end is on the other edge visit will find it.
func (s *sweep) meet(e, f int32) meeting {
	re, rf := s.right[e], s.right[f]
	if re < rf && s.turn(s.left[f], rf, re) > 0 || rf < re && s.turn(s.left[e], re, rf) < 0 {
		return meeting{none, e, f, crossing}
	}
	return meeting{}
}

// wind finds the winding numbers above the edges a to b, which begin above lo others.
func (s *sweep) wind(lo, a, b int) {
	w := int32(0)
	if lo > 0 {
		w = s.above[s.status[lo-1]]
	}
	for k := a; k < b; k++ {
		w += s.weight[k]
		s.above[k] = w
	}
}

// cut brings the slabs at point v up to date. The edges at places lo to hi of the status
// end there, those from a to b begin.
func (s *sweep) cut(v int32, lo, hi, a, b int) {
	below, above := lo%2 == 1, hi%2 == 1
	var lower, upper slab
	if lo == hi {
		if below {
			lower, upper = s.split(s.slabs[s.status[lo-1]], v)
		}
	} else {
		i := lo
		if below {
			lower = s.addTop(s.slabs[s.status[lo-1]], v)
			i++
		}
		for ; i+1 < hi; i += 2 {
			s.finish(s.slabs[s.status[i]], v)
		}
		if above {
			upper = s.addLow(s.slabs[s.status[hi-1]], v)
		}
	}
	k := a
	switch {
	case below && a == b:
		s.slabs[s.status[lo-1]] = s.join(lower, upper)
		return
	case below:
		s.slabs[s.status[lo-1]] = lower
		k++
	}
	for ; k+1 < b; k += 2 {
		n := s.node(v)
		s.slabs[k] = slab{n, n, n}
	}
	if above {
		s.slabs[b-1] = upper
	}
}

func (s *sweep) node(v int32) int32 {
	s.nodes = append(s.nodes, node{v, none, none, none})
	return int32(len(s.nodes) - 1)
}

// link makes c the node above a, with out at its left.
func (s *sweep) link(a, c, out int32) {
	s.nodes[a].up, s.nodes[a].out = c, out
	s.nodes[c].down = a
}

// addTop adds the right end v of a slab's upper edge.
func (s *sweep) addTop(c slab, v int32) slab {
	n := s.node(v)
	s.link(c.top, n, none)
	s.cutDown(n)
	return slab{c.low, n, n}
}

// addLow adds the right end v of a slab's lower edge.
func (s *sweep) addLow(c slab, v int32) slab {
	n := s.node(v)
	s.link(n, c.low, none)
	s.cutUp(n)
	return slab{n, c.top, n}
}

// split divides a slab at a point v inside, where only edges begin, by a cut to the
// chain's rightmost point.
func (s *sweep) split(c slab, v int32) (lower, upper slab) {
	s.cuts = append(s.cuts, none)
	mark := cutMark - int32(len(s.cuts)-1)
	n, m := s.node(v), s.node(v)
	h := s.node(s.nodes[c.last].v) // the upper chain's copy of the point
	if up := s.nodes[c.last].up; up != none {
		s.link(h, up, s.nodes[c.last].out)
	} else {
		c.top = h
	}
	s.link(c.last, n, mark)
	s.link(m, h, mark)
	s.cutDown(n)
	s.cutUp(m)
	return slab{c.low, n, n}, slab{m, c.top, m}
}

// join makes one of two slabs that end and begin with the same point, where only edges
// end.
func (s *sweep) join(lower, upper slab) slab {
	n := s.nodes[upper.low]
	s.link(lower.top, n.up, n.out)
	return slab{lower.low, upper.top, lower.top}
}

// finish ends a slab both of whose edges end at v.
func (s *sweep) finish(c slab, v int32) {
	n := s.node(v)
	s.link(c.top, n, none)
	s.cutDown(n)
	// Only points on one line may remain between the lower edge and the chain. Their flat triangles
	// keep the others' sides paired; see merge.
	out := int32(none)
	b := c.low
	for up := s.nodes[b].up; up != n; b, up = up, s.nodes[up].up {
		t := s.triangle(s.nodes[up].v, s.nodes[b].v, v)
		s.pair(t, s.nodes[b].out)
		s.pair(t+1, out)
		s.flat = append(s.flat, t)
		out = t + 2
	}
	if last := s.nodes[b].out; out >= 0 {
		s.pair(out, last)
	}
}

// cutDown cuts off the triangles that node c, the top of a chain, sees below it.
func (s *sweep) cutDown(c int32) {
	for {
		b := s.nodes[c].down
		a := s.nodes[b].down
		if a == none || s.turn(s.nodes[c].v, s.nodes[b].v, s.nodes[a].v) <= 0 {
			return
		}
		s.clip(a, b, c)
	}
}

// cutUp cuts off the triangles that node a, the low end of a chain, sees above it.
func (s *sweep) cutUp(a int32) {
	for {
		b := s.nodes[a].up
		c := s.nodes[b].up
		if c == none || s.turn(s.nodes[c].v, s.nodes[b].v, s.nodes[a].v) <= 0 {
			return
		}
		s.clip(a, b, c)
	}
}

// clip cuts off node b of a chain, between a and c.
func (s *sweep) clip(a, b, c int32) {
	t := s.triangle(s.nodes[c].v, s.nodes[b].v, s.nodes[a].v)
	s.pair(t, s.nodes[b].out)
	s.pair(t+1, s.nodes[a].out)
	s.link(a, c, t+2)
}

// triangle adds a triangle and returns its first half-edge, from a to b.
func (s *sweep) triangle(a, b, c int32) int32 {
	s.from = append(s.from, a, b, c)
	s.twin = append(s.twin, none, none, none)
	return int32(len(s.from) - 3)
}

// pair makes half-edge h the other side of what a link says.
func (s *sweep) pair(h, out int32) {
	if out <= cutMark {
		d := cutMark - out
		if out = s.cuts[d]; out == none {
			s.cuts[d] = h
			return
		}
	}
	if out >= 0 {
		s.twin[h], s.twin[out] = out, h
	}
}
