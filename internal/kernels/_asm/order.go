// SPDX-License-Identifier: MIT

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// order writes the passes of a counting sort. They are as wide as memory lets them be,
// which is one entry, for counting and dealing; so there is one width of those.
func order(g *gen) {
	if !g.wide() {
		lefts(g)
		deal(g)
	}
	reach(g)
}

func lefts(g *gen) {
	g.begin("lefts", "func(dst *int32, entries *uint32, boxes *int32, count, n int) (done int, lo, hi int32)",
		"fetches the left sides of entries 0 to n-1, n being a multiple of 8, and stops",
		"before eight that have one beyond the count of boxes. lo and hi are the least and",
		"the greatest.")
	dst, entries, boxes, count, n := g.gp("dst"), g.gp("entries"), g.gp("boxes"), g.gp("count"), g.gp("n")
	k, at := g.GP64(), g.GP64()
	bare, last, lo, hi := g.YMM(), g.YMM(), g.YMM(), g.YMM()
	g.XORQ(k, k)
	g.MOVL(U32(math.MaxInt32), at.As32())
	g.spread(at, bare)
	g.VMOVDQA(bare, lo)
	g.MOVL(U32(1<<31), at.As32())
	g.spread(at, hi)
	g.DECQ(count)
	g.spread(count, last)

	g.Label("entries")
	g.jumpIf(k, ge, n, "done")
	v, beyond := g.YMM(), g.YMM()
	g.VPAND(Mem{Base: entries, Index: k, Scale: 4}, bare, v)
	g.VPCMPGTD(last, v, beyond)
	g.VPTEST(beyond, beyond)
	g.JNE(LabelRef("done"))
	halves := [2]reg.VecVirtual{g.XMM(), g.XMM()}
	for i := range 8 {
		g.MOVL(Mem{Base: entries, Index: k, Scale: 4, Disp: 4 * i}, at.As32())
		g.SHLQ(Imm(33), at)
		g.SHRQ(Imm(29), at)
		x, box := halves[i/4], Mem{Base: boxes, Index: at, Scale: 1}
		if i%4 == 0 {
			g.VMOVD(box, x)
		} else {
			g.VPINSRD(Imm(uint64(i%4)), box, x, x)
		}
	}
	g.VINSERTI128(Imm(1), halves[1], halves[0].AsY(), v)
	g.VMOVDQU(v, Mem{Base: dst, Index: k, Scale: 4})
	g.VPMINSD(v, lo, lo)
	g.VPMAXSD(v, hi, hi)
	g.ADDQ(Imm(8), k)
	g.jump("entries")

	g.Label("done")
	first, second := g.GP32(), g.GP32()
	g.VMOVD(g.fold32(lo, g.VPMINSD), first)
	g.VMOVD(g.fold32(hi, g.VPMAXSD), second)
	g.end(k, first, second)
}

func deal(g *gen) {
	g.begin("order", "func(rows, entries, ranks *uint32, lefts *int32, n int, lo int32, shift int, starts *uint32, cells int) (ok bool)",
		"is the portable counting sort. starts holds zeros, one for each cell and one",
		"more. It gives up, before it has written to rows, if a left side lies beyond",
		"the cells.")
	rows, entries, ranks, lefts, n := g.gp("rows"), g.gp("entries"), g.gp("ranks"), g.gp("lefts"), g.gp("n")
	shift, starts, cells := g.gp("shift"), g.gp("starts"), g.gp("cells")
	lo := g.Load(g.Param("lo"), g.GP32())
	k, c, r, e := g.GP64(), g.GP64(), g.GP64(), g.GP64()
	cell := func() {
		g.MOVL(Mem{Base: lefts, Index: k, Scale: 4}, c.As32())
		g.SUBL(lo, c.As32())
		g.SHRXL(shift.As32(), c.As32(), c.As32())
	}
	place, rank := Mem{Base: starts, Index: c, Scale: 4}, Mem{Base: ranks, Index: k, Scale: 4}

	g.XORQ(k, k)
	g.Label("count")
	g.jumpIf(k, ge, n, "counted")
	cell()
	g.jumpIf(c, ge, cells, "beyond")
	g.MOVL(place, r.As32())
	g.MOVL(r.As32(), rank)
	g.INCL(r.As32())
	g.MOVL(r.As32(), place)
	g.INCQ(k)
	g.jump("count")
	g.Label("counted")

	g.XORQ(r, r)
	g.XORQ(c, c)
	g.Label("cells")
	g.MOVL(place, e.As32())
	g.MOVL(r.As32(), place)
	g.ADDL(e.As32(), r.As32())
	g.INCQ(c)
	g.jumpIf(c, le, cells, "cells")

	g.XORQ(k, k)
	g.Label("deal")
	g.jumpIf(k, ge, n, "dealt")
	cell()
	g.MOVL(place, r.As32())
	g.ADDL(rank, r.As32())
	g.MOVL(Mem{Base: entries, Index: k, Scale: 4}, e.As32())
	g.MOVL(e.As32(), Mem{Base: rows, Index: r, Scale: 4})
	g.INCQ(k)
	g.jump("deal")

	ok := g.GP8()
	g.Label("beyond")
	g.XORB(ok, ok)
	g.jump("end")
	g.Label("dealt")
	g.MOVB(U8(1), ok)
	g.Label("end")
	g.Store(ok, g.Return("ok"))
	g.RET()
}

// reach is one of the few places for a gather instruction: its table is hot, and the
// indices are made in the lanes.
func reach(g *gen) {
	g.begin("reach", "func(end *uint32, x1 *int32, lo, hi int32, shift int, ends *uint32, cells, n int) (done int, sum uint64)",
		"looks up the ends of cells for rows 0 to n-1, n being a multiple of the lanes of a vector,",
		"and stops before a vector with one beyond the cells. sum is that of the rows done.")
	end, x1 := g.gp("end"), g.gp("x1")
	ends, cells, n, shift := g.gp("ends"), g.gp("cells"), g.gp("n"), g.gp("shift")
	low, high := g.GP64(), g.GP64()
	g.Load(g.Param("lo"), low.As32())
	g.Load(g.Param("hi"), high.As32())
	by := g.XMM()
	lo, hi, last, sum, zero := g.vec(), g.vec(), g.vec(), g.vec(), g.vec()
	g.VMOVQ(shift, by)
	g.spread(low, lo)
	g.spread(high, hi)
	g.DECQ(cells)
	g.spread(cells, last)
	row := g.counter()
	g.zero(zero)
	g.zero(sum)
	g.Label("rows")
	g.jumpIf(row, ge, n, "done")
	c, found, u := g.vec(), g.vec(), g.vec()
	mem := func(r reg.Register) Mem { return Mem{Base: r, Index: row, Scale: 4} }
	g.VPMINSD(mem(x1), hi, c)
	g.VPSUBD(lo, c, c)
	g.VPSRLD(by, c, c)
	at := Mem{Base: ends, Index: c, Scale: 4}
	if g.wide() {
		k := g.K()
		g.VPCMPUD(Imm(6), last, c, k)
		g.KTESTW(k, k)
		g.JNE(LabelRef("done"))
		all := g.K()
		g.KXNORW(all, all, all)
		g.VPXORD(found, found, found)
		g.VPGATHERDD(at, all, found)
		g.VMOVDQU32(found, mem(end))
		g.Comment("Sums of 64 bits: the even lanes, then the odd ones.")
		g.VPSRLQ(Imm(32), found, u)
		g.VPADDQ(u, sum, sum)
		g.VPSLLQ(Imm(32), found, u)
		g.VPSRLQ(Imm(32), u, u)
	} else {
		g.VPMAXUD(last, c, u)
		g.VPCMPEQD(last, u, u)
		g.VPCMPEQD(found, found, found)
		g.VPTEST(found, u)
		g.JCC(LabelRef("done"))
		g.VPGATHERDD(found, at, u)
		g.VMOVDQU(u, mem(end))
		g.Comment("Sums of 64 bits: the even lanes, then the odd ones.")
		g.VPSRLQ(Imm(32), u, found)
		g.VPADDQ(found, sum, sum)
		g.VPBLENDD(Imm(0xaa), zero, u, u)
	}
	g.VPADDQ(u, sum, sum)
	g.ADDQ(Imm(uint64(g.lanes)), row)
	g.jump("rows")
	g.Label("done")
	total := g.GP64()
	g.VMOVQ(g.fold64(sum, g.VPADDQ), total)
	g.end(row, total)
}
