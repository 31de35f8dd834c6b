// SPDX-License-Identifier: MIT

package kernels

import "math"

// boxImpacts is impacts for box against box: two axes each, with both their sides at
// once. Most pairs part on an axis for the whole step, which takes no division to see.
//
// Rotations enter as they are: an axis is as long as (c, s), and so are, on it, the
// gap, the speed and the owner's support.
func boxImpacts(a *ImpactArgs) int {
	if a.Limit > 0 {
		return impacts(a) // corners are round
	}
	rec, limit := a.Block.Rec, float64(a.Limit)
	out := columns(&a.Args, true)
	time := a.Time[:len(a.Pairs)]
	twice := 2 * limit
	n := 0
	for _, p := range a.Pairs {
		if a.Turn != nil && (a.Turn[p.A] != 0 || a.Turn[p.B] != 0) {
			if t, nx, ny, hit := a.meet(p); hit {
				out.A[n], out.B[n], out.Sep[n] = p.A, p.B, a.Limit
				out.NX[n], out.NY[n], time[n] = float32(nx)+0, float32(ny)+0, float32(t)
				n++
			}
			continue
		}
		s, o := &rec[p.A], &rec[p.B]
		wx, wy := a.relative(p)
		dx, dy := o.X-s.X, o.Y-s.Y
		ca, sa, ax, ay := float64(s.C), float64(s.S), float64(s.P), float64(s.Q)
		cb, sb, bx, by := float64(o.C), float64(o.S), float64(o.P), float64(o.Q)
		cc := math.Abs(float64(ca*cb) + float64(sa*sb))
		ss := math.Abs(float64(ca*sb) - float64(sa*cb))

		// An axis parts the boxes throughout if [p, p+v] and [-h, h] are disjoint:
		// |2p + v| > 2h + |v|, the limit being added last, lest one just below zero
		// be lost. Which one does is anyone's guess, so all are asked.
		qa := float64(ca*ca) + float64(sa*sa)
		p0, v0 := float64(dx*ca)+float64(dy*sa), float64(wx*ca)+float64(wy*sa)
		h0 := float64(ax*qa) + (float64(bx*cc) + float64(by*ss))
		p1, v1 := float64(dy*ca)-float64(dx*sa), float64(wy*ca)-float64(wx*sa)
		h1 := float64(ay*qa) + (float64(bx*ss) + float64(by*cc))
		qb := float64(cb*cb) + float64(sb*sb)
		p2, v2 := float64(dx*cb)+float64(dy*sb), float64(wx*cb)+float64(wy*sb)
		h2 := float64(bx*qb) + (float64(ax*cc) + float64(ay*ss))
		p3, v3 := float64(dy*cb)-float64(dx*sb), float64(wy*cb)-float64(wx*sb)
		h3 := float64(by*qb) + (float64(ax*ss) + float64(ay*cc))
		e0 := (h0 + h0) + (math.Abs(v0) - math.Abs((p0+p0)+v0)) + twice
		e1 := (h1 + h1) + (math.Abs(v1) - math.Abs((p1+p1)+v1)) + twice
		e2 := (h2 + h2) + (math.Abs(v2) - math.Abs((p2+p2)+v2)) + twice
		e3 := (h3 + h3) + (math.Abs(v3) - math.Abs((p3+p3)+v3)) + twice
		if int64(math.Float64bits(e0)|math.Float64bits(e1)|math.Float64bits(e2)|math.Float64bits(e3)) < 0 {
			continue
		}

		c := boxPassage{enter: math.Inf(-1), exit: 1 + 0x1p-40, gap: math.Inf(-1), limit: limit}
		c.cut(p0, v0, h0, ca, sa)
		c.cut(p1, v1, h1, -sa, ca)
		c.cut(p2, v2, h2, cb, sb)
		c.cut(p3, v3, h3, -sb, cb)
		// Where no axis keeps the boxes apart at the start, that is a matter of
		// rounding, and the widest decides.
		if !(c.enter <= c.exit) || !(c.enter > 0) && !c.closing || limit < 0 && !(c.enter < min(c.exit, 1)) {
			continue
		}
		out.A[n], out.B[n], out.Sep[n] = p.A, p.B, a.Limit
		out.NX[n], out.NY[n], time[n] = float32(c.nx)+0, float32(c.ny)+0, float32(max(c.enter, 0))
		n++
	}
	return n
}

// boxPassage is a passage, and the axis that tells the normal: of the greatest enter,
// or of the widest gap as long as no axis has one.
type boxPassage struct {
	enter, exit float64
	gap, limit  float64
	nx, ny      float64
	closing     bool
}

// cut narrows the passage to the times at which |p + t v| <= h + limit, for an axis (x, y). A
// range of a single time is one, rounding being monotone.
func (c *boxPassage) cut(p, v, h, x, y float64) {
	if p < 0 {
		p, v, x, y = -p, -v, -x, -y
	}
	g := (p - h) - c.limit
	if g > 0 {
		if t := g / -v; t > c.enter {
			c.enter, c.nx, c.ny = t, x, y
		}
	} else if g > c.gap && !(c.enter > 0) {
		c.gap, c.closing, c.nx, c.ny = g, v < 0, x, y
	}
	switch {
	case v < 0:
		c.exit = min(c.exit, (p+h+c.limit)/-v)
	case v > 0:
		c.exit = min(c.exit, (h-p+c.limit)/v)
	}
}
