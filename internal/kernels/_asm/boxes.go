// SPDX-License-Identifier: MIT

package main

import . "github.com/mmcloughlin/avo/operand"

// rim is that of package pair.
const rim = 0x1p-18

// boxes decides box against box; corners says whether near misses may be left
// open, which takes a positive limit.
func boxes(g *gen) {
	boxBox(g)
	boxBoxCorners(g)
}

func boxBox(g *gen) {
	k := g.kernel("boxBox", "decides boxes for limits up to zero.", true, 6)
	limit := k.limit()
	with := g.signConstants()
	if k.wide() {
		k.ahead(func(in gathered) (hit mask, sep, nx, ny vector) {
			sep, nx, ny = k.separateBoxes(in, k.extents(in), with)
			return k.is(le, sep, limit), sep, nx, ny
		})
		return
	}
	k.loop(false)
	in := k.gather([2]want{all, all}, nil)
	sep, nx, ny := k.separateBoxes(in, k.extents(in), with)
	k.finish(k.is(le, sep, limit), nil, sep, nx, ny)
}

func boxBoxCorners(g *gen) {
	k := g.kernel("boxBoxCorners", "decides boxes for positive limits.", true, 8)
	limit := k.limit()
	with := g.signConstants()
	minusRim, along := g.float("minusRim", -rim), g.splat("along", 0x7fc00001)
	k.opened = k.GP64()
	k.XORQ(k.opened, k.opened)
	k.loop(false)
	in := k.gather([2]want{all, all}, nil)
	e := k.extents(in)
	size := k.add(k.add(k.reg(e[0]), e[1]), k.add(k.reg(e[2]), e[3]))
	scale := k.add(size, k.add(k.and(in.dx, with.abs), k.and(in.dy, with.abs)))
	threshold := k.keep(k.mul(scale, minusRim))
	sep, nx, ny := k.separateBoxes(in, e, with)
	hit := k.is(le, sep, limit)
	open := k.both(hit, k.is(gt, sep, threshold))
	k.finish(hit, open, k.pick(open, along, sep), nx, ny)
}

// signConstants are what separateBoxes needs in every lane.
type signConstants struct{ abs, signs, zero Op }

func (g *gen) signConstants() signConstants {
	return signConstants{g.splat("abs", ^uint32(signBit)), g.splat("sign", signBit), g.splat("zero", 0)}
}

// extents are the half extents of A and B, out of the way if registers are short.
func (k *narrow) extents(in gathered) [4]Op {
	return [4]Op{k.keep(in.of[0][0]), k.keep(in.of[0][1]), k.keep(in.of[1][0]), k.keep(in.of[1][1])}
}

// separateBoxes finds the axis that separates boxes most.
func (k *narrow) separateBoxes(in gathered, extents [4]Op, with signConstants) (sep, nx, ny vector) {
	ca, sa, cb, sb := in.of[0][2], in.of[0][3], in.of[1][2], in.of[1][3]
	ax, ay, bx, by := extents[0], extents[1], extents[2], extents[3]
	dx, dy := in.dx, in.dy
	cc := k.and(k.add(k.mul(ca, cb), k.mul(sa, sb)), with.abs)
	ss := k.and(k.sub(k.mul(ca, sb), k.mul(sa, cb)), with.abs)
	// The separation along an axis whose owner has half extent own, and the other
	// p and q.
	axis := func(at vector, own, p Op, pd vector, q Op, qd vector) vector {
		return k.sub(k.and(at, with.abs), k.add(k.add(k.mul(pd, p), k.mul(qd, q)), own))
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
	sep = k.max(sepB, sepA)
	oneB := k.is(gt, s3, s2)
	pB := k.pick(oneB, p3, p2)
	ofB := k.is(gt, sepB, sepA)
	p := k.pick(ofB, pB, pA)
	nxA, nyA := k.pickNegated(oneA, sa, ca, with.signs), k.pick(oneA, ca, sa)
	nxB, nyB := k.pickNegated(oneB, sb, cb, with.signs), k.pick(oneB, cb, sb)
	n := k.turned(k.add(p, with.zero), with.signs, k.pick(ofB, nxB, nxA), k.pick(ofB, nyB, nyA))
	return sep, n[0], n[1]
}
