// SPDX-License-Identifier: MIT

package pair

import "daylight/internal/kernels"

// circleCircle decides circle against circle: the distance of the centres minus both
// radii. Centres nearer than 2^-62 count as coincident, with normal (1, 0).
func circleCircle(a *Args) Count {
	rec, limit := a.Block.Rec, a.Limit
	out := columns(a)
	n := 0
	for _, p := range a.Pairs {
		s, t := &rec[p.A], &rec[p.B]
		dx, dy := delta(s, t)
		dd := float32(dx*dx) + float32(dy*dy)
		d := sqrt(dd)
		sep := d - (s.P + t.P)
		out.A[n], out.B[n], out.Sep[n] = p.A, p.B, sep
		apart := dd >= faint
		out.NX[n] = pick(apart, dx/d, 1)
		out.NY[n] = pick(apart, dy/d, 0)
		n += kernels.One(sep <= limit)
	}
	return Count{N: n}
}
