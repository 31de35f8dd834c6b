// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
)

// indices finds the greatest index that pairs name, so that a kernel need not
// compare each with the number of records.
func indices(g *gen) {
	const step = 128 // bytes, 16 pairs
	g.begin("maxIndex", "func(pairs *uint64, count int) uint32",
		"returns the greatest index in pairs, which are count, 16 at least.")
	at := g.Load(g.Param("pairs"), g.GP64())
	count := g.Load(g.Param("count"), g.GP64())
	last := g.GP64()
	g.Comment("It begins with the last 16, which may overlap others: no maximum minds.")
	g.LEAQ(Mem{Base: at, Index: count, Scale: 8, Disp: -step}, last)
	most := make([]vector, step/g.bytes())
	for i := range most {
		most[i] = g.load(Mem{Base: last, Disp: i * g.bytes()})
	}
	g.jump("check")
	g.Label("loop")
	for i := range most {
		g.VPMAXUD(Mem{Base: at, Disp: i * g.bytes()}, most[i], most[i])
	}
	g.ADDQ(I32(step), at)
	g.Label("check")
	g.jumpIf(at, lt, last, "loop")
	for n := len(most) / 2; n > 0; n /= 2 {
		for i := range n {
			g.VPMAXUD(most[i+n], most[i], most[i])
		}
	}
	r := g.GP32()
	g.VMOVD(g.fold32(most[0], g.VPMAXUD), r)
	g.end(r)
}
