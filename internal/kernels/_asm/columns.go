// SPDX-License-Identifier: MIT

package main

import (
	"slices"
	"strings"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Shared code of passes over columns. An entry has one lane of 32 bits. A float64
// column has two vectors, the low and the high half.

// fill32 is a vector constant of 32-bit words: v in every lane of a full vector.
func (g *gen) fill32(name string, v uint32) Mem {
	w := make([]uint32, g.lanes)
	for i := range w {
		w[i] = v
	}
	return g.words32(name, w...)
}

// halfVec is a register of half the width in hand: what a vector of float64 has once
// it is converted to 32 bits.
func (g *gen) halfVec() reg.VecVirtual {
	if g.wide() {
		return g.YMM()
	}
	return g.XMM()
}

// low names the lower half of a register.
func (g *gen) low(v reg.VecVirtual) reg.Register {
	if g.wide() {
		return v.AsY()
	}
	return v.AsX()
}

// table is a table of pointers to columns, for kernels with more columns than there are registers.
type table struct {
	*gen
	base  reg.Register
	names []string // of the columns, in order
}

func (g *gen) table(param, names string) table { return table{g, g.gp(param), strings.Fields(names)} }

// column returns where a column begins, at where it has entry i.
func (t table) column(name string) reg.GPVirtual {
	k := slices.Index(t.names, name)
	if k < 0 {
		panic("no column " + name)
	}
	return t.quad(Mem{Base: t.base, Disp: 8 * k})
}

func (t table) at(name string, i reg.Register) Mem { return t.entries(t.column(name), i, 0) }

// bytes loads entries of a column of bytes from i on.
func (t table) bytes(name string, i reg.Register) vector {
	v := t.vec()
	t.VPMOVZXBD(Mem{Base: t.column(name), Index: i, Scale: 1}, v)
	return v
}

// columnOf returns the address of the k-th column of a table of pointers, for kernels with more
// columns than there are registers.
func (g *gen) columnOf(columns reg.Register, k int) reg.Register {
	r := g.quad(Mem{Base: columns, Disp: 8 * k})
	return r
}

// entries addresses lanes of 32 bits from entry i of a column on, half a vector
// further with half 1.
func (g *gen) entries(column, i reg.Register, half int) Mem {
	return Mem{Base: column, Index: i, Scale: 4, Disp: half * 2 * g.lanes}
}

// entries64 is entries for a column of float64.
func (g *gen) entries64(column, i reg.Register, half int) Mem {
	return Mem{Base: column, Index: i, Scale: 8, Disp: half * 4 * g.lanes}
}

func (g *gen) loadPS(m Mem) reg.VecVirtual {
	v := g.vec()
	g.VMOVUPS(m, v)
	return v
}

func (g *gen) loadPD(m Mem) vector {
	v := g.vec()
	g.VMOVUPD(m, v)
	return v
}

// broadcast64 is a float64 in memory, in every lane.
func (g *gen) broadcast64(m Mem) vector {
	v := g.vec()
	g.VBROADCASTSD(m, v)
	return v
}

// toPD makes float32 lanes, half a vector of them, float64.
func (g *gen) toPD(half Op) vector {
	v := g.vec()
	g.VCVTPS2PD(half, v)
	return v
}

// toPS rounds float64 lanes to float32.
func (g *gen) toPS(v vector) vector {
	n := g.halfVec()
	if g.wide() {
		g.VCVTPD2PS(v, n)
	} else {
		g.VCVTPD2PSY(v, n)
	}
	return n
}

// toWords truncates float64 lanes to 32-bit integers.
func (g *gen) toWords(v vector) vector {
	n := g.halfVec()
	if g.wide() {
		g.VCVTTPD2DQ(v, n)
	} else {
		g.VCVTTPD2DQY(v, n)
	}
	return n
}

// perHalf is a vector of float32, rounded from what f makes of the low and of the high half of
// float64.
func (g *gen) perHalf(f func(half int) vector) vector {
	low := g.toPS(f(0))
	return g.join(low, g.toPS(f(1)))
}

// join makes one vector of two halves; high is done with.
func (g *gen) join(low, high reg.VecVirtual) reg.VecVirtual {
	v := g.vec()
	if g.wide() {
		g.VINSERTF64X4(Imm(1), high, low.AsZ(), v)
	} else {
		g.VINSERTF128(Imm(1), high, low.AsY(), v)
	}
	return v
}

// is64 is a pred b, by lanes of float64: half as many as is has.
func (g *gen) is64(pred uint64, a reg.Register, b Op) mask {
	var m mask
	if g.wide() {
		m = g.K()
	} else {
		m = g.YMM()
	}
	g.VCMPPD(Imm(pred), b, a, m)
	return m
}

// cmpBits is a == b, by the bits of 32-bit lanes.
func (g *gen) cmpBits(b Op, a reg.Register) mask {
	if g.wide() {
		k := g.K()
		g.VPCMPEQD(b, a, k)
		return k
	}
	m := g.YMM()
	g.VPCMPEQD(b, a, m)
	return m
}

// keep leaves in a the lanes that are in b too; also adds those of b.
func (g *gen) keep(b, a mask) {
	if g.wide() {
		g.KANDW(b, a, a)
	} else {
		g.VPAND(b, a, a)
	}
}

func (g *gen) also(b, a mask) {
	if g.wide() {
		g.KORW(b, a, a)
	} else {
		g.VPOR(b, a, a)
	}
}

// narrowed is the mask of lanes in all of those seen, which is nil before the first.
func (g *gen) narrowed(seen, m mask) mask {
	if seen == nil {
		return m
	}
	g.keep(m, seen)
	return seen
}

// storeBits stores as many bits as a vector has lanes.
func (g *gen) storeBits(bits, to reg.GPVirtual) {
	if g.wide() {
		g.MOVW(bits.As16(), Mem{Base: to})
	} else {
		g.MOVB(bits.As8(), Mem{Base: to})
	}
}

// joinMasks makes a mask of entries of two masks of float64 lanes.
func (g *gen) joinMasks(low, high mask) mask {
	if g.wide() {
		k := g.K()
		g.KUNPCKBW(low, high, k)
		return k
	}
	m := g.YMM()
	g.VSHUFPS(Imm(0x88), high, low, m)
	g.VPERMQ(Imm(0xd8), m, m)
	return m
}

// bits moves a mask to a general register, an entry to a bit.
func (g *gen) bits(m mask) reg.GPVirtual {
	r := g.GP32()
	if g.wide() {
		g.KMOVW(m, r)
	} else {
		g.VMOVMSKPS(m, r)
	}
	return r
}

// within returns the mask of entries whose x and y both lie within ±limit, vectors of
// float64; false for NaN. noSign clears the sign bit of a float64.
func (g *gen) within(x, y, i reg.Register, noSign, limit Mem) mask {
	var halves [2]mask
	for h := range halves {
		v := g.vec()
		g.VMOVUPD(g.entries64(x, i, h), v)
		g.andInto(noSign, v, v)
		halves[h] = g.is64(le, v, limit)
		v = g.vec()
		g.VMOVUPD(g.entries64(y, i, h), v)
		g.andInto(noSign, v, v)
		g.keep(g.is64(le, v, limit), halves[h])
	}
	return g.joinMasks(halves[0], halves[1])
}
