// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"math"
	"testing"

	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/soa"
)

// Cases after those by which physics engines test their own rays, casts and questions about
// points (Box2D, parry, dyn4j): the situations and numbers are theirs, the answers follow from
// the geometry.

// one is a store of one shape.
func one(t *testing.T, add func(s *soa.Shapes) (soa.ID, error)) (*soa.Shapes, soa.ID) {
	t.Helper()
	s := soa.New()
	return s, must.Get(add(s))(t)
}

func circle(x, y, r float64) func(*soa.Shapes) (soa.ID, error) {
	return func(s *soa.Shapes) (soa.ID, error) { return s.AddCircle(soa.At(x, y, 0), r, soa.Attrs{}) }
}

func rectangle(x, y, angle, hx, hy float64) func(*soa.Shapes) (soa.ID, error) {
	return func(s *soa.Shapes) (soa.ID, error) { return s.AddBox(soa.At(x, y, angle), hx, hy, soa.Attrs{}) }
}

func between(ax, ay, bx, by, r float64) func(*soa.Shapes) (soa.ID, error) {
	return func(s *soa.Shapes) (soa.ID, error) {
		return s.AddSegmentBetween(soa.Point{X: ax, Y: ay}, soa.Point{X: bx, Y: by}, r, soa.Attrs{})
	}
}

func corners(r float64, points ...soa.Point) func(*soa.Shapes) (soa.ID, error) {
	return func(s *soa.Shapes) (soa.ID, error) { return s.AddPolygon(soa.At(0, 0, 0), points, r, soa.Attrs{}) }
}

// TestRayCases: fraction and normal of one ray at one shape; a fraction below 0 is a miss.
func TestRayCases(t *testing.T) {
	diagonal := math.Sqrt(0.5)
	triangle := []soa.Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 0, Y: 3}}
	for _, c := range []struct {
		name     string
		add      func(*soa.Shapes) (soa.ID, error)
		ray      [4]float64
		fraction float64
		nx, ny   float64
	}{
		{"a circle ahead", circle(1, 0, 1), [4]float64{-4, 0, 8, 0}, 0.5, -1, 0},
		{"a circle beyond the end", circle(9, 0, 1), [4]float64{-4, 0, 8, 0}, -1, 0, 0},
		{"a circle behind", circle(-9, 0, 1), [4]float64{-4, 0, 8, 0}, -1, 0, 0},
		{"a circle grazed", circle(0, 1, 1), [4]float64{-4, 0, 8, 0}, 0.5, 0, -1},
		{"a circle passed by", circle(0, 1.0001, 1), [4]float64{-4, 0, 8, 0}, -1, 0, 0},
		{"a circle from inside", circle(0, 0, 1), [4]float64{0.5, 0, 8, 0}, -1, 0, 0},
		{"a circle from its boundary", circle(0, 0, 1), [4]float64{-1, 0, 8, 0}, -1, 0, 0},
		{"a circle at the very end", circle(5, 0, 1), [4]float64{0, 0, 4, 0}, 1, -1, 0},
		{"a box ahead", rectangle(0, 0, 0, 1, 1), [4]float64{-4, 0, 8, 0}, 0.375, -1, 0},
		{"a box from above", rectangle(0, 0, 0, 1, 1), [4]float64{0.25, 5, 0, -8}, 0.5, 0, 1},
		{"a box along its side", rectangle(0, 0, 0, 1, 1), [4]float64{-4, 1, 8, 0}, 0.375, -1, 0},
		{"a box beside", rectangle(0, 0, 0, 1, 1), [4]float64{-4, 1.01, 8, 0}, -1, 0, 0},
		{"a box through a corner", rectangle(0, 0, 0, 1, 1), [4]float64{-2, 0, 2, 2}, 0.5, -1, 0},
		{"a turned box at its corner", rectangle(0, 0, math.Pi/4, 1, 1), [4]float64{-4, 0.1, 8, 0}, (4 - math.Sqrt2 + 0.1) / 8, -diagonal, diagonal},
		{"a box from inside", rectangle(0, 0, 0, 1, 1), [4]float64{0, 0, 8, 0}, -1, 0, 0},
		{"a box touched by the end", rectangle(0, 0, 0, 1, 1), [4]float64{-4, 0, 3, 0}, 1, -1, 0},
		{"a box not reached", rectangle(0, 0, 0, 1, 1), [4]float64{-4, 0, 2.99, 0}, -1, 0, 0},
		{"a segment crossed", between(0, 1, 0, -1, 0), [4]float64{-4, 0, 8, 0}, 0.5, -1, 0},
		{"a segment crossed from the other side", between(0, 1, 0, -1, 0), [4]float64{4, 0, -8, 0}, 0.5, 1, 0},
		{"a segment at its end", between(0, 1, 0, -1, 0), [4]float64{-4, 1, 8, 0}, 0.5, -1, 0},
		{"a segment beyond its end", between(0, 1, 0, -1, 0), [4]float64{-4, 1.001, 8, 0}, -1, 0, 0},
		{"a segment along itself", between(-1, 0, 1, 0, 0), [4]float64{-4, 0, 8, 0}, 0.375, -1, 0},
		{"a segment that lies parallel", between(-1, 0.5, 1, 0.5, 0), [4]float64{-4, 0, 8, 0}, -1, 0, 0},
		{"a capsule at its flank", between(0, 2, 0, -2, 0.5), [4]float64{-4, 1, 8, 0}, 3.5 / 8, -1, 0},
		{"a capsule at its cap", between(-1, 0, 1, 0, 0.5), [4]float64{-4, 0, 8, 0}, 2.5 / 8, -1, 0},
		{"a capsule along its flank", between(-1, 0, 1, 0, 0.5), [4]float64{-4, 0.5, 8, 0}, 3.0 / 8, 0, 1},
		{"a capsule from inside", between(-1, 0, 1, 0, 0.5), [4]float64{0.75, 0.25, 8, 0}, -1, 0, 0},
		{"a capsule from the middle of a cap", between(-1, 0, 1, 0, 0.5), [4]float64{1.25, 0, 8, 0}, -1, 0, 0},
		{"a triangle at its hypotenuse", corners(0, triangle...), [4]float64{4, 3, -4, -3}, 0.5, 0.6, 0.8},
		{"a triangle at its leg", corners(0, triangle...), [4]float64{-2, 1, 4, 0}, 0.5, -1, 0},
		{"a triangle past its corner", corners(0, triangle...), [4]float64{3.9, -1, 1, 1}, -1, 0, 0},
		{"a rounded triangle at its leg", corners(0.5, triangle...), [4]float64{-2.5, 1, 4, 0}, 0.5, -1, 0},
		{"a rounded triangle at its corner", corners(0.5, triangle...), [4]float64{-3, -3, 3, 3}, 1 - 0.5/math.Sqrt(18), -diagonal, -diagonal},
		{"a point", circle(2, 0, 0), [4]float64{0, 0, 4, 0}, 0.5, -1, 0},
		{"a ray of no length beside", circle(2, 0, 1), [4]float64{0, 0, 0, 0}, -1, 0, 0},
		{"a long ray", circle(5e14, 0, 1), [4]float64{0, 0, 1e15, 0}, (5e14 - 1) / 1e15, -1, 0},
		{"a steep ray", rectangle(0, 0, 0, 1, 1), [4]float64{0.5, -1e9, 0, 2e9}, (1e9 - 1) / 2e9, 0, -1},
	} {
		s, id := one(t, c.add)
		hit := must.Get(index(t, s, query.Config{}).CastRay(c.ray[0], c.ray[1], c.ray[2], c.ray[3], query.Options{}))(t)
		ok := hit.Shape != 0
		if ok != (c.fraction >= 0) {
			t.Errorf("%s: met is %v, %+v", c.name, ok, hit)
			continue
		}
		if !ok {
			continue
		}
		way := math.Abs(c.ray[2]) + math.Abs(c.ray[3])
		if hit.Shape != id || math.Abs(hit.Fraction-c.fraction)*way > 1e-6*(1+1e-9*way) ||
			math.Abs(float64(hit.NX)-c.nx) > 1e-6 || math.Abs(float64(hit.NY)-c.ny) > 1e-6 {
			t.Errorf("%s: %+v, want fraction %v and normal (%v, %v)", c.name, hit, c.fraction, c.nx, c.ny)
		}
		if px, py := c.ray[0]+hit.Fraction*c.ray[2], c.ray[1]+hit.Fraction*c.ray[3]; px != hit.X || py != hit.Y {
			t.Errorf("%s: the point (%v, %v) is not at the fraction", c.name, hit.X, hit.Y)
		}
	}
}

// TestRaySetCases: which of several is met, and what an empty set says.
func TestRaySetCases(t *testing.T) {
	ctx := context.Background()
	s := soa.New()
	if hit, err := index(t, s, query.Config{}).CastRay(0, 0, 1, 0, query.Options{}); err != nil || hit.Shape != 0 {
		t.Error("a ray meets something where there is nothing")
	}
	var ids []soa.ID
	for _, x := range []float64{9, 3, 6, 3} {
		ids = append(ids, must.Get(s.AddCircle(soa.At(x, 0, 0), 1, soa.Attrs{}))(t))
	}
	a := asker(t, index(t, s, query.Config{}), query.AskerConfig{})
	ray := rayColumns{X: []float64{0}, Y: []float64{0}, DX: []float64{20}, DY: []float64{0}}
	h := must.Get(ray.first(ctx, a))(t)
	if h[0].Shape != ids[1] || h[0].Fraction != 0.1 {
		t.Errorf("the first hit is %v at %v: want the lower ID of two at 0.1", h[0].Shape, h[0].Fraction)
	}
	all := must.Get(ray.all(ctx, a))(t)
	for k, want := range []soa.ID{ids[1], ids[3], ids[2], ids[0]} {
		if all.Answers[k].Shape != want {
			t.Errorf("hit %d is %v, want %v", k, all.Answers[k].Shape, want)
		}
	}
	ray.Skip = ids[1]
	h = must.Get(ray.first(ctx, a))(t)
	if h[0].Shape != ids[3] {
		t.Errorf("without the first, %v is met", h[0].Shape)
	}
}

// TestCastCases: the fraction of a motion after which two shapes first touch; below 0, never.
func TestCastCases(t *testing.T) {
	ctx := context.Background()
	unit := rectangle(0, 0, 0, 1, 1)
	for _, c := range []struct {
		name     string
		add      func(*soa.Shapes) (soa.ID, error)
		probe    func(*soa.Shapes) (soa.ID, error)
		dx, dy   float64
		turn     float64
		fraction float64
		nx, ny   float64
	}{
		{"a wall segment into a box", unit, between(2, -1, 2, 1, 0), -2, 0, 0, 0.5, 1, 0},
		{"a box into a box", unit, rectangle(5, 0.5, 0, 1, 1), -6, 0, 0, 0.5, 1, 0},
		{"a ball into a box", unit, circle(0, 4, 1), 0, -4, 0, 0.5, 0, 1},
		{"a ball into a ball", circle(0, 0, 1), circle(5, 0, 1), -6, 0, 0, 0.5, 1, 0},
		{"a ball past a ball", circle(0, 0, 1), circle(5, 2.001, 1), -6, 0, 0, -1, 0, 0},
		{"a ball that grazes a ball", circle(0, 0, 1), circle(3, 2, 1), -6, 0, 0, 0.5, 0, 1},
		{"away from what is near", unit, rectangle(2.5, 0, 0, 1, 1), 3, 0, 0, -1, 0, 0},
		{"what touches already", unit, rectangle(2, 0, 0, 1, 1), -1, 0, 0, 0, 1, 0},
		{"what overlaps already", unit, circle(0.5, 0, 1), 5, 0, 0, 0, 1, 0},
		{"too short a way", unit, circle(5, 0, 1), -2.9, 0, 0, -1, 0, 0},
		{"just far enough", unit, circle(5, 0, 1), -3, 0, 0, 1, 1, 0},
		{"a capsule onto a floor", rectangle(0, -1, 0, 50, 1), between(0, 2, 0, 3, 0.5), 0, -3, 0, 0.5, 0, 1},
		{"a bullet through a thin wall", rectangle(0, 0, 0, 0.001, 10), circle(-500, 0, 0.01), 1000, 0, 0, (500 - 0.011) / 1000, -1, 0},
		{"a turning rod", circle(0, 2, 0.5), between(-2, 0, 2, 0, 0), 0, 0, math.Pi, (math.Pi/2 - math.Asin(0.25)) / math.Pi, 0, 0},
	} {
		s, id := one(t, c.add)
		probes, _ := one(t, c.probe)
		h, err := castColumns{
			shapeColumns: shapeColumns{Shapes: probes}, DX: []float64{c.dx}, DY: []float64{c.dy}, Turn: []float64{c.turn},
		}.cast(ctx, asker(t, index(t, s, query.Config{}), query.AskerConfig{}))
		must.Do(t, err)
		if met := h[0].Shape == id; met != (c.fraction >= 0) {
			t.Errorf("%s: met is %v at %v", c.name, met, h[0].Fraction)
			continue
		}
		if c.fraction < 0 {
			continue
		}
		if math.Abs(float64(h[0].Fraction)-c.fraction) > 2e-5 {
			t.Errorf("%s: at %v, want %v", c.name, h[0].Fraction, c.fraction)
		}
		if c.nx != 0 || c.ny != 0 {
			if math.Abs(float64(h[0].NX)-c.nx) > 1e-3 || math.Abs(float64(h[0].NY)-c.ny) > 1e-3 {
				t.Errorf("%s: normal (%v, %v), want (%v, %v)", c.name, h[0].NX, h[0].NY, c.nx, c.ny)
			}
		}
	}
}

// TestPointCases: which points a shape holds, and what is closest to them.
func TestPointCases(t *testing.T) {
	for _, c := range []struct {
		name     string
		add      func(*soa.Shapes) (soa.ID, error)
		x, y     float64
		distance float64
		cx, cy   float64
	}{
		{"in a circle", circle(1, 0, 1), 0.5, 0.5, math.Sqrt(0.5) - 1, 1 - math.Sqrt(0.5), math.Sqrt(0.5)},
		{"out of a circle", circle(1, 0, 1), 4, -4, 4, 1.6, -0.8},
		{"in a box, near a side", rectangle(0, 0, 0, 1, 1), 0.75, 0.5, -0.25, 1, 0.5},
		{"out of a box, at a corner", rectangle(0, 0, 0, 1, 1), 4, -5, 5, 1, -1},
		{"on a box's side", rectangle(0, 0, 0, 1, 1), 1, 0.5, 0, 1, 0.5},
		{"beside a capsule", between(-2, 0, 2, 0, 0.5), 1, 2, 1.5, 1, 0.5},
		{"beyond a capsule's cap", between(-2, 0, 2, 0, 0.5), 5, 4, 4.5, 2.3, 0.4},
		{"a turned box", rectangle(2, 0, math.Pi/4, 1, 1), 0, 0, 2 - math.Sqrt2, 2 - math.Sqrt2, 0},
	} {
		s, id := one(t, c.add)
		ix := index(t, s, query.Config{})
		if held := must.Get(ix.OverlapPoint(nil, c.x, c.y, query.Options{}))(t); (len(held) == 1) != (c.distance <= 0) {
			t.Errorf("%s: held by %v", c.name, held)
		}
		near := must.Get(ix.NearestToPoint(nil, c.x, c.y, 1, query.Options{}))(t)
		if len(near) != 1 {
			t.Fatalf("%s: %d are nearest", c.name, len(near))
		}
		n := near[0]
		if n.Shape != id || math.Abs(float64(n.Distance)-c.distance) > 1e-6 || math.Hypot(n.X-c.cx, n.Y-c.cy) > 1e-6 {
			t.Errorf("%s: %+v; want distance %v at (%v, %v)", c.name, n, c.distance, c.cx, c.cy)
		}
	}
}
