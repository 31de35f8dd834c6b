// SPDX-License-Identifier: MIT

package main

import (
	"math"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// rotate turns lanes by fours and eights and keeps the extremes in lanes until the
// end, minima being exact in any order.
func rotate(g *gen) {
	g.zeroExtends = true
	c := &convexGen{gen: g}
	inf := math.Float32bits(float32(math.Inf(1)))
	highest := c.words32("highest", inf)
	lowest := c.words32("lowest", inf|1<<31)

	name := "rotate" + g.suffix()
	g.Function(name)
	g.Attributes(attr.NOSPLIT)
	g.SignatureExpr("func(vx, vy, nx, ny, wx, wy, mx, my *float32, n int, c, s float32) (minX, minY, maxX, maxY float32, odd uint32)")
	g.Doc(name+" turns n lanes, a multiple of four from four up. If odd is not zero some turned",
		"vertex is NaN, and the extremes are not what portable code makes of it.")
	g.Pragma("noescape")
	c.operands()
	var from, to [4]reg.Register
	for i, p := range []string{"vx", "vy", "nx", "ny"} {
		from[i] = g.Load(g.Param(p), g.GP64())
	}
	for i, p := range []string{"wx", "wy", "mx", "my"} {
		to[i] = g.Load(g.Param(p), g.GP64())
	}
	n := g.Load(g.Param("n"), g.GP64())
	i := g.GP64()
	co, si := g.YMM(), g.YMM()
	g.VBROADCASTSS(c.arg("c"), co)
	g.VBROADCASTSS(c.arg("s"), si)
	// turn turns the lanes at i of vertices (0) or normals (2).
	turn := func(what int, as func(reg.VecVirtual) reg.Register) (px, py reg.VecVirtual) {
		x, y := g.YMM(), g.YMM()
		px, py = g.YMM(), g.YMM()
		mem := func(base reg.Register) Mem { return Mem{Base: base, Index: i, Scale: 4} }
		g.VMOVUPS(mem(from[what]), as(x))
		g.VMOVUPS(mem(from[what+1]), as(y))
		a, b := g.YMM(), g.YMM()
		g.VMULPS(as(co), as(x), as(a))
		g.VMULPS(as(si), as(y), as(b))
		g.VSUBPS(as(b), as(a), as(px))
		g.VMULPS(as(si), as(x), as(a))
		g.VMULPS(as(co), as(y), as(b))
		g.VADDPS(as(b), as(a), as(py))
		g.VMOVUPS(as(px), mem(to[what]))
		g.VMOVUPS(as(py), mem(to[what+1]))
		return px, py
	}
	four := func(v reg.VecVirtual) reg.Register { return v.AsX() }
	eight := func(v reg.VecVirtual) reg.Register { return v }

	minX, minY, maxX, maxY, odd := g.YMM(), g.YMM(), g.YMM(), g.YMM(), g.YMM()
	x := [4]reg.VecVirtual{g.XMM(), g.XMM(), g.XMM(), g.XMM()}
	g.XORL(i.As32(), i.As32())
	g.TESTQ(U32(4), n)
	g.JNE(LabelRef("four"))
	g.VBROADCASTSS(highest, minX)
	g.VMOVAPS(minX, minY)
	g.VBROADCASTSS(lowest, maxX)
	g.VMOVAPS(maxX, maxY)
	g.VXORPS(odd, odd, odd)
	g.JMP(LabelRef("eights"))

	g.Label("four")
	px, py := turn(0, four)
	turn(2, four)
	g.VCMPPS(Imm(3), px.AsX(), py.AsX(), odd.AsX())
	g.ADDQ(Imm(4), i)
	for j, v := range []reg.VecVirtual{px, py, px, py} {
		g.VMOVAPS(v.AsX(), x[j])
	}
	g.CMPQ(i, n)
	g.JGE(LabelRef("extremes"))
	g.VINSERTF128(Imm(1), px.AsX(), px, minX)
	g.VINSERTF128(Imm(1), py.AsX(), py, minY)
	g.VMOVAPS(minX, maxX)
	g.VMOVAPS(minY, maxY)

	g.Label("eights")
	px, py = turn(0, eight)
	turn(2, eight)
	g.VMINPS(px, minX, minX)
	g.VMINPS(py, minY, minY)
	g.VMAXPS(px, maxX, maxX)
	g.VMAXPS(py, maxY, maxY)
	g.VCMPPS(Imm(3), px, py, px)
	g.VORPS(px, odd, odd)
	g.ADDQ(Imm(8), i)
	g.CMPQ(i, n)
	g.JLT(LabelRef("eights"))
	for j, v := range []reg.VecVirtual{minX, minY, maxX, maxY} {
		op := g.VMINPS
		if j >= 2 {
			op = g.VMAXPS
		}
		high := g.XMM()
		g.VEXTRACTF128(Imm(1), v, high)
		op(high, v.AsX(), x[j])
	}

	g.Label("extremes")
	g.Comment("Four lanes of four columns to one of each.")
	mask := g.GP32()
	g.VMOVMSKPS(odd, mask)
	g.Store(mask, g.Return("odd"))
	narrow := func(op func(...Op), x, y, to reg.Register) {
		low, high := g.XMM(), g.XMM()
		g.VUNPCKLPS(y, x, low)
		g.VUNPCKHPS(y, x, high)
		op(high, low, low)
		g.VPERMILPD(Imm(1), low, high)
		op(high, low, to)
	}
	least, most := g.XMM(), g.XMM()
	narrow(g.VMINPS, x[0], x[1], least)
	narrow(g.VMAXPS, x[2], x[3], most)
	zero := g.XMM()
	g.VXORPS(zero, zero, zero)
	g.VUNPCKLPD(most, least, least)
	g.VADDPS(zero, least, least)
	g.VMOVUPS(least, c.ret("minX"))
	g.VZEROUPPER()
	g.RET()
}
