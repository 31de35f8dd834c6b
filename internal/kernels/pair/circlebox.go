// SPDX-License-Identifier: MIT

package pair

import "daylight/internal/kernels"

func circleBox(a *Args) Count     { return circlesBoxes(a, kernels.Box) }
func circleCapsule(a *Args) Count { return circlesBoxes(a, kernels.Capsule) }

// circlesBoxes decides a circle against a box or a capsule, in the frame of the
// latter. A capsule's core is a box of half height zero, so they share the code:
// per axis the excess of the centre over the half extent; when one is positive the
// distance is the length of the positive parts, else the greater of the two
// (all that of the first axis, if equal).
//
// Working in the other shape's frame makes the normal lie in the normal cone of
// the closest feature however short the distance, so that pushing along it always
// parts the shapes.
func circlesBoxes(a *Args, class kernels.Class) Count {
	rec, classes, limit := a.Block.Rec, a.Block.Class, a.Limit
	capsule := class == kernels.Capsule
	out := columns(a)
	n := 0
	for _, p := range a.Pairs {
		// i is the box. The normal is found from it to the circle, and turned
		// round if the circle is A.
		i, j := p.A, p.B
		turn := uint32(0)
		if classes[p.A] == kernels.Circle {
			i, j, turn = p.B, p.A, kernels.SignBit
		}
		s, t := &rec[i], &rec[j]
		dx, dy := delta(s, t)
		c, si := s.C, s.S
		hx, hy, r := s.P, s.Q, t.P
		if capsule {
			hy, r = 0, s.Q+t.P
		}
		px := float32(dx*c) + float32(dy*si)
		py := float32(dy*c) - float32(dx*si)
		qx, qy := kernels.Abs(px)-hx, kernels.Abs(py)-hy
		ex, ey := pick(qx > 0, qx, 0), pick(qy > 0, qy, 0)
		dd := float32(ex*ex) + float32(ey*ey)
		d := sqrt(dd)
		outside := dd >= faint
		upright := qy > qx
		sep := pick(outside, d, pick(upright, qy, qx)) - r
		lx := pick(outside, ex/d, pick(upright, 0, 1))
		ly := pick(outside, ey/d, pick(upright, 1, 0))
		lx = signed(lx, sign(px)^turn)
		ly = signed(ly, sign(py)^turn)
		out.A[n], out.B[n], out.Sep[n] = p.A, p.B, sep
		out.NX[n] = float32(lx*c) - float32(ly*si)
		out.NY[n] = float32(lx*si) + float32(ly*c)
		n += kernels.One(sep <= limit)
	}
	return Count{N: n}
}
