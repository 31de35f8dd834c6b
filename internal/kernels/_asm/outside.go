// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
)

// outside compares bounds with fattened ones, a shape in a lane. Columns come as a table of
// pointers.
func outside(g *gen) {
	noSign := g.fill32("outsideNoSign", 1<<31-1)
	easing := g.floats32("outsideEasing", g.lanes, 0x1p-21)

	g.begin("outside", "func(columns *uintptr, n int, set *uint64)",
		"is the portable function for the first n shapes, a multiple of the lanes of",
		"a vector. The columns are in the order of Outsides; set has a bit for each shape.")
	columns, n, set := g.table("columns", "X Y AtX AtY MinX MinY MaxX MaxY FatMinX FatMinY FatMaxX FatMaxY"), g.gp("n"), g.gp("set")
	next := g.counter()
	g.vectors(next, n, func() {
		var inside mask
		for _, axis := range []string{"X", "Y"} {
			now, old := columns.column(axis), columns.column("At"+axis)
			d := g.perHalf(func(h int) vector {
				v := g.loadPD(g.entries64(now, next, h))
				return g.three(g.VSUBPD, g.entries64(old, next, h), v)
			})
			e := g.vec()
			g.andInto(noSign, d, e)
			e = g.mul(e, easing)
			low, high := g.sub(d, e), g.add(d, e)
			low, high = g.add(low, columns.at("Min"+axis, next)), g.add(high, columns.at("Max"+axis, next))
			above := g.is(ge, low, columns.at("FatMin"+axis, next))
			g.keep(g.is(le, high, columns.at("FatMax"+axis, next)), above)
			inside = g.narrowed(inside, above)
		}
		out := g.bits(inside)
		g.NOTL(out)
		g.storeBits(out, set)
		g.ADDQ(Imm(uint64(g.lanes/8)), set)
	})
	g.end()
}
