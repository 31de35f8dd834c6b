// SPDX-License-Identifier: MIT

package region_test

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/region"
)

func collection(t testing.TB, area *region.Region, lines [][]region.Point, radius float64) *region.Shape {
	t.Helper()
	s := must.Get(region.NewShape(area, lines, radius))(t)
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
	const crosses = region.Intersects | region.Overlaps | region.Crosses
	const has = region.Intersects | region.Overlaps | region.Contains | region.Covers
	type lines = [][]region.Point
	for name, c := range map[string]struct {
		areaA, areaB   *region.Region
		linesA, linesB lines
		radius         float64
		want           region.Relation
	}{
		"crossing at a corner":             {nil, nil, lines{path(-1, -1, 0, 0, 1, 1)}, lines{path(-1, 1, 0, 0, 1, -1)}, 0, crosses},
		"meeting at a corner":              {nil, nil, lines{path(-1, 1, 0, 0, 1, 1)}, lines{path(-1, -1, 0, 0, 1, -1)}, 0, crosses},
		"a corner on an edge":              {nil, nil, lines{path(-1, 1, 0, 0, 1, 1)}, lines{path(-3, 0, 3, 0)}, 0, crosses},
		"through an edge at a corner":      {nil, nil, lines{path(-1, 1, 0, 0, 1, -2)}, lines{path(-3, 0, 3, 0)}, 0, crosses},
		"an end on an edge":                {nil, nil, lines{path(-1, 1, 0, 0)}, lines{path(-3, 0, -1, 0, 3, 0)}, 0, touching},
		"along, then to the other way":     {nil, nil, lines{path(-1, 1, 0, 0, 1, 0, 2, -1)}, lines{path(-3, 0, 3, 0)}, 0, crossing},
		"there and back, which has no end": {nil, nil, lines{path(0, 1, 0, 0, 0, 1)}, lines{path(-3, 0, 3, 0)}, 0, crosses},
		"there and half the way back":      {nil, nil, lines{path(0, 2, 0, 0, 0, 1)}, lines{path(-3, 1, 3, 1)}, 0, touching},
		"back beyond the beginning":        {nil, nil, lines{path(0, 1, 0, 2, 0, 0)}, lines{path(0, 1)}, 0, touching | region.Covers},
		"the turn of a line":               {nil, nil, lines{path(0, 1, 0, 2, 0, 0)}, lines{path(0, 2)}, 0, has},
		"to and fro, the same points":      {nil, nil, lines{path(0, 1, 0, 2, 0, 0)}, lines{path(0, 0, 0, 2)}, 0, has | region.Within | region.CoveredBy | region.Equals},
		"two lines end there":              {nil, nil, lines{path(-1, 0, 0, 0), path(0, 0, 1, 0)}, lines{path(0, -1, 0, 1)}, 0, crosses},
		"three lines end there":            {nil, nil, lines{path(-1, 0, 0, 0), path(1, 0, 0, 0), path(0, 0, 0, 1)}, lines{path(0, -1, 0, 0, -1, -1)}, 0, touching},
		"three end there, two beside":      {nil, nil, lines{path(-1, 0, 0, 0), path(1, 0, 0, 0), path(0, 0, 0, 1)}, lines{path(0, 0, -1, 2), path(0, 0, 1, 2)}, 0, touching},
		"above one, outside the other":     {nil, nil, lines{path(-9, 0, 9, 0), path(-1, 1, 0, 0, 1, 1)}, lines{path(-3, 1, 0, 0, 3, 1)}, 0, crosses},
		"one line goes through there":      {nil, nil, lines{path(-1, 0, 0, 0, 1, 0)}, lines{path(0, -1, 0, 1)}, 0, crosses},
		"a ring that closes there":         {nil, nil, lines{path(0, 0, 1, 1, 2, 0, 0, 0)}, lines{path(-1, .5, 0, 0, 1, .5)}, 0, crosses},
		"a ring about there":               {nil, nil, lines{path(0, 0, 1, 1, 1, -1, 0, 0)}, lines{path(-1, 1, 0, 0, -1, -1)}, 0, crosses},
		"part of a line": {nil, nil, lines{path(0, 0, 1, 0, 2, 0, 2, 2)}, lines{path(.5, 0, 1.5, 0)}, 0,
			has},
		"cut in other places": {nil, nil, lines{path(0, 0, 1, 0, 3, 0)}, lines{path(3, 0, 2, 0, 0, 0)}, 0,
			has | region.Within | region.CoveredBy | region.Equals},
		"a point of many": {nil, nil, lines{path(0, 0), path(1, 1)}, lines{path(1, 1)}, 0,
			has},
		"a point on a line": {nil, nil, lines{path(0, 0, 2, 2, 3, 0)}, lines{path(1, 1)}, 0, has},
		"into an area":      {unit, nil, nil, lines{path(-1, 2, 0, 2, 1, 3)}, 0, crosses},
		"along an area":     {unit, nil, nil, lines{path(0, 1, 0, 2, 0, 4, 1, 4)}, 0, touching | region.Covers},
		"area and its line": {unit, nil, lines{path(4, 2, 9, 2)}, lines{path(3, 2, 8, 2)}, 0,
			region.Intersects | region.Overlaps | region.Contains | region.Covers},
		"its line by a gap":     {unit, nil, lines{path(5, 2, 9, 2)}, lines{path(3, 2, 8, 2)}, 0, crosses},
		"only the area reaches": {unit, unit, lines{path(9, 9, 8, 8)}, nil, 0, region.Intersects | region.Overlaps | region.Contains | region.Covers},
		"grown, apart":          {nil, nil, lines{path(0, 0, 5, 0, 5, 5)}, lines{path(0, 3, 1, 3, 1, 9)}, 1, 0},
		"grown, touching":       {nil, nil, lines{path(0, 0, 5, 0, 5, 5)}, lines{path(0, 2, 1, 2, 1, 9)}, 1, touching},
		"grown, of one segment": {nil, nil, lines{path(0, 0, 4, 0)}, lines{path(1, 0, 3, 0)}, 1,
			region.Intersects | region.Overlaps | region.Contains | region.Covers},
		"grown, with a point between": {nil, nil, lines{path(0, 0, 2, 0, 4, 0)}, lines{path(1, 0, 3, 0)}, 1,
			region.Intersects | region.Overlaps | region.Contains | region.Covers},
		"grown, to and fro": {nil, nil, lines{path(1, 0, 4, 0, 0, 0, 2, 0)}, lines{path(1, 0, 2, 0, 3, 0)}, 1,
			region.Intersects | region.Overlaps | region.Contains | region.Covers},
		"grown, of two segments": {nil, nil, lines{path(0, 0, 2, 0, 4, 1)}, lines{path(1, 0, 2, 0)}, 1, crossing},
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
		if s, err := region.NewShape(nil, c.lines, c.radius); !errors.Is(err, c.reason) || !s.None() {
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

// parted reports whether a small translation parts two bundles of rays from e, whose ends are small
// whole numbers, by trying: if one does, so does one along a ray, against it, across it, or between
// two neighbours of these. Rays are made so long, and translations so short, that all is near e;
// and all numbers are whole, so that the answer is exact.
func parted(e region.Point, as, bs []region.Point) bool {
	const long = 1 << 18
	from := func(p region.Point) region.Point { return region.Point{X: p.X - e.X, Y: p.Y - e.Y} }
	var ways []region.Point
	for _, p := range slices.Concat(as, bs) {
		d := from(p)
		ways = append(ways, d, region.Point{X: -d.X, Y: -d.Y}, region.Point{X: -d.Y, Y: d.X}, region.Point{X: d.Y, Y: -d.X})
	}
	slices.SortFunc(ways, func(p, q region.Point) int { return cmp.Compare(math.Atan2(p.Y, p.X), math.Atan2(q.Y, q.X)) })
	for i, p := range ways {
		q := ways[(i+1)%len(ways)]
		for _, m := range []region.Point{p, {X: p.X + q.X, Y: p.Y + q.Y}} {
			free := true
			for _, a := range as {
				for _, b := range bs {
					to, on := from(a), from(b)
					to = region.Point{X: long * to.X, Y: long * to.Y}
					on = region.Point{X: m.X + long*on.X, Y: m.Y + long*on.Y}
					free = free && !segmentsMeet(region.Point{}, to, m, on)
				}
			}
			if free {
				return true
			}
		}
	}
	return len(ways) == 0
}

func orient(a, b, c region.Point) float64 { return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X) }

func onStretch(a, b, e region.Point) bool {
	return orient(a, b, e) == 0 && min(a.X, b.X) <= e.X && e.X <= max(a.X, b.X) && min(a.Y, b.Y) <= e.Y && e.Y <= max(a.Y, b.Y)
}

func segmentsMeet(p, q, u, v region.Point) bool {
	return orient(p, q, u)*orient(p, q, v) < 0 && orient(u, v, p)*orient(u, v, q) < 0 ||
		onStretch(p, q, u) || onStretch(p, q, v) || onStretch(u, v, p) || onStretch(u, v, q)
}

// raysFrom are the ends of all segments of lines that have e, other than e.
func raysFrom(lines [][]region.Point, e region.Point) (out []region.Point) {
	for _, line := range lines {
		for i := range len(line) - 1 {
			if onStretch(line[i], line[i+1], e) {
				for _, p := range line[i : i+2] {
					if p != e {
						out = append(out, p)
					}
				}
			}
		}
	}
	return out
}

// Bundles of lines that end, bend or go on at one point, in all ways to divide them into lines.
func TestBundlesCross(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	e := region.Point{X: 3, Y: -2}
	random := func() (lines [][]region.Point) {
		for range 1 + r.IntN(3) {
			var line []region.Point
			for len(line) < 2 {
				if p := (region.Point{X: float64(r.IntN(7)), Y: float64(r.IntN(7) - 5)}); p != e && (len(line) == 0 || line[0] != p) {
					line = append(line, p)
				}
			}
			switch r.IntN(3) {
			case 0:
				line = []region.Point{line[0], e}
			case 1:
				line = []region.Point{line[0], e, line[1]}
			default:
				line = []region.Point{e, line[0]}
			}
			lines = append(lines, line)
		}
		return lines
	}
	seen := map[region.Verdict]int{}
	for range testenv.Rounds(2000, 6000, 60_000) {
		a, b := random(), random()
		want := region.Touching
		if !parted(e, raysFrom(a, e), raysFrom(b, e)) {
			want = region.Overlapping
		}
		if got := collection(t, nil, a, 0).Compare(collection(t, nil, b, 0)); got != want {
			t.Fatalf("%v\n%v\n%v, want %v", a, b, got, want)
		}
		seen[want]++
	}
	if seen[region.Touching] < 300 || seen[region.Overlapping] < 300 {
		t.Error(seen)
	}
}

// Lines on a small grid, against what they are by definition: they cross between their points, or
// at a point near which no translation parts them.
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
				if segmentsMeet(p, q, u, v) {
					want = max(want, region.Touching)
				}
			}
		}
		cornered := false
		for _, e := range slices.Concat(a, b) {
			as, bs := raysFrom([][]region.Point{a}, e), raysFrom([][]region.Point{b}, e)
			cornered = cornered || as != nil && bs != nil && !parted(e, as, bs)
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

// Lines of many points have the same relations whether they run across or upward, and are apart if
// no two of their segments meet.
func TestLongLines(t *testing.T) {
	r := rand.New(rand.NewPCG(57, 58))
	seen := map[region.Relation]int{}
	for range testenv.Rounds(60, 200, 1000) {
		n := 70 + r.IntN(60)
		random := func() (line []region.Point) {
			p := region.Point{X: float64(r.IntN(6)), Y: float64(r.IntN(6))}
			for range n {
				line = append(line, p)
				p = region.Point{X: p.X + float64(r.IntN(4)), Y: p.Y + float64(r.IntN(5)-2)}
			}
			return line
		}
		a, b := random(), random()
		switch r.IntN(3) {
		case 0:
			b = slices.Clone(a[r.IntN(20) : 30+r.IntN(40)])
		case 1: // above, so that it touches at most
			for i, p := range a {
				b[i] = region.Point{X: p.X, Y: p.Y + float64(r.IntN(2))}
			}
		}
		change := func(line []region.Point, f func(p region.Point) region.Point) (out []region.Point) {
			for _, p := range line {
				out = append(out, f(p))
			}
			return out
		}
		relate := func(f func(p region.Point) region.Point) region.Relation {
			s, o := collection(t, nil, [][]region.Point{change(a, f)}, 0), collection(t, nil, [][]region.Point{change(b, f)}, 0)
			return s.Relate(o)
		}
		want := relate(func(p region.Point) region.Point { return p })
		seen[want]++
		for _, f := range []func(p region.Point) region.Point{
			func(p region.Point) region.Point { return region.Point{X: p.Y, Y: p.X} },
			func(p region.Point) region.Point { return region.Point{X: p.Y, Y: -p.X} },
			func(p region.Point) region.Point { return region.Point{X: -p.X, Y: p.Y} },
		} {
			if got := relate(f); got != want {
				t.Fatalf("%v\n%v\n%v, was %v", a, b, got, want)
			}
		}
		apart := true
		for i := range len(a) - 1 {
			for k := range len(b) - 1 {
				apart = apart && !(segmentsMeet(a[i], a[i+1], b[k], b[k+1]) || a[i] == a[i+1] && onStretch(b[k], b[k+1], a[i]) || b[k] == b[k+1] && onStretch(a[i], a[i+1], b[k]))
			}
		}
		if apart != (want == 0) {
			t.Fatalf("%v\n%v\n%v", a, b, want)
		}
	}
	if len(seen) < 3 {
		t.Error(seen)
	}
}

// Points along a line test what a line or a collection covers. They are exact.
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

// Lines of many points: one against itself with points between, which has the most to decide, and
// against one that lies across.
func BenchmarkRelateLines(b *testing.B) {
	for _, n := range []int{1000, 16_000, 64_000} {
		r := rand.New(rand.NewPCG(55, uint64(n)))
		var line, finer, across []region.Point
		at := region.Point{}
		for i := range n {
			next := region.Point{X: at.X + float64(r.IntN(9)-3), Y: at.Y + float64(r.IntN(9)-4)}
			if i > 0 {
				finer = append(finer, region.Point{X: (at.X + next.X) / 2, Y: (at.Y + next.Y) / 2})
			}
			line, finer = append(line, next), append(finer, next)
			across = append(across, region.Point{X: next.X + .5, Y: next.Y + .25})
			at = next
		}
		s, o, c := collection(b, nil, [][]region.Point{line}, 0), collection(b, nil, [][]region.Point{finer}, 0), collection(b, nil, [][]region.Point{across}, 0)
		b.Run(fmt.Sprintf("same/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				s.Relate(o)
			}
		})
		turned := func(line []region.Point) (out [][]region.Point) {
			out = [][]region.Point{nil}
			for _, p := range line {
				out[0] = append(out[0], region.Point{X: p.Y, Y: p.X})
			}
			return out
		}
		u, v := collection(b, nil, turned(line), 0), collection(b, nil, turned(finer), 0)
		b.Run(fmt.Sprintf("upward/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				u.Relate(v)
			}
		})
		b.Run(fmt.Sprintf("across/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				s.Relate(c)
			}
		})
	}
}
