// SPDX-License-Identifier: MIT

package main

import (
	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// group is kernels.Group: how many partners stand between two looks at the room.
const group = 16

// sweep tests one box against as many partners as a vector has lanes, by the four
// comparisons of the portable code, and packs the hits to the left.
func sweep(g *gen) {
	wide, vec := g.wide(), g.vec
	iota := g.StaticGlobal("lanes" + g.suffix())
	g.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := range g.lanes {
		g.AddDatum(4*i, U32(i))
	}
	var pack, lowPairs, highPairs Mem
	if wide {
		// Selectors of the two halves of (row, p0), (row, p1) ...: 16 and up name
		// lanes of the second source.
		lowPairs = g.StaticGlobal("lowPairs")
		g.DataAttributes(attr.RODATA | attr.NOPTR)
		for i := range 8 {
			g.AddDatum(8*i, U32(0))
			g.AddDatum(8*i+4, U32(16+i))
		}
		highPairs = g.StaticGlobal("highPairs")
		g.DataAttributes(attr.RODATA | attr.NOPTR)
		for i := range 8 {
			g.AddDatum(8*i, U32(0))
			g.AddDatum(8*i+4, U32(24+i))
		}
	} else {
		// The order that two unpacks turn into ascending pairs.
		pack = g.leftPack("leftPack", [8]int{0, 1, 4, 5, 2, 3, 6, 7})
	}

	name := "sweep" + g.suffix()
	g.Function(name)
	g.Attributes(attr.NOSPLIT)
	g.SignatureExpr("func(x0, x1, y0, y1 *int32, end *uint32, rows, i, j int, out *uint64, room int) (n, ni, nj int)")
	g.Doc(name+" is the portable sweep over columns of rows entries: partners of row i from",
		"j, 0 for the first, as pairs of 32-bit indices. rows is less than 2^31, and no",
		"less than the lanes of a vector. It stops where the portable code stops.")
	g.Pragma("noescape")

	gp := func(p string) reg.Register { return g.Load(g.Param(p), g.GP64()) }
	x0, x1, y0, y1 := gp("x0"), gp("x1"), gp("y0"), gp("y1")
	ends, out := gp("end"), gp("out")
	i, j, room := gp("i"), gp("j"), gp("room")
	// Rows stay in memory: general registers are short.
	rows, err := g.Param("rows").Resolve()
	if err != nil {
		panic(err)
	}
	n, end := g.GP64(), g.GP64()
	g.Comment("room becomes the last n that has room for a group.")
	g.SUBQ(Imm(group), room)
	g.XORQ(n, n)

	lanes := vec()
	packAt := g.GP64()
	first, last := vec(), vec()
	if wide {
		g.VMOVDQU32(iota, lanes)
		g.VMOVDQU32(lowPairs, first)
		g.VMOVDQU32(highPairs, last)
	} else {
		g.VMOVDQU(iota, lanes)
		g.LEAQ(pack, packAt)
	}

	g.CMPQ(i, rows.Addr)
	g.JGE(LabelRef("done"))
	g.TESTQ(j, j)
	g.JNE(LabelRef("row"))
	g.Label("fresh")
	g.LEAQ(Mem{Base: i, Disp: 1}, j)

	g.Label("row")
	g.Comment("The row's box in every lane, and where its partners end.")
	l, r, b, t, row, ev := vec(), vec(), vec(), vec(), vec(), vec()
	for _, c := range []struct {
		v    reg.Register
		from reg.Register
	}{{l, x0}, {r, x1}, {b, y0}, {t, y1}} {
		g.VPBROADCASTD(Mem{Base: c.from, Index: i, Scale: 4}, c.v)
	}
	g.MOVL(Mem{Base: ends, Index: i, Scale: 4}, end.As32())
	g.CMPQ(end, rows.Addr)
	g.CMOVQGT(rows.Addr, end)
	bx := func(s reg.GPVirtual, v reg.Register) {
		x := g.XMM()
		g.VMOVD(s.As32(), x)
		g.VPBROADCASTD(x, v)
	}
	bx(i.(reg.GPVirtual), row)
	if !wide {
		bx(end, ev)
	}

	g.Label("group")
	g.CMPQ(j, end)
	g.JGE(LabelRef("next"))
	g.Comment("A look at the room before each group.")
	g.CMPQ(n, room)
	g.JGT(LabelRef("full"))
	stop := g.GP64()
	g.LEAQ(Mem{Base: j, Disp: group}, stop)

	g.Label("test")
	at, hits := g.GP64(), g.GP64()
	jv := vec()
	if wide {
		g.Comment("Lanes beyond the partners are masked off, loads included.")
		left, ones := g.GP64(), g.GP64()
		g.MOVQ(end, left)
		g.SUBQ(j, left)
		g.MOVQ(U32(16), at)
		g.CMPQ(left, at)
		g.CMOVQGT(at, left)
		g.MOVL(U32(0xffff), ones.As32())
		g.BZHIL(left.As32(), ones.As32(), ones.As32())
		k := g.K()
		g.KMOVW(ones.As32(), k)
		for _, c := range []struct {
			pred uint64
			from reg.Register
			v    reg.Register
		}{{5, x0, r}, {2, x1, l}, {5, y0, t}, {2, y1, b}} {
			g.VPCMPD(Imm(c.pred), Mem{Base: c.from, Index: j, Scale: 4}, c.v, k, k)
		}
		bx(j.(reg.GPVirtual), jv)
		g.VPADDD(lanes, jv, jv)
		g.Comment("Pack to the left in a register, then pair with the row.")
		p := g.ZMM()
		g.VPCOMPRESSD_Z(jv, k, p)
		lo, hi := g.ZMM(), g.ZMM()
		g.VMOVDQA32(first, lo)
		g.VPERMI2D(p, row, lo)
		g.VMOVDQA32(last, hi)
		g.VPERMI2D(p, row, hi)
		g.VMOVDQU32(lo, Mem{Base: out, Index: n, Scale: 8})
		g.VMOVDQU32(hi, Mem{Base: out, Index: n, Scale: 8, Disp: 64})
		g.KMOVW(k, hits.As32())
	} else {
		g.Comment("A vector that would reach beyond the columns begins earlier; the lanes",
			"before j and those beyond the partners miss.")
		valid, early := g.YMM(), g.YMM()
		g.MOVQ(rows.Addr, at)
		g.SUBQ(Imm(8), at)
		g.CMPQ(j, at)
		g.CMOVQLT(j, at)
		bx(at, jv)
		g.VPADDD(lanes, jv, jv)
		bx(j.(reg.GPVirtual), early)
		g.VPCMPGTD(jv, early, early)
		g.VPCMPGTD(jv, ev, valid)
		g.VPANDN(valid, early, valid)
		miss, u := early, g.YMM()
		mem := func(c reg.Register) Mem { return Mem{Base: c, Index: at, Scale: 4} }
		g.VMOVDQU(mem(x0), miss)
		g.VPCMPGTD(r, miss, miss)
		g.VPCMPGTD(mem(x1), l, u)
		g.VPOR(u, miss, miss)
		g.VMOVDQU(mem(y0), u)
		g.VPCMPGTD(t, u, u)
		g.VPOR(u, miss, miss)
		g.VPCMPGTD(mem(y1), b, u)
		g.VPOR(u, miss, miss)
		g.VPANDN(valid, miss, valid)
		g.VMOVMSKPS(valid, hits.As32())
		g.Comment("Pack to the left, then pair with the row.")
		g.VPMOVZXBD(Mem{Base: packAt, Index: hits, Scale: 8}, u)
		g.VPERMD(jv, u, u)
		g.VPUNPCKLDQ(u, row, miss)
		g.VPUNPCKHDQ(u, row, u)
		g.VMOVDQU(miss, Mem{Base: out, Index: n, Scale: 8})
		g.VMOVDQU(u, Mem{Base: out, Index: n, Scale: 8, Disp: 32})
	}
	g.POPCNTL(hits.As32(), hits.As32())
	g.ADDQ(hits, n)
	g.ADDQ(Imm(uint64(g.lanes)), j)
	if !wide {
		g.CMPQ(j, stop)
		g.JGE(LabelRef("group"))
		g.CMPQ(j, end)
		g.JLT(LabelRef("test"))
	} else {
		g.JMP(LabelRef("group"))
	}

	g.Label("next")
	g.INCQ(i)
	g.CMPQ(i, rows.Addr)
	g.JLT(LabelRef("fresh"))
	g.Label("done")
	g.XORQ(j, j)
	g.Label("full")
	g.VZEROUPPER()
	g.Store(n, g.Return("n"))
	g.Store(i, g.Return("ni"))
	g.Store(j, g.Return("nj"))
	g.RET()
}
