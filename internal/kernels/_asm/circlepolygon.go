// SPDX-License-Identifier: MIT

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// circlePolygon decides circles against polygons, one pair at a time: the edges lie
// in the lanes. The branches are those of the portable code.
func circlePolygon(g *gen) {
	g.zeroExtends = true
	c := &convexGen{gen: g}
	c.constants()
	faint := c.words32("faint", math.Float32bits(0x1p-124))
	g.begin("circlePolygon", "func(args polygonArgs) (at, kept, opened, skipped int)",
		"decides pairs k to end and writes contacts from entry n on. It stops early",
		"at a pair that is portable code's to decide, with skipped set.")
	c.radius = g.AllocLocal(8)
	c.k, c.n = g.Load(g.Param("k"), g.GP64()), g.Load(g.Param("n"), g.GP64())
	g.MOVQ(U32(0), c.result("opened"))
	g.MOVQ(U32(0), c.result("skipped"))
	c.dx, c.dy, c.dist, c.top = g.YMM(), g.YMM(), g.XMM(), g.YMM()
	px, py := c.dx.AsX(), c.dy.AsX()

	g.Label("pair")
	g.jumpIf(c.k, ge, c.param("end"), "done")
	c.ahead("shapes")
	i, j, t, turn := g.GP64(), g.GP64(), g.GP64(), g.GP64()
	g.MOVL(c.pair(0), i.As32())
	g.MOVL(c.pair(1), j.As32())
	for _, k := range []reg.Register{i, j} {
		g.jumpIfUnsigned(k, ge, c.param("shapes"), "skipped")
	}
	g.Comment("i is the polygon; the normal from it is turned round if it is B.")
	u := g.GP64()
	g.MOVQ(c.param("class"), t)
	g.XORL(turn.As32(), turn.As32())
	g.MOVQ(i, u)
	g.CMPB(Mem{Base: t, Index: i, Scale: 1}, Imm(0))
	g.CMOVQEQ(j, i)
	g.CMOVQEQ(u, j)
	g.SETEQ(turn.As8())
	g.SHLL(Imm(31), turn.As32())
	o, num := g.GP64(), g.GP64()
	g.MOVQ(c.param("off"), t)
	g.MOVL(Mem{Base: t, Index: i, Scale: 4}, o.As32())
	g.MOVQ(c.param("num"), t)
	g.MOVL(Mem{Base: t, Index: i, Scale: 4}, num.As32())
	c.inside(o, num)
	g.Comment("A call is bounded: many lanes are for portable code.")
	g.jumpIfUnsigned(num, gt, U32(1024), "skipped")
	for _, k := range []reg.GPVirtual{i, j} {
		g.SHLQ(Imm(5), k)
		g.ADDQ(c.param("rec"), k)
	}
	p, q, f, h := g.XMM(), g.XMM(), g.XMM(), g.XMM()
	g.VMOVUPD(Mem{Base: j}, p)
	g.VSUBPD(Mem{Base: i}, p, p)
	g.VCVTPD2PSX(p, f)
	g.VBROADCASTSS(f, c.dx)
	g.VMOVSHDUP(f, h)
	g.VBROADCASTSS(h, c.dy)
	g.VANDPS(c.abs, f, f)
	g.VMOVSHDUP(f, q)
	g.VADDSS(q, f, c.dist)
	g.VADDSS(Mem{Base: i, Disp: 24}, c.dist, c.dist)
	r := g.XMM()
	g.VMOVSS(Mem{Base: i, Disp: 16}, r)
	g.VADDSS(Mem{Base: j, Disp: 16}, r, r)

	nx, ny, d, gap := g.YMM(), g.YMM(), g.YMM(), g.YMM()
	compare := func() {
		g.VSUBPS(d, c.dot(nx, ny, c.dx, c.dy), gap)
		g.VMAXPS(c.lowest, gap, gap)
	}
	edges := []struct {
		col string
		to  reg.VecVirtual
	}{{"nx", nx}, {"ny", ny}, {"d", d}}
	lane := g.GP64()
	g.jumpIfUnsigned(num, gt, Imm(8), "many")
	g.Comment("Four edges take part twice: of equals the lower lane wins.")
	g.LEAQ(Mem{Base: o, Index: num, Scale: 1, Disp: -4}, t)
	for _, v := range edges {
		m := c.column(v.col, o)
		g.VMOVUPS(m, v.to.AsX())
		m.Index = t
		g.VINSERTF128(Imm(1), m, v.to, v.to)
	}
	compare()
	c.across(g.VMAXPS, gap, c.top)
	g.VCMPPS(Imm(eq), c.top, gap, gap)
	g.VMOVMSKPS(gap, lane.As32())
	g.TZCNTL(lane.As32(), lane.As32())

	g.Label("decide")
	top, sep, in, zero, doubt := c.top.AsX(), g.XMM(), g.XMM(), g.XMM(), g.XMM()
	g.VXORPS(zero, zero, zero)
	g.VSUBSS(r, top, sep)
	g.VADDSS(zero, sep, sep)
	g.VCMPSS(Imm(le), c.param("limit"), sep, in)
	g.VCMPSS(Imm(ge), c.floor, top, doubt)
	g.VANDPS(doubt, in, in)
	g.VMULSS(c.rim, c.dist, doubt)
	g.VCMPSS(Imm(gt), doubt, top, doubt)
	g.VANDPS(in, doubt, doubt)
	g.VMOVD(doubt, t.As32())
	x, y := g.XMM(), g.XMM()
	g.ADDQ(o, lane)
	g.VMOVSS(c.column("nx", lane), x)
	g.VMOVSS(c.column("ny", lane), y)
	g.jumpIfSome(t.As32(), "corner")

	g.Label("face")
	g.VMOVD(in, t.As32())
	g.Label("write")
	g.MOVLQSX(t.As32(), t)
	c.names()
	out := g.GP64()
	to := Mem{Base: out, Index: c.n, Scale: 4}
	g.MOVQ(c.param("outX"), out)
	s := g.XMM()
	g.VMOVD(turn.As32(), s)
	g.VXORPS(s, x, x)
	g.VXORPS(s, y, y)
	g.VMOVSS(x, to)
	g.MOVQ(c.param("outY"), out)
	g.VMOVSS(y, to)
	g.MOVQ(c.param("sep"), out)
	g.VMOVSS(sep, to)
	g.SUBQ(t, c.n)
	g.Label("next")
	g.INCQ(c.k)
	g.jump("pair")

	g.Label("corner")
	g.Comment("Before the edge's first end: the edge before must have it beyond its last.")
	vx, vy, a, b := g.XMM(), g.XMM(), g.XMM(), g.XMM()
	last := g.GP64()
	g.LEAQ(Mem{Base: o, Index: num, Scale: 1, Disp: -1}, last)
	from := func(at reg.Register) {
		g.VSUBSS(c.column("vx", at), px, vx)
		g.VSUBSS(c.column("vy", at), py, vy)
	}
	// along is (px, py) from the vertex, along the tangent of an edge.
	along := func(nx, ny Op) {
		g.VMULSS(nx, vy, a)
		g.VMULSS(ny, vx, b)
		g.VSUBSS(b, a, a)
	}
	from(lane)
	along(x, y)
	g.VUCOMISS(a, zero)
	other := g.GP64()
	g.JLS(LabelRef("behind"))
	g.LEAQ(Mem{Base: lane, Disp: -1}, other)
	g.CMPQ(lane, o)
	g.CMOVQEQ(last, other)
	along(c.column("nx", other), c.column("ny", other))
	g.VUCOMISS(zero, a)
	g.JHI(LabelRef("vertex"))
	g.jump("open")

	g.Label("behind")
	g.Comment("The vertex that ends the edge: an edge of no length stands for the closing one.")
	g.MOVQ(o, other)
	g.jumpIf(lane, eq, last, "closing")
	g.VMOVSS(c.column("vx", lane), a)
	v := c.column("vx", lane)
	v.Disp = 4
	g.VUCOMISS(v, a)
	g.JNE(LabelRef("apart"))
	g.JPS(LabelRef("apart"))
	g.VMOVSS(c.column("vy", lane), a)
	v = c.column("vy", lane)
	v.Disp = 4
	g.VUCOMISS(v, a)
	g.JNE(LabelRef("apart"))
	g.JPC(LabelRef("closing"))
	g.Label("apart")
	g.LEAQ(Mem{Base: lane, Disp: 1}, other)
	g.Label("closing")
	from(other)
	along(x, y)
	g.VUCOMISS(zero, a)
	g.JLS(LabelRef("face"))
	along(c.column("nx", other), c.column("ny", other))
	g.VUCOMISS(a, zero)
	g.JLS(LabelRef("open"))

	g.Label("vertex")
	g.VMULSS(vx, vx, a)
	g.VMULSS(vy, vy, b)
	g.VADDSS(b, a, a)
	g.VSQRTSS(a, a, b)
	g.VSUBSS(r, b, sep)
	g.VCMPSS(Imm(le), c.param("limit"), sep, in)
	g.VUCOMISS(faint, a)
	g.JCS(LabelRef("face"))
	g.VDIVSS(b, vx, x)
	g.VDIVSS(b, vy, y)
	g.jump("face")

	c.open(out, to, "next")

	g.Label("many")
	g.Comment("Eight edges at a time; the first lane of the widest.")
	best, bestAt, at, wider := g.YMM(), g.YMM(), g.YMM(), g.YMM()
	g.VMOVUPS(c.lowest, best)
	g.VMOVUPS(c.iota, at)
	g.VMOVUPS(c.iota, bestAt)
	e, end := g.GP64(), g.GP64()
	g.MOVQ(o, e)
	g.LEAQ(Mem{Base: o, Index: num, Scale: 1}, end)
	g.Label("chunk")
	for _, v := range edges {
		g.VMOVUPS(c.column(v.col, e), v.to)
	}
	compare()
	g.VCMPPS(Imm(gt), best, gap, wider)
	g.VBLENDVPS(wider, gap, best, best)
	g.VBLENDVPS(wider, at, bestAt, bestAt)
	eight := g.YMM()
	g.VBROADCASTSS(c.eight, eight)
	g.VPADDD(eight, at, at)
	g.ADDQ(Imm(8), e)
	g.jumpIfUnsigned(e, lt, end, "chunk")
	c.firstOf(best, bestAt, lane)
	g.jump("decide")

	g.Label("skipped")
	g.MOVQ(U32(1), c.result("skipped"))
	g.Label("done")
	g.end(c.k, c.n)
}
