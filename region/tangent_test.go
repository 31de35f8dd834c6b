// SPDX-License-Identifier: MIT

package region_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/region"
)

// checkCommon holds what two shapes have in common against the truth, in either order, and reports
// the worst share of the bound that it is off by.
func checkCommon(t *testing.T, a, b *region.Shape) float64 {
	t.Helper()
	if a.Compare(b) != region.Overlapping {
		return 0
	}
	as := bigParts(a, 0)
	bs := bigParts(b, len(as))
	want := trueCommon(as, bs)
	worst := 0.
	for _, got := range [2]region.Common{a.Intersect(b), b.Intersect(a)} {
		off, _ := minus(bigOf(got.Area), want).Float64()
		if worst = max(worst, math.Abs(off)/got.Bound); !(math.Abs(off) <= got.Bound) {
			t.Errorf("%v of\n%v %v %v %v\n%v %v %v %v\nwant %v, bound %v, off by %v", got.Area, a.Core(), a.Region(), a.Lines(), a.Radius(), b.Core(), b.Region(), b.Lines(), b.Radius(), want.Text('g', 20), got.Bound, off)
		}
	}
	return worst
}

// Where an arc touches a line or an arc without crossing it, in the middle of a stripe between other
// ends, either may be above the other there.
func TestTangentArea(t *testing.T) {
	checkCommon(t, mustShape(t, path(1, 7, 5, 5), .5), mustShape(t, path(3, 6, 6, 0), .5))
	checkCommon(t, mustShape(t, path(0, 0, 3, 6), .5), mustShape(t, path(1, 5, 5, 7), .5))
	checkCommon(t, mustShape(t, path(0, 1, 6, 5), .5), mustShape(t, path(3, 3, 5, 0), .5))
	// Between parts of one side.
	line := collection(t, nil, [][]region.Point{path(6, 2, 3, 2, 6, 5), path(4, 1)}, .5)
	checkCommon(t, line, mustShape(t, path(4, 3), .5))
	line = collection(t, nil, [][]region.Point{path(6, 4, 3, 6, 0, 2), path(4, 5)}, 1)
	checkCommon(t, line, mustShape(t, path(2, 3, 6, 6), 2))
}

// On a small grid with equal radii and such that add up, everything touches: circles from inside and
// outside, arcs and lines that are the same, centres above ends.
func TestTangentAreaOnGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(67, 68))
	worst := 0.
	for range testenv.Rounds(50, 200, 1500) {
		a, b := gridSolid(t, r), gridSolid(t, r)
		worst = max(worst, checkCommon(t, a, b))
		if t.Failed() {
			return
		}
	}
	t.Logf("worst %.3g of the bound", worst)
}

// gridSolid is a circle, a capsule, a rounded box, or several of them, of points of a grid and with a
// radius of 1/2, 1 or 2.
func gridSolid(t *testing.T, r *rand.Rand) *region.Shape {
	const size = 7
	at := func() region.Point { return region.Point{X: float64(r.IntN(size)), Y: float64(r.IntN(size))} }
	radius := [...]float64{.5, .5, .5, 1, 1, 2}[r.IntN(6)]
	p, q := at(), at()
	for q == p {
		q = at()
	}
	switch r.IntN(8) {
	case 0, 1:
		return mustShape(t, []region.Point{p}, radius)
	case 2, 3, 4:
		return mustShape(t, []region.Point{p, q}, radius)
	case 5:
		return mustShape(t, box(p.X, p.Y, p.X+float64(1+r.IntN(4)), p.Y+float64(1+r.IntN(4))), radius*float64(r.IntN(2)))
	case 6:
		return collection(t, nil, [][]region.Point{{p, q, at()}, {at()}}, radius)
	}
	ell := path(p.X, p.Y, p.X+3, p.Y, p.X+3, p.Y+1, p.X+1, p.Y+1, p.X+1, p.Y+3, p.X, p.Y+3)
	s := must.Get(region.NewShape(mustRegion(t, rings{ell}), nil, radius))(t)
	return &s
}
