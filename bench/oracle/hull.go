// SPDX-License-Identifier: MIT

package oracle

import (
	"math/big"
	"slices"
)

// hull returns the corners of the convex hull, counter-clockwise, with no three on a
// line: one point, two, or at least three. It reorders its argument. This is Andrew's
// monotone chain.
func hull(points []point) []point {
	slices.SortFunc(points, point.compare)
	points = slices.CompactFunc(points, func(p, q point) bool { return p.compare(q) == 0 })
	if len(points) < 3 {
		return points
	}
	lower := chain(points)
	slices.Reverse(points)
	upper := chain(points)
	// Each chain ends where the other starts.
	return slices.Concat(lower[:len(lower)-1], upper[:len(upper)-1])
}

// chain walks sorted points and keeps those at which the path turns left.
func chain(points []point) []point {
	var path []point
	for _, p := range points {
		for n := len(path); n >= 2; n-- {
			q := path[n-1]
			if q.minus(path[n-2]).cross(p.minus(q)).Sign() > 0 {
				break
			}
			path = path[:n-1]
		}
		path = append(path, p)
	}
	return path
}

// reach says how the origin lies to a hull.
type reach struct {
	sign    int      // +1 outside, 0 on the boundary or in a hull without interior, -1 inside
	squared fraction // of the distance from the boundary
	// normals are the directions in which moving the hull by the depth takes the
	// origin out of its interior or, if it is outside, the direction of the gap. Not
	// of unit length.
	normals []point
}

// origin returns how the origin lies to a hull.
func origin(h []point) reach {
	switch {
	case len(h) == 1:
		return fromPoint(h[0])
	case len(h) == 2:
		return fromSegment(h[0], h[1])
	case !inside(h):
		return fromOutside(h)
	}
	return fromInside(h)
}

func fromPoint(p point) reach {
	squared := fraction{p.dot(p), big.NewInt(1)}
	if squared.num.Sign() == 0 {
		// Every direction will do; (1, 0) stands for them all.
		return reach{0, squared, []point{{big.NewInt(1), new(big.Int)}}}
	}
	return reach{1, squared, []point{p}}
}

func fromSegment(p, q point) reach {
	r := closest(p, q)
	if r.sign != 0 {
		return r
	}
	along := q.minus(p)
	r.normals = []point{along.left(), along.left().negated()}
	// At an end every direction of a half circle will do; its middle is listed.
	if p.dot(p).Sign() == 0 {
		r.normals = append(r.normals, along)
	}
	if q.dot(q).Sign() == 0 {
		r.normals = append(r.normals, along.negated())
	}
	return r
}

// inside says whether the origin is in the closed polygon: left of, or on, every edge.
func inside(h []point) bool {
	for i, p := range h {
		if p.cross(h[(i+1)%len(h)]).Sign() < 0 {
			return false
		}
	}
	return true
}

// fromOutside takes the closest of all edges. The hull is convex, so the closest point
// is one point; two edges may share it and then agree about the direction.
func fromOutside(h []point) reach {
	best := closest(h[len(h)-1], h[0])
	for i := range h[1:] {
		if r := closest(h[i], h[i+1]); r.squared.cmp(best.squared) < 0 {
			best = r
		}
	}
	return best
}

// fromInside takes the closest of the lines through all edges, which for a point
// inside is the closest of the edges. Edges that tie are all kept.
func fromInside(h []point) reach {
	var best reach
	for i, p := range h {
		q := h[(i+1)%len(h)]
		along := q.minus(p)
		c := p.cross(q)
		squared := fraction{new(big.Int).Mul(c, c), along.dot(along)}
		order := -1
		if i > 0 {
			order = squared.cmp(best.squared)
		}
		// The outward normal is to the right; the hull must go the other way.
		switch {
		case order < 0:
			best = reach{-c.Sign(), squared, []point{along.left()}}
		case order == 0:
			best.normals = append(best.normals, along.left())
		}
	}
	return best
}

// closest is the reach of the origin to the segment from p to q, two different points.
// If the origin is on the segment there are no normals.
func closest(p, q point) reach {
	along := q.minus(p)
	length := along.dot(along)
	t := p.dot(along)
	t.Neg(t) // the foot of the origin is at p + along*t/length
	switch {
	case t.Sign() <= 0:
		return corner(p)
	case t.Cmp(length) >= 0:
		return corner(q)
	}
	c := p.cross(q)
	if c.Sign() == 0 {
		return reach{sign: 0, squared: fraction{c, length}}
	}
	normal := along.left()
	if c.Sign() > 0 { // the origin is on the left
		normal = normal.negated()
	}
	return reach{1, fraction{new(big.Int).Mul(c, c), length}, []point{normal}}
}

func corner(p point) reach {
	r := fromPoint(p)
	if r.sign == 0 {
		r.normals = nil
	}
	return r
}
