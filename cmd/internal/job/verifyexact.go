// SPDX-License-Identifier: MIT

package job

import (
	"context"
	"math"
	"math/big"

	"daylight/bench/oracle"
	"daylight/cmd/internal/outline"
	"daylight/cmd/internal/shapes"
	"daylight/region"
	"daylight/soa"
)

// Verify decides every pair of shapes that may meet anew, without an index and without the
// float32 filter, and compares. What it finds about polygons of not too many corners is also
// held against rational arithmetic, which knows nothing of convex parts.
func (d *Decided) Verify(ctx context.Context, c Config) (*Difference, error) {
	bar := c.Bars.Start("verifying", 100, false)
	defer bar.End()
	want, err := d.bruteForce(ctx, c.Strict, bar.Set)
	if err != nil {
		return nil, err
	}
	diff := &Difference{}
	note := func(count *int, what string, k [2]int32) { diff.note(count, what, d.A, int(k[0]), d.B, int(k[1])) }
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
		case v != r.verdict || d.changed(r) || !r.confirms(&d.A.Given[r.a], &d.B.Given[r.b], d.what):
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

// bruteForce decides every pair of shapes whose boxes meet, and has the verdicts of those that belong to
// the answer. Those of one set have the one that comes first in front.
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
			p, q := &d.A.Given[a], &d.B.Given[b]
			if !as[a].Meets(&bs[b]) || !p.Bounds().Meets(q.Bounds()) {
				continue
			}
			v := p.Compare(q)
			if v == region.Apart || v == region.Touching && (strict || d.what.Area) {
				continue
			}
			if asked := d.what.Relation; asked != 0 {
				if r := p.Relate(q); r&asked == 0 && !(!d.joined() && r&mirrored[asked] != 0) {
					continue
				}
			}
			want[[2]int32{int32(a), int32(b)}] = v
		}
	}
	return want, nil
}

// attributes are those of all shapes of a set.
func attributes(s *shapes.Set) (list []soa.Attrs, err error) {
	for id := range s.Shapes.All() {
		a, err := s.Shapes.Attrs(id)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

// changed finds the area of a row another way, by exclusion, and reports whether it is
// another: the areas of the pieces that AppendIntersection makes.
func (d *Decided) changed(r *decided) bool {
	a, b := &d.A.Given[r.a], &d.B.Given[r.b]
	switch {
	case !d.what.Area || !a.Solid() || !b.Solid():
		return false
	case a.Radius() > 0 || b.Radius() > 0:
		return d.offCorners(a, b, r.common)
	}
	sum := 0.0
	size := 0.0
	for _, piece := range a.AppendIntersection(nil, b) {
		for i := 2; i < len(piece); i++ {
			p, q, s := piece[0], piece[i-1], piece[i]
			sum += ((q.X-p.X)*(s.Y-p.Y) - (q.Y-p.Y)*(s.X-p.X)) / 2
		}
		for i, p := range piece {
			q := piece[(i+1)%len(piece)]
			size += math.Abs(q.X-p.X) + math.Abs(q.Y-p.Y)
		}
	}
	box := a.Bounds()
	far := max(math.Abs(box.MinX), math.Abs(box.MaxX), math.Abs(box.MinY), math.Abs(box.MaxY))
	// Corners of pieces are rounded where they are.
	return !(math.Abs(sum-r.common.Area) <= r.common.Bound+0x1p-49*far*size+0x1p-49*far*math.Sqrt(r.common.Area))
}

// perTurn is how many corners a circle has for offCorners, and mostCorners how many a shape may have.
const (
	perTurn     = 96
	mostCorners = 1 << 12
)

// offCorners finds the area of a row about shapes of which one is grown another way, as that of
// polygons whose corners lie on the shapes, and reports whether it is another. It is false of
// shapes that it cannot make polygons of.
func (d *Decided) offCorners(a, b *region.Shape, common region.Common) bool {
	if d.polygons == nil {
		d.polygons = map[*region.Shape]cornered{}
	}
	of := func(s *region.Shape) (*region.Shape, int) {
		c, known := d.polygons[s]
		if !known {
			c.shape, c.parts = corners(s)
			d.polygons[s] = c
		}
		return c.shape, c.parts
	}
	p, n := of(a)
	q, m := of(b)
	if p == nil || q == nil {
		return false
	}
	box, other := a.Bounds(), b.Bounds()
	around := 2 * (min(box.MaxX, other.MaxX) - max(box.MinX, other.MinX) + min(box.MaxY, other.MaxY) - max(box.MinY, other.MinY))
	// A chord of that many lies 5.4e-4 of the radius inside, and of each part no more runs through the
	// box of both than goes round it.
	inside := 5.5e-4 * (a.Radius()*float64(n) + b.Radius()*float64(m)) * around
	far := max(math.Abs(box.MinX), math.Abs(box.MaxX), math.Abs(box.MinY), math.Abs(box.MaxY))
	return !(math.Abs(p.Intersect(q).Area-common.Area) <= common.Bound+inside+0x1p-45*far*around)
}

// cornered is a shape as a polygon, and of how many parts.
type cornered struct {
	shape *region.Shape
	parts int
}

// corners is the polygon of a shape, arcs cut into straight lines, and of how many parts.
func corners(s *region.Shape) (of *region.Shape, parts int) {
	var polygons [][][]region.Point
	count := 0
	add := func(core []region.Point) {
		if len(core) < 3 && s.Radius() == 0 || count > mostCorners {
			return
		}
		ring := outline.Ring(nil, core, s.Radius(), soa.Point{}, perTurn)
		count += len(ring)
		polygons = append(polygons, [][]region.Point{ring})
	}
	if core := s.Core(); core != nil {
		add(core)
	}
	if area := s.Region(); area != nil {
		for i := range area.Parts() {
			add(area.Part(i))
		}
	}
	for _, line := range s.Lines() {
		for k := range max(len(line)-1, 1) {
			add(line[k:min(k+2, len(line))])
		}
	}
	if count > mostCorners {
		return nil, 0
	}
	r, err := region.New(polygons, region.Config{Mend: true})
	if err != nil {
		return nil, 0
	}
	grown, err := region.NewShape(r, nil, 0)
	if err != nil {
		return nil, 0
	}
	return &grown, len(polygons)
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
