// SPDX-License-Identifier: MIT

package minkowski

import "math"

func dot(ax, ay, bx, by float64) float64   { return float64(ax*bx) + float64(ay*by) }
func cross(ax, ay, bx, by float64) float64 { return float64(ax*by) - float64(ay*bx) }

// length is without overflow as long as squares are.
func length(x, y float64) float64 { return math.Sqrt(dot(x, y, x, y)) }

// nowhere is an empty extent.
var nowhere = extent{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

// hold extends b so that it holds a disc.
func (b *extent) hold(x, y, radius float64) {
	b.minX, b.maxX = min(b.minX, x-radius), max(b.maxX, x+radius)
	b.minY, b.maxY = min(b.minY, y-radius), max(b.maxY, y+radius)
}

// difference is the box of the sum of a part and the mirror image of another.
func difference(a, b *extent) *extent {
	return &extent{a.minX - b.maxX, a.minY - b.maxY, a.maxX - b.minX, a.maxY - b.minY}
}

// bound finds the boxes of all parts and the scale of their sums, and sets most to how far it is
// at most to where the bodies lie on two sides of a line along an axis, and a little more:
// what sums hold that lie farther away need not be known. It sets total to the number of corners of
// all sums, or more: parallel edges of two parts make one.
func (f *Finder) bound() {
	cores, whole := [2]extent{nowhere, nowhere}, [2]extent{nowhere, nowhere}
	var radius [2]float64
	var corners [2]int64
	for k, parts := range f.bodies {
		f.boxes[k] = f.boxes[k][:0]
		for i := range parts {
			p := &parts[i]
			one := nowhere
			for _, v := range p.Core {
				one.hold(v.X, v.Y, p.Radius)
				cores[k].hold(v.X, v.Y, 0)
				whole[k].hold(v.X, v.Y, p.Radius)
			}
			f.boxes[k] = append(f.boxes[k], one)
			radius[k] = max(radius[k], p.Radius)
			corners[k] += int64(len(p.Core))
		}
	}
	c, w := difference(&cores[0], &cores[1]), difference(&whole[0], &whole[1])
	f.scale = max(-c.minX, c.maxX, -c.minY, c.maxY, radius[0]+radius[1])
	f.most = min(-w.minX, w.maxX, -w.minY, w.maxY) + float64(f.scale*0x1p-30)
	f.total = corners[0]*int64(len(f.bodies[1])) + corners[1]*int64(len(f.bodies[0]))
}

// reaches is how far the sums of all parts reach along a direction.
func (f *Finder) reaches(nx, ny float64) float64 {
	reach := [2]float64{math.Inf(-1), math.Inf(-1)}
	for k, parts := range f.bodies {
		sign := float64(1 - 2*k)
		for i := range parts {
			p := &parts[i]
			for _, v := range p.Core {
				reach[k] = max(reach[k], float64(sign*dot(nx, ny, v.X, v.Y))+p.Radius)
			}
		}
	}
	return reach[0] + reach[1]
}

// upper reports whether an edge leads up, or straight right.
func upper(x, y float64) bool { return y > 0 || y == 0 && x > 0 }

// lowest is the lowest of points, the leftmost of these.
func lowest(p []Vec) int {
	k := 0
	for i := range p {
		if p[i].Y < p[k].Y || p[i].Y == p[k].Y && p[i].X < p[k].X {
			k = i
		}
	}
	return k
}

// add makes the sum of a and the mirror image of b, if it has an interior, and reports whether.
func (f *Finder) add(a, b *Part) bool {
	// The mirror image is the part turned by half a turn: its lowest corner is the highest.
	f.mirror = f.mirror[:0]
	for _, p := range b.Core {
		f.mirror = append(f.mirror, Vec{-p.X, -p.Y})
	}
	n, m := len(a.Core), len(f.mirror)
	i, k := lowest(a.Core), lowest(f.mirror)
	x, y := a.Core[i].X+f.mirror[k].X, a.Core[i].Y+f.mirror[k].Y
	s := sum{from: len(f.corners), radius: a.Radius + b.Radius}
	if f.loose && a.solid() && b.solid() {
		s.radius -= a.Slack + b.Slack
	}
	edge := func(p []Vec, at int) (x, y float64) {
		q := p[(at+1)%len(p)]
		return q.X - p[at%len(p)].X, q.Y - p[at%len(p)].Y
	}
	na, nb := 0, 0 // edges taken
	if n == 1 {
		na = n
	}
	if m == 1 {
		nb = m
	}
	for na < n || nb < m {
		var ex, ey, gx, gy float64
		first, second := na < n, nb < m
		if first {
			ex, ey = edge(a.Core, i+na)
		}
		if second {
			gx, gy = edge(f.mirror, k+nb)
		}
		if first && second {
			switch c := cross(ex, ey, gx, gy); {
			case upper(ex, ey) != upper(gx, gy):
				first, second = upper(ex, ey), upper(gx, gy)
			case c > 0:
				second = false
			case c < 0:
				first = false
			}
		}
		dx, dy := 0.0, 0.0
		if first {
			dx, dy, na = ex, ey, na+1
		}
		if second {
			dx, dy, nb = dx+gx, dy+gy, nb+1
		}
		if l := length(dx, dy); l > 0 {
			c := corner{x: x, y: y, nx: dy / l, ny: -dx / l}
			c.d = dot(c.nx, c.ny, x, y)
			f.corners = append(f.corners, c)
		}
		x, y = x+dx, y+dy
	}
	if len(f.corners) == s.from {
		f.corners = append(f.corners, corner{x: x, y: y})
	}
	s.to = len(f.corners)
	if s.radius <= 0 && flat(f.corners[s.from:]) {
		f.corners = f.corners[:s.from]
		return false
	}
	s.extent = nowhere
	for _, c := range f.corners[s.from:] {
		s.hold(c.x, c.y, s.radius)
	}
	f.sums = append(f.sums, s)
	return true
}

// solid reports whether a part has area.
func (p *Part) solid() bool { return len(p.Core) > 2 || p.Radius > 0 }

// flat reports whether corners have no area.
func flat(c []corner) bool {
	if len(c) < 3 {
		return true
	}
	for i := 2; i < len(c); i++ {
		if cross(c[1].x-c[0].x, c[1].y-c[0].y, c[i].x-c[0].x, c[i].y-c[0].y) != 0 {
			return false
		}
	}
	return true
}

// away is the distance of the origin from a box.
func (s *extent) away() float64 { return math.Sqrt(s.square()) }

// square is that distance times itself.
func (s *extent) square() float64 {
	x, y := max(s.minX, -s.maxX, 0), max(s.minY, -s.maxY, 0)
	return dot(x, y, x, y)
}

// holds reports whether a point lies within a box grown by a little.
func (s *extent) holds(x, y, grow float64) bool {
	return x > s.minX-grow && x < s.maxX+grow && y > s.minY-grow && y < s.maxY+grow
}

// inside reports whether a point lies within a sum grown by a little, not on its boundary.
func (f *Finder) inside(s *sum, x, y, grow float64) bool {
	if !s.holds(x, y, grow) {
		return false
	}
	c := f.corners[s.from:s.to]
	f.work += len(c)
	reach := s.radius + grow
	within := len(c) > 2
	for i := range c {
		over := dot(c[i].nx, c[i].ny, x, y) - c[i].d
		if len(c) > 1 && over >= reach {
			return false
		}
		within = within && over < 0
	}
	if within || s.radius <= 0 {
		return true
	}
	// Within reach of a corner or an edge of the core?
	for i := range c {
		px, py := x-c[i].x, y-c[i].y
		if length(px, py) < reach {
			return true
		}
		if len(c) == 1 {
			continue
		}
		q := &c[(i+1)%len(c)]
		along := cross(c[i].nx, c[i].ny, px, py)
		if along > 0 && along < length(q.x-c[i].x, q.y-c[i].y) && math.Abs(dot(c[i].nx, c[i].ny, px, py)) < reach {
			return true
		}
	}
	return false
}

// span is where a line from (x, y) along the unit vector (ux, uy) runs within a sum grown
// by a little: from lo to hi, nowhere if lo >= hi.
func (f *Finder) span(s *sum, x, y, ux, uy, grow float64) (lo, hi float64) {
	c := f.corners[s.from:s.to]
	f.work += len(c)
	if s.radius <= 0 {
		lo, hi = math.Inf(-1), math.Inf(1)
		for i := range c {
			over := dot(c[i].nx, c[i].ny, x, y) - c[i].d - s.radius - grow
			rise := dot(c[i].nx, c[i].ny, ux, uy)
			switch {
			case rise > 0:
				hi = min(hi, -over/rise)
			case rise < 0:
				lo = max(lo, -over/rise)
			case over >= 0:
				return 0, 0
			}
		}
		return lo, hi
	}
	// A convex set: from the first point within any piece of its boundary to the last.
	lo, hi = math.Inf(1), math.Inf(-1)
	reach := s.radius + grow
	for i := range c {
		px, py := c[i].x-x, c[i].y-y
		along, off := dot(px, py, ux, uy), cross(ux, uy, px, py)
		if h := float64((reach - off) * (reach + off)); h > 0 {
			h = math.Sqrt(h)
			lo, hi = min(lo, along-h), max(hi, along+h)
		}
		if len(c) == 1 {
			break
		}
		// Where the line crosses the edge moved outward by the reach.
		rise := dot(c[i].nx, c[i].ny, ux, uy)
		if rise == 0 {
			continue
		}
		t := (c[i].d + reach - dot(c[i].nx, c[i].ny, x, y)) / rise
		q := &c[(i+1)%len(c)]
		at := cross(c[i].nx, c[i].ny, x+float64(t*ux)-c[i].x, y+float64(t*uy)-c[i].y)
		if at >= 0 && at <= length(q.x-c[i].x, q.y-c[i].y) {
			lo, hi = min(lo, t), max(hi, t)
		}
	}
	return lo, hi
}
