// SPDX-License-Identifier: MIT

package look

import (
	"math"

	"daylight/soa"
)

// View is a rectangle of the plane.
type View struct{ Min, Max soa.Point }

// Width is the extent in x.
func (v View) Width() float64 { return v.Max.X - v.Min.X }

// Height is the extent in y.
func (v View) Height() float64 { return v.Max.Y - v.Min.Y }

var nothing = View{Min: soa.Point{X: math.Inf(1), Y: math.Inf(1)}, Max: soa.Point{X: math.Inf(-1), Y: math.Inf(-1)}}

func (v *View) add(x, y, r float64) {
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

// Whole is a view of all shapes with some room around them. Where static shapes reach
// far beyond the others, it is a view of the others and what is right beside them.
func Whole(shapes *soa.Shapes) View {
	all, moving := nothing, nothing
	for id := range shapes.All() {
		sh, err := shapes.Shape(id)
		if err != nil {
			continue
		}
		for _, v := range sh.Vertices {
			p := sh.Pose.Transform(v)
			all.add(p.X, p.Y, sh.Radius)
			if !sh.Attrs.Static {
				moving.add(p.X, p.Y, sh.Radius)
			}
		}
	}
	if all.Width() < 0 { // no shape
		return View{Max: soa.Point{X: 1, Y: 1}}
	}
	near := beside * math.Max(moving.Width(), moving.Height())
	if moving.Width() > 0 && all.Width() > outsize*moving.Width() {
		all.Min.X, all.Max.X = math.Max(all.Min.X, moving.Min.X-near), math.Min(all.Max.X, moving.Max.X+near)
	}
	if moving.Height() > 0 && all.Height() > outsize*moving.Height() {
		all.Min.Y, all.Max.Y = math.Max(all.Min.Y, moving.Min.Y-near), math.Min(all.Max.Y, moving.Max.Y+near)
	}
	pad := 0.02 * math.Max(all.Width(), all.Height())
	if pad == 0 {
		pad = 0.5
	}
	all.Min.X, all.Min.Y = all.Min.X-pad, all.Min.Y-pad
	all.Max.X, all.Max.Y = all.Max.X+pad, all.Max.Y+pad
	return all
}
