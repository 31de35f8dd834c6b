// SPDX-License-Identifier: MIT

package region

import (
	"cmp"
	"slices"
	"strings"

	"daylight/internal/exact"
)

// A Relation is a set of ways in which a region or shape A lies to another, B. Names and
// meanings are those of OGC Simple Features (06-103r4, 6.1.15), except for Overlaps:
// in OGC's sense two areas overlap only if neither covers the other. Here they overlap if
// their interiors meet, and OverlapsPartly is OGC's narrower relation.
type Relation uint16

const (
	Intersects     Relation = 1 << iota // A and B have a point in common
	Touches                             // they have, but their interiors do not meet
	Overlaps                            // their interiors meet
	OverlapsPartly                      // their interiors meet and neither covers the other
	Contains                            // no point of B lies outside A, and their interiors meet
	Within                              // no point of A lies outside B, and their interiors meet
	Covers                              // no point of B lies outside A; same as Contains for areas
	CoveredBy                           // no point of A lies outside B; same as Within for areas
	Equals                              // A and B are the same set of points
	Crosses                             // like OverlapsPartly, but in fewer dimensions than A or B
)

var relationNames = []string{"intersects", "touches", "overlaps", "overlaps-partly", "contains", "within", "covers", "covered-by", "equals", "crosses"}

// String lists the names of the relations in the set, separated by blanks: intersects, touches,
// overlaps, overlaps-partly, contains, within, covers, covered-by, equals, crosses. The empty set
// is "disjoint".
func (r Relation) String() string {
	var names []string
	for i, n := range relationNames {
		if r&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	if names == nil {
		return "disjoint"
	}
	return strings.Join(names, " ")
}

// relate finds all relations of r to o, also where their boundaries meet. An empty region has no
// relation to any region, not even to itself.
func (r *Region) relate(o *Region) Relation {
	switch r.compare(o) {
	case Apart:
		return 0
	case Touching:
		return Intersects | Touches
	}
	return overlapping(covers(r, o), covers(o, r))
}

// overlapping are the relations of one to another whose interiors meet, if it covers the other, and
// if the other covers it.
func overlapping(covers, covered bool) Relation {
	r := Intersects | Overlaps
	if covers {
		r |= Contains | Covers
	}
	if covered {
		r |= Within | CoveredBy
	}
	switch {
	case covers && covered:
		r |= Equals
	case !covers && !covered:
		r |= OverlapsPartly
	}
	return r
}

// covers reports whether no point of b lies outside a, where interiors meet. It is so if
// and only if
//
//   - the outline of a does not enter the interior of b. Then each piece of that
//     interior lies on one side of the outline of a as a whole;
//   - each part of b overlaps some part of a, so that no piece lies on the outer side.
func covers(a, b *Region) bool {
	if !a.box.holds(b.box) {
		return false
	}
	for i := range a.Rings() {
		ring := a.Ring(i)
		p := ring[len(ring)-1]
		for _, q := range ring {
			if b.entered(p, q) {
				return false
			}
			p = q
		}
	}
	for i := range b.Parts() {
		if !a.overlaps(b.Part(i), b.boxes[i]) {
			return false
		}
	}
	return true
}

// coversSegment reports whether no point of the segment from p to q lies outside. Corners of the
// outline cut it into pieces; if no edge crosses it, each lies wholly inside, along an edge or
// outside.
func (r *Region) coversSegment(p, q Point) bool {
	if !r.box.holds(boxOf([]Point{p, q})) {
		return false
	}
	p, q = inOrder(p, q)
	box := boxOf([]Point{p, q})
	corners := []Point{p, q}
	for i := range r.Rings() {
		ring := r.Ring(i)
		a := ring[len(ring)-1]
		for _, b := range ring {
			if edge := boxOf([]Point{a, b}); edge.Meets(box) {
				if thin([]Point{p, q}, []Point{a, b}) == Overlapping {
					return false
				}
				if before(p, b) && before(b, q) && exact.Orient(p.X, p.Y, q.X, q.Y, b.X, b.Y) == 0 {
					corners = append(corners, b)
				}
			}
			a = b
		}
	}
	slices.SortFunc(corners, comparePoints)
	for i, v := range corners[1:] {
		if u := corners[i]; u != v && !r.entered(u, v) && !r.outlined(u, v) {
			return false
		}
	}
	return true
}

// outlined reports whether a segment runs along an edge of the outline.
func (r *Region) outlined(p, q Point) bool {
	for i := range r.Rings() {
		ring := r.Ring(i)
		a := ring[len(ring)-1]
		for _, b := range ring {
			if runsAlong(p, q, a, b) {
				return true
			}
			a = b
		}
	}
	return false
}

// overlaps reports whether the region's interior and that of a convex polygon meet.
func (r *Region) overlaps(part []Point, box Box) bool {
	for i := range r.boxes {
		if r.boxes[i].MinX > box.MaxX {
			break
		}
		if cores(r.Part(i), r.boxes[i], part, box, Touching) == Overlapping {
			return true
		}
	}
	return false
}

// entered reports whether the segment from p to q has a point in the interior of the
// region: in that of a part, or along a cut between two. (Where it crosses a cut it
// is in the parts beside it.)
func (r *Region) entered(p, q Point) bool {
	box := boxOf([]Point{p, q})
	if !box.Meets(r.box) {
		return false
	}
	for i := range r.boxes {
		if r.boxes[i].MinX > box.MaxX {
			break
		}
		if r.boxes[i].Meets(box) && enters(p, q, r.Part(i)) {
			return true
		}
	}
	for _, c := range r.cuts {
		if runsAlong(p, q, c.a, c.b) {
			return true
		}
	}
	return false
}

// enters reports whether a segment has a point in the interior of a convex polygon. It
// has none if and only if the polygon lies weakly on one side of its line, or the
// segment weakly outside an edge.
func enters(p, q Point, part []Point) bool {
	left, right := false, false
	for _, v := range part {
		s := exact.Orient(p.X, p.Y, q.X, q.Y, v.X, v.Y)
		left, right = left || s > 0, right || s < 0
	}
	if !left || !right {
		return false
	}
	a := part[len(part)-1]
	for _, b := range part {
		if exact.Orient(a.X, a.Y, b.X, b.Y, p.X, p.Y) <= 0 && exact.Orient(a.X, a.Y, b.X, b.Y, q.X, q.Y) <= 0 {
			return false
		}
		a = b
	}
	return true
}

// runsAlong reports whether two segments have more than a point in common.
func runsAlong(p, q, a, b Point) bool {
	p, q = inOrder(p, q)
	a, b = inOrder(a, b)
	from, to := p, q
	if before(from, a) {
		from = a
	}
	if before(b, to) {
		to = b
	}
	return before(from, to) && exact.Orient(p.X, p.Y, q.X, q.Y, a.X, a.Y) == 0 && exact.Orient(p.X, p.Y, q.X, q.Y, b.X, b.Y) == 0
}

// inOrder returns two points, the lower by before first.
func inOrder(a, b Point) (Point, Point) {
	if before(b, a) {
		return b, a
	}
	return a, b
}

func comparePoints(a, b Point) int {
	return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y))
}

// before orders points by x, then y.
func before(a, b Point) bool { return a.X < b.X || a.X == b.X && a.Y < b.Y }
