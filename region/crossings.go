// SPDX-License-Identifier: MIT

package region

import (
	"cmp"
	"container/heap"
	"math"
	"math/big"
	"slices"
	"sort"

	"daylight/internal/exact"
)

// A stretch is a piece of outlines, from a point to a later one by place.
type stretch struct {
	a, b   Point
	weight int32 // how often outlines run along it from a to b, minus back
	count  int32 // how often in either direction
}

// A crossPoint is a point at which the stretch with the number on is divided.
type crossPoint struct {
	on      int32
	p       Point
	rounded bool // two stretches cross there, and it is no end of either
}

// sorted sorts points by stretch.
func sorted(points []crossPoint) []crossPoint {
	slices.SortFunc(points, func(p, q crossPoint) int {
		return cmp.Or(cmp.Compare(p.on, q.on), comparePoints(p.p, q.p))
	})
	return slices.Compact(points)
}

// A crosser finds where stretches divide each other: a vertical line sweeps over them from left to
// right and keeps the stretches that it crosses in order. Only neighbours are tested for where they
// meet next (J. L. Bentley and T. A. Ottmann, Algorithms for reporting and counting geometric
// intersections, 1979). All it decides is exact, so it needs no more than one look at each place
// where stretches meet.
type crosser struct {
	all       []stretch
	status    []int32 // stretches that the line crosses, from below to above
	ahead     events  // where neighbours are going to cross
	points    []crossPoint
	remaining int // how often stretches may still be divided
	bundle    []int32
}

// An event is a place where the order of stretches changes: an end, or where stretches i and k
// cross.
type event struct {
	p                  Point
	roundedX, roundedY bool  // p is not it, but the float64 number nearest to it
	i, k               int32 // none for an end
}

func (v *event) exact() bool { return !v.roundedX && !v.roundedY }

// crossings finds where to divide stretches, which are sorted by their left ends. ok is false if
// that takes more than remaining divisions.
func crossings(all []stretch, remaining int) (points []crossPoint, ok bool) {
	c := crosser{all: all, remaining: remaining}
	c.ahead.of = all
	ends := make([]int32, len(all))
	for i := range ends {
		ends[i] = int32(i)
	}
	slices.SortFunc(ends, func(i, k int32) int { return comparePoints(all[i].b, all[k].b) })
	begin := 0
	for len(ends) > 0 {
		v := event{p: all[ends[0]].b, i: none, k: none}
		if begin < len(all) && before(all[begin].a, v.p) {
			v.p = all[begin].a
		}
		if len(c.ahead.list) > 0 && c.ahead.compare(&c.ahead.list[0], &v) < 0 {
			v = c.ahead.list[0]
		}
		for len(c.ahead.list) > 0 && c.ahead.compare(&c.ahead.list[0], &v) == 0 {
			heap.Pop(&c.ahead)
		}
		from := begin
		for begin < len(all) && v.exact() && all[begin].a == v.p {
			begin++
		}
		for len(ends) > 0 && v.exact() && all[ends[0]].b == v.p {
			ends = ends[1:]
		}
		if c.visit(&v, int32(from), int32(begin)); c.remaining < 0 {
			return nil, false
		}
	}
	return sorted(c.points), true
}

// visit moves the line over a place where stretches from to to-1 begin.
func (c *crosser) visit(v *event, from, to int32) {
	lo := sort.Search(len(c.status), func(n int) bool { return c.ahead.side(v, c.status[n]) <= 0 })
	hi := lo
	c.bundle = c.bundle[:0]
	crossing := from == to
	for ; hi < len(c.status) && c.ahead.side(v, c.status[hi]) == 0; hi++ {
		if i := c.status[hi]; !v.exact() || c.all[i].b != v.p {
			c.bundle = append(c.bundle, i)
		} else {
			crossing = false
		}
	}
	for _, i := range c.bundle {
		if s := &c.all[i]; v.p != s.a && v.p != s.b {
			c.points = append(c.points, crossPoint{i, v.p, crossing})
		}
	}
	c.remaining -= len(c.bundle)
	for i := from; i < to; i++ {
		c.bundle = append(c.bundle, i)
	}
	slices.SortFunc(c.bundle, func(i, k int32) int {
		s, t := &c.all[i], &c.all[k]
		return cmp.Or(-exact.Directions(s.a.X, s.a.Y, s.b.X, s.b.Y, t.a.X, t.a.Y, t.b.X, t.b.Y), cmp.Compare(i, k))
	})
	c.status = slices.Replace(c.status, lo, hi, c.bundle...)
	if hi = lo + len(c.bundle); lo > 0 && lo < len(c.status) {
		c.meet(c.status[lo-1], c.status[lo])
	}
	if hi > lo && hi < len(c.status) {
		c.meet(c.status[hi-1], c.status[hi])
	}
}

// meet notes where two neighbours are going to cross, i being below k.
func (c *crosser) meet(i, k int32) {
	s, t := &c.all[i], &c.all[k]
	if before(s.b, t.b) && exact.Orient(t.a.X, t.a.Y, t.b.X, t.b.Y, s.b.X, s.b.Y) > 0 ||
		before(t.b, s.b) && exact.Orient(s.a.X, s.a.Y, s.b.X, s.b.Y, t.b.X, t.b.Y) < 0 {
		v := event{i: i, k: k}
		v.p, v.roundedX, v.roundedY = crossingOf(s, t)
		heap.Push(&c.ahead, v)
	}
}

// events are places where stretches cross, as a heap: the first from the left, and from below.
type events struct {
	of   []stretch
	list []event
}

func (e *events) Len() int           { return len(e.list) }
func (e *events) Less(n, m int) bool { return e.compare(&e.list[n], &e.list[m]) < 0 }
func (e *events) Swap(n, m int)      { e.list[n], e.list[m] = e.list[m], e.list[n] }
func (e *events) Push(v any)         { e.list = append(e.list, v.(event)) }

func (e *events) Pop() any {
	n := len(e.list) - 1
	v := e.list[n]
	e.list = e.list[:n]
	return v
}

// compare puts two places in the order of the sweep. Rounding keeps the order of numbers.
func (e *events) compare(v, w *event) int {
	switch {
	case v.p.X != w.p.X:
		return cmp.Compare(v.p.X, w.p.X)
	case v.i != none && v.i == w.i && v.k == w.k:
		return 0
	case v.roundedX || w.roundedX || v.p.Y == w.p.Y && (v.roundedY || w.roundedY):
		p, q := e.place(v), e.place(w)
		return cmp.Or(mul(p.x, q.d).Cmp(mul(q.x, p.d)), mul(p.y, q.d).Cmp(mul(q.y, p.d)))
	}
	return cmp.Compare(v.p.Y, w.p.Y)
}

// place is where an event is, without rounding.
func (e *events) place(v *event) place {
	if v.exact() {
		return place{number(v.p.X), number(v.p.Y), number(1)}
	}
	return crossingPlace(&e.of[v.i], &e.of[v.k])
}

// side tells on which side of stretch i a place lies: 1 above it, -1 below it.
func (e *events) side(v *event, i int32) int {
	s := &e.of[i]
	if v.i == i || v.k == i {
		return 0
	}
	if v.exact() {
		return exact.Orient(s.a.X, s.a.Y, s.b.X, s.b.Y, v.p.X, v.p.Y)
	}
	ux, uy := s.b.X-s.a.X, s.b.Y-s.a.Y
	l, r := float64(ux*(v.p.Y-s.a.Y)), float64(uy*(v.p.X-s.a.X))
	// The bound covers the rounding of p and that of the arithmetic. An infinity or a NaN decides
	// nothing.
	offX, offY := float64(math.Abs(v.p.X)*0x1p-52)+0x1p-1000, float64(math.Abs(v.p.Y)*0x1p-52)+0x1p-1000
	bound := float64(math.Abs(ux)*offY) + float64(math.Abs(uy)*offX) + float64((math.Abs(l)+math.Abs(r))*0x1p-50) + 0x1p-1070
	if det := l - r; det > bound {
		return 1
	} else if det < -bound {
		return -1
	}
	p := e.place(v)
	x, y := sub(p.x, mul(number(s.a.X), p.d)), sub(p.y, mul(number(s.a.Y), p.d))
	return mul(sub(number(s.b.X), number(s.a.X)), y).Cmp(mul(sub(number(s.b.Y), number(s.a.Y)), x))
}

// crossingOf returns the float64 point nearest to where two stretches cross, and which of its
// coordinates are rounded.
func crossingOf(s, t *stretch) (p Point, roundedX, roundedY bool) {
	at := crossingPlace(s, t)
	over := func(n *big.Float) (float64, bool) {
		q := new(big.Float).SetPrec(53).Quo(n, at.d)
		v, accuracy := q.Float64()
		return v + 0, q.Acc() != big.Exact || accuracy != big.Exact
	}
	p.X, roundedX = over(at.x)
	p.Y, roundedY = over(at.y)
	return p, roundedX, roundedY
}

// A place is (x/d, y/d), and d is above 0.
type place struct{ x, y, d *big.Float }

// crossingPlace returns where two stretches cross.
func crossingPlace(s, t *stretch) place {
	ax, ay := number(s.a.X), number(s.a.Y)
	ux, uy := sub(number(s.b.X), ax), sub(number(s.b.Y), ay)
	vx, vy := sub(number(t.b.X), number(t.a.X)), sub(number(t.b.Y), number(t.a.Y))
	n := sub(mul(sub(number(t.a.X), ax), vy), mul(sub(number(t.a.Y), ay), vx))
	d := sub(mul(ux, vy), mul(uy, vx))
	p := place{wide().Add(mul(ax, d), mul(n, ux)), wide().Add(mul(ay, d), mul(n, uy)), d}
	if d.Sign() < 0 {
		p.x.Neg(p.x)
		p.y.Neg(p.y)
		p.d.Neg(p.d)
	}
	return p
}

// wide is a number that has room for all bits of sums of products of up to five differences of
// float64 numbers, which take 2,100 bits each, so that none of those is rounded.
func wide() *big.Float { return new(big.Float).SetPrec(1 << 14) }

func number(v float64) *big.Float    { return wide().SetFloat64(v) }
func sub(x, y *big.Float) *big.Float { return wide().Sub(x, y) }
func mul(x, y *big.Float) *big.Float { return wide().Mul(x, y) }
