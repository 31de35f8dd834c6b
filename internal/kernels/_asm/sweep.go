// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// group is strip.Group: how many partners stand between two looks at the room.
const group = 16

// The limits of one call: the assembly cannot be preempted. A row of more than
// longRow partners is the last of its call, and of one with more than sweepPartners
// only so many are looked at. Both are multiples of group.
const (
	longRow       = 512
	sweepPartners = 1 << 17
)

// sweep writes the sweeps of single rows. With eight lanes there is one sweep without filters and
// one with. Where a row has five partners, vectors of sixteen took half as long again: most cross
// two cache lines, with most lanes empty. In a crowd, where a row has thirty, they take half as
// long. So there is one sweep of sixteen lanes without filters, for the rows that sweepBlocks
// leaves.
func sweep(g *gen) {
	if g.wide() {
		g.sweep(sweepTables{}, false)
		return
	}
	t := sweepTables{}
	t.iota = g.words32("lanes", 0, 1, 2, 3, 4, 5, 6, 7)
	t.bare = g.words32("bareRows", repeat(8, 1<<31-1)...)
	t.pack = g.leftPack("leftPackForUnpack")
	g.sweep(t, false)
	g.sweep(t, true)
}

type sweepTables struct{ iota, bare, pack Mem }

// sweep tests one box against as many partners as a vector has lanes, by the
// comparisons of the portable code, and packs the hits to the left.
func (g *gen) sweep(tables sweepTables, filtered bool) {
	vec := g.vec
	name := "sweep"
	if filtered {
		name = "sweepFiltered"
	}
	g.begin(name, "func(args sweepArgs) (n, ni, nj int)",
		"is the portable sweep over columns of rows entries, and of slack more that it",
		"may read: partners of row i from j, 0 for the first, as pairs of 32-bit indices. rows",
		"is less than 2^31. It stops where the portable code stops, before row upto, which is",
		"beyond i, and earlier where it has worked long enough.")
	// General registers are short: what is read once a row or a group stays in memory.
	x0, x1, y0, y1, apart := g.gp("x0"), g.gp("x1"), g.gp("y0"), g.gp("y1"), g.gp("apart")
	out, i, j := g.gp("out"), g.gp("i"), g.gp("j")
	n, end, stop, hits, packAt := g.GP64(), g.GP64(), g.GP64(), g.GP64(), g.GP64()
	g.XORQ(n, n)

	iota, step, zero := vec(), vec(), vec()
	g.MOVQ(U32(g.lanes), stop)
	g.spread(stop, step)
	w := rowSweep{gen: g, i: i, j: j, stop: stop, hits: hits, pairsOut: pairsOut{out: out, n: n}}
	if g.wide() {
		iota = g.perLane("rowLanes", lane)
		w.prepare(g)
	} else {
		g.VMOVDQU(tables.iota, iota)
		g.VPXOR(zero, zero, zero)
		g.LEAQ(tables.pack, packAt)
	}

	g.jumpIfSome(j, "row")
	g.Label("fresh")
	g.LEAQ(Mem{Base: i, Disp: 1}, j)

	g.Label("row")
	g.Comment("The row's box in every lane, and where its partners end.")
	l, r, b, t, bits, row, ev, jv := vec(), vec(), vec(), vec(), vec(), vec(), vec(), vec()
	for _, c := range []struct{ v, from reg.Register }{{l, x0}, {r, x1}, {b, y0}, {t, y1}, {bits, apart}} {
		g.VPBROADCASTD(Mem{Base: c.from, Index: i, Scale: 4}, c.v)
	}
	g.MOVQ(g.param("end"), end)
	g.MOVL(Mem{Base: end, Index: i, Scale: 4}, end.As32())
	g.CMPQ(end, g.param("rows"))
	g.CMOVQGT(g.param("rows"), end)
	g.LEAQ(Mem{Base: j, Disp: longRow}, stop)
	g.jumpIf(end, le, stop, "short")
	g.Comment("A long row is the last; a part of a longer one leaves upto at the row.")
	g.LEAQ(Mem{Base: i, Disp: 1}, stop)
	g.MOVQ(stop, g.param("upto"))
	g.LEAQ(Mem{Base: j, Disp: sweepPartners}, stop)
	g.jumpIf(end, le, stop, "short")
	g.MOVQ(stop, end)
	g.MOVQ(i, g.param("upto"))
	g.Label("short")
	g.spread(i, row)
	g.spread(end, ev)
	g.spread(j, jv)
	g.VPADDD(iota, jv, jv)

	g.Label("group")
	g.jumpIf(j, ge, end, "next")
	g.Comment("A look at the room before each group.")
	g.LEAQ(Mem{Base: n, Disp: group}, stop)
	g.jumpIf(stop, gt, g.param("room"), "full")
	if g.wide() {
		w.rank = packAt // which packs nothing here
		g.MOVQ(g.param("order"), w.rank)
		w.group([4]reg.Register{x0, x1, y0, y1}, apart, [4]vector{l, r, b, t}, bits, ev, jv, row)
		g.VPADDD(step, jv, jv)
		g.ADDQ(Imm(uint64(g.lanes)), j)
		g.jump("group")
		g.endSweep(n, i, j)
		return
	}
	g.LEAQ(Mem{Base: j, Disp: group}, stop)

	g.Label("test")
	at := func(column reg.Register) Mem { return Mem{Base: column, Index: j, Scale: 4} }
	mine := func(column reg.Register) Mem { return Mem{Base: column, Index: i, Scale: 4} }
	ok, miss, u := g.YMM(), g.YMM(), g.YMM()
	g.VPCMPGTD(jv, ev, ok)
	g.VMOVDQU(at(x0), miss)
	g.VPCMPGTD(r, miss, miss)
	g.VPCMPGTD(at(x1), l, u)
	g.VPOR(u, miss, miss)
	g.VMOVDQU(at(y0), u)
	g.VPCMPGTD(t, u, u)
	g.VPOR(u, miss, miss)
	g.VPCMPGTD(at(y1), b, u)
	g.VPOR(u, miss, miss)
	g.VPANDN(ok, miss, ok)
	g.VPAND(at(apart), bits, u)
	g.VPCMPEQD(zero, u, u)
	g.VPAND(u, ok, ok)
	g.VMOVMSKPS(ok, hits.As32())
	if filtered {
		g.jumpIfZero(hits.As32(), "packed")
		own, other := g.YMM(), g.YMM()
		load := func(p string) reg.Register {
			c := g.quad(g.param(p))
			g.VPBROADCASTD(mine(c), own)
			return c
		}
		c := load("world")
		g.VPCMPEQD(at(c), own, u)
		g.VPAND(u, ok, ok)
		c = load("body")
		g.VPCMPEQD(at(c), own, u)
		g.VPCMPEQD(zero, own, own)
		g.VPANDN(u, own, u)
		g.VPANDN(ok, u, ok)
		g.Comment("A visitor that began above the other came round.")
		g.VMOVDQU(at(y0), other)
		g.VPSRAD(Imm(31), bits, own)
		g.VPCMPGTD(other, b, u)
		g.VPAND(u, own, u)
		g.VPANDN(ok, u, ok)
		g.VPCMPGTD(b, other, u)
		g.VMOVDQU(at(apart), other)
		g.VPSRAD(Imm(31), other, other)
		g.VPAND(u, other, u)
		g.VPANDN(ok, u, ok)
		g.Comment("Bits, unless a group decides.")
		c = load("category")
		g.VMOVDQU(at(c), other)
		c = load("mask")
		g.VPAND(other, own, u)
		g.VPCMPEQD(zero, u, u)
		g.VMOVDQU(at(c), other)
		c = g.GP64()
		g.MOVQ(g.param("category"), c)
		g.VPBROADCASTD(mine(c), own)
		g.VPAND(other, own, other)
		g.VPCMPEQD(zero, other, other)
		g.VPOR(other, u, u)
		g.Comment("u: no bits. In lanes of one group, not 0: unless that is positive.")
		c = load("group")
		same := miss
		g.VPCMPEQD(at(c), own, same)
		g.VPCMPEQD(zero, own, other)
		g.VPANDN(same, other, same)
		g.VPCMPGTD(own, zero, other)
		g.VBLENDVPS(same, other, u, u)
		g.VPANDN(ok, u, ok)
		g.VMOVMSKPS(ok, hits.As32())
		g.Label("packed")
	}
	g.Comment("Partners that come before the row have the sign bit.")
	order, later := g.GP64(), ok
	g.MOVQ(g.param("order"), order)
	g.VPBROADCASTD(mine(order), later)
	g.VPCMPGTD(at(order), later, later)
	g.VPSLLD(Imm(31), later, later)
	g.VPOR(jv, later, later)
	g.Comment("Pack to the left, then pair with the row.")
	g.VPMOVZXBD(Mem{Base: packAt, Index: hits, Scale: 8}, u)
	g.VPERMD(later, u, u)
	g.VPAND(tables.bare, u, miss)
	g.VBLENDVPS(u, miss, row, later)
	g.VBLENDVPS(u, row, miss, u)
	g.VPUNPCKLDQ(u, later, miss)
	g.VPUNPCKHDQ(u, later, u)
	g.VMOVDQU(miss, Mem{Base: out, Index: n, Scale: 8})
	g.VMOVDQU(u, Mem{Base: out, Index: n, Scale: 8, Disp: 32})
	g.VPADDD(step, jv, jv)
	g.POPCNTL(hits.As32(), hits.As32())
	g.ADDQ(hits, n)
	g.ADDQ(Imm(uint64(g.lanes)), j)
	g.jumpIf(j, ge, stop, "group")
	g.jumpIf(j, lt, end, "test")
	g.endSweep(n, i, j)
}

// endSweep goes on to the next row, or returns.
func (g *gen) endSweep(n, i, j reg.GPVirtual) {
	g.Label("next")
	g.jumpIf(i, eq, g.param("upto"), "full")
	g.INCQ(i)
	g.jumpIf(i, lt, g.param("upto"), "fresh")
	g.XORQ(j, j)
	g.Label("full")
	g.end(n, i, j)
}

// rowSweep is a sweep of sixteen lanes while it is written.
type rowSweep struct {
	*gen
	pairsOut
	i, j, stop, hits, rank reg.GPVirtual
}

// group tests a row against sixteen partners and writes the pairs.
func (w *rowSweep) group(columns [4]reg.Register, apart reg.Register, own [4]vector, bits, end, partners, row vector) {
	g := w.gen
	of := func(column, row reg.Register) Mem { return Mem{Base: column, Index: row, Scale: 4} }
	hit, flip := g.K(), g.K()
	g.VPCMPGTD(partners, end, hit)
	for k, c := range columns {
		const least, most = 5, 2 // not less, less or equal
		g.VPCMPD(Imm([]uint64{least, most, least, most}[k]), of(c, w.j), own[[]int{1, 0, 3, 2}[k]], hit, hit)
	}
	g.VPTESTNMD(of(apart, w.j), bits, hit, hit)
	rank, found, flips := g.vec(), g.vec(), w.stop
	g.VPBROADCASTD(of(w.rank, w.i), rank)
	g.VPCMPD(Imm(6), of(w.rank, w.j), rank, hit, flip)
	g.KMOVW(hit, w.hits.As32())
	g.KMOVW(flip, flips.As32())
	g.VPCOMPRESSD_Z(partners, hit, found)
	w.write(g, "packed", w.hits, flips, row, found)
}
