// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// advance moves positions and turns rotations, a shape in a lane.
func advance(g *gen) {
	shift(g)
	spin(g)
}

func shift(g *gen) {
	g.begin("shift", "func(x *float64, v *float32, t float64, n int)",
		"is the portable function for n shapes, a multiple of the lanes of a vector.")
	x, v, n := g.gp("x"), g.gp("v"), g.gp("n")
	t := g.broadcast64(g.param("t"))
	next := g.counter()
	g.vectors(next, n, func() {
		for h := range 2 {
			d := g.three(g.VMULPD, t, g.toPD(g.entries(v, next, h)))
			g.VMOVUPD(g.three(g.VADDPD, g.entries64(x, next, h), d), g.entries64(x, next, h))
		}
	})
	g.end()
}

func spin(g *gen) {
	f := func(name string, v float32) Mem { return g.floats32("spin"+name, g.lanes, v) }
	noSign := g.fill32("spinNoSign", 1<<31-1)
	short, near := f("Short", 0.5), f("Near", 0x1p-10)
	one, half, most := f("One", 1), f("Half", 0.5), f("Most", 1.5)
	sine := []Mem{f("Sin7", -1.0/5040), f("Sin5", 1.0/120), f("Sin3", -1.0/6)}
	cosine := []Mem{f("Cos8", 1.0/40320), f("Cos6", -1.0/720), f("Cos4", 1.0/24), f("Cos2", -0.5), one}

	g.begin("spin", "func(c, s, w *float32, t float32, n int) int",
		"is the portable function for n shapes, a multiple of the lanes of a vector. It",
		"stops before a vector with an angle that is not within spinShort, and returns how",
		"many it did.")
	c, s, w, n := g.gp("c"), g.gp("s"), g.gp("w"), g.gp("n")
	t, zero := g.broadcast(g.param("t")), g.zeroes()
	next := g.counter()
	at := func(column reg.Register) Mem { return g.entries(column, next, 0) }
	g.vectors(next, n, func() {
		a := g.mul(t, at(w))
		size := g.vec()
		g.andInto(noSign, a, size)
		m := g.bits(g.is(le, size, short))
		g.CMPL(m, U32(1<<g.lanes-1))
		g.JNE(LabelRef("done"))
		turning := g.is(ne, a, zero)
		g.skip(turning, "next")
		z := g.mul(a, a)
		series := func(terms []Mem) vector {
			v := g.add(g.mul(z, terms[0]), terms[1])
			for _, term := range terms[2:] {
				v = g.add(g.mul(z, v), term)
			}
			return v
		}
		sn, cs := series(sine), series(cosine)
		sn = g.add(g.mul(g.mul(z, sn), a), a)
		c0, s0 := g.loadPS(at(c)), g.loadPS(at(s))
		co := g.sub(g.mul(c0, cs), g.mul(s0, sn))
		si := g.add(g.mul(s0, cs), g.mul(c0, sn))
		q := g.add(g.mul(co, co), g.mul(si, si))
		off := g.sub(q, one)
		g.andInto(noSign, off, off)
		mend := g.is(le, off, near)
		factor := g.loadPS(most)
		factor = g.sub(factor, g.mul(q, half))
		write := func(now, before vector, to reg.Register) {
			now = g.pick(mend, g.mul(now, factor), now)
			g.VMOVUPS(g.pick(turning, now, before), at(to))
		}
		write(co, c0, c)
		write(si, s0, s)
		g.Label("next")
	})
	g.Label("done")
	g.end(next)
}
