// SPDX-License-Identifier: MIT

package pair

import (
	"math"

	"daylight/internal/kernels"
)

// convex decides any two cores with edges. The separation along the outward
// normal n of an edge is the other core's least n.v minus the owner's greatest:
// ((min_j n.v_j) + n.d) - D. The greatest over all lanes of A, then of B, wins
// (of equals the first), less both radii; a normal of B's is turned round.
//
// Hints[k], if it names a lane, is tried first with the same arithmetic. One axis
// wider than the limit is enough to say "apart" and the order in which axes are
// tried is all that changes, so no hint, however wrong, changes an answer.
//
// While cores overlap the greatest separation is the exact depth. Once they are
// apart it may fall short of the distance (vertex against vertex), so a pair
// whose cores may be apart and that is within the limit is left open if that
// could matter: with rounded shapes, a positive limit, or two sharp shapes.
func convex(a *Args) (c Count) {
	limit := a.Limit
	out := columns(a)
	negInf := math.Float32frombits(0xff800000)
	hints := a.Hints
	if hints != nil {
		hints = hints[:len(a.Pairs)]
	}
	var bufA, bufB [5][4]float32
	spareA, spareB := spare(&bufA), spare(&bufB)
	n := 0
	for k, p := range a.Pairs {
		s, t := &a.Block.Rec[p.A], &a.Block.Rec[p.B]
		dx, dy := delta(s, t)
		ha := expand(a.Block, p.A, &spareA)
		hb := expand(a.Block, p.B, &spareB)
		r := ha.radius + hb.radius

		if hints != nil && hints[k] != 0 {
			hint := hints[k]
			apart := false
			if lane := int(hint&^BAxis) - 1; hint&BAxis != 0 {
				apart = hb.parts(lane, &ha, -dx, -dy, r, limit)
			} else {
				apart = ha.parts(lane, &hb, dx, dy, r, limit)
			}
			if apart {
				c.Hinted++
				continue
			}
		}

		if ha.corners|hb.corners != 0 {
			ha.front, hb.front = ha.toward(-dx, -dy), hb.toward(dx, dy)
		}
		gap, lane, apart := ha.widest(&hb, dx, dy, r, limit, negInf)
		axis := Axis(1 + lane)
		own := true
		if !apart {
			var gapB float32
			var laneB int
			gapB, laneB, apart = hb.widest(&ha, -dx, -dy, r, limit, gap)
			if apart || gapB > gap {
				axis, lane, own = BAxis|Axis(1+laneB), laneB, false
			}
			gap = pick(gapB > gap, gapB, gap)
		}
		if hints != nil {
			hints[k] = 0
			if apart {
				hints[k] = axis
			}
		}
		if apart {
			continue
		}
		sep := (gap - r) + 0
		if !(sep <= limit && gap >= -math.MaxFloat32) {
			continue // NaN
		}
		out.A[n], out.B[n] = p.A, p.B
		scale := (ha.reach + hb.reach) + (kernels.Abs(dx) + kernels.Abs(dy))
		if gap > -rim*scale && (r > 0 || limit > 0 || ha.sharp && hb.sharp) {
			sep = openAlong
			c.Open++
		}
		out.Sep[n] = sep
		if own {
			out.NX[n], out.NY[n] = ha.nx[lane], ha.ny[lane]
		} else {
			out.NX[n], out.NY[n] = -hb.nx[lane], -hb.ny[lane]
		}
		n++
	}
	c.N = n
	return c
}

// expand returns shape k as a hull, in its own lanes or, if it has none, in s.
//
//	capsule  lanes 0, 1: the normals clockwise and anticlockwise of (C, S)
//	box      lanes 0..3: (C, S) and so on anticlockwise, a quarter turn each
func expand(b *Block, k uint32, s *kernels.Lanes) (h hull) {
	rec := &b.Rec[k]
	switch b.Class[k] {
	case kernels.Polygon:
		lo, hi := int(b.Off[k]), int(b.Off[k])+int(b.Num[k])
		l := &b.Lanes
		h.vx, h.vy, h.nx, h.ny, h.d = l.VX[lo:hi], l.VY[lo:hi], l.NX[lo:hi], l.NY[lo:hi], l.D[lo:hi]
		h.radius, h.reach, h.sharp = rec.P, rec.C, rec.Q != 0
		h.corners, h.rise = corners(rec, hi-lo), float32(rec.C*rise)
	case kernels.Box:
		c, si := rec.C, rec.S
		ux, uy := float32(rec.P*c), float32(rec.P*si)
		wx, wy := float32(-rec.Q*si), float32(rec.Q*c)
		*(*[4]float32)(s.VX) = [4]float32{ux - wx, ux + wx, wx - ux, -ux - wx}
		*(*[4]float32)(s.VY) = [4]float32{uy - wy, uy + wy, wy - uy, -uy - wy}
		*(*[4]float32)(s.NX) = [4]float32{c, -si, -c, si}
		*(*[4]float32)(s.NY) = [4]float32{si, c, -si, -c}
		*(*[4]float32)(s.D) = [4]float32{rec.P, rec.Q, rec.P, rec.Q}
		h.vx, h.vy, h.nx, h.ny, h.d = s.VX, s.VY, s.NX, s.NY, s.D
		h.reach = rec.P + rec.Q
	default:
		c, si := rec.C, rec.S
		ux, uy := float32(rec.P*c), float32(rec.P*si)
		h.radius, h.reach, h.sharp = rec.Q, rec.P, true
		if b.Class[k] == kernels.Circle {
			ux, uy = 0, 0
			h.radius, h.reach = rec.P, 0
		}
		*(*[4]float32)(s.VX) = [4]float32{-ux, ux, ux, ux}
		*(*[4]float32)(s.VY) = [4]float32{-uy, uy, uy, uy}
		s.NX[0], s.NX[1] = si, -si
		s.NY[0], s.NY[1] = -c, c
		s.D[0], s.D[1] = 0, 0
		h.vx, h.vy, h.nx, h.ny, h.d = s.VX, s.VY, s.NX[:2], s.NY[:2], s.D[:2]
	}
	return h
}

// widest returns the greatest gap between h and o, which lies (dx, dy) away, over
// the edges of h, and its lane. It stops with apart set at the first edge that
// keeps the rounded shapes farther apart than limit. Where all gaps are below floor it may
// return less.
func (h *hull) widest(o *hull, dx, dy, r, limit, floor float32) (gap float32, lane int, apart bool) {
	if o.corners != 0 {
		return h.widestWalk(o, dx, dy, r, limit, floor)
	}
	nx := h.nx
	ny, d := h.ny[:len(nx)], h.d[:len(nx)]
	vx := o.vx
	vy := o.vy[:len(vx)]
	gap = math.Float32frombits(0xff800000)
	for i, x := range nx {
		y := ny[i]
		// The least n.v. A minimum of rounded numbers is the same in any order, so
		// vectors may take the vertices as they like.
		m := math.Float32frombits(0x7f800000)
		for j := 0; j < len(vx)-3; j += 4 {
			p, q := (*[4]float32)(vx[j:]), (*[4]float32)(vy[j:])
			m = lowest(m, float32(x*p[0])+float32(y*q[0]), float32(x*p[1])+float32(y*q[1]),
				float32(x*p[2])+float32(y*q[2]), float32(x*p[3])+float32(y*q[3]))
		}
		g := (m + (float32(x*dx) + float32(y*dy))) - d[i]
		if g-r > limit {
			return g, i, true
		}
		wider := g > gap
		gap = pick(wider, g, gap)
		if wider {
			lane = i
		}
	}
	return gap, lane, false
}

// parts reports whether the given lane of h alone keeps h and o farther apart than
// limit. A lane that h does not have keeps nothing apart.
func (h *hull) parts(lane int, o *hull, dx, dy, r, limit float32) bool {
	if uint(lane) >= uint(len(h.nx)) {
		return false
	}
	only := hull{nx: h.nx[lane : lane+1], ny: h.ny[lane : lane+1], d: h.d[lane : lane+1]}
	o.front = o.toward(only.nx[0], only.ny[0])
	_, _, apart := only.widest(o, dx, dy, r, limit, math.Float32frombits(0xff800000))
	return apart
}
