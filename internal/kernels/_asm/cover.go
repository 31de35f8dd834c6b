// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
)

// cover fits bounds to motions, a shape in a lane. Columns come as a table of pointers.
func cover(g *gen) {
	f := func(name string, v float32) Mem { return g.floats32("cover"+name, g.lanes, v) }
	noSign := g.fill32("coverNoSign", 1<<31-1)
	half := f("Half", 0.5)
	perMotion, perSide := f("PerMotion", 0x1p-20), f("PerSide", 0x1p-21)

	g.begin("cover", "func(columns *uintptr, frame *float32, n int, todo *uint64)",
		"is the portable function for the first n shapes, a multiple of the lanes of",
		"a vector. The columns are in the order of Covers, frame holds FrameX, FrameY, Long and",
		"Most; todo has a bit for each shape.")
	columns, frame, n, todo := g.table("columns", "DX DY MinX MinY MaxX MaxY ToMinX ToMinY ToMaxX ToMaxY"), g.gp("frame"), g.gp("n"), g.gp("todo")
	next := g.counter()
	var frames [2]vector // FrameX, FrameY
	for k := range frames {
		frames[k] = g.broadcast(Mem{Base: frame, Disp: 4 * k})
	}
	long, most := g.broadcast(Mem{Base: frame, Disp: 8}), g.broadcast(Mem{Base: frame, Disp: 12})
	load := func(name string) vector { return g.loadPS(columns.at(name, next)) }
	absOf := func(v Op) vector {
		a := g.loadPS(noSign)
		g.andInto(v, a, a)
		return a
	}
	axes := [2]string{"X", "Y"}
	g.vectors(next, n, func() {
		var fast, sound mask // long on both axes; in range on both
		var low, high, way, side [2]vector
		for k, axis := range axes {
			d := load("D" + axis)
			inRange := g.is(le, absOf(d), most)
			move := g.sub(d, frames[k])
			way[k] = absOf(move)
			fast = g.narrowed(fast, g.is(gt, way[k], long))
			sound = g.narrowed(sound, inRange)
			low[k] = g.mul(g.sub(move, way[k]), half)
			high[k] = g.sub(move, low[k]) // the greater of the motion and 0
		}
		marked, ok := g.bits(fast), g.bits(sound)
		g.NOTL(ok)
		g.ORL(ok, marked)
		g.storeBits(marked, todo)
		for k, axis := range axes {
			v, u := load("Min"+axis), load("Max"+axis)
			size := absOf(u)
			side[k] = g.add(absOf(v), size)
		}
		pad := g.mul(g.add(way[0], way[1]), perMotion)
		pad = g.add(pad, g.mul(g.add(side[0], side[1]), perSide))
		for k, axis := range axes {
			g.VMOVUPS(g.sub(g.add(load("Min"+axis), low[k]), pad), columns.at("ToMin"+axis, next))
			g.VMOVUPS(g.add(g.add(load("Max"+axis), high[k]), pad), columns.at("ToMax"+axis, next))
		}
		g.ADDQ(Imm(uint64(g.lanes/8)), todo)
	})
	g.end()
}
