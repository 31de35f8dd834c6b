// SPDX-License-Identifier: MIT

package region

import (
	"cmp"
	"slices"
)

// merge makes convex parts of triangles: it removes a cut if the two parts together are convex at
// both ends. That leaves at most four times as many parts as there must be (Hertel and Mehlhorn,
// 1985), as each corner of the outline that is not convex keeps at most two cuts for its own sake,
// and one cut can serve two.
type merge struct {
	next, prev []int32 // half-edges of the part
	removed    []bool  // half-edges that are removed, or that parts has visited

	corners []int32
	first   []part
}

// A part has corners[from:to], low the leftmost.
type part struct{ low, from, to int32 }

// run takes the triangles of a sweep.
func (m *merge) run(s *sweep) {
	n := len(s.from)
	m.next = slices.Grow(m.next[:0], n)[:n]
	m.prev = slices.Grow(m.prev[:0], n)[:n]
	m.removed = append(m.removed[:0], make([]bool, n)...)
	for t := int32(0); t < int32(n); t += 3 {
		m.next[t], m.next[t+1], m.next[t+2] = t+1, t+2, t
		m.prev[t], m.prev[t+1], m.prev[t+2] = t+2, t, t+1
	}
	// A flat triangle goes to its neighbour across its longest side, which stays convex.
	for _, t := range s.flat {
		low := t + 1 // half-edge from the leftmost of the three to the rightmost, or back
		if s.from[t] < s.from[t+1] {
			low = t + 2
		}
		if g := s.twin[low]; g >= 0 && !m.removed[low] {
			m.take(low, g)
		}
	}
	for h, g := range s.twin {
		if m.removed[h] {
			continue
		}
		if h := int32(h); g > h && m.convex(s, h, g) && m.convex(s, g, h) {
			m.take(h, g)
		}
	}
}

// convex reports whether the corner at the beginning of h stays convex, or becomes
// straight, without the cut h and its other side g.
func (m *merge) convex(s *sweep, h, g int32) bool {
	return s.turn(s.from[m.prev[h]], s.from[h], s.from[m.next[m.next[g]]]) >= 0
}

func (m *merge) take(h, g int32) {
	join := func(a, b int32) { m.next[a], m.prev[b] = b, a }
	join(m.prev[h], m.next[g])
	join(m.prev[g], m.next[h])
	m.removed[h], m.removed[g] = true, true
}

// parts lists the corners of the parts, counter-clockwise, without those on a straight
// line between their neighbours, in the order of their leftmost points.
func (m *merge) parts(s *sweep) {
	m.corners, m.first = m.corners[:0], m.first[:0]
	for h := range m.next {
		if m.removed[h] {
			continue
		}
		from, low := int32(len(m.corners)), s.from[h]
		for g := int32(h); !m.removed[g]; g = m.next[g] {
			m.removed[g] = true
			if s.turn(s.from[m.prev[g]], s.from[g], s.from[m.next[g]]) > 0 {
				m.corners = append(m.corners, s.from[g])
				low = min(low, s.from[g])
			}
		}
		m.first = append(m.first, part{low, from, int32(len(m.corners))})
	}
	slices.SortFunc(m.first, func(a, b part) int {
		if c := cmp.Compare(a.low, b.low); c != 0 {
			return c
		}
		return cmp.Compare(a.from, b.from)
	})
}
