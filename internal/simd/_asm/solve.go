// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
)

// Where the columns of a Block are, and the fields of a Body and of a Pass.
const (
	solveColumn   = 4 * 16
	solvePoints   = 12 * solveColumn
	solvePoint    = 11 * solveColumn
	solveTwo      = solvePoints + 2*solvePoint
	solveBlock    = solveTwo + 64
	solvePassStep = 4
)

// solveContacts solves blocks of contacts, one to a lane. Lanes share no body that moves, so that bodies are gathered
// before and scattered after a block; lanes of bodies that do not move are not scattered.
func solveContacts(g *gen) {
	sign := g.fill32("solveSign", 1<<31)
	one := g.floats32("solveOne", g.lanes, 1)
	g.begin("solve"+g.suffix(), "func(blocks *uint32, n int, bodies, how *float32)",
		"is the portable function for n blocks.")
	block, n, bodies, how := g.gp("blocks"), g.gp("n"), g.gp("bodies"), g.gp("how")
	column := func(k int) Mem { return Mem{Base: block, Disp: k * solveColumn} }
	const (
		colA = iota
		colB
		colNX
		colNY
		colInvMassA
		colInvMassB
		colInvTurnA
		colInvTurnB
		colRoundA
		colRoundB
		colRollMass
		colRoll
	)
	const (
		invTime = iota
		slop
		maxPush
		softPush
		softMass
		softImpulse
		friction
		rolling
	)
	of := func(k int) vector {
		v := g.vec()
		g.VBROADCASTSS(Mem{Base: how, Disp: k * solvePassStep}, v)
		return v
	}
	load := g.loadPS
	negative := func(v vector) vector {
		d := g.vec()
		g.VPXORD(sign, v, d)
		return d
	}
	minimum := func(a, b Op) vector { return g.three(g.VMINPS, b, a) }
	zero := g.vec()
	g.zero(zero)
	full := g.K()
	g.KXNORW(full, full, full)
	g.JMP(LabelRef("check"))

	g.Label("loop")
	var at [2]vector
	for k := range at {
		at[k] = g.vec()
		g.VMOVDQU32(column(colA+k), at[k])
		g.VPSLLD(Imm(2), at[k], at[k])
	}
	field := func(k, f int) Mem { return Mem{Base: bodies, Index: at[k], Scale: 8, Disp: 4 * f} }
	gather := func(k, f int) vector {
		d, all := g.vec(), g.K()
		g.VMOVAPS(zero, d)
		g.KMOVW(full, all)
		g.VGATHERDPS(field(k, f), all, d)
		return d
	}
	// Velocities: x, y, spin of A, and of B.
	var v [2][3]vector
	for k := range v {
		for f := range v[k] {
			v[k][f] = gather(k, f)
		}
	}
	addTo := func(to, by vector) { g.VADDPS(by, to, to) }
	takeFrom := func(to, by vector) { g.VSUBPS(by, to, to) }
	change := [2]func(to, by vector){takeFrom, addTo}
	nx, ny := load(column(colNX)), load(column(colNY))

	point := func(p, k int) Mem { return Mem{Base: block, Disp: solvePoints + p*solvePoint + k*solveColumn} }
	const (
		colAX = iota
		colAY
		colBX
		colBY
		colGap
		colNormalMass
		colTangentMass
		colNormal
		colTangent
		colPeak
	)
	across := func(p int) (x, y vector) {
		ax := g.sub(v[0][0], g.mul(v[0][2], point(p, colAY)))
		ay := g.add(v[0][1], g.mul(v[0][2], point(p, colAX)))
		bx := g.sub(v[1][0], g.mul(v[1][2], point(p, colBY)))
		by := g.add(v[1][1], g.mul(v[1][2], point(p, colBX)))
		return g.sub(bx, ax), g.sub(by, ay)
	}
	apply := func(p int, x, y vector) {
		for k := range v {
			change[k](v[k][0], g.mul(x, column(colInvMassA+k)))
			change[k](v[k][1], g.mul(y, column(colInvMassA+k)))
			turn := g.sub(g.mul(y, point(p, colAX+2*k)), g.mul(x, point(p, colAY+2*k)))
			change[k](v[k][2], g.mul(turn, column(colInvTurnA+k)))
		}
	}

	g.CMPL(Mem{Base: how, Disp: rolling * solvePassStep}, U32(0))
	g.JEQ(LabelRef("friction"))
	limit := g.mul(of(rolling), g.max(load(column(colRoundA)), column(colRoundB)))
	limit = g.mul(limit, g.add(load(point(0, colNormal)), point(1, colNormal)))
	old := load(column(colRoll))
	now := g.sub(old, g.mul(g.sub(v[1][2], v[0][2]), column(colRollMass)))
	now = minimum(g.max(now, negative(limit)), limit)
	g.VMOVUPS(now, column(colRoll))
	step := g.sub(now, old)
	for k := range v {
		change[k](v[k][2], g.mul(step, column(colInvTurnA+k)))
	}

	rub := func(p int) {
		x, y := across(p)
		limit := g.mul(of(friction), point(p, colNormal))
		old := load(point(p, colTangent))
		slide := g.sub(g.mul(nx, y), g.mul(ny, x))
		now := g.sub(old, g.mul(slide, point(p, colTangentMass)))
		now = minimum(g.max(now, negative(limit)), limit)
		g.VMOVUPS(now, point(p, colTangent))
		step := g.sub(now, old)
		apply(p, negative(g.mul(step, ny)), g.mul(step, nx))
	}
	g.Label("friction")
	rub(0)
	two := Mem{Base: block, Disp: solveTwo}
	g.CMPB(two, Imm(0))
	g.JEQ(LabelRef("moved"))
	rub(1)

	g.Label("moved")
	mx, my := g.sub(gather(1, 3), gather(0, 3)), g.sub(gather(1, 4), gather(0, 4))
	pc, ps, qc, qs := gather(0, 5), gather(0, 6), gather(1, 5), gather(1, 6)
	ones := load(one)
	round := g.add(g.mul(g.sub(ones, pc), column(colRoundA)), g.mul(g.sub(ones, qc), column(colRoundB)))
	press := func(p int) {
		gx := g.sub(g.sub(g.mul(qc, point(p, colBX)), g.mul(qs, point(p, colBY))), g.sub(g.mul(pc, point(p, colAX)), g.mul(ps, point(p, colAY))))
		gx = g.add(mx, gx)
		gy := g.sub(g.add(g.mul(qs, point(p, colBX)), g.mul(qc, point(p, colBY))), g.add(g.mul(ps, point(p, colAX)), g.mul(pc, point(p, colAY))))
		gy = g.add(my, gy)
		gap := g.add(g.sub(load(point(p, colGap)), round), g.add(g.mul(nx, gx), g.mul(ny, gy)))
		over := g.is(le, gap, zero)
		pushing := g.mul(of(softPush), minimum(g.add(gap, of(slop)), zero))
		pushing = g.max(pushing, negative(of(maxPush)))
		bias := g.pick(over, pushing, g.mul(gap, of(invTime)))
		mass := g.pick(over, of(softMass), load(one))
		impulse := g.where(over, of(softImpulse))
		x, y := across(p)
		along := g.add(g.mul(nx, x), g.mul(ny, y))
		old := load(point(p, colNormal))
		now := g.mul(g.add(g.mul(mass, along), bias), point(p, colNormalMass))
		now = g.sub(g.sub(old, now), g.mul(impulse, old))
		now = g.max(now, zero)
		g.VMOVUPS(now, point(p, colNormal))
		g.VMOVUPS(g.max(load(point(p, colPeak)), now), point(p, colPeak))
		step := g.sub(now, old)
		apply(p, g.mul(step, nx), g.mul(step, ny))
	}
	press(0)
	g.CMPB(two, Imm(0))
	g.JEQ(LabelRef("store"))
	press(1)

	g.Label("store")
	for k := range v {
		moves := g.is(ne, load(column(colInvMassA+k)), zero)
		for f := range v[k] {
			lanes := g.K()
			g.KMOVW(moves, lanes)
			g.VSCATTERDPS(v[k][f], lanes, field(k, f))
		}
	}
	g.ADDQ(U32(solveBlock), block)
	g.DECQ(n)
	g.Label("check")
	g.TESTQ(n, n)
	g.JGT(LabelRef("loop"))
	g.VZEROUPPER()
	g.RET()
}
