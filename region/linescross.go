// SPDX-License-Identifier: MIT

package region

import (
	"slices"

	"daylight/internal/exact"
)

// A ray is the direction in which a line leaves a point where it touches a line of another shape.
type ray struct {
	e, to Point
	other bool // a line of the other shape
}

// rays are those of all pairs of segments of two shapes that touch, each once or a few times: a
// point where many meet has no more of them than segments.
type rays struct {
	all  []ray
	from [2][]uint8 // by segment: 1<<n if the ray from its end n is there
	most int        // so many are sorted out
}

// add adds the rays of segment i of one shape and k of the other, which touch, from where one of
// them ends on the other.
func (r *rays) add(i, k int, a, b []Point) {
	for _, e := range [4]Point{a[0], a[1], b[0], b[1]} {
		if !onSegment(a[0], a[1], e) || !onSegment(b[0], b[1], e) {
			continue
		}
		for side, s := range [2][]Point{a, b} {
			n := [2]int{i, k}[side]
			for end, to := range s {
				if to == e {
					continue
				}
				if e == s[1-end] { // not within the segment
					if bit := uint8(1) << (1 - end); r.from[side][n]&bit == 0 {
						r.from[side][n] |= bit
					} else {
						continue
					}
				}
				r.all = append(r.all, ray{e, to, side == 1})
			}
		}
	}
	if len(r.all) > r.most {
		r.sort()
		r.all = slices.CompactFunc(r.all, func(p, q ray) bool { return p.e == q.e && p.other == q.other && p.compare(q) == 0 })
		r.most = max(rayRoom, 2*len(r.all))
	}
}

// rayRoom is how many rays there may be before any are sorted out.
const rayRoom = 1 << 10

// sort puts rays in order of their points, counter-clockwise.
func (r *rays) sort() {
	slices.SortFunc(r.all, func(p, q ray) int {
		if c := comparePoints(p.e, q.e); c != 0 {
			return c
		}
		if c := p.compare(q); c != 0 {
			return c
		}
		switch {
		case p.other == q.other:
			return 0
		case q.other:
			return -1
		}
		return 1
	})
}

// cross reports whether lines cross at a point from which rays go: whether the rays of one shape
// lie in more than one of the sectors between those of the other, which have them as their sides.
// If all lie in one, a small translation parts the lines near the point; else none does.
func (r *rays) cross() bool {
	r.sort()
	for all := r.all; len(all) > 0; {
		n := 1
		for n < len(all) && all[n].e == all[0].e {
			n++
		}
		if crossAt(all[:n]) {
			return true
		}
		all = all[n:]
	}
	return false
}

// compare puts rays from one point in order, counter-clockwise; 0 if they run along each other.
func (r ray) compare(q ray) int {
	switch a, b := before(r.e, r.to), before(q.e, q.to); {
	case a && !b:
		return -1
	case b && !a:
		return 1
	}
	return -exact.Orient(r.e.X, r.e.Y, r.to.X, r.to.Y, q.to.X, q.to.Y)
}

// crossAt is cross for rays from one point, in order.
func crossAt(rays []ray) bool {
	type direction struct{ own, other bool }
	var room [16]direction
	all := room[:0]
	others, first := 0, -1
	for i, r := range rays {
		if i == 0 || rays[i-1].compare(r) != 0 {
			all = append(all, direction{})
		}
		d := &all[len(all)-1]
		if r.other && !d.other {
			others++
		}
		if !r.other && first < 0 {
			first = len(all) - 1
		}
		d.own, d.other = d.own || !r.other, d.other || r.other
	}
	if first < 0 {
		return false
	}
	within := 0 // how many of the other shape are in the sector so far
	if all[first].other {
		within = 1
	}
	for k := 1; k <= len(all); k++ {
		d := all[(first+k)%len(all)]
		if d.other {
			within++
		}
		if d.own {
			if within >= others {
				return false
			}
			within = 0
			if d.other {
				within = 1
			}
		}
	}
	return true
}
