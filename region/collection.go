// SPDX-License-Identifier: MIT

package region

import (
	"cmp"
	"fmt"
	"slices"

	"daylight/internal/exact"
)

// NewShape makes a shape of an area, which may be nil, and of lines, grown by a radius that is
// finite and not negative: all that lies in the area, on a line, or within the radius of them. The
// area is a Region: New makes one of several polygons, which may touch. A line is one point, or a
// chain of points; it is closed if its last point is its first. Points that repeat the one before
// count once. NewShape copies the points.
//
// Two shapes with lines overlap if the area of one overlaps the other, or has a point of a line or
// a point of the other inside; if cores come nearer than their radii; and, without radii, if two
// lines cross at a point, so that near it one of them lies on both sides of the other. Lines that
// run along each other there only touch. It makes no difference where lines begin and end, but for
// the set of points that they are together, nor into how many segments a straight stretch of a line
// is divided. A line that is a single point is a point that the shape contains, also if it lies on
// another line.
//
// A shape that turns out to be one point, one segment or a region of one part is convex, as if
// NewConvex had made it: that is then the Core. A line without a radius that goes to and fro along
// a segment is not convex if it ends elsewhere. NewShape refuses a shape without area and lines, a
// line without points, coordinates that are not finite, and radii.
func NewShape(area *Region, lines [][]Point, radius float64) (Shape, error) {
	if err := checkRadius(radius); err != nil {
		return Shape{}, err
	}
	if len(lines) == 0 && area != nil && area.Parts() > 1 {
		return Shape{region: area, radius: radius, box: area.box}, nil
	}
	c := &collection{}
	if area != nil && area.Parts() > 0 {
		c.region = area
		for i := range area.Parts() {
			c.cores = append(c.cores, area.Part(i))
		}
	}
	for i, line := range lines {
		if len(line) == 0 {
			return Shape{}, fmt.Errorf("region: line %d: %w", i, ErrTooFewPoints)
		}
		for _, p := range line {
			if !finite(p) {
				return Shape{}, fmt.Errorf("region: line %d: point (%v, %v): %w", i, p.X, p.Y, errNotFinite)
			}
		}
		line = slices.Compact(slices.Clone(line))
		for k := range line {
			line[k] = Point{line[k].X + 0, line[k].Y + 0} // -0 becomes 0
		}
		c.lines = append(c.lines, line)
		c.cores = appendStraight(c.cores, line)
	}
	switch {
	case len(c.cores) == 0:
		return Shape{}, fmt.Errorf("region: neither an area nor lines: %w", ErrTooFewPoints)
	case len(c.cores) == 1 && (radius > 0 || len(c.cores[0]) != 2 || isBoundary(c.lines[0], c.cores[0])):
		return Shape{core: c.cores[0], radius: radius, box: boxOf(c.cores[0])}, nil
	}
	slices.SortStableFunc(c.cores, func(p, q []Point) int { return cmp.Compare(boxOf(p).MinX, boxOf(q).MinX) })
	box := boxOf(c.cores[0])
	for _, core := range c.cores {
		b := boxOf(core)
		c.boxes = append(c.boxes, b)
		box.MinX, box.MinY = min(box.MinX, b.MinX), min(box.MinY, b.MinY)
		box.MaxX, box.MaxY = max(box.MaxX, b.MaxX), max(box.MaxY, b.MaxY)
	}
	return Shape{many: c, radius: radius, box: box}, nil
}

// isBoundary reports whether a line ends where a segment does. A line that goes to and fro along
// the segment may end elsewhere.
func isBoundary(line, segment []Point) bool {
	a, b := inOrder(line[0], line[len(line)-1])
	return a == segment[0] && b == segment[1]
}

// Lines returns the lines of a shape that NewShape made of more than one segment or point,
// and of any other nil. They are read only.
func (s *Shape) Lines() [][]Point {
	if s.many == nil {
		return nil
	}
	return s.many.lines
}

// appendStraight appends the straight stretches of a line, or its only point. A line may go
// to and fro along a stretch.
func appendStraight(dst [][]Point, line []Point) [][]Point {
	if len(line) == 1 {
		return append(dst, line)
	}
	straight := func(a, b, p Point) bool { return exact.Orient(a.X, a.Y, b.X, b.Y, p.X, p.Y) == 0 }
	var runs [][2]Point // the lower end first
	last := line[0]
	for _, p := range line[1:] {
		a, b := inOrder(last, p)
		if n := len(runs) - 1; n >= 0 && straight(runs[n][0], runs[n][1], p) {
			runs[n] = joined(runs[n], [2]Point{a, b})
		} else {
			runs = append(runs, [2]Point{a, b})
		}
		last = p
	}
	// A closed line may go straight on where it begins.
	if n := len(runs) - 1; n > 0 && line[0] == last && straight(runs[0][0], runs[0][1], runs[n][0]) && straight(runs[0][0], runs[0][1], runs[n][1]) {
		runs[0] = joined(runs[0], runs[n])
		runs = runs[:n]
	}
	for _, r := range runs {
		dst = append(dst, r[:])
	}
	return dst
}

// joined is the stretch that two on one line make which meet.
func joined(r, o [2]Point) [2]Point {
	if before(o[0], r[0]) {
		r[0] = o[0]
	}
	if before(r[1], o[1]) {
		r[1] = o[1]
	}
	return r
}

// onSegment reports whether e lies on the segment from p to q.
func onSegment(p, q, e Point) bool {
	return boxOf([]Point{p, q}).Meets(Box{e.X, e.Y, e.X, e.Y}) && exact.Orient(p.X, p.Y, q.X, q.Y, e.X, e.Y) == 0
}

// eachThin calls yield with each segment and point that the shape is made of without its radius,
// beside its area, until yield returns false. It reports whether none did.
func (s *Shape) eachThin(yield func(core []Point) bool) bool {
	for i := range s.parts() {
		if core, _ := s.part(i); len(core) < 3 && !yield(core) {
			return false
		}
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
