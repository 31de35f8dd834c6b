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

// Where an arc touches a line or an arc without crossing it, in the middle of a stripe between
// other ends, either may be above the other there.
func TestTangentArea(t *testing.T) {
	round := mustShape(t, path(0, 0), 5)
	checkCommon(t, round, mustShape(t, path(7, 1, -1, 7, -9, -9), 0))
	checkCommon(t, round, mustShape(t, path(1.5, 2), 2.5))
	checkCommon(t, round, mustShape(t, path(-3, -4), 10))
}

// On a small grid with equal radii and such that add up, everything touches: circles from inside
// and outside, lines that touch arcs, centres above ends.
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

// gridSolid is a circle, a box, or an L, of points of a grid and with a radius of 1/2, 1 or 2.
func gridSolid(t *testing.T, r *rand.Rand) *region.Shape {
	const size = 7
	p := region.Point{X: float64(r.IntN(size)), Y: float64(r.IntN(size))}
	switch r.IntN(8) {
	case 0, 1:
		return mustShape(t, box(p.X, p.Y, p.X+float64(1+r.IntN(4)), p.Y+float64(1+r.IntN(4))), 0)
	case 2:
		ell := path(p.X, p.Y, p.X+3, p.Y, p.X+3, p.Y+1, p.X+1, p.Y+1, p.X+1, p.Y+3, p.X, p.Y+3)
		s := must.Get(region.NewShape(mustRegion(t, rings{ell}), nil, 0))(t)
		return &s
	}
	return mustShape(t, []region.Point{p}, [...]float64{.5, .5, .5, 1, 1, 2}[r.IntN(6)])
}
