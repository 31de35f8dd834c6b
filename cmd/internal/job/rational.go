// SPDX-License-Identifier: MIT

package job

import (
	"math"
	"math/big"

	"daylight/bench/oracle"
	"daylight/region"
)

// mostJudged is how many corners two shapes may have together to be judged by rational
// arithmetic, whose time grows with the square of that: half a second for so many.
const mostJudged = 300

// rings are a flat shape as the oracle takes it, which knows nothing of convex parts.
func rings(s *region.Shape) (out oracle.Region, corners int) {
	add := func(ring []region.Point) {
		points := make([][2]float64, len(ring))
		for i, p := range ring {
			points[i] = [2]float64{p.X, p.Y}
		}
		out, corners = append(out, points), corners+len(ring)
	}
	if r := s.Region(); r != nil {
		for i := range r.Rings() {
			add(r.Ring(i))
		}
		return out, corners
	}
	add(s.Core())
	return out, corners
}

// confirms reports whether a row about two flat shapes is what rational arithmetic says: the
// verdict, whether either covers the other, and the common area and its centroid within their
// bounds. It is true of rows that it does not look at.
func (r *decided) confirms(a, b *region.Shape, what Exactly) bool {
	if !flat(a) || !flat(b) || a.Lines() != nil || b.Lines() != nil {
		return true
	}
	ra, na := rings(a)
	rb, nb := rings(b)
	if na+nb > mostJudged {
		return true
	}
	truth := oracle.Overlay(ra, rb)
	verdict := region.Apart
	switch {
	case truth.Common.Sign() > 0:
		verdict = region.Overlapping
	case truth.Meet:
		verdict = region.Touching
	}
	if verdict != r.verdict {
		return false
	}
	if what.Relation != 0 && verdict == region.Overlapping {
		onlyA, onlyB := truth.OnlyA.Sign() > 0, truth.OnlyB.Sign() > 0
		if (r.relation&region.Covers != 0) == onlyB || (r.relation&region.CoveredBy != 0) == onlyA {
			return false
		}
	}
	if !what.Area || verdict != region.Overlapping {
		return true
	}
	off := new(big.Rat).Sub(new(big.Rat).SetFloat64(r.common.Area), truth.Common)
	if bound := new(big.Rat).SetFloat64(r.common.Bound); bound == nil || off.Abs(off).Cmp(bound) > 0 {
		return false
	}
	// A centroid means nothing where the area is hardly more than its error.
	if r.common.Area < 1e6*r.common.Bound {
		return true
	}
	near := func(got float64, moment *big.Rat) bool {
		want, _ := new(big.Rat).Quo(moment, truth.Common).Float64()
		box := a.Bounds()
		size := box.MaxX - box.MinX + box.MaxY - box.MinY
		return math.Abs(got-want) <= 1e-5*size+1e-15*math.Abs(want)
	}
	return near(r.common.Centroid.X, truth.MomentX) && near(r.common.Centroid.Y, truth.MomentY)
}
