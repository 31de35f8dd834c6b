// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// outside compares bounds with fattened ones, a shape in a lane. Columns come as a table of
// pointers.
func outside(g *gen) {
	noSign := g.fill32("outsideNoSign", 1<<31-1)
	easing := g.floats32("outsideEasing", g.lanes, 0x1p-21)

	g.begin("outside", "func(columns *uintptr, n int, set *uint64)",
		"is the portable function for the first n shapes, a multiple of the lanes of",
		"a vector. The columns are in the order of Outsides; set has a bit for each shape.")
	columns, n, set := g.gp("columns"), g.gp("n"), g.gp("set")
	next := g.counter()
	column := func(k int) reg.Register { return g.columnOf(columns, k) }
	const at, side, fat = 2, 4, 8
	g.jump("check")

	g.Label("loop")
	var inside mask
	for axis := range 2 {
		now, old := column(axis), column(at+axis)
		var halves [2]reg.VecVirtual
		for h := range halves {
			v, d := g.vec(), g.halfVec()
			g.VMOVUPD(g.entries64(now, next, h), v)
			g.VSUBPD(g.entries64(old, next, h), v, v)
			if g.wide() {
				g.VCVTPD2PS(v, d)
			} else {
				g.VCVTPD2PSY(v, d)
			}
			halves[h] = d
		}
		d := g.join(halves[0], halves[1])
		e, low, high := g.vec(), g.vec(), g.vec()
		g.andInto(noSign, d, e)
		g.VMULPS(easing, e, e)
		g.VSUBPS(e, d, low)
		g.VADDPS(e, d, high)
		g.VADDPS(g.entries(column(side+axis), next, 0), low, low)
		g.VADDPS(g.entries(column(side+2+axis), next, 0), high, high)
		above := g.is(ge, low, g.entries(column(fat+axis), next, 0))
		below := g.is(le, high, g.entries(column(fat+2+axis), next, 0))
		g.keep(below, above)
		if axis == 0 {
			inside = above
		} else {
			g.keep(above, inside)
		}
	}
	out := g.bits(inside)
	g.NOTL(out)
	if g.wide() {
		g.MOVW(out.As16(), Mem{Base: set})
	} else {
		g.MOVB(out.As8(), Mem{Base: set})
	}
	g.ADDQ(Imm(uint64(g.lanes/8)), set)
	g.ADDQ(Imm(uint64(g.lanes)), next)
	g.Label("check")
	g.jumpIf(next, lt, n, "loop")
	g.end()
}
