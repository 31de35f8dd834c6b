// SPDX-License-Identifier: MIT

package pair

import (
	"math"

	"daylight/internal/kernels"
)

// core is a shape without its radius, in float64: a point, a segment or a polygon.
// A polygon's vertices and axes are read from its lanes, the others' are computed
// from the record.
type core struct {
	n      int // vertices, anticlockwise; a polygon's padding included
	axes   int // axis i belongs to the edge from vertex i
	radius float64
	reach  float64

	x, y   [4]float64 // if vx is nil
	cos    float64
	sin    float64
	hx, hy float64

	vx, vy, nx, ny, d []float32

	corners int // of a polygon whose lowest vertices are walked to, else 0; see support.go
	rise    float64
}

func (c *core) load(b *Block, k uint32) {
	rec := &b.Rec[k]
	p, q := float64(rec.P), float64(rec.Q)
	c.cos, c.sin = float64(rec.C), float64(rec.S)
	switch b.Class[k] {
	case kernels.Circle:
		c.n, c.radius = 1, p
	case kernels.Capsule:
		c.n, c.axes, c.radius, c.reach = 2, 2, q, p
		x, y := float64(p*c.cos), float64(p*c.sin)
		c.x[0], c.y[0] = -x, -y
		c.x[1], c.y[1] = x, y
	case kernels.Box:
		c.n, c.axes, c.reach = 4, 4, p+q
		c.hx, c.hy = p, q
		ux, uy := float64(p*c.cos), float64(p*c.sin)
		wx, wy := float64(-q*c.sin), float64(q*c.cos)
		c.x = [4]float64{ux - wx, ux + wx, wx - ux, -ux - wx}
		c.y = [4]float64{uy - wy, uy + wy, wy - uy, -uy - wy}
	default:
		lo, hi := int(b.Off[k]), int(b.Off[k])+int(b.Num[k])
		l := &b.Lanes
		c.vx, c.vy, c.nx, c.ny, c.d = l.VX[lo:hi], l.VY[lo:hi], l.NX[lo:hi], l.NY[lo:hi], l.D[lo:hi]
		c.n, c.axes, c.radius, c.reach = hi-lo, hi-lo, p, float64(rec.C)
		c.corners, c.rise = corners(rec, hi-lo), float64(c.reach*rise)
	}
}

// at returns vertex i.
func (c *core) at(i int) (x, y float64) {
	if c.vx != nil {
		return float64(c.vx[i]), float64(c.vy[i])
	}
	return c.x[i&3], c.y[i&3]
}

// after returns the vertex that ends the edge from vertex i. Padding makes edges of no
// length, and its last lane the one that closes the polygon.
func (c *core) after(i int) int {
	if i+1 == c.n {
		return 0
	}
	return i + 1
}

// axis returns the stored outward normal of edge i and the core's support along it.
func (c *core) axis(i int) (x, y, d float64) {
	if c.vx != nil {
		return float64(c.nx[i]), float64(c.ny[i]), float64(c.d[i])
	}
	if c.n == 2 {
		if i == 0 {
			return c.sin, -c.cos, 0
		}
		return -c.sin, c.cos, 0
	}
	switch i & 3 {
	case 0:
		return c.cos, c.sin, c.hx
	case 1:
		return -c.sin, c.cos, c.hy
	case 2:
		return -c.cos, -c.sin, c.hx
	}
	return c.sin, -c.cos, c.hy
}

// laneOf returns the first lane whose stored axis is (x, y), or -1.
func (c *core) laneOf(x, y float32) int {
	ny := c.ny[:len(c.nx)]
	for i, u := range c.nx {
		if u == x && ny[i] == y {
			return i
		}
	}
	if c.vx == nil {
		for i := range c.axes {
			if u, v, _ := c.axis(i); float32(u) == x && float32(v) == y {
				return i
			}
		}
	}
	return -1
}

// edge returns the vertices of the edge at a lane. The edge of the last vertex before padding ends
// at the first vertex.
func (c *core) edge(lane int) (i, j int) {
	i, j = lane, c.after(lane)
	if ax, ay := c.at(i); j != 0 {
		if bx, by := c.at(j); ax == bx && ay == by {
			j = 0
		}
	}
	return i, j
}

// foremost returns the lowest vertex along (x, y). ok says that all others are higher by more than
// clear.
func (c *core) foremost(x, y, clear float64) (px, py float64, ok bool) {
	least, next := math.Inf(1), math.Inf(1)
	for i := range c.n {
		vx, vy := c.at(i)
		switch p := float64(x*vx) + float64(y*vy); {
		case p < least:
			least, next, px, py = p, least, vx, vy
		case p < next && (vx != px || vy != py):
			next = p
		}
	}
	return px, py, next > least+clear
}

// normal returns the unit outward normal of the edge from vertex i, computed from
// its ends; not ok if they coincide.
func (c *core) normal(i int) (x, y float64, ok bool) {
	ax, ay := c.at(i)
	bx, by := c.at(c.after(i))
	ex, ey := bx-ax, by-ay
	ee := float64(ex*ex) + float64(ey*ey)
	if !(ee > 0) {
		return 0, 0, false
	}
	e := math.Sqrt(ee)
	return ey / e, -ex / e, true
}

// lowest is least, found from vertex at.
func (c *core) lowest(x, y float64, at int) (m float64, first int) {
	if c.corners == 0 {
		return c.least(x, y)
	}
	vx, vy := c.vx[:c.corners], c.vy[:c.corners]
	m, first = float64(x*float64(vx[at]))+float64(y*float64(vy[at])), at
	for step, last := 1, len(vx)-1; step >= -1; step -= 2 {
		for j := at; ; {
			switch j += step; j {
			case len(vx):
				j = 0
			case -1:
				j = last
			}
			p := float64(x*float64(vx[j])) + float64(y*float64(vy[j]))
			if p-c.rise > m || j == at {
				break
			}
			if p < m || p == m && j < first {
				m, first = p, j
			}
		}
	}
	return m, first
}

// toward returns a vertex that is low along (x, y), of a core with corners.
func (c *core) toward(x, y float64) int {
	if c.corners == 0 {
		return 0
	}
	at, m := 0, math.Inf(1)
	for j := 0; j < c.corners; j += 8 {
		if p := float64(x*float64(c.vx[j])) + float64(y*float64(c.vy[j])); p < m {
			m, at = p, j
		}
	}
	_, at = c.lowest(x, y, at)
	return at
}

// least returns the least dot product of (x, y) with a vertex, and the first vertex
// that has it.
func (c *core) least(x, y float64) (m float64, at int) {
	m = math.Inf(1)
	if c.vx != nil {
		vy := c.vy[:len(c.vx)]
		for i, vx := range c.vx {
			if p := float64(x*float64(vx)) + float64(y*float64(vy[i])); p < m {
				m, at = p, i
			}
		}
		return m, at
	}
	for i := 0; i < c.n; i++ {
		if p := float64(x*c.x[i&3]) + float64(y*c.y[i&3]); p < m {
			m, at = p, i
		}
	}
	return m, at
}

// around returns the vertices before and after k, which is the first lane of its
// vertex. Where padding lies between, it is passed over.
func (c *core) around(k int) (before, after int) {
	before = k - 1
	if k == 0 {
		before = c.n - 1
	}
	after = c.after(k)
	if after != 0 {
		x, y := c.at(k)
		if u, w := c.at(after); u == x && w == y {
			after = 0
		}
	}
	return before, after
}
