// SPDX-License-Identifier: MIT

package store

import (
	"math/bits"

	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/pose"
)

// Stats says what a Refresh did over its range of slots.
type Stats struct {
	Rotated     int // shapes whose rotation had changed, new ones included
	Quarantined int // shapes in quarantine now
}

// Add adds what another Refresh did.
func (s *Stats) Add(o Stats) {
	s.Rotated, s.Quarantined = s.Rotated+o.Rotated, s.Quarantined+o.Quarantined
}

// Refresh brings what depends on poses up to date for the existing slots among [lo, hi): the
// rotation used, rotated lanes, AABBs, and quarantine. A shape whose pose is not sound (see
// PoseFault) is put in quarantine and comes out at the first Refresh that finds its pose sound
// again; a circle's rotation is not looked at. Lanes and AABBs are computed only where the rotation
// has changed since they were last; the result is a function of the poses alone, not of earlier
// ones.
//
// Disjoint ranges may be refreshed at once. It allocates nothing.
func (c *Columns) Refresh(t *isa.Table, lo, hi int) Stats {
	var st Stats
	lo, hi = max(lo, 0), min(hi, len(c.ID))
	poses := pose.Poses{
		X: c.X, Y: c.Y, C: c.C, S: c.S, RC: c.RC, RS: c.RS, P: c.P, Q: c.Q, Reach: c.Reach,
		MinX: c.MinX, MinY: c.MinY, MaxX: c.MaxX, MaxY: c.MaxY,
		Class: c.Class, Fault: c.Fault, Off: c.Off, Num: c.Num,
	}
	for ; lo < hi; lo += pose.PoseBlock {
		todo, turned, rotated := t.Refresh(poses, lo, min(lo+pose.PoseBlock, hi))
		st.Rotated += rotated
		for k, word := range todo {
			for ; word != 0; word &= word - 1 {
				if c.refresh(lo+64*k+bits.TrailingZeros64(word), &st) {
					turned[k] |= word & -word
				}
			}
		}
		if turned != (pose.PoseSet{}) {
			t.Rotate(poses, &c.Local, &c.Lanes, lo, turned)
		}
	}
	return st
}

// refresh does what Refresh does for one slot, and reports whether it is that of a
// polygon whose lanes and AABB are now to be turned to RC, RS.
func (c *Columns) refresh(i int, st *Stats) (polygon bool) {
	f := PositionFault(c.X[i], c.Y[i])
	if f == Sound && c.Class[i] != kernels.Circle {
		var cos, sin float32
		cos, sin, f = Unit(c.C[i], c.S[i])
		if f == Sound && (cos != c.RC[i] || sin != c.RS[i]) {
			c.RC[i], c.RS[i] = cos, sin
			polygon = c.turn(i)
			st.Rotated++
		}
	}
	c.Fault[i] = f
	if skip := f != Sound; skip != c.Skip[i] {
		c.Skip[i] = skip
	}
	if f != Sound {
		st.Quarantined++
	}
	return polygon
}

// turn applies the rotation RC, RS to a shape's AABB, but for polygons.
func (c *Columns) turn(i int) (polygon bool) {
	p := c.P[i]
	switch c.Class[i] {
	case kernels.Box:
		ex, ey := boxExtents(p, c.Q[i], c.RC[i], c.RS[i])
		c.SetBounds(i, ex, ey, 0)
	case kernels.Capsule:
		c.SetBounds(i, p*kernels.Abs(c.RC[i]), p*kernels.Abs(c.RS[i]), c.Q[i])
	}
	return c.Class[i] == kernels.Polygon
}

// boxExtents are the half extents of the AABB of a box p, q turned by (c, sn).
func boxExtents(p, q, c, sn float32) (ex, ey float32) {
	c, sn = kernels.Abs(c), kernels.Abs(sn)
	return float32(p*c) + float32(q*sn), float32(p*sn) + float32(q*c)
}

// SetBounds sets the AABB of a slot about its position: a core of half extents ex, ey, grown by r.
func (c *Columns) SetBounds(i int, ex, ey, r float32) {
	m := pose.Margin(c.Reach[i], r)
	x, y := float32(ex)+m, float32(ey)+m // conversions keep a product in ex from fusing
	c.MinX[i], c.MinY[i] = -x, -y
	c.MaxX[i], c.MaxY[i] = x, y
}
