// SPDX-License-Identifier: MIT

package region_test

import (
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"daylight/bench/oracle"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/region"
)

// Verdicts, relations and common areas against rational arithmetic that knows nothing of
// parts: a sample, or with DAYLIGHT_FULL=1 some thousands; -pairs 100000 takes some minutes.

var pairs = flag.Int("pairs", 0, "random pairs of regions to hold against the oracle; 0 is the test's own number")

type rings [][]region.Point

func (r rings) oracle() oracle.Region {
	var o oracle.Region
	for _, ring := range r {
		var points [][2]float64
		for _, p := range ring {
			points = append(points, [2]float64{p.X, p.Y})
		}
		o = append(o, points)
	}
	return o
}

func (r rings) mapped(f func(p region.Point) region.Point) rings {
	out := make(rings, len(r))
	for i, ring := range r {
		for _, p := range ring {
			out[i] = append(out[i], f(p))
		}
	}
	return out
}

// randomRings are such as New accepts, on a small grid.
func randomRings(r *rand.Rand) rings {
	for {
		size := 3 + r.IntN(5)
		var out rings
		for range 1 + r.IntN(3)/2 {
			var ring []region.Point
			for range 3 + r.IntN(4) {
				ring = append(ring, region.Point{X: float64(r.IntN(size)), Y: float64(r.IntN(size))})
			}
			out = append(out, ring)
		}
		switch r.IntN(6) {
		case 0: // a frame: holes that others fill
			x, y := float64(r.IntN(3)), float64(r.IntN(3))
			out = rings{box(x-1, y-1, x+4, y+4), box(x, y, x+float64(1+r.IntN(3)), y+float64(1+r.IntN(3)))}
		case 1:
			x, y := float64(r.IntN(4)), float64(r.IntN(4))
			out = rings{box(x, y, x+float64(1+r.IntN(3)), y+float64(1+r.IntN(3)))}
		case 2: // stairs, letters
			x, y := float64(r.IntN(3)), float64(r.IntN(3))
			out = rings{{{X: x, Y: y}, {X: x + 3, Y: y}, {X: x + 3, Y: y + 1}, {X: x + 1, Y: y + 1}, {X: x + 1, Y: y + 2}, {X: x + 3, Y: y + 2}, {X: x + 3, Y: y + 3}, {X: x, Y: y + 3}}}
			if r.IntN(2) == 0 {
				out = out.mapped(func(p region.Point) region.Point { return region.Point{X: p.Y, Y: p.X} })
			}
		}
		if _, err := region.NewEvenOdd(out); err == nil {
			return out
		}
	}
}

func box(x0, y0, x1, y1 float64) []region.Point {
	return []region.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
}

// randomPair are two that often share corners and edges, on a grid or turned, scaled and
// moved away from it.
func randomPair(r *rand.Rand) (a, b rings) {
	for {
		a, b = randomRings(r), randomRings(r)
		if r.IntN(8) == 0 {
			b = a
		}
		dx, dy := float64(r.IntN(9)-4), float64(r.IntN(9)-4)
		b = b.mapped(func(p region.Point) region.Point { return region.Point{X: p.X + dx, Y: p.Y + dy} })
		if r.IntN(2) == 0 {
			s, c := math.Sincos(2 * math.Pi * r.Float64())
			if r.IntN(2) == 0 {
				s, c = .6, .8
			}
			scale := math.Pow(10, float64(r.IntN(19)-9))
			move := 0.
			if r.IntN(2) == 0 {
				move = 1e7
			}
			f := func(p region.Point) region.Point {
				return region.Point{X: (c*p.X-s*p.Y)*scale + move, Y: (s*p.X+c*p.Y)*scale - move}
			}
			a, b = a.mapped(f), b.mapped(f)
		}
		// Rounding may make them touch themselves.
		_, errA := region.NewEvenOdd(a)
		_, errB := region.NewEvenOdd(b)
		if errA == nil && errB == nil {
			return a, b
		}
	}
}

func mustRegion(t testing.TB, r rings) *region.Region {
	t.Helper()
	return must.Get(region.NewEvenOdd(r))(t)
}

func wantRelation(o oracle.Overlaid) region.Relation {
	switch {
	case !o.Meet:
		return 0
	case o.Common.Sign() == 0:
		return region.Intersects | region.Touches
	}
	want := region.Intersects | region.Overlaps
	onlyA, onlyB := o.OnlyA.Sign() > 0, o.OnlyB.Sign() > 0
	switch {
	case onlyA && onlyB:
		want |= region.OverlapsPartly
	case !onlyA && !onlyB:
		want |= region.Equals
	}
	if !onlyB {
		want |= region.Covers | region.Contains
	}
	if !onlyA {
		want |= region.CoveredBy | region.Within
	}
	return want
}

func float(x *big.Rat) float64 {
	f, _ := x.Float64()
	return f
}

func TestTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	seen := map[region.Relation]int{}
	worst := 0.
	rounds := *pairs
	if rounds == 0 {
		rounds = testenv.Rounds(250, 1000, 8000)
	}
	for range rounds {
		a, b := randomPair(r)
		ra, rb := mustRegion(t, a), mustRegion(t, b)
		truth := oracle.Overlay(a.oracle(), b.oracle())
		want := wantRelation(truth)
		seen[want]++
		if got := region.Relate(ra, rb); got != want {
			t.Fatalf("%v\n%v\n%v, want %v", a, b, got, want)
		}
		c := region.Intersect(ra, rb)
		if (c.Area > 0) != (truth.Common.Sign() > 0) {
			t.Fatalf("%v\n%v\narea %v, want %v", a, b, c.Area, float(truth.Common))
		}
		if truth.Common.Sign() == 0 {
			continue
		}
		diff := new(big.Rat).Sub(new(big.Rat).SetFloat64(c.Area), truth.Common)
		off := math.Abs(float(diff))
		if off > c.Bound {
			t.Fatalf("%v\n%v\narea %v is off by %v, bound %v", a, b, c.Area, off, c.Bound)
		}
		worst = max(worst, off/c.Bound)
		// The centroid, where there is enough area for it to mean something.
		if c.Area > 1e-6*min(ra.Area(), rb.Area()) {
			x, y := float(truth.MomentX.Quo(truth.MomentX, truth.Common)), float(truth.MomentY.Quo(truth.MomentY, truth.Common))
			box := ra.Box()
			size := box.MaxX - box.MinX + box.MaxY - box.MinY
			if tolerance := 1e-6*size + 1e-9*c.Bound/size + 1e-15*math.Abs(x); math.Abs(c.Centroid.X-x) > tolerance || math.Abs(c.Centroid.Y-y) > tolerance {
				t.Fatalf("%v\n%v\ncentroid %v %v, want %v %v", a, b, c.Centroid.X, c.Centroid.Y, x, y)
			}
		}
		sum := 0.
		for _, piece := range region.AppendIntersection(nil, ra, rb) {
			for i := 2; i < len(piece); i++ {
				p, q, r := piece[0], piece[i-1], piece[i]
				sum += ((q.X-p.X)*(r.Y-p.Y) - (q.Y-p.Y)*(r.X-p.X)) / 2
			}
		}
		// Corners of the pieces are rounded where they are.
		around := ra.Box()
		reach, size := math.Abs(around.MaxX)+math.Abs(around.MinY), around.MaxX-around.MinX+around.MaxY-around.MinY
		if math.Abs(sum-c.Area) > c.Bound+reach*0x1p-50*size {
			t.Fatalf("%v\n%v\npieces have area %v, want %v", a, b, sum, c.Area)
		}
	}
	t.Logf("relations met: %v; worst error of an area: %.3f of its bound", seen, worst)
	if rounds >= 1000 {
		for _, want := range []region.Relation{0, region.Intersects | region.Touches, region.Intersects | region.Overlaps | region.OverlapsPartly} {
			if seen[want] < rounds/30 {
				t.Errorf("only %d are %v", seen[want], want)
			}
		}
		if len(seen) < 6 {
			t.Errorf("only %d relations met", len(seen))
		}
	}
}

// Polygons whose rings touch have the relations and areas that they should, with a small box that
// may lie in a hole, or touch where rings do.
func TestTouchingRingsTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	done, n := 0, testenv.Rounds(1500, 5000, 20_000)
	for range n {
		a := rings(region.RandomTouching(r))
		if _, err := region.NewEvenOdd(a); err == nil {
			continue // none touch
		}
		ra, err := region.New([][][]region.Point{a}, region.Config{})
		if err != nil {
			continue
		}
		done++
		x, y := float64(r.IntN(7)), float64(r.IntN(7))
		b := rings{box(x, y, x+1, y+1)}
		if r.IntN(2) == 0 {
			b = rings{a[1+r.IntN(len(a)-1)]}
		}
		rb := mustRegion(t, b)
		o := oracle.Overlay(a.oracle(), b.oracle())
		c := region.Intersect(ra, rb)
		if area := float(o.Common); math.Abs(c.Area-area) > c.Bound || (c.Area > 0) != (o.Common.Sign() > 0) {
			t.Fatalf("%v and %v have area %v in common, want %v", a, b, c.Area, area)
		}
		if got, want := region.Relate(ra, rb), wantRelation(o); got != want {
			t.Fatalf("%v and %v: %v, want %v", a, b, got, want)
		}
	}
	if done < n/50 {
		t.Errorf("only %d of %d touch", done, n)
	}
}

// Mirroring, moving by integers, swapping and turning the order of rings and points round
// changes no verdict.
func TestVerdictsStay(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range testenv.Rounds(1000, 3000, 3000) {
		a, b := randomPair(r)
		whole := true
		check := func(p region.Point) region.Point {
			whole = whole && p.X == math.Trunc(p.X) && p.Y == math.Trunc(p.Y) && math.Abs(p.X) < 1e9 && math.Abs(p.Y) < 1e9
			return p
		}
		a.mapped(check)
		b.mapped(check)
		if !whole {
			continue // moving by integers would round
		}
		want := region.Relate(mustRegion(t, a), mustRegion(t, b))
		for name, f := range map[string]func(p region.Point) region.Point{
			"mirrored in x": func(p region.Point) region.Point { return region.Point{X: -p.X, Y: p.Y} },
			"mirrored in y": func(p region.Point) region.Point { return region.Point{X: p.X, Y: -p.Y} },
			"swapped axes":  func(p region.Point) region.Point { return region.Point{X: p.Y, Y: p.X} },
			"moved":         func(p region.Point) region.Point { return region.Point{X: p.X + 1234567, Y: p.Y - 7654321} },
			"halved":        func(p region.Point) region.Point { return region.Point{X: p.X / 2, Y: p.Y / 2} },
		} {
			if got := region.Relate(mustRegion(t, a.mapped(f)), mustRegion(t, b.mapped(f))); got != want {
				t.Fatalf("%v\n%v\n%s: %v, was %v", a, b, name, got, want)
			}
		}
		permuted := func(in rings) rings {
			out := make(rings, len(in))
			for i, ring := range in {
				if n := len(ring); ring[0] == ring[n-1] {
					ring = ring[:n-1]
				}
				k := r.IntN(len(ring))
				out[len(in)-1-i] = append(append([]region.Point{}, ring[k:]...), ring[:k]...)
			}
			return out
		}
		if got := region.Relate(mustRegion(t, permuted(a)), mustRegion(t, permuted(b))); got != want {
			t.Fatalf("%v\n%v\npermuted: %v, was %v", a, b, got, want)
		}
		mirror := map[region.Relation]region.Relation{
			region.Contains: region.Within, region.Within: region.Contains,
			region.Covers: region.CoveredBy, region.CoveredBy: region.Covers,
		}
		other := region.Relation(0)
		for k := region.Relation(1); k <= region.Equals; k <<= 1 {
			if want&k != 0 {
				if m, ok := mirror[k]; ok {
					other |= m
				} else {
					other |= k
				}
			}
		}
		if got := region.Relate(mustRegion(t, b), mustRegion(t, a)); got != other {
			t.Fatalf("%v\n%v\nthe other way round: %v, want %v", a, b, got, other)
		}
	}
}
