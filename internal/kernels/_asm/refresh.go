// SPDX-License-Identifier: MIT

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Classes of kernels.Class.
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
	columns, lo, n := g.table("columns", "X Y C S RC RS P Q Reach MinX MinY MaxX MaxY Class Fault"), g.gp("lo"), g.gp("n")
	todo, turned := g.gp("todo"), g.gp("turned")
	// The bits of a vector of shapes go to as many bytes; next is the shape.
	next, end, rotated := g.quad(lo), g.pointer(Mem{Base: lo, Index: n, Scale: 1}), g.counter()
	at := func(name string) Mem { return columns.at(name, next) }
	load := func(name string) vector { return g.loadPS(at(name)) }
	// write writes the lanes of a mask; the others, being in this range, as they are.
	write := func(v vector, mask reg.Register, name string) {
		where := at(name)
		if g.wide() {
			g.VMOVUPS(v, mask, where)
			return
		}
		all := g.loadPS(where)
		g.VBLENDVPS(mask, v, all, all)
		g.VMOVUPS(all, where)
	}
	zero := g.vec()
	g.xorInto(zero, zero, zero)
	g.vectors(next, end, func() {
		g.Comment("Sound shapes.")
		ok := g.within(columns.column("X"), columns.column("Y"), next, noSign64, limit)
		g.keep(g.cmpBits(zero, columns.bytes("Fault", next)), ok)
		g.Comment("Circles, and those that did not turn, are done.")
		c, s := load("C"), load("S")
		rc, rs := at("RC"), at("RS")
		done := g.cmpBits(rc, c)
		g.keep(g.cmpBits(rs, s), done)
		class := columns.bytes("Class", next)
		g.also(g.cmpBits(zero, class), done)
		g.Comment("Boxes and capsules of unit rotation are done here, and of polygons the rotation.")
		here := g.cmpBits(boxes, class)
		g.also(g.cmpBits(capsules, class), here)
		g.also(g.cmpBits(polygons, class), here)
		q := g.add(g.mul(c, c), g.mul(s, s))
		g.keep(g.is(ge, q, least), here)
		g.keep(g.is(le, q, most), here)
		g.keep(ok, here)
		g.keep(ok, done)
		g.also(here, done)
		undone := g.bits(done)
		g.NOTL(undone)
		g.storeBits(undone, todo)
		changed := g.is(ne, c, rc)
		g.also(g.is(ne, s, rs), changed)
		g.keep(changed, here)
		some := g.bits(here)
		g.jumpIfZero(some, "next")
		count := g.GP64()
		g.POPCNTL(some, count.As32())
		g.ADDQ(count, rotated)
		g.Comment("Half extents, a capsule being a box of no height grown by its radius. What they are made of",
			"is loaded before anything is written: columns often lie at the same place of their pages,",
			"where a load behind a write waits for it.")
		p, h, reach := load("P"), load("Q"), load("Reach")
		class = columns.bytes("Class", next)
		c, s = g.add(c, zero), g.add(s, zero)
		write(c, here, "RC")
		write(s, here, "RS")
		polygon := g.cmpBits(polygons, class)
		g.keep(here, polygon)
		turning := g.bits(polygon)
		g.storeBits(turning, turned)
		g.XORL(turning, some)
		g.JZ(LabelRef("next"))

		capsule := g.cmpBits(capsules, class)
		radius := g.where(capsule, h)
		if g.wide() {
			g.VXORPS(h, h, capsule, h)
		} else {
			h = g.without(capsule, h)
		}
		m := g.add(radius, g.add(g.mul(g.add(reach, radius), widen), tiny))
		ac, as := g.vec(), g.vec()
		g.andInto(noSign, c, ac)
		g.andInto(noSign, s, as)
		ex, ey := g.mul(p, ac), g.mul(p, as)
		hs := g.mul(as, h)
		hc := g.mul(ac, h)
		ex, ey = g.add(ex, hs), g.add(ey, hc)
		ex, ey = g.add(ex, m), g.add(ey, m)
		lowX, lowY := g.vec(), g.vec()
		g.xorInto(sign, ex, lowX)
		g.xorInto(sign, ey, lowY)
		sides, bounds := [4]string{"MinX", "MinY", "MaxX", "MaxY"}, [4]vector{lowX, lowY, ex, ey}
		if !g.wide() {
			g.CMPL(some, U32(0xff))
			g.JNE(LabelRef("some"))
			for k, v := range bounds {
				g.VMOVUPS(v, at(sides[k]))
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
		for k, v := range bounds {
			write(v, boundsOf, sides[k])
		}
		g.Label("next")
		g.ADDQ(Imm(uint64(g.lanes/8)), todo)
		g.ADDQ(Imm(uint64(g.lanes/8)), turned)
	})
	g.end(rotated)
}
