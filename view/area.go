// SPDX-License-Identifier: MIT

package view

import (
	"math"

	"daylight/soa"
)

// Area is a rectangle of the plane.
type Area struct{ Min, Max soa.Point }

func (v Area) width() float64 { return v.Max.X - v.Min.X }

func (v Area) height() float64 { return v.Max.Y - v.Min.Y }

var nothing = Area{Min: soa.Point{X: math.Inf(1), Y: math.Inf(1)}, Max: soa.Point{X: math.Inf(-1), Y: math.Inf(-1)}}

func (v Area) union(w Area) Area {
	return Area{
		Min: soa.Point{X: math.Min(v.Min.X, w.Min.X), Y: math.Min(v.Min.Y, w.Min.Y)},
		Max: soa.Point{X: math.Max(v.Max.X, w.Max.X), Y: math.Max(v.Max.Y, w.Max.Y)},
	}
}

// drawable reports whether the area has a width and a height, both finite.
func (v Area) drawable() bool {
	w, h := v.width(), v.height()
	return w > 0 && h > 0 && !math.IsInf(w, 0) && !math.IsInf(h, 0)
}

func (v Area) meets(w Area) bool {
	return v.Min.X <= w.Max.X && w.Min.X <= v.Max.X && v.Min.Y <= w.Max.Y && w.Min.Y <= v.Max.Y
}

// padded is the area with some room around it.
func (v Area) padded() Area {
	pad := 0.02 * math.Max(v.width(), v.height())
	if pad == 0 {
		pad = 0.5
	}
	return Area{Min: soa.Point{X: v.Min.X - pad, Y: v.Min.Y - pad}, Max: soa.Point{X: v.Max.X + pad, Y: v.Max.Y + pad}}
}

// add makes the area hold a circle, but for one that is nowhere.
func (v *Area) add(x, y, r float64) {
	if math.IsNaN(x) || math.IsNaN(y) || math.IsInf(x, 0) || math.IsInf(y, 0) {
		return
	}
	v.Min.X, v.Min.Y = math.Min(v.Min.X, x-r), math.Min(v.Min.Y, y-r)
	v.Max.X, v.Max.Y = math.Max(v.Max.X, x+r), math.Max(v.Max.Y, y+r)
}

// outsize is how many times as wide as all that moves a scene must be for what stands
// still, such as an endless floor, to be left outside the view.
const outsize = 3

// beside is how much of such a thing is shown, as a share of the extent of all that moves:
// a floor is to be seen below what stands on it.
const beside = 0.1

// everything is the part of the plane that shows all shapes of a snapshot, with some room around
// them. Where static shapes reach far beyond the others, it is that of the others and what is right
// beside them.
func everything(s *snapshot, c *cast) Area {
	all, moving := nothing, nothing
	for slot, id := range s.ids {
		sh, pose := &c.shapes[id.Index()], s.pose(slot)
		for _, v := range sh.Vertices {
			p := pose.Transform(v)
			all.add(p.X, p.Y, sh.Radius)
			if !s.isStatic(slot) {
				moving.add(p.X, p.Y, sh.Radius)
			}
		}
	}
	if all.width() < 0 { // no shape
		return Area{Max: soa.Point{X: 1, Y: 1}}
	}
	near := beside * math.Max(moving.width(), moving.height())
	if moving.width() > 0 && all.width() > outsize*moving.width() {
		all.Min.X, all.Max.X = math.Max(all.Min.X, moving.Min.X-near), math.Min(all.Max.X, moving.Max.X+near)
	}
	if moving.height() > 0 && all.height() > outsize*moving.height() {
		all.Min.Y, all.Max.Y = math.Max(all.Min.Y, moving.Min.Y-near), math.Min(all.Max.Y, moving.Max.Y+near)
	}
	return all.padded()
}
