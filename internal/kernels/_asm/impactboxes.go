// SPDX-License-Identifier: MIT

package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/mmcloughlin/avo/x86"
)

// boxMotion drops the pairs of boxes in motion that part on an axis for the whole step
// beyond all rounding: by the test of boxImpacts, in float32, with a slack of 2^-17 of
// all that enters it. That is eight times the error bound of a float32 axis, 16u, for a
// test of twice its width. The other pairs, and those with NaN, are for the portable code.
func boxMotion(g *gen) {
	k := g.kernel("boxMotion", "writes the pairs that may meet to a and b; class points to the motions by row, and sep is scratch.", false, 10)
	motions := k.Load(k.Param("class"), k.GP64()).(reg.GPVirtual)
	limit := k.limit()
	abs, slack := g.splat("abs", ^uint32(signBit)), g.float("slack", 0x1p-17)
	k.loop(false)
	in := k.gather([2]want{all, all}, nil)
	ca, sa, cb, sb := in.of[0][2], in.of[0][3], in.of[1][2], in.of[1][3]
	ax, ay, bx, by := k.keep(in.of[0][0]), k.keep(in.of[0][1]), k.keep(in.of[1][0]), k.keep(in.of[1][1])
	dx, dy := k.keep(in.dx), k.keep(in.dy)
	wx, wy := k.motions(motions)

	size := k.add(k.add(k.reg(ax), ay), k.add(k.reg(bx), by))
	far := k.add(k.and(k.reg(dx), abs), k.and(k.reg(dy), abs))
	fast := k.add(k.and(wx, abs), k.and(wy, abs))
	rim := k.mul(k.add(k.add(size, far), fast), slack)
	rim = k.add(k.add(rim, limit), limit)
	most := k.keep(rim)
	vx, vy := k.keep(wx), k.keep(wy)

	cc := k.and(k.add(k.mul(ca, cb), k.mul(sa, sb)), abs)
	ss := k.and(k.sub(k.mul(ca, sb), k.mul(sa, cb)), abs)
	// An axis (x, y) is across (-y, x), or not. Its owner has half extent own, the other
	// p and q.
	axis := func(x, y vector, across bool, own, p Op, pd vector, q Op, qd vector) mask {
		along := func(u, v Op) vector {
			if across {
				return k.sub(k.mul(x, v), k.mul(y, u))
			}
			return k.add(k.mul(x, u), k.mul(y, v))
		}
		h := k.add(k.add(k.mul(pd, p), k.mul(qd, q)), own)
		d, v := along(dx, dy), along(vx, vy)
		e := k.and(k.add(k.add(d, d), v), abs)
		e = k.sub(k.sub(e, k.and(v, abs)), k.add(h, h))
		return k.is(ngt, e, most)
	}
	may := axis(ca, sa, false, ax, bx, cc, by, ss)
	may = k.both(may, axis(ca, sa, true, ay, bx, ss, by, cc))
	may = k.both(may, axis(cb, sb, false, bx, ax, cc, ay, ss))
	may = k.both(may, axis(cb, sb, true, by, ax, ss, ay, cc))
	k.finish(may, nil, in.dx, nil, nil)
}

// motions gathers the motion of B relative to A, a pair of float32 by row.
func (k *narrow) motions(base reg.GPVirtual) (x, y vector) {
	var halves [2]vector
	for half := range 2 {
		for quad := range k.lanes / 4 {
			lane := 4*quad + 2*half
			var sides [2]reg.VecVirtual
			for side := range sides {
				v := k.XMM()
				i, j := k.GP64(), k.GP64()
				k.MOVL(k.index(lane, side), i.As32())
				k.MOVL(k.index(lane+1, side), j.As32())
				k.VMOVSD(Mem{Base: base, Index: i, Scale: 8}, v)
				k.VMOVHPS(Mem{Base: base, Index: j, Scale: 8}, v, v)
				sides[side] = v
			}
			if quad == 0 {
				halves[half] = k.vec()
				k.whole(halves[half])(x86.VSUBPS(sides[0], sides[1], halves[half].AsX()))
				continue
			}
			k.VSUBPS(sides[0], sides[1], sides[1])
			k.part(quad, sides[1], halves[half])
		}
	}
	x, y = k.vec(), k.vec()
	k.VSHUFPS(Imm(0x88), halves[1], halves[0], x)
	k.VSHUFPS(Imm(0xdd), halves[1], halves[0], y)
	return x, y
}
