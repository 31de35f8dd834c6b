// SPDX-License-Identifier: MIT

package pair

import (
	"math"

	"daylight/internal/kernels"
)

// Contact points are found in the frame of the contact's normal n: a point has a
// height along n and a place along n turned anticlockwise. On each shape, the facing
// edge is the edge whose outward normal is nearest to n or -n. It spans an interval
// of places. Where the two intervals overlap, the edges face each other, and the ends
// of the overlap are the points. This is clipping the incident edge against the sides
// of the reference edge, but for both shapes at once: which edge gave the normal
// makes no difference, so noise that lets the axes of two flat edges win in turn
// changes no feature. Nor is there a case for normals that belong to no edge, as of
// two corners: then the edges have one place in common.
//
// The sine of the angle decides which normal is nearest. The cosine is flat about 1, and its
// rounding would hide angles of up to 5e-4. Rounding of the normals themselves leaves 3e-7 in
// doubt, and that of the separation lets an edge's normal win although its neighbour's lies deeper
// by a trace. Either may name two edges that are not across from each other. Then both shapes'
// edges are followed towards one another until two overlap (meet), which costs height no more than
// was in doubt.
//
// Places within tol of one another are one place. It is the rim of the contact
// kernels, a few times the rounding error of a place, and a fraction of the scale.
//
//   - An edge shorter than 4 tol, seen along n, is the vertex that reaches farther.
//   - An end that both edges share is of both their vertices, else of the vertex of the
//     edge that ends there and the edge of the other.
//   - An overlap within tol, or less than none by rounding, is one point, the deeper
//     end; it is of every vertex that either end is of.
//   - The deeper end has the contact's depth, by definition, and the other end is less
//     deep by the difference of their gaps. It is a point only within the contact's
//     limit, or within tol of the deeper.

// A facet of up to this many tol is a vertex: at first, and when facets have missed one
// another, maybe for that.
const (
	blunt = 4
	sharp = 0.25
)

// manifolds clips every contact of a.Out.
func manifolds(a *Args, n int, out *Manifolds) {
	blk := a.Block
	in := &a.Out
	ia, ib, sep, nx, ny := in.A[:n], in.B[:n], in.Sep[:n], in.NX[:n], in.NY[:n]
	var f, g facet
	for i, k := range ia {
		x, y := nx[i], ny[i]
		dx, dy := delta(&blk.Rec[k], &blk.Rec[ib[i]])
		f.facing(blk, k, x, y)
		g.facing(blk, ib[i], -x, -y)
		if !clip(&f, &g, dx, dy, x, y, sep[i], a.Limit, blunt, out, i) {
			a.again(i, out)
		}
	}
}

// again clips contact i of a.Out once more, after its facets turned out not to overlap.
func (a *Args) again(i int, out *Manifolds) {
	blk, in := a.Block, &a.Out
	ka, kb, x, y := in.A[i], in.B[i], in.NX[i], in.NY[i]
	dx, dy := delta(&blk.Rec[ka], &blk.Rec[kb])
	var f, g facet
	f.facing(blk, ka, x, y)
	g.facing(blk, kb, -x, -y)
	f.meet(&g, blk, ka, kb, dx, dy, x, y)
	clip(&f, &g, dx, dy, x, y, in.Sep[i], a.Limit, sharp, out, i)
}

// boxManifolds is manifolds for boxes.
func boxManifolds(a *Args, n int, out *Manifolds) {
	rec := a.Block.Rec
	in := &a.Out
	ia, ib, sep, nx, ny := in.A[:n], in.B[:n], in.Sep[:n], in.NX[:n], in.NY[:n]
	var f, g facet
	for i, k := range ia {
		x, y := nx[i], ny[i]
		s, t := &rec[k], &rec[ib[i]]
		dx, dy := delta(s, t)
		f.box(s, x, y)
		g.box(t, -x, -y)
		clip(&f, &g, dx, dy, x, y, sep[i], a.Limit, blunt, out, i)
	}
}

// clip writes entry i of out for the facets f of A, along n = (x, y), and g of B, along
// -n, which it overwrites. It reports whether they meet: whether they overlap and are as deep
// there as the contact is. A facet of up to short tol is taken for a vertex.
func clip(f, g *facet, dx, dy, x, y, sep, limit, short float32, out *Manifolds, i int) (met bool) {
	tol := rim * ((f.reach + g.reach) + (kernels.Abs(dx) + kernels.Abs(dy)))
	lengthA, slopeA := f.blunt(short * tol)
	lengthB, slopeB := g.blunt(short * tol)
	g.turned(float32(dy*x)-float32(dx*y), float32(dx*x)+float32(dy*y))

	d0, d1 := f.t0-g.t0, f.t1-g.t1
	lo := pick(f.t0 > g.t0, f.t0, g.t0)
	hi := pick(f.t1 < g.t1, f.t1, g.t1)
	// An edge's height where it is cut: its own end's if it ends there. Beyond its other
	// end, which rounding can make of an overlap of none, it goes on level.
	a0 := f.h0 + float32(least(lo-f.t0, lengthA)*slopeA)
	b0 := g.h0 + float32(least(lo-g.t0, lengthB)*slopeB)
	a1 := f.h1 - float32(least(f.t1-hi, lengthA)*slopeA)
	b1 := g.h1 - float32(least(g.t1-hi, lengthB)*slopeB)
	gap0, gap1 := b0-a0, b1-a1
	deeper1 := gap1 < gap0
	less := kernels.Abs(gap1 - gap0)
	if want := sep + (f.radius + g.radius); short == sharp && pick(deeper1, gap1, gap0)-want > tol {
		// If an edge is almost along the normal, its height depends on the rounding of the cut. The
		// other edge's height and the depth are more exact.
		a, b := &a0, &b0
		if deeper1 {
			a, b = &a1, &b1
		}
		if kernels.Abs(slopeB) > kernels.Abs(slopeA) {
			*b = *a + want
		} else {
			*a = *b - want
		}
	}
	apart := hi-lo > tol
	two := kernels.One(apart) & (kernels.One(sep+less <= limit) | kernels.One(less <= tol))

	// No edge is asked for of a facet that has become a vertex.
	av0, av1, bv0, bv1 := f.v0, f.v1, g.v0, g.v1
	nameA0, nameA1 := names(d0 >= -tol, d1 <= tol, apart, av0, av1, av0^1)
	nameB0, nameB1 := names(d0 <= tol, d1 >= -tol, apart, bv0, bv1, bv1^1)
	name0, name1 := nameA0|nameB0<<16, nameA1|nameB1<<16

	radius := f.radius - g.radius
	depth := 0 - sep
	first1 := kernels.One(deeper1)&^two != 0 // the only point is the upper end
	h0, h1 := float32(((a0+b0)+radius)*0.5), float32(((a1+b1)+radius)*0.5)
	t, h, name := pick(first1, hi, lo), pick(first1, h1, h0), name0
	if first1 {
		name = name1
	}
	shallower := depth - less
	second := uint32(-two) // all ones for two points
	out.N[i] = uint8(1 + two)
	out.Points[0][i] = Point{
		X: float32(h*x) - float32(t*y), Y: float32(h*y) + float32(t*x),
		Depth: pick(kernels.One(deeper1)&two != 0, shallower, depth), Feature: name,
	}
	out.Points[1][i] = Point{
		X: only(second, float32(h1*x)-float32(hi*y)), Y: only(second, float32(h1*y)+float32(hi*x)),
		Depth: only(second, pick(deeper1, depth, shallower)), Feature: name1 & second,
	}
	gap := pick(deeper1, gap1, gap0)
	return !(lo-hi > tol) && !((gap-sep)-(f.radius+g.radius) > tol)
}

// only is x where the mask is all ones, else 0.
func only(mask uint32, x float32) float32 {
	return math.Float32frombits(math.Float32bits(x) & mask)
}

// names returns the names of the two ends of one shape: its vertices v0 and v1 where of0 and
// of1 say so, else its edge; of ends that are one, the same.
func names(of0, of1, apart bool, v0, v1, edge uint32) (name0, name1 uint32) {
	name1 = edge
	if of1 {
		name1 = v1
	}
	name0 = name1
	if apart {
		name0 = edge
	}
	if of0 {
		name0 = v0
	}
	if !apart {
		name1 = name0
	}
	return name0, name1
}

// least returns the lesser of two numbers, the second of equals.
func least(a, b float32) float32 { return pick(a < b, a, b) }
