// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// mixed describes both shapes of a pair, of any class, in the frame, and loads
// their first eight edges.
func (c *convexGen) mixed() {
	g := c.gen
	g.Label("mixed")
	g.VMOVSS(c.dist, c.scale)
	for i, h := range []*hull{&c.a, &c.b} {
		k, cl := g.GP64(), g.GP64()
		g.MOVL(c.pair(i), k.As32())
		at := g.quad(k)
		g.SHLQ(Imm(5), at)
		g.ADDQ(c.param("rec"), at)
		t := g.quad(c.param("class"))
		g.MOVBLZX(Mem{Base: t, Index: k, Scale: 1}, cl.As32())
		rec := g.XMM()
		g.VMOVUPS(Mem{Base: at, Disp: 16}, rec)
		g.jumpIf(cl.As32(), eq, Imm(2), "box"+h.id)
		g.jumpIf(cl.As32(), eq, Imm(1), "capsule"+h.id)
		g.jumpIf(cl.As32(), ne, Imm(3), "skipped")
		c.run(h, k)
		c.corners(h, rec)
		g.VMOVAPS(rec, h.r)
		g.VPERMILPS(Imm(2), rec, h.size)
		g.jump("ready" + h.id)
		c.expand(h, rec)
		g.Label("ready" + h.id)
	}
	g.VADDSS(c.b.r, c.a.r, c.a.r)
	g.VMOVSS(c.a.r, c.radius)
	g.VADDSS(c.b.size, c.a.size, c.a.size)
	g.VADDSS(c.scale, c.a.size, c.a.size)
	g.VMOVSS(c.a.size, c.scale)
}

// run describes polygon k: it must have a run, whose lanes must lie inside the columns,
// and be a power of two.
func (c *convexGen) run(h *hull, k reg.Register) {
	g := c.gen
	g.jumpIfUnsigned(k, ge, c.param("runs"), "skipped")
	o, num, t := g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(c.param("off"), t)
	g.MOVL(Mem{Base: t, Index: k, Scale: 4}, o.As32())
	g.MOVQ(c.param("num"), t)
	g.MOVL(Mem{Base: t, Index: k, Scale: 4}, num.As32())
	c.inside(o, num)
	g.MOVQ(num, h.desc.Offset(descNum))
	for i, col := range colNames {
		p := g.GP64()
		g.LEAQ(c.column(col, o), p)
		g.MOVQ(p, h.desc.Offset(8*i))
	}
	c.edges(h, func(col int, i reg.Register) Mem { return c.column(colNames[col], i) }, o, num)
}

// expand writes the lanes of a box or a capsule to the frame, as the portable
// expansion has them. It is entered by its labels only.
func (c *convexGen) expand(h *hull, rec reg.VecVirtual) {
	g := c.gen
	vx, vy := g.YMM(), g.YMM()
	p, q, co, si := g.XMM(), g.XMM(), g.XMM(), g.XMM()
	splat := func(names ...reg.VecVirtual) {
		for i, v := range names {
			g.VPERMILPS(Imm(uint64(0x55*i)), rec, v)
		}
	}
	product := func(a, b reg.VecVirtual, flip Mem, to reg.Register) {
		g.VMULPS(b, a, to)
		g.VXORPS(flip, to, to)
	}
	g.Label("box" + h.id)
	splat(p, q, co, si)
	u := g.XMM()
	product(p, co, c.flip0011, vx.AsX())
	product(q, si, c.flip0110, u)
	g.VADDPS(u, vx.AsX(), vx.AsX())
	product(p, si, c.flip0011, vy.AsX())
	product(q, co, c.flip1001, u)
	g.VADDPS(u, vy.AsX(), vy.AsX())
	g.VPERMILPS(Imm(0xee), rec, h.nx.AsX())
	g.VXORPS(c.flip0110, h.nx.AsX(), h.nx.AsX())
	g.VPERMILPS(Imm(0xbb), rec, h.ny.AsX())
	g.VXORPS(c.flip0011, h.ny.AsX(), h.ny.AsX())
	g.VPERMILPS(Imm(0x44), rec, h.d.AsX())
	g.VORPS(c.highLanes, h.d, h.d)
	g.VXORPS(h.r, h.r, h.r)
	g.VADDSS(q, p, h.size)
	g.jump("expanded" + h.id)

	g.Label("capsule" + h.id)
	splat(p, h.r, co, si)
	product(p, co, c.flip1000, vx.AsX())
	product(p, si, c.flip1000, vy.AsX())
	g.VXORPS(c.flip0110, si, h.nx.AsX())
	g.VXORPS(c.flip1000, co, h.ny.AsX())
	g.VMOVUPS(c.segmentD, h.d)
	g.VMOVAPS(p, h.size)

	g.Label("expanded" + h.id)
	t := g.GP64()
	for i, v := range []reg.VecVirtual{vx, vy, h.nx, h.ny, h.d} {
		m := h.own[i]
		g.VMOVUPS(v, m)
		g.LEAQ(m, t)
		g.MOVQ(t, h.desc.Offset(8*i))
	}
	g.MOVQ(U32(4), h.desc.Offset(descNum))
	g.MOVQ(U32(0), h.desc.Offset(descCorners))
}

// leastAlong loops over the vertices of a hull, eight at a time, and returns the
// least product with the axis, in all lanes.
func (c *convexGen) leastAlong(label string, o, x, y reg.Register) reg.VecVirtual {
	g := c.gen
	px, py, end := g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(Mem{Base: o, Disp: descVX}, px)
	g.MOVQ(Mem{Base: o, Disp: descVY}, py)
	g.MOVQ(Mem{Base: o, Disp: descNum}, end)
	mask, _, extreme := c.present(end)
	k, absent, least := g.YMM(), g.YMM(), g.YMM()
	g.VMOVUPS(mask, k)
	g.VMOVUPS(extreme, absent)
	g.VMOVUPS(c.highest, least)
	g.LEAQ(Mem{Base: px, Index: end, Scale: 4}, end)
	g.Label(label)
	p, q := g.YMM(), g.YMM()
	g.VMASKMOVPS(Mem{Base: px}, k, p)
	g.VMULPS(x, p, p)
	g.VMASKMOVPS(Mem{Base: py}, k, q)
	g.VMULPS(y, q, q)
	g.VADDPS(q, p, p)
	g.VMAXPS(absent, p, p)
	g.VMINPS(p, least, least)
	g.ADDQ(Imm(32), px)
	g.ADDQ(Imm(32), py)
	g.jumpIfUnsigned(px, lt, end, label)
	to := g.YMM()
	c.across(g.VMINPS, least, to)
	return to
}

// hint tries the axis that the pair's hint names.
func (c *convexGen) hint() {
	g := c.gen
	t, h, lane := g.GP64(), g.GP64(), g.GP64()
	own, other, swap := g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(c.param("hints"), t)
	g.jumpIfZero(t, "nohint")
	g.MOVL(Mem{Base: t, Index: c.k, Scale: 4}, h.As32())
	g.jumpIfZero(h.As32(), "nohint")
	g.MOVL(h.As32(), lane.As32())
	g.ANDL(U32(1<<31-1), lane.As32())
	g.SUBL(Imm(1), lane.As32())
	g.LEAQ(c.a.desc, own)
	g.LEAQ(c.b.desc, other)
	g.MOVQ(own, swap)
	g.ANDL(U32(1<<31), h.As32())
	g.CMOVQNE(other, own)
	g.CMOVQNE(swap, other)
	g.Comment("A lane that the hull does not have keeps nothing apart; minus one is beyond all.")
	g.jumpIfUnsigned(lane, ge, Mem{Base: own, Disp: descNum}, "nohint")
	x, y := g.YMM(), g.YMM()
	p := g.quad(Mem{Base: own, Disp: descNX})
	g.VBROADCASTSS(Mem{Base: p, Index: lane, Scale: 4}, x)
	g.MOVQ(Mem{Base: own, Disp: descNY}, p)
	g.VBROADCASTSS(Mem{Base: p, Index: lane, Scale: 4}, y)
	least := c.leastAlong("along", other, x, y).AsX()
	to := c.dot(x, y, c.dx, c.dy)
	turn := g.XMM()
	g.VMOVD(h.As32(), turn)
	g.VXORPS(turn, to.AsX(), to.AsX())
	g.MOVQ(Mem{Base: own, Disp: descD}, p)
	d := g.XMM()
	g.VMOVSS(Mem{Base: p, Index: lane, Scale: 4}, d)
	gap := g.XMM()
	g.VADDSS(to.AsX(), least, gap)
	g.VSUBSS(d, gap, gap)
	g.VSUBSS(c.radius, gap, gap)
	g.VUCOMISS(c.param("limit"), gap)
	g.JLS(LabelRef("nohint"))
	g.INCQ(c.result("hinted"))
	g.jump("next")
	g.Label("nohint")
	na := g.quad(c.a.desc.Offset(descNum))
	g.ORQ(c.b.desc.Offset(descNum), na)
	g.jumpIfUnsigned(na, gt, Imm(8+4), "big")
}

// big decides a pair with more than eight lanes on a side: the edges of a core eight
// at a time against all vertices of the other, first A's and then B's.
func (c *convexGen) big() {
	g := c.gen
	own, other := g.GP64(), g.GP64()
	g.Label("big")
	g.Comment("Work is measured in products, and the pair's is charged before it is done.")
	t := g.GP64()
	g.CMPQ(c.budget, Imm(0))
	g.JLT(LabelRef("done"))
	g.MOVQ(c.a.desc.Offset(descNum), t)
	g.jumpIfUnsigned(t, gt, U32(work), "skipped")
	u := g.quad(c.b.desc.Offset(descNum))
	g.jumpIfUnsigned(u, gt, U32(work), "skipped")
	g.IMULQ(u, t)
	g.jumpIfUnsigned(t, gt, U32(work), "skipped")
	g.SUBQ(t, c.budget)

	c.fronts()
	lowest := g.XMM()
	g.VMOVSS(c.lowest, lowest)
	g.VMOVSS(lowest, c.gapA)
	g.LEAQ(c.a.desc, own)
	g.LEAQ(c.b.desc, other)
	dx, dy := g.YMM(), g.YMM()
	g.VMOVAPS(c.dx, dx)
	g.VMOVAPS(c.dy, dy)

	g.Label("pass")
	e, px, py, end, apart := g.GP64(), g.GP64(), g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(Mem{Base: own, Disp: descNum}, e)
	mask, infinite, _ := c.present(e)
	k, best, bestAt, at, absent := g.YMM(), g.YMM(), g.YMM(), g.YMM(), g.YMM()
	g.VMOVUPS(mask, k)
	g.VMOVUPS(infinite, absent)
	g.VMOVUPS(c.lowest, best)
	g.VMOVUPS(c.iota, bestAt)
	g.CMPQ(Mem{Base: other, Disp: descCorners}, Imm(0))
	g.JNE(LabelRef("walk"))
	g.VMOVUPS(c.iota, at)
	g.XORL(e.As32(), e.As32())

	g.Label("chunk")
	nx, ny, least := g.YMM(), g.YMM(), g.YMM()
	edge := func(disp int) Mem {
		g.MOVQ(Mem{Base: own, Disp: disp}, px)
		return Mem{Base: px, Index: e, Scale: 4}
	}
	g.VMASKMOVPS(edge(descNX), k, nx)
	g.VMASKMOVPS(edge(descNY), k, ny)
	g.VMOVUPS(c.highest, least)
	g.MOVQ(Mem{Base: other, Disp: descVX}, px)
	g.MOVQ(Mem{Base: other, Disp: descVY}, py)
	g.MOVQ(Mem{Base: other, Disp: descNum}, end)
	g.LEAQ(Mem{Base: px, Index: end, Scale: 4}, end)
	g.Label("vertices")
	for j := range 4 {
		p, q := g.YMM(), g.YMM()
		g.VBROADCASTSS(Mem{Base: px, Disp: 4 * j}, p)
		g.VMULPS(nx, p, p)
		g.VBROADCASTSS(Mem{Base: py, Disp: 4 * j}, q)
		g.VMULPS(ny, q, q)
		g.VADDPS(q, p, p)
		g.VMINPS(p, least, least)
	}
	g.ADDQ(Imm(16), px)
	g.ADDQ(Imm(16), py)
	g.jumpIfUnsigned(px, lt, end, "vertices")
	to := c.dot(nx, ny, dx, dy)
	g.VADDPS(to, least, least)
	d := g.YMM()
	g.VMASKMOVPS(edge(descD), k, d)
	g.VORPS(absent, d, d)
	g.VSUBPS(d, least, least)
	g.VMAXPS(c.lowest, least, least)
	s, limit := g.YMM(), g.YMM()
	g.VBROADCASTSS(c.radius, s)
	g.VSUBPS(s, least, s)
	g.VBROADCASTSS(c.param("limit"), limit)
	g.VCMPPS(Imm(gt), limit, s, s)
	g.VMOVMSKPS(s, apart.As32())
	g.jumpIfSome(apart.As32(), "apart")
	wider := g.YMM()
	g.VCMPPS(Imm(gt), best, least, wider)
	g.VBLENDVPS(wider, least, best, best)
	g.VBLENDVPS(wider, at, bestAt, bestAt)
	eight := g.YMM()
	g.VBROADCASTSS(c.eight, eight)
	g.VPADDD(eight, at, at)
	g.ADDQ(Imm(8), e)
	g.jumpIfUnsigned(e, lt, Mem{Base: own, Disp: descNum}, "chunk")
	g.jump("passed")

	c.walk(&walking{own: own, other: other, e: e, apart: apart, k: k, absent: absent, best: best, bestAt: bestAt, dx: dx, dy: dy})

	g.Label("passed")
	lane := g.GP64()
	c.firstOf(best, bestAt, lane)
	x, y := g.GP64(), g.GP64()
	g.MOVQ(Mem{Base: own, Disp: descNX}, px)
	g.MOVL(Mem{Base: px, Index: lane, Scale: 4}, x.As32())
	g.MOVQ(Mem{Base: own, Disp: descNY}, px)
	g.MOVL(Mem{Base: px, Index: lane, Scale: 4}, y.As32())
	descB := g.GP64()
	g.LEAQ(c.b.desc, descB)
	g.jumpIf(own, eq, descB, "second")
	g.MOVL(x.As32(), c.normX)
	g.MOVL(y.As32(), c.normY)
	g.VMOVSS(c.top.AsX(), c.gapA)
	g.MOVQ(own, other)
	g.MOVQ(descB, own)
	minus := g.YMM()
	g.VBROADCASTSS(c.flip1000, minus)
	g.VXORPS(minus, dx, dx)
	g.VXORPS(minus, dy, dy)
	g.jump("pass")

	g.Label("second")
	g.XORL(U32(1<<31), x.As32())
	g.XORL(U32(1<<31), y.As32())
	g.MOVL(x.As32(), c.normX.Offset(4))
	g.MOVL(y.As32(), c.normY.Offset(4))
	g.MOVL(U32(1), c.bound.As32())
	g.MOVL(U32(1), c.lane.As32())
	gapA := g.XMM()
	g.VMOVSS(c.gapA, gapA)
	g.VUCOMISS(gapA, c.top.AsX())
	g.JHI(LabelRef("tail"))
	g.XORL(c.lane.As32(), c.lane.As32())
	g.VMOVAPS(gapA.AsY(), c.top)
	g.jump("tail")

	g.Label("apart")
	hints, axis, ofB := g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(c.param("hints"), hints)
	g.jumpIfZero(hints, "next")
	g.TZCNTL(apart.As32(), apart.As32())
	g.LEAL(Mem{Base: apart, Index: e, Scale: 1, Disp: 1}, axis.As32())
	g.LEAL(Mem{Base: axis, Disp: -1 << 31}, ofB.As32())
	descA := g.GP64()
	g.LEAQ(c.a.desc, descA)
	g.CMPQ(own, descA)
	g.CMOVLNE(ofB.As32(), axis.As32())
	g.MOVL(axis.As32(), Mem{Base: hints, Index: c.k, Scale: 4})
	g.jump("next")
}
