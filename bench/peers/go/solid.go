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
