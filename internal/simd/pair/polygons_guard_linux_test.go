// SPDX-License-Identifier: MIT

package pair

import (
	"testing"

	"daylight/internal/simd"
)

// TestPolygonsStayInside decides polygons with every column against an
// unreadable page.
func TestPolygonsStayInside(t *testing.T) {
	r := seeded(t)
	rounds := 60
	if testing.Short() {
		rounds = 24
	}
	for round := range rounds {
		only := [][]simd.Class{{simd.Polygon}, {simd.Polygon, simd.Box, simd.Capsule}, {simd.Polygon, simd.Circle}}[round%3]
		b, shapes := cored(r, 1+r.IntN(20), only...)
		if round%2 == 0 { // without what build puts before each run
			b = build(shapes[0])
			b.Off[0] = 0
			for _, col := range []*[]float32{&b.Lanes.VX, &b.Lanes.VY, &b.Lanes.NX, &b.Lanes.NY, &b.Lanes.D} {
				if len(*col) > 0 {
					*col = (*col)[1:]
				}
			}
			shapes = shapes[:1]
		}
		n := r.IntN(80)
		pairs := anyPairs(r, len(shapes), n)
		for _, atEnd := range []bool{false, true} {
			column := func(v []float32) []float32 { return guardedCopy(t, v, atEnd) }
			lanes := func() simd.Lanes {
				l := &b.Lanes
				return simd.Lanes{VX: column(l.VX), VY: column(l.VY), NX: column(l.NX), NY: column(l.NY), D: column(l.D)}
			}
			g := &Block{Rec: guardedCopy(t, b.Rec, atEnd), Class: guardedCopy(t, b.Class, atEnd),
				Off: guardedCopy(t, b.Off, atEnd), Num: guardedCopy(t, b.Num, atEnd), Lanes: lanes()}
			a := &Args{Block: g, Pairs: guardedCopy(t, pairs, atEnd), Limit: 0.1}
			a.Out = Hits{guarded[uint32](t, n+simd.Slack, atEnd), guarded[uint32](t, n+simd.Slack, atEnd),
				guarded[float32](t, n+simd.Slack, atEnd), guarded[float32](t, n+simd.Slack, atEnd), guarded[float32](t, n+simd.Slack, atEnd)}
			for _, tab := range All() {
				a.Hints = nil
				kernel := tab.Contacts.Convex
				if round%3 == 2 {
					kernel = tab.Contacts.CirclePolygon
				}
				if round%3 == 2 {
					// Only pairs of a circle and a polygon are that kernel's.
					some := a.Pairs[:0]
					for _, p := range pairs {
						if (shapes[p.A].class == simd.Circle) != (shapes[p.B].class == simd.Circle) {
							some = append(some, p)
						}
					}
					a.Pairs = some
					kernel(a)
					continue
				}
				kernel(a)
				a.Hints = guarded[Axis](t, n, atEnd)
				kernel(a)
				for i := range a.Hints {
					a.Hints[i] = Axis(r.IntN(70)) | Axis(r.IntN(2))<<31
				}
				kernel(a)
			}
		}
	}
}
