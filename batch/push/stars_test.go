// SPDX-License-Identifier: MIT

package push_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/batch"
	"daylight/batch/push"
	"daylight/internal/must"
	"daylight/region"
	"daylight/soa"
)

// star is an outline of so many corners, every other one nearer to the centre.
func star(t *testing.T, r *rand.Rand, corners int) *region.Region {
	t.Helper()
	ring := make([]region.Point, corners)
	for i := range ring {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(corners))
		d := 10 - 5*float64(i%2) - 1.5*r.Float64()
		ring[i] = region.Point{X: d * cos, Y: d * sin}
	}
	return must.Get(region.New([][][]region.Point{{ring}}, region.Config{}))(t)
}

// along is how far parts q have to go along (ux, uy) to the first place where none of them overlaps
// one of p: where the stretches end, from 0 on, in which two parts overlap.
func along(p, q [][]region.Point, ux, uy float64) float64 {
	type stretch struct{ lo, hi float64 }
	var all []stretch
	for _, a := range p {
		for _, b := range q {
			s := stretch{math.Inf(1), math.Inf(-1)}
			// Where the path of a corner, forth or back, runs through the other part.
			path := func(v region.Point, part []region.Point, sign float64) {
				lo, hi := math.Inf(-1), math.Inf(1)
				for i, e := range part {
					f := part[(i+1)%len(part)]
					nx, ny := f.Y-e.Y, e.X-f.X // outward
					over, rise := nx*(v.X-e.X)+ny*(v.Y-e.Y), sign*(nx*ux+ny*uy)
					switch {
					case rise > 0:
						hi = min(hi, -over/rise)
					case rise < 0:
						lo = max(lo, -over/rise)
					case over >= 0:
						return
					}
				}
				if lo < hi {
					s.lo, s.hi = min(s.lo, lo), max(s.hi, hi)
				}
			}
			for _, v := range b {
				path(v, a, 1)
			}
			for _, v := range a {
				path(v, b, -1)
			}
			all = append(all, s)
		}
	}
	far := 0.0
	for again := true; again; {
		again = false
		for _, s := range all {
			if s.lo < far+1e-9 && s.hi > far+1e-9 {
				far, again = s.hi, true
			}
		}
	}
	return far
}

// TestBodyPushOfStars: no direction parts bodies of many corners by a shorter push, and the bound
// of pushes that are given up is at least the depth of two parts.
func TestBodyPushOfStars(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 1))
	for _, c := range []struct{ effort, pairs, exact int }{{0, 20, 20}, {1 << 12, 5, 0}} {
		exact := 0
		for i := range c.pairs {
			s := soa.New()
			var bodies [2]*region.Region
			var places [2]soa.Pose
			for k := range bodies {
				bodies[k] = star(t, r, 60)
				places[k] = soa.At(float64(k)*(2+8*r.Float64()), float64(k)*6*r.Float64(), 0)
				must.Get(s.AddRegionAt(places[k], bodies[k], 0, soa.Attrs{}))(t)
			}
			contacts, _ := must.Both(batch.Collide(context.Background(), s, batch.Config{}))(t)
			p := push.Bodies{Effort: c.effort}
			if err := p.Find(contacts); err != nil || len(p.A) != 1 {
				t.Fatalf("%v, %v", p.A, err)
			}
			depth := math.Hypot(p.X[0], p.Y[0])
			if p.Excess[0] == 0 {
				exact++
			}
			bound := depth - p.Excess[0]
			deepest := float64(contacts.Depth[p.Rows[0]])
			if (p.Excess[0] == 0) != (bound >= depth*(1-1e-9)) || bound > depth*(1+1e-9) || bound < deepest*(1-1e-6) {
				t.Errorf("pair %d is exact: %v, pushed by %v, at least %v, and two parts overlap by %v", i, p.Excess[0] == 0, depth, bound, deepest)
			}
			var parts [2][][]region.Point
			for k, b := range bodies {
				for n := range b.Parts() {
					var part []region.Point
					for _, v := range b.Part(n) {
						part = append(part, region.Point{X: v.X + places[k].X, Y: v.Y + places[k].Y})
					}
					parts[k] = append(parts[k], part)
				}
			}
			if left := along(parts[0], parts[1], p.X[0]/depth, p.Y[0]/depth); left > depth+1e-5 {
				t.Errorf("pair %d: pushed by %v, which ends no overlap, as %v does", i, depth, left)
			}
			least := math.Inf(1)
			for k := range 120 {
				sin, cos := math.Sincos(2 * math.Pi * float64(k) / 120)
				least = min(least, along(parts[0], parts[1], cos, sin))
			}
			if c.effort == 0 && least < .97*depth || least < bound*(1-1e-6) {
				t.Errorf("pair %d: pushed by %v, and %v is enough; at least %v", i, depth, least, bound)
			}
		}
		if exact != c.exact {
			t.Errorf("effort %d: %d of %d are exact", c.effort, exact, c.pairs)
		}
	}
}
