// SPDX-License-Identifier: MIT

package region

import (
	"errors"
	"fmt"
	"math"

	"daylight/internal/exact"
)

// A Shape is a region or a convex core, grown by a radius: anything that a scene is made of, in
// float64 coordinates that are taken as they are. Shapes are immutable, and goroutines may
// share them. The zero value is no shape; only None, Radius, Region, Core, Bounds and Flat may
// be called for it.
type Shape struct {
	region *Region // or
	core   []Point // one point, two, or the corners of a convex polygon, counter-clockwise
	radius float64
	box    Box // of the core
}

// NewConvex returns errors that wrap ErrNotConvex, ErrRadius or ErrNotFinite, and OfRegion
// errors that wrap ErrRadius or ErrZeroArea.
var (
	ErrNotConvex = errors.New("not a convex polygon with its corners counter-clockwise, none of them on a line between others")
	ErrRadius    = errors.New("a radius must be finite and not negative")
)

func checkRadius(r float64) error {
	if r >= 0 && r <= math.MaxFloat64 {
		return nil
	}
	return fmt.Errorf("region: radius %v: %w", r, ErrRadius)
}

// NewConvex makes a shape of a core and a radius, which is finite and not negative. One point
// makes a circle, two different points a capsule (a segment if the radius is 0), and the
// corners of a convex polygon a rounded polygon. The corners must be in counter-clockwise
// order, no three of them on a line. NewConvex keeps the slice, which must not be changed
// afterwards.
func NewConvex(core []Point, radius float64) (Shape, error) {
	for _, p := range core {
		if !finite(p) {
			return Shape{}, fmt.Errorf("region: point (%v, %v): %w", p.X, p.Y, ErrNotFinite)
		}
	}
	if err := checkRadius(radius); err != nil {
		return Shape{}, err
	}
	if len(core) == 0 || len(core) == 2 && core[0] == core[1] || len(core) > 2 && !IsConvex(core) {
		return Shape{}, fmt.Errorf("region: %d corners: %w", len(core), ErrNotConvex)
	}
	return Shape{core: core, radius: radius, box: boxOf(core)}, nil
}

// IsConvex reports whether the points are the corners of a convex polygon in counter-clockwise
// order, no three of them on a line. The answer is exact. Coordinates must be finite.
func IsConvex(points []Point) bool {
	n := len(points)
	if n < 3 {
		return false
	}
	flips := 0
	p, q := points[n-2], points[n-1]
	for _, r := range points {
		if exact.Orient(p.X, p.Y, q.X, q.Y, r.X, r.Y) <= 0 {
			return false
		}
		if before(p, q) != before(q, r) {
			flips++
		}
		p, q = q, r
	}
	return flips == 2 // goes round once
}

// OfRegion makes a shape of a region that is not empty, grown by a radius that is finite and
// not negative. A region of one part becomes a convex shape: its part is then the Core, and
// Region returns nil.
func OfRegion(r *Region, radius float64) (Shape, error) {
	if err := checkRadius(radius); err != nil {
		return Shape{}, err
	}
	if r.Empty() {
		return Shape{}, &Error{Reason: ErrZeroArea}
	}
	if r.Parts() == 1 {
		return Shape{core: r.Part(0), radius: radius, box: r.box}, nil
	}
	return Shape{region: r, radius: radius, box: r.box}, nil
}

// None reports whether s is the zero value.
func (s *Shape) None() bool { return s.region == nil && s.core == nil }

// Radius returns the radius, in the unit of coordinates.
func (s *Shape) Radius() float64 { return s.radius }

// Region returns the region if the shape was made of one with more than one part, and otherwise
// nil.
func (s *Shape) Region() *Region { return s.region }

// Core returns the points of the core if the shape is convex, and otherwise nil. They are read
// only.
func (s *Shape) Core() []Point { return s.core }

// Bounds returns a box around the shape. Without a radius it is the smallest; with a radius it
// is slightly larger, since the sums are rounded outward.
func (s *Shape) Bounds() Box {
	if s.radius == 0 {
		return s.box
	}
	down := func(v float64) float64 { return math.Nextafter(v-s.radius, math.Inf(-1)) }
	up := func(v float64) float64 { return math.Nextafter(v+s.radius, math.Inf(1)) }
	return Box{down(s.box.MinX), down(s.box.MinY), up(s.box.MaxX), up(s.box.MaxY)}
}

// flat reports whether the shape is a region or polygon without radius.
func (s *Shape) flat() bool { return s.radius == 0 && (s.region != nil || len(s.core) > 2) }

// Flat reports whether the shape has an area and straight edges only: it is a region or a
// polygon without a radius. Area, Intersect and AppendIntersection are for such shapes.
func (s *Shape) Flat() bool { return s.flat() }

// asRegion returns a flat shape as a region.
func (s *Shape) asRegion() *Region {
	if s.region != nil {
		return s.region
	}
	r := &Region{
		box: s.box, boxes: []Box{s.box},
		corners: s.core, starts: []int32{0, int32(len(s.core))},
		outline: s.core, rings: []int32{0, int32(len(s.core))},
	}
	var sum exact.Sum
	addArea(&sum, s.core, 1)
	r.area = sum.Value() / 2
	return r
}

// Area returns the area of a flat shape, with the accuracy of Region.Area. For other shapes it
// leaves the radius out of account, so that a circle or a capsule has the area 0.
func (s *Shape) Area() float64 {
	if s.region != nil {
		return s.region.area
	}
	var sum exact.Sum
	addArea(&sum, s.core, 1)
	return sum.Value() / 2
}

// parts returns the number of convex cores, and part each with its bounds.
func (s *Shape) parts() int {
	if s.region != nil {
		return s.region.Parts()
	}
	return 1
}

func (s *Shape) part(i int) ([]Point, Box) {
	if s.region != nil {
		return s.region.Part(i), s.region.boxes[i]
	}
	return s.core, s.box
}

// Compare decides about two shapes, exactly. See Convex for what a Verdict means with radii.
func (s *Shape) Compare(o *Shape) Verdict { return s.compare(o, nil) }

func (s *Shape) compare(o *Shape, st *Stages) Verdict {
	switch {
	case s.region != nil && o.region != nil && s.radius == 0 && o.radius == 0:
		return st.Compare(s.region, o.region)
	case s.region == nil && o.region == nil:
		v := cores(s.core, s.box, o.core, o.box, Apart, st)
		if v == Apart || s.radius == 0 && o.radius == 0 {
			if v == Apart && (s.radius > 0 || o.radius > 0) && s.near(o) {
				return rounded(s.core, s.radius, o.core, o.radius)
			}
			return v
		}
		return Overlapping
	case !s.near(o):
		return Apart
	}
	verdict := Apart
	for i := range s.parts() {
		a, boxA := s.part(i)
		for k := range o.parts() {
			b, boxB := o.part(k)
			v := cores(a, boxA, b, boxB, Apart, st)
			if s.radius > 0 || o.radius > 0 {
				if v == Touching {
					v = Overlapping
				} else if v == Apart && nearBoxes(boxA, boxB, s.radius, o.radius) {
					v = rounded(a, s.radius, b, o.radius)
				}
			}
			if verdict = max(verdict, v); verdict == Overlapping {
				return verdict
			}
		}
	}
	// Points and segments can lie on a cut, where no part has them in its interior.
	if verdict == Touching && s.radius == 0 && o.radius == 0 {
		if s.region != nil && len(o.core) < 3 && s.region.thinInside(o.core) || o.region != nil && len(s.core) < 3 && o.region.thinInside(s.core) {
			return Overlapping
		}
	}
	return verdict
}

// near reports whether bounds meet.
func (s *Shape) near(o *Shape) bool { return nearBoxes(s.box, o.box, s.radius, o.radius) }

func nearBoxes(a, b Box, ra, rb float64) bool {
	r := float64((ra+rb)*(1+0x1p-50)) + 0x1p-1070
	return b.MinX-a.MaxX <= r && a.MinX-b.MaxX <= r && b.MinY-a.MaxY <= r && a.MinY-b.MaxY <= r
}

// thinInside reports whether a point or a segment has a point in the interior.
func (r *Region) thinInside(core []Point) bool {
	if len(core) == 2 {
		return r.entered(core[0], core[1])
	}
	p := core[0]
	for _, c := range r.cuts {
		if exact.Orient(c.a.X, c.a.Y, c.b.X, c.b.Y, p.X, p.Y) == 0 &&
			(before(c.a, p) && before(p, c.b) || before(c.b, p) && before(p, c.a)) {
			return true
		}
	}
	return false
}

// Relate finds the relations of s to o, exactly, with one limit: Contains, Covers, Within,
// CoveredBy and Equals are not looked for where the one that would contain the other is a region
// grown by a radius, unless the other is a point. There, OverlapsPartly says no more than
// Overlaps. A point on the boundary of a shape, or anywhere on a segment, is covered by it
// but not within it, and so is a segment without radius that lies in a boundary. A segment that
// has all of another contains it.
func (s *Shape) Relate(o *Shape) Relation {
	if s.flat() && o.flat() && (s.region != nil || o.region != nil) {
		return Relate(s.asRegion(), o.asRegion())
	}
	v := s.Compare(o)
	switch v {
	case Apart:
		return 0
	case Touching:
		r := Intersects | Touches
		if o.isPoint() { // on the boundary
			r |= Covers
		}
		if s.isPoint() {
			r |= CoveredBy
		}
		if s.isPoint() && o.isPoint() { // the same one
			return Intersects | Contains | Within | Covers | CoveredBy | Equals
		}
		has, isHad := o.isSegment() && s.covers(o), s.isSegment() && o.covers(s)
		if has {
			r |= Covers
		}
		if isHad {
			r |= CoveredBy
		}
		if s.isSegment() && o.isSegment() {
			if has {
				r = r&^Touches | Contains
			}
			if isHad {
				r = r&^Touches | Within
			}
			if has && isHad {
				r |= Equals
			}
		}
		return r
	}
	r := Intersects | Overlaps
	if s.covers(o) {
		r |= Contains | Covers
	}
	if o.covers(s) {
		r |= Within | CoveredBy
	}
	switch both := Covers | CoveredBy; r & both {
	case 0:
		r |= OverlapsPartly
	case both:
		r |= Equals
	}
	return r
}

func (s *Shape) isPoint() bool   { return len(s.core) == 1 && s.radius == 0 }
func (s *Shape) isSegment() bool { return len(s.core) == 2 && s.radius == 0 }

// covers reports whether no point of o lies outside s, where their interiors meet, or where o is
// a segment.
func (s *Shape) covers(o *Shape) bool {
	switch {
	case s.isPoint() || s.isSegment() && !o.isSegment():
		return false
	case o.isSegment() && s.region != nil:
		return s.radius == 0 && s.region.coversSegment(o.core[0], o.core[1])
	case o.isPoint():
		return true // it is in the interior
	case s.region == nil:
		return s.convexCovers(o)
	case s.radius > 0:
		return false
	case o.radius == 0:
		return covers(s.region, o.asRegion())
	}
	// A rounded shape is in a region that its core is in if no edge of the outline comes
	// nearer to the core than the radius. The core is, if a point of it is.
	for i := range s.region.Rings() {
		ring := s.region.Ring(i)
		edge := []Point{ring[len(ring)-1], {}}
		for _, q := range ring {
			edge[1] = q
			for k := range o.parts() {
				core, _ := o.part(k)
				if Convex(edge, 0, core, o.radius) == Overlapping {
					return false
				}
			}
			edge[0] = q
		}
	}
	for k := range o.parts() {
		core, _ := o.part(k)
		point := Shape{core: core[:1], box: boxOf(core[:1])}
		if point.Compare(s) == Apart {
			return false
		}
	}
	return true
}

// convexCovers is covers for a convex s. A core grown by r covers another grown by q if
//
//   - r >= q: the core grown by r - q has all corners of the other's core;
//   - r < q: all of these lie at least q - r inside every edge of the core.
func (s *Shape) convexCovers(o *Shape) bool {
	inside := func(p Point) bool {
		if s.radius >= o.radius {
			return s.holds(p, o.radius)
		}
		return s.deepInside(p, o.radius)
	}
	for i := range o.parts() {
		core, _ := o.part(i)
		for _, p := range core {
			if !inside(p) {
				return false
			}
		}
	}
	return true
}

// holds reports whether a point lies in the core grown by the radius less q.
func (s *Shape) holds(p Point, q float64) bool {
	if cores(s.core, s.box, []Point{p}, Box{p.X, p.Y, p.X, p.Y}, Apart, nil) != Apart {
		return true
	}
	if len(s.core) == 1 {
		return exact.DistanceToPoint(p.X, p.Y, s.core[0].X, s.core[0].Y, s.radius, -q) <= 0
	}
	a := s.core[len(s.core)-1]
	for _, b := range s.core {
		if exact.DistanceToSegment(p.X, p.Y, a.X, a.Y, b.X, b.Y, s.radius, -q) <= 0 {
			return true
		}
		a = b
	}
	return false
}

// deepInside reports whether a point lies at least q less the radius inside every edge of
// the core.
func (s *Shape) deepInside(p Point, q float64) bool {
	if len(s.core) < 3 {
		return false
	}
	a := s.core[len(s.core)-1]
	for _, b := range s.core {
		if exact.Orient(a.X, a.Y, b.X, b.Y, p.X, p.Y) < 0 || exact.DistanceToLine(p.X, p.Y, a.X, a.Y, b.X, b.Y, q, -s.radius) < 0 {
			return false
		}
		a = b
	}
	return true
}

// Intersect finds the area that two flat shapes have in common; see Intersect for regions. The
// result means nothing if one of them is not flat.
func (s *Shape) Intersect(o *Shape) Common {
	if s.region != nil || o.region != nil {
		return Intersect(s.asRegion(), o.asRegion())
	}
	var sum moments
	sum.add(s.core, s.box, o.core, o.box)
	return sum.common()
}

// AppendIntersection appends the area that two flat shapes have in common to dst, as convex
// polygons; see AppendIntersection for regions.
func (s *Shape) AppendIntersection(dst [][]Point, o *Shape) [][]Point {
	return AppendIntersection(dst, s.asRegion(), o.asRegion())
}

// CompareShapes is a.Compare(b), and adds to the counts.
func (st *Stages) CompareShapes(a, b *Shape) Verdict { return a.compare(b, st) }
