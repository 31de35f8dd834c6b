// SPDX-License-Identifier: MIT

package batchtest

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/soa"
)

// Moving is a store with the shapes of a scene, and what moves them.
func Moving(t testing.TB, kind scene.Kind, n int, attrs soa.Attrs) (*soa.Shapes, *scene.Run) {
	t.Helper()
	shapes := soa.New()
	s, err := scene.New(kind, n, scene.DefaultSeed)
	if err != nil {
		t.Fatal(err)
	}
	run, err := s.Fill(shapes, attrs)
	if err != nil {
		t.Fatal(err)
	}
	return shapes, run
}

// Filled is a store with the shapes of a scene, which stay where they are.
func Filled(t testing.TB, kind scene.Kind, n int, attrs soa.Attrs) *soa.Shapes {
	t.Helper()
	shapes, run := Moving(t, kind, n, attrs)
	run.Detach()
	return shapes
}

// Box adds a box.
func Box(t testing.TB, s *soa.Shapes, x, y, hx, hy float64, attrs soa.Attrs) soa.ID {
	t.Helper()
	id, err := s.AddBox(soa.At(x, y, 0), hx, hy, attrs)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// Circle adds a circle.
func Circle(t testing.TB, s *soa.Shapes, x, y, r float64, attrs soa.Attrs) soa.ID {
	t.Helper()
	id, err := s.AddCircle(soa.At(x, y, 0), r, attrs)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// Collide returns the contacts of the shapes.
func Collide(t testing.TB, s *soa.Shapes, opts batch.Config) *batch.Contacts {
	t.Helper()
	c, _, err := batch.Collide(context.Background(), s, opts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Ngon is a convex polygon of n corners on an ellipse.
func Ngon(n int, rx, ry float64) []soa.Point {
	pts := make([]soa.Point, n)
	for k := range pts {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(n))
		pts[k] = soa.Point{X: rx * cos, Y: ry * sin}
	}
	return pts
}

// AddAny adds a shape of a random kind, about size across, at the pose.
func AddAny(t testing.TB, s *soa.Shapes, r *rand.Rand, p soa.Pose, size float64, attrs soa.Attrs) soa.ID {
	t.Helper()
	a, b := size*(0.3+r.Float64()), size*(0.3+r.Float64())
	var id soa.ID
	var err error
	switch r.IntN(9) {
	case 0:
		id, err = s.AddCircle(p, a, attrs)
	case 1:
		id, err = s.AddCapsule(p, a, b/2, attrs)
	case 2:
		id, err = s.AddCapsule(p, a, 0, attrs)
	case 3, 4:
		id, err = s.AddBox(p, a, b, attrs)
	case 5:
		id, err = s.AddRoundedBox(p, a, b, size*0.2, attrs)
	case 6:
		id, err = s.AddPolygon(p, Ngon(3+r.IntN(20), a, b), 0, attrs)
	case 7:
		id, err = s.AddPolygon(p, Ngon(3+r.IntN(6), a, b), size*0.3, attrs)
	case 8: // a needle
		id, err = s.AddPolygon(p, []soa.Point{{X: -a, Y: 0}, {X: a, Y: -size * 1e-3}, {X: a, Y: size * 1e-3}}, 0, attrs)
	}
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// Somewhere is a random pose in a square of side l at (ox, oy).
func Somewhere(r *rand.Rand, ox, oy, l float64) soa.Pose {
	return soa.At(ox+l*r.Float64(), oy+l*r.Float64(), 2*math.Pi*r.Float64())
}

// RandomAttrs is some of every attribute.
func RandomAttrs(r *rand.Rand) (attrs soa.Attrs) {
	if r.IntN(3) == 0 {
		attrs.World = uint32(r.IntN(3))
	}
	if r.IntN(3) == 0 {
		attrs.Category = 1 << r.IntN(4)
		attrs.Ignore = ^uint32(r.IntN(16))
	}
	if r.IntN(4) == 0 {
		attrs.Group = int32(r.IntN(5) - 2)
	}
	if r.IntN(4) == 0 {
		attrs.Body = uint32(r.IntN(20))
	}
	if r.IntN(4) == 0 {
		attrs.Static = true
	}
	return attrs
}
