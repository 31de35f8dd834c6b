// SPDX-License-Identifier: MIT

package main

import (
	"github.com/mmcloughlin/avo/attr"
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
	c := g.constants()
	boxManifold(c)
	clipFacets(c)
	if !g.wide() { // it works on eight lanes of one polygon at a time
		polygonFacets(c)
	}
}

// clipSlots is how many vectors of the frame all kernels that clip need.
const clipSlots = 18

// clipper is a kernel that clips while it is written. All rely on this: count is at
// least the number of lanes, and columns have count entries. The last vector ends with
// the last contact, and so repeats some of the vector before.
type clipper struct {
	*narrow
	nxs, nys, last, i         reg.GPVirtual
	nx, ny                    Mem
	abs, signs, zero          Op
	half, four, one, two, six Op
	limit                     Mem
}

func (c *constants) clipper(name, doc string) *clipper {
	k := &clipper{narrow: &narrow{constants: c}}
	name += c.suffix()
	c.Function(name)
	c.Attributes(attr.NOSPLIT)
	c.SignatureExpr("func(args clipArgs)")
	c.Doc(name + " " + doc)
	c.Pragma("noescape")
	k.nxs, k.nys, k.last = k.gp("nx"), k.gp("ny"), k.gp("count")
	k.i = k.GP64()
	k.XORQ(k.i, k.i)
	k.SUBQ(Imm(uint64(k.lanes)), k.last)
	if !c.wide() {
		k.cap = clipSlots * c.bytes()
		local := c.AllocLocal(k.cap + c.bytes() - 8)
		k.frame = c.GP64()
		c.Comment("Vectors on the stack stand on their boundary.")
		c.LEAQ(local.Offset(c.bytes()-8), k.frame)
		c.ANDQ(I32(-c.bytes()), k.frame)
	}
	k.abs, k.signs, k.zero = c.splat("abs", ^uint32(signBit)), c.splat("sign", signBit), c.splat("zero", 0)
	k.half, k.four = c.float("half", 0.5), c.float("four", 4)
	k.one, k.two, k.six = c.splat("one", 1), c.splat("two", 2), c.splat("six", 6)
	k.limit = k.limitParam()
	k.nx, k.ny = Mem{Base: k.nxs, Index: k.i, Scale: 4}, Mem{Base: k.nys, Index: k.i, Scale: 4}
	return k
}

// boxManifold clips box against box. It relies on this, too: every index is below 2^27
// and has its record.
func boxManifold(c *constants) {
	k := c.clipper("boxManifold", "finds the contact points of boxes.")
	k.rec = k.gp("rec")
	colA, colB := k.gp("a"), k.gp("b")
	rims := c.float("rim", rim)
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
	a := k.box(in.of[0][0], in.of[0][1], in.of[0][2], in.of[0][3], k.reg(k.nx), k.reg(k.ny))
	k.clip(a, func() facet {
		return k.box(k.reg(second[0]), k.reg(second[1]), k.reg(second[2]), k.reg(second[3]),
			k.xor(k.reg(k.nx), k.signs), k.xor(k.reg(k.ny), k.signs))
	}, dx, dy, tol, k.zero, nil, second)
}

// box is that of the portable code.
func (k *clipper) box(p, q, cos, sin, nx, ny vector) (f facet) {
	c0 := k.add(k.mul(cos, nx), k.mul(sin, ny))
	c1 := k.sub(k.mul(cos, ny), k.mul(sin, nx))
	side := k.is(gt, k.and(c1, k.abs), k.and(c0, k.abs))
	m, o := k.pick(side, c1, c0), k.pick(side, k.xor(c0, k.signs), c1)
	own, half := k.pick(side, q, p), k.pick(side, p, q)
	edge := k.pick(side, k.two, k.reg(k.one))
	back := k.and(k.add(m, k.zero), k.signs)
	cs, sn := k.and(m, k.abs), k.xor(o, back)
	k.VPSRLD(Imm(30), back, back)
	edge = k.xor(edge, back)
	edge = k.three(k.VPADDD, edge, edge)
	hc, os := k.mul(half, cs), k.mul(own, sn)
	f.t0, f.t1 = k.xor(k.add(os, hc), k.signs), k.sub(hc, os)
	oc, hs := k.mul(own, cs), k.mul(half, sn)
	f.h0, f.h1 = k.sub(oc, hs), k.add(oc, hs)
	f.v0 = k.or(edge, k.one)
	f.v1 = k.or(k.and(k.three(k.VPADDD, k.two, edge), k.six), k.one)
	return f
}

// clipFacets clips what has been found of any shapes.
func clipFacets(c *constants) {
	k := c.clipper("clipFacets", "finds the contact points of facets.")
	from := k.gp("from")
	rims := c.float("rim", rim)
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
	k.clip(facetOf(0), func() facet { return facetOf(1) }, dx, dy, tol, row(rowScales+1), row(rowScales+2), slots)
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

// clip is that of the portable code; it ends the loop and the function. Free are slots
// of the frame that hold what other needs. Unless radii is nil, contacts whose facets do
// not meet are given no points, for the portable code to find.
func (k *clipper) clip(a facet, other func() facet, dx, dy, tol, radius, radii Op, free [4]Op) {
	zero, half, one, nx, ny, i := k.zero, k.half, k.one, k.nx, k.ny, k.i
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
	limit := k.vec()
	k.VBROADCASTSS(k.limit, limit)
	both := k.both(apart, k.either(k.is(le, k.add(sep, less), limit), k.is(le, less, tolerance)))
	upper := k.butNot(both, deeper)

	var met reg.GPVirtual
	if radii != nil {
		deeperGap := k.pick(deeper, gap1, gap0)
		miss := k.either(k.is(gt, k.sub(lo, hi), tolerance), k.is(gt, k.sub(k.sub(deeperGap, sep), radii), tolerance))
		met = k.bits(miss)
		k.NOTL(met.As32())
	}

	// Depths, then places, so that registers are free for names.
	depth := k.sub(k.reg(zero), sep)
	rest := k.sub(depth, less)
	depth0 := k.over(k.pick(k.both(both, deeper), rest, depth), at0)
	depth1 := k.over(k.where(both, k.pick(deeper, depth, rest)), at1)
	x, y := k.reg(nx), k.reg(ny)
	x1 := k.over(k.where(both, k.sub(k.mul(h1, x), k.mul(hi, y))), ah0)
	y1 := k.over(k.where(both, k.add(k.mul(h1, y), k.mul(hi, x))), ah1)
	t, h := k.pick(upper, hi, lo), k.pick(upper, h1, h0)
	x0 := k.over(k.sub(k.mul(h, x), k.mul(t, y)), aLength)
	y0 := k.over(k.add(k.mul(h, y), k.mul(t, x)), aSlope)

	minus := k.xor(k.reg(tol), k.signs)
	tolerance = k.reg(tol)
	name0, name1 := k.names(k.is(ge, k.reg(d0), minus), k.is(le, k.reg(d1), tolerance), apart, k.reg(av0), k.reg(av1), k.xor(k.reg(av0), one))
	nameB0, nameB1 := k.names(k.is(le, k.reg(d0), tolerance), k.is(ge, k.reg(d1), minus), apart, k.reg(bv0), k.reg(bv1), k.xor(k.reg(bv1), one))
	k.VPSLLD(Imm(16), nameB0, nameB0)
	k.VPSLLD(Imm(16), nameB1, nameB1)
	name0, name1 = k.or(name0, nameB0), k.or(name1, nameB1)
	k.points("first", [4]Op{x0, y0, depth0, k.pick(upper, name1, name0)})
	k.points("second", [4]Op{x1, y1, depth1, k.where(both, name1)})

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

	k.CMPQ(i, k.last)
	k.JEQ(LabelRef("done"))
	k.ADDQ(Imm(uint64(k.lanes)), i)
	k.CMPQ(i, k.last)
	k.CMOVQGT(k.last, i)
	k.JMP(LabelRef("loop"))
	k.Label("done")
	k.VZEROUPPER()
	k.RET()
}

// points writes four columns as one record of four words for each contact.
func (k *clipper) points(to string, columns [4]Op) {
	var r [4]vector
	for j, c := range columns {
		r[j] = k.reg(c)
	}
	at, twice := k.gp(to), k.GP64()
	k.LEAQ(Mem{Base: k.i, Index: k.i, Scale: 1}, twice)
	for part, v := range k.inOrder(k.transpose(r)) {
		k.VMOVUPS(v, Mem{Base: at, Index: twice, Scale: 8, Disp: part * k.bytes()})
	}
}

// inOrder takes vectors of which the 128-bit parts of vector j are those numbered j, j+4 and so on, and
// returns the parts in the order of their numbers.
func (k *clipper) inOrder(v [4]vector) (parts []vector) {
	if !k.wide() {
		for _, pair := range [][2]vector{{v[0], v[1]}, {v[2], v[3]}} {
			low := k.vec()
			k.VINSERTF128(Imm(1), pair[1].AsX(), pair[0], low)
			parts = append(parts, low)
		}
		for _, pair := range [][2]vector{{v[0], v[1]}, {v[2], v[3]}} {
			high := k.vec()
			k.VPERM2F128(Imm(0x31), pair[1], pair[0], high)
			parts = append(parts, high)
		}
		return parts
	}
	shuffle := func(how uint64, a, b vector) vector {
		d := k.vec()
		k.VSHUFF32X4(Imm(how), b, a, d)
		return d
	}
	for _, half := range []uint64{0x44, 0xee} {
		a, b := shuffle(half, v[0], v[1]), shuffle(half, v[2], v[3])
		parts = append(parts, shuffle(0x88, a, b), shuffle(0xdd, a, b))
	}
	return parts
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

// limitParam returns the limit in memory.
func (k *narrow) limitParam() Mem {
	m, err := k.Param("limit").Resolve()
	if err != nil {
		panic(err)
	}
	return m.Addr
}
