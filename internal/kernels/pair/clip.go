// SPDX-License-Identifier: MIT

package pair

import (
	"math"

	"daylight/internal/kernels/base"
)

// Contact points are found in the frame of the contact's normal n: a point has a
// height along n and a place along n turned anticlockwise. Of either shape the edge
// that faces the other, the one whose outward normal is nearest to n or -n, spans an
// interval of places; where the two intervals overlap the edges face each other, and
// the ends of the overlap are the points. This is clipping the incident edge against
// the sides of the reference edge, but for both shapes at once: which edge gave the
// normal makes no difference, so noise that lets the axes of two flat edges win in
// turn changes no feature. Nor is there a case for normals that belong to no edge, as
// of two corners: then the edges have one place in common.
//
// Which normal is nearest is asked of the sine of the angle, not of its cosine: that is
// flat about 1, and its rounding would hide angles of up to 5e-4. Rounding of the normals
// themselves leaves 3e-7 in doubt, and that of the separation lets an edge's normal win
// although its neighbour's lies deeper by a trace. Either may name two edges that are
// not across from each other. Then both shapes' edges are followed towards one another
// until two overlap (meet), which costs height no more than was in doubt.
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

// facet is the edge of a shape that faces along a unit vector n, in its frame: from
// (t0, h0) on to (t1, h1), place and height. v0 and v1 are the names of its ends as
// halves of a Feature; the edge's own is v0 without the bit of vertices.
type facet struct {
	t0, h0, t1, h1 float32
	v0, v1         uint32
	radius, reach  float32
	at             int // the edge's lane, of a polygon
}

// facing finds the facet of shape k along (nx, ny).
func (f *facet) facing(b *Block, k uint32, nx, ny float32) {
	rec := &b.Rec[k]
	switch b.Class[k] {
	case Circle:
		*f = facet{v0: 1, v1: 1, radius: rec.P}
	case Capsule:
		// Edge 0 leads along (C, S) and faces (S, -C).
		m := float32(nx*rec.S) - float32(ny*rec.C)
		o := float32(nx*rec.C) + float32(ny*rec.S)
		back := sign(m)
		t, h := float32(rec.P*base.Abs(m)), float32(rec.P*signed(o, back))
		e := back >> 31
		*f = facet{-t, -h, t, h, e<<1 | 1, (e^1)<<1 | 1, rec.Q, rec.P, 0}
	case Box:
		f.box(rec, nx, ny)
	default:
		lo, num := int(b.Off[k]), int(b.Num[k])
		l := &b.Lanes
		f.polygon(l.VX[lo:][:num], l.VY[lo:][:num], l.NX[lo:][:num], l.NY[lo:][:num], nx, ny)
		f.radius, f.reach = rec.P, rec.C
	}
}

// box is facing for boxes, in closed form. Edge 0 faces -y, 1 faces +x, 2 faces +y.
func (f *facet) box(rec *Record, nx, ny float32) {
	c0 := float32(nx*rec.C) + float32(ny*rec.S)
	c1 := float32(ny*rec.C) - float32(nx*rec.S)
	// The edge's own normal is (m, -o) in the frame of n, up to the sign of m.
	// Which side it is has no pattern: no branch.
	p, q, e := rec.P, rec.Q, uint32(1)
	side := base.Abs(c1) > base.Abs(c0)
	m, o := pick(side, c1, c0), pick(side, -c0, c1)
	own, half := pick(side, q, p), pick(side, p, q)
	if side {
		e = 2
	}
	back := sign(m)
	c, s := base.Abs(m), signed(o, back)
	e ^= back >> 31 << 1
	f.t0 = -(float32(own*s) + float32(half*c))
	f.t1 = float32(half*c) - float32(own*s)
	f.h0 = float32(own*c) - float32(half*s)
	f.h1 = float32(own*c) + float32(half*s)
	f.v0, f.v1 = e<<1|1, (e+1)&3<<1|1
	f.radius, f.reach = 0, rec.P+rec.Q
}

// polygon is facing for polygons: of equal edges the first. An edge whose cosine is less
// than the greatest by more than rounding is not the nearest, so few sines are asked for.
func (f *facet) polygon(vx, vy, nx, ny []float32, x, y float32) {
	const doubt = 0x1p-20
	best, at := math.Float32frombits(0xff800000), 0
	most := best
	ny = ny[:len(nx)]
	for i, u := range nx {
		v := ny[i]
		if dot := float32(u*x) + float32(v*y); dot > most {
			most = max(most, dot-doubt)
			if k := nearness(u, v, x, y); k > best {
				best, at = k, i
			}
		}
	}
	f.edge(vx, vy, at, x, y)
}

// nearness grows as the angle between two unit vectors shrinks. Below 45 degrees it is
// minus the sine, which tells angles of 2^-23 apart, and above the cosine less two.
func nearness(u, v, x, y float32) float32 {
	dot := float32(u*x) + float32(v*y)
	sine := base.Abs(float32(u*y) - float32(v*x))
	return pick(dot > sine, -sine, dot-2)
}

// edge sets f to a polygon's edge from vertex at, but for the radius and the reach.
func (f *facet) edge(vx, vy []float32, at int, x, y float32) {
	to := next(vx, vy, at)
	f.t0 = float32(vy[at]*x) - float32(vx[at]*y)
	f.h0 = float32(vx[at]*x) + float32(vy[at]*y)
	f.t1 = float32(vy[to]*x) - float32(vx[to]*y)
	f.h1 = float32(vx[to]*x) + float32(vy[to]*y)
	f.v0, f.v1 = half(at)|1, half(to)|1
	f.at = at
}

// half is an index as half of a Feature.
func half(i int) uint32 { return uint32(i) << 1 & 0xffff }

// turned is f, found along -n, in the frame of n from a place (t, h) away.
func (f *facet) turned(t, h float32) {
	f.t0, f.t1 = t-f.t1, t-f.t0
	f.h0, f.h1 = h-f.h1, h-f.h0
	f.v0, f.v1 = f.v1, f.v0
}

// blunt makes a facet too short for two ends the vertex that lies farther along n, of
// equals the first. It returns the facet's length across n and how it rises for that.
func (f *facet) blunt(short float32) (length, slope float32) {
	length = f.t1 - f.t0
	if length > short {
		return length, (f.h1 - f.h0) / length
	}
	if f.h1 > f.h0 {
		f.t0, f.h0, f.v0 = f.t1, f.h1, f.v1
	} else {
		f.t1, f.h1, f.v1 = f.t0, f.h0, f.v0
	}
	return 0, 0
}

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

// again is clip for contact i of a.Out, whose facets have missed one another.
func (a *Args) again(i int, out *Manifolds) {
	blk, in := a.Block, &a.Out
	ka, kb, x, y := in.A[i], in.B[i], in.NX[i], in.NY[i]
	dx, dy := delta(&blk.Rec[ka], &blk.Rec[kb])
	var f, g facet
	f.facing(blk, ka, x, y)
	g.facing(blk, kb, -x, -y)
	blk.meet(ka, kb, &f, &g, dx, dy, x, y)
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
// -n. Both are spoilt. It reports whether they meet: whether they overlap and are as deep
// there as the contact is. A facet of up to short tol is taken for a vertex.
func clip(f, g *facet, dx, dy, x, y, sep, limit, short float32, out *Manifolds, i int) (met bool) {
	tol := rim * ((f.reach + g.reach) + (base.Abs(dx) + base.Abs(dy)))
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
	less := base.Abs(gap1 - gap0)
	apart := hi-lo > tol
	two := base.One(apart) & (base.One(sep+less <= limit) | base.One(less <= tol))

	// No edge is asked for of a facet that has become a vertex.
	av0, av1, bv0, bv1 := f.v0, f.v1, g.v0, g.v1
	nameA0, nameA1 := names(d0 >= -tol, d1 <= tol, apart, av0, av1, av0^1)
	nameB0, nameB1 := names(d0 <= tol, d1 >= -tol, apart, bv0, bv1, bv1^1)
	name0, name1 := nameA0|nameB0<<16, nameA1|nameB1<<16

	radius := f.radius - g.radius
	depth := 0 - sep
	first1 := base.One(deeper1)&^two != 0 // the only point is the upper end
	h0, h1 := float32(((a0+b0)+radius)*0.5), float32(((a1+b1)+radius)*0.5)
	t, h, name := pick(first1, hi, lo), pick(first1, h1, h0), name0
	if first1 {
		name = name1
	}
	rest := depth - less
	second := uint32(-two) // all ones for two points
	out.N[i] = uint8(1 + two)
	out.X[0][i], out.Y[0][i] = float32(h*x)-float32(t*y), float32(h*y)+float32(t*x)
	out.Depth[0][i] = pick(base.One(deeper1)&two != 0, rest, depth)
	out.Feature[0][i] = Feature(name)
	out.X[1][i] = only(second, float32(h1*x)-float32(hi*y))
	out.Y[1][i] = only(second, float32(h1*y)+float32(hi*x))
	out.Depth[1][i] = only(second, pick(deeper1, depth, rest))
	out.Feature[1][i] = Feature(name1 & second)
	gap := pick(deeper1, gap1, gap0)
	return !(lo-hi > tol) && !((gap-sep)-(f.radius+g.radius) > tol)
}

// only is x where the mask is all ones, else 0.
func only(mask uint32, x float32) float32 {
	return math.Float32frombits(math.Float32bits(x) & mask)
}

// names are those of the two ends of one shape: its vertices v0 and v1 where of0 and
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

// least is the lesser of two numbers, the second of equals.
func least(a, b float32) float32 { return pick(a < b, a, b) }
