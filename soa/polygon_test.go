// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

func TestAddPolygonRefuses(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	pentagram := func() []Point {
		p := regular(5, 1)
		return []Point{p[0], p[2], p[4], p[1], p[3]}
	}()
	square := []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}}
	for _, c := range []struct {
		name   string
		pts    []Point
		radius float64
		want   error
		says   string
	}{
		{"none", nil, 0, errTooFewVertices, "0 vertices, 0 of them distinct"},
		{"two", square[:2], 0, errTooFewVertices, "use AddCircle or AddCapsule"},
		{"one point", []Point{{X: 1, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 1}}, 0, errTooFewVertices, "4 vertices, 1 of them"},
		{"origin", []Point{{}, {}, {}}, 0, errTooFewVertices, ""},
		{"two points", []Point{{X: 1, Y: 1}, {X: 1, Y: 1}, {X: 2, Y: 1}, {X: 2, Y: 1}, {X: 1, Y: 1}}, 0, errTooFewVertices, "2 of them"},
		{"line", []Point{{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 2, Y: 2}, {X: 3, Y: 3}}, 0, ErrZeroArea, "AddSegmentBetween"},
		{"there and back", []Point{{X: 0, Y: 0}, {X: 2, Y: 2}, {X: 1, Y: 1}, {X: 3, Y: 3}}, 0, ErrZeroArea, ""},
		{"sliver", []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0.5, Y: 1e-8}}, 0, ErrZeroArea, ""},
		{"bent sliver", []Point{{X: 0, Y: 0}, {X: 0.3, Y: -1e-8}, {X: 1, Y: 0}, {X: 0.5, Y: 1e-8}}, 0, ErrZeroArea, ""},
		{"reflex", []Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 4}, {X: 2, Y: 1}, {X: 0, Y: 4}}, 0, ErrNotConvex,
			"soa: AddPolygon: vertex 3 of 5: not convex (the outline bends inward here); AddRegion and AddRegionAt take concave outlines, AddHull their convex hull"},
		{"reflex clockwise", []Point{{X: 0, Y: 4}, {X: 2, Y: 1}, {X: 4, Y: 4}, {X: 4, Y: 0}, {X: 0, Y: 0}}, 0, ErrNotConvex, "vertex 1 of 5"},
		{"slightly reflex", []Point{{X: 0, Y: 0}, {X: 1, Y: 1e-5}, {X: 2, Y: 0}, {X: 1, Y: 2}}, 0, ErrNotConvex, "vertex 1 of 4"},
		{"bow tie", []Point{{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 1, Y: 0}, {X: 0, Y: 1}}, 0, ErrNotConvex, "crosses itself"},
		{"pentagram", pentagram, 0, ErrNotConvex, "crosses itself"},
		{"twice round", append(slices.Clone(square), square...), 0, ErrNotConvex, ""},
		{"twice round a pentagon", append(regular(5, 1), regular(5, 1)...), 0, ErrNotConvex, ""},
		{"there and back round", []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 0}}, 0, ErrNotConvex, ""},
		{"spike", []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 5, Y: 1}, {X: 1, Y: 1}, {X: 0, Y: 1}}, 0, ErrNotConvex, ""},
		{"NaN", []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: nan, Y: 1}}, 0, errNotFinite, "vertex 2 of 3: point (NaN, 1): not finite"},
		{"infinite", []Point{{X: 0, Y: 0}, {X: 1, Y: -inf}, {X: 0, Y: 1}}, 0, errNotFinite, "vertex 1 of 3"},
		{"far", []Point{{X: 0, Y: 0}, {X: 1e19, Y: 0}, {X: 0, Y: 1}}, 0, ErrRange, "vertex 1 of 3"},
		{"far with radius", []Point{{X: 0, Y: 0}, {X: 1 << 59, Y: 0}, {X: 0, Y: 1 << 59}}, 3 << 58, ErrRange, "vertex 1 of 3"},
		{"radius", square, -1, errNegative, "soa: AddPolygon: radius -1: negative"},
		{"radius NaN", square, nan, errNotFinite, "radius NaN"},
		{"radius infinite", square, inf, errNotFinite, "radius +Inf"},
	} {
		s := New()
		id, err := s.AddPolygon(At(0, 0, 0), c.pts, c.radius, Attrs{})
		var e *Error
		if !errors.Is(err, c.want) || !errors.As(err, &e) || id != 0 {
			t.Errorf("%s: %v, %v; want %v", c.name, id, err, c.want)
			continue
		}
		if !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %q does not say %q", c.name, err, c.says)
		}
		if s.Len() != 0 {
			t.Errorf("%s: a refused call added a shape", c.name)
		}
		must.Do(t, s.check())
	}
}

func stored(t testing.TB, s *Shapes, id ID) []Point {
	t.Helper()
	return must.Get(s.Shape(id))(t).Vertices
}

func TestAddPolygonCleans(t *testing.T) {
	square := []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}}
	tilted := func(pts []Point) []Point {
		out := slices.Clone(pts)
		for i, p := range out {
			out[i] = At(0.1, 0.2, 0.5).Transform(p)
		}
		return out
	}
	midpoints := []Point{{X: 0, Y: 0}, {X: 0.5, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 0.3}, {X: 1, Y: 0.6}, {X: 1, Y: 1}, {X: 0.5, Y: 1}, {X: 0, Y: 1}, {X: 0, Y: 0.7}, {X: 0, Y: 0.1}}
	for _, c := range []struct {
		name      string
		pts, want []Point // nil want: only the count of 4 is checked
	}{
		{"plain", square, square},
		{"clockwise", []Point{{X: 0, Y: 0}, {X: 0, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 0}}, square},
		{"closed", append(slices.Clone(square), Point{X: 0, Y: 0}), square},
		{"duplicates", []Point{{X: 0, Y: 0}, {X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 1}, {X: 0, Y: 1}, {X: 0, Y: 0}}, square},
		{"near duplicates", []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1e-8}, {X: 1, Y: 1}, {X: 1 - 1e-8, Y: 1}, {X: 0, Y: 1}}, square},
		{"collinear", midpoints, square},
		{"collinear first", []Point{{X: 0.5, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}, {X: 0, Y: 0}}, []Point{{X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}, {X: 0, Y: 0}}},
		{"bent in by rounding", []Point{{X: 0, Y: 0}, {X: 0.5, Y: 1e-8}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}}, square},
		{"bent out by rounding", []Point{{X: 0, Y: 0}, {X: 0.5, Y: -1e-8}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}}, square},
		{"collinear back and forth", []Point{{X: 0, Y: 0}, {X: 0.6, Y: 0}, {X: 0.4, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}}, square},
		{"tilted", tilted(midpoints), nil},
		{"minus zero", []Point{{X: math.Copysign(0, -1), Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}}, square},
	} {
		s := New()
		id, err := s.AddPolygon(At(3, 4, 1), c.pts, 0, Attrs{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := stored(t, s, id)
		if c.want == nil && len(got) != 4 || c.want != nil && !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		refreshAll(s)
		must.Do(t, s.check())
	}
}

func TestAddPolygonRegular(t *testing.T) {
	s := New()
	for _, n := range []int{3, 4, 5, 6, 7, 8, 9, 16, 17, 100, 500, 4096, 5000, 20000} {
		for _, radius := range []float64{1, 1e-20, 0.7e9, 1 << 60} {
			if n > 500 && radius != 1 {
				continue // Check takes the square of the number
			}
			pts := regular(n, radius)
			id := must.Get(s.AddPolygon(At(0, 0, 1), pts, 0, Attrs{}))(t)
			got := len(stored(t, s, id))
			if n <= 5000 && got != n || got < min(n, 4000) {
				t.Errorf("%d vertices of a regular polygon with %d", got, n)
			}
			slices.Reverse(pts)
			other := New()
			id = must.Get(other.AddPolygon(At(0, 0, 1), pts, 0, Attrs{}))(t)
			if again := len(stored(t, other, id)); again != got {
				t.Errorf("%d vertices clockwise, %d counter-clockwise", again, got)
			}
		}
	}
	refreshAll(s)
	must.Do(t, s.check())
}

// Convex polygons of all proportions are accepted, for any effect of the tolerance.
func TestAddPolygonTakesConvex(t *testing.T) {
	r := testenv.Rand(t, 1)
	s := New()
	for range 20000 {
		n := 3 + r.IntN(40)
		pts := ring(r, n, 1, math.Exp2(-10*r.Float64()))
		// A shear keeps convexity, a shift costs precision.
		shear, dx, dy := r.NormFloat64(), r.NormFloat64()*3, r.NormFloat64()*3
		for i, p := range pts {
			pts[i] = Point{X: p.X + shear*p.Y + dx, Y: p.Y + dy}
		}
		id, err := s.AddPolygon(At(0, 0, 0), pts, 0, Attrs{})
		if err != nil {
			t.Fatalf("%v: %v", pts, err)
		}
		if msg := contains(stored(t, s, id), pts); msg != "" {
			t.Fatal(msg)
		}
	}
	must.Do(t, s.check())
}

// contains says which of pts lies outside the convex outline by more than the
// tolerance, or that a stored vertex is none of pts.
func contains(outline, pts []Point) string {
	extent := 0.0
	for _, p := range pts {
		extent = max(extent, math.Abs(p.X), math.Abs(p.Y))
	}
	tol := 3 * extent * snap
	for _, p := range pts {
		for i, a := range outline {
			b := outline[(i+1)%len(outline)]
			h := ((b.Y-a.Y)*(p.X-a.X) - (b.X-a.X)*(p.Y-a.Y)) / math.Hypot(b.X-a.X, b.Y-a.Y)
			if h > tol {
				return "an input vertex lies outside by more than the tolerance"
			}
		}
	}
	for _, a := range outline {
		if !slices.ContainsFunc(pts, func(p Point) bool { return float64(float32(p.X)) == a.X && float64(float32(p.Y)) == a.Y }) {
			return "a stored vertex is none of the input's"
		}
	}
	return ""
}

func TestSharp(t *testing.T) {
	s := New()
	for _, c := range []struct {
		name string
		pts  []Point
		want float32
	}{
		{"square", []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}}, 0},
		{"equilateral", regular(3, 1), 0},
		{"right isosceles", []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: 1}}, 0},
		{"right isosceles, turned", []Point{{X: 0, Y: 0}, {X: 0.8, Y: 0.6}, {X: -0.6, Y: 0.8}}, 0},
		{"44 degrees", []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: math.Tan(44 * math.Pi / 180)}}, 1},
		{"needle", []Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: 0.01}}, 1},
	} {
		id := must.Get(s.AddPolygon(At(0, 0, 0), c.pts, 0.5, Attrs{}))(t)
		i, _ := slotOf(s, id)
		if got := s.record(i); got.Q != c.want || got.P != 0.5 {
			t.Errorf("%s: record %+v, want Q %v", c.name, got, c.want)
		}
	}
}

func TestAddOutline(t *testing.T) {
	s := New()
	id := must.Get(s.AddOutline([]Point{{X: 1e7 + 1, Y: 5}, {X: 1e7 + 3, Y: 5}, {X: 1e7 + 3, Y: 9}, {X: 1e7 + 1, Y: 9}}, 0.25, Attrs{Static: true}))(t)
	sh := must.Get(s.Shape(id))(t)
	want := []Point{{X: -1, Y: -2}, {X: 1, Y: -2}, {X: 1, Y: 2}, {X: -1, Y: 2}}
	if sh.Pose != (Pose{1e7 + 2, 7, 1, 0}) || !slices.Equal(sh.Vertices, want) || sh.Radius != 0.25 || !sh.Attrs.Static || sh.Class != kernels.Polygon {
		t.Errorf("%+v", sh)
	}
	for _, c := range []struct {
		pts  []Point
		want error
	}{
		{nil, errTooFewVertices},
		{[]Point{{X: 0, Y: 0}, {X: math.NaN(), Y: 1}, {X: 1, Y: 1}}, errNotFinite},
		{[]Point{{X: 0, Y: 0}, {X: 1e40, Y: 1}, {X: 1, Y: 1}}, ErrRange},
		{[]Point{{X: -1e30, Y: 0}, {X: 1e30, Y: 1}, {X: 1, Y: 1e30}}, ErrRange},
		{[]Point{{X: 1e30, Y: 0}, {X: 1e30 + 1, Y: 0}, {X: 1e30, Y: 1}}, errTooFewVertices},
		{[]Point{{X: 0, Y: 0}, {X: 2, Y: 0}, {X: 1, Y: 0.5}, {X: 1, Y: 2}}, ErrNotConvex},
	} {
		if _, err := s.AddOutline(c.pts, 0, Attrs{}); !errors.Is(err, c.want) {
			t.Errorf("%v: %v, want %v", c.pts, err, c.want)
		}
	}
}

func TestOrient(t *testing.T) {
	r := testenv.Rand(t, 1)
	coordinate := func() float32 {
		switch r.IntN(4) {
		case 0:
			return float32(r.IntN(7) - 3)
		case 1:
			return float32(math.Ldexp(r.Float64()*2-1, r.IntN(80)-60))
		case 2:
			return 1 + float32(r.IntN(9))*0x1p-23
		}
		return r.Float32()
	}
	exact := 0
	for range 30000 {
		a, b := Point{X: float64(coordinate()), Y: float64(coordinate())}, Point{X: float64(coordinate()), Y: float64(coordinate())}
		c := Point{X: float64(coordinate()), Y: float64(coordinate())}
		if r.IntN(2) == 0 { // nearly collinear
			f := r.Float64()
			c = Point{X: float64(float32(a.X + (b.X-a.X)*f)), Y: float64(float32(a.Y + (b.Y-a.Y)*f))}
		}
		want := exactTurn(a, b, c)
		if got := turn(a, b, c); got != want {
			t.Fatalf("turn(%v, %v, %v) = %d, want %d", a, b, c, got, want)
		}
		if want == 0 {
			exact++
		}
	}
	if exact == 0 {
		t.Error("no collinear triples were tried")
	}
}

// The hull and its simplification against a quadratic twin.
func TestConvexHull(t *testing.T) {
	r := testenv.Rand(t, 1)
	for range 2000 {
		var o outline
		n := 3 + r.IntN(12)
		for range n {
			o.point = append(o.point, Point{X: float64(r.IntN(5)), Y: float64(r.IntN(5))})
		}
		o.hull.find(o.point)
		var got []Point
		for _, h := range o.hull.corner {
			got = append(got, o.point[h])
		}
		want := slowHull(o.point)
		if !slices.Equal(got, want) && len(want) >= 3 {
			t.Fatalf("%v: hull %v, want %v", o.point, got, want)
		}
	}
}

// An outline that passes as a hull at first sight is the hull.
func TestIsHull(t *testing.T) {
	r := testenv.Rand(t, 1)
	passed := 0
	for k := range 20000 {
		var o outline
		if k%2 == 0 {
			for range 3 + r.IntN(4) {
				o.point = append(o.point, Point{X: float64(r.IntN(5)), Y: float64(r.IntN(5))})
			}
		} else {
			for _, p := range ring(r, 3+r.IntN(9), 1, 1e-3+r.Float64()) {
				o.point = append(o.point, Point{X: float64(float32(p.X)), Y: float64(float32(p.Y))})
			}
			if r.IntN(2) == 0 {
				slices.Reverse(o.point)
			}
		}
		if !o.hull.takeConvex(o.point) {
			continue
		}
		passed++
		got := slices.Clone(o.hull.corner)
		o.hull.find(o.point)
		if !slices.Equal(got, o.hull.corner) || len(got) != len(o.point) {
			t.Fatalf("%v: %v, want %v", o.point, got, o.hull.corner)
		}
		if bad, _ := o.follow(0); bad >= 0 {
			t.Fatalf("%v: vertex %d out of place", o.point, bad)
		}
	}
	if passed < 5000 {
		t.Errorf("only %d passed", passed)
	}
}

// slowHull walks from corner to corner: the next is the one with all others to the left.
func slowHull(pts []Point) []Point {
	first := slices.MinFunc(pts, func(a, b Point) int {
		if a.X != b.X {
			return int(a.X - b.X)
		}
		return int(a.Y - b.Y)
	})
	hull := []Point{first}
	for len(hull) <= len(pts) {
		a := hull[len(hull)-1]
		next := a
		for _, p := range pts {
			if p == a {
				continue
			}
			if o := exactTurn(a, next, p); next == a || o < 0 || o == 0 && distance(a, p) > distance(a, next) {
				next = p
			}
		}
		if next == first || next == a {
			break
		}
		hull = append(hull, next)
	}
	return hull
}

func FuzzAddPolygon(f *testing.F) {
	f.Add([]byte{0, 0, 10, 0, 10, 10, 0, 10}, uint8(0), uint64(1))
	f.Add([]byte{0, 0, 0, 10, 10, 10, 10, 0}, uint8(1), uint64(2))
	f.Add([]byte{0, 0, 5, 0, 10, 0, 10, 10, 5, 10, 0, 10}, uint8(2), uint64(3))
	f.Add([]byte{0, 0, 10, 10, 10, 0, 0, 10}, uint8(3), uint64(4))
	f.Fuzz(func(t *testing.T, data []byte, mode uint8, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		// Coordinates from a small grid, so that coincidence and collinearity happen;
		// scaled, shifted, turned and shaken to taste.
		var pts []Point
		scale := math.Ldexp(1, int(mode>>4)*8-64)
		pose := At(float64(r.IntN(3))*float64(r.IntN(100)), 0, float64(r.IntN(4))*r.Float64())
		for i := 0; i+1 < len(data) && len(pts) < 200; i += 2 {
			p := pose.Transform(Point{X: float64(int8(data[i])), Y: float64(int8(data[i+1]))})
			if mode&1 != 0 {
				p.X += r.NormFloat64() * 1e-6
				p.Y += r.NormFloat64() * 1e-6
			}
			pts = append(pts, Point{X: p.X * scale, Y: p.Y * scale})
		}
		if mode&2 != 0 && len(pts) >= 3 {
			// The input's hull is accepted for certain.
			var o outline
			for _, p := range pts {
				o.point = append(o.point, Point{X: float64(float32(p.X)), Y: float64(float32(p.Y))})
			}
			o.hull.find(o.point)
			hull := make([]Point, len(o.hull.corner))
			for k, h := range o.hull.corner {
				hull[k] = o.point[h]
			}
			pts = hull
		}
		s := New()
		id, err := s.AddPolygon(At(1, 2, 3), pts, float64(mode&4), Attrs{})
		if err != nil {
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("%T: %v", err, err)
			}
			if mode&2 != 0 && errors.Is(err, ErrNotConvex) {
				t.Fatalf("a hull is not convex: %v: %v", pts, err)
			}
			return
		}
		if msg := contains(stored(t, s, id), pts); msg != "" {
			t.Fatalf("%s: %v", msg, pts)
		}
		refreshAll(s)
		must.Do(t, s.check())
	})
}

func FuzzAddPolygonFloats(f *testing.F) {
	f.Add(0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0)
	f.Add(math.NaN(), 0.0, math.Inf(1), 0.0, 1e300, 1.0, 1e-320, 1.0, -1.0)
	f.Fuzz(func(t *testing.T, ax, ay, bx, by, cx, cy, dx, dy, radius float64) {
		s := New()
		pts := []Point{{X: ax, Y: ay}, {X: bx, Y: by}, {X: cx, Y: cy}, {X: dx, Y: dy}}
		for _, add := range []func() (ID, error){
			func() (ID, error) { return s.AddPolygon(At(0, 0, 1), pts, radius, Attrs{}) },
			func() (ID, error) { return s.AddOutline(pts, radius, Attrs{}) },
			func() (ID, error) { return s.AddSegmentBetween(pts[0], pts[1], radius, Attrs{}) },
			func() (ID, error) { return s.AddCapsule(At(ax, ay, bx), by, radius, Attrs{}) },
			func() (ID, error) { return s.AddRoundedBox(At(ax, ay, bx), cx, cy, radius, Attrs{}) },
		} {
			if _, err := add(); err != nil {
				var e *Error
				if !errors.As(err, &e) {
					t.Fatalf("%T: %v", err, err)
				}
			}
		}
		if st := refreshAll(s); st.Quarantined != 0 {
			t.Fatalf("%d of the poses accepted are not sound", st.Quarantined)
		}
		must.Do(t, s.check())
	})
}

// exactTurn is the sign of the turn a, b, c in rational arithmetic.
func exactTurn(a, b, c Point) int {
	sub := func(p, q float64) *big.Rat {
		x, y := new(big.Rat), new(big.Rat)
		return x.Sub(x.SetFloat64(p), y.SetFloat64(q))
	}
	l, r := sub(b.X, a.X), sub(b.Y, a.Y)
	return l.Mul(l, sub(c.Y, a.Y)).Cmp(r.Mul(r, sub(c.X, a.X)))
}
