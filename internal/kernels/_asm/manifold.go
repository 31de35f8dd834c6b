// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// facet is the one of the portable code in vectors; v0 and v1 are integers.
type facet struct {
	t0, h0, t1, h1, v0, v1 vector
	length, slope          vector
}

// manifold writes the kernels that clip, a contact in each lane, and the one that finds
// what to clip of polygons.
func manifold(g *gen) {
	boxManifold(g)
	clipFacets(g)
	if !g.wide() { // it works on eight lanes of one polygon at a time
		polygonFacets(g)
	}
}

// clipSlots is how many vectors of the frame all kernels that clip need.
const clipSlots = 18

// clipper is a kernel that clips while it is written. All rely on this: count is at
// least the number of lanes, and columns have count entries. The last vector ends with
// the last contact, and so repeats some of the vector before.
type clipper struct {
	*narrow
	nxs, nys, last, i reg.GPVirtual
	nx, ny            Mem
	abs, signs, zero  Op
	half, four        Op
	vertices          [2]Op // the bit of a feature that says vertex: A's, B's
	limit             Mem
	edges             [2]edgeNames // of boxes: A's, B's
	zips              [2]Mem       // AVX-512: how words of two vectors are interleaved
}

func (g *gen) clipper(name, doc string) *clipper {
	k := &clipper{narrow: &narrow{gen: g}}
	g.begin(name, "func(args clipArgs)", doc)
	k.nxs, k.nys, k.last = k.gp("nx"), k.gp("ny"), k.gp("count")
	k.i = k.counter()
	k.SUBQ(Imm(uint64(k.lanes)), k.last)
	if !g.wide() {
		k.cap = clipSlots * g.bytes()
		k.frame = g.frame(k.cap)
	}
	k.abs, k.signs, k.zero = g.splat("abs", ^uint32(signBit)), g.splat("sign", signBit), g.splat("zero", 0)
	k.half, k.four = g.float("half", 0.5), g.float("four", 4)
	k.vertices = [2]Op{g.splat("vertexA", 1), g.splat("vertexB", 1<<16)}
	k.limit = k.param("limit")
	if g.wide() {
		for half, name := range []string{"zipLow", "zipHigh"} {
			var lanes []uint32
			for j := range uint32(4) {
				a, b := 8*uint32(half)+j, 8*uint32(half)+j+4
				lanes = append(lanes, a, 16+a, b, 16+b)
			}
			k.zips[half] = g.words(name, lanes...)
		}
	}
	k.nx, k.ny = Mem{Base: k.nxs, Index: k.i, Scale: 4}, Mem{Base: k.nys, Index: k.i, Scale: 4}
	return k
}

// boxManifold clips box against box. It relies on this, too: every index is below 2^27
// and has its record.
func boxManifold(g *gen) {
	k := g.clipper("boxManifold", "finds the contact points of boxes.")
	k.rec = k.gp("rec")
	colA, colB := k.gp("a"), k.gp("b")
	rims := g.float("rim", rim)
	k.edges = [2]edgeNames{k.edgeNames("edgeA", 0), k.edgeNames("edgeB", 16)}
	k.Label("loop")
	in := k.gather([2]want{all, all}, func(lane int, a, b reg.GPVirtual) {
		k.MOVL(Mem{Base: colA, Index: k.i, Scale: 4, Disp: 4 * lane}, a.As32())
		k.MOVL(Mem{Base: colB, Index: k.i, Scale: 4, Disp: 4 * lane}, b.As32())
	})
	reach := k.add(k.add(in.of[0][0], in.of[0][1]), k.add(in.of[1][0], in.of[1][1]))
	var second [4]Op
	for j := range second {
		second[j] = k.keep(in.of[1][j])
	}
	dx, dy := k.keep(in.dx), k.keep(in.dy)
	tol := k.keep(k.mul(k.add(reach, k.add(k.and(in.dx, k.abs), k.and(in.dy, k.abs))), rims))
	a := k.box(in.of[0][0], in.of[0][1], in.of[0][2], in.of[0][3], false)
	k.clip(a, func() facet {
		return k.box(k.reg(second[0]), k.reg(second[1]), k.reg(second[2]), k.reg(second[3]), true)
	}, dx, dy, tol, k.zero, nil, second)
}

// box is that of the portable code, along the normal for A and against it for B, whose names it
// puts into their half of a feature.
func (k *clipper) box(p, q, cos, sin vector, ofB bool) (f facet) {
	nx, ny := k.reg(k.nx), k.reg(k.ny)
	along := k.add(k.mul(cos, nx), k.mul(sin, ny))
	across := k.sub(k.mul(cos, ny), k.mul(sin, nx))
	side := k.is(gt, k.and(across, k.abs), k.and(along, k.abs))
	m := k.pick(side, across, along)
	var o, back vector // back is the sign bit where the edge is the left or the bottom one
	names := k.edges[0]
	if !ofB {
		o, back = k.pick(side, k.xor(along, k.signs), across), k.and(k.add(m, k.zero), k.signs)
	} else {
		o, back = k.pick(side, along, k.xor(across, k.signs)), k.and(k.sub(k.reg(k.zero), m), k.signs)
		names = k.edges[1]
	}
	own, half := k.pick(side, q, p), k.pick(side, p, q)
	cs, sn := k.and(m, k.abs), k.xor(o, back)
	f.v0 = k.pick(side, names.top, k.reg(names.right))
	k.VPSRLD(Imm(names.opposite), back, back)
	f.v0 = k.xor(f.v0, back)
	f.v1 = k.and(k.three(k.VPADDD, names.next, f.v0), names.wrap)
	hc, os := k.mul(half, cs), k.mul(own, sn)
	f.t0, f.t1 = k.xor(k.add(os, hc), k.signs), k.sub(hc, os)
	oc, hs := k.mul(own, cs), k.mul(half, sn)
	f.h0, f.h1 = k.sub(oc, hs), k.add(oc, hs)
	return f
}

// edgeNames name the edges of a box, in one half of a feature, by the vertices where they begin.
type edgeNames struct {
	right, top, next, wrap Op     // next leads from one vertex to the next, within wrap
	opposite               uint64 // how far to shift a sign bit to what tells opposite edges from each other
}

func (g *gen) edgeNames(name string, shift int) edgeNames {
	word := func(what string, v uint32) Mem { return g.words(name+what, v<<shift) }
	return edgeNames{word("Right", 3), word("Top", 5), word("Next", 2), word("Wrap", 7), uint64(29 - shift)}
}

// clipFacets clips what has been found of any shapes.
func clipFacets(g *gen) {
	k := g.clipper("clipFacets", "finds the contact points of facets.")
	from := k.gp("from")
	rims := g.float("rim", rim)
	row := func(r int) Mem { return Mem{Base: from, Index: k.i, Scale: 4, Disp: r * 4 * span} }
	facetOf := func(side int) facet {
		at := func(r int) vector { return k.reg(row(r + side)) }
		return facet{t0: at(rowT), h0: at(rowH), t1: at(rowT1), h1: at(rowH1), v0: at(rowV0), v1: at(rowV1)}
	}
	k.Label("loop")
	dx, dy := row(rowDelta), row(rowDelta+1)
	size := k.add(k.and(k.reg(dx), k.abs), k.and(k.reg(dy), k.abs))
	tol := k.keep(k.mul(k.add(size, row(rowScales)), rims))
	var slots [4]Op
	if !k.wide() {
		for j := range slots {
			slots[j] = k.at(k.spilled)
			k.spilled += k.bytes()
		}
	}
	k.clip(facetOf(0), func() facet {
		f := facetOf(1)
		k.VPSLLD(Imm(16), f.v0, f.v0)
		k.VPSLLD(Imm(16), f.v1, f.v1)
		return f
	}, dx, dy, tol, row(rowScales+1), row(rowScales+2), slots)
}

// blunt is that of the portable code.
func (k *clipper) blunt(f *facet, tol Op, label string) {
	f.length = k.sub(f.t1, f.t0)
	f.slope = k.div(k.sub(f.h1, f.h0), f.length)
	short := k.is(ngt, f.length, k.mul(k.reg(tol), k.four))
	k.skip(short, label)
	up := k.is(gt, f.h1, f.h0)
	for _, ends := range [][2]vector{{f.t0, f.t1}, {f.h0, f.h1}, {f.v0, f.v1}} {
		end := k.pick(up, ends[1], ends[0])
		for _, v := range ends {
			k.move(k.pick(short, end, v), v)
		}
	}
	k.move(k.without(short, f.length), f.length)
	k.move(k.without(short, f.slope), f.slope)
	k.Label(label)
}

// clip is that of the portable code; it ends the loop and the function. The names of B's vertices
// come in their half of a feature. Free are slots of the frame that hold what other needs. Unless
// radii is nil, contacts whose facets do not meet are given no points, for the portable code to
// find.
func (k *clipper) clip(a facet, other func() facet, dx, dy, tol, radius, radii Op, free [4]Op) {
	zero, half, nx, ny, i := k.zero, k.half, k.nx, k.ny, k.i
	k.blunt(&a, tol, "longA")
	at0, at1, ah0, ah1 := k.keep(a.t0), k.keep(a.t1), k.keep(a.h0), k.keep(a.h1)
	av0, av1, aLength, aSlope := k.keep(a.v0), k.keep(a.v1), k.keep(a.length), k.keep(a.slope)
	b := other()
	k.blunt(&b, tol, "longB")
	// The frame of A, in place of what is needed no more.
	td := k.sub(k.mul(k.reg(dy), nx), k.mul(k.reg(dx), ny))
	hd := k.add(k.mul(k.reg(dx), nx), k.mul(k.reg(dy), ny))
	b.t0, b.t1 = k.sub(td, b.t1), k.sub(td, b.t0)
	b.h0, b.h1 = k.sub(hd, b.h1), k.sub(hd, b.h0)
	bv0, bv1 := k.over(b.v1, free[0]), k.over(b.v0, free[1])

	lo, hi := k.max(k.reg(at0), b.t0), k.min(k.reg(at1), b.t1)
	d0, d1 := k.over(k.sub(k.reg(at0), b.t0), free[2]), k.over(k.sub(k.reg(at1), b.t1), free[3])
	a0 := k.add(k.mul(k.min(k.sub(lo, at0), aLength), aSlope), ah0)
	b0 := k.add(k.mul(k.min(k.sub(lo, b.t0), b.length), b.slope), b.h0)
	a1 := k.sub(k.reg(ah1), k.mul(k.min(k.sub(k.reg(at1), hi), aLength), aSlope))
	b1 := k.sub(b.h1, k.mul(k.min(k.sub(b.t1, hi), b.length), b.slope))
	gap0, gap1 := k.sub(b0, a0), k.sub(b1, a1)
	h0 := k.mul(k.add(k.add(a0, b0), radius), half)
	h1 := k.mul(k.add(k.add(a1, b1), radius), half)
	deeper := k.is(lt, gap1, gap0)
	less := k.and(k.sub(gap1, gap0), k.abs)
	tolerance := k.reg(tol)
	apart := k.is(gt, k.sub(hi, lo), tolerance)
	sepAt := k.column("sep", i)
	sep := k.reg(sepAt)
	limit := k.broadcast(k.limit)
	both := k.both(apart, k.either(k.is(le, k.add(sep, less), limit), k.is(le, less, tolerance)))
	upper := k.butNot(both, deeper)

	var met reg.GPVirtual
	if radii != nil {
		deeperGap := k.pick(deeper, gap1, gap0)
		miss := k.either(k.is(gt, k.sub(lo, hi), tolerance), k.is(gt, k.sub(k.sub(deeperGap, sep), radii), tolerance))
		met = k.bits(miss)
		k.NOTL(met.As32())
	}

	minus := k.xor(k.reg(tol), k.signs)
	tolerance = k.reg(tol)
	name0, name1 := k.names(k.is(ge, k.reg(d0), minus), k.is(le, k.reg(d1), tolerance), apart, k.reg(av0), k.reg(av1), k.xor(k.reg(av0), k.vertices[0]))
	nameB0, nameB1 := k.names(k.is(le, k.reg(d0), tolerance), k.is(ge, k.reg(d1), minus), apart, k.reg(bv0), k.reg(bv1), k.xor(k.reg(bv1), k.vertices[1]))
	name0, name1 = k.or(name0, nameB0), k.or(name1, nameB1)
	feature0 := k.over(k.pick(upper, name1, name0), d0)

	depth := k.sub(k.reg(zero), sepAt)
	shallower := k.sub(depth, less)
	x1 := k.where(both, k.sub(k.mul(h1, nx), k.mul(hi, ny)))
	y1 := k.where(both, k.add(k.mul(h1, ny), k.mul(hi, nx)))
	k.points("second", [4]Op{x1, y1, k.where(both, k.pick(deeper, depth, shallower)), k.where(both, name1)})
	t, h := k.pick(upper, hi, lo), k.pick(upper, h1, h0)
	x0 := k.sub(k.mul(h, nx), k.mul(t, ny))
	y0 := k.add(k.mul(h, ny), k.mul(t, nx))
	k.points("first", [4]Op{x0, y0, k.pick(k.both(both, deeper), shallower, depth), feature0})

	bits, ones, word := k.bits(both), k.GP64(), k.GP64()
	if met != nil {
		k.ANDL(met.As32(), bits.As32())
	}
	k.MOVQ(U64(0x0101010101010101), ones)
	n := k.gp("n")
	k.ADDQ(i, n)
	for j := range k.lanes / 8 {
		k.PDEPQ(ones, bits.As64(), word)
		if met == nil {
			k.ADDQ(ones, word)
		} else {
			one := k.GP64()
			k.PDEPQ(ones, met.As64(), one)
			k.ADDQ(one, word)
		}
		k.MOVQ(word, Mem{Base: n, Disp: 8 * j})
		if 8*j+8 < k.lanes {
			k.SHRQ(Imm(8), bits.As64())
			if met != nil {
				k.SHRQ(Imm(8), met.As64())
			}
		}
	}

	k.jumpIf(i, eq, k.last, "done")
	k.ADDQ(Imm(uint64(k.lanes)), i)
	k.CMPQ(i, k.last)
	k.CMOVQGT(k.last, i)
	k.jump("loop")
	k.Label("done")
	k.end()
}

// points writes four columns as one record of four words for each contact.
func (k *clipper) points(to string, columns [4]Op) {
	var v [4]vector
	for j, c := range columns {
		v[j] = k.reg(c)
	}
	base, twice := k.gp(to), k.GP64()
	k.LEAQ(Mem{Base: k.i, Index: k.i, Scale: 1}, twice)
	at := func(disp int) Mem { return Mem{Base: base, Index: twice, Scale: 8, Disp: disp} }
	if k.wide() {
		for half := range k.zips { // eight contacts each
			zip, xy, df := k.reg(k.zips[half]), k.vec(), k.vec()
			k.VMOVAPS(v[0], xy)
			k.VPERMT2PS(v[1], zip, xy)
			k.VMOVAPS(v[2], df)
			k.VPERMT2PS(v[3], zip, df)
			k.VMOVUPS(k.three(k.VUNPCKLPD, df, xy), at(128*half))
			k.VMOVUPS(k.three(k.VUNPCKHPD, df, xy), at(128*half+64))
		}
		return
	}
	r := k.transpose(v)
	for j := 0; j < 4; j += 2 { // contacts j and j+1, then j+4 and j+5
		low, high := k.vec(), k.vec()
		k.VINSERTF128(Imm(1), r[j+1].AsX(), r[j], low)
		k.VPERM2F128(Imm(0x31), r[j+1], r[j], high)
		k.VMOVUPS(low, at(16*j))
		k.VMOVUPS(high, at(64+16*j))
	}
}

// names returns the names of the two ends of one shape: its vertices v0 and v1 where of0 and
// of1 say so, else its edge, which is asked for only where it is not too short.
func (k *narrow) names(of0, of1, apart mask, v0, v1, edge vector) (name0, name1 vector) {
	name1 = k.pick(of1, v1, edge)
	name0 = k.pick(of0, v0, k.pick(apart, edge, name1))
	return name0, k.pick(apart, name1, name0)
}

func (g *gen) min(a, b Op) vector { return g.three(g.VMINPS, b, a) }
func (g *gen) or(a, b Op) vector  { return g.three(g.VORPS, b, a) }

// column returns where the named column has its entries from i on.
func (k *narrow) column(name string, i reg.GPVirtual) Mem {
	return Mem{Base: k.gp(name), Index: i, Scale: 4}
}
