// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// matches writes the tests of nodes, each against a box of its own. No branch depends on what is
// found, so one test begins before another has ended.
func matches(g *gen) {
	lanes := g.childLanes("match")
	g.begin("matches",
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
	g.jumpIfUnsigned(at, ge, nodes, "none")
	g.MOVL(Mem{Base: of}, box.As32())
	g.jumpIfUnsigned(box, ge, asked, "none")
	g.VPBROADCASTD(Mem{Base: of}, number)
	g.SHLQ(Imm(4), box)
	side := m.sides(Mem{Base: boxes, Index: box, Scale: 1})
	m.node(level, at, side, func() { g.store(number, Mem{Base: outOf, Index: m.n, Scale: 4}) })
	m.again(list, of, remaining)
}

// again goes on with the next test of a node, each against what has a number in of, and returns how
// many children are written, or -1 where there is no such node or number.
func (m *matching) again(list, of reg.GPVirtual, left Op) {
	m.ADDQ(Imm(4), list)
	m.ADDQ(Imm(4), of)
	m.DECQ(left)
	m.JNE(LabelRef("test"))
	m.end(m.n)

	m.Label("none")
	m.VZEROUPPER()
	m.MOVQ(I64(-1), m.n)
	m.Store(m.n, m.ReturnIndex(0))
	m.RET()
}
