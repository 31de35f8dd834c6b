// SPDX-License-Identifier: MIT

package region

import (
	"cmp"
	"fmt"
	"slices"

	"daylight/internal/exact"
)

// A collection is what a shape is made of that has lines: an area perhaps, lines and points.
type collection struct {
	region *Region // of the area, or nil
	lines  [][]Point
	parts  []member // all convex cores, by the left sides of their boxes
}

// A member is one of the convex cores of a collection.
type member struct {
	core []Point
	box  Box
	line int32 // which line it is a segment of, from which point on; -1 for a part of the area
	at   int32
}

// NewCollection makes a shape of an area, which may be nil, and of lines, grown by a radius that is
// finite and not negative. A line is one point, or a chain of points; it is closed if its last
// point is its first. Points that repeat the one before count once. The area is a Region: New makes
// one of several polygons, which may touch. NewCollection copies the points.
//
// It is all that lies in the area, on a line, or within the radius of them. Two such shapes overlap
// if the area of one overlaps the other, or has a point of a line or a point of the other inside;
// if cores come nearer than their radii; and, without radii, if two lines cross at a point, so that
// near it one of them lies on both sides of the other. Lines that run along each other there only
// touch. Each line counts by itself: at its end it crosses nothing, though another line of the
// collection may go on from there. Into how many segments a line is divided makes no difference, except
// that Relate does not tell what a grown line of several segments contains.
//
// A shape that turns out to be one point, one segment or an area alone is that of NewConvex or
// OfRegion. NewCollection returns errors that wrap ErrTooFewPoints if there is no area and no line,
// or a line without points, ErrNotFinite or ErrRadius.
func NewCollection(area *Region, lines [][]Point, radius float64) (Shape, error) {
	if err := checkRadius(radius); err != nil {
		return Shape{}, err
	}
	c := &collection{}
	if area != nil && !area.Empty() {
		c.region = area
		for i := range area.Parts() {
			c.parts = append(c.parts, member{area.Part(i), area.boxes[i], -1, 0})
		}
	}
	for i, line := range lines {
		if len(line) == 0 {
			return Shape{}, fmt.Errorf("region: line %d: %w", i, ErrTooFewPoints)
		}
		for _, p := range line {
			if !finite(p) {
				return Shape{}, fmt.Errorf("region: line %d: point (%v, %v): %w", i, p.X, p.Y, ErrNotFinite)
			}
		}
		line = slices.Compact(slices.Clone(line))
		for k := range line {
			line[k] = Point{line[k].X + 0, line[k].Y + 0} // -0 becomes 0
		}
		c.lines = append(c.lines, line)
		for k := range max(len(line)-1, 1) {
			core := line[k:min(k+2, len(line))]
			c.parts = append(c.parts, member{core[:len(core):len(core)], boxOf(core), int32(i), int32(k)})
		}
	}
	switch {
	case len(c.parts) == 0:
		return Shape{}, fmt.Errorf("region: a collection without area and lines: %w", ErrTooFewPoints)
	case len(c.lines) == 0:
		return OfRegion(area, radius)
	case len(c.parts) == 1:
		return NewConvex(c.parts[0].core, radius)
	}
	slices.SortStableFunc(c.parts, func(p, q member) int { return cmp.Compare(p.box.MinX, q.box.MinX) })
	box := c.parts[0].box
	for _, p := range c.parts[1:] {
		box.MinX, box.MinY = min(box.MinX, p.box.MinX), min(box.MinY, p.box.MinY)
		box.MaxX, box.MaxY = max(box.MaxX, p.box.MaxX), max(box.MaxY, p.box.MaxY)
	}
	return Shape{many: c, radius: radius, box: box}, nil
}

// Lines returns the lines of a shape that NewCollection made of more than one segment or point,
// and of any other nil. They are read only.
func (s *Shape) Lines() [][]Point {
	if s.many == nil {
		return nil
	}
	return s.many.lines
}

// around returns the points that a line goes to from a point e of its segment k, and whether it
// goes on both ways.
func (s *Shape) around(k int, e Point) (p, q Point, both bool) {
	core, _ := s.part(k)
	if len(core) != 2 {
		return p, q, false
	}
	p, q = core[0], core[1]
	if e != p && e != q {
		return p, q, true
	}
	if s.many == nil {
		return p, q, false
	}
	m := &s.many.parts[k]
	line, at := s.many.lines[m.line], int(m.at)
	closed := line[0] == line[len(line)-1]
	switch {
	case e == q && at+2 < len(line):
		return p, line[at+2], true
	case e == q && closed:
		return p, line[1], true
	case e == p && at > 0:
		return line[at-1], q, true
	case e == p && closed:
		return line[len(line)-2], q, true
	}
	return p, q, false
}

// crossesAt reports whether the lines cross that segments i of s and k of o are of, which touch, at
// an end of one of these.
func (s *Shape) crossesAt(i int, o *Shape, k int) bool {
	a, _ := s.part(i)
	b, _ := o.part(k)
	if len(a) != 2 || len(b) != 2 {
		return false
	}
	for _, e := range [4]Point{a[0], a[1], b[0], b[1]} {
		if !onSegment(a[0], a[1], e) || !onSegment(b[0], b[1], e) {
			continue
		}
		p, q, through := s.around(i, e)
		u, v, along := o.around(k, e)
		if through && along && wedge(e, p, q, u)*wedge(e, p, q, v) < 0 {
			return true
		}
	}
	return false
}

// onSegment reports whether e lies on the segment from p to q.
func onSegment(p, q, e Point) bool {
	return boxOf([]Point{p, q}).Meets(Box{e.X, e.Y, e.X, e.Y}) && exact.Orient(p.X, p.Y, q.X, q.Y, e.X, e.Y) == 0
}

// wedge finds on which side of the way from p over e to q the ray from e to u lies: 1 at its left,
// -1 at its right, 0 if the ray runs along it.
func wedge(e, p, q, u Point) int {
	same := func(v Point) bool { // the same ray; two points on a line through e are on one if on one side
		return exact.Orient(e.X, e.Y, v.X, v.Y, u.X, u.Y) == 0 && before(e, v) == before(e, u)
	}
	if same(p) || same(q) {
		return 0
	}
	// At the left are the rays that come, counter-clockwise, after that to q and before that to p.
	afterQ := exact.Orient(e.X, e.Y, q.X, q.Y, u.X, u.Y) > 0
	beforeP := exact.Orient(e.X, e.Y, u.X, u.Y, p.X, p.Y) > 0
	left := false
	switch turn := exact.Orient(e.X, e.Y, q.X, q.Y, p.X, p.Y); {
	case turn > 0:
		left = afterQ && beforeP
	case turn < 0:
		left = afterQ || beforeP
	case before(e, p) == before(e, q): // it comes back along itself, and has no left
	default: // straight on
		left = afterQ
	}
	if left {
		return 1
	}
	return -1
}

// eachThin calls yield with each segment and point that the shape is made of without its radius,
// beside its area, until yield returns false. It reports whether none did.
func (s *Shape) eachThin(yield func(core []Point) bool) bool {
	switch {
	case s.many != nil:
		for _, line := range s.many.lines {
			for k := range max(len(line)-1, 1) {
				if !yield(line[k:min(k+2, len(line))]) {
					return false
				}
			}
		}
	case len(s.core) == 1 || len(s.core) == 2:
		return yield(s.core)
	}
	return true
}

// area returns what of a shape has an area, without its radius, or nil.
func (s *Shape) area() *Region {
	switch {
	case s.many != nil:
		return s.many.region
	case s.region != nil || len(s.core) > 2:
		return s.asRegion()
	}
	return nil
}
