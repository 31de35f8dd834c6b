// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// outline turns a caller's vertices into the strictly convex, counter-clockwise
// float32 outline that is stored, or says why it cannot. It is scratch memory.
type outline struct {
	point []Point // the input, rounded, neighbours that coincide merged
	input []int32 // where in the input a point came from
	hull  hull
	rank  []int32 // of a point in the hull; -1: not in it
	keep  []int32 // places in the hull
	out   []Point
}

// snap, times the greatest coordinate of a polygon, is the tolerance within which
// vertices coincide or are collinear: four times the unit of float32 rounding there.
const snap = 0x1p-22

// build checks pts and writes the outline to store to o.out. It begins with the first
// kept Point, in the caller's order.
//
// The vertices are rounded to float32 first. If that changed none of them and they are
// strictly convex as they stand, they are kept as they are, however thin the polygon is:
// so what was stored once is stored again.
//
// Else their exact convex hull is taken. For a convex polygon all vertices are then on
// it, or inside by no more than rounding. An outline that crosses itself or goes round
// more than once does not pass the corners of its hull in order; one that does, but bends
// inward in between, leaves the hull's edge there by more than the tolerance. Both tests
// are exact or have a margin far above float64 rounding. Vertices within the
// tolerance of a chord are dropped. The rest is strictly convex, since it is a part of the hull.
//
// Nearly all outlines are strictly convex as they stand, by more than the tolerance: plain takes
// those.
func (o *outline) build(op string, pts []Point, radius float32) error {
	if o.plain(pts, radius) {
		return nil
	}
	return o.buildWithCare(op, pts, radius)
}

// plain is build in one pass, for outlines that go round once. Every rounded vertex must be farther
// than the tolerance from the chord between its neighbours, all on the same side. It reports
// whether this is one; o.out is valid only then.
//
// Such a vertex is farther than the tolerance from its neighbours too, so round merges none. Its
// turn has the sign of its height: that exceeds the tolerance, 2^-22 of the extent, times the
// chord's length, where rounding makes out 2^-48 of the extent times that. So takeConvex would find
// the outline convex, and stands would keep all vertices, or simplify drop none.
func (o *outline) plain(pts []Point, radius float32) bool {
	n := len(pts)
	if n < 3 {
		return false
	}
	out := slices.Grow(o.out[:0], n)[:n]
	o.out = out
	extent := 0.0
	for i, p := range pts {
		m := max(math.Abs(p.X), math.Abs(p.Y))
		if !(m+float64(radius) <= maxLocal) {
			return false
		}
		extent = max(extent, m)
		out[i] = Point{X: float64(float32(p.X)) + 0, Y: float64(float32(p.Y)) + 0}
	}
	tol := extent * snap
	least := float64(tol*tol) * clearly
	a, p := out[n-2], out[n-1]
	toLeft := height(a, out[0], p) > 0
	for _, b := range out {
		h := height(a, b, p)
		if !(h*h > float64(least*along(a, b, a, b))) || (h > 0) != toLeft {
			return false
		}
		a, p = p, b
	}
	if !once(out) {
		return false
	}
	if !toLeft {
		slices.Reverse(out[1:])
	}
	return true
}

// buildWithCare is build for outlines of any kind.
func (o *outline) buildWithCare(op string, pts []Point, radius float32) error {
	extent, exact, err := measure(op, pts, radius)
	if err != nil {
		return err
	}
	if exact {
		o.round(pts, 0)
		if len(o.point) >= 3 && o.hull.takeConvex(o.point) {
			o.keepAll()
			return nil
		}
	}
	tol := extent * snap
	o.round(pts, tol)
	if len(o.point) < 3 {
		return refuse(op, few(len(pts), len(o.point), "vertex", "vertices"),
			errTooFewVertices, "use AddCircle or AddCapsule")
	}
	if !o.hull.takeConvex(o.point) {
		o.hull.find(o.point)
		if len(o.hull.corner) < 3 {
			return refuse(op, fmt.Sprintf("%d vertices on one line", len(pts)), ErrZeroArea, "use AddSegmentBetween")
		}
		if bad, crossed := o.follow(tol); bad >= 0 {
			e := &Error{op: op, Row: -1, Vertex: int(o.input[bad]), Of: len(pts), Reason: ErrNotConvex,
				Advice: " (the outline bends inward here); AddRegion and AddRegionAt take concave outlines, AddHull their convex hull"}
			if crossed {
				e.Advice = " (the outline crosses itself or goes round more than once); list the corners once, in order"
			}
			return e
		}
	}
	return o.finish(op, len(pts), tol)
}

// few says how many points there are, and how many of them are distinct.
func few(n, distinct int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s, %d of them distinct", n, more, distinct)
}

// buildHull is build for points in any order. It stores their convex hull.
func (o *outline) buildHull(op string, pts []Point, radius float32) error {
	extent, exact, err := measure(op, pts, radius)
	if err != nil {
		return err
	}
	err = o.hullWithin(op, pts, extent*snap)
	if err != nil && exact {
		o.round(pts, 0)
		if len(o.point) >= 3 {
			if o.hull.find(o.point); len(o.hull.corner) >= 3 {
				o.keepAll()
				return nil
			}
		}
	}
	return err
}

func (o *outline) hullWithin(op string, pts []Point, tol float64) error {
	o.round(pts, tol)
	if len(o.point) < 3 {
		return refuse(op, few(len(pts), len(o.point), "point", "points"),
			errTooFewVertices, "use AddCircle or AddCapsule")
	}
	o.hull.find(o.point)
	if len(o.hull.corner) < 3 {
		return refuse(op, fmt.Sprintf("%d points on one line", len(pts)), ErrZeroArea, "use AddSegmentBetween")
	}
	return o.finish(op, len(pts), tol)
}

// finish writes the hull without what the tolerance drops to o.out. given is how many
// points there were.
func (o *outline) finish(op string, given int, tol float64) error {
	if o.stands(tol) {
		o.keepAll()
		return nil
	}
	o.simplify(tol)
	if len(o.keep) < 3 {
		return refuse(op, fmt.Sprintf("%d vertices on one line, within %.3g", given, tol), ErrZeroArea,
			"use AddSegmentBetween, or AddBox for a sliver")
	}
	o.write()
	return nil
}

// keepAll writes the whole hull to o.out.
func (o *outline) keepAll() {
	o.keep = slices.Grow(o.keep[:0], len(o.hull.corner))[:len(o.hull.corner)]
	for k := range o.keep {
		o.keep[k] = int32(k)
	}
	o.write()
}

// write writes the places in the hull that are kept to o.out.
func (o *outline) write() {
	first := 0
	for k, h := range o.keep {
		if o.input[o.hull.corner[h]] < o.input[o.hull.corner[o.keep[first]]] {
			first = k
		}
	}
	o.out = o.out[:0]
	for _, h := range o.keep[first:] {
		o.out = append(o.out, o.point[o.hull.corner[h]])
	}
	for _, h := range o.keep[:first] {
		o.out = append(o.out, o.point[o.hull.corner[h]])
	}
}

// measure refuses points that cannot be stored. It returns their greatest coordinate, and
// whether all of them are float32 values.
func measure(op string, pts []Point, radius float32) (extent float64, exact bool, err error) {
	exact = true
	for i, p := range pts {
		m := max(math.Abs(p.X), math.Abs(p.Y))
		if !(m+float64(radius) <= maxLocal) {
			e := &Error{op: op, Row: -1, Vertex: i, Of: len(pts), What: pair("point", p.X, p.Y), Reason: errNotFinite}
			if m <= math.MaxFloat64 {
				e.Reason, e.Advice = ErrRange, tooLarge
			}
			return 0, false, e
		}
		extent = max(extent, m)
		exact = exact && float64(float32(p.X)) == p.X && float64(float32(p.Y)) == p.Y
	}
	return extent, exact, nil
}

// round fills o.point with the points as float32, neighbours within tol merged.
func (o *outline) round(pts []Point, tol float64) {
	o.point, o.input = o.point[:0], o.input[:0]
	for i, p := range pts {
		v := Point{X: float64(float32(p.X)) + 0, Y: float64(float32(p.Y)) + 0}
		if n := len(o.point); n == 0 || apart(o.point[n-1], v, tol) {
			o.point = append(o.point, v)
			o.input = append(o.input, int32(i))
		}
	}
	n := len(o.point)
	for n > 1 && !apart(o.point[0], o.point[n-1], tol) {
		n--
	}
	o.point, o.input = o.point[:n], o.input[:n]
}

// explain explains the error of an outline that is refused where it is, but would be taken
// about its own middle: its corners are so far from the position that float32 does not
// tell them apart.
func (o *outline) explain(op string, pts []Point, radius float32, build func(string, []Point, float32) error, err error) error {
	if !errors.Is(err, ErrNotConvex) && !errors.Is(err, ErrZeroArea) || len(pts) < 3 {
		return err
	}
	low, high := bounds(pts)
	middle, half := between(low, high), max(high.X-low.X, high.Y-low.Y)/2
	if away := max(math.Abs(middle.X), math.Abs(middle.Y)); away < 16*half {
		return err
	}
	if build(op, about(nil, pts, middle), radius) != nil {
		return err
	}
	return refuse(op, fmt.Sprintf("corners about %s, each within %.3g of that", pair("point", middle.X, middle.Y), half), ErrRange,
		"they lie too far from the position for float32: give a position near them and corners relative to it, or use AddOutline, which takes world coordinates")
}

// bounds returns the lower and the upper corner of the points' AABB.
func bounds(pts []Point) (low, high Point) {
	low, high = pts[0], pts[0]
	for _, q := range pts[1:] {
		low.X, low.Y = min(low.X, q.X), min(low.Y, q.Y)
		high.X, high.Y = max(high.X, q.X), max(high.Y, q.Y)
	}
	return low, high
}

// between returns the point in the middle of two. Halves first: nothing overflows.
func between(a, b Point) Point {
	return Point{X: a.X + (float64(b.X/2) - float64(a.X/2)), Y: a.Y + (float64(b.Y/2) - float64(a.Y/2))}
}

// about appends the points relative to a middle.
func about(dst []Point, pts []Point, middle Point) []Point {
	for _, q := range pts {
		dst = append(dst, Point{X: q.X - middle.X, Y: q.Y - middle.Y})
	}
	return dst
}

// follow walks the points in their order against the hull. It returns the first
// point out of place, and whether the order of corners was wrong (or a point left
// its edge); or -1.
func (o *outline) follow(tol float64) (bad int, crossed bool) {
	n, k := len(o.point), len(o.hull.corner)
	o.rank = slices.Grow(o.rank[:0], n)[:n]
	for i := range o.rank {
		o.rank[i] = -1
	}
	for r, i := range o.hull.corner {
		o.rank[i] = int32(r)
	}
	start := int(o.hull.corner[0])
	step, last := 0, 0
	for j := 1; j < n; j++ {
		i := (start + j) % n
		r := int(o.rank[i])
		if r < 0 {
			continue
		}
		if step == 0 {
			switch r {
			case 1:
				step = 1
			case k - 1:
				step = k - 1
			}
		}
		if step == 0 || (last+step)%k != r {
			return i, true
		}
		last = r
	}
	from := start
	for j := 1; j < n; j++ {
		i := (start + j) % n
		if o.rank[i] >= 0 {
			from = i
			continue
		}
		to := int(o.hull.corner[(int(o.rank[from])+step)%k])
		if segmentDistance(o.point[i], o.point[from], o.point[to]) > tol {
			return i, false
		}
	}
	return -1, false
}

// stands reports whether every corner of the hull is farther than tol from the chord between
// its neighbours, by a margin above all rounding: then simplify would keep them all, since each
// chord that it draws passes by one corner only.
func (o *outline) stands(tol float64) bool {
	k := len(o.hull.corner)
	a, p := o.point[o.hull.corner[k-2]], o.point[o.hull.corner[k-1]]
	for _, c := range o.hull.corner {
		b := o.point[c]
		// Nothing underflows: all of these are float32 values.
		if h := height(a, b, p); !(h > 0 && h*h > float64(tol*tol)*along(a, b, a, b)*clearly) {
			return false
		}
		a, p = p, b
	}
	return true
}

// clearly is a factor far above the rounding of a few products.
const clearly = 1 + 0x1p-30

// simplify writes to o.keep the places in the hull that remain once vertices within tol
// of the chord between their kept neighbours are dropped. It takes one pass: as a
// chord of a convex chain is drawn out, the Point farthest from it only moves on.
func (o *outline) simplify(tol float64) {
	k := len(o.hull.corner)
	at := func(t int) Point { return o.point[o.hull.corner[t%k]] }
	// Begin with a corner: a Point inside a straight edge is farthest from nothing.
	start := 0
	for t := 1; t < k; t++ {
		if distance(at(0), at(t)) > distance(at(0), at(start)) {
			start = t
		}
	}
	end := start + k
	o.keep = append(o.keep[:0], int32(start))
	cur, far, next := start, start+1, start+2
	for next <= end {
		a, b := at(cur), at(next)
		for far+1 < next && height(a, b, at(far+1)) >= height(a, b, at(far)) {
			far++
		}
		// The chain turns by less than half a circle if its first and last edge both go the
		// chord's way; only then is the distance from the line that from the chord.
		straight := height(a, b, at(far)) <= tol*distance(a, b) &&
			along(a, b, a, at(cur+1)) > 0 && along(a, b, at(next-1), b) > 0
		if !straight {
			cur = next - 1
			far = next
			o.keep = append(o.keep, int32(cur%k))
		}
		next++
	}
}

// height returns how far p lies to the right of the line from a to b, times the
// distance of a and b.
func height(a, b, p Point) float64 {
	return float64((b.Y-a.Y)*(p.X-a.X)) -
		float64((b.X-a.X)*(p.Y-a.Y))
}

// along returns the product of the vectors from a to b and from p to q.
func along(a, b, p, q Point) float64 {
	return float64((b.X-a.X)*(q.X-p.X)) +
		float64((b.Y-a.Y)*(q.Y-p.Y))
}

func distance(a, b Point) float64 {
	return math.Sqrt(along(a, b, a, b))
}

// apart reports whether two points are farther from each other than tol. Only a close call takes
// a root.
func apart(a, b Point, tol float64) bool {
	square := along(a, b, a, b)
	return square > float64(tol*tol)*clearly || math.Sqrt(square) > tol
}

func segmentDistance(p, a, b Point) float64 {
	switch t := along(a, b, a, p); {
	case t <= 0:
		return distance(a, p)
	case t >= along(a, b, a, b):
		return distance(b, p)
	}
	return math.Abs(height(a, b, p)) / distance(a, b)
}
