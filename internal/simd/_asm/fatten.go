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
	columns, n := g.gp("columns"), g.gp("n")
	next := g.counter()
	ahead, arc, from := g.broadcast(g.param("ahead")), g.broadcast(g.param("arc")), g.broadcast(g.param("from"))
	const (
		colX = iota
		colY
		colAtX
		colAtY
		colClass
		colC
		colS
		colP
		colQ
		colReach
		colMinX
		colMinY
		colMaxX
		colMaxY
		colAtC
		colAtS
		colFatMinX
		colFatMinY
		colFatMaxX
		colFatMaxY
	)
	column := func(k int) reg.Register { return g.columnOf(columns, k) }
	at := func(k int) Mem { return g.entries(column(k), next, 0) }
	absOf := func(v reg.VecVirtual) reg.VecVirtual {
		a := g.vec()
		g.andInto(noSign, v, a)
		return a
	}
	g.jump("check")

	g.Label("loop")
	g.Comment("The reach: a box has no radius, a capsule's is Q.")
	class := g.vec()
	g.VPMOVZXBD(Mem{Base: column(colClass), Index: next, Scale: 1}, class)
	radius := g.without(g.cmpBits(boxes, class), g.loadPS(at(colP)))
	radius = g.pick(g.cmpBits(capsules, class), g.loadPS(at(colQ)), radius)
	reach := g.loadPS(at(colReach))
	m := g.vec()
	g.VADDPS(radius, reach, m)
	g.VMULPS(widen, m, m)
	g.VADDPS(tiny, m, m)
	g.VADDPS(m, radius, m)
	g.VADDPS(m, reach, reach)

	g.Comment("What turning adds.")
	c, s, ac, as := g.loadPS(at(colC)), g.loadPS(at(colS)), g.loadPS(at(colAtC)), g.loadPS(at(colAtS))
	g.VMOVUPS(c, at(colAtC))
	g.VMOVUPS(s, at(colAtS))
	dot, cross, u := g.vec(), g.vec(), g.vec()
	g.VMULPS(ac, c, dot)
	g.VMULPS(as, s, u)
	g.VADDPS(u, dot, dot)
	g.VMULPS(as, c, cross)
	g.VMULPS(ac, s, u)
	g.VSUBPS(u, cross, cross)
	cross = absOf(cross)
	g.VMULPS(arc, cross, cross)
	g.VMULPS(reach, cross, cross)
	turn := g.pick(g.is(gt, dot, least), cross, reach)

	g.Comment("The way ahead, if it is known and not too far.")
	limit := g.vec()
	g.VMULPS(most, reach, limit)
	var ways [2]reg.VecVirtual
	var known mask
	for axis := range 2 {
		now, old := column(colX+axis), column(colAtX+axis)
		var halves [2]reg.VecVirtual
		for h := range halves {
			v, w, d := g.vec(), g.vec(), g.halfVec()
			g.VMOVUPD(g.entries64(now, next, h), v)
			g.VSUBPD(g.entries64(old, next, h), v, w)
			g.VMOVUPD(v, g.entries64(old, next, h))
			if g.wide() {
				g.VCVTPD2PS(w, d)
			} else {
				g.VCVTPD2PSY(w, d)
			}
			halves[h] = d
		}
		d := g.join(halves[0], halves[1])
		g.VMULPS(ahead, d, d)
		near := g.is(le, absOf(d), limit)
		if axis == 0 {
			known = near
		} else {
			g.keep(near, known)
		}
		ways[axis] = d
	}
	pad := g.vec()
	g.VMULPS(floor, reach, pad)
	back := g.vec()
	g.xorInto(sign, reach, back)
	for axis := range 2 {
		d := g.where(known, ways[axis])
		low, start := g.vec(), g.vec()
		g.VMULPS(from, d, start)
		g.VSUBPS(start, d, d)
		g.VSUBPS(absOf(d), d, low)
		g.VMULPS(half, low, low)
		g.VSUBPS(low, d, d)
		g.VADDPS(low, start, low)
		g.VADDPS(d, start, d)
		v := g.loadPS(at(colMinX + axis))
		g.VSUBPS(turn, v, v)
		v = g.pick(g.is(gt, v, back), v, back)
		g.VADDPS(low, v, v)
		g.VSUBPS(pad, v, v)
		g.VMOVUPS(v, at(colFatMinX+axis))
		v = g.loadPS(at(colMaxX + axis))
		g.VADDPS(turn, v, v)
		v = g.pick(g.is(lt, v, reach), v, reach)
		g.VADDPS(d, v, v)
		g.VADDPS(pad, v, v)
		g.VMOVUPS(v, at(colFatMaxX+axis))
	}
	g.ADDQ(Imm(uint64(g.lanes)), next)
	g.Label("check")
	g.jumpIf(next, lt, n, "loop")
	g.end()
}
