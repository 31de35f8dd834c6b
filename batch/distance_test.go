// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/bench/oracle"
	"daylight/internal/batchtest"
	"daylight/internal/kernels/isa"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/kernels"
	"daylight/soa"
)

// sameWitness compares the witnesses of two lists of contacts, which are the same
// otherwise, to the bit.
func sameWitness(t *testing.T, what string, got, want *batch.Contacts) {
	t.Helper()
	bitsOf := func(c *batch.Contacts) (l []uint32) {
		for _, points := range c.Points {
			if len(points) != c.Len() {
				t.Fatalf("%s: %d witnesses for %d contacts", what, len(points), c.Len())
			}
			for _, p := range points {
				l = append(l, math.Float32bits(p.X), math.Float32bits(p.Y))
			}
		}
		return l
	}
	if !slices.Equal(bitsOf(got), bitsOf(want)) {
		t.Fatalf("%s: other witnesses", what)
	}
}

// TestDistance: the same pairs, depths and normals as ModeContacts within the same
// margin, and witnesses that do not depend on workers, kernels or storage order.
func TestDistance(t *testing.T) {
	n := testenv.Rounds(400, 1500, 1500)
	for _, d := range distributions {
		t.Run(d.name, func(t *testing.T) {
			shapes := soa.New()
			d.place(t, shapes, seeded(t, 31), n)
			opts := batch.Config{Margin: 0.5, Canonical: true}
			distance := opts
			distance.Mode = batch.ModeDistance
			cfg := opts
			cfg.Workers = 1
			plain := collide(t, shapes, cfg)
			want := must.Get(batchtest.BruteForce(context.Background(), shapes, distance))(t)
			same(t, "brute force", want, plain)
			for _, table := range isa.All() {
				for _, workers := range []int{1, 3} {
					what := fmt.Sprintf("%s, %d workers", table.Name, workers)
					cfg := distance
					cfg.Workers = workers
					cfg.Kernels = table.Name
					got := collide(t, shapes, cfg)
					same(t, what, got, want)
					sameWitness(t, what, got, want)
					sameWitness(t, what+", clone", got.Clone(), want)
				}
			}
			must.Do(t, livetest.Shuffle(shapes, seeded(t, 32)))
			sameWitness(t, "reordered", collide(t, shapes, distance), want)
		})
	}
}

// TestDistanceTruth holds distances and witnesses against rational arithmetic: each
// witness lies on the boundary of its shape, and they are as far apart as the shapes.
func TestDistanceTruth(t *testing.T) {
	rounds := testenv.Rounds(1, 4, 4)
	for _, place := range []struct{ origin, size float64 }{{0, 1}, {1e7, 1}, {0, 1e-9}, {-3e12, 1e9}} {
		t.Run(fmt.Sprintf("origin=%g/size=%g", place.origin, place.size), func(t *testing.T) {
			r := seeded(t, 33)
			apart := 0
			for range rounds {
				shapes := soa.New()
				for range 40 {
					p := somewhere(r, place.origin, -place.origin, 12*place.size)
					if r.IntN(3) == 0 {
						p = soa.At(math.Round(p.X/place.size)*place.size, math.Round(p.Y/place.size)*place.size, float64(r.IntN(4))*math.Pi/2)
					}
					addAny(t, shapes, r, p, place.size, soa.Attrs{})
				}
				got, _ := must.Both(batch.Collide(context.Background(), shapes, batch.Config{Mode: batch.ModeDistance, Margin: 2 * place.size}))(t)
				for i, c := range got.All() {
					a, ra := rational(t, shapes, c.A)
					b, rb := rational(t, shapes, c.B)
					pair := must.Get(oracle.Measure(a, b))(t)
					dx, dy := b.X-a.X, b.Y-a.Y
					scale := float32(ra + rb + math.Abs(dx) + math.Abs(dy))
					bound := float64(kernels.ErrorBounds(scale, 0).Witness)
					distance := -float64(got.Depth[i])
					if distance > 0 {
						apart++
					}
					if !pair.Near(distance, float64(kernels.ErrorBounds(scale, 0).Separation)) {
						t.Errorf("%v and %v: distance %g, want %g", c.A, c.B, distance, pair.Float64())
					}
					for k, s := range []oracle.Shape{a, b} {
						p := got.Points[k][i]
						point := oracle.Shape{Vertices: [][2]float64{{float64(p.X), float64(p.Y)}}, X: a.X, Y: a.Y, C: 1}
						off := must.Get(oracle.Measure(s, point))(t)
						if !off.Near(0, bound) {
							t.Errorf("%v and %v: witness %d lies %g off its boundary, bound %g", c.A, c.B, k, off.Float64(), bound)
						}
					}
					ex := float64(got.Points[1][i].X) - float64(got.Points[0][i].X) - distance*float64(c.NX)
					ey := float64(got.Points[1][i].Y) - float64(got.Points[0][i].Y) - distance*float64(c.NY)
					if math.Hypot(ex, ey) > bound {
						t.Errorf("%v and %v: the witnesses' vector is off by %g, bound %g", c.A, c.B, math.Hypot(ex, ey), bound)
					}
				}
			}
			if apart < 10 {
				t.Errorf("only %d pairs are apart", apart)
			}
		})
	}
}

func TestClosest(t *testing.T) {
	s := soa.New()
	circle(t, s, 10, 0, 1, soa.Attrs{})
	circle(t, s, 15, 0, 2, soa.Attrs{})
	got := collide(t, s, batch.Config{Mode: batch.ModeDistance, Margin: 5})
	c := got.At(0)
	if -c.Depth != 2 || c.Points != [2]batch.Point{{X: 1}, {X: 3}} || c.N != 0 {
		t.Errorf("%+v", c)
	}
	if near := collide(t, s, batch.Config{Margin: 5}).At(0); near.Points != [2]batch.Point{} {
		t.Errorf("closest points of ModeContacts: %+v", near)
	}
	if wrap := collide(t, s, batch.Config{Mode: batch.ModeDistance, Margin: 5, PeriodX: 32}).At(0); wrap.Points != c.Points {
		t.Errorf("on a torus, %+v", wrap)
	}
	must.Do(t, s.SetPosition(c.B, 15+32*3, 0))
	if wrap := collide(t, s, batch.Config{Mode: batch.ModeDistance, Margin: 5, PeriodX: 32}).At(0); wrap.Points != c.Points {
		t.Errorf("on a torus, B three periods away: %+v", wrap)
	}
}
