// SPDX-License-Identifier: MIT

package main

import (
	"math"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What passes over columns share: one lane of 32 bits per entry, and two vectors of
// float64, the low and the high half, where an entry has one.

// Predicates of comparisons, none of which signals: all but notEqual are false for NaN.
const (
	equal        = 0
	notEqual     = 4
	lessThan     = 17
	lessEqual    = 18
	greaterEqual = 29
	greaterThan  = 30
)

// floats64 is a vector constant of float64: v in every lane of a full vector.
func (g *gen) floats64(name string, v float64) Mem {
	m := g.StaticGlobal(name)
	g.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := range g.lanes / 2 {
		g.AddDatum(8*i, U64(math.Float64bits(v)))
	}
	return m
}

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

// andPS, xorPS and so on work on whole vectors, integer or float. AVX-512 has them as
// integer instructions without an extension.
func (g *gen) andPS(b Op, a, dst reg.Register) {
	if g.wide() {
		g.VPANDD(b, a, dst)
	} else {
		g.VPAND(b, a, dst)
	}
}

func (g *gen) xorPS(b Op, a, dst reg.Register) {
	if g.wide() {
		g.VPXORD(b, a, dst)
	} else {
		g.VPXOR(b, a, dst)
	}
}

func (g *gen) orPS(b Op, a, dst reg.Register) {
	if g.wide() {
		g.VPORD(b, a, dst)
	} else {
		g.VPOR(b, a, dst)
	}
}

// A mask says yes or no for every lane: an opmask, or on AVX2 a vector of all ones
// and all zeros.
type mask = reg.Register

// cmpPS is a pred b, by lanes of float32.
func (g *gen) cmpPS(pred uint64, b Op, a reg.Register) mask {
	var m mask
	if g.wide() {
		m = g.K()
	} else {
		m = g.YMM()
	}
	g.VCMPPS(Imm(pred), b, a, m)
	return m
}

// cmpPD is cmpPS for half as many lanes of float64.
func (g *gen) cmpPD(pred uint64, b Op, a reg.Register) mask {
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

// and and or leave their result in a.
func (g *gen) and(b, a mask) {
	if g.wide() {
		g.KANDW(b, a, a)
	} else {
		g.VPAND(b, a, a)
	}
}

func (g *gen) or(b, a mask) {
	if g.wide() {
		g.KORW(b, a, a)
	} else {
		g.VPOR(b, a, a)
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

// within is the mask of entries whose x and y both lie within ±limit, vectors of
// float64; false for NaN. noSign clears the sign bit of a float64.
func (g *gen) within(x, y, i reg.Register, noSign, limit Mem) mask {
	var halves [2]mask
	for h := range halves {
		v := g.vec()
		g.VMOVUPD(g.entries64(x, i, h), v)
		g.andPS(noSign, v, v)
		halves[h] = g.cmpPD(lessEqual, limit, v)
		v = g.vec()
		g.VMOVUPD(g.entries64(y, i, h), v)
		g.andPS(noSign, v, v)
		g.and(g.cmpPD(lessEqual, limit, v), halves[h])
	}
	return g.joinMasks(halves[0], halves[1])
}

// gp loads a parameter.
func (g *gen) gp(name string) reg.Register { return g.Load(g.Param(name), g.GP64()) }
