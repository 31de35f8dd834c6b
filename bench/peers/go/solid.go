// SPDX-License-Identifier: MIT

package main

import (
	"math"

	"daylight/bench/scene"
)

type vec struct{ x, y float64 }

func (a vec) dot(b vec) float64 { return a.x*b.x + a.y*b.y }

// A solid is a shape as a program without an engine would keep it: what does not
// change, and where it is in the world, all float64.
type solid struct {
	centre vec
	radius float64 // a circle, if there are no corners

	localCorners, localAxes []vec
	corners                 []vec // counter-clockwise
	// axes are the unit normals of the edges, one for each direction: an even regular
	// polygon and a box have half as many as edges.
	axes     []vec
	min, max vec
}

// newSolids makes the solids of a scene, each beside its neighbours in memory.
func newSolids(s *scene.Scene) []solid {
	all := make([]solid, s.Len())
	var corners [][2]float64
	total := 0
	for i := range all {
		total += int(s.Sides[i])
	}
	store := make([]vec, 0, 4*total)
	take := func(n int) []vec {
		k := len(store)
		store = store[:k+n]
		return store[k : k+n : k+n]
	}
	for i := range all {
		o := &all[i]
		if s.Form[i] == scene.Circle {
			o.radius = float64(s.S1[i])
			continue
		}
		corners = s.AppendCorners(corners[:0], i)
		n := len(corners)
		directions := n
		if n%2 == 0 {
			directions = n / 2
		}
		o.localCorners, o.corners = take(n), take(n)
		o.localAxes, o.axes = take(directions), take(directions)
		for k, c := range corners {
			o.localCorners[k] = vec{c[0], c[1]}
		}
		for k := range o.localAxes {
			a, b := o.localCorners[k], o.localCorners[(k+1)%n]
			length := math.Hypot(b.x-a.x, b.y-a.y)
			o.localAxes[k] = vec{(b.y - a.y) / length, (a.x - b.x) / length}
		}
	}
	place(all, s)
	return all
}

// place puts the solids where the scene has its shapes.
func place(all []solid, s *scene.Scene) {
	for i := range all {
		o := &all[i]
		o.centre = vec{float64(s.X[i]), float64(s.Y[i])}
		if len(o.corners) == 0 {
			o.min = vec{o.centre.x - o.radius, o.centre.y - o.radius}
			o.max = vec{o.centre.x + o.radius, o.centre.y + o.radius}
			continue
		}
		sin, cos := math.Sincos(float64(s.Theta[i]))
		o.min = vec{math.Inf(1), math.Inf(1)}
		o.max = vec{math.Inf(-1), math.Inf(-1)}
		for k, c := range o.localCorners {
			p := vec{o.centre.x + cos*c.x - sin*c.y, o.centre.y + sin*c.x + cos*c.y}
			o.corners[k] = p
			if p.x < o.min.x {
				o.min.x = p.x
			}
			if p.x > o.max.x {
				o.max.x = p.x
			}
			if p.y < o.min.y {
				o.min.y = p.y
			}
			if p.y > o.max.y {
				o.max.y = p.y
			}
		}
		for k, a := range o.localAxes {
			o.axes[k] = vec{cos*a.x - sin*a.y, sin*a.x + cos*a.y}
		}
	}
}

// contact says how far, and along which unit normal, to move b out of a.
type contact struct {
	depth  float64
	normal vec
}

// sat decides by the test below, and keeps depth and normal of touching pairs.
type sat struct {
	solids   []solid
	contacts []contact
}

func (d *sat) begin(solids []solid) { d.solids, d.contacts = solids, d.contacts[:0] }

func (d *sat) touch(p pair) bool {
	c, ok := collide(&d.solids[p.A], &d.solids[p.B])
	if ok {
		d.contacts = append(d.contacts, c)
	}
	return ok
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
