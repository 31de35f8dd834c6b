// SPDX-License-Identifier: MIT

package soa

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/must"
)

// TestStands: if every corner of an outline is said to stand out, simplify drops none. Nearly all
// outlines that keep all their corners are found so.
func TestStands(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 15))
	var o outline
	stood, whole, cut := 0, 0, 0
	for range 20_000 {
		n := 3 + r.IntN(9)
		pts := make([]Point, 0, n)
		size := math.Exp2(float64(r.IntN(160) - 100))
		flat := math.Exp2(-float64(r.IntN(30)))
		for k := range n {
			a := (float64(k) + r.Float64()*0.9) * 2 * math.Pi / float64(n)
			pts = append(pts, Point{X: float64(size * math.Cos(a)), Y: float64(size * flat * math.Sin(a))})
		}
		if r.IntN(2) == 0 { // a corner in the middle of an edge, or nearly so
			a, b := pts[0], pts[1]
			off := math.Exp2(-float64(18 + r.IntN(10)))
			m := Point{X: (a.X+b.X)/2 + float64(size*flat*off), Y: (a.Y+b.Y)/2 + float64(size*off)}
			pts = slices.Insert(pts, 1, m)
		}
		extent, _ := must.Both(measure("", pts, 0))(t)
		tol := extent * snap
		o.round(pts, tol)
		for i := range pts[1:] {
			a, b := pts[i], pts[i+1]
			for _, by := range []float64{tol, distance(a, b), math.Nextafter(distance(a, b), 0), math.Nextafter(distance(a, b), math.Inf(1))} {
				if apart(a, b, by) != (distance(a, b) > by) {
					t.Fatalf("%v and %v apart by %v", a, b, by)
				}
			}
		}
		if len(o.point) < 3 || !o.hull.takeConvex(o.point) {
			continue
		}
		stands := o.stands(tol)
		o.keepAll()
		all := slices.Clone(o.out)
		o.simplify(tol)
		if len(o.keep) < 3 {
			continue
		}
		o.write()
		switch {
		case stands && !slices.Equal(all, o.out):
			t.Fatalf("%v stands, but simplify leaves %v", all, o.out)
		case stands:
			stood++
		case len(o.out) == len(all):
			whole++
		default:
			cut++
		}
	}
	if stood < 5000 || cut < 500 || whole > stood/20 {
		t.Errorf("%d stand, %d more are whole, %d are cut", stood, whole, cut)
	}
}
