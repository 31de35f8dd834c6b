// SPDX-License-Identifier: MIT

package pair

import "daylight/internal/kernels"

// cornerDoubt is how far the distance of two boxes by their corners, as computed here, may be from
// what Resolve makes of it, as a fraction of the boxes' scale and of the limit together: that is
// less than 50 u for the corners, with u = 2^-24, as kernels.Bounds.Separation counts them (a
// position rounded, turned and added to two half axes, turned twice), 2 u for Resolve, 4 u of a
// distance for squares. The least of it makes up for squares that lose their precision.
const (
	cornerDoubt = 0x1p-17
	leastDoubt  = 0x1p-55
)

// boxWithin reports the pairs that boxBox reports for a positive limit, after Resolve, and leaves
// hardly any of them to Resolve. Where two boxes are apart, a corner of one is as near to the other
// as the boxes are to each other: the least distance of the eight corners is theirs.
func boxWithin(a *Args) Count {
	rec, limit := a.Block.Rec, a.Limit
	out := columns(a)
	n, opened := 0, 0
	for _, p := range a.Pairs {
		s, t := &rec[p.A], &rec[p.B]
		dx, dy := delta(s, t)
		ca, sa, cb, sb := s.C, s.S, t.C, t.S
		ax, ay, bx, by := s.P, s.Q, t.P, t.Q

		scale := ((ax + ay) + (bx + by)) + (kernels.Abs(dx) + kernels.Abs(dy))
		near := float32(scale * rim)
		doubt := float32((scale+limit)*cornerDoubt) + leastDoubt
		lo, hi := greater(limit-doubt, 0), limit+doubt
		lo, hi = float32(lo*lo), float32(hi*hi)

		c := float32(ca*cb) + float32(sa*sb)
		sn := float32(ca*sb) - float32(sa*cb)
		cc, ss := kernels.Abs(c), kernels.Abs(sn)
		p0 := float32(dx*ca) + float32(dy*sa)
		p1 := float32(dy*ca) - float32(dx*sa)
		p2 := float32(dx*cb) + float32(dy*sb)
		p3 := float32(dy*cb) - float32(dx*sb)
		s0 := kernels.Abs(p0) - (ax + (float32(bx*cc) + float32(by*ss)))
		s1 := kernels.Abs(p1) - (ay + (float32(bx*ss) + float32(by*cc)))
		s2 := kernels.Abs(p2) - (bx + (float32(ax*cc) + float32(ay*ss)))
		s3 := kernels.Abs(p3) - (by + (float32(ax*ss) + float32(ay*cc)))
		sep := greater(greater(s1, s0), greater(s3, s2))

		// B's corners about A, then A's about B.
		dd := lesser(
			corners4(p2, p3, float32(ax*c), float32(ax*-sn), float32(ay*-sn), float32(ay*c), bx, by),
			corners4(p0, p1, float32(bx*c), float32(bx*sn), float32(by*sn), float32(by*c), ax, ay),
		)
		hit := sep <= limit && !(dd > hi && sep > near)
		out.A[n], out.B[n], out.Sep[n] = p.A, p.B, 0
		if hit && sep > -near && !(dd < lo) {
			out.Sep[n] = open
			opened++
		}
		n += kernels.One(hit)
	}
	return Count{N: n, Open: opened}
}

// corners4 returns the least squared distance, from the upright box of half sizes p and q about the
// origin, of the corners of the box about (x, y) whose half axes are (ux, uy) and (-vx, vy).
func corners4(x, y, ux, uy, vx, vy, p, q float32) float32 {
	return lesser(
		lesser(squared(x+ux-vx, y+uy+vy, p, q), squared(x+ux+vx, y+uy-vy, p, q)),
		lesser(squared(x-ux-vx, y-uy+vy, p, q), squared(x-ux+vx, y-uy-vy, p, q)),
	)
}

// squared returns the squared distance of a point from such a box.
func squared(x, y, p, q float32) float32 {
	x, y = greater(kernels.Abs(x)-p, 0), greater(kernels.Abs(y)-q, 0)
	return float32(x*x) + float32(y*y)
}

// greater and lesser are VMAXPS and VMINPS: b if either is NaN.
func greater(a, b float32) float32 { return pick(a > b, a, b) }
func lesser(a, b float32) float32  { return pick(a < b, a, b) }
