// SPDX-License-Identifier: MIT

package pair

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
	out := columns(&a.Args)
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
		// be lost. The parting axis is unpredictable, so all are computed, without a branch.
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

		// When the pair is within reach of each other along each axis. Positive times
		// are in the order of their bits.
		t0, u0 := slab(p0, v0, h0, limit)
		t1, u1 := slab(p1, v1, h1, limit)
		t2, u2 := slab(p2, v2, h2, limit)
		t3, u3 := slab(p3, v3, h3, limit)
		at, axis := t0, 0
		if t1 > at {
			at, axis = t1, 1
		}
		if t2 > at {
			at, axis = t2, 2
		}
		if t3 > at {
			at, axis = t3, 3
		}
		end := min(min(u0, u1), min(u2, u3))
		if at > end || at > lastBits || limit < 0 && (at == end || at >= oneBits) {
			continue
		}
		x, y, toward := ca, sa, p0
		switch axis {
		case 1:
			x, y, toward = -sa, ca, p1
		case 2:
			x, y, toward = cb, sb, p2
		case 3:
			x, y, toward = -sb, cb, p3
		}
		if at <= 0 {
			// No axis keeps the boxes apart at the start, which is a matter of
			// rounding: the widest gap decides.
			w := widestGap{gap: math.Inf(-1)}
			w.look(p0, v0, h0, ca, sa)
			w.look(p1, v1, h1, -sa, ca)
			w.look(p2, v2, h2, cb, sb)
			w.look(p3, v3, h3, -sb, cb)
			if !w.closing {
				continue
			}
			at, x, y, toward = 0, w.x, w.y, w.p
		}
		if toward < 0 {
			x, y = -x, -y
		}
		out.A[n], out.B[n], out.Sep[n] = p.A, p.B, a.Limit
		out.NX[n], out.NY[n], time[n] = float32(x)+0, float32(y)+0, float32(math.Float64frombits(uint64(at)))
		n++
	}
	return n
}

// The bits of 1, and of a time that is at most rounding later; those of NaN are greater,
// or negative.
const (
	oneBits  = 0x3ff << 52
	lastBits = oneBits + 1<<12
)

// slab returns the range of times at which |p + t v| <= h + limit, as the bits of float64.
// Enter is not positive if that holds at the start. A range of a single time is one,
// rounding being monotone.
func slab(p, v, h, limit float64) (enter, exit int64) {
	const sign = 1 << 63
	q := math.Float64frombits(math.Float64bits(p) ^ math.Float64bits(v)&sign)
	w := math.Abs(v)
	// A pair that stands still along the axis is within reach, or would not be here.
	still := w + 0x1p-1000
	enter = int64(math.Float64bits((-q - h - limit) / still))
	exit = int64(math.Float64bits((h - q + limit) / still))
	if w == 0 {
		exit = math.MaxInt64
	}
	return enter, exit
}

// widestGap is the axis along which two boxes overlap least, and whether they close in
// along it.
type widestGap struct {
	gap, x, y, p float64
	closing      bool
}

func (g *widestGap) look(p, v, h, x, y float64) {
	if gap := math.Abs(p) - h; gap > g.gap {
		g.gap, g.x, g.y, g.p = gap, x, y, p
		g.closing = p < 0 && v > 0 || p >= 0 && v < 0
	}
}
