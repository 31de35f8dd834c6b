// SPDX-License-Identifier: MIT

package region

import (
	"slices"

	"daylight/internal/exact"
)

// A ray is a way on which a line leaves a point where it touches one of another shape.
type ray struct {
	e, to Point
	other bool // a line of the other shape
}

// appendRays appends the rays of two segments that touch, from where one of them ends on the other.
func appendRays(dst []ray, a, b []Point) []ray {
	for _, e := range [4]Point{a[0], a[1], b[0], b[1]} {
		if !onSegment(a[0], a[1], e) || !onSegment(b[0], b[1], e) {
			continue
		}
		for side, s := range [2][]Point{a, b} {
			for _, to := range s {
				if to != e {
					dst = append(dst, ray{e, to, side == 1})
				}
			}
		}
	}
	return dst
}

// linesCross reports whether lines cross at a point from which the rays go: whether the rays of one shape
// lie in more than one of the sectors between those of the other, which have them as their sides.
// If all lie in one, a small translation parts the lines near the point; else none does.
func linesCross(rays []ray) bool {
	slices.SortFunc(rays, func(r, q ray) int {
		if c := comparePoints(r.e, q.e); c != 0 {
			return c
		}
		return r.compare(q)
	})
	for len(rays) > 0 {
		n := 1
		for n < len(rays) && rays[n].e == rays[0].e {
			n++
		}
		if crossAt(rays[:n]) {
			return true
		}
		rays = rays[n:]
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

// crossAt is linesCross for rays from one point, in order.
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
