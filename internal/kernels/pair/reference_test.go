// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"sort"
	"testing"

	"daylight/internal/kernels"
)

// reference is the signed distance by the definition: the Minkowski difference of
// the cores is built, and the distance of the origin from its boundary measured,
// negative inside; less the radii. It shares no idea with the kernels but the
// definition: no axes, no features, no supports.
func reference(a, b testShape) float64 {
	h := difference(a, b)
	least, inside := math.Inf(1), false
	for i, u := range h {
		v := h[(i+1)%len(h)]
		least = min(least, segmentDistance(u, v))
		// A ray from the origin along +x leaves the hull through an odd number of
		// edges if it starts inside.
		if (u[1] > 0) != (v[1] > 0) {
			if u[0]*(v[1]-u[1])-u[1]*(v[0]-u[0]) > 0 == (v[1] > u[1]) {
				inside = !inside
			}
		}
	}
	if inside {
		least = -least
	}
	return least - a.radius() - b.radius()
}

// segmentDistance is the distance of the origin from the segment uv.
func segmentDistance(u, v [2]float64) float64 {
	ex, ey := v[0]-u[0], v[1]-u[1]
	ee := ex*ex + ey*ey
	t := -(u[0]*ex + u[1]*ey)
	switch {
	case t <= 0 || ee == 0:
		return math.Hypot(u[0], u[1])
	case t >= ee:
		return math.Hypot(v[0], v[1])
	}
	return math.Abs(u[0]*ey-u[1]*ex) / math.Sqrt(ee)
}

// difference returns the corners of B - A, anticlockwise: it starts where both
// polygons are lowest, and then follows the edges of both in order of direction.
func difference(a, b testShape) [][2]float64 {
	var edges [][2]float64
	x, y := b.x-a.x, b.y-a.y
	for turn, pts := range [2][][2]float64{b.corners(), a.corners()} {
		if turn == 1 {
			for i := range pts {
				pts[i] = [2]float64{-pts[i][0], -pts[i][1]}
			}
		}
		low := pts[0]
		for i, u := range pts {
			if u[1] < low[1] || u[1] == low[1] && u[0] < low[0] {
				low = u
			}
			v := pts[(i+1)%len(pts)]
			if e := [2]float64{v[0] - u[0], v[1] - u[1]}; e != [2]float64{} {
				edges = append(edges, e)
			}
		}
		x, y = x+low[0], y+low[1]
	}
	direction := func(e [2]float64) float64 {
		if t := math.Atan2(e[1], e[0]); t >= 0 {
			return t
		} else {
			return t + 2*math.Pi
		}
	}
	sort.SliceStable(edges, func(i, j int) bool { return direction(edges[i]) < direction(edges[j]) })
	h := [][2]float64{{x, y}}
	for i, e := range edges {
		if i+1 < len(edges) {
			x, y = x+e[0], y+e[1]
			h = append(h, [2]float64{x, y})
		}
	}
	return h
}

// bound is the error bound for a pair.
func bound(a, b testShape) float64 {
	return float64(ErrorBound(float32(a.reach() + b.reach() + math.Abs(b.x-a.x) + math.Abs(b.y-a.y))))
}

func TestReferenceKnowsItsGeometry(t *testing.T) {
	unit := testShape{class: kernels.Box, c: 1, p: 1, q: 1}
	at := func(s testShape, x, y float64) testShape { s.x, s.y = x, y; return s }
	disc := testShape{class: kernels.Circle, p: 0.5}
	for _, tt := range []struct {
		a, b testShape
		want float64
	}{
		{unit, at(unit, 3, 0), 1},
		{unit, at(unit, 5, 6), 5},
		{unit, at(unit, 2, 0), 0},
		{unit, at(unit, 0.5, 0), -1.5},
		{unit, unit, -2},
		{unit, at(disc, 0, 0), -1.5},
		{unit, at(disc, 4, 5), 4.5},
		{disc, disc, -1},
		{testShape{class: kernels.Capsule, c: 1, p: 1}, testShape{class: kernels.Capsule, c: 1, p: 1, x: 5}, 3},
		{testShape{class: kernels.Capsule, c: 1, p: 1}, testShape{class: kernels.Capsule, s: 1, p: 1, x: 0.75}, -0.25},
	} {
		if got := reference(tt.a, tt.b); math.Abs(got-tt.want) > 1e-15 {
			t.Errorf("reference(%v, %v) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}
