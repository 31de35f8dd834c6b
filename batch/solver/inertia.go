// SPDX-License-Identifier: MIT

package solver

import (
	"math"

	"daylight/internal/kernels"
	"daylight/internal/store"
)

// extent is how the area of a shape is distributed.
type extent struct {
	id     uint64  // the shape's
	area   float64 // 0 for points and segments
	x, y   float64 // its centroid, in local coordinates
	spread float64 // the mean square of distances from the centroid: moment of inertia by mass
}

// extentOf finds the extent of the shape in slot i. Its parts are rectangles, triangles and sectors
// of circles, for which moments have closed forms; those of a polygon are sums over its edges (J.
// J. Tuma, "Engineering Mathematics Handbook", and D. Eberly, "Polyhedral Mass Properties", 2002,
// have them all).
func extentOf(c *store.Columns, i uint32) extent {
	p, q := float64(c.P[i]), float64(c.Q[i])
	e := extent{id: c.ID[i]}
	switch c.Class[i] {
	case kernels.Circle:
		e.area, e.spread = float64(math.Pi*float64(p*p)), float64(p*p)/2
	case kernels.Box:
		e.area, e.spread = 4*float64(p*q), (float64(p*p)+float64(q*q))/3
	case kernels.Capsule:
		h, r := p, q
		if e.spread = float64(h*h) / 3; r > 0 {
			middle, ends := float64(4*float64(h*r)), float64(math.Pi*float64(r*r))
			e.area = middle + ends
			second := float64(middle*(float64(h*h)+float64(r*r)))/3 + float64(ends*(float64(float64(r*r)/2)+float64(h*h))) + float64(float64(8*h)*float64(float64(r*r)*r))/3
			e.spread = second / e.area
		}
	case kernels.Polygon:
		lo, hi := c.Off[i], c.Off[i]+c.Num[i]
		var m moments
		m.polygon(c.Local.VX[lo:hi], c.Local.VY[lo:hi], p)
		e.area, e.x, e.y = m.area, m.x/m.area, m.y/m.area
		e.spread = max(m.second/m.area-(float64(e.x*e.x)+float64(e.y*e.y)), 0)
		e.x, e.y = e.x+float64(c.Local.VX[lo]), e.y+float64(c.Local.VY[lo])
	}
	return e
}

// moments are the area of a figure and its integrals of x, y and x²+y².
type moments struct{ area, x, y, second float64 }

// add adds a part with an area, a centroid, and a second moment about that.
func (m *moments) add(area, x, y, own float64) {
	m.area += area
	m.x += float64(area * x)
	m.y += float64(area * y)
	m.second += own + float64(area*(float64(x*x)+float64(y*y)))
}

// polygon adds a polygon, given by its vertices and grown by a radius. The last vertex may be
// repeated. Moments are about the first vertex.
func (m *moments) polygon(vx, vy []float32, radius float64) {
	vertex := func(k int) (x, y float64) {
		k %= len(vx)
		return float64(vx[k]) - float64(vx[0]), float64(vy[k]) - float64(vy[0])
	}
	var firstX, firstY, lastX, lastY float64 // normals
	r3 := float64(float64(radius*radius)*radius) / 3
	corner := func(x, y, ax, ay, bx, by float64) {
		turn := angle(ax, ay, bx, by)
		area := float64(float64(float64(turn*radius)*radius) / 2)
		sx, sy := float64(r3*(by-ay)), float64(r3*(ax-bx)) // first moments about the vertex
		m.area += area
		m.x += float64(area*x) + sx
		m.y += float64(area*y) + sy
		m.second += float64(float64(float64(area*radius)*radius)/2) + float64(2*(float64(x*sx)+float64(y*sy))) + float64(area*(float64(x*x)+float64(y*y)))
	}
	for k := range vx {
		px, py := vertex(k)
		qx, qy := vertex(k + 1)
		cross := float64(px*qy) - float64(py*qx)
		m.area += float64(cross / 2)
		m.x += float64(cross*(px+qx)) / 6
		m.y += float64(cross*(py+qy)) / 6
		m.second += float64(cross*((float64(px*px)+float64(py*py))+(float64(px*qx)+float64(py*qy))+(float64(qx*qx)+float64(qy*qy)))) / 12
		ex, ey := qx-px, qy-py
		long := math.Sqrt(float64(ex*ex) + float64(ey*ey))
		if radius == 0 || long == 0 {
			continue
		}
		nx, ny := ey/long, -ex/long
		m.add(float64(long*radius), float64((px+qx)/2)+float64(float64(nx*radius)/2), float64((py+qy)/2)+float64(float64(ny*radius)/2),
			float64(float64(long*radius)*(float64(long*long)+float64(radius*radius)))/12)
		if lastX == 0 && lastY == 0 {
			firstX, firstY = nx, ny
		} else {
			corner(px, py, lastX, lastY, nx, ny)
		}
		lastX, lastY = nx, ny
	}
	if radius > 0 {
		corner(0, 0, lastX, lastY, firstX, firstY)
	}
}

// angle is that between two unit vectors, at most pi, to 1e-9. It is halved four times; then a
// sine's series tells it.
func angle(ax, ay, bx, by float64) float64 {
	for range 4 {
		bx, by = ax+bx, ay+by
		long := math.Sqrt(float64(bx*bx) + float64(by*by))
		if long < 0x1p-20 { // opposite
			bx, by, long = -ay, ax, 1
		}
		bx, by = bx/long, by/long
	}
	dx, dy := bx-ax, by-ay
	s := (float64(dx*dx) + float64(dy*dy)) / 4 // the square of the sine of half the angle
	return float64(32*math.Sqrt(s)) * (1 + float64(s*(1.0/6+float64(s*(3.0/40+float64(s*(15.0/336)))))))
}
