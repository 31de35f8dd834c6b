// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// report fetches the keys of eight contacts at a time, by single loads: a gather instruction is no
// faster on all processors.
func report(g *gen) {
	const lanes = 8
	g.begin("report", "func(a, b, keys *uint64, rowsA, rowsB *uint32, depth *float32, count, n int) (done int)",
		"is the portable function for n contacts, a multiple of the lanes of a vector. It stops before a vector",
		"that has a row beyond the count of keys, which is 2^31 at most. depth may be nil.")
	keys, count, n := g.gp("keys"), g.gp("count"), g.gp("n")
	to := [2]reg.GPVirtual{g.gp("a"), g.gp("b")}
	of := [2]reg.GPVirtual{g.gp("rowsA"), g.gp("rowsB")}
	depth := g.gp("depth")
	last, zero := g.vec(), g.vec()
	g.DECQ(count)
	g.spread(count, last)
	g.zero(zero)
	k, i, j, in := g.GP64(), g.GP64(), g.GP64(), g.GP32()
	g.XORQ(k, k)
	g.Label("contacts")
	g.jumpIf(k, ge, n, "done")
	most := g.vec()
	g.VMOVDQU(Mem{Base: of[0], Index: k, Scale: 4}, most)
	g.VPMAXUD(Mem{Base: of[1], Index: k, Scale: 4}, most, most)
	g.VPMAXUD(last, most, most)
	g.VPCMPEQD(last, most, most)
	g.VMOVMSKPS(most, in)
	g.jumpIf(in, ne, U32(1<<lanes-1), "done")
	for side := range 2 {
		for row := 0; row < lanes; row += 2 {
			two := g.XMM()
			g.MOVL(Mem{Base: of[side], Index: k, Scale: 4, Disp: 4 * row}, i.As32())
			g.MOVL(Mem{Base: of[side], Index: k, Scale: 4, Disp: 4*row + 4}, j.As32())
			g.VMOVSD(Mem{Base: keys, Index: i, Scale: 8}, two)
			g.VMOVHPD(Mem{Base: keys, Index: j, Scale: 8}, two, two)
			g.VMOVUPD(two, Mem{Base: to[side], Index: k, Scale: 8, Disp: 8 * row})
		}
	}
	g.jumpIfZero(depth, "named")
	sep := g.sub(zero, Mem{Base: depth, Index: k, Scale: 4})
	g.VMOVUPS(sep, Mem{Base: depth, Index: k, Scale: 4})
	g.Label("named")
	g.ADDQ(Imm(lanes), k)
	g.jump("contacts")
	g.Label("done")
	g.end(k)
}
