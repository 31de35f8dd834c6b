// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

func TestConstructorsRefuse(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	o := At(0, 0, 0)
	line := []Point{{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 2, Y: 2}}
	for _, c := range []struct {
		name string
		add  func(s *Shapes) (ID, error)
		want error
		says string
	}{
		{"polygon pose", func(s *Shapes) (ID, error) {
			return s.AddPolygon(Pose{X: nan, C: 1}, []Point{line[0], line[1], {X: 3, Y: 0}}, 0, Attrs{})
		}, errNotFinite, "position"},
		{"regular 2", func(s *Shapes) (ID, error) { return s.AddEllipse(o, 1, 1, 2, 0, Attrs{}) }, errTooFewVertices, "2 vertices"},
		{"regular -1", func(s *Shapes) (ID, error) { return s.AddEllipse(o, 1, 1, -1, 0, Attrs{}) }, errTooFewVertices, ""},
		{"regular many", func(s *Shapes) (ID, error) { return s.AddEllipse(o, 1, 1, maxRing+1, 0, Attrs{}) }, ErrRange, "AddCircle"},
		{"regular 0", func(s *Shapes) (ID, error) { return s.AddEllipse(o, 0, 0, 5, 1, Attrs{}) }, ErrZeroArea, ""},
		{"regular negative", func(s *Shapes) (ID, error) { return s.AddEllipse(o, -2, -2, 5, 1, Attrs{}) }, errNegative, "half axis x -2"},
		{"regular far", func(s *Shapes) (ID, error) { return s.AddEllipse(o, 1<<60, 1<<60, 5, 1<<59, Attrs{}) }, ErrRange, ""},
		{"regular pose", func(s *Shapes) (ID, error) { return s.AddEllipse(Pose{}, 1, 1, 5, 0, Attrs{}) }, errRotation, ""},
		{"ellipse needle", func(s *Shapes) (ID, error) { return s.AddEllipse(o, 1, 1e-9, 16, 0, Attrs{}) }, ErrZeroArea, "AddEllipse"},
		{"ellipse flat", func(s *Shapes) (ID, error) { return s.AddEllipse(o, 1, 0, 16, 0, Attrs{}) }, ErrZeroArea, "half axes (1, 0)"},
		{"ellipse infinite", func(s *Shapes) (ID, error) { return s.AddEllipse(o, 1, inf, 16, 0, Attrs{}) }, errNotFinite, "half axis y +Inf"},
		{"hull of two", func(s *Shapes) (ID, error) { return s.AddHull(o, line[:2], 0, Attrs{}) }, errTooFewVertices, "AddHull: 2 points"},
		{"hull of a line", func(s *Shapes) (ID, error) { return s.AddHull(o, line, 0, Attrs{}) }, ErrZeroArea, "3 points on one line"},
		{"hull NaN", func(s *Shapes) (ID, error) {
			return s.AddHull(o, []Point{{}, {X: 1, Y: 0}, {X: 0, Y: nan}}, 0, Attrs{})
		}, errNotFinite, "vertex 2 of 3"},
		{"hull of nothing", func(s *Shapes) (ID, error) { return s.AddHull(o, nil, 0, Attrs{}) }, errTooFewVertices, ""},
	} {
		s := New()
		id, err := c.add(s)
		var e *Error
		if !errors.Is(err, c.want) || !errors.As(err, &e) || id != 0 || s.Len() != 0 {
			t.Errorf("%s: %v, %v; want %v", c.name, id, err, c.want)
			continue
		}
		if !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %q does not say %q", c.name, err, c.says)
		}
		must.Do(t, s.check())
	}
}

// Regular polygons have their vertices, on their circle, and with an even number
// every edge a twin whose normal and support are the same bits but for the sign.
func TestAddRegular(t *testing.T) {
	for _, n := range []int{3, 4, 5, 6, 7, 8, 12, 16, 17, 64, 1000, 1023, 2048, maxRing} {
		for _, radius := range []float64{1, 0.3, 1e-9, 1e9, 0x1p59} {
			s := New()
			id := must.Get(s.AddEllipse(At(0, 0, 0), radius, radius, n, 0, Attrs{}))(t)
			v := stored(t, s, id)
			if len(v) != n {
				t.Fatalf("n %d, radius %g: %d vertices", n, radius, len(v))
			}
			if v[0] != (Point{X: float64(float32(radius)), Y: 0}) {
				t.Errorf("n %d: begins at %v", n, v[0])
			}
			for i, p := range v {
				if e := math.Abs(math.Hypot(p.X, p.Y) - radius); e > radius*0x1p-22 {
					t.Fatalf("n %d: vertex %d is off the circle by %g", n, i, e)
				}
			}
			if n%2 == 1 {
				continue
			}
			l := s.lanes.local
			for i := range n / 2 {
				k := i + n/2
				if l.NX[i] != -l.NX[k] || l.NY[i] != -l.NY[k] || l.D[i] != l.D[k] || v[i] != (Point{X: -v[k].X, Y: -v[k].Y}) {
					t.Fatalf("n %d: edges %d and %d are not opposite", n, i, k)
				}
			}
		}
	}
	s := New()
	id := must.Get(s.AddEllipse(At(0, 0, 0), 2, 2, 4, 0, Attrs{}))(t)
	if got := stored(t, s, id); !slices.Equal(got, []Point{{X: 2, Y: 0}, {X: 0, Y: 2}, {X: -2, Y: 0}, {X: 0, Y: -2}}) {
		t.Errorf("square: %v", got)
	}
}

// The stated error, measured: points of the ellipse densely between every two
// vertices against the chord, and vertices against the ellipse.
func TestEllipseError(t *testing.T) {
	for _, axes := range [][2]float64{{1, 1}, {3, 1}, {1, 3}, {100, 0.5}, {1, 1e-4}, {1e-8, 2e-8}, {1e12, 3e11}} {
		rx, ry := axes[0], axes[1]
		for _, n := range []int{3, 4, 5, 8, 13, 32, 100, 512, maxRing} {
			s := New()
			id := must.Get(s.AddEllipse(At(0, 0, 0), rx, ry, n, 0, Attrs{}))(t)
			v := stored(t, s, id)
			bound := ellipseError(rx, ry, n)
			rounding := max(rx, ry) * 0x1p-20
			worst := 0.0
			for i, a := range v {
				b := v[(i+1)%len(v)]
				// Outside of the ellipse by no more than rounding.
				if f := math.Hypot(a.X/(rx+rounding), a.Y/(ry+rounding)); f > 1 {
					t.Fatalf("half axes %v, n %d: vertex %d at %v lies outside", axes, n, i, a)
				}
				from, to := math.Atan2(a.Y/ry, a.X/rx), math.Atan2(b.Y/ry, b.X/rx)
				if to < from {
					to += 2 * math.Pi
				}
				for k := range 9 {
					phi := from + (to-from)*float64(k)/8
					d := pointSegment(Point{X: rx * math.Cos(phi), Y: ry * math.Sin(phi)}, a, b)
					worst = max(worst, d)
				}
			}
			if worst > bound {
				t.Errorf("half axes %v, n %d: off by %g, bound %g", axes, n, worst, bound)
			}
			if rx == ry && worst < bound/2 && n < 512 {
				t.Errorf("n %d: a circle comes to %g only, bound %g", n, worst, bound)
			}
		}
	}
}

func pointSegment(p, a, b Point) float64 {
	ex, ey := b.X-a.X, b.Y-a.Y
	u := ((p.X-a.X)*ex + (p.Y-a.Y)*ey) / (ex*ex + ey*ey)
	u = max(0, min(1, u))
	return math.Hypot(p.X-a.X-u*ex, p.Y-a.Y-u*ey)
}

func TestEllipseVertices(t *testing.T) {
	for _, c := range []struct {
		rx, ry, tol float64
		want        int
	}{{1, 1, 1, 4}, {1, 1, 0.1, 8}, {1, 0.5, 0.01, 32}, {2, 1, 0.01, 32}, {100, 1, 1e-4, 0}, {1, 1, 0, 0}, {5, 5, 1e-4, 512}} {
		n, err := EllipseVertices(c.rx, c.ry, c.tol)
		if c.want == 0 {
			if !errors.Is(err, ErrRange) {
				t.Errorf("%+v: %d, %v", c, n, err)
			}
			continue
		}
		must.Do(t, err)
		if n != c.want || ellipseError(c.rx, c.ry, n) > c.tol || n > 4 && ellipseError(c.rx, c.ry, n/2) <= c.tol {
			t.Errorf("%+v: %d", c, n)
		}
	}
	if _, err := EllipseVertices(1, math.NaN(), 1); !errors.Is(err, errNotFinite) {
		t.Error(err)
	}
	if _, err := EllipseVertices(1, 1, -1); !errors.Is(err, errNegative) {
		t.Error(err)
	}
}

func TestAddHull(t *testing.T) {
	r := testenv.Rand(t, 1)
	for range 500 {
		pts := make([]Point, 3+r.IntN(60))
		for i := range pts {
			if r.IntN(2) == 0 {
				pts[i] = Point{X: float64(r.IntN(7)), Y: float64(r.IntN(7))}
			} else {
				pts[i] = Point{X: r.NormFloat64(), Y: r.NormFloat64()}
			}
		}
		s := New()
		id, err := s.AddHull(At(0, 0, 0), pts, 0, Attrs{})
		if errors.Is(err, ErrZeroArea) {
			hull, _ := ConvexHull(nil, pts)
			if len(hull) > 2 {
				t.Fatalf("%v: %v", pts, err)
			}
			continue
		}
		must.Do(t, err)
		if msg := contains(stored(t, s, id), pts); msg != "" {
			t.Fatalf("%s: %v", msg, pts)
		}
		refreshAll(s)
		must.Do(t, s.check())
	}
}

// The hull in float64 against its definition by exact orientation: every point is on
// the left of every edge or on it, and the hull turns left at every corner.
func TestConvexHullFloat64(t *testing.T) {
	r := testenv.Rand(t, 1)
	clouds := map[string]func(i int) Point{
		"grid":      func(int) Point { return Point{X: float64(r.IntN(5)), Y: float64(r.IntN(5))} },
		"disc":      func(int) Point { return Point{X: r.NormFloat64(), Y: r.NormFloat64()} },
		"line":      func(i int) Point { return Point{X: 0.1 * float64(i), Y: 0.3 * float64(i)} },
		"nearly":    func(i int) Point { return Point{X: 1 + float64(r.IntN(9))*0x1p-52, Y: 1 + float64(r.IntN(9))*0x1p-52} },
		"far":       func(int) Point { return Point{X: 1e7 + r.Float64(), Y: -1e7 + r.Float64()} },
		"huge":      func(int) Point { return Point{X: r.NormFloat64() * 1e308, Y: r.NormFloat64() * 1e300} },
		"tiny":      func(int) Point { return Point{X: r.NormFloat64() * 1e-310, Y: r.NormFloat64() * 1e-300} },
		"one":       func(int) Point { return Point{X: 3, Y: 4} },
		"both ends": func(i int) Point { return Point{X: float64(i % 2), Y: math.Copysign(0, float64(i%3)-1)} },
	}
	for name, f := range clouds {
		for range 40 {
			n := 1 + r.IntN(30)
			pts := make([]Point, n)
			for i := range pts {
				pts[i] = f(i)
				if math.IsInf(pts[i].X, 0) {
					pts[i].X = 1e308
				}
			}
			hull := must.Get(ConvexHull([]Point{{X: 9, Y: 9}}, pts))(t)
			if hull[0] != (Point{X: 9, Y: 9}) {
				t.Fatal("the destination was overwritten")
			}
			hull = hull[1:]
			for i, a := range hull {
				if !slices.Contains(pts, a) {
					t.Fatalf("%s: %v is none of %v", name, a, pts)
				}
				b, c := hull[(i+1)%len(hull)], hull[(i+2)%len(hull)]
				if len(hull) > 2 && exactTurn(a, b, c) <= 0 {
					t.Fatalf("%s: corner %v of %v", name, b, hull)
				}
				for _, p := range pts {
					if len(hull) > 1 && exactTurn(a, b, p) < 0 {
						t.Fatalf("%s: %v lies outside of %v %v", name, p, a, b)
					}
				}
			}
		}
	}
	if hull, err := ConvexHull(nil, []Point{{X: 1, Y: 2}, {X: 1, Y: 2}, {X: 1, Y: 2}}); err != nil || len(hull) != 1 {
		t.Errorf("of one point, three times: %v, %v", hull, err)
	}
	if hull, err := ConvexHull(nil, nil); err != nil || len(hull) != 0 {
		t.Error(hull, err)
	}
	if _, err := ConvexHull(nil, []Point{{X: 0, Y: 0}, {X: math.Inf(1), Y: 0}}); !errors.Is(err, errNotFinite) {
		t.Error(err)
	}
}

func TestAddChain(t *testing.T) {
	s := New()
	pts := []Point{{X: 0, Y: 0}, {X: 3, Y: 4}, {X: 3, Y: 4}, {X: 3, Y: 8}, {X: 1e7, Y: 8}, {X: 0, Y: 0}}
	ids := must.Get(s.AddChain([]ID{77}, pts, 0.25, Attrs{Body: 5, Static: true}))(t)
	if len(ids) != 5 || ids[0] != 77 || s.Len() != 4 {
		t.Fatalf("%v", ids)
	}
	corners := []Point{{X: 0, Y: 0}, {X: 3, Y: 4}, {X: 3, Y: 8}, {X: 1e7, Y: 8}, {X: 0, Y: 0}}
	for i, id := range ids[1:] {
		sh := must.Get(s.Shape(id))(t)
		if sh.Class != kernels.Capsule || sh.Radius != 0.25 || sh.Attrs.Body != 5 || !sh.Attrs.Static {
			t.Errorf("%+v", sh)
		}
		long := math.Hypot(corners[i+1].X-corners[i].X, corners[i+1].Y-corners[i].Y)
		for k := range 2 {
			got, want := sh.Pose.Transform(sh.Vertices[k]), corners[i+k]
			if d := math.Hypot(got.X-want.X, got.Y-want.Y); d > long*0x1p-22 {
				t.Errorf("end %d of segment %d at %v, want %v", k, i, got, want)
			}
		}
	}
	for _, c := range []struct {
		name   string
		pts    []Point
		radius float64
		body   uint32
		want   error
		says   string
	}{
		{"no body", pts, 0, 0, ErrRange, "number bodies from 1"},
		{"no points", nil, 0, 1, errTooFewVertices, "0 points"},
		{"one point", []Point{{X: 1, Y: 1}, {X: 1, Y: 1}}, 0, 1, errTooFewVertices, "too few distinct vertices"},
		{"NaN", []Point{{X: 1, Y: 1}, {X: 1, Y: math.NaN()}}, 0, 1, errNotFinite, "vertex 1 of 2"},
		{"last is far", []Point{{X: 1, Y: 1}, {X: 1, Y: 2}, {X: 1e40, Y: 1}}, 0, 1, ErrRange, "vertex 2 of 3"},
		{"last is long", []Point{{X: 1, Y: 1}, {X: 1, Y: 2}, {X: 1e20, Y: 1}}, 0, 1, ErrRange, "half length plus radius"},
		{"radius", pts, -1, 1, errNegative, "radius"},
	} {
		s := New()
		got, err := s.AddChain(nil, c.pts, c.radius, Attrs{Body: c.body})
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) || len(got) != 0 || s.Len() != 0 {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}
