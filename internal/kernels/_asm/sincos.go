// SPDX-License-Identifier: MIT

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
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
	cosine := []Mem{c("Cos12", 1.0/479001600), c("Cos10", -1.0/3628800), c("Cos8", 1.0/40320), c("Cos6", -1.0/720), c("Cos4", 1.0/24)}
	unit := c("One", 1)
	signs, one, two := g.fill32("sinCosSigns", 1<<31), g.fill32("sinCosOne32", 1), g.fill32("sinCosTwo32", 2)

	for _, size := range []string{"32", "64"} {
		g.begin("sinCos"+size, "func(angle *float"+size+", sin, cos *float32, n int) int",
			"is the portable function for n angles, a multiple of the lanes of a",
			"vector. It stops before a vector with an angle that is not below 2^20, and",
			"returns how many it did.")
		angle, sin, cos, n := g.gp("angle"), g.gp("sin"), g.gp("cos"), g.gp("n")
		i := g.counter()
		g.vectors(i, n, func() {
			var a pair
			var sign vector
			if size == "32" {
				a = each(func(h int) vector { return g.toPD(g.entries(angle, i, h)) })
				sign = g.loadPS(g.entries(angle, i, 0))
			} else {
				a = each(func(h int) vector { return g.loadPD(g.entries64(angle, i, h)) })
				low := g.toPS(a[0])
				sign = g.join(low, g.toPS(a[1]))
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

			g.Comment("The quadrant, 0 up to pi/4.")
			k := g.both64(g.VADDPD, half, g.both64(g.VMULPD, twoOverPi, a))
			const down = 9 // towards minus infinity, inexact or not
			k = each(func(h int) vector {
				v := g.vec()
				if g.wide() {
					g.VRNDSCALEPD(Imm(down), k[h], v)
				} else {
					g.VROUNDPD(Imm(down), k[h], v)
				}
				return v
			})
			var turned [2]mask
			k = each(func(h int) vector {
				turned[h] = g.is64(gt, a[h], quarter)
				if !g.wide() {
					return g.three(g.VANDPD, turned[h], k[h])
				}
				v := g.vec()
				g.VMOVAPD_Z(k[h], turned[h], v)
				return v
			})
			g.Comment("What is left, and 0 near an axis.")
			r := a
			for _, p := range parts {
				t := g.both64(g.VMULPD, p, k)
				r = each(func(h int) vector { return g.three(g.VSUBPD, t[h], r[h]) })
			}
			a = g.both64(g.VMAXPD, tiny, g.both64(g.VMULPD, ulp, a))
			t := each(func(h int) vector {
				v := g.vec()
				g.andInto(noSign, r[h], v)
				return v
			})
			r = each(func(h int) vector {
				if g.wide() {
					off := g.K()
					g.VCMPPD(Imm(le), a[h], t[h], turned[h], off)
					g.VPXORQ(r[h], r[h], off, r[h])
					return r[h]
				}
				on := g.is64(le, t[h], a[h])
				return g.three(g.VANDNPD, r[h], g.three(g.VANDPD, turned[h], on))
			})
			times := func(v, by pair) pair {
				return each(func(h int) vector { return g.three(g.VMULPD, by[h], v[h]) })
			}
			q := each(func(h int) vector { return g.toWords(k[h]) })
			z := times(r, r)
			g.Comment("The two series, side by side: of the sine and of the cosine.")
			c := g.both64(g.VMULPD, cosine[0], z)
			s := g.both64(g.VMULPD, sine[0], z)
			for i := range sine[1:] {
				if i > 0 {
					c, s = times(c, z), times(s, z)
				}
				c, s = g.both64(g.VADDPD, cosine[i+1], c), g.both64(g.VADDPD, sine[i+1], s)
			}
			c = g.both64(g.VSUBPD, half, times(c, z))
			s = times(s, z)
			s, c = times(s, r), times(c, z)
			s = each(func(h int) vector { return g.three(g.VADDPD, r[h], s[h]) })
			c = g.both64(g.VADDPD, unit, c)
			for h := range s {
				s[h], c[h] = g.toPS(s[h]), g.toPS(c[h])
			}
			u, v, w := g.join(s[0], s[1]), g.join(c[0], c[1]), g.join(q[0], q[1])
			g.Comment("Odd quadrants swap the two.")
			f := g.vec()
			g.VPSLLD(Imm(31), w, f)
			var odd mask = f
			if g.wide() {
				odd = g.K()
				g.VPMOVD2M(f, odd)
			}
			x, y := g.pick(odd, v, u), g.pick(odd, u, v)
			g.Comment("Signs; adding zero makes -0 a zero.")
			f = g.vec()
			g.andInto(two, w, f)
			g.VPSLLD(Imm(30), f, f)
			g.xorInto(sign, f, f)
			g.xorInto(f, x, x)
			g.VPADDD(one, w, w)
			g.andInto(two, w, w)
			g.VPSLLD(Imm(30), w, w)
			g.xorInto(w, y, y)
			g.xorInto(f, f, f)
			x, y = g.add(x, f), g.add(y, f)
			g.VMOVUPS(x, g.entries(sin, i, 0))
			g.VMOVUPS(y, g.entries(cos, i, 0))
		})
		g.Label("done")
		g.end(i)
	}
}

// pair is a vector of float64 in two: its low half and its high half. Both halves and both series
// go side by side, instruction by instruction: each alone is one long chain, longer than a
// scheduler looks ahead.
type pair [2]vector

func each(f func(h int) vector) pair { return pair{f(0), f(1)} }

// both64 does the same to both halves, with a constant.
func (g *gen) both64(f func(...Op), with Mem, a pair) pair {
	return each(func(h int) vector { return g.three(f, with, a[h]) })
}
