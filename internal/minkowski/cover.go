// SPDX-License-Identifier: MIT

package minkowski

import (
	"cmp"
	"container/heap"
	"math"
)

func (c cells) Len() int      { return len(c) }
func (c cells) Swap(i, k int) { c[i], c[k] = c[k], c[i] }
func (c cells) Less(i, k int) bool {
	p, q := &c[i], &c[k]
	return cmp.Or(cmp.Compare(p.near, q.near), cmp.Compare(p.half, q.half), cmp.Compare(p.x, q.x), cmp.Compare(p.y, q.y)) < 0
}
func (c *cells) Push(x any) { *c = append(*c, x.(cell)) }
func (c *cells) Pop() any {
	last := len(*c) - 1
	x := (*c)[last]
	*c = (*c)[:last]
	return x
}

const (
	// further is how many times Effort cover may look at corners.
	further = 8
	// The curves that cross a cell are searched when its side is less than fine of that of the
	// first and few sums meet it, and at the latest when it is less than finest.
	fine, finest = 0x1p-8, 0x1p-16
	few          = 64
)

// cover makes best shorter, and returns a length such that no translation shorter than that parts
// the bodies. If it is not less than best, whole is set.
//
// It divides the square that holds all translations shorter than best into cells, the nearest to
// the origin first, and drops each that lies in one sum, since a translation in there parts
// nothing. So all points nearer than the next cell lie in sums. Where cells are small it searches
// the curves that cross them. A cell asks only about the sums that its parent meets, so the many
// sums that lie above each other at the origin are looked at a few times, and not once for each
// curve.
func (f *Finder) cover(most int) (least float64, whole bool) {
	f.work, f.listed, f.cells = 0, f.listed[:0], f.cells[:0]
	for i := range f.sums {
		f.listed = append(f.listed, int32(i))
	}
	f.seen = append(f.seen[:0], make([]bool, 2*len(f.corners))...)
	first := f.best.Length
	heap.Push(&f.cells, cell{half: first, to: len(f.listed)})
	for len(f.cells) > 0 {
		c := heap.Pop(&f.cells).(cell)
		if c.near >= f.best.Length-4*f.outset { // nothing nearer, but for rounding
			break
		}
		least = max(least, c.near)
		full := len(f.listed)+16*len(f.cells) > 4*len(f.corners)+1<<16 // about as much as corners and curves take
		if full || f.work > most || c.half < f.grown {
			return least, false
		}
		from := len(f.listed)
		if f.inOne(&c) {
			f.listed = f.listed[:from]
			continue
		}
		c.from, c.to = from, len(f.listed)
		if c.from == c.to {
			f.take(nearest(c.x, c.half), nearest(c.y, c.half))
			continue
		}
		if c.half < first*finest || c.half < first*fine && c.to-c.from <= few {
			f.within(&c, most)
		}
		h := c.half / 2
		for k := range 4 {
			x, y := c.corner(k, h)
			if near := length(nearest(x, h), nearest(y, h)); near < f.best.Length {
				heap.Push(&f.cells, cell{x, y, h, near, c.from, c.to})
			}
		}
	}
	return max(least, f.best.Length), true
}

// nearest is the number nearest to 0 of those within half of x.
func nearest(x, half float64) float64 { return x - max(-half, min(x, half)) }

// corner is one of four points that are as far from the centre of a cell in x and in y.
func (c *cell) corner(k int, far float64) (x, y float64) {
	x, y = c.x-far, c.y-far
	if k&1 != 0 {
		x = c.x + far
	}
	if k&2 != 0 {
		y = c.y + far
	}
	return x, y
}

// deepest is the depth of the two parts that overlap most, each two by themselves. No shorter
// translation parts the bodies: it lies in the sum of these two, and so leaves them overlapping.
func (f *Finder) deepest() (most float64) {
	a, b := f.bodies[0], f.bodies[1]
	for i := range a {
		for k := range b {
			if difference(&f.boxes[0][i], &f.boxes[1][k]).holds(0, 0, 0) && f.add(&a[i], &b[k]) {
				n := len(f.sums) - 1
				most = max(most, f.depth(&f.sums[n]))
				f.sums, f.corners = f.sums[:n], f.corners[:f.sums[n].from]
			}
		}
	}
	return most
}

// depth is how far the origin lies from the outside of a sum, and less than 0 if it lies there
// itself.
func (f *Finder) depth(s *sum) float64 {
	c := f.corners[s.from:s.to]
	inner, outer := math.Inf(1), math.Inf(1)
	for i := range c {
		q := &c[(i+1)%len(c)]
		along := max(0, min(-cross(c[i].nx, c[i].ny, c[i].x, c[i].y), length(q.x-c[i].x, q.y-c[i].y)))
		inner = min(inner, c[i].d)
		outer = min(outer, length(c[i].x-float64(along*c[i].ny), c[i].y+float64(along*c[i].nx)))
	}
	if len(c) > 2 && inner >= 0 {
		return s.radius + inner
	}
	return s.radius - outer
}

// inOne reports whether one sum holds all of a cell that is nearer than best. Otherwise it lists
// the sums that may meet the cell.
func (f *Finder) inOne(c *cell) bool {
	f.work += c.to - c.from
	for _, i := range f.listed[c.from:c.to] {
		within, apart := f.holds(&f.sums[i], c)
		if within {
			return true
		}
		if !apart {
			f.listed = append(f.listed, i)
		}
	}
	return false
}

// holds reports whether a sum holds all of a cell that is nearer than best, and whether it is apart
// from the cell.
func (f *Finder) holds(s *sum, c *cell) (within, apart bool) {
	grow := f.outset + f.grown // so that curves which were searched, and their crossings, are held
	if g := c.half + grow; c.x-g >= s.maxX || c.x+g <= s.minX || c.y-g >= s.maxY || c.y+g <= s.minY {
		return false, true
	}
	corners := f.corners[s.from:s.to]
	f.work += len(corners)
	reach := s.radius + grow
	within = true
	for i := range corners {
		k := &corners[i]
		if len(corners) == 1 || k.d+reach >= f.best.Length {
			continue // what lies beyond this edge is not nearer than best
		}
		over, spread := dot(k.nx, k.ny, c.x, c.y)-k.d, float64(c.half*(math.Abs(k.nx)+math.Abs(k.ny)))
		if over-spread >= reach {
			return false, true
		}
		within = within && over+spread < reach
	}
	for k := 0; k < 4 && within && s.radius > 0; k++ {
		x, y := c.corner(k, c.half)
		within = f.inside(s, x, y, grow)
	}
	return within, false
}

// within searches the curves that cross a cell, each once.
func (f *Finder) within(c *cell, most int) {
	for _, i := range f.listed[c.from:c.to] {
		s := &f.sums[i]
		for k := s.from; k < s.to && f.work <= most; k++ {
			q := &f.corners[k]
			off := math.Abs(dot(q.nx, q.ny, c.x, c.y) - q.d - s.radius)
			if s.to-s.from > 1 && off <= 2*c.half && !f.seen[2*k] {
				f.seen[2*k] = true
				f.alongEdge(&curve{sum: i, corner: int32(k - s.from)})
			}
			off = math.Abs(length(q.x-c.x, q.y-c.y) - s.radius)
			if s.radius > 0 && off <= 2*c.half && !f.seen[2*k+1] {
				f.seen[2*k+1] = true
				f.alongArc(&curve{sum: i, corner: int32(k - s.from), arc: true})
			}
		}
	}
}
