// SPDX-License-Identifier: MIT

package oracle

import "math"

// Touch says how well a contact point fits the shapes it is between. All distances are in
// the units of the shapes and computed in float64 from the shapes' definition alone: no
// axes, supports or clipping, only the distance of a place from a polygon's outline.
type Touch struct {
	// OutlineA and OutlineB: a contact point lies between two places, one on either core,
	// each moved along the normal by its shape's radius. This is how far these two places
	// are from the outlines of the cores.
	OutlineA, OutlineB float64
	// FromA and FromB are how far the point is outside each shape, 0 inside or on it.
	FromA, FromB float64
}

// Worst is the greater distance from an outline.
func (t Touch) Worst() float64 { return max(t.OutlineA, t.OutlineB) }

// JudgePoint measures the contact point (x, y), given relative to A's position, of shapes
// whose normal (nx, ny) leads from A to B and whose depth at the point, along the normal,
// is depth. The vertices of either shape must be in order.
func JudgePoint(a, b Shape, nx, ny, x, y, depth float64) Touch {
	length := math.Hypot(nx, ny)
	nx, ny = nx/length, ny/length
	p := [2]float64{x, y}
	along := func(d float64) [2]float64 { return [2]float64{p[0] + d*nx, p[1] + d*ny} }
	va, vb := a.around64(a.X, a.Y), b.around64(a.X, a.Y)
	return Touch{
		OutlineA: fromOutline(va, along(depth/2-a.Radius)),
		OutlineB: fromOutline(vb, along(b.Radius-depth/2)),
		FromA:    max(0, fromHull(va, p)-a.Radius),
		FromB:    max(0, fromHull(vb, p)-b.Radius),
	}
}

// around64 returns the core's vertices relative to a position.
func (s Shape) around64(x, y float64) [][2]float64 {
	vs := make([][2]float64, len(s.Vertices))
	for i, v := range s.Vertices {
		vs[i] = [2]float64{(s.X - x) + (s.C*v[0] - s.S*v[1]), (s.Y - y) + (s.S*v[0] + s.C*v[1])}
	}
	return vs
}

// fromOutline is the distance of p from the nearest edge.
func fromOutline(vs [][2]float64, p [2]float64) float64 {
	least := math.Inf(1)
	for i, u := range vs {
		least = min(least, segmentDistance(u, vs[(i+1)%len(vs)], p))
	}
	return least
}

// fromHull is the distance of p from a convex polygon, 0 inside.
func fromHull(vs [][2]float64, p [2]float64) float64 {
	for i, u := range vs {
		v := vs[(i+1)%len(vs)]
		if len(vs) < 3 || (v[0]-u[0])*(p[1]-u[1])-(v[1]-u[1])*(p[0]-u[0]) < 0 {
			return fromOutline(vs, p)
		}
	}
	return 0
}

// segmentDistance is the distance of p from the segment from u to v.
func segmentDistance(u, v, p [2]float64) float64 {
	ex, ey := v[0]-u[0], v[1]-u[1]
	px, py := p[0]-u[0], p[1]-u[1]
	ee := ex*ex + ey*ey
	switch t := px*ex + py*ey; {
	case t <= 0:
		return math.Hypot(px, py)
	case t >= ee:
		return math.Hypot(p[0]-v[0], p[1]-v[1])
	}
	return math.Abs(ex*py-ey*px) / math.Sqrt(ee)
}
