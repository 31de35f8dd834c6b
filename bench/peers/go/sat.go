// SPDX-License-Identifier: MIT

package main

import "math"

// contact says how far, and along which unit normal, to move b out of a.
type contact struct {
	a, b   int32
	depth  float64
	normal vec
}

// collide is the textbook separating axis test. It leaves at the first axis that
// separates, allocates nothing, and looks at each direction once.
func collide(a, b *solid) (contact, bool) {
	c := contact{depth: math.Inf(1)}
	switch {
	case len(a.corners) == 0 && len(b.corners) == 0:
		d := vec{b.centre.x - a.centre.x, b.centre.y - a.centre.y}
		reach := a.radius + b.radius
		square := d.dot(d)
		if square > reach*reach {
			return c, false
		}
		distance := math.Sqrt(square)
		c.depth, c.normal = reach-distance, vec{1, 0}
		if distance > 0 {
			c.normal = vec{d.x / distance, d.y / distance}
		}
		return c, true
	case len(a.corners) == 0:
		ok := try(&c, a, b, b.axes) && try(&c, a, b, []vec{toNearest(b, a)})
		return c, ok
	case len(b.corners) == 0:
		ok := try(&c, a, b, a.axes) && try(&c, a, b, []vec{toNearest(a, b)})
		return c, ok
	}
	ok := try(&c, a, b, a.axes) && try(&c, a, b, b.axes)
	return c, ok
}

// try keeps the axis of least overlap, and reports whether none separates.
func try(c *contact, a, b *solid, axes []vec) bool {
	for _, axis := range axes {
		minA, maxA := project(a, axis)
		minB, maxB := project(b, axis)
		forward, backward := maxA-minB, maxB-minA
		if forward < 0 || backward < 0 {
			return false
		}
		if forward < c.depth {
			c.depth, c.normal = forward, axis
		}
		if backward < c.depth {
			c.depth, c.normal = backward, vec{-axis.x, -axis.y}
		}
	}
	return true
}

func project(o *solid, axis vec) (lo, hi float64) {
	if len(o.corners) == 0 {
		at := o.centre.dot(axis)
		return at - o.radius, at + o.radius
	}
	lo = o.corners[0].dot(axis)
	hi = lo
	for _, p := range o.corners[1:] {
		at := p.dot(axis)
		if at < lo {
			lo = at
		} else if at > hi {
			hi = at
		}
	}
	return lo, hi
}

// toNearest is the unit vector from a circle's centre to the nearest corner.
func toNearest(polygon, circle *solid) vec {
	best, square := vec{1, 0}, math.Inf(1)
	for _, p := range polygon.corners {
		d := vec{p.x - circle.centre.x, p.y - circle.centre.y}
		if q := d.dot(d); q < square {
			best, square = d, q
		}
	}
	if square == 0 {
		return vec{1, 0}
	}
	length := math.Sqrt(square)
	return vec{best.x / length, best.y / length}
}
