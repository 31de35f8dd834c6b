// SPDX-License-Identifier: MIT

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Classes of simd.Class.
const (
	capsuleClass = 1
	boxClass     = 2
	polygonClass = 3
)

// refresh decides for every lane what is to be done, and turns the boxes and capsules.
// Columns come as a table of pointers: more than there are registers.
func refresh(g *gen) {
	f := func(name string, v float32) Mem { return g.floats32("pose"+name, g.lanes, v) }
	limit := g.floats64("poseRange", g.lanes/2, 0x1p100)
	noSign64 := g.floats64("poseNoSign64", g.lanes/2, math.Float64frombits(1<<63-1))
	noSign, sign := g.fill32("poseNoSign", 1<<31-1), g.fill32("poseSign", 1<<31)
	least, most := f("UnitLeast", 1-0x1p-21), f("UnitMost", 1+0x1p-21)
	widen, tiny := f("Widen", 0x1p-16+0x1p-20), f("Tiny", 0x1p-126)
	capsules, boxes := g.fill32("poseCapsule", capsuleClass), g.fill32("poseBox", boxClass)
	polygons := g.fill32("posePolygon", polygonClass)

	g.begin("refresh", "func(columns *uintptr, lo, n int, todo, turned *uint64) (rotated int)",
		"is the portable function for n shapes from lo on, a multiple of the lanes",
		"of a vector. The columns are in the order of Poses; todo and turned, which is all zero,",
		"have a bit for each shape.")
	columns, lo, n, todo, turned := g.gp("columns"), g.gp("lo"), g.gp("n"), g.gp("todo"), g.gp("turned")
	// The bits of a vector of shapes go to as many bytes; next is the shape.
	next, end, rotated := g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(lo, next)
	g.LEAQ(Mem{Base: lo, Index: n, Scale: 1}, end)
	g.XORQ(rotated, rotated)
	const (
		colX = iota
		colY
		colC
		colS
		colRC
		colRS
		colP
		colQ
		colReach
		colMinX
		colMinY
		colMaxX
		colMaxY
		colClass
		colFault
	)
	column := func(k int) reg.Register { return g.columnOf(columns, k) }
	at := func(k int) Mem { return g.entries(column(k), next, 0) }
	bytes := func(k int) reg.VecVirtual {
		v := g.vec()
		g.VPMOVZXBD(Mem{Base: column(k), Index: next, Scale: 1}, v)
		return v
	}
	zero := g.vec()
	g.xorInto(zero, zero, zero)
	g.jump("check")

	g.Label("loop")
	g.Comment("Sound shapes.")
	ok := g.within(column(colX), column(colY), next, noSign64, limit)
	g.keep(g.cmpBits(zero, bytes(colFault)), ok)
	g.Comment("Circles, and those that did not turn, are done.")
	c, s := g.loadPS(at(colC)), g.loadPS(at(colS))
	rc, rs := at(colRC), at(colRS)
	done := g.cmpBits(rc, c)
	g.keep(g.cmpBits(rs, s), done)
	class := bytes(colClass)
	g.also(g.cmpBits(zero, class), done)
	g.Comment("Boxes and capsules of unit rotation are done here, and of polygons the rotation.")
	here := g.cmpBits(boxes, class)
	g.also(g.cmpBits(capsules, class), here)
	g.also(g.cmpBits(polygons, class), here)
	q, u := g.vec(), g.vec()
	g.VMULPS(c, c, q)
	g.VMULPS(s, s, u)
	g.VADDPS(u, q, q)
	g.keep(g.is(ge, q, least), here)
	g.keep(g.is(le, q, most), here)
	g.keep(ok, here)
	g.keep(ok, done)
	g.also(here, done)
	undone := g.bits(done)
	g.NOTL(undone)
	if g.wide() {
		g.MOVW(undone.As16(), Mem{Base: todo})
	} else {
		g.MOVB(undone.As8(), Mem{Base: todo})
	}
	changed := g.is(ne, c, rc)
	g.also(g.is(ne, s, rs), changed)
	g.keep(changed, here)
	some := g.bits(here)
	g.jumpIfZero(some, "next")
	count := g.GP64()
	g.POPCNTL(some, count.As32())
	g.ADDQ(count, rotated)
	// write writes the lanes of a mask; the others, being in this range, as they are.
	write := func(v reg.VecVirtual, mask reg.Register, col int) {
		where := at(col)
		if g.wide() {
			g.VMOVUPS(v, mask, where)
			return
		}
		all := g.loadPS(where)
		g.VBLENDVPS(mask, v, all, all)
		g.VMOVUPS(all, where)
	}
	g.Comment("Half extents, a capsule being a box of no height grown by its radius. What they are made of",
		"is loaded before anything is written: columns often lie at the same place of their pages,",
		"where a load behind a write waits for it.")
	p, h, m := g.loadPS(at(colP)), g.loadPS(at(colQ)), g.loadPS(at(colReach))
	class = bytes(colClass)
	g.VADDPS(zero, c, c)
	g.VADDPS(zero, s, s)
	write(c, here, colRC)
	write(s, here, colRS)
	polygon := g.cmpBits(polygons, class)
	g.keep(here, polygon)
	turning := g.bits(polygon)
	if g.wide() {
		g.MOVW(turning.As16(), Mem{Base: turned})
	} else {
		g.MOVB(turning.As8(), Mem{Base: turned})
	}
	g.XORL(turning, some)
	g.JZ(LabelRef("next"))

	capsule, radius := g.cmpBits(capsules, class), g.vec()
	if g.wide() {
		g.VMOVAPS_Z(h, capsule, radius)
		g.VXORPS(h, h, capsule, h)
	} else {
		g.VANDPS(h, capsule, radius)
		g.VANDNPS(h, capsule, h)
	}
	g.VADDPS(radius, m, m)
	g.VMULPS(widen, m, m)
	g.VADDPS(tiny, m, m)
	g.VADDPS(m, radius, m)
	ac, as := g.vec(), g.vec()
	g.andInto(noSign, c, ac)
	g.andInto(noSign, s, as)
	ex, ey := q, u
	g.VMULPS(ac, p, ex)
	g.VMULPS(as, p, ey)
	g.VMULPS(h, as, as)
	g.VMULPS(h, ac, ac)
	g.VADDPS(as, ex, ex)
	g.VADDPS(ac, ey, ey)
	g.VADDPS(m, ex, ex)
	g.VADDPS(m, ey, ey)
	lowX, lowY := ac, as
	g.xorInto(sign, ex, lowX)
	g.xorInto(sign, ey, lowY)
	bounds := map[int]reg.VecVirtual{colMinX: lowX, colMinY: lowY, colMaxX: ex, colMaxY: ey}
	if !g.wide() {
		g.jumpIf(some, ne, U32(0xff), "some")
		for col := colMinX; col <= colMaxY; col++ {
			g.VMOVUPS(bounds[col], at(col))
		}
		g.jump("next")
		g.Label("some")
	}
	boundsOf := polygon
	if g.wide() {
		g.KANDNW(here, polygon, boundsOf)
	} else {
		g.VANDNPS(here, polygon, boundsOf)
	}
	for col := colMinX; col <= colMaxY; col++ {
		write(bounds[col], boundsOf, col)
	}
	g.Label("next")
	g.ADDQ(Imm(uint64(g.lanes/8)), todo)
	g.ADDQ(Imm(uint64(g.lanes/8)), turned)
	g.ADDQ(Imm(uint64(g.lanes)), next)
	g.Label("check")
	g.jumpIf(next, lt, end, "loop")
	g.end(rotated)
}
