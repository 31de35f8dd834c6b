// SPDX-License-Identifier: MIT

package main

import . "github.com/mmcloughlin/avo/operand"

// cornerDoubt and leastDoubt are those of package pair.
const (
	cornerDoubt = 0x1p-17
	leastDoubt  = 0x1p-55
)

// boxWithin decides which boxes are within a positive limit of each other, by axes and corners.
func boxWithin(g *gen) {
	k := g.kernel("boxWithin", "finds boxes within a positive limit. It leaves nx and ny alone, and sep at zero, or NaN if open.", false, 16)
	limit := k.limit()
	abs, signs, zero := g.splat("abs", ^uint32(signBit)), g.splat("sign", signBit), g.splat("zero", 0)
	rims, nan := g.float("rim", rim), g.splat("nan", 0x7fc00000)
	share, least := g.float("cornerDoubt", cornerDoubt), g.float("leastDoubt", leastDoubt)
	k.opened = k.GP64()
	k.XORQ(k.opened, k.opened)
	spilled := k.spilled
	k.loop(false)
	k.spilled = spilled
	in := k.gather([2]want{all, all}, nil)
	ca, sa, cb, sb := in.of[0][2], in.of[0][3], in.of[1][2], in.of[1][3]
	ax, ay, bx, by := k.keep(in.of[0][0]), k.keep(in.of[0][1]), k.keep(in.of[1][0]), k.keep(in.of[1][1])
	dx, dy := in.dx, in.dy

	size := k.add(k.add(k.reg(ax), ay), k.add(k.reg(bx), by))
	scale := k.add(size, k.add(k.and(dx, abs), k.and(dy, abs)))
	near := k.keep(k.mul(scale, rims))
	doubt := k.add(k.mul(k.add(scale, limit), share), least)
	lo := k.max(k.sub(k.reg(limit), doubt), zero)
	hi := k.add(doubt, limit)
	loSquared, hiSquared := k.keep(k.mul(lo, lo)), k.keep(k.mul(hi, hi))

	p0 := k.keep(k.add(k.mul(dx, ca), k.mul(dy, sa)))
	p1 := k.keep(k.sub(k.mul(dy, ca), k.mul(dx, sa)))
	p2 := k.keep(k.add(k.mul(dx, cb), k.mul(dy, sb)))
	p3 := k.keep(k.sub(k.mul(dy, cb), k.mul(dx, sb)))
	cos := k.keep(k.add(k.mul(ca, cb), k.mul(sa, sb)))
	sin := k.keep(k.sub(k.mul(ca, sb), k.mul(sa, cb)))
	cc, ss := k.and(k.reg(cos), abs), k.and(k.reg(sin), abs)
	axis := func(at, own, p Op, pd vector, q Op, qd vector) vector {
		return k.sub(k.and(k.reg(at), abs), k.add(k.add(k.mul(pd, p), k.mul(qd, q)), own))
	}
	sepA := k.max(axis(p1, ay, bx, ss, by, cc), axis(p0, ax, bx, cc, by, ss))
	sepB := k.max(axis(p3, by, ax, ss, ay, cc), axis(p2, bx, ax, cc, ay, ss))
	sep := k.keep(k.max(sepA, sepB))

	squared := func(x, y vector, p, q Op) vector {
		x, y = k.max(k.sub(k.and(x, abs), p), zero), k.max(k.sub(k.and(y, abs), q), zero)
		return k.add(k.mul(x, x), k.mul(y, y))
	}
	corners := func(x, y Op, ux, uy, vx, vy vector, p, q Op) vector {
		x1, y1 := k.add(k.reg(x), ux), k.add(k.reg(y), uy)
		d := k.min(squared(k.sub(x1, vx), k.add(y1, vy), p, q), squared(k.add(x1, vx), k.sub(y1, vy), p, q))
		x2, y2 := k.sub(k.reg(x), ux), k.sub(k.reg(y), uy)
		e := k.min(squared(k.sub(x2, vx), k.add(y2, vy), p, q), squared(k.add(x2, vx), k.sub(y2, vy), p, q))
		return k.min(d, e)
	}
	c1, s1 := k.reg(cos), k.reg(sin)
	dd := corners(p0, p1, k.mul(c1, bx), k.mul(s1, bx), k.mul(s1, by), k.mul(c1, by), ax, ay)
	ddB := k.keep(dd)
	c2, s2 := k.reg(cos), k.xor(k.reg(sin), signs)
	dd = k.min(corners(p2, p3, k.mul(c2, ax), k.mul(s2, ax), k.mul(s2, ay), k.mul(c2, ay), bx, by), ddB)

	gap := k.reg(sep)
	beyond := k.both(k.is(gt, dd, hiSquared), k.is(gt, gap, near))
	hit := k.butNot(beyond, k.is(le, gap, limit))
	apart := k.is(gt, gap, k.xor(k.reg(near), signs))
	open := k.butNot(k.is(lt, dd, loSquared), k.both(hit, apart))
	k.finish(hit, open, k.pick(open, nan, k.reg(zero)), nil, nil)
}
