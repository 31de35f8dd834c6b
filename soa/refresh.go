// SPDX-License-Identifier: MIT

package soa

import (
	"math"

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

// unrotated is what RC holds until a shape's first Refresh: it equals no rotation.
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
	n := len(s.col.X)
	lo, hi = max(lo, 0), min(hi, n)
	if lo >= hi {
		return st
	}
	if t == nil {
		t = kernels.Best()
	}
	col := &s.col
	x, y := col.X[:n], col.Y[:n]
	c, sn, rc, rs := col.C[:n], col.S[:n], col.RC[:n], col.RS[:n]
	class, fault := col.Class[:n], col.Fault[:n]
	for i := lo; i < hi; i++ {
		f := positionFault(x[i], y[i])
		// The rotation in use is of unit length, so one equal to it needs no look.
		if f == Sound && class[i] != kernels.Circle && (c[i] != rc[i] || sn[i] != rs[i]) {
			var uc, us float32
			uc, us, f = unit(c[i], sn[i])
			if f == Sound && (uc != rc[i] || us != rs[i]) {
				rc[i], rs[i] = uc, us
				s.turn(t, i)
				st.Rotated++
			}
		}
		if f != fault[i] {
			fault[i] = f
			col.Skip[i] = f != Sound
		}
		if f != Sound {
			st.Quarantined++
		}
	}
	return st
}

// turn applies the rotation RC, RS to a shape's lanes and bounds.
func (s *Shapes) turn(t *kernels.Table, i int) {
	col := &s.col
	c, sn := col.RC[i], col.RS[i]
	p, q := col.P[i], col.Q[i]
	switch col.Class[i] {
	case kernels.Capsule:
		s.setBounds(i, p*abs(c), p*abs(sn), q)
	case kernels.Box:
		s.setBounds(i,
			float32(p*abs(c))+float32(q*abs(sn)),
			float32(p*abs(sn))+float32(q*abs(c)), 0)
	case kernels.Polygon:
		minX, minY, maxX, maxY := t.Rotate(&s.lanes.local, &s.lanes.world, int(col.Off[i]), int(col.Num[i]), c, sn)
		m := margin(col.Reach[i], p)
		col.MinX[i], col.MinY[i] = minX-m, minY-m
		col.MaxX[i], col.MaxY[i] = maxX+m, maxY+m
	}
}

// setBounds sets bounds about the position: a core of half extents ex, ey, grown by r.
func (s *Shapes) setBounds(i int, ex, ey, r float32) {
	m := margin(s.col.Reach[i], r)
	s.col.MinX[i], s.col.MinY[i] = -(ex + m), -(ey + m)
	s.col.MaxX[i], s.col.MaxY[i] = ex+m, ey+m
}

// margin returns radius plus what bounds are widened by: 2^-16 of the distance the
// shape reaches, and the smallest normal float32. The promise of that much is kept
// beyond all rounding: a core's extent, the margin and their sum take at most seven
// roundings, each of 2^-24 of at most 1.5 times the distance, and 2^-20 is more.
func margin(reach, radius float32) float32 {
	return radius + (float32((reach+radius)*(0x1p-16+0x1p-20)) + 0x1p-126)
}

func abs(v float32) float32 {
	return math.Float32frombits(math.Float32bits(v) &^ (1 << 31))
}
