// SPDX-License-Identifier: MIT

package main

import (
	"math"

	"github.com/mmcloughlin/avo/attr"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sinCos is the portable arithmetic in lanes of float64, half a vector of angles at a
// time; halves are joined once they are float32. The quadrant's swap and signs come
// after the rounding to float32, which does not mind either.
func sinCos(g *gen) {
	c := func(name string, v float64) Mem { return g.floats64("sinCos"+name, v) }
	noSign := c("NoSign", math.Float64frombits(1<<63-1))
	inRange, quarter := c("Range", 1<<20), c("QuarterPi", math.Pi/4)
	twoOverPi, half := c("TwoOverPi", 2/math.Pi), c("Half", 0.5)
	parts := []Mem{c("Part1", 0x1.921fb544p+00), c("Part2", 0x1.0b4611a6p-34), c("Part3", 0x1.3198a2e037073p-69)}
	ulp, tiny := c("Ulp", 0x1p-52), c("Tiny", 0x1p-40)
	sine := []Mem{c("Sin11", -1.0/39916800), c("Sin9", 1.0/362880), c("Sin7", -1.0/5040), c("Sin5", 1.0/120), c("Sin3", -1.0/6)}
	cosine := []Mem{c("Cos12", 1.0/479001600), c("Cos10", -1.0/3628800), c("Cos8", 1.0/40320), c("Cos6", -1.0/720), c("Cos4", 1.0/24), half}
	unit := c("One", 1)
	signs, one, two := g.fill32("sinCosSigns", 1<<31), g.fill32("sinCosOne32", 1), g.fill32("sinCosTwo32", 2)

	for _, size := range []int{32, 64} {
		name := map[int]string{32: "sinCos32", 64: "sinCos64"}[size] + g.suffix()
		g.Function(name)
		g.Attributes(attr.NOSPLIT)
		g.SignatureExpr("func(angle *float" + map[int]string{32: "32", 64: "64"}[size] + ", sin, cos *float32, n int) int")
		g.Doc(name+" is the portable function for n angles, a multiple of the lanes of a",
			"vector. It stops before a vector with an angle that is not below 2^20, and",
			"returns how many it did.")
		g.Pragma("noescape")
		angle, sin, cos, n := g.gp("angle"), g.gp("sin"), g.gp("cos"), g.gp("n")
		i := g.GP64()
		g.XORQ(i, i)
		g.JMP(LabelRef("check"))

		g.Label("loop")
		var a [2]reg.VecVirtual
		for h := range a {
			a[h] = g.vec()
			if size == 32 {
				g.VCVTPS2PD(g.entries(angle, i, h), a[h])
			} else {
				g.VMOVUPD(g.entries64(angle, i, h), a[h])
			}
		}
		sign := g.vec()
		if size == 32 {
			g.VMOVUPS(g.entries(angle, i, 0), sign)
		} else {
			sign = g.join(g.toPS(a[0]), g.toPS(a[1]))
		}
		g.andPS(signs, sign, sign)
		for h := range a {
			g.andPS(noSign, a[h], a[h])
		}
		ok := g.cmpPD(lessThan, inRange, a[0])
		g.and(g.cmpPD(lessThan, inRange, a[1]), ok)
		m := g.GP32()
		if g.wide() {
			g.KMOVW(ok, m)
			g.CMPL(m, U32(0xff))
		} else {
			g.VMOVMSKPD(ok, m)
			g.CMPL(m, Imm(0xf))
		}
		g.JNE(LabelRef("done"))

		var s, c, q [2]reg.VecVirtual
		for h := range a {
			a := a[h]
			k, r, t := g.vec(), g.vec(), g.vec()
			g.Comment("The quadrant, 0 up to pi/4.")
			g.VMULPD(twoOverPi, a, k)
			g.VADDPD(half, k, k)
			const down = 9 // towards minus infinity, inexact or not
			if g.wide() {
				g.VRNDSCALEPD(Imm(down), k, k)
			} else {
				g.VROUNDPD(Imm(down), k, k)
			}
			turned := g.cmpPD(greaterThan, quarter, a)
			if g.wide() {
				g.VMOVAPD_Z(k, turned, k)
			} else {
				g.VANDPD(turned, k, k)
			}
			g.Comment("What is left, and 0 near an axis.")
			g.VMULPD(parts[0], k, t)
			g.VSUBPD(t, a, r)
			for _, p := range parts[1:] {
				g.VMULPD(p, k, t)
				g.VSUBPD(t, r, r)
			}
			g.VMULPD(ulp, a, a)
			g.VMAXPD(tiny, a, a)
			g.andPS(noSign, r, t)
			if g.wide() {
				off := g.K()
				g.VCMPPD(Imm(lessEqual), a, t, turned, off)
				g.VPXORQ(r, r, off, r)
			} else {
				on := g.cmpPD(lessEqual, a, t)
				g.VANDPD(turned, on, on)
				g.VANDNPD(r, on, r)
			}
			q[h] = g.halfVec()
			if g.wide() {
				g.VCVTTPD2DQ(k, q[h])
			} else {
				g.VCVTTPD2DQY(k, q[h])
			}
			z, p := t, k
			g.VMULPD(r, r, z)
			horner := func(by []Mem, p reg.Register) {
				g.VMULPD(by[0], z, p)
				g.VADDPD(by[1], p, p)
				for _, c := range by[2:] {
					g.VMULPD(z, p, p)
					if c.Symbol == half.Symbol {
						g.VSUBPD(c, p, p)
					} else {
						g.VADDPD(c, p, p)
					}
				}
				g.VMULPD(z, p, p)
			}
			horner(sine, p)
			g.VMULPD(r, p, p)
			g.VADDPD(r, p, p)
			s[h] = g.toPS(p)
			horner(cosine, p)
			g.VADDPD(unit, p, p)
			c[h] = g.toPS(p)
		}
		u, v, w := g.join(s[0], s[1]), g.join(c[0], c[1]), g.join(q[0], q[1])
		g.Comment("Odd quadrants swap the two.")
		t, x, y := g.vec(), g.vec(), g.vec()
		g.VPSLLD(Imm(31), w, t)
		if g.wide() {
			odd := g.K()
			g.VPMOVD2M(t, odd)
			g.VBLENDMPS(v, u, odd, x)
			g.VBLENDMPS(u, v, odd, y)
		} else {
			g.VBLENDVPS(t, v, u, x)
			g.VBLENDVPS(t, u, v, y)
		}
		g.Comment("Signs; adding zero makes -0 a zero.")
		g.andPS(two, w, t)
		g.VPSLLD(Imm(30), t, t)
		g.xorPS(sign, t, t)
		g.xorPS(t, x, x)
		g.VPADDD(one, w, w)
		g.andPS(two, w, w)
		g.VPSLLD(Imm(30), w, w)
		g.xorPS(w, y, y)
		zero := t
		g.xorPS(t, t, zero)
		g.VADDPS(zero, x, x)
		g.VADDPS(zero, y, y)
		g.VMOVUPS(x, g.entries(sin, i, 0))
		g.VMOVUPS(y, g.entries(cos, i, 0))
		g.ADDQ(Imm(uint64(g.lanes)), i)
		g.Label("check")
		g.CMPQ(i, n)
		g.JLT(LabelRef("loop"))

		g.Label("done")
		g.VZEROUPPER()
		g.Store(i, g.ReturnIndex(0))
		g.RET()
	}
}

// toPS rounds float64 lanes to float32.
func (g *gen) toPS(v reg.VecVirtual) reg.VecVirtual {
	n := g.halfVec()
	if g.wide() {
		g.VCVTPD2PS(v, n)
	} else {
		g.VCVTPD2PSY(v, n)
	}
	return n
}
