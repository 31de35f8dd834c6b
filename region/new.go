// SPDX-License-Identifier: MIT

package region

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// maxPoints keeps half-edges in 31 bits.
const maxPoints = math.MaxInt32 / 8

// New makes a region of polygons. Each polygon is a list of rings, and each ring is a list of
// points in either direction. Rings close by themselves, and points that repeat the one before, or
// the first at the end, count once. A negative zero counts as zero.
//
// The first ring of a polygon is its outline, and the others are holes in it, as GeoJSON, WKT and
// OGC Simple Features write polygons. Each hole lies inside the outline and outside the other
// holes. It may have single points in common with them, unless that divides the inside of the
// polygon. Polygons lie outside each other, or one lies in a hole of another; they may touch each
// other, also along edges. Config.Mend takes outlines that are otherwise.
//
// New cuts the region into convex parts along its own points, at most four times as many as
// the smallest possible number. Without Mend it rounds no coordinate. It keeps none of the
// slices. See the package comment for the time and memory that it takes.
//
// All errors are of type *Error and name the first fault that was found; there may be others.
func New(polygons [][][]Point, cfg Config) (*Region, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	c := cutters.Get().(*cutter)
	defer cutters.Put(c)
	c.crossings = math.MaxInt / 2
	if err := c.collect(polygons); err != nil {
		return nil, err
	}
	r, err := c.clean()
	if cfg.Mend && err != nil {
		if err := c.collect(polygons); err != nil {
			return nil, err
		}
		if cfg.MaxCrossings > 0 {
			c.crossings = min(c.crossings, cfg.MaxCrossings)
		}
		return c.mended()
	}
	if errors.Is(err, errTouching) || errors.Is(err, errOverlapping) {
		return c.touching(polygons, err)
	}
	return r, err
}

// collect takes the points.
func (c *cutter) collect(polygons [][][]Point) error {
	c.points, c.ring, c.ringOf, c.given, c.turned = c.points[:0], c.ring[:0], c.ringOf[:0], c.given[:0], false
	for i, rings := range polygons {
		for k, points := range rings {
			for len(points) > 1 && points[0] == points[len(points)-1] {
				points = points[:len(points)-1]
			}
			if len(points) > maxPoints-len(c.points) {
				return &Error{reason: errTooLarge, At: []Place{{i, k, 0}}, advice: fmt.Sprintf("at most %d", maxPoints)}
			}
			from := len(c.points)
			for n, p := range points {
				if !finite(p) {
					return &Error{reason: errNotFinite, At: []Place{{i, k, n}}, Where: p}
				}
				if n > 0 && p == points[n-1] {
					continue
				}
				c.points = append(c.points, Point{p.X + 0, p.Y + 0}) // -0 becomes 0
				c.ringOf = append(c.ringOf, int32(len(c.ring)))
				c.given = append(c.given, int32(n))
			}
			c.ring = append(c.ring, ring{from: int32(from), to: int32(len(c.points)), polygon: i, hole: k, parent: none})
		}
	}
	if len(c.points) == 0 {
		return &Error{reason: ErrTooFewPoints, advice: "give one ring at least"}
	}
	return nil
}

// place finds the ring of a collected point.
func (c *cutter) place(i int32) (k int, at Place) {
	k = int(c.ringOf[i])
	r := &c.ring[k]
	return k, Place{r.polygon, r.hole, int(c.given[i])}
}

func (c *cutter) fault(reason error, i int32) *Error {
	_, at := c.place(i)
	return &Error{reason: reason, At: []Place{at}, Where: c.back(c.points[i])}
}

// with adds the other one of two points at fault.
func (e *Error) with(c *cutter, i int32) *Error {
	_, at := c.place(i)
	e.At, e.advice = append(e.At, at), adviseMend
	return e
}

// sort orders the points and gives the sweep its copy.
func (c *cutter) sort() {
	n := len(c.points)
	c.order = slices.Grow(c.order[:0], n)[:n]
	c.rank = slices.Grow(c.rank[:0], n)[:n]
	for i := range c.order {
		c.order[i] = int32(i)
	}
	p := c.points
	slices.SortFunc(c.order, func(i, k int32) int {
		a, b := p[i], p[k]
		switch {
		case a.X < b.X:
			return -1
		case a.X > b.X:
			return 1
		case a.Y < b.Y:
			return -1
		case a.Y > b.Y:
			return 1
		}
		return cmp.Compare(i, k)
	})
	c.sweep.p = slices.Grow(c.sweep.p[:0], n)[:n]
	for v, i := range c.order {
		c.rank[i] = int32(v)
		c.sweep.p[v] = p[i]
	}
}

// clean makes a region of rings that neither cross nor touch.
func (c *cutter) clean() (*Region, error) {
	if err := c.cut(); err != nil {
		return nil, err
	}
	if err := c.checkRoles(); err != nil {
		return nil, err
	}
	return c.region(), nil
}

// cut cuts the inside of rings into parts. It finds which ring lies in which. Rings may have any
// role, but must neither cross nor touch.
func (c *cutter) cut() error {
	for _, r := range c.ring {
		if r.to-r.from < 3 {
			at := Place{r.polygon, r.hole, 0}
			e := &Error{reason: ErrTooFewPoints, At: []Place{at}}
			if r.to > r.from {
				e.Where = c.points[r.from]
			}
			return e
		}
	}
	c.turn()
	c.sort()
	for v := 1; v < len(c.order); v++ {
		if c.sweep.p[v] == c.sweep.p[v-1] {
			return c.same(c.order[v-1], c.order[v])
		}
	}
	return c.sweepRings()
}

// same is the error for two points at one place.
func (c *cutter) same(i, k int32) error {
	a, _ := c.place(i)
	b, _ := c.place(k)
	if a != b {
		return c.fault(errTouching, i).with(c, k)
	}
	r := &c.ring[a]
	if r.next(i) == r.before(k) || r.next(k) == r.before(i) {
		return c.fault(errSpike, i).with(c, k)
	}
	return c.fault(errTouching, i).with(c, k)
}

// sweepRings sweeps over all rings.
func (c *cutter) sweepRings() error {
	s := &c.sweep
	c.ends = c.ends[:0]
	for k := range c.ring {
		r := &c.ring[k]
		r.lowest = slices.Min(c.rank[r.from:r.to])
		for i := r.from; i < r.to; i++ {
			a, b := c.rank[i], c.rank[r.next(i)]
			c.ends = append(c.ends, [2]int32{min(a, b), max(a, b)})
		}
	}
	s.prepare(len(s.p), c.ends)
	s.start = c.nest
	m := s.run()
	s.start = nil
	if m.kind != noMeeting {
		return c.meeting(m)
	}
	return nil
}

// nest notes for each ring in which it lies, when the sweep comes to its first point.
func (c *cutter) nest(v, below int32, inside bool) {
	i := c.order[v]
	k, _ := c.place(i)
	r := &c.ring[k]
	if r.lowest != v {
		return
	}
	// Seen from the leftmost point the ring turns left if its inside is at the left.
	s := &c.sweep
	turn := s.turn(c.rank[r.before(i)], v, c.rank[r.next(i)])
	r.inner = inside
	r.left = turn > 0 != inside
	r.parent = none
	if below == none {
		return
	}
	under, _ := c.place(c.order[s.left[below]])
	u := &c.ring[under]
	if u.inner == inside {
		// Beside it: below v is u's far side, and both lie in the same ring.
		r.parent = u.parent
	} else {
		r.parent = int32(under)
	}
}

// checkRoles holds which ring lies in which against the roles that their polygons give them.
func (c *cutter) checkRoles() error {
	for k := range c.ring {
		r := &c.ring[k]
		switch {
		case r.hole == 0 && r.inner:
			return c.fault(errNested, r.from).with(c, c.ring[r.parent].from)
		case r.hole > 0 && (!r.inner || c.ring[r.parent].polygon != r.polygon):
			e := c.fault(errHoleOutside, r.from)
			e.advice = adviseRule
			return e
		}
	}
	return nil
}

// meeting is the error for edges that meet.
func (c *cutter) meeting(m meeting) error {
	s := &c.sweep
	// The edge's beginning in its ring.
	edge := func(e int32) int32 {
		a, b := c.order[s.left[e]], c.order[s.right[e]]
		if k, _ := c.place(a); c.ring[k].next(a) == b {
			return a
		}
		return b
	}
	switch m.kind {
	case crossing:
		a, b := edge(m.e), edge(m.f)
		err := c.fault(ErrCrossing, a).with(c, b)
		s, t := c.stretchFrom(a), c.stretchFrom(b)
		err.Where, _, _ = crossingOf(&s, &t)
		return err
	case overlap:
		a, b := edge(m.e), edge(m.f)
		i, _ := c.place(a)
		k, _ := c.place(b)
		if i == k {
			return c.fault(errSpike, c.order[m.v]).with(c, b)
		}
		return c.fault(errOverlapping, a).with(c, b)
	}
	if m.e == none {
		return c.fault(ErrCrossing, c.order[m.v])
	}
	v, e := c.order[m.v], edge(m.e)
	k, _ := c.place(v)
	r := &c.ring[k]
	if e >= r.from && e < r.to && (r.next(v) == e || r.before(v) == r.next(e)) {
		return c.fault(errSpike, v).with(c, e)
	}
	return c.fault(errTouching, v).with(c, e)
}

// stretchFrom is the edge from a point of a ring to the next, turned back.
func (c *cutter) stretchFrom(i int32) stretch {
	k, _ := c.place(i)
	return stretch{a: c.back(c.points[i]), b: c.back(c.points[c.ring[k].next(i)])}
}

// region puts the parts of a sweep over rings together.
func (c *cutter) region() *Region {
	r := &Region{outline: make([]Point, 0, len(c.points)), rings: make([]int32, 1, len(c.ring)+1)}
	for k := range c.ring {
		from := len(r.outline)
		g := &c.ring[k]
		for _, p := range c.points[g.from:g.to] {
			r.outline = append(r.outline, c.back(p))
		}
		if !g.left {
			slices.Reverse(r.outline[from:])
		}
		r.rings = append(r.rings, int32(len(r.outline)))
	}
	c.parts(r)
	return r
}
