// SPDX-License-Identifier: MIT

package main

import (
	"math"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// wide reports whether vectors are those of AVX-512.
func (g *gen) wide() bool { return g.lanes == 16 }

// vec is a new vector register of the width in hand.
func (g *gen) vec() reg.VecVirtual {
	return map[int]func() reg.VecVirtual{4: g.XMM, 8: g.YMM, 16: g.ZMM}[g.lanes]()
}

// of is the same for vectors of another number of lanes: 4 or 8, as AVX2 has them.
func (g *gen) of(lanes int) *gen {
	other := *g
	other.lanes = lanes
	return &other
}

// as is the part of v that has the width in hand.
func (g *gen) as(v reg.VecVirtual) reg.Register {
	return map[int]reg.Register{4: v.AsX(), 8: v.AsY(), 16: v.AsZ()}[g.lanes]
}

// load is a new vector of integers, and store writes one.
func (g *gen) load(from Mem) reg.VecVirtual {
	v := g.vec()
	if g.wide() {
		g.VMOVDQU32(from, v)
	} else {
		g.VMOVDQU(from, v)
	}
	return v
}

func (g *gen) store(v vector, to Mem) {
	if g.wide() {
		g.VMOVDQU32(v, to)
	} else {
		g.VMOVDQU(v, to)
	}
}

// spread puts the low 32 bits of a general register in every lane.
func (g *gen) spread(from reg.GPVirtual, to reg.VecVirtual) {
	x := g.XMM()
	g.VMOVD(from.As32(), x)
	g.VPBROADCASTD(x, to)
}

// floats32 is a vector constant: v in every one of n lanes.
func (g *gen) floats32(name string, n int, v float32) Mem {
	m := g.StaticGlobal(name)
	g.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := range n {
		g.AddDatum(4*i, F32(v))
	}
	return m
}

// floats64 is floats32 for 64-bit numbers.
func (g *gen) floats64(name string, n int, v float64) Mem {
	m := g.StaticGlobal(name)
	g.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := range n {
		g.AddDatum(8*i, U64(math.Float64bits(v)))
	}
	return m
}

// words32 is a constant of 32-bit integers, made when the file first asks for its name.
func (g *gen) words32(name string, v ...uint32) Mem {
	if m, ok := g.made[name]; ok {
		return m
	}
	m := g.StaticGlobal(name)
	g.made[name] = m
	g.DataAttributes(attr.RODATA | attr.NOPTR)
	for i, w := range v {
		g.AddDatum(4*i, U32(w))
	}
	return m
}

// perLane loads a vector of what at says of each lane.
func (g *gen) perLane(name string, at func(lane uint32) uint32) vector {
	words, v := make([]uint32, g.lanes), g.vec()
	for k := range words {
		words[k] = at(uint32(k))
	}
	g.VMOVDQU32(g.words32(name, words...), v)
	return v
}

func lane(k uint32) uint32 { return k }

// leftPack is a table of the package, by which AVX2 packs lanes to the left; see
// leftpack_amd64.go for which there are.
func (g *gen) leftPack(name string) Mem {
	return NewDataAddr(Symbol{Name: "·" + name}, 0)
}

// andInto, andNotInto (b where a is not), orInto and xorInto: bitwise, for masks of whole lanes.
func (g *gen) andInto(a, b Op, to reg.VecVirtual) {
	if g.wide() {
		g.VPANDD(a, b, to)
	} else {
		g.VPAND(a, b, to)
	}
}

func (g *gen) andNotInto(a, b Op, to reg.VecVirtual) {
	if g.wide() {
		g.VPANDND(b, a, to)
	} else {
		g.VPANDN(b, a, to)
	}
}

func (g *gen) orInto(a, b Op, to reg.VecVirtual) {
	if g.wide() {
		g.VPORD(a, b, to)
	} else {
		g.VPOR(a, b, to)
	}
}

func (g *gen) xorInto(a, b Op, to reg.VecVirtual) {
	if g.wide() {
		g.VPXORD(a, b, to)
	} else {
		g.VPXOR(a, b, to)
	}
}

// zero clears a register.
func (g *gen) zero(v reg.VecVirtual) {
	if g.wide() {
		g.VPXORD(v, v, v)
	} else {
		g.VPXOR(v, v, v)
	}
}

// zeroes is a new register of them.
func (g *gen) zeroes() reg.VecVirtual {
	v := g.vec()
	g.zero(v)
	return v
}

// allOnes sets every bit of a register.
func (g *gen) allOnes(v reg.VecVirtual) {
	if g.wide() {
		g.VPTERNLOGD(Imm(0xff), v, v, v)
	} else {
		g.VPCMPEQD(v, v, v)
	}
}

// halved combines the parts of v, of 16 bytes each, by an operation.
func (g *gen) halved(v reg.VecVirtual, by func(...Op)) reg.VecVirtual {
	x := g.XMM()
	if !g.wide() {
		g.VEXTRACTI128(Imm(1), v, x)
		by(x, v.AsX(), x)
		return x
	}
	y := g.YMM()
	g.VEXTRACTI64X4(Imm(1), v, y)
	by(y, v.AsY(), y)
	g.VEXTRACTI32X4(Imm(1), y, x)
	by(x, y.AsX(), x)
	return x
}

// fold32 combines the lanes of v, of 32 bits each.
func (g *gen) fold32(v reg.VecVirtual, by func(...Op)) reg.VecVirtual {
	x, u := g.halved(v, by), g.XMM()
	for _, turn := range []uint64{0b1110, 1} {
		g.VPSHUFD(Imm(turn), x, u)
		by(u, x, x)
	}
	return x
}

// fold64 combines the lanes of v, of 64 bits each.
func (g *gen) fold64(v reg.VecVirtual, by func(...Op)) reg.VecVirtual {
	x, u := g.halved(v, by), g.XMM()
	g.VPSHUFD(Imm(0b1110), x, u)
	by(u, x, x)
	return x
}
