// SPDX-License-Identifier: MIT

package pair

import "daylight/internal/kernels"

// boxBox decides box against box on the two axes of each. The separation along
// axis i is |d.n_i| minus the owner's half extent and the other's half extents
// projected on the axis; the greatest wins, of equals the first of A0 A1 B0 B1.
// The normal is -n_i if d.n_i < 0, else n_i.
//
// With a positive limit a near miss may be corner against corner, where an axis
// falls short of the distance: such pairs are left open.
func boxBox(a *Args) Count {
	rec, limit := a.Block.Rec, a.Limit
	corners := limit > 0
	out := columns(a)
	n, opened := 0, 0
	for _, p := range a.Pairs {
		s, t := &rec[p.A], &rec[p.B]
		dx, dy := delta(s, t)
		ca, sa, cb, sb := s.C, s.S, t.C, t.S
		ax, ay, bx, by := s.P, s.Q, t.P, t.Q

		cc := kernels.Abs(float32(ca*cb) + float32(sa*sb))
		ss := kernels.Abs(float32(ca*sb) - float32(sa*cb))
		p0 := float32(dx*ca) + float32(dy*sa)
		p1 := float32(dy*ca) - float32(dx*sa)
		p2 := float32(dx*cb) + float32(dy*sb)
		p3 := float32(dy*cb) - float32(dx*sb)
		s0 := kernels.Abs(p0) - (ax + (float32(bx*cc) + float32(by*ss)))
		s1 := kernels.Abs(p1) - (ay + (float32(bx*ss) + float32(by*cc)))
		s2 := kernels.Abs(p2) - (bx + (float32(ax*cc) + float32(ay*ss)))
		s3 := kernels.Abs(p3) - (by + (float32(ax*ss) + float32(ay*cc)))

		// Winner of each shape, then of both; strictly greater at every step keeps
		// the first of equals.
		oneA, oneB := s1 > s0, s3 > s2
		sepA, sepB := pick(oneA, s1, s0), pick(oneB, s3, s2)
		ofB := sepB > sepA
		sep := pick(ofB, sepB, sepA)

		nxA, nyA, pA := pick(oneA, -sa, ca), pick(oneA, ca, sa), pick(oneA, p1, p0)
		nxB, nyB, pB := pick(oneB, -sb, cb), pick(oneB, cb, sb), pick(oneB, p3, p2)
		flip := sign(pick(ofB, pB, pA))
		out.A[n], out.B[n], out.Sep[n] = p.A, p.B, sep
		out.NX[n] = signed(pick(ofB, nxB, nxA), flip)
		out.NY[n] = signed(pick(ofB, nyB, nyA), flip)
		if corners && sep <= limit {
			scale := ((ax + ay) + (bx + by)) + (kernels.Abs(dx) + kernels.Abs(dy))
			if sep > -rim*scale {
				out.Sep[n] = openAlong
				opened++
			}
		}
		n += kernels.One(sep <= limit)
	}
	return Count{N: n, Open: opened}
}
