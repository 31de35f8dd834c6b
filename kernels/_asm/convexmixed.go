// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// mixed describes both shapes of a pair in the frame, whatever they are, and loads
// their first eight edges.
func (c *convexGen) mixed() {
	g := c.gen
	g.Label("mixed")
	g.VMOVSS(c.dist, c.scale)
	for i, h := range []*hull{&c.a, &c.b} {
		k, cl := g.GP64(), g.GP64()
		g.MOVL(c.pair(i), k.As32())
		at := g.GP64()
		g.MOVQ(k, at)
		g.SHLQ(Imm(5), at)
		g.ADDQ(c.arg("rec"), at)
		t := g.GP64()
		g.MOVQ(c.arg("class"), t)
		g.MOVBLZX(Mem{Base: t, Index: k, Scale: 1}, cl.As32())
		rec := g.XMM()
		g.VMOVUPS(Mem{Base: at, Disp: 16}, rec)
		g.CMPL(cl.As32(), Imm(2))
		g.JEQ(LabelRef("box" + h.id))
		g.CMPL(cl.As32(), Imm(1))
		g.JEQ(LabelRef("capsule" + h.id))
		g.CMPL(cl.As32(), Imm(3))
		g.JNE(LabelRef("odd"))
		c.run(h, k)
		g.VMOVAPS(rec, h.r)
		g.VPERMILPS(Imm(2), rec, h.size)
		g.JMP(LabelRef("ready" + h.id))
		c.expand(h, rec)
		g.Label("ready" + h.id)
	}
	g.VADDSS(c.b.r, c.a.r, c.a.r)
	g.VMOVSS(c.a.r, c.radius)
	g.VADDSS(c.b.size, c.a.size, c.a.size)
	g.VADDSS(c.scale, c.a.size, c.a.size)
	g.VMOVSS(c.a.size, c.scale)
}

// run describes polygon k: its lanes must lie inside the columns, and be a power of
// two.
func (c *convexGen) run(h *hull, k reg.Register) {
	g := c.gen
	o, num, t := g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(c.arg("off"), t)
	g.MOVL(Mem{Base: t, Index: k, Scale: 4}, o.As32())
	g.MOVQ(c.arg("num"), t)
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

// inside sends a run of lanes that does not lie inside the columns, or is no power
// of two from four up, to portable code.
func (c *convexGen) inside(o, num reg.Register) {
	g, t := c.gen, c.GP64()
	g.LEAQ(Mem{Base: o, Index: num, Scale: 1}, t)
	g.CMPQ(t, c.arg("lanes"))
	g.JHI(LabelRef("odd"))
	g.CMPQ(num, Imm(4))
	g.JCS(LabelRef("odd"))
	g.LEAQ(Mem{Base: num, Disp: -1}, t)
	g.TESTQ(num, t)
	g.JNE(LabelRef("odd"))
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
	g.JMP(LabelRef("expanded" + h.id))

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
	g.CMPQ(px, end)
	g.JCS(LabelRef(label))
	to := g.YMM()
	c.across(g.VMINPS, least, to)
	return to
}

// hint tries the axis that the pair's hint names.
func (c *convexGen) hint() {
	g := c.gen
	t, h, lane := g.GP64(), g.GP64(), g.GP64()
	own, other, swap := g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(c.arg("hints"), t)
	g.TESTQ(t, t)
	g.JZ(LabelRef("nohint"))
	g.MOVL(Mem{Base: t, Index: c.k, Scale: 4}, h.As32())
	g.TESTL(h.As32(), h.As32())
	g.JZ(LabelRef("nohint"))
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
	g.CMPQ(lane, Mem{Base: own, Disp: descNum})
	g.JCC(LabelRef("nohint"))
	x, y := g.YMM(), g.YMM()
	p := g.GP64()
	g.MOVQ(Mem{Base: own, Disp: descNX}, p)
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
	g.VUCOMISS(c.arg("limit"), gap)
	g.JLS(LabelRef("nohint"))
	g.INCQ(c.ret("hinted"))
	g.JMP(LabelRef("next"))
	g.Label("nohint")
	na := g.GP64()
	g.MOVQ(c.a.desc.Offset(descNum), na)
	g.ORQ(c.b.desc.Offset(descNum), na)
	g.CMPQ(na, Imm(8+4))
	g.JHI(LabelRef("big"))
}

// big decides a pair with more than eight lanes on a side: the edges of a core eight
// at a time against all vertices of the other, first A's and then B's.
func (c *convexGen) big() {
	g := c.gen
	own, other := g.GP64(), g.GP64()
	g.Label("big")
	g.Comment("Work is measured in products, and the pair's is charged before it is done.")
	t := g.GP64()
	g.CMPQ(c.left, Imm(0))
	g.JLT(LabelRef("done"))
	g.MOVQ(c.a.desc.Offset(descNum), t)
	g.CMPQ(t, U32(work))
	g.JHI(LabelRef("odd"))
	u := g.GP64()
	g.MOVQ(c.b.desc.Offset(descNum), u)
	g.CMPQ(u, U32(work))
	g.JHI(LabelRef("odd"))
	g.IMULQ(u, t)
	g.CMPQ(t, U32(work))
	g.JHI(LabelRef("odd"))
	g.SUBQ(t, c.left)

	g.LEAQ(c.a.desc, own)
	g.LEAQ(c.b.desc, other)
	dx, dy := g.YMM(), g.YMM()
	g.VMOVAPS(c.dx, dx)
	g.VMOVAPS(c.dy, dy)

	g.Label("pass")
	e, px, py, end := g.GP64(), g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(Mem{Base: own, Disp: descNum}, e)
	mask, infinite, _ := c.present(e)
	k, best, bestAt, at, absent := g.YMM(), g.YMM(), g.YMM(), g.YMM(), g.YMM()
	g.VMOVUPS(mask, k)
	g.VMOVUPS(infinite, absent)
	g.VMOVUPS(c.lowest, best)
	g.VMOVUPS(c.iota, at)
	g.VMOVUPS(c.iota, bestAt)
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
	g.CMPQ(px, end)
	g.JCS(LabelRef("vertices"))
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
	g.VBROADCASTSS(c.arg("limit"), limit)
	g.VCMPPS(Imm(isGreater), limit, s, s)
	apart := g.GP64()
	g.VMOVMSKPS(s, apart.As32())
	g.TESTL(apart.As32(), apart.As32())
	g.JNE(LabelRef("apart"))
	wider := g.YMM()
	g.VCMPPS(Imm(isGreater), best, least, wider)
	g.VBLENDVPS(wider, least, best, best)
	g.VBLENDVPS(wider, at, bestAt, bestAt)
	eight := g.YMM()
	g.VBROADCASTSS(c.eight, eight)
	g.VPADDD(eight, at, at)
	g.ADDQ(Imm(8), e)
	g.CMPQ(e, Mem{Base: own, Disp: descNum})
	g.JCS(LabelRef("chunk"))

	lane := g.GP64()
	c.firstOf(best, bestAt, lane)
	x, y := g.GP64(), g.GP64()
	g.MOVQ(Mem{Base: own, Disp: descNX}, px)
	g.MOVL(Mem{Base: px, Index: lane, Scale: 4}, x.As32())
	g.MOVQ(Mem{Base: own, Disp: descNY}, px)
	g.MOVL(Mem{Base: px, Index: lane, Scale: 4}, y.As32())
	descB := g.GP64()
	g.LEAQ(c.b.desc, descB)
	g.CMPQ(own, descB)
	g.JEQ(LabelRef("second"))
	g.MOVL(x.As32(), c.normX)
	g.MOVL(y.As32(), c.normY)
	g.VMOVSS(c.top.AsX(), c.gapA)
	g.MOVQ(own, other)
	g.MOVQ(descB, own)
	minus := g.YMM()
	g.VBROADCASTSS(c.flip1000, minus)
	g.VXORPS(minus, dx, dx)
	g.VXORPS(minus, dy, dy)
	g.JMP(LabelRef("pass"))

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
	g.JMP(LabelRef("tail"))

	g.Label("apart")
	hints, axis, ofB := g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(c.arg("hints"), hints)
	g.TESTQ(hints, hints)
	g.JZ(LabelRef("next"))
	g.TZCNTL(apart.As32(), apart.As32())
	g.LEAL(Mem{Base: apart, Index: e, Scale: 1, Disp: 1}, axis.As32())
	g.LEAL(Mem{Base: axis, Disp: -1 << 31}, ofB.As32())
	descA := g.GP64()
	g.LEAQ(c.a.desc, descA)
	g.CMPQ(own, descA)
	g.CMOVLNE(ofB.As32(), axis.As32())
	g.MOVL(axis.As32(), Mem{Base: hints, Index: c.k, Scale: 4})
	g.JMP(LabelRef("next"))
}

// firstOf finds the widest gap of those in eight lanes, each with its edge, and the
// first edge that has it.
func (c *convexGen) firstOf(best, edges reg.VecVirtual, lane reg.GPVirtual) {
	g := c.gen
	c.across(g.VMAXPS, best, c.top)
	g.VCMPPS(Imm(isEqual), c.top, best, best)
	first := g.YMM()
	g.VMOVUPS(c.maxIndex, first)
	g.VBLENDVPS(best, edges, first, first)
	c.across(g.VPMINUD, first, edges)
	g.VMOVD(edges.AsX(), lane.As32())
}
