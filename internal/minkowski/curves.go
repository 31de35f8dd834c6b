// SPDX-License-Identifier: MIT

package minkowski

import (
	"cmp"
	"math"
	"slices"
)

// list makes the curves, nearest first.
func (f *Finder) list() {
	f.curves = f.curves[:0]
	for i := range f.sums {
		s := &f.sums[i]
		c := f.corners[s.from:s.to]
		for k := range c {
			if len(c) > 1 {
				x, y, along, long := f.edge(s, k)
				t := min(max(along, 0), long)
				near := length(x-float64(t*c[k].ny), y+float64(t*c[k].nx))
				if near < f.best.Length {
					f.curves = append(f.curves, curve{int32(i), int32(k), false, near})
				}
			}
			if s.radius > 0 {
				// The nearest point of the whole circle.
				near := math.Abs(length(c[k].x, c[k].y) - s.radius - f.outset)
				if near < f.best.Length {
					f.curves = append(f.curves, curve{int32(i), int32(k), true, near})
				}
			}
		}
	}
	slices.SortFunc(f.curves, func(a, b curve) int {
		return cmp.Or(cmp.Compare(a.near, b.near), cmp.Compare(a.sum, b.sum), cmp.Compare(a.corner, b.corner))
	})
}

// edge gives where an edge moved outward begins, how far along it the point of its line
// nearest to the origin lies, and its length.
func (f *Finder) edge(s *sum, k int) (x, y, along, long float64) {
	c := &f.corners[s.from+k]
	q := &f.corners[s.from+(k+1)%(s.to-s.from)]
	r := s.radius + f.outset
	x, y = c.x+float64(r*c.nx), c.y+float64(r*c.ny)
	return x, y, -cross(c.nx, c.ny, x, y), length(q.x-c.x, q.y-c.y)
}

// take notes a translation if it is the shortest so far.
func (f *Finder) take(x, y float64) {
	if l := length(x, y); l < f.best.Length {
		f.best.X, f.best.Y, f.best.Length = x, y, l
	}
}

// alongEdge looks for the nearest point of an edge that no other sum covers.
func (f *Finder) alongEdge(c *curve) {
	own := &f.sums[c.sum]
	k := &f.corners[own.from+int(c.corner)]
	x, y, foot, long := f.edge(own, int(c.corner))
	ux, uy := -k.ny, k.nx
	start := min(max(foot, 0), long)
	// The stretch of it that is nearer than what is known.
	off := dot(k.nx, k.ny, x, y)
	wide := math.Sqrt(max(0, float64((f.best.Length-off)*(f.best.Length+off))))
	first, last := max(0, foot-wide), min(long, foot+wide)
	x0, y0, x1, y1 := x+float64(first*ux), y+float64(first*uy), x+float64(last*ux), y+float64(last*uy)
	minX, maxX, minY, maxY := min(x0, x1)-f.outset, max(x0, x1)+f.outset, min(y0, y1)-f.outset, max(y0, y1)+f.outset
	f.spans = f.spans[:0]
	f.work += len(f.sums)
	for i := range f.sums {
		s := &f.sums[i]
		if int32(i) == c.sum || s.minX > maxX || s.maxX < minX || s.minY > maxY || s.maxY < minY {
			continue
		}
		if lo, hi := f.span(s, x, y, ux, uy, f.grown); lo < hi && lo < long && hi > 0 {
			f.spans = append(f.spans, span{lo, hi})
		}
	}
	slices.SortFunc(f.spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi)) })
	// The block of spans, one reaching into the next, that start lies in.
	lo, hi, found := math.Inf(-1), math.Inf(-1), false
	for _, s := range f.spans {
		if s.lo >= hi {
			if lo < start && start < hi {
				break
			}
			lo = s.lo
		}
		hi = max(hi, s.hi)
		found = lo < start && start < hi
	}
	if !found {
		lo, hi = start, start
	}
	for _, t := range [2]float64{lo, hi} {
		if t >= 0 && t <= long {
			f.take(x+float64(t*ux), y+float64(t*uy))
		}
	}
}

// alongArc looks for the nearest point of an arc that no other sum covers: that nearest to
// the origin, one of its ends, or where it comes out of another sum.
func (f *Finder) alongArc(c *curve) {
	own := &f.sums[c.sum]
	corners := f.corners[own.from:own.to]
	k := &corners[c.corner]
	before := &corners[(int(c.corner)+len(corners)-1)%len(corners)]
	r := own.radius + f.outset
	f.translations = f.translations[:0]
	add := func(nx, ny float64) { // a direction from the corner
		if len(corners) > 1 {
			// Between the normals: less than half a turn for polygons, half for segments.
			if len(corners) == 2 {
				if cross(before.nx, before.ny, nx, ny) < 0 {
					return
				}
			} else if cross(before.nx, before.ny, nx, ny) < 0 || cross(nx, ny, k.nx, k.ny) < 0 {
				return
			}
		}
		x, y := k.x+float64(r*nx), k.y+float64(r*ny)
		if l := length(x, y); l < f.best.Length {
			f.translations = append(f.translations, translation{x, y, l})
		}
	}
	if l := length(k.x, k.y); l > 0 {
		add(-k.x/l, -k.y/l)
	} else {
		add(1, 0)
	}
	if len(corners) > 1 {
		add(before.nx, before.ny)
		add(k.nx, k.ny)
	}
	for i := range f.sums {
		s := &f.sums[i]
		if int32(i) == c.sum || s.minX-f.outset > k.x+r || s.maxX+f.outset < k.x-r || s.minY-f.outset > k.y+r || s.maxY+f.outset < k.y-r {
			continue
		}
		// A little beyond what covered asks about.
		reach := s.radius + f.grown
		o := f.corners[s.from:s.to]
		f.work += len(o)
		for j := range o {
			if len(o) > 1 {
				// n.(k + r u) = d + reach
				if h := (o[j].d + reach - dot(o[j].nx, o[j].ny, k.x, k.y)) / r; h > -1 && h < 1 {
					w := math.Sqrt(float64((1 - h) * (1 + h)))
					add(float64(h*o[j].nx)-float64(w*o[j].ny), float64(h*o[j].ny)+float64(w*o[j].nx))
					add(float64(h*o[j].nx)+float64(w*o[j].ny), float64(h*o[j].ny)-float64(w*o[j].nx))
				}
			}
			if s.radius > 0 {
				dx, dy := o[j].x-k.x, o[j].y-k.y
				l := length(dx, dy)
				if l == 0 {
					continue
				}
				// |r u - (dx, dy)| = reach
				h := (float64(r*r) + float64(l*l) - float64(reach*reach)) / (2 * float64(r*l))
				if h > -1 && h < 1 {
					w := math.Sqrt(float64((1 - h) * (1 + h)))
					ex, ey := dx/l, dy/l
					add(float64(h*ex)-float64(w*ey), float64(h*ey)+float64(w*ex))
					add(float64(h*ex)+float64(w*ey), float64(h*ey)-float64(w*ex))
				}
			}
		}
	}
	slices.SortFunc(f.translations, func(a, b translation) int {
		return cmp.Or(cmp.Compare(a.length, b.length), cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y))
	})
	for _, w := range f.translations {
		if !f.covered(w.x, w.y, f.grown/2) {
			f.take(w.x, w.y)
			return
		}
	}
}

// covered reports whether a point lies in any sum grown by a little.
func (f *Finder) covered(x, y, grow float64) bool {
	for i := range f.sums {
		if f.inside(&f.sums[i], x, y, grow) {
			return true
		}
	}
	return false
}
