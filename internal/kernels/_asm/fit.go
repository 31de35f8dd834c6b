// SPDX-License-Identifier: MIT

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
)

// fit writes leaves of a tree, and the boxes about them: a side of all children at a time.
func fit(g *gen) {
	abs := g.words32("fitAbs"+g.suffix(), repeat(g.lanes, math.MaxUint32, math.MaxInt32)...)
	out := g.floats64("fitOutward"+g.suffix(), g.lanes/2, 0x1p-24+0x1p-40)
	least := g.floats64("fitLeast"+g.suffix(), g.lanes/2, 0x1p-126)
	g.begin("fit", "func(level, above *float32, columns *uintptr, first, n int, x, y float64)",
		"is the portable function for n leaves from the one with the number first on, all of whose children exist.")
	level, above, columns, first, n := g.gp("level"), g.gp("above"), g.gp("columns"), g.gp("first"), g.gp("n")
	origin := [2]vector{g.broadcast64(g.param("x")), g.broadcast64(g.param("y"))}
	noSign, share, tiny := g.loadPD(abs), g.loadPD(out), g.loadPD(least)
	i := g.counter()
	g.SHLQ(Imm(4), n)

	g.Label("leaf")
	g.jumpIf(i, ge, n, "done")
	to, at := g.GP64(), g.GP64()
	g.Comment("Where the box about the leaf belongs.")
	g.MOVQ(first, to)
	g.SHRQ(Imm(4), to)
	g.SHLQ(Imm(8), to)
	g.MOVQ(first, at)
	g.ANDQ(Imm(15), at)
	g.LEAQ(Mem{Base: to, Index: at, Scale: 4}, to)
	g.ADDQ(above, to)
	for axis := range 2 {
		position := g.columnOf(columns, axis)
		for side := range 2 {
			offset := g.columnOf(columns, 2+2*axis+side)
			column := axis + 2*side
			bound, move := g.VMINPS, g.VSUBPD
			if side == 1 {
				bound, move = g.VMAXPS, g.VADDPD
			}
			var all vector
			for from := 0; from < 16; from += g.lanes {
				halves := each(func(half int) vector {
					lane := from + half*g.lanes/2
					v := g.three(g.VSUBPD, origin[axis], g.loadPD(Mem{Base: position, Index: i, Scale: 8, Disp: 8 * lane}))
					v = g.three(g.VADDPD, g.toPD(Mem{Base: offset, Index: i, Scale: 4, Disp: 4 * lane}), v)
					rounding := g.three(g.VMULPD, share, g.three(g.VANDPD, noSign, v))
					return g.three(move, tiny, g.three(move, rounding, v))
				})
				low := g.toPS(halves[0])
				sides := g.join(low, g.toPS(halves[1]))
				g.VMOVUPS(sides, Mem{Base: level, Disp: column*nodeColumn + 4*from})
				if all == nil {
					all = sides
				} else {
					bound(sides, all, all)
				}
			}
			g.VMOVSS(g.fold32(all, bound), Mem{Base: to, Disp: column * nodeColumn})
		}
	}
	g.ADDQ(U32(nodeBytes), level)
	g.INCQ(first)
	g.ADDQ(Imm(16), i)
	g.jump("leaf")
	g.Label("done")
	g.end()
}
