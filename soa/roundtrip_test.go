// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// readAgain adds a shape as a polygon of the vertices it has and fails unless that is
// the same outline, vertex by vertex.
func readAgain(t *testing.T, s *Shapes, id ID) {
	t.Helper()
	sh := must.Get(s.Shape(id))(t)
	again, err := s.AddPolygon(sh.Pose, sh.Vertices, sh.Radius, Attrs{})
	if err != nil {
		t.Fatalf("%d vertices %.9v: %v", len(sh.Vertices), sh.Vertices, err)
	}
	if v := must.Get(s.AppendVertices(make([]Point, 1), id))(t); !reflect.DeepEqual(v[1:], sh.Vertices) {
		t.Fatalf("vertices %.9v, appended %.9v", sh.Vertices, v)
	}
	got := must.Get(s.Shape(again))(t)
	if !reflect.DeepEqual(got.Vertices, sh.Vertices) || got.Radius != sh.Radius {
		t.Fatalf("%.9v became %.9v", sh.Vertices, got.Vertices)
	}
	must.Do(t, s.Remove(again))
}

// A store accepts the contents of a store: outlines at the edge of every tolerance.
func TestReadAndAddAgain(t *testing.T) {
	testenv.Sequential(t)
	r := testenv.Rand(t, 1)
	s := New()
	stored := 0
	try := func(pts []Point, radius float64) {
		if id, err := s.AddPolygon(At(0, 0, 0), pts, radius, Attrs{}); err == nil {
			readAgain(t, s, id)
			stored++
		}
		if id, err := s.AddHull(At(0, 0, 0), pts, radius, Attrs{}); err == nil {
			readAgain(t, s, id)
			stored++
		}
	}
	for range 20_000 {
		// Needles about as thin as the tolerance, of a few points that bend by as much.
		n := 3 + r.IntN(8)
		thin := math.Exp2(-16 - 10*r.Float64())
		pts := ring(r, n, 1, thin)
		turned(pts, r)
		try(pts, float64(r.IntN(2)))
		// Outlines whose corners are cut by as little.
		pts = ring(r, 3+r.IntN(3), 1, r.Float64())
		for k := range pts {
			pts = append(pts, Point{X: pts[k].X + r.NormFloat64()*0x1p-22, Y: pts[k].Y + r.NormFloat64()*0x1p-22})
		}
		try(pts, 0)
	}
	for range 200 {
		n := 3 + r.IntN(12_000)
		try(regular(n, math.Exp(3*r.NormFloat64())), 0)
	}
	if stored < 30_000 {
		t.Errorf("only %d outlines were taken at all", stored)
	}
	s = New()
	for range 20_000 {
		readAgainUnlessRound(t, r, s)
	}
}

func turned(pts []Point, r *rand.Rand) {
	sin, cos := math.Sincos(6 * r.Float64())
	for i, p := range pts {
		pts[i] = Point{X: cos*p.X - sin*p.Y, Y: sin*p.X + cos*p.Y}
	}
}

// readAgainUnlessRound adds a random shape and reads it again if it is a polygon.
func readAgainUnlessRound(t *testing.T, r *rand.Rand, s *Shapes) {
	id := addRandom(t, r, s, Attrs{})
	if sh, err := s.Shape(id); err == nil && len(sh.Vertices) > 2 {
		readAgain(t, s, id)
	}
}

// Boxes of any aspect can be read and added again as polygons, rounded or not.
func TestReadThinBoxes(t *testing.T) {
	s := New()
	for e := range 149 {
		thin := math.Ldexp(1, -e)
		for _, radius := range []float64{0, 0.25, 3} {
			id := must.Get(s.AddRoundedBox(At(0, 0, 0), 1, thin, radius, Attrs{}))(t)
			readAgain(t, s, id)
			id = must.Get(s.AddRoundedBox(At(0, 0, 0), thin, 1, radius, Attrs{}))(t)
			readAgain(t, s, id)
		}
	}
	refreshAll(s)
	must.Do(t, s.check())
}

// Corners given so far from the position that float32 cannot tell them apart are refused
// with what is wrong and what to do, which works.
func TestCornersFarFromPosition(t *testing.T) {
	r := testenv.Rand(t, 1)
	s := New()
	refused := 0
	for range 2000 {
		far := math.Exp2(18 + 12*r.Float64())
		pts := ring(r, 3+r.IntN(20), 1, 0.5+0.5*r.Float64())
		for i := range pts {
			pts[i].X += far
			pts[i].Y -= far
		}
		for name, add := range map[string]func() (ID, error){
			"AddPolygon": func() (ID, error) { return s.AddPolygon(At(0, 0, 0), pts, 0.1, Attrs{}) },
			"AddHull":    func() (ID, error) { return s.AddHull(At(0, 0, 0), pts, 0.1, Attrs{}) },
		} {
			_, err := add()
			if err == nil {
				continue
			}
			refused++
			if !errors.Is(err, ErrRange) || !strings.Contains(err.Error(), "too far from the position for float32") ||
				!strings.Contains(err.Error(), "AddOutline") || !strings.Contains(err.Error(), name) {
				t.Fatalf("%s, %v from the position: %v", name, far, err)
			}
		}
		must.Get(s.AddOutline(pts, 0.1, Attrs{}))(t)
	}
	if refused < 1000 {
		t.Errorf("only %d were refused", refused)
	}
	// A star far out gets the same error as a star at the origin.
	star := []Point{{X: 1e7, Y: 0}, {X: 1e7 + 40, Y: 0}, {X: 1e7 + 1, Y: 1}, {X: 1e7, Y: 40}}
	if _, err := s.AddPolygon(At(0, 0, 0), star, 0, Attrs{}); !errors.Is(err, ErrNotConvex) {
		t.Errorf("a star far out: %v", err)
	}
}
