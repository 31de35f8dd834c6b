// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/mmcloughlin/avo/x86"
)

// span is how many contacts a struct facets of the package has room for: rows of this
// many entries, named here in order.
const span = 64

const (
	rowT = 2 * iota // of A, then of B: t0, h0, t1, h1, v0, v1
	rowH
	rowT1
	rowH1
	rowV0
	rowV1
	rowDelta  // dx, dy
	rowScales // reach, radius, radii
)

// polygonFacets finds edges of polygons that face along a direction: the lane whose normal
// is nearest to it, of equals the first, and where in the direction's frame the edge begins
// and ends. Entry i is about the polygon index[i] and the place slot[i] of the rows: below
// span for shape A of the contact, whose normal is the direction, and span more for B, whose
// direction is the opposite. It relies on this: every index has its off and num, and every
// run of lanes, whose length is a power of two from 4 up, lies in the columns.
func polygonFacets(g *gen) {
	g.begin("polygonFacets", "func(args facetArgs)",
		"finds the edges of polygons that face along directions.")
	index, off, num, to := g.gp("index"), g.gp("off"), g.gp("num"), g.gp("to")
	vx, vy, nx, ny := g.gp("vx"), g.gp("vy"), g.gp("nx"), g.gp("ny")
	i := g.counter()
	k, at, end, p, q := g.GP64(), g.GP64(), g.GP64(), g.GP64(), g.GP64()
	x, y, signs := g.YMM(), g.YMM(), g.YMM()
	g.Label("loop")
	g.MOVQ(g.gp("slot"), p)
	g.MOVL(Mem{Base: p, Index: i, Scale: 4}, q.As32())
	g.MOVL(q.As32(), k.As32())
	g.SHRL(Imm(6), k.As32())
	g.SHLL(Imm(31), k.As32())
	g.VMOVD(k.As32(), signs.AsX())
	g.VPBROADCASTD(signs.AsX(), signs)
	g.ANDL(Imm(span-1), q.As32())
	g.MOVQ(g.gp("x"), p)
	g.VBROADCASTSS(Mem{Base: p, Index: q, Scale: 4}, x)
	g.MOVQ(g.gp("y"), p)
	g.VBROADCASTSS(Mem{Base: p, Index: q, Scale: 4}, y)
	g.VXORPS(signs, x, x)
	g.VXORPS(signs, y, y)
	g.MOVL(Mem{Base: index, Index: i, Scale: 4}, p.As32())
	g.MOVL(Mem{Base: off, Index: p, Scale: 4}, k.As32())
	g.MOVL(Mem{Base: num, Index: p, Scale: 4}, end.As32())

	// nearness is that of the portable code, of normals d, e; it replaces d.
	two := g.words("facetTwo", 0x40000000)
	twos, dot, sine, other := g.YMM(), g.YMM(), g.YMM(), g.YMM()
	g.VBROADCASTSS(two, twos)
	negative := g.YMM()
	g.VBROADCASTSS(g.words("facetSign", signBit), negative)
	nearness := func(d, e reg.VecVirtual) {
		g.VMULPS(x, d, dot)
		g.VMULPS(y, e, other)
		g.VADDPS(other, dot, dot)
		g.VMULPS(y, d, sine)
		g.VMULPS(x, e, other)
		g.VSUBPS(other, sine, sine)
		g.VORPS(negative, sine, sine) // minus its absolute value
		g.VSUBPS(twos, dot, d)
		g.VXORPS(negative, sine, other)
		g.VCMPPS(Imm(gt), other, dot, other)
		g.VBLENDVPS(other, sine, d, d)
	}
	// keys are those of the lanes from a place on.
	keys := func(from reg.GPVirtual, d, e reg.VecVirtual) {
		g.VMOVUPS(Mem{Base: nx, Index: from, Scale: 4}, d)
		g.VMOVUPS(Mem{Base: ny, Index: from, Scale: 4}, e)
		nearness(d, e)
	}
	d, e, best := g.YMM(), g.YMM(), g.YMM()
	low := func(v reg.VecVirtual) reg.VecVirtual { return v.AsX().(reg.VecVirtual) }
	mask := g.GP64()
	across := func(v reg.VecVirtual) { // the greatest lane of v, to every lane
		g.VPERM2F128(Imm(1), v, v, e)
		g.VMAXPS(e, v, v)
		g.VPERMILPS(Imm(0x4e), v, e)
		g.VMAXPS(e, v, v)
		g.VPERMILPS(Imm(0xb1), v, e)
		g.VMAXPS(e, v, v)
	}
	g.jumpIf(end, gt, Imm(8), "many")
	g.Comment("Of four lanes the upper half is the lower again, which loses every tie.")
	g.LEAQ(Mem{Base: k, Index: end, Scale: 1, Disp: -4}, p)
	for _, v := range []struct {
		column reg.GPVirtual
		to     reg.VecVirtual
	}{{nx, d}, {ny, e}} {
		g.whole(v.to)(x86.VMOVUPS(Mem{Base: v.column, Index: k, Scale: 4}, v.to.AsX()))
		g.VINSERTF128(Imm(1), Mem{Base: v.column, Index: p, Scale: 4}, v.to, v.to)
	}
	nearness(d, e)
	g.VMOVAPS(d, best)
	across(best)
	g.VCMPPS(Imm(0), best, d, best)
	g.VMOVMSKPS(best, mask.As32())
	g.XORL(p.As32(), p.As32())
	g.TZCNTL(mask.As32(), at.As32())
	g.CMOVLCS(p.As32(), at.As32())
	g.jump("found")

	g.Label("many")
	keys(k, best, e)
	g.MOVL(U32(8), at.As32())
	g.Label("more")
	g.LEAQ(Mem{Base: k, Index: at, Scale: 1}, p)
	keys(p, d, e)
	g.VMAXPS(d, best, best)
	g.ADDQ(Imm(8), at)
	g.jumpIf(at, lt, end, "more")
	across(best)
	g.XORL(at.As32(), at.As32())
	g.Label("seek")
	g.LEAQ(Mem{Base: k, Index: at, Scale: 1}, p)
	keys(p, d, e)
	g.VCMPPS(Imm(0), best, d, d)
	g.VMOVMSKPS(d, mask.As32())
	g.jumpIfSome(mask.As32(), "sought")
	g.ADDQ(Imm(8), at)
	g.jumpIf(at, lt, end, "seek")
	g.XORL(at.As32(), at.As32())
	g.jump("found")
	g.Label("sought")
	g.TZCNTL(mask.As32(), mask.As32())
	g.ADDQ(mask, at)

	// The vertex that ends the edge: the next, unless it only repeats this one.
	g.Label("found")
	g.LEAQ(Mem{Base: at, Disp: 1}, q)
	g.DECQ(end)
	g.ANDQ(end, q)
	g.LEAQ(Mem{Base: k, Index: at, Scale: 1}, p)
	g.LEAQ(Mem{Base: k, Index: q, Scale: 1}, mask)
	vxs, vys, same, samey := g.XMM(), g.XMM(), g.XMM(), g.XMM()
	g.VMOVSS(Mem{Base: vx, Index: p, Scale: 4}, vxs)
	g.VMOVSS(Mem{Base: vy, Index: p, Scale: 4}, vys)
	g.VCMPSS(Imm(0), Mem{Base: vx, Index: mask, Scale: 4}, vxs, same)
	g.VCMPSS(Imm(0), Mem{Base: vy, Index: mask, Scale: 4}, vys, samey)
	g.VANDPS(samey, same, same)
	g.VMOVD(same, mask.As32())
	g.ANDNL(q.As32(), mask.As32(), q.As32())
	g.ADDQ(q, k)
	g.VINSERTPS(Imm(0x10), Mem{Base: vx, Index: k, Scale: 4}, vxs, vxs)
	g.VINSERTPS(Imm(0x10), Mem{Base: vy, Index: k, Scale: 4}, vys, vys)
	t, h, u := g.XMM(), g.XMM(), g.XMM()
	g.VMULPS(low(x), vys, t)
	g.VMULPS(low(y), vxs, u)
	g.VSUBPS(u, t, t)
	g.VMULPS(low(x), vxs, h)
	g.VMULPS(low(y), vys, u)
	g.VADDPS(u, h, h)
	g.MOVQ(g.gp("slot"), p)
	g.MOVL(Mem{Base: p, Index: i, Scale: 4}, p.As32())
	row := func(r int) Mem { return Mem{Base: to, Index: p, Scale: 4, Disp: r * 4 * span} }
	g.VMOVSS(t, row(rowT))
	g.VEXTRACTPS(Imm(1), t, row(rowT1))
	g.VMOVSS(h, row(rowH))
	g.VEXTRACTPS(Imm(1), h, row(rowH1))
	for _, v := range []struct {
		at  reg.GPVirtual
		row int
	}{{at, rowV0}, {q, rowV1}} {
		g.ADDL(v.at.As32(), v.at.As32())
		g.ANDL(U32(0xffff), v.at.As32())
		g.ORL(Imm(1), v.at.As32())
		g.MOVL(v.at.As32(), row(v.row))
	}
	g.INCQ(i)
	g.jumpIf(i, lt, g.param("count"), "loop")
	g.end()
}
