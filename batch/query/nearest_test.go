// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/soa"
)

// addTurned adds outlines. Many share their nearest point with others, or lie at the same distance:
// segments, capsules and polygons about corners on a grid of hundredths.
func addTurned(t testing.TB, s *soa.Shapes, r *rand.Rand, corners int) {
	t.Helper()
	at := func(x, y float64) soa.Point { return soa.Point{X: x, Y: y} }
	for range corners {
		x, y := float64(r.IntN(1600))/100, float64(r.IntN(1600))/100
		for range 4 {
			u, v := float64(1+r.IntN(9))/4, float64(r.IntN(9)-4)/4
			if r.IntN(2) == 0 {
				u = -u
			}
			var err error
			switch r.IntN(4) {
			case 0:
				_, err = s.AddSegmentBetween(at(x, y), at(x+u, y+v), 0, soa.Attrs{})
			case 1:
				_, err = s.AddSegmentBetween(at(x, y), at(x+u, y+v), 0.25, soa.Attrs{})
			case 2:
				_, err = s.AddOutline([]soa.Point{at(x, y), at(x+u, y+v), at(x-v, y+u)}, 0, soa.Attrs{})
			default:
				_, err = s.AddBox(soa.At(x+u/2, y+v, 0), max(u, -u)/2, 0.5, soa.Attrs{})
			}
			must.Do(t, err)
		}
	}
}

// TestNearestKeepsTies: the k nearest are the first k of all by distance and ID, and a distance at
// which a shape is found holds it, however near to each other the last ones are.
func TestNearestKeepsTies(t *testing.T) {
	ctx := context.Background()
	for n, corners := range []int{size(80), size(600)} {
		s, asked := soa.New(), soa.New()
		addTurned(t, s, seeded(t, 31), corners)
		addTurned(t, asked, seeded(t, 32), size(80))
		points := pointColumns{}
		for id := range asked.All() {
			x, y := must.Both(asked.Position(id))(t)
			points.X, points.Y = append(points.X, x), append(points.Y, y)
		}
		for _, brute := range []bool{false, true} {
			for _, table := range tables() {
				a := asker(t, index(t, s, query.Config{BruteForce: brute, Kernels: table.Name}), query.AskerConfig{Workers: 1})
				for what, ask := range map[string]func(k int, within float64) *query.Rows[query.Neighbour]{
					"shapes": func(k int, within float64) *query.Rows[query.Neighbour] {
						return must.Get(shapeColumns{Shapes: asked}.within(within).nearest(ctx, a, k))(t)
					},
					"points": func(k int, within float64) *query.Rows[query.Neighbour] {
						return must.Get(points.within(within).nearest(ctx, a, k))(t)
					},
				} {
					name := fmt.Sprintf("%d, %s, %s, brute force %v", n, what, table.Name, brute)
					all := clone(ask(s.Len(), 0))
					if len(all.Answers) != s.Len()*len(points.X) {
						t.Fatalf("%s: %d of %d", name, len(all.Answers), s.Len()*len(points.X))
					}
					for _, k := range []int{1, 2, 3, 5, 9, 70} {
						want := firstOfEach(all, func(i, j int) bool { return j < k })
						same(t, fmt.Sprintf("%s, %d nearest", name, k), clone(ask(k, 0)), want)
					}
					for _, k := range []int{0, 2, 5} { // the distance of one, for all questions
						within := all.Answers[all.Offsets[k]+k].Distance
						if within < 0 {
							continue
						}
						want := firstOfEach(all, func(i, j int) bool { return j < 64 && all.Answers[i].Distance <= within })
						same(t, fmt.Sprintf("%s, within %v", name, within), clone(ask(64, max(float64(within), math.SmallestNonzeroFloat64))), want)
					}
				}
			}
		}
	}
}

// firstOfEach are the neighbours for which keep, told their entry and their rank, holds.
func firstOfEach(all *query.Rows[query.Neighbour], keep func(i, rank int) bool) *query.Rows[query.Neighbour] {
	o := &query.Rows[query.Neighbour]{Offsets: []int{0}}
	for q := range len(all.Offsets) - 1 {
		for i := all.Offsets[q]; i < all.Offsets[q+1]; i++ {
			if keep(i, i-all.Offsets[q]) {
				o.Answers = append(o.Answers, all.Answers[i])
			}
		}
		o.Offsets = append(o.Offsets, len(o.Answers))
	}
	return o
}
