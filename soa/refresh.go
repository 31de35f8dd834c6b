// SPDX-License-Identifier: MIT

package soa

import (
	"math"
	"math/bits"
	"unsafe"

	"daylight/kernels"
)

// RefreshStats says what a Refresh did over its range of slots.
type RefreshStats struct {
	Rotated     int // shapes whose rotation had changed, new ones included
	Quarantined int // shapes in quarantine now
}

// Add adds up the stats of two ranges.
func (r *RefreshStats) Add(o RefreshStats) {
	r.Rotated += o.Rotated
	r.Quarantined += o.Quarantined
}

// unrotated is what RC holds until a shape is first rotated: it equals no rotation.
var unrotated = float32(math.NaN())

// Refresh brings what depends on poses up to date for the slots [lo, hi), cut to
// those that exist: the rotation used, rotated lanes, bounds, and quarantine. A
// shape whose pose is not sound (see Fault) is put in quarantine and comes out
// at the first Refresh that finds its pose sound again; a circle's rotation is not
// looked at. Lanes and bounds are computed only where the rotation has changed
// since they were last; the result is a function of the poses alone, not of
// earlier ones. A nil table stands for kernels.Best().
//
// Disjoint ranges may be refreshed at once. Given a table, it allocates nothing.
func (s *Shapes) Refresh(t *kernels.Table, lo, hi int) RefreshStats {
	var st RefreshStats
	lo, hi = max(lo, 0), min(hi, s.Len())
	if lo >= hi {
		return st
	}
	if t == nil {
		t = kernels.Best()
	}
	poses := s.col.poses()
	for ; lo < hi; lo += kernels.PoseBlock {
		todo, turned, rotated := t.Refresh(poses, lo, min(lo+kernels.PoseBlock, hi))
		st.Rotated += rotated
		for k, word := range todo {
			for ; word != 0; word &= word - 1 {
				if s.refresh(lo+64*k+bits.TrailingZeros64(word), &st) {
					turned[k] |= word & -word
				}
			}
		}
		t.Rotate(poses, &s.lanes.local, &s.lanes.world, lo, turned)
	}
	return st
}

// poses are the columns that kernels refresh.
func (c *Columns) poses() kernels.Poses {
	return kernels.Poses{
		X: c.X, Y: c.Y, C: c.C, S: c.S, RC: c.RC, RS: c.RS, P: c.P, Q: c.Q, Reach: c.Reach,
		MinX: c.MinX, MinY: c.MinY, MaxX: c.MaxX, MaxY: c.MaxY, Class: c.Class,
		// A Fault is a uint8, and Sound is 0.
		Fault: unsafe.Slice((*uint8)(unsafe.SliceData(c.Fault)), len(c.Fault)),
		Off:   c.Off, Num: c.Num,
	}
}

// refresh does what Refresh does for one slot, and reports whether it is that of a
// polygon whose lanes and bounds are now to be turned to RC, RS.
func (s *Shapes) refresh(i int, st *RefreshStats) (polygon bool) {
	col := &s.col
	f := positionFault(col.X[i], col.Y[i])
	if f == Sound && col.Class[i] != kernels.Circle {
		var c, sn float32
		c, sn, f = unit(col.C[i], col.S[i])
		if f == Sound && (c != col.RC[i] || sn != col.RS[i]) {
			col.RC[i], col.RS[i] = c, sn
			polygon = s.turn(i)
			st.Rotated++
		}
	}
	col.Fault[i] = f
	if skip := f != Sound; skip != col.Skip[i] {
		col.Skip[i] = skip
	}
	if f != Sound {
		st.Quarantined++
	}
	return polygon
}

// turn applies the rotation RC, RS to a shape's bounds, but for polygons.
func (s *Shapes) turn(i int) (polygon bool) {
	col := &s.col
	p := col.P[i]
	switch col.Class[i] {
	case kernels.Box:
		ex, ey := boxExtents(p, col.Q[i], col.RC[i], col.RS[i])
		col.setBounds(i, ex, ey, 0)
	case kernels.Capsule:
		col.setBounds(i, p*abs(col.RC[i]), p*abs(col.RS[i]), col.Q[i])
	}
	return col.Class[i] == kernels.Polygon
}

// boxExtents are the half extents of the AABB of a box p, q turned by (c, sn).
func boxExtents(p, q, c, sn float32) (ex, ey float32) {
	c, sn = abs(c), abs(sn)
	return float32(p*c) + float32(q*sn), float32(p*sn) + float32(q*c)
}

// setBounds sets bounds about the position: a core of half extents ex, ey, grown by r.
func (col *Columns) setBounds(i int, ex, ey, r float32) {
	m := kernels.Margin(col.Reach[i], r)
	x, y := float32(ex)+m, float32(ey)+m // conversions keep a product in ex from fusing
	col.MinX[i], col.MinY[i] = -x, -y
	col.MaxX[i], col.MaxY[i] = x, y
}

func abs(v float32) float32 {
	return math.Float32frombits(math.Float32bits(v) &^ (1 << 31))
}
