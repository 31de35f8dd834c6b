// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"daylight/batch"
	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/soa"
)

// TestCastsSlide: a shape that touches a floor meets it at once, along the floor and away from it,
// too; with Strict it slides as far as the wall, and is stopped where it moves into the floor.
func TestCastsSlide(t *testing.T) {
	s := soa.New()
	floor := must.Get(s.AddBox(soa.At(0, -1, 0), 50, 1, soa.Attrs{}))(t)
	wall := must.Get(s.AddBox(soa.At(6, 5, 0), 1, 5, soa.Attrs{}))(t)
	ix := index(t, s, query.Config{})
	people := soa.New()
	ids := []soa.ID{
		must.Get(people.AddBox(soa.At(0, 1, 0), 1, 1, soa.Attrs{}))(t),
		must.Get(people.AddCircle(soa.At(0, 1, 0), 1, soa.Attrs{}))(t),
		must.Get(people.AddRoundedBox(soa.At(0, 1, 0), 0.5, 0.5, 0.5, soa.Attrs{}))(t),
		must.Get(people.AddPolygon(soa.At(0, 0, 0), []soa.Point{{X: -1}, {X: 1}, {X: 1, Y: 2}, {X: -1, Y: 2}}, 0, soa.Attrs{}))(t),
	}
	for k, id := range ids {
		for _, c := range []struct {
			dx, dy   float64
			strict   bool
			shape    soa.ID
			fraction float64
		}{
			{8, 0, false, floor, 0}, {0, 3, false, floor, 0}, {0, -3, false, floor, 0},
			{8, 0, true, wall, 0.5}, {0, 3, true, 0, 1}, {0, -3, true, floor, 0}, {-8, 0, true, 0, 1}, {8, -1e-3, true, floor, 0},
		} {
			o := query.Options{Strict: c.strict}
			hit := must.Get(ix.CastShape(people, id, c.dx, c.dy, 0, o))(t)
			if hit.Shape != c.shape || math.Abs(hit.Fraction-c.fraction) > 0x1p-100 {
				t.Errorf("shape %d by (%v, %v), strict %v: meets %v at %v, want %v at %v", k, c.dx, c.dy, c.strict, hit.Shape, hit.Fraction, c.shape, c.fraction)
			}
			many := must.Get(asker(t, ix, query.AskerConfig{}).CastShapes(t.Context(), people, []soa.ID{id}, []float64{c.dx}, []float64{c.dy}, nil, o))(t)
			if many[0] != hit {
				t.Errorf("shape %d by (%v, %v), strict %v: %+v of many, %+v of one", k, c.dx, c.dy, c.strict, many[0], hit)
			}
		}
	}
}

// TestStrictCastsAreThoseOfSteps: with Strict the first impact of a moving shape is that of a swept
// step with Strict. Many of the shapes touch exactly.
func TestStrictCastsAreThoseOfSteps(t *testing.T) {
	r := seeded(t, 61)
	for _, brute := range []bool{false, true} {
		all := soa.New()
		vx, vy := soa.Attach[float32](all), soa.Attach[float32](all)
		for range 300 {
			at := soa.At(float64(r.IntN(40)), float64(r.IntN(40)), 0)
			if r.IntN(2) == 0 {
				must.Get(all.AddBox(at, 0.5, 0.5, soa.Attrs{Static: true}))(t)
			} else {
				must.Get(all.AddCircle(at, 0.5, soa.Attrs{Static: true}))(t)
			}
		}
		ix := index(t, all, query.Config{BruteForce: brute})
		for range 60 {
			id := must.Get(all.AddBox(soa.At(float64(r.IntN(40)), float64(r.IntN(40)), 0), 0.5, 0.5, soa.Attrs{Group: -1}))(t)
			must.Do(t, vx.Set(id, float32(r.IntN(7)-3)))
			must.Do(t, vy.Set(id, float32(r.IntN(3)-1)))
		}
		met := 0
		for _, strict := range []bool{false, true} {
			c, _ := must.Both(batch.Collide(context.Background(), all, batch.Config{Mode: batch.ModeSwept, Strict: strict, Canonical: true, Columns: [2]batch.Columns{{Motion: soa.Motion{VX: vx, VY: vy}}}}))(t)
			first := map[soa.ID]float32{}
			for _, k := range c.All() {
				if at, ok := first[k.B]; !ok || k.Time < at {
					first[k.B] = k.Time
				}
			}
			for id := range all.All() {
				if must.Get(all.Attrs(id))(t).Static {
					continue
				}
				dx, dy := float64(must.Get(vx.Get(id))(t)), float64(must.Get(vy.Get(id))(t))
				hit := must.Get(ix.CastShape(all, id, dx, dy, 0, query.Options{Strict: strict}))(t)
				at, ok := first[id]
				if ok != (hit.Shape != 0) || ok && float64(at) != hit.Fraction {
					t.Errorf("strict %v: %s", strict, fmt.Sprint(id, " meets ", hit.Shape, " at ", hit.Fraction, ", a step finds ", at, ok))
				}
				if strict && ok && at > 0 {
					met++
				}
			}
		}
		if met < 10 {
			t.Errorf("only %d meet something on their way", met)
		}
	}
}

// TestCastTies: of shapes that are met at the same time, the one with the lowest ID is the first.
func TestCastTies(t *testing.T) {
	s := soa.New()
	var first soa.ID
	for k := range 40 {
		id := must.Get(s.AddBox(soa.At(5, float64(k%2)*0.1, 0), 1, 3, soa.Attrs{}))(t)
		if k == 0 {
			first = id
		}
	}
	for _, brute := range []bool{false, true} {
		ix := index(t, s, query.Config{BruteForce: brute})
		people := soa.New()
		for _, x := range []float64{0, 4} { // on the way, and at the start
			id := must.Get(people.AddCircle(soa.At(x, 0, 0), 0.5, soa.Attrs{}))(t)
			if hit := must.Get(ix.CastShape(people, id, 10, 0, 0, query.Options{}))(t); hit.Shape != first {
				t.Errorf("brute force %v, from %v: meets %v first, want %v", brute, x, hit.Shape, first)
			}
		}
	}
}
