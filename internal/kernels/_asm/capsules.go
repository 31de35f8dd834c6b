// SPDX-License-Identifier: MIT

package main

import (
	"math"

	. "github.com/mmcloughlin/avo/operand"
)

// proofRim is that of package pair.
const proofRim = 0x1p-20

// capsules decides capsule against capsule. The ends of the cores are looked at only
// if some lane has cores that may be apart.
func capsules(g *gen) {
	k := g.kernel("capsuleCapsule", "decides capsules.", true, 17)
	limit := k.limit()
	abs, signs, zero := g.splat("abs", ^uint32(signBit)), g.splat("sign", signBit), g.splat("zero", 0)
	// 32 registers do not suffice for these, too.
	minusRim, proof := g.words("minusRim", math.Float32bits(-rim)), g.words("proofRim", math.Float32bits(proofRim))
	least, nan := g.words("faint", math.Float32bits(faint)), g.words("nan", 0x7fc00000)
	k.opened = k.GP64()
	k.XORQ(k.opened, k.opened)
	k.loop(false)
	in := k.gather([2]want{all, all}, nil)
	dx, dy := in.dx, in.dy
	ha, ca, sa := in.of[0][0], in.of[0][2], in.of[0][3]
	hb, cb, sb := in.of[1][0], in.of[1][2], in.of[1][3]
	r := k.keep(k.add(in.of[0][1], in.of[1][1]))

	scaleV := k.add(k.add(ha, hb), k.add(k.and(dx, abs), k.and(dy, abs)))
	proofLimit := k.keep(k.mul(scaleV, proof))
	rimV := k.mul(scaleV, minusRim)
	haM, hbM := k.keep(ha), k.keep(hb)
	cc := k.keep(k.add(k.mul(ca, cb), k.mul(sa, sb)))
	ssV := k.sub(k.mul(ca, sb), k.mul(sa, cb))
	absS := k.and(ssV, abs)
	ss := k.keep(ssV)
	ta := k.keep(k.add(k.mul(dx, ca), k.mul(dy, sa)))
	wa := k.sub(k.mul(dy, ca), k.mul(dx, sa))
	tb := k.keep(k.add(k.mul(dx, cb), k.mul(dy, sb)))
	wb := k.sub(k.mul(dy, cb), k.mul(dx, sb))
	dxM, dyM := k.keep(dx), k.keep(dy)
	caM, saM, cbM, sbM := k.keep(ca), k.keep(sa), k.keep(cb), k.keep(sb)
	gapA := k.sub(k.and(wa, abs), k.mul(absS, hbM))
	gapB := k.sub(k.and(wb, abs), k.mul(absS, haM))
	ofB := k.is(gt, gapB, gapA)
	gap := k.max(gapB, gapA)
	sep := k.sub(gap, r)
	near := k.butNot(k.is(gt, sep, limit), k.is(gt, gap, rimV))
	flip := k.and(k.add(k.pick(ofB, wb, wa), zero), signs)
	nx := k.xor(k.pick(ofB, k.xor(k.reg(sbM), signs), k.xor(k.reg(saM), signs)), flip)
	ny := k.xor(k.pick(ofB, cbM, k.reg(caM)), flip)
	hit := k.is(le, sep, limit)

	// The results of the ends replace these in their lanes.
	open := k.none()
	k.skip(near, "decided")
	waM, wbM := k.keep(wa), k.keep(wb)
	// An end of one in the frame of the other: (along, across), how far it is
	// beyond the other's ends, and the square of the distance.
	type end struct{ along, across, beyond, dd vector }
	end1 := func(along, across vector, half Op) end {
		beyond := k.max(k.sub(k.and(along, abs), half), zero)
		return end{along, across, beyond, k.add(k.mul(beyond, beyond), k.mul(across, across))}
	}
	better := func(p, q end) end { // p if nearer, else q
		c := k.is(lt, p.dd, q.dd)
		return end{k.pick(c, p.along, q.along), k.pick(c, p.across, q.across), k.pick(c, p.beyond, q.beyond), k.pick(c, p.dd, q.dd)}
	}
	f := func(h, x Op) vector { return k.mul(k.reg(h), x) }
	fx, fy := f(hbM, cc), f(hbM, ss)
	e0 := end1(k.add(fx, ta), k.add(fy, waM), haM)
	e1 := end1(k.sub(k.reg(ta), fx), k.sub(k.reg(waM), fy), haM)
	a := better(e1, e0)
	alongA, acrossA := k.over(a.along, ta), k.over(a.across, waM)
	gx, gy := f(haM, cc), f(haM, ss)
	e2 := end1(k.sub(k.reg(tb), gx), k.add(gy, wbM), hbM)
	e3 := end1(k.add(gx, tb), k.sub(k.reg(wbM), gy), hbM)
	b := better(e3, e2)
	two := k.is(lt, b.dd, a.dd)
	along, w, e, dd := k.pick(two, b.along, k.reg(alongA)), k.pick(two, b.across, k.reg(acrossA)), k.pick(two, b.beyond, a.beyond), k.pick(two, b.dd, a.dd)
	co, si := k.pick(two, cbM, k.reg(caM)), k.pick(two, sbM, k.reg(saM))
	d := k.sqrt(dd)
	outside := k.is(ge, dd, least)
	lx := k.xor(k.div(e, d), k.and(k.add(along, zero), signs))
	ly := k.div(w, d)
	ex := k.pick(outside, k.sub(k.mul(lx, co), k.mul(ly, si)), nx)
	ey := k.pick(outside, k.add(k.mul(lx, si), k.mul(ly, co)), ny)
	reach := func(c, s, h Op) vector { return k.mul(k.and(k.add(k.mul(ex, c), k.mul(ey, s)), abs), h) }
	support := k.add(reach(caM, saM, haM), reach(cbM, sbM, hbM))
	bound := k.sub(k.add(k.mul(ex, dxM), k.mul(ey, dyM)), support)
	unproven := k.is(nle, k.sub(d, bound), proofLimit)
	endSep := k.sub(d, r)
	endHit := k.is(le, endSep, limit)
	k.move(k.both(near, unproven), open)
	k.move(k.either(open, k.either(k.both(near, endHit), k.butNot(near, hit))), hit)
	k.move(k.pick(open, nan, k.pick(near, endSep, sep)), sep)
	k.move(k.without(open, k.pick(near, ex, nx)), nx)
	k.move(k.without(open, k.pick(near, ey, ny)), ny)
	k.Label("decided")
	k.finish(hit, open, sep, nx, ny)
}
