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
	origin := [2]vector{g.vec(), g.vec()}
	g.VBROADCASTSD(g.param("x"), origin[0])
	g.VBROADCASTSD(g.param("y"), origin[1])
	noSign, share, tiny := g.vec(), g.vec(), g.vec()
	g.VMOVUPD(abs, noSign)
	g.VMOVUPD(out, share)
	g.VMOVUPD(least, tiny)
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
				var halves [2]vector
				for half := range halves {
					v, u := g.vec(), g.vec()
					lane := from + half*g.lanes/2
					g.VMOVUPD(Mem{Base: position, Index: i, Scale: 8, Disp: 8 * lane}, v)
					g.VSUBPD(origin[axis], v, v)
					g.VCVTPS2PD(Mem{Base: offset, Index: i, Scale: 4, Disp: 4 * lane}, u)
					g.VADDPD(u, v, v)
					g.VANDPD(noSign, v, u)
					g.VMULPD(share, u, u)
					move(u, v, v)
					move(tiny, v, v)
					halves[half] = v
				}
				sides := g.join(g.toPS(halves[0]), g.toPS(halves[1]))
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
