// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
)

// matches writes the tests of nodes, each against a box of its own. No branch depends on what is
// found, so one test begins before another has ended.
func matches(g *gen) {
	lanes := g.childLanes("match")
	g.begin("matches"+g.suffix(),
		"func(level *float32, nodes int, list, of *uint32, count int, boxes *float32, asked int, out, outOf *uint32) int",
		"is the portable function for at least one test. It returns -1 where a node is none of so",
		"many, or a box of those that are asked about.")
	level, nodes, list, of := g.gp("level"), g.gp("nodes"), g.gp("list"), g.gp("of")
	boxes, asked, outOf := g.gp("boxes"), g.gp("asked"), g.gp("outOf")
	remaining := g.gp("count")
	m := g.matching(lanes)
	m.out = g.gp("out")
	box, number := g.GP64(), g.vec()

	g.Label("test")
	at := m.next(list)
	g.CMPQ(at, nodes)
	g.JAE(LabelRef("none"))
	g.MOVL(Mem{Base: of}, box.As32())
	g.CMPQ(box, asked)
	g.JAE(LabelRef("none"))
	g.VPBROADCASTD(Mem{Base: of}, number)
	g.SHLQ(Imm(4), box)
	side := m.sides(Mem{Base: boxes, Index: box, Scale: 1})
	m.node(level, at, side, func() { g.store(number, Mem{Base: outOf, Index: m.n, Scale: 4}) })
	g.ADDQ(Imm(4), list)
	g.ADDQ(Imm(4), of)
	g.DECQ(remaining)
	g.JNE(LabelRef("test"))
	g.VZEROUPPER()
	g.Store(m.n, g.ReturnIndex(0))
	g.RET()

	g.Label("none")
	g.VZEROUPPER()
	g.MOVQ(I64(-1), m.n)
	g.Store(m.n, g.ReturnIndex(0))
	g.RET()
}
