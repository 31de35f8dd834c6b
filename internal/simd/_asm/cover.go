// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
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
	columns, frame, n, todo := g.gp("columns"), g.gp("frame"), g.gp("n"), g.gp("todo")
	next := g.counter()
	var shared [4]reg.VecVirtual // FrameX, FrameY, Long, Most
	for k := range shared {
		shared[k] = g.vec()
		g.VBROADCASTSS(Mem{Base: frame, Disp: 4 * k}, shared[k])
	}
	column := func(k int) Mem { return g.entries(g.columnOf(columns, k), next, 0) }
	absOf := func(v Op) reg.VecVirtual {
		a := g.vec()
		g.VMOVUPS(noSign, a)
		g.andInto(v, a, a)
		return a
	}
	g.jump("check")

	g.Label("loop")
	var fast, bad mask // long on both axes; out of range on either
	var move, low, way [2]reg.VecVirtual
	for k := range 2 {
		d := g.loadPS(column(k))
		ok := g.is(le, absOf(d), shared[3])
		move[k] = g.vec()
		g.VSUBPS(shared[k], d, move[k])
		way[k] = absOf(move[k])
		long := g.is(gt, way[k], shared[2])
		if k == 0 {
			fast, bad = long, ok
		} else {
			g.keep(long, fast)
			g.keep(ok, bad)
		}
		low[k] = g.vec()
		g.VSUBPS(way[k], move[k], low[k])
		g.VMULPS(half, low[k], low[k])
		g.VSUBPS(low[k], move[k], move[k]) // the greater of the motion and 0
	}
	marked, sound := g.bits(fast), g.bits(bad)
	g.NOTL(sound)
	g.ORL(sound, marked)
	if g.wide() {
		g.MOVW(marked.As16(), Mem{Base: todo})
	} else {
		g.MOVB(marked.As8(), Mem{Base: todo})
	}
	const first, to = 2, 6
	sideX, sideY, other := g.vec(), g.vec(), g.vec()
	for k, side := range []reg.VecVirtual{sideX, sideY} {
		v := g.loadPS(column(first + k))
		u := g.loadPS(column(first + 2 + k))
		g.VADDPS(absOf(u), absOf(v), side)
	}
	pad := way[0]
	g.VADDPS(way[1], way[0], pad)
	g.VMULPS(perMotion, pad, pad)
	g.VADDPS(sideY, sideX, other)
	g.VMULPS(perSide, other, other)
	g.VADDPS(other, pad, pad)
	for k := range 2 {
		v := g.loadPS(column(first + k))
		g.VADDPS(low[k], v, v)
		g.VSUBPS(pad, v, v)
		g.VMOVUPS(v, column(to+k))
		v = g.loadPS(column(first + 2 + k))
		g.VADDPS(move[k], v, v)
		g.VADDPS(pad, v, v)
		g.VMOVUPS(v, column(to+2+k))
	}
	g.ADDQ(Imm(uint64(g.lanes/8)), todo)
	g.ADDQ(Imm(uint64(g.lanes)), next)
	g.Label("check")
	g.jumpIf(next, lt, n, "loop")
	g.end()
}
