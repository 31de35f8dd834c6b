// SPDX-License-Identifier: MIT

package main

import (
	"math"

	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/mmcloughlin/avo/x86"
)

// The arithmetic of the portable code, one float32 per lane. An operand named a is
// a register; b may be in memory. Each result is a new register.

// vector is a register of the width in hand; mask is what a comparison makes: a
// vector of all ones or zeroes for AVX2, a mask register for AVX-512.
type (
	vector = reg.VecVirtual
	mask   = reg.Register
)

func (g *gen) three(f func(...Op), b, a Op) vector {
	d := g.vec()
	f(b, a, d)
	return d
}

func (g *gen) add(a, b Op) vector { return g.three(g.VADDPS, b, a) }
func (g *gen) sub(a, b Op) vector { return g.three(g.VSUBPS, b, a) }
func (g *gen) mul(a, b Op) vector { return g.three(g.VMULPS, b, a) }
func (g *gen) div(a, b Op) vector { return g.three(g.VDIVPS, b, a) }
func (g *gen) and(a, b Op) vector { return g.three(g.VANDPS, b, a) }
func (g *gen) xor(a, b Op) vector { return g.three(g.VXORPS, b, a) }

// max is pick(a > b, a, b): of a pair with NaN, or of two zeroes, VMAXPS takes the
// second.
func (g *gen) max(a, b Op) vector { return g.three(g.VMAXPS, b, a) }

func (g *gen) sqrt(a Op) vector {
	d := g.vec()
	g.VSQRTPS(a, d)
	return d
}

// Predicates of comparisons, without signals. All but ne, nle and ngt are false for NaN.
const (
	eq  = 0
	gt  = 30
	ge  = 29
	le  = 18
	lt  = 17
	ne  = 4
	nle = 22
	ngt = 26
)

// is compares a with b.
func (g *gen) is(pred uint64, a, b Op) mask {
	var d mask = g.YMM()
	if g.wide() {
		d = g.K()
	}
	g.VCMPPS(Imm(pred), b, a, d)
	return d
}

// pick is a where c holds, else b.
func (g *gen) pick(c mask, a Op, b reg.Register) vector {
	d := g.vec()
	if g.wide() {
		// avo takes every masked write for a merge with what was there.
		i, err := x86.VBLENDMPS(a, b, c, d)
		if err != nil {
			panic(err)
		}
		i.Inputs = []Op{a, b, c}
		g.Instruction(i)
	} else {
		g.VBLENDVPS(c, a, b, d)
	}
	return d
}

// pickNegated is -a where c holds, else b; signs is the sign bit in every lane.
func (g *gen) pickNegated(c mask, a, b vector, signs Op) vector {
	if !g.wide() {
		return g.pick(c, g.xor(a, signs), b)
	}
	d := g.vec()
	g.VMOVAPS(b, d)
	g.VXORPS(signs, a, c, d)
	return d
}

// turned is v, each with its sign turned where that of by is set.
func (g *gen) turned(by vector, signs Op, v ...vector) (t []vector) {
	if !g.wide() {
		by = g.and(by, signs)
	}
	for _, a := range v {
		if !g.wide() {
			t = append(t, g.xor(a, by))
			continue
		}
		d := g.vec()
		g.VMOVAPS(a, d)
		g.VPTERNLOGD(U8(0b01111000), signs, by, d) // d ^ by & signs
		t = append(t, d)
	}
	return t
}

// The logic of masks: both, and the second without the first.
func (g *gen) both(c, d mask) mask {
	if g.wide() {
		k := g.K()
		g.KANDW(c, d, k)
		return k
	}
	return g.and(c, d)
}

func (g *gen) either(c, d mask) mask {
	if g.wide() {
		k := g.K()
		g.KORW(c, d, k)
		return k
	}
	return g.three(g.VORPS, c, d)
}

// butNot is d where c does not hold.
func (g *gen) butNot(c, d mask) mask {
	if g.wide() {
		k := g.K()
		g.KANDNW(d, c, k)
		return k
	}
	return g.three(g.VANDNPS, d, c)
}

// where is a where c holds, else 0; without is the reverse.
func (g *gen) where(c mask, a vector) vector {
	if g.wide() {
		d := g.vec()
		g.VMOVAPS_Z(a, c, d)
		return d
	}
	return g.and(c, a)
}

func (g *gen) without(c mask, a vector) vector {
	if g.wide() {
		k := g.K()
		g.KNOTW(c, k)
		return g.where(k, a)
	}
	return g.three(g.VANDNPS, a, c)
}

// none returns the mask of no lane.
func (g *gen) none() mask {
	if g.wide() {
		k := g.K()
		g.KXORW(k, k, k)
		return k
	}
	v := g.vec()
	g.VXORPS(v, v, v)
	return v
}

// skip jumps to the label if c holds nowhere.
func (g *gen) skip(c mask, label string) {
	if g.wide() {
		g.KORTESTW(c, c)
	} else {
		g.VTESTPS(c, c)
	}
	g.JEQ(LabelRef(label))
}

// move gives to, a vector or mask, a new value.
func (g *gen) move(from, to reg.Register) {
	if from.Kind() == reg.KindOpmask {
		g.KMOVW(from, to)
	} else {
		g.VMOVAPS(from, to)
	}
}

// words is words32 of v as often as fills a vector.
func (g *gen) words(name string, v ...uint32) Mem {
	return g.words32(name+g.suffix(), repeat(max(g.lanes, len(v)), v...)...)
}

// splat returns the named constant in every lane: in a register where there are 32 of
// them, else in memory. It is for the head of a function, before its loop.
func (g *gen) splat(name string, v uint32) Op {
	m := g.words(name, v)
	if !g.wide() {
		return m
	}
	return g.loadPS(m)
}

func (g *gen) float(name string, v float32) Op { return g.splat(name, math.Float32bits(v)) }

const signBit = 1 << 31

// whole adds an instruction that writes the low part of v and, as VEX and EVEX
// encodings do, clears the rest: avo would take the rest for the value before.
func (g *gen) whole(v reg.Register) func(*ir.Instruction, error) {
	return func(i *ir.Instruction, err error) {
		if err != nil {
			panic(err)
		}
		i.Outputs = []Op{v}
		g.Instruction(i)
	}
}

// transpose turns four rows of every 128-bit part into columns.
func (g *gen) transpose(r [4]vector) (c [4]vector) {
	lo, hi := g.three(g.VUNPCKLPS, r[1], r[0]), g.three(g.VUNPCKLPS, r[3], r[2])
	c[0] = g.three(g.VUNPCKLPD, hi, lo)
	c[1] = g.three(g.VUNPCKHPD, hi, lo)
	lo, hi = g.three(g.VUNPCKHPS, r[1], r[0]), g.three(g.VUNPCKHPS, r[3], r[2])
	c[2] = g.three(g.VUNPCKLPD, hi, lo)
	c[3] = g.three(g.VUNPCKHPD, hi, lo)
	return c
}
