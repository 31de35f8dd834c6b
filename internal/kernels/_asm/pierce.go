// SPDX-License-Identifier: MIT

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
)

// pierce writes the tests of nodes, each against a beam of its own: matches with the arithmetic of
// slabs.
func pierce(g *gen) {
	lanes := g.childLanes("pierce")
	ease := g.words("pierceEasing", math.Float32bits(1+0x1p-19))
	g.begin("pierce",
		"func(level *float32, nodes int, list, of *uint32, count int, beams, limits *float32, asked int, out, outOf *uint32) int",
		"is the portable function for at least one test. It returns -1 where a node is none of so",
		"many, or a beam of those that are asked about.")
	level, list, of := g.gp("level"), g.gp("list"), g.gp("of")
	beams, limits, outOf := g.gp("beams"), g.gp("limits"), g.gp("outOf")
	m := g.matching(lanes)
	m.out = g.gp("out")
	number, zero := g.vec(), g.vec()
	g.zero(zero)

	g.Label("test")
	at, beam := m.next(list), g.GP64()
	g.jumpIfUnsigned(at, ge, g.param("nodes"), "none")
	g.MOVL(Mem{Base: of}, beam.As32())
	g.jumpIfUnsigned(beam, ge, g.param("asked"), "none")
	g.VPBROADCASTD(Mem{Base: of}, number)
	limit := g.broadcast(Mem{Base: limits, Index: beam, Scale: 4})
	g.SHLQ(Imm(5), beam)
	g.ADDQ(beams, beam)
	get := func(k int) vector { return g.broadcast(Mem{Base: beam, Disp: 4 * k}) }
	x, y, ix, iy, px, py := get(0), get(1), get(2), get(3), get(4), get(5)
	first := m.enter(level, at)
	in, out := g.ways(at, beam)
	for from := 0; from < 16; from += g.lanes {
		x0 := g.mul(g.sub(g.add(g.column(in[0], 0, from), px), x), ix)
		y0 := g.mul(g.sub(g.add(g.column(in[1], 0, from), py), y), iy)
		enter := g.max(x0, y0)
		x1 := g.mul(g.sub(g.sub(g.column(out[0], 0, from), px), x), ix)
		y1 := g.mul(g.sub(g.sub(g.column(out[1], 0, from), py), y), iy)
		leave := g.three(g.VMINPS, x1, y1)
		hit := g.is(le, enter, g.mul(leave, ease))
		g.keep(g.is(ge, leave, zero), hit)
		g.keep(g.is(le, enter, limit), hit)
		m.append(hit, first, from, func() { g.store(number, Mem{Base: outOf, Index: m.n, Scale: 4}) })
	}
	m.again(list, of, g.param("count"))
}
