// SPDX-License-Identifier: MIT

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// rotate turns polygons, a run of lanes each, by fours and eights, and keeps the extremes
// in lanes until the end, minima being exact in any order. A run is short, so that what
// matters is that nothing is done per polygon but this: columns come as a table of
// pointers, shapes as the bits of a word.
func rotate(g *gen) {
	g.zeroExtends = true
	inf := math.Float32bits(float32(math.Inf(1)))
	highest := g.words32("rotateHighest", inf)
	lowest := g.words32("rotateLowest", inf|1<<31)
	widen, tiny := g.floats32("rotateWiden", 1, 0x1p-16+0x1p-20), g.floats32("rotateTiny", 1, 0x1p-126)
	lower := g.words32("rotateLower", 1<<31, 1<<31, 0, 0) // signs of minX, minY, maxX, maxY

	g.begin("rotate", "func(columns *uintptr, first int, set uint64, ahead int) (remaining uint64)",
		"turns the polygons that bits of set, none of them empty, stand for, first",
		"being that of bit 0: their lanes, a multiple of four of them, and their bounds. It stops",
		"before the bounds of one that has a vertex turned to NaN; remaining has its bit and those not",
		"looked at. The columns are in the order of rotateBy. Lanes that lie so many ahead are",
		"brought into cache, unless it is 0.")
	columns := g.table("columns", "RC RS P Reach MinX MinY MaxX MaxY Off Num LocalVX LocalVY LocalNX LocalNY VX VY NX NY")
	first, set, ahead := g.gp("first"), g.gp("set"), g.gp("ahead")
	shape, i, end := g.GP64(), g.GP64(), g.GP64()
	at := columns.at
	co, si := g.YMM(), g.YMM()
	// turn turns so many lanes at i of vertices V or normals N.
	turn := func(what string, lanes int) (px, py vector) {
		l := g.of(lanes)
		x, y := l.loadPS(at("Local"+what+"X", i)), l.loadPS(at("Local"+what+"Y", i))
		px = l.sub(l.mul(x, l.as(co)), l.mul(y, l.as(si)))
		py = l.add(l.mul(x, l.as(si)), l.mul(y, l.as(co)))
		g.VMOVUPS(px, at(what+"X", i))
		g.VMOVUPS(py, at(what+"Y", i))
		return px, py
	}

	minX, minY, maxX, maxY, nans := g.YMM(), g.YMM(), g.YMM(), g.YMM(), g.YMM()
	x := [4]reg.VecVirtual{g.XMM(), g.XMM(), g.XMM(), g.XMM()}
	g.jump("check")

	g.Label("polygon")
	g.TZCNTQ(set, shape)
	g.ADDQ(first, shape)
	g.MOVL(at("Off", shape), i.As32())
	g.MOVL(at("Num", shape), end.As32())
	g.VBROADCASTSS(at("RC", shape), co)
	g.VBROADCASTSS(at("RS", shape), si)
	g.jumpIfZero(ahead, "near")
	g.ADDQ(i, ahead)
	for _, column := range []string{"LocalVX", "LocalVY", "LocalNX", "LocalNY"} {
		g.PREFETCHT0(at(column, ahead))
	}
	g.SUBQ(i, ahead)
	g.Label("near")
	g.TESTL(U32(4), end.As32())
	g.LEAQ(Mem{Base: i, Index: end, Scale: 1}, end)
	g.JNE(LabelRef("four"))
	g.VBROADCASTSS(highest, minX)
	g.VMOVAPS(minX, minY)
	g.VBROADCASTSS(lowest, maxX)
	g.VMOVAPS(maxX, maxY)
	g.VXORPS(nans, nans, nans)
	g.jump("eights")

	g.Label("four")
	px, py := turn("V", 4)
	turn("N", 4)
	g.VCMPPS(Imm(3), px.AsX(), py.AsX(), nans.AsX())
	g.ADDQ(Imm(4), i)
	for j, v := range []reg.VecVirtual{px, py, px, py} {
		g.VMOVAPS(v.AsX(), x[j])
	}
	g.jumpIf(i, ge, end, "extremes")
	g.VINSERTF128(Imm(1), px.AsX(), px.AsY(), minX)
	g.VINSERTF128(Imm(1), py.AsX(), py.AsY(), minY)
	g.VMOVAPS(minX, maxX)
	g.VMOVAPS(minY, maxY)

	g.Label("eights")
	px, py = turn("V", 8)
	turn("N", 8)
	g.VMINPS(px, minX, minX)
	g.VMINPS(py, minY, minY)
	g.VMAXPS(px, maxX, maxX)
	g.VMAXPS(py, maxY, maxY)
	g.VCMPPS(Imm(3), px, py, px)
	g.VORPS(px, nans, nans)
	g.ADDQ(Imm(8), i)
	g.jumpIf(i, lt, end, "eights")
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
	mask := g.GP32()
	g.VMOVMSKPS(nans, mask)
	g.jumpIfSome(mask, "done")
	g.Comment("Four lanes of four columns to one of each: minX, minY, maxX, maxY.")
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
	g.Comment("Grown by the margin.")
	p, m := g.XMM(), g.XMM()
	g.VMOVSS(at("P", shape), p)
	g.VADDSS(at("Reach", shape), p, m)
	g.VMULSS(widen, m, m)
	g.VADDSS(tiny, m, m)
	g.VADDSS(m, p, m)
	g.VSHUFPS(Imm(0), m, m, m)
	g.VXORPS(lower, m, m)
	g.VADDPS(m, least, least)
	g.VMOVSS(least, at("MinX", shape))
	for k, col := range []string{"MinY", "MaxX", "MaxY"} {
		g.VEXTRACTPS(Imm(uint64(k+1)), least, at(col, shape))
	}
	g.BLSRQ(set, set)
	g.Label("check")
	g.jumpIfSome(set, "polygon")
	g.Label("done")
	g.end(set)
}
