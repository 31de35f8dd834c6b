// SPDX-License-Identifier: MIT

package oracle

import (
	"math/big"
	"slices"
)

// Region is a set of rings in the plane, each closed by itself. A point is inside if a ray
// from it crosses the rings an odd number of times. The rings themselves belong to it.
type Region [][][2]float64

// Overlaid is what two regions A and B have in common and what not, exactly.
type Overlaid struct {
	Common, OnlyA, OnlyB *big.Rat // areas
	MomentX, MomentY     *big.Rat // of the common area: its centroid times the area
	Meet                 bool     // A and B have a point in common
}

// Overlay finds it by slabs: between two neighbours among the x of all corners and
// crossings no edges cross. So the edges between are in one order from below to
// above, and with them the inside of A and of B.
func Overlay(a, b Region) Overlaid {
	edges := append(edgesOf(a, false), edgesOf(b, true)...)
	o := Overlaid{Common: new(big.Rat), OnlyA: new(big.Rat), OnlyB: new(big.Rat), MomentX: new(big.Rat), MomentY: new(big.Rat)}
	var xs []*big.Rat
	for i, e := range edges {
		xs = append(xs, e.p.x, e.q.x)
		for _, f := range edges[:i] {
			x, met := e.meet(f)
			o.Meet = o.Meet || met && e.ofB != f.ofB
			if x != nil {
				xs = append(xs, x)
			}
		}
	}
	slices.SortFunc(xs, (*big.Rat).Cmp)
	xs = slices.CompactFunc(xs, func(x, y *big.Rat) bool { return x.Cmp(y) == 0 })
	for i := 1; i < len(xs); i++ {
		o.slab(edges, xs[i-1], xs[i])
	}
	o.Meet = o.Meet || o.Common.Sign() > 0
	return o
}

// regionEdge is an edge, p left of q or below it.
type regionEdge struct {
	p, q vec
	ofB  bool
}

func edgesOf(r Region, ofB bool) []regionEdge {
	var edges []regionEdge
	for _, ring := range r {
		for i, v := range ring {
			w := ring[(i+1)%len(ring)]
			e := regionEdge{vec{rat(v[0]), rat(v[1])}, vec{rat(w[0]), rat(w[1])}, ofB}
			if c := e.p.x.Cmp(e.q.x); c > 0 || c == 0 && e.p.y.Cmp(e.q.y) > 0 {
				e.p, e.q = e.q, e.p
			}
			edges = append(edges, e)
		}
	}
	return edges
}

func (v vec) cross(w vec) *big.Rat { return less(prod(v.x, w.y), prod(v.y, w.x)) }

// meet reports whether two edges have a point in common and, if they cross within
// both, at which x.
func (e regionEdge) meet(f regionEdge) (x *big.Rat, met bool) {
	// Boxes first: most pairs are settled here.
	if e.q.x.Cmp(f.p.x) < 0 || f.q.x.Cmp(e.p.x) < 0 {
		return nil, false
	}
	d1, d2 := e.side(f.p).Sign(), e.side(f.q).Sign()
	if d1*d2 > 0 {
		return nil, false
	}
	d3, d4 := f.side(e.p).Sign(), f.side(e.q).Sign()
	switch {
	case d3*d4 > 0:
		return nil, false
	case d1 == 0 && d2 == 0: // on one line; ends are in order along it
		before := func(a, b vec) bool { c := a.x.Cmp(b.x); return c < 0 || c == 0 && a.y.Cmp(b.y) < 0 }
		return nil, !before(e.q, f.p) && !before(f.q, e.p)
	case d1*d2 < 0 && d3*d4 < 0:
		r, s := e.q.minus(e.p), f.q.minus(f.p)
		t := new(big.Rat).Quo(f.p.minus(e.p).cross(s), r.cross(s))
		return sum(e.p.x, prod(t, r.x)), true
	}
	return nil, true
}

func (e regionEdge) side(v vec) *big.Rat { return e.q.minus(e.p).cross(v.minus(e.p)) }

// at is the edge's y at x.
func (e regionEdge) at(x *big.Rat) *big.Rat {
	t := new(big.Rat).Quo(less(x, e.p.x), less(e.q.x, e.p.x))
	return sum(e.p.y, prod(t, less(e.q.y, e.p.y)))
}

func (o *Overlaid) slab(edges []regionEdge, from, to *big.Rat) {
	type passing struct {
		low, high *big.Rat // y at both sides of the slab
		ofB       bool
	}
	var list []passing
	for _, e := range edges {
		if e.p.x.Cmp(from) <= 0 && e.q.x.Cmp(to) >= 0 {
			list = append(list, passing{e.at(from), e.at(to), e.ofB})
		}
	}
	slices.SortStableFunc(list, func(a, b passing) int { return sum(a.low, a.high).Cmp(sum(b.low, b.high)) })
	inA, inB := false, false
	width := less(to, from)
	for i := range list {
		if list[i].ofB {
			inB = !inB
		} else {
			inA = !inA
		}
		if i+1 == len(list) || !inA && !inB {
			continue
		}
		// A trapezoid between two edges, in two triangles.
		p, q := list[i], list[i+1]
		left, right := less(q.low, p.low), less(q.high, p.high)
		area := prod(prod(width, sum(left, right)), big.NewRat(1, 2))
		switch {
		case inA && inB:
			o.Common.Add(o.Common, area)
			for _, t := range []struct {
				side *big.Rat
				v    [3]vec
			}{
				{left, [3]vec{{from, p.low}, {from, q.low}, {to, q.high}}},
				{right, [3]vec{{from, p.low}, {to, q.high}, {to, p.high}}},
			} {
				sixth := prod(prod(width, t.side), big.NewRat(1, 6))
				middle := t.v[0].plus(t.v[1]).plus(t.v[2])
				o.MomentX.Add(o.MomentX, prod(sixth, middle.x))
				o.MomentY.Add(o.MomentY, prod(sixth, middle.y))
			}
		case inA:
			o.OnlyA.Add(o.OnlyA, area)
		default:
			o.OnlyB.Add(o.OnlyB, area)
		}
	}
}
