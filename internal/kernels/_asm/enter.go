// SPDX-License-Identifier: MIT

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// enter writes where rays enter boxes, and discs, four pairs at a time, in float64. Divisions take
// most of the time, and eight of them take twice as long as four; so there is no function of wider
// vectors.
func enter(g *gen) {
	sign := g.floats64("enterSign", 4, math.Copysign(0, -1))
	one, miss, open := g.floats64("enterOne", 4, 1), g.floats64("enterMiss", 4, math.Inf(1)), g.floats64("enterOpen", 4, math.Inf(-1))
	mul := func(a, b vector) vector { return g.three(g.VMULPD, b, a) }
	where := func(meets mask, near vector) vector {
		answer := g.vec()
		g.VMOVUPD(miss, answer)
		g.VBLENDVPD(meets, near, answer, answer)
		return answer
	}
	zero := func() vector {
		v := g.vec()
		g.VXORPD(v, v, v)
		return v
	}
	abs := g.floats64("enterMagnitude", 4, math.Float64frombits(1<<63-1))
	g.entering("enterBoxes", func(shape, ray func() [4]vector) vector {
		rec := shape()
		p, q := g.floatsOf(rec[2])
		c, s := g.floatsOf(rec[3])
		r := ray()
		x, y := g.three(g.VSUBPD, rec[0], r[0]), g.three(g.VSUBPD, rec[1], r[1])
		along := func(x, y vector) vector { return g.three(g.VADDPD, mul(s, y), mul(c, x)) }
		across := func(x, y vector) vector { return g.three(g.VSUBPD, mul(s, x), mul(c, y)) }
		fromX, fromY, byX, byY := along(x, y), across(x, y), along(r[2], r[3]), across(r[2], r[3])
		zero := zero()
		unsure := g.is64(eq, byX, zero)
		g.VORPD(g.is64(eq, byY, zero), unsure, unsure)
		// pass is the fractions at which the rays come to the slabs of an axis, and leave them.
		pass := func(half, from, by vector) (in, out vector) {
			side := g.three(g.VANDPD, sign, by)
			g.VORPD(half, side, side)
			in = g.three(g.VSUBPD, from, g.three(g.VXORPD, sign, side))
			g.VDIVPD(by, in, in)
			out = g.three(g.VSUBPD, from, side)
			g.VDIVPD(by, out, out)
			return in, out
		}
		inX, outX := pass(g.three(g.VANDPD, abs, p), fromX, byX)
		inY, outY := pass(g.three(g.VANDPD, abs, q), fromY, byY)
		near := g.three(g.VMAXPD, inX, inY)
		far := g.three(g.VMINPD, one, g.three(g.VMINPD, outX, outY))
		g.VORPD(g.is64(eq, near, zero), unsure, unsure)
		meets := g.is64(le, near, far)
		g.VPAND(g.is64(gt, near, zero), meets, meets)
		g.VORPD(g.three(g.VANDPD, sign, g.is64(gt, inY, inX)), near, near)
		answer := where(meets, near)
		g.VBLENDVPD(unsure, open, answer, answer)
		return answer
	})
	g.entering("enterDiscs", func(shape, ray func() [4]vector) vector {
		rec := shape()
		p, _ := g.floatsOf(rec[2])
		r := ray()
		x, y, dx, dy := g.three(g.VSUBPD, rec[0], r[0]), g.three(g.VSUBPD, rec[1], r[1]), r[2], r[3]
		dot := func(a, b, c, d vector) vector { return g.three(g.VADDPD, mul(c, d), mul(a, b)) }
		rr, dd := mul(p, p), dot(dx, dx, dy, dy)
		gap := dot(x, x, y, y)
		meets := g.is64(gt, gap, rr)
		g.VSUBPD(rr, gap, gap)
		closing := g.three(g.VXORPD, sign, dot(x, dx, y, dy))
		g.VPAND(g.is64(gt, closing, zero()), meets, meets)
		pass := g.three(g.VSUBPD, mul(y, dx), mul(x, dy))
		root := g.three(g.VSUBPD, mul(pass, pass), mul(rr, dd))
		g.VPAND(g.is64(ge, root, zero()), meets, meets)
		g.VSQRTPD(root, root)
		g.VADDPD(root, closing, root)
		g.VDIVPD(root, gap, gap)
		g.VPAND(g.is64(le, gap, one), meets, meets)
		return where(meets, gap)
	})
}

// entering writes a function of pairs. decide computes where the rays enter the shapes.
func (g *gen) entering(name string, decide func(shape, ray func() [4]vector) vector) {
	g.begin(name,
		"func(rec *float64, records int, places *uint32, rays *float64, asked int, of *uint32, count int, out *float64) bool",
		"is the portable function for at least four pairs, and a multiple of four. It returns false where",
		"a record is none of so many, or a ray of those asked about.")
	rec, records, places := g.gp("rec"), g.gp("records"), g.gp("places")
	rays, asked, of := g.gp("rays"), g.gp("asked"), g.gp("of")
	count, out := g.gp("count"), g.gp("out")

	g.Label("four")
	answer := decide(func() [4]vector { return g.fourRows(rec, records, places) }, func() [4]vector { return g.fourRows(rays, asked, of) })
	g.VMOVUPD(answer, Mem{Base: out})
	g.ADDQ(Imm(16), places)
	g.ADDQ(Imm(16), of)
	g.ADDQ(Imm(32), out)
	g.SUBQ(Imm(4), count)
	g.JNE(LabelRef("four"))
	g.VZEROUPPER()
	g.MOVQ(I64(1), count)
	g.Store(count.As8(), g.ReturnIndex(0))
	g.RET()

	g.Label("none")
	g.VZEROUPPER()
	g.XORQ(count, count)
	g.Store(count.As8(), g.ReturnIndex(0))
	g.RET()
}

// fourRows returns the columns of four rows of 32 bytes, whose numbers are listed; it goes to none
// if there are no more than n rows.
func (g *gen) fourRows(rows, n, list reg.GPVirtual) (column [4]vector) {
	var r [4]vector
	for k := range r {
		at := g.long(Mem{Base: list, Disp: 4 * k})
		g.jumpIfUnsigned(at, ge, n, "none")
		g.SHLQ(Imm(5), at)
		r[k] = g.vec()
		g.VMOVUPD(Mem{Base: rows, Index: at, Scale: 1}, r[k])
	}
	for k, f := range []func(...Op){g.VUNPCKLPD, g.VUNPCKHPD} {
		low, high := g.three(f, r[1], r[0]), g.three(f, r[3], r[2])
		column[k], column[k+2] = g.vec(), g.vec()
		g.VPERM2F128(Imm(0x20), high, low, column[k])
		g.VPERM2F128(Imm(0x31), high, low, column[k+2])
	}
	return column
}

// floatsOf returns the lower and the upper halves of four numbers, which are float32, as float64.
func (g *gen) floatsOf(v vector) (lower, upper vector) {
	high := g.XMM()
	g.VEXTRACTF128(Imm(1), v, high)
	half := func(order uint64) vector {
		x, y := g.XMM(), g.vec()
		g.VSHUFPS(Imm(order), high, v.AsX(), x)
		g.VCVTPS2PD(x, y)
		return y
	}
	return half(0x88), half(0xdd)
}
