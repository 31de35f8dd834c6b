// SPDX-License-Identifier: MIT

package main

import . "github.com/mmcloughlin/avo/operand"

// rim is that of package pair.
const rim = 0x1p-18

// boxes decides box against box; corners says whether near misses may be left
// open, which takes a positive limit.
func boxes(g *gen) {
	c := g.constants()
	for _, corners := range []bool{false, true} {
		boxBox(c, corners)
	}
}

func boxBox(c *constants, corners bool) {
	name, what := "boxBox", "decides boxes for limits up to zero."
	if corners {
		name, what = "boxBoxCorners", "decides boxes for positive limits."
	}
	k := c.begin(name, what, true, 8)
	limit := k.limit()
	abs := c.splat("abs", ^uint32(signBit))
	signs, zero := c.splat("sign", signBit), c.splat("zero", 0)
	var minusRim, nan Op
	if corners {
		minusRim, nan = c.float("minusRim", -rim), c.splat("nan", 0x7fc00000)
		k.opened = k.GP64()
		k.XORQ(k.opened, k.opened)
	}
	k.loop(false)
	in := k.gather([2]want{all, all}, nil)
	ca, sa, cb, sb := in.of[0][2], in.of[0][3], in.of[1][2], in.of[1][3]
	ax, ay, bx, by := k.keep(in.of[0][0]), k.keep(in.of[0][1]), k.keep(in.of[1][0]), k.keep(in.of[1][1])
	dx, dy := in.dx, in.dy

	var threshold Op
	if corners {
		size := k.add(k.add(k.reg(ax), ay), k.add(k.reg(bx), by))
		scale := k.add(size, k.add(k.and(dx, abs), k.and(dy, abs)))
		threshold = k.keep(k.mul(scale, minusRim))
	}
	cc := k.and(k.add(k.mul(ca, cb), k.mul(sa, sb)), abs)
	ss := k.and(k.sub(k.mul(ca, sb), k.mul(sa, cb)), abs)
	// The separation along an axis whose owner has half extent own, and the other
	// p and q.
	axis := func(at vector, own, p Op, pd vector, q Op, qd vector) vector {
		return k.sub(k.and(at, abs), k.add(k.add(k.mul(pd, p), k.mul(qd, q)), own))
	}
	p0 := k.add(k.mul(dx, ca), k.mul(dy, sa))
	p1 := k.sub(k.mul(dy, ca), k.mul(dx, sa))
	s0 := axis(p0, ax, bx, cc, by, ss)
	s1 := axis(p1, ay, bx, ss, by, cc)
	sepA := k.max(s1, s0)
	oneA := k.is(gt, s1, s0)
	pA := k.pick(oneA, p1, p0)
	p2 := k.add(k.mul(dx, cb), k.mul(dy, sb))
	p3 := k.sub(k.mul(dy, cb), k.mul(dx, sb))
	s2 := axis(p2, bx, ax, cc, ay, ss)
	s3 := axis(p3, by, ax, ss, ay, cc)
	sepB := k.max(s3, s2)
	sep := k.max(sepB, sepA)
	oneB := k.is(gt, s3, s2)
	pB := k.pick(oneB, p3, p2)
	ofB := k.is(gt, sepB, sepA)
	p := k.pick(ofB, pB, pA)
	nxA, nyA := k.pick(oneA, k.xor(sa, signs), ca), k.pick(oneA, ca, sa)
	nxB, nyB := k.pick(oneB, k.xor(sb, signs), cb), k.pick(oneB, cb, sb)
	flip := k.and(k.add(p, zero), signs)
	nx := k.xor(k.pick(ofB, nxB, nxA), flip)
	ny := k.xor(k.pick(ofB, nyB, nyA), flip)
	hit := k.is(le, sep, limit)
	var open mask
	if corners {
		open = k.both(hit, k.is(gt, sep, threshold))
		sep = k.pick(open, nan, sep)
	}
	k.finish(hit, open, sep, nx, ny)
}
