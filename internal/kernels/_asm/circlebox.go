// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// circleBox decides a circle against a box or a capsule, whichever comes first. The
// records change places while their indices are in general registers; which did is
// a bit each of turned, the first visit's the highest.
func circleBox(g *gen) {
	for _, capsule := range []bool{false, true} {
		circlesBoxes(g, capsule)
	}
}

func circlesBoxes(g *gen, capsule bool) {
	name, what := "circleBox", "decides a circle and a box."
	if capsule {
		name, what = "circleCapsule", "decides a circle and a capsule."
	}
	k := g.kernel(name, what, true, 4)
	class := k.Load(k.Param("class"), k.GP64()).(reg.GPVirtual)
	limit := k.limit()
	abs, zero, least := g.splat("abs", ^uint32(signBit)), g.splat("zero", 0), g.float("faint", faint)
	signs, one := g.splat("sign", signBit), g.float("one", 1)
	by := make([]uint32, k.lanes)
	for visit, lane := range k.visits() {
		by[lane] = uint32(32 - k.lanes + visit)
	}
	shifts := g.words("shifts", by...)
	turned := k.GP64()
	k.loop(true)
	k.XORL(turned.As32(), turned.As32())
	in := k.gather([2]want{all, onlyP}, func(lane int, a, b reg.GPVirtual) {
		// Class 0 is Circle: only then is there a borrow.
		k.MOVL(k.index(lane, 0), a.As32())
		k.MOVL(k.index(lane, 1), b.As32())
		k.CMPB(Mem{Base: class, Index: a, Scale: 1}, Imm(1))
		k.CMOVLCS(k.index(lane, 1), a.As32())
		k.CMOVLCS(k.index(lane, 0), b.As32())
		k.ADCL(turned.As32(), turned.As32())
	})
	hx, co, si := in.of[0][0], in.of[0][2], in.of[0][3]
	r := in.of[1][0]
	px := k.add(k.mul(in.dx, co), k.mul(in.dy, si))
	py := k.sub(k.mul(in.dy, co), k.mul(in.dx, si))
	qx := k.sub(k.and(px, abs), hx)
	qy := k.and(py, abs)
	if capsule {
		// The half height is zero and |py| - 0 is |py|.
		r = k.add(r, in.of[0][1])
	} else {
		qy = k.sub(qy, in.of[0][1])
	}
	// max(q, 0) is pick(q > 0, q, 0), and the greater of qx, qy is qy if qy > qx.
	ex, ey := k.max(qx, zero), k.max(qy, zero)
	dd := k.add(k.mul(ex, ex), k.mul(ey, ey))
	d := k.sqrt(dd)
	outside := k.is(ge, dd, least)
	sep := k.sub(k.pick(outside, d, k.max(qy, qx)), r)
	upright := k.is(gt, qy, qx)
	ones := k.reg(one)
	insideX, insideY := k.without(upright, ones), k.where(upright, ones)
	lx := k.pick(outside, k.div(ex, d), insideX)
	ly := k.pick(outside, k.div(ey, d), insideY)
	x, bits := k.XMM(), k.vec()
	k.VMOVD(turned.As32(), x)
	k.VPBROADCASTD(x, bits)
	k.VPSLLVD(shifts, bits, bits)
	lx = k.xor(lx, k.and(k.xor(k.add(px, zero), bits), signs))
	ly = k.xor(ly, k.and(k.xor(k.add(py, zero), bits), signs))
	nx := k.sub(k.mul(lx, co), k.mul(ly, si))
	ny := k.add(k.mul(lx, si), k.mul(ly, co))
	k.finish(k.is(le, sep, limit), nil, sep, nx, ny)
}
