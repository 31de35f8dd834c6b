// SPDX-License-Identifier: MIT

package region_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/bench/oracle"
	"daylight/internal/exact"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/region"
)

// randomConvex is a point, a segment or a convex polygon, often on a grid, and a radius,
// often zero.
func randomConvex(r *rand.Rand) ([]region.Point, float64) {
	size := 2 + r.IntN(6)
	var cloud []region.Point
	for range 1 + r.IntN(7) {
		cloud = append(cloud, region.Point{X: float64(r.IntN(size)), Y: float64(r.IntN(size))})
	}
	return hull(cloud), []float64{0, 0, .5, 1, 1.5, .1, r.Float64()}[r.IntN(7)]
}

func asOracle(core []region.Point, radius float64) oracle.Shape {
	s := oracle.Polygon()
	for _, p := range core {
		s.Vertices = append(s.Vertices, [2]float64{p.X, p.Y})
	}
	s.Radius = radius
	return s
}

func TestConvexTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	seen := map[string]int{}
	for range testenv.Rounds(3000, 10_000, 30_000) {
		a, ra := randomConvex(r)
		b, rb := randomConvex(r)
		dx, dy := float64(r.IntN(13)-6), float64(r.IntN(13)-6)
		turned := r.IntN(3) == 0
		s, c := 0., 1.
		scale, move := 1., 0.
		if turned {
			s, c = math.Sincos(r.Float64() * 7)
		}
		if r.IntN(3) == 0 {
			scale, move = math.Pow(10, float64(r.IntN(19)-9)), 1e7*float64(r.IntN(2))
		}
		f := func(p region.Point) region.Point {
			return region.Point{X: (c*p.X-s*p.Y)*scale + move, Y: (s*p.X+c*p.Y)*scale - move}
		}
		for i, p := range b {
			b[i] = region.Point{X: p.X + dx, Y: p.Y + dy}
		}
		convex := true
		for _, core := range [][]region.Point{a, b} {
			for i, p := range core {
				core[i] = f(p)
			}
			if len(hull(core)) != len(core) {
				convex = false // rounding took a corner away
			}
		}
		if !convex {
			continue
		}
		ra, rb = ra*scale, rb*scale
		m := must.Get(oracle.Measure(asOracle(a, ra), asOracle(b, rb)))(t)
		want := region.Apart
		switch {
		case m.Overlapping():
			want = region.Overlapping
		case m.Touching():
			want = region.Touching
		}
		seen[fmt.Sprintf("%v %v", want, ra+rb > 0)]++
		for _, way := range []struct{ got region.Verdict }{{region.Convex(a, ra, b, rb)}, {region.Convex(b, rb, a, ra)}} {
			if way.got != want {
				t.Fatalf("%v %v\n%v %v\n%v, want %v", a, ra, b, rb, way.got, want)
			}
		}
	}
	t.Log(seen)
	if len(seen) != 6 {
		t.Errorf("met only %v", seen)
	}
}

// hull is A. M. Andrew's monotone chain.
func hull(points []region.Point) []region.Point {
	points = slices.Clone(points)
	slices.SortFunc(points, func(a, b region.Point) int {
		return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y))
	})
	points = slices.Compact(points)
	if len(points) < 2 {
		return points
	}
	chain := func() (path []region.Point) {
		for _, p := range points {
			for n := len(path); n > 1 && exact.Orient(path[n-2].X, path[n-2].Y, path[n-1].X, path[n-1].Y, p.X, p.Y) <= 0; n-- {
				path = path[:n-1]
			}
			path = append(path, p)
		}
		return path[:len(path)-1]
	}
	lower := chain()
	slices.Reverse(points)
	return append(lower, chain()...)
}

// TestFilter: a corner so near to an edge that float64 arithmetic errs about it is left to exact
// arithmetic, wherever on the edge it lies.
func TestFilter(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	seen := [3]int{}
	for range 20000 {
		p, q := region.Point{X: r.Float64(), Y: r.Float64()}, region.Point{X: 3 + r.Float64(), Y: 3 + r.Float64()}
		along := r.Float64()
		v := region.Point{X: p.X + along*(q.X-p.X), Y: p.Y + along*(q.Y-p.Y)}
		// The one lies to the left of the edge from p to q, the other to the right but for v.
		a, b := []region.Point{p, q, {X: 0, Y: 9}}, []region.Point{v, {X: v.X + 1, Y: v.Y - 2}, {X: v.X + 2, Y: v.Y - 1}}
		want := region.Touching
		switch exact.Orient(p.X, p.Y, q.X, q.Y, v.X, v.Y) {
		case 1:
			want = region.Overlapping
		case -1:
			want = region.Apart
		}
		seen[want]++
		if got := region.Convex(a, 0, b, 0); got != want {
			t.Fatalf("%v and %v: %v, want %v", a, b, got, want)
		}
	}
	if min(seen[region.Apart], seen[region.Overlapping]) < 1000 {
		t.Errorf("apart, touching, overlapping: %v of each", seen)
	}
}
