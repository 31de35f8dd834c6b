// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// These are the constants of package pair, documented in its support.go.
const (
	walkLanes  = 32
	mostLanes  = 1 << 24
	rise       = 0x1p-19
	leastReach = 0x1p-90
)

// corners describes how many corners a polygon is known to have, 0 if it is not to be walked
// about.
func (c *convexGen) corners(h *hull, rec reg.VecVirtual) {
	g := c.gen
	known := "counted" + h.id
	num, n, t := g.GP64(), g.GP64(), g.GP64()
	g.XORL(n.As32(), n.As32())
	g.MOVQ(h.desc.Offset(descNum), num)
	g.jumpIfUnsigned(num, lt, U32(walkLanes), known)
	g.jumpIfUnsigned(num, gt, U32(mostLanes), known)
	reach, count, back := g.XMM(), g.XMM(), g.XMM()
	g.VPERMILPS(Imm(0xaa), rec, reach)
	g.VUCOMISS(c.walkable, reach)
	g.JCS(LabelRef(known)) // or no number
	g.VUCOMISS(c.walkable.Offset(4), reach)
	g.JHI(LabelRef(known))
	g.VPERMILPS(Imm(0xff), rec, count)
	g.VCVTTSS2SI(count, t.As32())
	g.VXORPS(back, back, back)
	g.VCVTSI2SSL(t.As32(), back, back)
	g.VUCOMISS(count, back)
	g.JNE(LabelRef(known))
	g.JPS(LabelRef(known))
	g.jumpIfUnsigned(t, gt, num, known)
	g.VMULSS(c.walkable.Offset(8), reach, reach)
	g.VMOVSS(reach, h.desc.Offset(descRise))
	g.SHRQ(Imm(1), num)
	g.CMPQ(t, num)
	g.CMOVQHI(t, n)
	g.Label(known)
	g.MOVQ(n, h.desc.Offset(descCorners))
}

// fronts finds the vertex of each shape that faces the other, if either is walked about; a
// shape that is not has any.
func (c *convexGen) fronts() {
	g := c.gen
	t := g.quad(c.a.desc.Offset(descCorners))
	g.ORQ(c.b.desc.Offset(descCorners), t)
	g.JZ(LabelRef("faced"))
	x, y := g.YMM(), g.YMM()
	g.VMOVAPS(c.dx, x)
	g.VMOVAPS(c.dy, y)
	o, i, px, py, num := g.GP64(), g.GP64(), g.GP64(), g.GP64(), g.GP64()
	g.LEAQ(c.b.desc, o)
	g.Label("front")
	g.XORL(i.As32(), i.As32())
	g.MOVQ(Mem{Base: o, Disp: descCorners}, num)
	g.jumpIfZero(num, "fronted")
	g.MOVQ(Mem{Base: o, Disp: descNum}, num)
	g.MOVQ(Mem{Base: o, Disp: descVX}, px)
	g.MOVQ(Mem{Base: o, Disp: descVY}, py)
	least, at, leastAt, eight := g.YMM(), g.YMM(), g.YMM(), g.YMM()
	g.VMOVUPS(c.highest, least)
	g.VMOVUPS(c.iota, at)
	g.VMOVUPS(c.iota, leastAt)
	g.VBROADCASTSS(c.eight, eight)
	g.Label("facing")
	p, q := g.YMM(), g.YMM()
	g.VMULPS(Mem{Base: px, Index: i, Scale: 4}, x, p)
	g.VMULPS(Mem{Base: py, Index: i, Scale: 4}, y, q)
	g.VADDPS(q, p, p)
	g.VCMPPS(Imm(gt), p, least, q)
	g.VMINPS(p, least, least)
	g.VBLENDVPS(q, at, leastAt, leastAt)
	g.VPADDD(eight, at, at)
	g.ADDQ(Imm(8), i)
	g.jumpIfUnsigned(i, lt, num, "facing")
	g.Comment("Any vertex will do that has the least height; one of padding is the last.")
	c.across(g.VMINPS, least, p)
	g.VCMPPS(Imm(eq), least, p, p)
	g.VMOVUPS(c.maxIndex, q)
	g.VBLENDVPS(p, leastAt, q, q)
	c.across(g.VPMINUD, q, leastAt)
	g.VMOVD(leastAt.AsX(), i.As32())
	g.MOVQ(Mem{Base: o, Disp: descCorners}, num)
	g.DECQ(num)
	g.CMPQ(i, num)
	g.CMOVQHI(num, i)
	g.Label("fronted")
	g.MOVQ(i, Mem{Base: o, Disp: descFront})
	minus, descA := g.YMM(), g.GP64()
	g.VBROADCASTSS(c.flip1000, minus)
	g.VXORPS(minus, x, x)
	g.VXORPS(minus, y, y)
	g.LEAQ(c.a.desc, descA)
	g.CMPQ(o, descA)
	g.MOVQ(descA, o)
	g.JNE(LabelRef("front"))
	g.Label("faced")
}

// walking is what a walk shares with a look at all products.
type walking struct {
	own, other, e, apart            reg.GPVirtual
	k, absent, best, bestAt, dx, dy reg.VecVirtual
}

// walk finds the widest gap along the edges of one core, eight at a time, by walks about the
// other, whose corners are known. The first eight edges face the other core. Most other edges are
// passed over: the height of any one corner proves them narrower.
func (c *convexGen) walk(w *walking) {
	g := c.gen
	g.Label("walk")
	px, py, at, count, rest, lanes := g.GP64(), g.GP64(), g.GP64(), g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(Mem{Base: w.other, Disp: descVX}, px)
	g.MOVQ(Mem{Base: w.other, Disp: descVY}, py)
	g.MOVQ(Mem{Base: w.other, Disp: descFront}, at)
	g.MOVQ(Mem{Base: w.other, Disp: descCorners}, count)
	slope := g.YMM()
	g.VBROADCASTSS(Mem{Base: w.other, Disp: descRise}, slope)
	g.VMOVUPS(slope, c.slope)
	g.Comment("Padding repeats the last edge, which stands before it.")
	g.MOVQ(Mem{Base: w.own, Disp: descCorners}, lanes)
	g.TESTQ(lanes, lanes)
	g.CMOVQEQ(Mem{Base: w.own, Disp: descNum}, lanes)
	g.ADDQ(Imm(7), lanes)
	g.ANDQ(I32(-8), lanes)
	g.MOVQ(lanes, rest)
	g.Comment("As eight edges turn, so do about as many corners of the other.")
	g.LEAQ(Mem{Base: count, Index: count, Scale: 1}, reg.RAX)
	g.SHLQ(Imm(2), reg.RAX)
	g.XORL(reg.EDX, reg.EDX)
	g.DIVL(lanes.As32())
	g.MOVQ(reg.RAX, c.stride)
	g.Comment("The edge that ends at the vertex in front comes first.")
	g.MOVQ(Mem{Base: w.own, Disp: descFront}, w.e)
	g.SUBQ(Imm(1), w.e)
	g.ADCQ(Imm(0), w.e)
	g.ANDQ(I32(-8), w.e)
	bound := g.YMM()
	g.VBROADCASTSS(c.gapA, bound)

	g.Label("eight")
	nx, ny, least := g.YMM(), g.YMM(), g.YMM()
	edge := func(disp int) Mem {
		p := g.quad(Mem{Base: w.own, Disp: disp})
		return Mem{Base: p, Index: w.e, Scale: 4}
	}
	height := func(i reg.Register, to reg.VecVirtual) {
		t := g.YMM()
		g.VBROADCASTSS(Mem{Base: px, Index: i, Scale: 4}, to)
		g.VMULPS(nx, to, to)
		g.VBROADCASTSS(Mem{Base: py, Index: i, Scale: 4}, t)
		g.VMULPS(ny, t, t)
		g.VADDPS(t, to, to)
	}
	g.VMASKMOVPS(edge(descNX), w.k, nx)
	g.VMASKMOVPS(edge(descNY), w.k, ny)
	height(at, least)
	gap := c.dot(nx, ny, w.dx, w.dy)
	gaps := func() {
		d := g.YMM()
		g.VADDPS(gap, least, gap)
		g.VMASKMOVPS(edge(descD), w.k, d)
		g.VORPS(w.absent, d, d)
		g.VSUBPS(d, gap, gap)
	}
	gaps()
	narrow, m := g.YMM(), g.GP64()
	g.VCMPPS(Imm(lt), bound, gap, narrow)
	g.VMOVMSKPS(narrow, m.As32())
	g.jumpIf(m.As32(), eq, Imm(255), "eighth")

	remaining, i := g.GP64(), g.GP64()
	for _, way := range []string{"onward", "backward"} {
		g.MOVQ(at, i)
		g.MOVQ(count, remaining)
		g.Label(way)
		h := g.YMM()
		for range 2 {
			t := g.GP64()
			if way == "onward" {
				g.INCQ(i)
				g.XORL(t.As32(), t.As32())
				g.CMPQ(i, count)
				g.CMOVQEQ(t, i)
			} else {
				g.LEAQ(Mem{Base: count, Disp: -1}, t)
				g.SUBQ(Imm(1), i)
				g.CMOVQCS(t, i)
			}
			h = g.YMM()
			height(i, h)
			g.VMINPS(h, least, least)
		}
		g.VSUBPS(c.slope, h, h)
		g.VCMPPS(Imm(le), least, h, h)
		g.VTESTPS(w.k, h)
		end := way + "end"
		g.JEQ(LabelRef(end))
		g.SUBQ(Imm(2), remaining)
		g.JHI(LabelRef(way))
		g.Label(end)
		if way == "onward" {
			g.MOVQ(i, c.reached)
		}
	}
	g.Comment("Next comes what lies half as far behind what was reached.")
	g.MOVQ(c.stride, at)
	g.SHRQ(Imm(1), at)
	g.MOVQ(c.reached, i)
	g.SUBQ(at, i)
	g.LEAQ(Mem{Base: i, Index: count, Scale: 1}, at)
	g.CMOVQPL(i, at)
	to := c.dot(nx, ny, w.dx, w.dy)
	g.VMOVAPS(to, gap)
	gaps()
	g.VMAXPS(c.lowest, gap, gap)
	s, limit := g.YMM(), g.YMM()
	g.VBROADCASTSS(c.radius, s)
	g.VSUBPS(s, gap, s)
	g.VBROADCASTSS(c.param("limit"), limit)
	g.VCMPPS(Imm(gt), limit, s, s)
	g.VMOVMSKPS(s, w.apart.As32())
	g.jumpIfSome(w.apart.As32(), "apart")
	g.Comment("Of equals the lowest lane.")
	lane, wider, equal := g.YMM(), g.YMM(), g.YMM()
	g.VMOVD(w.e.As32(), lane.AsX())
	g.VPBROADCASTD(lane.AsX(), lane)
	g.VPADDD(c.iota, lane, lane)
	g.VPCMPGTD(lane, w.bestAt, wider)
	g.VCMPPS(Imm(eq), w.best, gap, equal)
	g.VANDPS(equal, wider, equal)
	g.VCMPPS(Imm(gt), w.best, gap, wider)
	g.VORPS(equal, wider, wider)
	g.VBLENDVPS(wider, gap, w.best, w.best)
	g.VBLENDVPS(wider, lane, w.bestAt, w.bestAt)
	c.across(g.VMAXPS, w.best, bound)

	g.Label("eighth")
	first := g.GP64()
	g.ADDQ(c.stride, at)
	g.MOVQ(at, first)
	g.SUBQ(count, first)
	g.CMOVQCC(first, at)
	g.XORL(first.As32(), first.As32())
	g.ADDQ(Imm(8), w.e)
	g.CMPQ(w.e, lanes)
	g.CMOVQCC(first, w.e)
	g.SUBQ(Imm(8), rest)
	g.JNE(LabelRef("eight"))
}
