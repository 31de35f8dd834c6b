// SPDX-License-Identifier: MIT

package pair

import "daylight/internal/kernels"

// capsuleCapsule decides capsule against capsule.
//
// The cores' Minkowski difference is a parallelogram whose edges stand on the two
// perpendiculars. If both axes overlap by more than the rim, the cores cross and
// the greater axis gives the depth. Otherwise one of the four ends is closest to
// the other core. The vector found must then be proven: the support gap along it
// is a lower bound of the distance, its length an upper one. If the two differ
// by more than rounding explains (cores that all but touch, ends that tie) the
// pair is left open.
func capsuleCapsule(a *Args) Count {
	rec, limit := a.Block.Rec, a.Limit
	out := columns(a)
	n, opened := 0, 0
	for _, p := range a.Pairs {
		s, t := &rec[p.A], &rec[p.B]
		dx, dy := delta(s, t)
		ca, sa, ha := s.C, s.S, s.P
		cb, sb, hb := t.C, t.S, t.P
		r := s.Q + t.Q

		cc := float32(ca*cb) + float32(sa*sb)
		ss := float32(ca*sb) - float32(sa*cb)
		ta := float32(dx*ca) + float32(dy*sa)
		wa := float32(dy*ca) - float32(dx*sa)
		tb := float32(dx*cb) + float32(dy*sb)
		wb := float32(dy*cb) - float32(dx*sb)

		gapA := kernels.Abs(wa) - float32(hb*kernels.Abs(ss))
		gapB := kernels.Abs(wb) - float32(ha*kernels.Abs(ss))
		ofB := gapB > gapA
		gap := pick(ofB, gapB, gapA)
		scale := (ha + hb) + (kernels.Abs(dx) + kernels.Abs(dy))
		if gap-r > limit {
			continue
		}
		sep := gap - r
		flip := sign(pick(ofB, wb, wa))
		nx := signed(pick(ofB, -sb, -sa), flip)
		ny := signed(pick(ofB, cb, ca), flip)
		if gap > -rim*scale {
			// B's ends in A's frame, then A's ends in B's: (along, across) from the
			// shape whose frame it is, or to it, so that all vectors lead from A to B.
			fx, fy := float32(hb*cc), float32(hb*ss)
			gx, gy := float32(ha*cc), float32(ha*ss)
			t0, w0 := ta+fx, wa+fy
			t1, w1 := ta-fx, wa-fy
			t2, w2 := tb-gx, wb+gy
			t3, w3 := tb+gx, wb-gy
			e0, e1, e2, e3 := beyond(t0, ha), beyond(t1, ha), beyond(t2, hb), beyond(t3, hb)
			d0 := float32(e0*e0) + float32(w0*w0)
			d1 := float32(e1*e1) + float32(w1*w1)
			d2 := float32(e2*e2) + float32(w2*w2)
			d3 := float32(e3*e3) + float32(w3*w3)

			one0, one2 := d1 < d0, d3 < d2
			dA, dB := pick(one0, d1, d0), pick(one2, d3, d2)
			two := dB < dA
			dd := pick(two, dB, dA)
			along := pick(two, pick(one2, t3, t2), pick(one0, t1, t0))
			w := pick(two, pick(one2, w3, w2), pick(one0, w1, w0))
			e := pick(two, pick(one2, e3, e2), pick(one0, e1, e0))
			c, si := pick(two, cb, ca), pick(two, sb, sa)

			d := sqrt(dd)
			sep = d - r
			// Cores that touch have no direction between them: the axis serves.
			outside := dd >= faint
			lx, ly := signed(e/d, sign(along)), w/d
			nx = pick(outside, float32(lx*c)-float32(ly*si), nx)
			ny = pick(outside, float32(lx*si)+float32(ly*c), ny)

			support := float32(ha*kernels.Abs(float32(ca*nx)+float32(sa*ny))) +
				float32(hb*kernels.Abs(float32(cb*nx)+float32(sb*ny)))
			least := (float32(dx*nx) + float32(dy*ny)) - support
			if !(d-least <= proofRim*scale) {
				out.A[n], out.B[n], out.Sep[n] = p.A, p.B, open
				out.NX[n], out.NY[n] = 0, 0
				n++
				opened++
				continue
			}
		}
		out.A[n], out.B[n], out.Sep[n], out.NX[n], out.NY[n] = p.A, p.B, sep, nx, ny
		n += kernels.One(sep <= limit)
	}
	return Count{N: n, Open: opened}
}

// beyond returns how far t lies outside [-h, h].
func beyond(t, h float32) float32 {
	e := kernels.Abs(t) - h
	return pick(e > 0, e, 0)
}
