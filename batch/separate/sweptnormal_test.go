// SPDX-License-Identifier: MIT

package separate

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/batch/mtv"
	"daylight/region"
	"daylight/soa"
)

// The normal at which two bodies first touch is one of their outlines, never that of a cut between
// two parts of one of them, though corners line up: it is the direction between the closest points
// of the whole bodies for some places near the one where they touch; or, where they touch in several
// places at once, which may leave that direction no room, that of an edge of an outline.
func TestSweptNormals(t *testing.T) {
	outlines := [][][]region.Point{
		{{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 4}, {X: 0, Y: 4}}},
		{rectangle(-3, -3, 3, 3), rectangle(-2, -2, 2, 2)},
		{{{X: 0, Y: 0}, {X: 5, Y: 0}, {X: 5, Y: 2}, {X: 4, Y: 2}, {X: 4, Y: 1}, {X: 3, Y: 1}, {X: 3, Y: 2}, {X: 2, Y: 2}, {X: 2, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 2}, {X: 0, Y: 2}}},
		{{{X: 0, Y: 2}, {X: 2, Y: 0}, {X: 4, Y: 2}, {X: 2, Y: 1}}},
	}
	r := rand.New(rand.NewPCG(31, 32))
	rounds := 5000
	if testing.Short() {
		rounds = 300
	}
	seen, left := 0, 0
	for range rounds {
		s := soa.New()
		dx, dy, turn := soa.Attach[float32](s), soa.Attach[float32](s), soa.Attach[float32](s)
		var edges []region.Point // normals of the edges of the region at rest
		at := outlines[r.IntN(len(outlines))]
		for _, ring := range at {
			for k, p := range ring {
				q := ring[(k+1)%len(ring)]
				l := math.Hypot(q.X-p.X, q.Y-p.Y)
				edges = append(edges, region.Point{X: (q.Y - p.Y) / l, Y: (p.X - q.X) / l})
			}
		}
		a, err := s.AddRegionAt(soa.At(0, 0, 0), ringed(t, at...), 0)
		if err != nil {
			t.Fatal(err)
		}
		// Corners are on a grid, but nothing fits exactly between two walls, where no direction would
		// be free.
		x, y := float64(r.IntN(19)-7)/2, float64(r.IntN(19)-7)/2
		const h = .45
		var b soa.ID
		switch r.IntN(4) {
		case 0:
			b, err = s.AddBox(soa.At(x+h, y+h, 0), h, h)
		case 1:
			b, err = s.AddCircle(soa.At(x, y+h, 0), h*float64(r.IntN(2)))
		case 2:
			b, err = s.AddRegular(soa.At(x, y+h, 0), 4, h, 0)
		case 3:
			var smaller [][]region.Point
			for _, ring := range outlines[r.IntN(len(outlines))] {
				var points []region.Point
				for _, q := range ring {
					points = append(points, region.Point{X: 2 * h * q.X, Y: 2 * h * q.Y})
				}
				smaller = append(smaller, points)
			}
			b, err = s.AddRegionAt(soa.At(x, y, math.Pi/2*float64(r.IntN(4))), ringed(t, smaller...), 0)
		}
		if err != nil {
			t.Fatal(err)
		}
		vx, vy := float32(r.IntN(25)-12), float32(r.IntN(25)-12)
		parts, err := s.Parts(nil, b)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range parts {
			if err := dx.Set(id, vx); err != nil {
				t.Fatal(err)
			}
			if err := dy.Set(id, vy); err != nil {
				t.Fatal(err)
			}
		}
		c, _, err := batch.Collide(context.Background(), s, batch.InMode(batch.ModeSwept), batch.Motion(batch.Moves{DX: dx, DY: dy, Turn: turn}))
		if err != nil {
			t.Fatal(err)
		}
		var p BodyContacts
		if err := p.Find(c); err != nil {
			t.Fatal(err)
		}
		for k := range p.A {
			i := p.Deepest[k]
			if c.Time[i] == 0 {
				continue
			}
			seen++
			at := float64(c.Time[i])
			is := func(n int) bool {
				return isNormal(t, s, a, b, at*float64(vx), at*float64(vy), float64(c.NX[n]), float64(c.NY[n]))
			}
			if is(i) {
				continue
			}
			none := true // of the contacts that begin with it; then there is none to report
			for _, n := range p.Rows[p.First[k] : p.First[k]+p.Count[k]] {
				if c.Time[n] <= c.Time[i]+atOnce && is(n) {
					none = false
					if slices.ContainsFunc(edges, func(e region.Point) bool {
						return math.Abs(e.X*float64(c.NX[i])+e.Y*float64(c.NY[i])) > .9999
					}) {
						break
					}
					t.Errorf("at time %v of (%v, %v): normal (%v, %v) instead of (%v, %v)", at, vx, vy, c.NX[i], c.NY[i], c.NX[n], c.NY[n])
				}
			}
			if none {
				left++
			}
		}
	}
	t.Logf("%d touch, %d of them only where no contact of two parts has a normal of the outlines", seen, left)
	if seen < rounds/8 || left > seen/100 {
		t.Errorf("%d touch, %d without a normal", seen, left)
	}
}

// isNormal reports whether (nx, ny) is the direction from body a to body b when b has moved by
// (x, y) and a little in any direction.
func isNormal(t *testing.T, s *soa.Shapes, a, b soa.ID, x, y, nx, ny float64) bool {
	t.Helper()
	as, errA := s.Parts(nil, a)
	bs, errB := s.Parts(nil, b)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	var q mtv.Question
	const steps, far = 16, 1. / 64
	for i := -steps; i <= steps; i++ {
		for j := -steps; j <= steps; j++ {
			least, cos := math.Inf(1), 0.
			for _, m := range bs {
				for _, n := range as {
					c, _, err := q.Moved(s, m, n, x+far*float64(i)/steps, y+far*float64(j)/steps)
					if err != nil {
						t.Fatal(err)
					}
					if apart := -float64(c.Depth); apart < least {
						least, cos = apart, -(float64(c.NX)*nx + float64(c.NY)*ny)
					}
				}
			}
			if least > 1e-5 && cos > .999 {
				return true
			}
		}
	}
	return false
}
