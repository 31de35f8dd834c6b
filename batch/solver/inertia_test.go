// SPDX-License-Identifier: MIT

package solver

import (
	"math"
	"testing"

	"daylight/internal/must"
	"daylight/internal/store"
	"daylight/soa"
)

// TestExtent: area, centroid and mean square distance of every kind of shape equal those of a fine
// grid of points in the shape.
func TestExtent(t *testing.T) {
	s := soa.New()
	at := soa.At(3, 4, 1)
	must.Get(s.AddCircle(at, 0.7, soa.Attrs{}))(t)
	must.Get(s.AddBox(at, 0.7, 0.3, soa.Attrs{}))(t)
	must.Get(s.AddCapsule(at, 0.6, 0.25, soa.Attrs{}))(t)
	must.Get(s.AddRoundedBox(at, 0.5, 0.3, 0.2, soa.Attrs{}))(t)
	must.Get(s.AddPolygon(at, []soa.Point{{X: -0.5, Y: -0.4}, {X: 0.8, Y: -0.1}, {X: 0.1, Y: 0.6}}, 0, soa.Attrs{}))(t)
	must.Get(s.AddPolygon(at, []soa.Point{{X: 0.2, Y: 0.1}, {X: 0.8, Y: 0.1}, {X: 0.9, Y: 0.5}, {X: 0.5, Y: 0.8}, {X: 0.1, Y: 0.6}}, 0.1, soa.Attrs{}))(t)
	must.Get(s.AddPolygon(at, []soa.Point{{X: -0.9, Y: 0}, {X: 0.9, Y: -0.01}, {X: 0.9, Y: 0.01}}, 0.05, soa.Attrs{}))(t)
	cols := store.Of(s).Columns()
	for i := range cols.Class {
		shape := must.Get(s.Shape(soa.ID(cols.ID[i])))(t)
		e := extentOf(&cols, uint32(i))
		const n = 1500
		var sum moments
		step := 2.4 / n
		for u := range n {
			for v := range n {
				x, y := -1.2+(float64(u)+0.5)*step, -1.2+(float64(v)+0.5)*step
				if within(shape, x, y) {
					sum.add(step*step, x, y, 0)
				}
			}
		}
		x, y := sum.x/sum.area, sum.y/sum.area
		spread := sum.second/sum.area - x*x - y*y
		if math.Abs(e.area-sum.area) > 3e-3*sum.area || math.Hypot(e.x-x, e.y-y) > 5e-4 || math.Abs(e.spread-spread) > 3e-3*spread {
			t.Errorf("%v of %v: area %v, centroid %v, %v, spread %v; a grid has %v, %v, %v, %v", shape.Class, shape.Vertices, e.area, e.x, e.y, e.spread, sum.area, x, y, spread)
		}
	}
	if e := extentOf(&cols, 0); e.spread != float64(cols.P[0])*float64(cols.P[0])/2 {
		t.Errorf("a disc's spread is %v", e.spread)
	}
	// A segment has no area, but a spread; a point has neither.
	s = soa.New()
	must.Get(s.AddCapsule(at, 3, 0, soa.Attrs{}))(t)
	must.Get(s.AddCircle(at, 0, soa.Attrs{}))(t)
	cols = store.Of(s).Columns()
	if e, p := extentOf(&cols, 0), extentOf(&cols, 1); e.area != 0 || e.spread != 3 || p.area != 0 || p.spread != 0 {
		t.Errorf("segment %+v, point %+v", e, p)
	}
}

// within reports whether a local point lies in a shape: in its core, or within the radius of an
// edge.
func within(s soa.Shape, x, y float64) bool {
	in := len(s.Vertices) > 2
	for k, p := range s.Vertices {
		q := s.Vertices[(k+1)%len(s.Vertices)]
		ex, ey := q.X-p.X, q.Y-p.Y
		in = in && ex*(y-p.Y)-ey*(x-p.X) >= 0
		u := 0.0
		if l := ex*ex + ey*ey; l > 0 {
			u = min(max((ex*(x-p.X)+ey*(y-p.Y))/l, 0), 1)
		}
		if math.Hypot(x-p.X-u*ex, y-p.Y-u*ey) <= s.Radius {
			return true
		}
	}
	return in
}

// TestAngle: from 0 to pi, to 1e-7.
func TestAngle(t *testing.T) {
	for k := range 1001 {
		a := math.Pi * float64(k) / 1000
		if got := angle(1, 0, math.Cos(a), math.Sin(a)); math.Abs(got-a) > 1e-7 {
			t.Errorf("angle %v, want %v", got, a)
		}
	}
}
