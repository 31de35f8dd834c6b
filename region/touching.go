// SPDX-License-Identifier: MIT

package region

import (
	"cmp"
	"slices"
)

// touching makes a region of polygons whose rings touch, if they may: polygons lie beside each
// other, and rings of one polygon have single points in common, which leave its inside in one
// piece. Else it returns what is wrong, or the error that it was given.
//
// Each piece (a polygon, or of a single polygon each ring) must be clean by itself. Then outlines
// with what they bound at their left, and holes the other way round, wind once or not at all round
// every point if and only if no two pieces overlap, and holes lie in their outline.
func (c *cutter) touching(polygons [][][]Point, err error) (*Region, error) {
	single := len(polygons) == 1
	if single && len(polygons[0]) == 1 {
		return nil, err
	}
	var pieces []*Region
	if single {
		for k, ring := range polygons[0] {
			r, e := New([][][]Point{{ring}}, Config{})
			if e != nil {
				return nil, elsewhere(e, func(p *Place) { p.Ring = k })
			}
			pieces = append(pieces, r)
		}
	} else {
		for i, rings := range polygons {
			r, e := New([][][]Point{rings}, Config{})
			if e != nil {
				return nil, elsewhere(e, func(p *Place) { p.Polygon = i })
			}
			pieces = append(pieces, r)
		}
	}
	if e := c.collect(polygons); e != nil {
		return nil, e
	}
	if single {
		if e := c.checkTouches(); e != nil {
			return nil, e
		}
	}
	var all []stretch
	for i, r := range pieces {
		weight := int32(1)
		if single && i > 0 {
			weight = -1
		}
		for k := range r.Rings() {
			ring := r.Ring(k)
			for n, p := range ring {
				all = appendStretch(all, p, ring[(n+1)%len(ring)], weight, 1)
			}
		}
	}
	edges, e := c.bounds(all, nonZero)
	if e != nil || c.crossed || c.fewest < 0 || c.most > 1 {
		if single {
			return nil, c.misplaced(pieces, err)
		}
		return nil, c.overlapping(pieces, err)
	}
	return c.traced(edges)
}

// elsewhere changes the places of an error of New.
func elsewhere(err error, change func(p *Place)) error {
	if e, ok := err.(*Error); ok {
		for i := range e.At {
			change(&e.At[i])
		}
	}
	return err
}

// A passage is where a ring passes through a point that others have, too: by the number of the
// point, as collected, that is there, or where the edge begins that has it.
type passage struct {
	p    Point
	ring int32
	at   int32
}

// checkTouches looks at all places where two rings of one polygon meet. They must have nothing but
// single points in common. Rings and the points where they touch are a graph, with an edge for each
// ring that passes through a point. Rings that are clean bound an inside in one piece if and only
// if it has no cycle.
func (c *cutter) checkTouches() error {
	all, err := c.passages()
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b passage) int {
		return cmp.Or(comparePoints(a.p, b.p), cmp.Compare(a.ring, b.ring), cmp.Compare(a.at, b.at))
	})
	// Rings that are joined so far have the same root.
	above := make([]int32, len(c.ring))
	for k := range above {
		above[k] = int32(k)
	}
	root := func(k int32) int32 {
		for above[k] != k {
			above[k] = above[above[k]]
			k = above[k]
		}
		return k
	}
	first := 0
	for i := range all {
		switch {
		case all[i].p != all[first].p:
			first = i
		case i > first && all[i].ring != all[i-1].ring:
			a, b := root(all[first].ring), root(all[i].ring)
			if a == b {
				e := c.fault(errDisconnected, all[i].at).with(c, all[first].at)
				e.Where = all[i].p
				return e
			}
			above[b] = a
		}
	}
	return nil
}

// passages lists where rings pass through their corners, and through those of others that lie on
// their edges. Rings that cross, or have more in common than points, are an error. There are no
// more than two for each corner and one: no two edges of other rings have it inside, or they would
// cross or run along each other.
func (c *cutter) passages() (out []passage, err error) {
	type edge struct {
		stretch
		at int32 // the point where it begins as collected
	}
	var edges []edge
	for k := range c.ring {
		r := &c.ring[k]
		for i := r.from; i < r.to; i++ {
			e := edge{stretch{a: c.points[i], b: c.points[r.next(i)]}, i}
			if before(e.b, e.a) {
				e.a, e.b = e.b, e.a
			}
			edges = append(edges, e)
		}
	}
	slices.SortFunc(edges, func(e, f edge) int { return cmp.Or(comparePoints(e.a, f.a), cmp.Compare(e.at, f.at)) })
	stretches := make([]stretch, len(edges))
	for i := range edges {
		stretches[i] = edges[i].stretch
	}
	for i, p := range c.points {
		out = append(out, passage{p, c.ringOf[i], int32(i)})
	}
	meetings(stretches, 0, func(i, k int32) bool {
		s, t := &edges[i], &edges[k]
		if c.ringOf[s.at] == c.ringOf[t.at] {
			return true
		}
		switch {
		case runsAlong(s.a, s.b, t.a, t.b):
			err = c.fault(errOverlapping, s.at).with(c, t.at)
			return false
		case s.a == t.a || s.a == t.b || s.b == t.a || s.b == t.b: // and nothing else
			return true
		case thin([]Point{s.a, s.b}, []Point{t.a, t.b}) == Overlapping:
			e := c.fault(ErrCrossing, s.at).with(c, t.at)
			e.Where, _, _ = crossingOf(&s.stretch, &t.stretch)
			err = e
			return false
		}
		for n, p := range [4]Point{s.a, s.b, t.a, t.b} {
			if o := [2]*edge{t, s}[n/2]; onSegment(o.a, o.b, p) {
				out = append(out, passage{p, c.ringOf[o.at], o.at})
			}
		}
		return true
	})
	return out, err
}

// misplaced says which ring of a polygon lies where it must not.
func (c *cutter) misplaced(rings []*Region, err error) error {
	fault := func(reason error, k, i int) error {
		e := c.fault(reason, c.ring[k].from).with(c, c.ring[i].from)
		if reason == errHoleOutside {
			e.advice = adviseRule
		}
		return e
	}
	for k := 1; k < len(rings); k++ {
		switch r := rings[0].relate(rings[k]); {
		case r&OverlapsPartly != 0:
			return fault(ErrCrossing, k, 0)
		case r&Covers == 0:
			return fault(errHoleOutside, k, 0)
		}
	}
	k, i, r := firstOverlap(rings[1:])
	switch k, i = k+1, i+1; {
	case r&OverlapsPartly != 0:
		return fault(ErrCrossing, k, i)
	case r&Covers != 0:
		return fault(errHoleOutside, i, k)
	case r&CoveredBy != 0:
		return fault(errHoleOutside, k, i)
	}
	return err
}

// overlapping says which polygons overlap.
func (c *cutter) overlapping(polygons []*Region, err error) error {
	first := make([]int32, len(polygons))
	for k := len(c.ring) - 1; k >= 0; k-- {
		first[c.ring[k].polygon] = c.ring[k].from
	}
	switch k, i, v := firstOverlap(polygons); {
	case v&OverlapsPartly != 0:
		return c.fault(ErrCrossing, first[k]).with(c, first[i])
	case v&Covers != 0:
		return c.fault(errNested, first[i]).with(c, first[k])
	case v&CoveredBy != 0:
		return c.fault(errNested, first[k]).with(c, first[i])
	}
	return err
}

// firstOverlap finds the first of some regions that overlaps one before it, the first of those, and
// its relation to that; the relation is 0 if none overlap.
func firstOverlap(regions []*Region) (k, i int, r Relation) {
	order := make([]int, len(regions))
	for n := range order {
		order[n] = n
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(regions[a].box.MinX, regions[b].box.MinX), cmp.Compare(a, b))
	})
	var open []int
	for _, a := range order {
		box, n := regions[a].box, 0
		for _, b := range open {
			if regions[b].box.MaxX < box.MinX {
				continue
			}
			open[n] = b
			n++
			last, before := max(a, b), min(a, b)
			if r != 0 && (last > k || last == k && before > i) || !box.Meets(regions[b].box) {
				continue
			}
			if v := regions[last].relate(regions[before]); v&Overlaps != 0 {
				k, i, r = last, before, v
			}
		}
		open = append(open[:n], a)
	}
	return k, i, r
}
