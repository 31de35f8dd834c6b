// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// identify writes the tests of leaves against windows. As in matches, no branch depends on what is
// found.
func identify(g *gen) {
	g.begin("identify",
		"func(level *float32, nodes int, ids *uint64, list, of *uint32, count int, windows *float32, asked int, out *uint64, from, last int, ends, open *uint32) (n, opened int)",
		"is the portable function for at least one test, those before last, with from ids found",
		"before. It returns -1 where a node is none of so many, or a window of those asked about.")
	level, ids, list, of := g.gp("level"), g.gp("ids"), g.gp("list"), g.gp("of")
	remaining, windows := g.gp("count"), g.gp("windows")
	out, n, ends, open := g.gp("out"), g.gp("from"), g.gp("ends"), g.gp("open")
	m := &matching{gen: g, out: out, n: n}
	if !g.wide() {
		m.packs = g.pointer(g.leftPack("leftPack"))
	}

	zero := g.zeroes()

	g.Label("test")
	at, spare := m.next(list), g.GP64()
	g.jumpIfUnsigned(at, ge, g.param("nodes"), "none")
	g.MOVL(Mem{Base: of}, spare.As32())
	g.jumpIfUnsigned(spare, ge, g.param("asked"), "none")
	g.LEAQ(Mem{Base: spare, Index: spare, Scale: 4}, spare)
	window := Mem{Base: windows, Index: spare, Scale: 4}
	side, ease := m.sides(window), g.broadcast(window.Offset(16))
	g.SHLQ(Imm(8), at)
	g.LEAQ(Mem{Base: level, Index: at, Scale: 1}, spare)
	g.SHRQ(Imm(1), at)
	g.ADDQ(ids, at)
	var hits, unsure [2]mask
	for half := range 16 / g.lanes {
		over := m.overlap(spare, side, half*g.lanes)
		hits[half] = g.is(ge, over, zero)
		unsure[half] = g.is(le, over, ease)
		g.keep(hits[half], unsure[half])
	}
	g.MOVQ(g.param("last"), spare)
	g.SUBQ(remaining, spare)
	g.MOVL(spare.As32(), Mem{Base: open})
	next := g.GP64()
	g.LEAQ(Mem{Base: open, Disp: 4}, next)
	if g.wide() {
		m.packIDs(at, hits[0])
		g.KORTESTW(unsure[0], unsure[0])
	} else {
		g.VPOR(unsure[0], unsure[1], unsure[0])
		m.packIDs(at, hits[0])
		g.ADDQ(Imm(64), at)
		m.packIDs(at, hits[1])
		g.VPTEST(unsure[0], unsure[0])
	}
	g.CMOVQNE(next, open)
	g.MOVL(Mem{Base: of}, spare.As32())
	g.MOVL(n.As32(), Mem{Base: ends, Index: spare, Scale: 4})
	g.ADDQ(Imm(4), list)
	g.ADDQ(Imm(4), of)
	g.DECQ(remaining)
	g.JNE(LabelRef("test"))
	g.VZEROUPPER()
	g.SUBQ(g.param("open"), open)
	g.SHRQ(Imm(2), open)
	g.Store(n, g.ReturnIndex(0))
	g.Store(open, g.ReturnIndex(1))
	g.RET()

	g.Label("none")
	g.VZEROUPPER()
	g.MOVQ(I64(-1), n)
	g.Store(n, g.ReturnIndex(0))
	g.Store(n, g.ReturnIndex(1))
	g.RET()
}

// overlap is by how much children from one on overlap a box along the axis where they do so
// least, of the node at an address.
func (m *matching) overlap(node reg.GPVirtual, side [4]vector, from int) vector {
	const minX, minY, maxX = 0, 1, 2
	var axis [2]vector
	for k, v := range [2]int{minX, minY} {
		below := m.sub(side[v+maxX], m.column(node, v, from))
		above := m.sub(m.column(node, v+maxX, from), side[v])
		axis[k] = m.three(m.VMINPS, below, above)
	}
	return m.three(m.VMINPS, axis[0], axis[1])
}

// packIDs appends those of the ids at an address that a mask of a vector of floats has.
func (m *matching) packIDs(at reg.GPVirtual, hit mask) {
	to := Mem{Base: m.out, Index: m.n, Scale: 8}
	if m.wide() {
		bits, packed, high := m.bits(hit), m.ZMM(), m.K()
		low := m.GP32()
		m.KSHIFTRW(Imm(8), hit, high)
		m.VMOVDQU64(Mem{Base: at}, packed)
		m.VPCOMPRESSQ_Z(packed, hit, packed)
		m.VMOVDQU64(packed, to)
		m.MOVBLZX(bits.As8(), low)
		m.POPCNTL(low, low)
		packed = m.ZMM()
		m.VMOVDQU64(Mem{Base: at, Disp: 64}, packed)
		m.VPCOMPRESSQ_Z(packed, high, packed)
		m.POPCNTL(bits, bits)
		m.SUBL(low, bits)
		m.ADDQ(low.As64(), m.n)
		m.VMOVDQU64(packed, to)
		m.ADDQ(bits.As64(), m.n)
		return
	}
	for half := range 2 {
		four, x := m.YMM(), m.XMM()
		m.VEXTRACTI128(Imm(uint64(half)), hit, x)
		m.VPMOVSXDQ(x, four)
		bits := m.bits(four) // two for each
		order, packed := m.YMM(), m.YMM()
		m.VPMOVZXBD(Mem{Base: m.packs, Index: bits.As64(), Scale: 8}, order)
		m.VPERMD(Mem{Base: at, Disp: 32 * half}, order, packed)
		m.VMOVDQU(packed, to)
		m.POPCNTL(bits, bits)
		m.SHRL(Imm(1), bits)
		m.ADDQ(bits.As64(), m.n)
	}
}
