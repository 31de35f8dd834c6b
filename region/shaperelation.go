// SPDX-License-Identifier: MIT

package region

import (
	"cmp"
	"slices"

	"daylight/internal/exact"
)

// Relate returns the exact relations of s to o, with one limit. It does not test whether a region
// or a collection that is grown by a radius contains or covers anything but a point. There,
// Contains, Covers, Within, CoveredBy and Equals may be missing, and OverlapsPartly says no more
// than Overlaps. The boundary of lines is the set of points where an odd number of them end.
func (s *Shape) Relate(o *Shape) Relation {
	if s.flat() && o.flat() && s.many == nil && o.many == nil && (s.region != nil || o.region != nil) {
		return s.asRegion().relate(o.asRegion())
	}
	v := s.Compare(o)
	switch {
	case v == Apart:
		return 0
	case s.isThin() && o.isThin():
		return s.relateThin(o, s.coversThin(o), o.coversThin(s))
	case v == Touching:
		r := Intersects | Touches
		if o.isPoint() { // on the boundary
			r |= Covers
		}
		if s.isPoint() {
			r |= CoveredBy
		}
		has, isHad := o.isThin() && s.covers(o), s.isThin() && o.covers(s)
		if has {
			r |= Covers
		}
		if isHad {
			r |= CoveredBy
		}
		if (has || isHad) && s.shares(o) { // points inside of both
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
	r := overlapping(s.covers(o), o.covers(s))
	if unknown := s.radius > 0 && s.core == nil || o.radius > 0 && o.core == nil; r&OverlapsPartly != 0 && s.isThin() != o.isThin() && !unknown {
		r ^= OverlapsPartly | Crosses
	}
	return r
}

func (s *Shape) isPoint() bool   { return len(s.core) == 1 && s.radius == 0 }
func (s *Shape) isSegment() bool { return len(s.core) == 2 && s.radius == 0 }

// coversThin is covers for shapes of segments and points that have a point in common.
func (s *Shape) coversThin(o *Shape) bool {
	if !s.isPoint() || o.isPoint() {
		return o.isPoint() || s.covers(o)
	}
	for i := range o.parts() {
		if core, _ := o.part(i); len(core) > 1 || core[0] != s.core[0] {
			return false
		}
	}
	return true
}

// isThin reports whether a shape is of segments and points alone, without area and radius.
func (s *Shape) isThin() bool {
	return s.isPoint() || s.isSegment() || s.many != nil && s.many.region == nil && s.radius == 0
}

// covers reports whether no point of o lies outside s, where their interiors meet, or where o is
// a segment.
func (s *Shape) covers(o *Shape) bool {
	switch {
	case s.isPoint():
		return false
	case s.radius == 0 && o.radius == 0 && (s.many != nil || o.many != nil):
		return s.collects(o)
	case s.isSegment() && !o.isSegment():
		return false
	case s.many != nil: // grown by a radius, or to cover what is
		if s.radius > 0 || s.many.region == nil {
			return o.isPoint()
		}
		area, err := NewShape(s.many.region, nil, 0)
		return err == nil && area.covers(o)
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
				if convex(edge, 0, core, o.radius) == Overlapping {
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
	if cores(s.core, s.box, []Point{p}, Box{p.X, p.Y, p.X, p.Y}, Apart) != Apart {
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

// collects reports whether s covers o if neither has a radius: area must lie in area, a point
// anywhere, and of a segment what lies along no line of s must be in the area.
func (s *Shape) collects(o *Shape) bool {
	own := s.area()
	if other := o.area(); other != nil && (own == nil || !covers(own, other)) {
		return false
	}
	// A stretch is a part of segment k of o, or its point k, that lies on lines or points of s.
	type stretch struct {
		k    int
		a, b Point
	}
	var on []stretch
	s.eachPair(o, func(i, k int) bool {
		a, boxA := s.part(i)
		b, boxB := o.part(k)
		switch {
		case len(b) == 1 && cores(a, boxA, b, boxB, Apart) != Apart:
			on = append(on, stretch{k, b[0], b[0]})
		case len(b) == 2 && len(a) == 2 && runsAlong(a[0], a[1], b[0], b[1]):
			p, q := inOrder(a[0], a[1])
			on = append(on, stretch{k, p, q})
		}
		return true
	})
	slices.SortFunc(on, func(p, q stretch) int { return cmp.Or(cmp.Compare(p.k, q.k), comparePoints(p.a, q.a)) })
	for k := range o.parts() {
		core, _ := o.part(k)
		n := 0
		for n < len(on) && on[n].k == k {
			n++
		}
		mine := on[:n]
		on = on[n:]
		switch len(core) {
		case 1:
			if n == 0 {
				return false
			}
		case 2:
			at, end := inOrder(core[0], core[1]) // covered up to there
			for _, m := range mine {
				if before(at, m.a) && (own == nil || !own.coversSegment(at, m.a)) {
					return false
				}
				if before(at, m.b) {
					at = m.b
				}
			}
			if before(at, end) && (own == nil || !own.coversSegment(at, end)) {
				return false
			}
		}
	}
	return true
}

// shares reports whether lines of s and o have more than single points in common, or points of
// theirs are the same.
func (s *Shape) shares(o *Shape) bool {
	found := false
	s.eachPair(o, func(i, k int) bool {
		a, _ := s.part(i)
		b, _ := o.part(k)
		switch {
		case len(a) == 1 && len(b) == 1:
			found = a[0] == b[0]
		case len(a) == 2 && len(b) == 2:
			found = runsAlong(a[0], a[1], b[0], b[1])
		}
		return !found
	})
	return found
}
