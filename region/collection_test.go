// SPDX-License-Identifier: MIT

package region_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/testenv"
	"daylight/region"
)

func collection(t testing.TB, area *region.Region, lines [][]region.Point, radius float64) *region.Shape {
	t.Helper()
	s, err := region.NewCollection(area, lines, radius)
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

func path(xy ...float64) (line []region.Point) {
	for i := 0; i < len(xy); i += 2 {
		line = append(line, region.Point{X: xy[i], Y: xy[i+1]})
	}
	return line
}

func TestCollectionKnown(t *testing.T) {
	unit := mustRegion(t, rings{box(0, 0, 4, 4)})
	const crossing = region.Intersects | region.Overlaps | region.OverlapsPartly
	const touching = region.Intersects | region.Touches
	type lines = [][]region.Point
	for name, c := range map[string]struct {
		areaA, areaB   *region.Region
		linesA, linesB lines
		radius         float64
		want           region.Relation
	}{
		"crossing at a corner":         {nil, nil, lines{path(-1, -1, 0, 0, 1, 1)}, lines{path(-1, 1, 0, 0, 1, -1)}, 0, crossing},
		"meeting at a corner":          {nil, nil, lines{path(-1, 1, 0, 0, 1, 1)}, lines{path(-1, -1, 0, 0, 1, -1)}, 0, touching},
		"a corner on an edge":          {nil, nil, lines{path(-1, 1, 0, 0, 1, 1)}, lines{path(-3, 0, 3, 0)}, 0, touching},
		"through an edge at a corner":  {nil, nil, lines{path(-1, 1, 0, 0, 1, -2)}, lines{path(-3, 0, 3, 0)}, 0, crossing},
		"an end on an edge":            {nil, nil, lines{path(-1, 1, 0, 0)}, lines{path(-3, 0, -1, 0, 3, 0)}, 0, touching},
		"along, then to the other way": {nil, nil, lines{path(-1, 1, 0, 0, 1, 0, 2, -1)}, lines{path(-3, 0, 3, 0)}, 0, touching},
		"there and back":               {nil, nil, lines{path(0, 1, 0, 0, 0, 1)}, lines{path(-3, 0, 3, 0)}, 0, touching},
		"two lines end there":          {nil, nil, lines{path(-1, 0, 0, 0), path(0, 0, 1, 0)}, lines{path(0, -1, 0, 1)}, 0, touching},
		"one line goes through there":  {nil, nil, lines{path(-1, 0, 0, 0, 1, 0)}, lines{path(0, -1, 0, 1)}, 0, crossing},
		"a ring that closes there":     {nil, nil, lines{path(0, 0, 1, 1, 2, 0, 0, 0)}, lines{path(-1, .5, 0, 0, 1, .5)}, 0, crossing},
		"a ring about there":           {nil, nil, lines{path(0, 0, 1, 1, 1, -1, 0, 0)}, lines{path(-1, 1, 0, 0, -1, -1)}, 0, touching},
		"part of a line": {nil, nil, lines{path(0, 0, 1, 0, 2, 0, 2, 2)}, lines{path(.5, 0, 1.5, 0)}, 0,
			region.Intersects | region.Contains | region.Covers},
		"cut in other places": {nil, nil, lines{path(0, 0, 1, 0, 3, 0)}, lines{path(3, 0, 2, 0, 0, 0)}, 0,
			region.Intersects | region.Contains | region.Covers | region.Within | region.CoveredBy | region.Equals},
		"a point of many": {nil, nil, lines{path(0, 0), path(1, 1)}, lines{path(1, 1)}, 0,
			region.Intersects | region.Contains | region.Covers},
		"a point on a line": {nil, nil, lines{path(0, 0, 2, 2, 3, 0)}, lines{path(1, 1)}, 0, touching | region.Covers},
		"into an area":      {unit, nil, nil, lines{path(-1, 2, 0, 2, 1, 3)}, 0, crossing},
		"along an area":     {unit, nil, nil, lines{path(0, 1, 0, 2, 0, 4, 1, 4)}, 0, touching | region.Covers},
		"area and its line": {unit, nil, lines{path(4, 2, 9, 2)}, lines{path(3, 2, 8, 2)}, 0,
			region.Intersects | region.Overlaps | region.Contains | region.Covers},
		"its line by a gap":     {unit, nil, lines{path(5, 2, 9, 2)}, lines{path(3, 2, 8, 2)}, 0, crossing},
		"only the area reaches": {unit, unit, lines{path(9, 9, 8, 8)}, nil, 0, region.Intersects | region.Overlaps | region.Contains | region.Covers},
		"grown, apart":          {nil, nil, lines{path(0, 0, 5, 0, 5, 5)}, lines{path(0, 3, 1, 3, 1, 9)}, 1, 0},
		"grown, touching":       {nil, nil, lines{path(0, 0, 5, 0, 5, 5)}, lines{path(0, 2, 1, 2, 1, 9)}, 1, touching},
		"grown, of one segment": {nil, nil, lines{path(0, 0, 4, 0)}, lines{path(1, 0, 3, 0)}, 1,
			region.Intersects | region.Overlaps | region.Contains | region.Covers},
		"grown, of two segments": {nil, nil, lines{path(0, 0, 2, 0, 4, 0)}, lines{path(1, 0, 3, 0)}, 1, crossing},
		"grown, overlapping":     {nil, nil, lines{path(0, 0, 5, 0, 5, 5)}, lines{path(0, 1.9, 1, 2, 1, 9)}, 1, crossing},
	} {
		a, b := collection(t, c.areaA, c.linesA, c.radius), collection(t, c.areaB, c.linesB, c.radius)
		if got := a.Relate(b); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		if got := mirrored(b.Relate(a)); got != c.want {
			t.Errorf("%s, the other way: %v, want %v", name, got, c.want)
		}
	}
	for _, c := range []struct {
		lines  [][]region.Point
		radius float64
		reason error
	}{
		{nil, 0, region.ErrTooFewPoints},
		{lines{nil}, 0, region.ErrTooFewPoints},
		{lines{path(0, math.NaN())}, 0, region.ErrNotFinite},
		{lines{path(0, 0)}, -1, region.ErrRadius},
	} {
		if s, err := region.NewCollection(nil, c.lines, c.radius); !errors.Is(err, c.reason) || !s.None() {
			t.Errorf("%v, %v: %v, want %v", c.lines, c.radius, err, c.reason)
		}
	}
}

// mirrored are the relations of B to A as those of A to B.
func mirrored(r region.Relation) region.Relation {
	out := r &^ (region.Contains | region.Within | region.Covers | region.CoveredBy)
	for from, to := range map[region.Relation]region.Relation{
		region.Contains: region.Within, region.Within: region.Contains, region.Covers: region.CoveredBy, region.CoveredBy: region.Covers,
	} {
		if r&from != 0 {
			out |= to
		}
	}
	return out
}

// crossed tells by floating point whether two ways over a point, from p over e to q and from u to v,
// which share no ray, cross there: one is moved by very little, in a direction that no ray has, and
// then they cross in an odd number of places. All are near whole numbers.
func crossed(e, p, q, u, v region.Point) bool {
	to := func(r region.Point) region.Point { // a way of the same length along each ray
		dx, dy := r.X-e.X, r.Y-e.Y
		l := math.Hypot(dx, dy)
		return region.Point{X: dx / l, Y: dy / l}
	}
	const mx, my = 1e-4, 2.3456789e-5
	count := 0
	for _, a := range []region.Point{to(p), to(q)} {
		for _, b := range []region.Point{to(u), to(v)} {
			// s a = m + t b
			det := a.Y*b.X - a.X*b.Y
			s, t := (my*b.X-mx*b.Y)/det, (my*a.X-mx*a.Y)/det
			if det != 0 && s > 0 && s < 1 && t > 0 && t < 1 {
				count++
			}
		}
	}
	return count%2 == 1
}

// Lines on a small grid, against what they are by definition: they cross between their points, or
// over a point, where neither runs along the other.
func TestLinesCross(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	random := func() (line []region.Point) {
		for len(line) < 2 {
			line = line[:0]
			for range 2 + r.IntN(4) {
				if p := (region.Point{X: float64(2 * r.IntN(4)), Y: float64(2 * r.IntN(4))}); len(line) == 0 || line[len(line)-1] != p {
					line = append(line, p)
				}
			}
			if len(line) > 3 && r.IntN(3) == 0 && line[0] != line[len(line)-1] {
				line = append(line, line[0])
			}
		}
		return line
	}
	orient := func(a, b, c region.Point) float64 { return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X) }
	on := func(a, b, e region.Point) bool {
		return orient(a, b, e) == 0 && min(a.X, b.X) <= e.X && e.X <= max(a.X, b.X) && min(a.Y, b.Y) <= e.Y && e.Y <= max(a.Y, b.Y)
	}
	// ways are all that a line takes over a point.
	ways := func(line []region.Point, e region.Point) (out [][2]region.Point) {
		n := len(line)
		for i := range n - 1 {
			a, b := line[i], line[i+1]
			switch {
			case on(a, b, e) && e != a && e != b:
				out = append(out, [2]region.Point{a, b})
			case e == b && i+2 < n:
				out = append(out, [2]region.Point{a, line[i+2]})
			case e == b && e == line[0]:
				out = append(out, [2]region.Point{a, line[1]})
			}
		}
		return out
	}
	along := func(e, a, b region.Point) bool {
		return orient(e, a, b) == 0 && (a.X-e.X)*(b.X-e.X)+(a.Y-e.Y)*(b.Y-e.Y) > 0
	}
	seen := map[region.Verdict]int{}
	atCorners := 0
	for range testenv.Rounds(3000, 20_000, 60_000) {
		a, b := random(), random()
		want := region.Apart
		for i := range len(a) - 1 {
			for k := range len(b) - 1 {
				p, q, u, v := a[i], a[i+1], b[k], b[k+1]
				if orient(p, q, u)*orient(p, q, v) < 0 && orient(u, v, p)*orient(u, v, q) < 0 {
					want = region.Overlapping
				}
				if on(p, q, u) || on(p, q, v) || on(u, v, p) || on(u, v, q) {
					want = max(want, region.Touching)
				}
			}
		}
		cornered := false
		for _, e := range slices.Concat(a, b) {
			for _, w := range ways(a, e) {
				for _, z := range ways(b, e) {
					if along(e, w[0], z[0]) || along(e, w[0], z[1]) || along(e, w[1], z[0]) || along(e, w[1], z[1]) || along(e, w[0], w[1]) || along(e, z[0], z[1]) {
						continue
					}
					cornered = cornered || crossed(e, w[0], w[1], z[0], z[1])
				}
			}
		}
		if cornered {
			if want != region.Overlapping {
				atCorners++
			}
			want = region.Overlapping
		}
		s, o := collection(t, nil, [][]region.Point{a}, 0), collection(t, nil, [][]region.Point{b}, 0)
		if got := s.Compare(o); got != want {
			t.Fatalf("%v\n%v\n%v, want %v", a, b, got, want)
		}
		seen[want]++
		// Points between change nothing, nor does the direction.
		var finer []region.Point
		for i, p := range a {
			if i > 0 {
				finer = append(finer, region.Point{X: (a[i-1].X + p.X) / 2, Y: (a[i-1].Y + p.Y) / 2})
			}
			finer = append(finer, p)
		}
		slices.Reverse(finer)
		f := collection(t, nil, [][]region.Point{finer}, 0)
		if x, y := s.Relate(o), f.Relate(o); x != y || mirrored(o.Relate(f)) != x {
			t.Fatalf("%v\n%v\n%v, %v with points between, %v the other way", a, b, x, y, o.Relate(f))
		}
		if got := f.Relate(s); got&region.Equals == 0 {
			t.Fatalf("%v and the same with points between: %v", a, got)
		}
	}
	t.Log(seen, atCorners)
	if seen[region.Touching] < 100 || atCorners < 50 {
		t.Error(seen, atCorners)
	}
}

// What a line or a collection covers: by points along, which are exact.
func TestCollectionCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 54))
	random := func(n int) (line []region.Point) {
		for range n {
			line = append(line, region.Point{X: float64(r.IntN(7) - 1), Y: float64(r.IntN(7) - 1)})
		}
		return line
	}
	const steps = 16
	seen := map[bool]int{}
	for range testenv.Rounds(300, 1500, 5000) {
		var area *region.Region
		if r.IntN(2) == 0 {
			area = mustRegion(t, randomRings(r))
		}
		lines := [][]region.Point{random(2 + r.IntN(4)), random(1 + r.IntN(3))}
		s := collection(t, area, lines, 0)
		other := random(1 + r.IntN(3))
		along := r.IntN(2) == 0
		if from := lines[0]; along { // a line of s
			other = nil
			for i := range len(from) - 1 {
				p, q := from[i], from[i+1]
				other = append(other, region.Point{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2}, q)
			}
		}
		o := collection(t, nil, [][]region.Point{other}, 0)
		all := true
		for i := range max(len(other)-1, 1) {
			p, q := other[i], other[min(i+1, len(other)-1)]
			for k := range steps + 1 {
				f := float64(k) / steps
				at := collection(t, nil, [][]region.Point{{{X: p.X + f*(q.X-p.X), Y: p.Y + f*(q.Y-p.Y)}}}, 0)
				all = all && s.Compare(at) != region.Apart
			}
		}
		got := s.Relate(o)&region.Covers != 0
		if got && !all {
			t.Fatalf("%v %v covers %v, of which a point is apart", area, lines, other)
		}
		if !got && (along || all && len(other) == 1) { // where points tell all
			t.Fatalf("%v %v does not cover %v", area, lines, other)
		}
		if got != (o.Relate(s)&region.CoveredBy != 0) {
			t.Fatal("not the same the other way round")
		}
		if r.IntN(2) == 0 { // a part of itself
			some := collection(t, area, lines[:1], 0)
			if v := s.Relate(some); v&region.Covers == 0 {
				t.Fatalf("%v %v does not cover %v: %v", area, lines, lines[:1], v)
			}
		}
		seen[got]++
	}
	if len(seen) < 2 || seen[true] < 30 {
		t.Error(seen)
	}
}
