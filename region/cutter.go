// SPDX-License-Identifier: MIT

package region

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"daylight/internal/exact"
)

// cutters keeps cutters for calls to come.
var cutters = sync.Pool{New: func() any { return new(cutter) }}

// A cutter holds the memory that cutting takes, to be used again.
type cutter struct {
	points []Point // as collected, ring by ring
	ring   []ring
	ringOf []int32 // of each point
	given  []int32 // the number that each point was given with in its ring
	// turned says that points are turned by a quarter, clockwise, so that fewer edges
	// cross the sweep line.
	turned    bool
	order     []int32 // points by place: the name of a point in the sweep to that as collected
	rank      []int32 // and back
	ends      [][2]int32
	sweep     sweep
	merge     merge
	crossings int // how often edges may cross to be mended
	// The last call of bounds: whether it rounded a place where edges cross, and the least and
	// greatest winding number of a point.
	crossed      bool
	fewest, most int32
}

// A ring is points[from:to] of a cutter.
type ring struct {
	from, to      int32
	polygon, hole int  // hole is the number of the ring in its polygon
	inner         bool // it bounds a hole, not the outside
	parent        int32
	lowest        int32 // rank of its first point by place
	left          bool  // inside lies at its left as collected
}

// next returns the point after i in a ring.
func (r *ring) next(i int32) int32 {
	if i+1 == r.to {
		return r.from
	}
	return i + 1
}

// before returns the point ahead of i in a ring.
func (r *ring) before(i int32) int32 {
	if i == r.from {
		return r.to - 1
	}
	return i - 1
}

// parts merges the triangles of the sweep into parts and finishes the region.
func (c *cutter) parts(r *Region) {
	s, m := &c.sweep, &c.merge
	m.run(s)
	for h, g := range s.twin {
		if g > int32(h) && !m.removed[h] {
			r.cuts = append(r.cuts, cut{c.back(s.p[s.from[h]]), c.back(s.p[s.from[m.next[h]]])})
		}
	}
	m.parts(s)
	if c.turned {
		// In the order of their leftmost points, as they are.
		slices.SortFunc(m.first, func(a, b part) int {
			return cmp.Or(cmp.Compare(c.leftmost(a), c.leftmost(b)), cmp.Compare(a.from, b.from))
		})
	}
	r.corners = make([]Point, len(m.corners))
	r.starts = make([]int32, len(m.first)+1)
	r.boxes = make([]Box, len(m.first))
	n := 0
	for i, at := range m.first {
		for _, v := range m.corners[at.from:at.to] {
			r.corners[n] = c.back(s.p[v])
			n++
		}
		r.starts[i+1] = int32(n)
		r.boxes[i] = boxOf(r.Part(i))
	}
	if len(r.outline) > 0 {
		r.box = boxOf(r.outline)
	}
	var sum exact.Sum
	for i := range r.Rings() {
		addArea(&sum, r.Ring(i), 1)
	}
	r.area = sum.Value() / 2
}

// leftmost is the least x of a part's corners, turned back.
func (c *cutter) leftmost(p part) float64 {
	x := math.Inf(1)
	for _, v := range c.merge.corners[p.from:p.to] {
		x = min(x, 0-c.sweep.p[v].Y)
	}
	return x
}

// addArea adds twice the area of a ring, times a sign.
func addArea(sum *exact.Sum, ring []Point, sign float64) {
	p := ring[len(ring)-1]
	for _, q := range ring {
		sum.AddCross(sign*p.X, sign*p.Y, q.X, q.Y)
		p = q
	}
}

// turn turns the points if that leaves the sweep line with half as many edges to cross: the
// lengths of edges along an axis, over that of all, are their mean number. Turning by
// a quarter rounds nothing.
func (c *cutter) turn() {
	alongX, alongY := 0.0, 0.0
	for k := range c.ring {
		r := &c.ring[k]
		for i := r.from; i < r.to; i++ {
			p, q := c.points[i], c.points[r.next(i)]
			alongX += math.Abs(q.X - p.X)
			alongY += math.Abs(q.Y - p.Y)
		}
	}
	b := boxOf(c.points)
	if !(alongX*(b.MaxY-b.MinY) > 2*alongY*(b.MaxX-b.MinX)) {
		return
	}
	c.turned = true
	for i, p := range c.points {
		c.points[i] = Point{p.Y, 0 - p.X}
	}
}

// back undoes turn for a point.
func (c *cutter) back(p Point) Point {
	if c.turned {
		return Point{0 - p.Y, p.X}
	}
	return p
}
