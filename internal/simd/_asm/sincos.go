// SPDX-License-Identifier: MIT

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sinCos is the portable arithmetic in lanes of float64, half a vector of angles at a
// time; halves are joined once they are float32. The quadrant's swap and signs come
// after the rounding to float32, which does not mind either.
func sinCos(g *gen) {
	c := func(name string, v float64) Mem { return g.floats64("sinCos"+name, g.lanes/2, v) }
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
		g.begin(map[int]string{32: "sinCos32", 64: "sinCos64"}[size], "func(angle *float"+map[int]string{32: "32", 64: "64"}[size]+", sin, cos *float32, n int) int",
			"is the portable function for n angles, a multiple of the lanes of a",
			"vector. It stops before a vector with an angle that is not below 2^20, and",
			"returns how many it did.")
		angle, sin, cos, n := g.gp("angle"), g.gp("sin"), g.gp("cos"), g.gp("n")
		i := g.counter()
		g.jump("check")

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
		g.andInto(signs, sign, sign)
		for h := range a {
			g.andInto(noSign, a[h], a[h])
		}
		ok := g.is64(lt, a[0], inRange)
		g.keep(g.is64(lt, a[1], inRange), ok)
		m := g.GP32()
		if g.wide() {
			g.KMOVW(ok, m)
			g.CMPL(m, U32(0xff))
		} else {
			g.VMOVMSKPD(ok, m)
			g.CMPL(m, Imm(0xf))
		}
		g.JNE(LabelRef("done"))

		// Both halves and both series go side by side, instruction by instruction: each
		// alone is one long chain, longer than a scheduler looks ahead.
		var k, r, t, s, c, q [2]reg.VecVirtual
		var turned [2]mask
		each := func(do func(h int)) {
			for h := range a {
				do(h)
			}
		}
		g.Comment("The quadrant, 0 up to pi/4.")
		each(func(h int) {
			k[h], r[h], t[h] = g.vec(), g.vec(), g.vec()
			g.VMULPD(twoOverPi, a[h], k[h])
		})
		each(func(h int) { g.VADDPD(half, k[h], k[h]) })
		const down = 9 // towards minus infinity, inexact or not
		each(func(h int) {
			if g.wide() {
				g.VRNDSCALEPD(Imm(down), k[h], k[h])
			} else {
				g.VROUNDPD(Imm(down), k[h], k[h])
			}
		})
		each(func(h int) {
			turned[h] = g.is64(gt, a[h], quarter)
			if g.wide() {
				g.VMOVAPD_Z(k[h], turned[h], k[h])
			} else {
				g.VANDPD(turned[h], k[h], k[h])
			}
		})
		g.Comment("What is left, and 0 near an axis.")
		for i, p := range parts {
			each(func(h int) { g.VMULPD(p, k[h], t[h]) })
			each(func(h int) {
				if i == 0 {
					g.VSUBPD(t[h], a[h], r[h])
				} else {
					g.VSUBPD(t[h], r[h], r[h])
				}
			})
		}
		each(func(h int) { g.VMULPD(ulp, a[h], a[h]) })
		each(func(h int) { g.VMAXPD(tiny, a[h], a[h]) })
		each(func(h int) { g.andInto(noSign, r[h], t[h]) })
		each(func(h int) {
			if g.wide() {
				off := g.K()
				g.VCMPPD(Imm(le), a[h], t[h], turned[h], off)
				g.VPXORQ(r[h], r[h], off, r[h])
			} else {
				on := g.is64(le, t[h], a[h])
				g.VANDPD(turned[h], on, on)
				g.VANDNPD(r[h], on, r[h])
			}
		})
		each(func(h int) {
			q[h] = g.halfVec()
			if g.wide() {
				g.VCVTTPD2DQ(k[h], q[h])
			} else {
				g.VCVTTPD2DQY(k[h], q[h])
			}
		})
		var p, z [2]reg.VecVirtual
		each(func(h int) {
			z[h], p[h] = t[h], k[h]
			g.VMULPD(r[h], r[h], z[h])
		})
		g.Comment("The two series: p the sine's, a the cosine's.")
		for i := range cosine {
			if i > 1 {
				each(func(h int) { g.VMULPD(z[h], a[h], a[h]) })
				if i < len(sine) {
					each(func(h int) { g.VMULPD(z[h], p[h], p[h]) })
				}
			}
			switch {
			case i == 0:
				each(func(h int) { g.VMULPD(cosine[0], z[h], a[h]) })
				each(func(h int) { g.VMULPD(sine[0], z[h], p[h]) })
				continue
			case i == len(cosine)-1:
				each(func(h int) { g.VSUBPD(cosine[i], a[h], a[h]) })
			default:
				each(func(h int) { g.VADDPD(cosine[i], a[h], a[h]) })
			}
			if i < len(sine) {
				each(func(h int) { g.VADDPD(sine[i], p[h], p[h]) })
			} else {
				each(func(h int) { g.VMULPD(z[h], p[h], p[h]) })
			}
		}
		each(func(h int) { g.VMULPD(r[h], p[h], p[h]) })
		each(func(h int) { g.VMULPD(z[h], a[h], a[h]) })
		each(func(h int) { g.VADDPD(r[h], p[h], p[h]) })
		each(func(h int) { g.VADDPD(unit, a[h], a[h]) })
		each(func(h int) { s[h], c[h] = g.toPS(p[h]), g.toPS(a[h]) })
		u, v, w := g.join(s[0], s[1]), g.join(c[0], c[1]), g.join(q[0], q[1])
		g.Comment("Odd quadrants swap the two.")
		f, x, y := g.vec(), g.vec(), g.vec()
		g.VPSLLD(Imm(31), w, f)
		if g.wide() {
			odd := g.K()
			g.VPMOVD2M(f, odd)
			g.VBLENDMPS(v, u, odd, x)
			g.VBLENDMPS(u, v, odd, y)
		} else {
			g.VBLENDVPS(f, v, u, x)
			g.VBLENDVPS(f, u, v, y)
		}
		g.Comment("Signs; adding zero makes -0 a zero.")
		g.andInto(two, w, f)
		g.VPSLLD(Imm(30), f, f)
		g.xorInto(sign, f, f)
		g.xorInto(f, x, x)
		g.VPADDD(one, w, w)
		g.andInto(two, w, w)
		g.VPSLLD(Imm(30), w, w)
		g.xorInto(w, y, y)
		zero := f
		g.xorInto(f, f, zero)
		g.VADDPS(zero, x, x)
		g.VADDPS(zero, y, y)
		g.VMOVUPS(x, g.entries(sin, i, 0))
		g.VMOVUPS(y, g.entries(cos, i, 0))
		g.ADDQ(Imm(uint64(g.lanes)), i)
		g.Label("check")
		g.jumpIf(i, lt, n, "loop")

		g.Label("done")
		g.end(i)
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
