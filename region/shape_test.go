// SPDX-License-Identifier: MIT

package region_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/bench/oracle"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/region"
)

func mustShape(t testing.TB, core []region.Point, radius float64) *region.Shape {
	t.Helper()
	s := must.Get(region.NewConvex(core, radius))(t)
	return &s
}

func TestShapeRefused(t *testing.T) {
	p := func(x, y float64) region.Point { return region.Point{X: x, Y: y} }
	for _, c := range []struct {
		core   []region.Point
		radius float64
		reason error
	}{
		{nil, 1, region.ErrNotConvex},
		{[]region.Point{p(1, 1), p(1, 1)}, 1, region.ErrNotConvex},
		{[]region.Point{p(0, 0), p(0, 1), p(1, 0)}, 0, region.ErrNotConvex},
		{[]region.Point{p(0, 0), p(1, 0), p(2, 0), p(0, 1)}, 0, region.ErrNotConvex},
		{[]region.Point{p(0, 10), p(-6, -8), p(10, 3), p(-10, 3), p(6, -8)}, 0, region.ErrNotConvex}, // goes round twice
		{[]region.Point{p(0, math.NaN())}, 0, region.ErrNotFinite},
		{[]region.Point{p(0, 0)}, -1, region.ErrRadius},
		{[]region.Point{p(0, 0)}, math.Inf(1), region.ErrRadius},
	} {
		if s, err := region.NewConvex(c.core, c.radius); !errors.Is(err, c.reason) || !s.None() {
			t.Errorf("%v, %v: %v, want %v", c.core, c.radius, err, c.reason)
		}
	}
}

// TestNoAreaInCommon: what has no area, or a radius, has no pieces of it in common with anything.
func TestNoAreaInCommon(t *testing.T) {
	corner := []region.Point{{X: 0, Y: 0}, {X: 2, Y: 0}, {X: 2, Y: 2}}
	triangle := must.Get(region.NewConvex(corner, 0))(t)
	all := []region.Shape{
		must.Get(region.NewShape(nil, [][]region.Point{corner}, 0))(t),
		must.Get(region.NewShape(nil, [][]region.Point{corner}, 1))(t),
		must.Get(region.NewConvex(corner[:2], 0))(t),
		must.Get(region.NewConvex(corner[:1], 1))(t),
		must.Get(region.NewConvex(corner, 1))(t),
	}
	for i := range all {
		if got := append(triangle.AppendIntersection(nil, &all[i]), all[i].AppendIntersection(nil, &triangle)...); len(got) > 0 {
			t.Errorf("shape %d: %v", i, got)
		}
	}
	if got := triangle.AppendIntersection(nil, &triangle); len(got) != 1 {
		t.Errorf("a triangle with itself: %v", got)
	}
}

// Points and segments against regions: the oracle takes the region apart by even-odd, a
// point as nothing and a segment as a sliver, so the truth here is by definition: on the
// outline or not, inside or not.
func TestThinAgainstRegion(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	for range testenv.Rounds(1000, 3000, 3000) {
		outline := randomRings(r)
		g := mustRegion(t, outline)
		shape := must.Get(region.NewShape(g, nil, 0))(t)
		// Half steps reach cuts between parts, which are nowhere special.
		at := region.Point{X: float64(r.IntN(17)-2) / 2, Y: float64(r.IntN(17)-2) / 2}
		on, inside := false, false
		for _, ring := range outline {
			for i, p := range ring {
				q := ring[(i+1)%len(ring)]
				cross := (q.X-p.X)*(at.Y-p.Y) - (q.Y-p.Y)*(at.X-p.X)
				if cross == 0 && min(p.X, q.X) <= at.X && at.X <= max(p.X, q.X) && min(p.Y, q.Y) <= at.Y && at.Y <= max(p.Y, q.Y) {
					on = true
				}
				if (p.Y > at.Y) != (q.Y > at.Y) && (q.Y > p.Y) == (cross > 0) {
					inside = !inside
				}
			}
		}
		want := region.Apart
		if on {
			want = region.Touching
		} else if inside {
			want = region.Overlapping
		}
		point := mustShape(t, []region.Point{at}, 0)
		if got := shape.Compare(point); got != want {
			t.Fatalf("%v in %v: %v, want %v", at, outline, got, want)
		}
		covers, contains := shape.Relate(point)&region.Covers != 0, shape.Relate(point)&region.Contains != 0
		if covers != (want != region.Apart) || contains != (want == region.Overlapping) {
			t.Fatalf("%v in %v: %v", at, outline, shape.Relate(point))
		}
		// A segment overlaps if a piece of it between crossings lies inside: thirty points
		// along it, none of them on the outline, tell unless it crosses at a corner.
		to := region.Point{X: at.X + float64(r.IntN(9)-4)/2, Y: at.Y + float64(r.IntN(9)-4)/2}
		if to == at {
			continue
		}
		got := shape.Compare(mustShape(t, []region.Point{at, to}, 0))
		for i := range 30 {
			f := (float64(i) + .5) / 30
			p := mustShape(t, []region.Point{{X: at.X + f*(to.X-at.X), Y: at.Y + f*(to.Y-at.Y)}}, 0)
			if v := shape.Compare(p); v == region.Overlapping && got != region.Overlapping || v == region.Touching && got == region.Apart {
				t.Fatalf("%v to %v in %v: %v, but %v at %v", at, to, outline, got, v, p.Core())
			}
		}
	}
}

// Segments without radius, and what holds all of them: by points along them, which are exact.
func TestCoversSegment(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	const steps = 256
	seen := map[region.Relation]int{}
	for range testenv.Rounds(150, 500, 4000) {
		var shape region.Shape
		switch r.IntN(4) {
		case 0:
			core, _ := randomConvex(r)
			shape = *mustShape(t, core, 0)
		case 1:
			core, _ := randomConvex(r)
			shape = *mustShape(t, core, float64(1+r.IntN(2)))
		default:
			s := must.Get(region.NewShape(mustRegion(t, randomRings(r)), nil, 0))(t)
			shape = s
		}
		half := func() float64 { return float64(r.IntN(13)-1) / 2 }
		p, q := region.Point{X: half(), Y: half()}, region.Point{X: half(), Y: half()}
		if r.IntN(3) == 0 { // along axes and diagonals
			n := float64(r.IntN(9)-4) / 2
			q = region.Point{X: p.X + n*float64(r.IntN(2)), Y: p.Y + n*float64(r.IntN(3)-1)}
		}
		if p == q {
			continue
		}
		segment := mustShape(t, []region.Point{p, q}, 0)
		all, inner := true, false
		for i := range steps + 1 {
			f := float64(i) / steps
			switch v := shape.Compare(mustShape(t, []region.Point{{X: p.X + f*(q.X-p.X), Y: p.Y + f*(q.Y-p.Y)}}, 0)); v {
			case region.Apart:
				all = false
			case region.Overlapping:
				inner = true
			}
		}
		if len(shape.Core()) == 2 && shape.Radius() == 0 {
			inner = all // on another segment
		}
		got := shape.Relate(segment)
		if (got&region.Covers != 0) != all || (got&region.Contains != 0) != (all && inner) {
			t.Fatalf("%v of %v, %v and %v to %v: of its points it holds all %v, some inside %v", got, shape.Core(), shape.Region(), p, q, all, inner)
		}
		back := segment.Relate(&shape)
		if (got&region.Covers != 0) != (back&region.CoveredBy != 0) || (got&region.Contains != 0) != (back&region.Within != 0) {
			t.Fatalf("%v one way, %v the other", got, back)
		}
		seen[got]++
	}
	t.Log(seen)
	if len(seen) < 4 {
		t.Errorf("only %v", seen)
	}
}

// Covering shapes on whole numbers, where all products are exact in float64.
func TestRoundedCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	seen := map[bool]int{}
	rounds := testenv.Rounds(3000, 10_000, 20_000)
	for range rounds {
		a, _ := randomConvex(r)
		b, _ := randomConvex(r)
		ra, rb := float64(r.IntN(6)), float64(r.IntN(4))
		if len(a) == 2 && ra == 0 || len(b) == 2 && rb == 0 || len(a) == 1 && ra == 0 || len(b) == 1 && rb == 0 {
			continue
		}
		k := float64(1 + r.IntN(4)) // the covering one is often larger
		for i, p := range a {
			a[i] = region.Point{X: k*p.X - 2, Y: k*p.Y - 2}
		}
		s, o := mustShape(t, a, ra), mustShape(t, b, rb)
		want := true
		for _, p := range b {
			m := must.Get(oracle.Measure(asOracle(a, 0), asOracle([]region.Point{p}, 0)))(t)
			sign, square := m.Core()
			d, _ := square.Float64() // a fraction, but only compared with whole numbers
			if sign < 0 {            // inside: the disc of radius rb must stay within a grown by ra
				want = want && (rb <= ra || d >= (rb-ra)*(rb-ra))
			} else {
				want = want && rb <= ra && d <= (ra-rb)*(ra-rb)
			}
		}
		seen[want]++
		got := s.Relate(o)
		if (got&region.Covers != 0) != want {
			t.Fatalf("%v %v\n%v %v\n%v, want covers %v", a, ra, b, rb, got, want)
		}
		if (got&region.Covers != 0) != (o.Relate(s)&region.CoveredBy != 0) {
			t.Fatalf("%v %v\n%v %v\nnot the same the other way round", a, ra, b, rb)
		}
		// The same as a region of several parts, where the hull has an area.
		if len(a) > 3 && ra == 0 {
			g := mustRegion(t, rings{a})
			whole := must.Get(region.NewShape(g, nil, 0))(t)
			if (whole.Relate(o)&region.Covers != 0) != want {
				t.Fatalf("%v as a region", a)
			}
		}
	}
	if seen[true] < rounds/40 || seen[false] < rounds/40 {
		t.Error(seen)
	}
}

// A frame holds what fits between its outline and its hole.
func TestRegionCoversRounded(t *testing.T) {
	frame := mustRegion(t, rings{box(0, 0, 10, 10), box(4, 4, 6, 6)})
	s := must.Get(region.NewShape(frame, nil, 0))(t)
	for _, c := range []struct {
		x, y, r float64
		want    region.Relation
	}{
		{2, 2, 2, region.Intersects | region.Overlaps | region.Contains | region.Covers},
		{2, 2, 2.0000001, region.Intersects | region.Overlaps | region.OverlapsPartly},
		{2, 5, 2, region.Intersects | region.Overlaps | region.Contains | region.Covers},
		{5, 5, 1, region.Intersects | region.Touches},
		{5, 5, .9999999, 0},
		{5, 5, 5, region.Intersects | region.Overlaps | region.OverlapsPartly},
		{5, 5, 8, region.Intersects | region.Overlaps | region.Within | region.CoveredBy},
		{12, 5, 2, region.Intersects | region.Touches},
	} {
		if got := s.Relate(mustShape(t, []region.Point{{X: c.x, Y: c.y}}, c.r)); got != c.want {
			t.Errorf("disc %v: %v, want %v", c, got, c.want)
		}
	}
	grown := must.Get(region.NewShape(frame, nil, .5))(t)
	if got := grown.Compare(mustShape(t, []region.Point{{X: 5, Y: 5}}, .5)); got != region.Touching {
		t.Errorf("a disc that fits into the hole of a grown frame: %v", got)
	}
	if b := grown.Bounds(); !(b.MinX <= -.5 && b.MaxY >= 10.5 && b.MaxY < 10.6) {
		t.Errorf("bounds %v", b)
	}
}
