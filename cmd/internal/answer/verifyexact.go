// SPDX-License-Identifier: MIT

package answer

import (
	"context"
	"math"
	"math/big"

	"daylight/bench/oracle"
	"daylight/region"
)

// Verify decides every pair of shapes that may meet anew, without an index and without the
// float32 filter, and compares. Verdicts for polygons of not too many corners are also compared
// with rational arithmetic, which does not use convex parts.
func (d *Decided) Verify(ctx context.Context, c Config) (*Difference, error) {
	bar := c.Bars.Start("verifying", 100, "")
	defer bar.End()
	want, err := d.bruteForce(ctx, c.Strict, bar.Set)
	if err != nil {
		return nil, err
	}
	diff := &Difference{}
	note := func(count *int, what string, k [2]int32) { d.note(diff, count, what, int(k[0]), int(k[1])) }
	seen := map[[2]int32]bool{}
	for i := range d.rows {
		if i%16 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		r := &d.rows[i]
		key := [2]int32{r.a, r.b}
		if !d.joined() && r.a > r.b {
			key = [2]int32{r.b, r.a}
		}
		v, found := want[key]
		switch {
		case !found:
			note(&diff.Extra, "extra", [2]int32{r.a, r.b})
		case v != r.verdict || !r.confirms(d.A.Given.At(int(r.a), nil), d.B.Given.At(int(r.b), nil), d.what):
			note(&diff.Changed, "changed", [2]int32{r.a, r.b})
		}
		seen[key] = true
	}
	for key := range want {
		if !seen[key] {
			note(&diff.Missing, "missing", key)
		}
	}
	return diff, nil
}

// bruteForce decides every pair of shapes whose boxes meet, and has the verdicts of the pairs of
// the answer. A pair within one set has the shape that comes first in front.
func (d *Decided) bruteForce(ctx context.Context, strict bool, tell func(done, of int)) (map[[2]int32]region.Verdict, error) {
	as, err := attributes(d.A)
	if err != nil {
		return nil, err
	}
	bs, err := attributes(d.B)
	if err != nil {
		return nil, err
	}
	want := map[[2]int32]region.Verdict{}
	var rooms [2]region.Region
	for a := range as {
		if a%64 == 0 {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			tell(a, len(as))
		}
		from := 0
		if !d.joined() {
			from = a + 1
		}
		for b := from; b < len(bs); b++ {
			if !d.inTile(a, b) || !as[a].Meets(&bs[b]) || !d.A.Given.Bounds(a).Meets(d.B.Given.Bounds(b)) {
				continue
			}
			p, q := d.A.Given.At(a, &rooms[0]), d.B.Given.At(b, &rooms[1])
			v := p.Compare(&q)
			if v == region.Apart || v == region.Touching && (strict || d.what.Area) {
				continue
			}
			if asked := d.what.Relation; asked != 0 {
				if r := p.Relate(&q); r&asked == 0 && !(!d.joined() && r&mirrored[asked] != 0) {
					continue
				}
			}
			want[[2]int32{int32(a), int32(b)}] = v
		}
	}
	return want, nil
}

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
func (r *decided) confirms(a, b region.Shape, what Exactly) bool {
	if !flat(&a) || !flat(&b) || a.Lines() != nil || b.Lines() != nil {
		return true
	}
	ra, na := rings(&a)
	rb, nb := rings(&b)
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
