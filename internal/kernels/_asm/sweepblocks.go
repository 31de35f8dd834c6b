// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// blockReach is how many partners the rows of a block have at most, farReach how many if those of a
// row are packed at once, and nearReach how many if two rows are. A block has as many rows as a
// vector has lanes.
const (
	blockReach = 32
	farReach   = 16
	nearReach  = 8
)

// sweepBlocks tests sixteen rows at once, each with its next partner, then with the one after,
// and so on: six loads and six comparisons for all of them, where a row alone takes as many for
// itself and fills a third of a vector. Each lane gathers its hits as bits, by distance. Then
// they are packed row after row, so that pairs come in the order of the portable code.
func sweepBlocks(g *gen) {
	g.begin("sweepBlocks", "func(args sweepArgs) (n, ni int)",
		"is the portable sweep without filters, over blocks of sixteen rows from i on. It stops before a",
		"block that reaches beyond upto, which may lie beyond the last row, before one with a row of more",
		"than 32 partners, and where there is no room for all that a block may find. Columns have rows",
		"entries, and slack of 16 more that it may read. rows is less than 2^31.")
	s := blockSweep{gen: g, x0: g.gp("x0"), x1: g.gp("x1"), y0: g.gp("y0"), y1: g.gp("y1"),
		apart: g.gp("apart"), order: g.gp("order"), pairsOut: pairsOut{out: g.gp("out")}, i: g.gp("i")}
	s.n = g.GP64()
	rows, most, t := g.gp("rows"), g.GP64(), g.GP64()
	g.XORQ(s.n, s.n)
	rowsV, one, zero := g.vec(), g.vec(), g.vec()
	g.spread(rows, rowsV)
	iota := g.perLane("blockLanes", lane)
	g.MOVQ(U32(1), t)
	g.spread(t, one)
	g.zero(zero)
	s.load(iota, one)

	g.Label("block")
	g.LEAQ(Mem{Base: s.i, Disp: g.lanes}, t)
	g.jumpIf(t, gt, g.param("upto"), "done")
	s.roomFor(farReach, g.param("room"))
	g.Comment("How many partners each row has, and the most of them.")
	first, partners := g.vec(), g.vec()
	g.spread(s.i, first)
	g.VPADDD(s.next, first, first)
	g.MOVQ(g.param("end"), t)
	g.VPMINUD(Mem{Base: t, Index: s.i, Scale: 4}, rowsV, partners)
	g.VPSUBD(first, partners, partners)
	g.VPMAXSD(zero, partners, partners)
	g.VMOVD(g.fold32(partners, g.VPMAXSD), most.As32())
	g.jumpIf(most, gt, Imm(blockReach), "done")

	s.test(most, one)
	g.Comment("Bits beyond a row's last partner do not count.")
	beyond := g.vec()
	g.VPTERNLOGD(Imm(0xff), beyond, beyond, beyond)
	g.VPSLLVD(partners, beyond, beyond)
	g.VPANDND(s.hits, beyond, s.hits)
	g.jumpIf(most, gt, Imm(nearReach), "far")
	g.VPMOVDB(s.hits, s.frame)
	g.VPMOVDB(s.flips, s.frame.Offset(64))
	s.pack("near", 2, 1, s.nearRow, s.nearNext)
	g.jump("packed")
	g.Label("far")
	g.VMOVDQU32(s.hits, s.frame)
	g.VMOVDQU32(s.flips, s.frame.Offset(64))
	g.jumpIf(most, gt, Imm(farReach), "farther")
	s.pack("row", 1, 1, zero, s.next)
	g.jump("packed")
	g.Label("farther")
	s.roomFor(blockReach, g.param("room"))
	s.pack("long", 1, 2, zero, s.next)
	g.Label("packed")
	g.ADDQ(Imm(uint64(g.lanes)), s.i)
	g.jump("block")

	g.Label("done")
	g.end(s.n, s.i)
}

// blockSweep is a sweep by blocks while it is written.
type blockSweep struct {
	*gen
	x0, x1, y0, y1, apart, order reg.GPVirtual
	i                            reg.GPVirtual
	pairsOut
	frame             Mem
	hits, flips       vector // of each row a bit for each distance
	next              vector // 1, 2, 3 ...: from a block's first row to the next of each, or to the partners of one
	nearRow, nearNext vector // the same of two rows, by turns of eight lanes: the row, and its partners
}

// load loads what stays in registers.
func (s *blockSweep) load(iota, one vector) {
	s.frame = s.AllocLocal(128)
	s.next = s.vec()
	s.VPADDD(one, iota, s.next)
	s.nearRow = s.perLane("nearRows", func(k uint32) uint32 { return k / 8 })
	s.nearNext = s.perLane("nearPartners", func(k uint32) uint32 { return k/8 + k%8 + 1 })
	s.prepare(s.gen)
}

// test compares the rows of a block with their next partners, most of them.
func (s *blockSweep) test(most reg.GPVirtual, one vector) {
	g := s.gen
	j, stop := g.GP64(), g.GP64()
	of := func(column, row reg.Register) Mem { return Mem{Base: column, Index: row, Scale: 4} }
	own := func(column reg.Register) vector {
		v := g.vec()
		g.VMOVDQU32(of(column, s.i), v)
		return v
	}
	l, r, b, t, bits, rank := own(s.x0), own(s.x1), own(s.y0), own(s.y1), own(s.apart), own(s.order)
	bit := g.vec()
	s.hits, s.flips = g.vec(), g.vec()
	g.zero(s.hits)
	g.zero(s.flips)
	g.VMOVDQA32(one, bit)
	g.LEAQ(Mem{Base: s.i, Disp: 1}, j)
	g.LEAQ(Mem{Base: j, Index: most, Scale: 1}, stop)
	g.jump("tested")
	g.Label("test")
	hit, flip := g.K(), g.K()
	g.VPCMPD(Imm(5), of(s.x0, j), r, hit)
	g.VPCMPD(Imm(2), of(s.x1, j), l, hit, hit)
	g.VPCMPD(Imm(5), of(s.y0, j), t, hit, hit)
	g.VPCMPD(Imm(2), of(s.y1, j), b, hit, hit)
	g.VPTESTNMD(of(s.apart, j), bits, hit, hit)
	g.VPCMPD(Imm(6), of(s.order, j), rank, flip)
	g.VPORD(bit, s.hits, hit, s.hits)
	g.VPORD(bit, s.flips, flip, s.flips)
	g.VPADDD(bit, bit, bit)
	g.INCQ(j)
	g.Label("tested")
	g.jumpIf(j, lt, stop, "test")
}

// roomFor goes on if there is room for so many partners of each row, and one row more.
func (s *blockSweep) roomFor(reach int, room Mem) {
	t := s.GP64()
	s.LEAQ(Mem{Base: s.n, Disp: (s.lanes + 1) * reach}, t)
	s.jumpIf(t, gt, room, "done")
}

// pack writes the pairs of a block, so many rows at a time, of each lane the row and the partner
// that the constants name: those of a row in so many words, each of sixteen partners.
func (s *blockSweep) pack(name string, rows, words int, rowOf, partnerOf vector) {
	g := s.gen
	size := g.lanes * 4 / rows / rows // bytes of all hits
	row, partner, step := g.vec(), g.vec(), g.vec()
	at := g.quad(U32(rows))
	g.spread(at, step)
	g.spread(s.i, partner)
	g.VPADDD(rowOf, partner, row)
	g.VPADDD(partnerOf, partner, partner)
	base := g.GP64()
	g.LEAQ(s.frame, base)
	g.XORQ(at, at)
	further := g.vec()
	if words > 1 {
		next := g.quad(U32(g.lanes))
		g.spread(next, further)
	}
	g.Label(name)
	s.packWord(name+"Packed", Mem{Base: base, Index: at, Scale: 1}, rows > 1, row, partner)
	if words > 1 { // few rows have partners so far on
		next, more := Mem{Base: base, Index: at, Scale: 1, Disp: 2}, g.vec()
		g.CMPW(next, Imm(0))
		g.JEQ(LabelRef(name + "Next"))
		g.VPADDD(further, partner, more)
		s.packWord(name+"Further", next, false, row, more)
		g.Label(name + "Next")
	}
	g.VPADDD(step, row, row)
	g.VPADDD(step, partner, partner)
	g.ADDQ(Imm(uint64(size/g.lanes*rows)), at)
	g.jumpIf(at, lt, Imm(uint64(size)), name)
}

// packWord writes the pairs of sixteen bits of hits, of one row or of several.
func (s *blockSweep) packWord(packed string, from Mem, several bool, row, partner vector) {
	g := s.gen
	hits, flips := g.GP64(), g.GP64()
	g.MOVWLZX(from, hits.As32())
	g.MOVWLZX(from.Offset(64), flips.As32())
	which, found, of := g.K(), g.ZMM(), row
	g.KMOVW(hits.As32(), which)
	g.VPCOMPRESSD_Z(partner, which, found)
	if several {
		of = g.ZMM()
		g.VPCOMPRESSD_Z(row, which, of)
	}
	s.write(g, packed, hits, flips, of, found)
}

// pairsOut is where pairs go, n of them up to now.
type pairsOut struct {
	out, n    reg.GPVirtual
	low, high vector // how rows and partners make pairs
}

// prepare loads what stays in registers.
func (p *pairsOut) prepare(g *gen) {
	p.low = g.perLane("lowPairs", func(k uint32) uint32 { return k/2 + 16*(k%2) })
	p.high = g.perLane("highPairs", func(k uint32) uint32 { return 8 + k/2 + 16*(k%2) })
}

// write writes the pairs of rows and their partners, one for each of the hits, sixteen at most.
// flips has a bit for each partner that comes first by order.
func (p *pairsOut) write(g *gen, done string, hits, flips reg.GPVirtual, rows, partners vector) {
	to := func(disp int) Mem { return Mem{Base: p.out, Index: p.n, Scale: 8, Disp: disp} }
	g.Comment("The second of a pair that comes first by order goes first.")
	g.PEXTL(hits.As32(), flips.As32(), flips.As32())
	half := func(order vector, disp int) {
		turned, pairs := g.K(), g.ZMM()
		g.KMOVW(flips.As32(), turned)
		g.VMOVDQA32(order, pairs)
		g.VPERMI2D(partners, rows, pairs)
		g.VPRORQ(Imm(32), pairs, turned, pairs)
		g.VMOVDQU32(pairs, to(disp))
	}
	half(p.low, 0)
	g.POPCNTL(hits.As32(), hits.As32())
	g.jumpIf(hits, le, Imm(8), done)
	g.SHRL(Imm(8), flips.As32())
	half(p.high, 64)
	g.Label(done)
	g.ADDQ(hits, p.n)
}
