// SPDX-License-Identifier: MIT

package region_test

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"daylight/bench/oracle"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/region"
)

func TestMendKnown(t *testing.T) {
	square := func(x, y, s float64) []region.Point { return box(x, y, x+s, y+s) }
	pentagram := []region.Point{{X: 0, Y: 10}, {X: 6, Y: -8}, {X: -10, Y: 3}, {X: 10, Y: 3}, {X: -6, Y: -8}}
	for _, c := range []struct {
		name        string
		polygons    [][][]region.Point
		area        float64
		rings, most int // parts at most
	}{
		{"clean", [][][]region.Point{{square(0, 0, 2)}}, 4, 1, 1},
		{"bow tie", [][][]region.Point{{{{X: 0, Y: 0}, {X: 2, Y: 2}, {X: 2, Y: 0}, {X: 0, Y: 2}}}}, 2, 2, 2},
		{"spike", [][][]region.Point{{{{X: 0, Y: 0}, {X: 2, Y: 0}, {X: 2, Y: 3}, {X: 2, Y: 2}, {X: 0, Y: 2}}}}, 4, 1, 1},
		{"spike inwards", [][][]region.Point{{{{X: 0, Y: 0}, {X: 2, Y: 0}, {X: 2, Y: 1}, {X: 1, Y: 1}, {X: 2, Y: 1}, {X: 2, Y: 2}, {X: 0, Y: 2}}}}, 4, 1, 1},
		{"repeated", [][][]region.Point{{{{X: 0, Y: 0}, {X: 0, Y: 0}, {X: 2, Y: 0}, {X: 2, Y: 2}, {X: 2, Y: 2}, {X: 0, Y: 2}}}}, 4, 1, 1},
		{"hole at the edge", [][][]region.Point{{square(0, 0, 3), {{X: 0, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 2}, {X: 0, Y: 2}}}}, 8, 1, 3},
		{"hole at a corner", [][][]region.Point{{square(0, 0, 4), {{X: 0, Y: 0}, {X: 2, Y: 1}, {X: 1, Y: 2}}}}, 14.5, 2, 5},
		{"holes that touch", [][][]region.Point{{square(0, 0, 5), square(1, 1, 1), square(2, 2, 1)}}, 23, 3, 8},
		{"holes side by side", [][][]region.Point{{square(0, 0, 5), square(1, 1, 1), square(2, 1, 1)}}, 23, 2, 4},
		{"hole outside", [][][]region.Point{{square(0, 0, 2), square(5, 0, 1)}}, 5, 2, 2},
		{"the same twice", [][][]region.Point{{square(0, 0, 2)}, {square(0, 0, 2)}}, 4, 1, 1},
		{"neighbours", [][][]region.Point{{square(0, 0, 2)}, {square(2, 0, 2)}}, 8, 1, 1},
		{"overlapping", [][][]region.Point{{square(0, 0, 2)}, {square(1, 1, 2)}}, 7, 1, 4},
		{"overlapping in one polygon", [][][]region.Point{{square(0, 0, 2), square(1, 1, 2)}}, 6, 2, 4},
		{"pentagram", [][][]region.Point{{pentagram}}, 0, 5, 5},
	} {
		r, err := region.New(c.polygons, region.Config{Mend: true})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if c.area != 0 && math.Abs(r.Area()-c.area) > 1e-12 || r.Rings() != c.rings || r.Parts() > c.most {
			t.Errorf("%s: area %v in %d rings and %d parts, want %v in %d and at most %d", c.name, r.Area(), r.Rings(), r.Parts(), c.area, c.rings, c.most)
		}
	}
	line := [][]region.Point{{{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 2, Y: 2}}}
	if r, err := region.New([][][]region.Point{line}, region.Config{Mend: true}); !errors.Is(err, region.ErrZeroArea) {
		t.Errorf("a line: %v, %v", r, err)
	}
}

// Random rings with all that can be wrong against an oracle that takes them as they are.
func TestMendTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for range testenv.Rounds(10, 30, 150) {
		scale, move := 1., 0.
		if r.IntN(3) == 0 {
			scale, move = math.Pow(10, float64(r.IntN(19)-9)), float64(r.IntN(2))*1e7
		}
		random := func() (out rings) {
			size := 3 + r.IntN(6)
			for range 1 + r.IntN(3) {
				var ring []region.Point
				for range 1 + r.IntN(8) {
					ring = append(ring, region.Point{X: float64(r.IntN(size))*scale + move, Y: float64(r.IntN(size))*scale - move})
				}
				out = append(out, ring)
			}
			return out
		}
		// Crossings are rounded: edges of up to 8 scale move by the spacing of numbers.
		spacing := math.Nextafter(move+8*scale, math.Inf(1)) - (move + 8*scale)
		tolerance := 500 * scale * spacing

		a := random()
		truth := oracle.Overlay(a.oracle(), nil)
		got, err := region.New([][][]region.Point{a}, region.Config{Mend: true})
		if truth.OnlyA.Sign() == 0 {
			if !errors.Is(err, region.ErrZeroArea) {
				t.Fatalf("%v\n%v, no area", a, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%v\n%v, want area %v", a, err, float(truth.OnlyA))
		}
		if math.Abs(got.Area()-float(truth.OnlyA)) > tolerance {
			t.Fatalf("%v\narea %v, want %v", a, got.Area(), float(truth.OnlyA))
		}
		checkMended(t, got)

		// Two polygons: what is in one of them at least.
		b := random()
		truth = oracle.Overlay(a.oracle(), b.oracle())
		union := new(big.Rat).Add(truth.OnlyA, truth.OnlyB)
		union.Add(union, truth.Common)
		if got, err = region.New([][][]region.Point{a, b}, region.Config{Mend: true}); err != nil {
			t.Fatalf("%v\n%v\n%v", a, b, err)
		}
		if math.Abs(got.Area()-float(union)) > tolerance {
			t.Fatalf("%v\n%v\narea %v, want %v", a, b, got.Area(), float(union))
		}
		checkMended(t, got)
	}
}

// checkMended tests that the parts are the outline's inside.
func checkMended(t *testing.T, r *region.Region) {
	t.Helper()
	var outline rings
	for i := range r.Rings() {
		outline = append(outline, r.Ring(i))
	}
	var parts oracle.Region
	corner := map[region.Point]bool{}
	for _, ring := range outline {
		seen := map[region.Point]bool{}
		for _, p := range ring {
			if corner[p] = true; seen[p] {
				t.Fatalf("ring %v passes through %v twice", ring, p)
			}
			seen[p] = true
		}
	}
	sum := new(big.Rat)
	for i := range r.Parts() {
		part := rings{r.Part(i)}
		for _, p := range r.Part(i) {
			if !corner[p] {
				t.Fatalf("part %v has a corner that is not of the outline %v", part, outline)
			}
		}
		parts = append(parts, part.oracle()...)
		sum.Add(sum, oracle.Overlay(part.oracle(), nil).OnlyA)
	}
	// As many as there are: parts by even-odd are the outline only if none overlap.
	o := oracle.Overlay(outline.oracle(), parts)
	if o.OnlyA.Sign() != 0 || o.OnlyB.Sign() != 0 || sum.Cmp(o.Common) != 0 {
		t.Fatalf("outline %v\nparts %v", outline, parts)
	}
	if r.Parts() == 0 {
		t.Fatal("no parts")
	}
}

// Mending does not change clean rings.
func TestMendLeavesCleanRings(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	for range testenv.Rounds(500, 2000, 2000) {
		a := randomRings(r)
		want := must.Get(region.NewEvenOdd(a))(t)
		got, err := region.New([][][]region.Point{a}, region.Config{Mend: true})
		if err != nil || region.Relate(got, want)&region.Equals == 0 || got.Area() != want.Area() {
			t.Fatalf("%v: %v, %v", a, got, err)
		}
	}
}

// Polygons of one region may touch, but not overlap, and each must be clean.
func TestTouchingPolygons(t *testing.T) {
	square := func(x, y, s float64) [][]region.Point { return [][]region.Point{box(x, y, x+s, y+s)} }
	for _, c := range []struct {
		name     string
		polygons [][][]region.Point
		area     float64
		reason   error
	}{
		{"at a corner", [][][]region.Point{square(0, 0, 1), square(1, 1, 1)}, 2, nil},
		{"corner on edge", [][][]region.Point{square(0, 0, 2), {{{X: 2, Y: 1}, {X: 3, Y: 0}, {X: 3, Y: 2}}}}, 5, nil},
		{"along an edge", [][][]region.Point{square(0, 0, 1), square(1, 0, 1)}, 2, nil},
		{"along part of an edge", [][][]region.Point{square(0, 0, 3), square(3, 1, 1), square(3, 2, .5)}, 10.25, nil},
		{"filling a hole", [][][]region.Point{{square(0, 0, 3)[0], square(1, 1, 1)[0]}, square(1, 1, 1)}, 9, nil},
		{"the same twice", [][][]region.Point{square(0, 0, 1), square(0, 0, 1)}, 0, region.ErrNested},
		{"overlapping at a corner", [][][]region.Point{square(0, 0, 2), square(0, 0, 1)}, 0, region.ErrNested},
		{"touching and overlapping", [][][]region.Point{square(0, 0, 2), square(2, 0, 2), square(3, 1, 2)}, 0, region.ErrCrossing},
		{"touching and not clean", [][][]region.Point{square(0, 0, 1), {{{X: 1, Y: 1}, {X: 3, Y: 3}, {X: 3, Y: 1}, {X: 1, Y: 3}}}}, 0, region.ErrCrossing},
	} {
		r, err := region.New(c.polygons, region.Config{})
		if !errors.Is(err, c.reason) || err == nil && r.Area() != c.area {
			t.Errorf("%s: %v, %v; want area %v and %v", c.name, r, err, c.area, c.reason)
		}
		if err == nil {
			checkMended(t, r)
		}
	}
}

// TestMendNear: what is led through ends that are near is bounded by MaxCrossings, too.
func TestMendNear(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	ring := make([]region.Point, 60)
	for i := range ring {
		ring[i] = region.Point{X: math.Ldexp(r.NormFloat64(), r.IntN(1800)-900), Y: math.Ldexp(r.NormFloat64(), r.IntN(1800)-900)}
	}
	cfg := region.Config{Mend: true, MaxCrossings: len(ring) * len(ring) / 2}
	if _, err := region.New([][][]region.Point{{ring}}, cfg); !errors.Is(err, region.ErrTooManyCrossings) {
		t.Error(err)
	}
}

// TestMendGivesUp: outlines that reach from 1e-250 to 1e290 become more in each round that leads
// them through ends that are near, and are given up before that takes long.
func TestMendGivesUp(t *testing.T) {
	ring := []region.Point{
		{-9.361494563749267e+274, -1.3757907984936511e+172},
		{-1.227724880172829e-74, 9.436090917903077e-250},
		{-3.2934960539283834e-44, 2.1524727818423081e+164},
		{-7.341542405097364e+264, -1.5740404663206348e-57},
		{1.3582216099125056e+178, 4.21143945272186e+275},
		{-5.317369483833535e+153, 2.87493715642338e+93},
		{-2.7838497759155552e+286, 5.847371676829486e+17},
		{-4.0150803392300643e+198, 1.3499676475882566e-76},
		{2.0000493488556989e-53, 1.345138680629351e+98},
		{1.0657256440698699e+132, -1.2362060031737516e-76},
		{-8.446380195732379e-225, -1.074312320617944e+104},
		{4.3957219732776797e-41, -8.353344013079386e+247},
		{1.1445955264515595e+27, 2.957916061309494e+63},
		{-2.5031139946939827e+224, 6.074698542384851e+161},
		{2.7438636445897774e+183, -1.7014637008039982e+249},
		{0.3337260300663373, 2.5951273368755756e-92},
		{1.244758633204367e+210, 9.307432561880579e-68},
		{-1.3544991069802596e+290, -1.550188200571197e+154},
		{-9.292609295520418e+225, -2.98737108818034e+251},
		{-3.3620562491192957e+227, 4.178942953491703e+67},
		{-6.7635179486326964e-108, 3.2198257438602785e-98},
		{-8.818959936488956e-44, 1.515556604336992e+250},
		{-1.657463724761651e+70, -9.546170608006912e-129},
		{-1.1786577099212595e+202, 2.8409436892456117e-233},
	}
	if _, err := region.New([][][]region.Point{{ring}}, region.Config{Mend: true}); !errors.Is(err, region.ErrNotMended) {
		t.Errorf("got %v", err)
	}
}
