// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// fatten makes fattened bounds, a shape in a lane. Columns come as a table of pointers.
func fatten(g *gen) {
	f := func(name string, v float32) Mem { return g.floats32("fatten"+name, g.lanes, v) }
	noSign, sign := g.fill32("fattenNoSign", 1<<31-1), g.fill32("fattenSign", 1<<31)
	widen, tiny := f("Widen", 0x1p-16+0x1p-20), f("Tiny", 0x1p-126)
	floor, most, least, half := f("Floor", 0x1p-7), f("Most", 16), f("Least", 0.26), f("Half", 0.5)
	capsules, boxes := g.fill32("fattenCapsule", capsuleClass), g.fill32("fattenBox", boxClass)

	g.begin("fatten", "func(columns *uintptr, ahead, arc, from float32, n int)",
		"is the portable function for the first n shapes, a multiple of the lanes of",
		"a vector. The columns are X, Y, AtX, AtY and Class, and then the others in the order of",
		"Fattenings; arc is ahead times fattenArc, from what it is there.")
	columns, n := g.table("columns", "X Y AtX AtY Class C S P Q Reach MinX MinY MaxX MaxY AtC AtS FatMinX FatMinY FatMaxX FatMaxY"), g.gp("n")
	next := g.counter()
	ahead, arc, from := g.broadcast(g.param("ahead")), g.broadcast(g.param("arc")), g.broadcast(g.param("from"))
	at := func(name string) Mem { return columns.at(name, next) }
	load := func(name string) vector { return g.loadPS(at(name)) }
	absOf := func(v reg.VecVirtual) reg.VecVirtual {
		a := g.vec()
		g.andInto(noSign, v, a)
		return a
	}
	axes := [2]string{"X", "Y"}
	g.vectors(next, n, func() {
		g.Comment("The reach: a box has no radius, a capsule's is Q.")
		class := columns.bytes("Class", next)
		radius := g.without(g.cmpBits(boxes, class), load("P"))
		radius = g.pick(g.cmpBits(capsules, class), load("Q"), radius)
		reach := load("Reach")
		m := g.add(g.mul(g.add(reach, radius), widen), tiny)
		m = g.add(radius, m)
		reach = g.add(reach, m)

		g.Comment("What turning adds.")
		c, s, ac, as := load("C"), load("S"), load("AtC"), load("AtS")
		g.VMOVUPS(c, at("AtC"))
		g.VMOVUPS(s, at("AtS"))
		dot := g.add(g.mul(c, ac), g.mul(s, as))
		cross := absOf(g.sub(g.mul(c, as), g.mul(s, ac)))
		cross = g.mul(g.mul(cross, arc), reach)
		turn := g.pick(g.is(gt, dot, least), cross, reach)

		g.Comment("The way ahead, if it is known and not too far.")
		limit := g.mul(reach, most)
		var ways [2]vector
		var known mask
		for k, axis := range axes {
			now, old := columns.column(axis), columns.column("At"+axis)
			d := g.perHalf(func(h int) vector {
				v := g.loadPD(g.entries64(now, next, h))
				w := g.three(g.VSUBPD, g.entries64(old, next, h), v)
				g.VMOVUPD(v, g.entries64(old, next, h))
				return w
			})
			ways[k] = g.mul(d, ahead)
			known = g.narrowed(known, g.is(le, absOf(ways[k]), limit))
		}
		pad, back := g.mul(reach, floor), g.vec()
		g.xorInto(sign, reach, back)
		for k, axis := range axes {
			d := g.where(known, ways[k])
			start := g.mul(d, from)
			d = g.sub(d, start)
			low := g.mul(g.sub(d, absOf(d)), half)
			d = g.sub(d, low)
			low, high := g.add(start, low), g.add(start, d)
			v := g.sub(load("Min"+axis), turn)
			v = g.pick(g.is(gt, v, back), v, back)
			g.VMOVUPS(g.sub(g.add(v, low), pad), at("FatMin"+axis))
			v = g.add(load("Max"+axis), turn)
			v = g.pick(g.is(lt, v, reach), v, reach)
			g.VMOVUPS(g.add(g.add(v, high), pad), at("FatMax"+axis))
		}
	})
	g.end()
}
