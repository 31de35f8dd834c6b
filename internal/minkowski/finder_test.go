// SPDX-License-Identifier: MIT

package minkowski

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/testenv"
)

// truth is a Minkowski sum made the slow way: the hull of all differences of corners.
type truth struct {
	hull   []Vec
	radius float64
}

func slow(a, b []Part) (sums []truth) {
	for _, p := range a {
		for _, q := range b {
			var all []Vec
			for _, u := range p.Core {
				for _, v := range q.Core {
					all = append(all, Vec{u.X - v.X, u.Y - v.Y})
				}
			}
			sums = append(sums, truth{hull(all), p.Radius + q.Radius})
		}
	}
	return sums
}

// hull is Andrew's monotone chain, counter-clockwise.
func hull(p []Vec) []Vec {
	slices.SortFunc(p, func(u, v Vec) int {
		switch {
		case u.X < v.X || u.X == v.X && u.Y < v.Y:
			return -1
		case u == v:
			return 0
		}
		return 1
	})
	p = slices.Compact(p)
	if len(p) < 3 {
		return p
	}
	half := func(out []Vec, p []Vec) []Vec {
		base := len(out)
		for _, v := range p {
			for n := len(out); n-base > 1 && cross(out[n-1].X-out[n-2].X, out[n-1].Y-out[n-2].Y, v.X-out[n-1].X, v.Y-out[n-1].Y) <= 1e-12; n-- {
				out = out[:n-1]
			}
			out = append(out, v)
		}
		return out[:len(out)-1]
	}
	out := half(nil, p)
	slices.Reverse(p)
	return half(out, p)
}

// depth is how deep a point lies in the interior of a sum: negative if outside.
func (s *truth) depth(x, y float64) float64 {
	inner, dist := math.Inf(1), math.Inf(1)
	for i, u := range s.hull {
		v := s.hull[(i+1)%len(s.hull)]
		ex, ey := v.X-u.X, v.Y-u.Y
		l := math.Hypot(ex, ey)
		t := 0.0
		if l > 0 {
			t = min(max(dot(x-u.X, y-u.Y, ex, ey)/(l*l), 0), 1)
			inner = min(inner, cross(ex, ey, x-u.X, y-u.Y)/l)
		}
		dist = min(dist, math.Hypot(x-u.X-t*ex, y-u.Y-t*ey))
	}
	if len(s.hull) > 2 && inner >= 0 {
		return inner + s.radius
	}
	return s.radius - dist
}

func deepest(sums []truth, x, y float64) float64 {
	d := math.Inf(-1)
	for i := range sums {
		d = max(d, sums[i].depth(x, y))
	}
	return d
}

// shortest tries the nearest point of every edge and every crossing of two edges. Sums have
// no radius.
func shortest(sums []truth) float64 {
	type edge struct{ x, y, ux, uy, long float64 }
	var edges []edge
	best := math.Inf(1)
	try := func(x, y float64) {
		if l := math.Hypot(x, y); l < best && deepest(sums, x, y) < 1e-9 {
			// It parts the bodies if so do points next to it, not only the seam of two sums.
			for k := range 360 {
				s, c := math.Sincos(float64(k) * math.Pi / 180)
				if deepest(sums, x+1e-5*c, y+1e-5*s) < -1e-9 {
					best = l
					return
				}
			}
		}
	}
	for _, s := range sums {
		for i, u := range s.hull {
			v := s.hull[(i+1)%len(s.hull)]
			l := math.Hypot(v.X-u.X, v.Y-u.Y)
			e := edge{u.X, u.Y, (v.X - u.X) / l, (v.Y - u.Y) / l, l}
			t := min(max(-dot(e.x, e.y, e.ux, e.uy), 0), l)
			try(e.x+t*e.ux, e.y+t*e.uy)
			for _, o := range edges {
				w := cross(e.ux, e.uy, o.ux, o.uy)
				if math.Abs(w) < 1e-12 {
					continue
				}
				t := cross(o.x-e.x, o.y-e.y, o.ux, o.uy) / w
				try(e.x+t*e.ux, e.y+t*e.uy)
			}
			edges = append(edges, e)
		}
	}
	return best
}

// along is the least length in a direction after which the bodies are parted.
func along(sums []truth, ux, uy, most float64) float64 {
	t := 0.0
	for t < most {
		d := deepest(sums, t*ux, t*uy)
		if d < 1e-9 && deepest(sums, (t+1e-6)*ux, (t+1e-6)*uy) < 0 { // not the seam of two sums
			return t
		}
		t += max(d, 1e-6) // nothing within that distance is outside
	}
	return most
}

func regular(n int, r, x, y, turn float64) (p []Vec) {
	for k := range n {
		s, c := math.Sincos(turn + 2*math.Pi*float64(k)/float64(n))
		p = append(p, Vec{x + r*c, y + r*s})
	}
	return p
}

func box(x0, y0, x1, y1 float64) []Vec { return []Vec{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}} }

func moved(p []Part, x, y, turn float64) (out []Part) {
	s, c := math.Sincos(turn)
	for _, part := range p {
		q := Part{Radius: part.Radius}
		for _, v := range part.Core {
			q.Core = append(q.Core, Vec{x + c*v.X - s*v.Y, y + s*v.X + c*v.Y})
		}
		out = append(out, q)
	}
	return out
}

func bodies(r *rand.Rand, radius float64) [][]Part {
	list := [][]Part{
		{{Core: box(-2, -2, 2, -1)}, {Core: box(-2, -1, -1, 2)}},                                                     // an L
		{{Core: box(-2, -2, 2, -1)}, {Core: box(-2, 1, 2, 2)}, {Core: box(-2, -1, -1, 1)}, {Core: box(1, -1, 2, 1)}}, // a frame
		{{Core: box(-2, -2, 2, -1)}, {Core: box(-2, -1, -1, 2)}, {Core: box(1, -1, 2, 2)}},                           // a U
		{{Core: box(-2, -.5, 2, .5)}, {Core: box(-.5, .5, .5, 2)}, {Core: box(-.5, -2, .5, -.5)}},                    // a cross
		{{Core: box(-.9, -1, .9, .9)}},                         // a box, which fits nowhere with nothing to spare
		{{Core: regular(3+r.IntN(5), 1.5, 0, 0, r.Float64())}}, // any
		{{Core: regular(3, 1, -1, 0, r.Float64())}, {Core: regular(5, 1, 1, 0, r.Float64())}, {Core: box(-1, -.1, 1, .1)}}, // overlapping parts
		{{Core: []Vec{{-1, 0}, {2, 1}}}, {Core: box(0, 0, .9, 1.9)}},                                                       // with a segment
	}
	for _, body := range list {
		for i := range body {
			body[i].Radius = radius
		}
	}
	if radius > 0 {
		list = append(list, []Part{{Core: []Vec{{0, 0}}, Radius: .7}}, []Part{{Core: []Vec{{-1, 0}, {1, 0}}, Radius: .3}, {Core: []Vec{{1, 0}, {1, 2}}, Radius: .3}})
	}
	return list
}

// Every push parts the bodies, and no push is shorter, for sharp and rounded bodies.
func TestShortest(t *testing.T) {
	n := testenv.Rounds(500, 500, 20000)
	r := rand.New(rand.NewPCG(41, 42))
	var f Finder
	rounds := Finder{first: 1} // knows few sums in the beginning
	pushed, concave := 0, 0
	for range n {
		radius := .4 * float64(r.IntN(2)) * r.Float64()
		list := bodies(r, radius)
		place := func() (x, y, turn float64) {
			if r.IntN(3) == 0 { // on a grid: edges in line, corners on edges
				return float64(r.IntN(5)) / 2, float64(r.IntN(5)) / 2, float64(r.IntN(4)) * math.Pi / 2
			}
			return 3 * r.Float64(), 3 * r.Float64(), 7 * r.Float64()
		}
		x, y, turn := place()
		a := moved(list[r.IntN(len(list))], x, y, turn)
		x, y, turn = place()
		b := moved(list[r.IntN(len(list))], x, y, turn)
		p := f.Part(a, b)
		sums := slow(a, b)
		if !p.Exact {
			t.Fatalf("given up after %d", f.work)
		}
		if q := rounds.Part(a, b); !q.Exact || math.Abs(q.Length-p.Length) > 1e-9 || deepest(sums, q.X, q.Y) > 1e-9 {
			t.Fatalf("%+v in rounds, %+v in one\n%v\n%v", q, p, a, b)
		}
		d := deepest(sums, 0, 0)
		if p.Length == 0 {
			if d > 1e-9 {
				t.Fatalf("not pushed, and overlaps by %v", d)
			}
			continue
		}
		pushed++
		if left := deepest(sums, p.X, p.Y); left > 1e-9 {
			t.Fatalf("pushed by (%v, %v), and overlaps by %v\n%v\n%v", p.X, p.Y, left, a, b)
		}
		if p.Length > d+1e-6 {
			concave++ // no pair of parts alone asks for it
		}
		if math.Abs(math.Hypot(p.X, p.Y)-p.Length) > 1e-12 || p.Least > p.Length || p.Least < p.Length-1e-9 {
			t.Fatalf("%+v", p)
		}
		if sums[0].radius == 0 && sums[len(sums)-1].radius == 0 {
			if want := shortest(sums); math.Abs(p.Length-want) > 1e-7 {
				t.Fatalf("pushed by %v, the least is %v\n%v\n%v", p.Length, want, a, b)
			}
		}
		for k := range 90 {
			sin, cos := math.Sincos(float64(k) * math.Pi / 45)
			if l := along(sums, cos, sin, p.Length); l < p.Length-1e-7 {
				t.Fatalf("pushed by %v, in direction %d %v is enough\n%v\n%v", p.Length, 4*k, l, a, b)
			}
		}
	}
	t.Logf("%d pushes, %d longer than any two parts ask for", pushed, concave)
	if pushed < n/3 || concave < n/10 {
		t.Errorf("%d pushes, %d longer than any two parts ask for", pushed, concave)
	}
}

// A search that is given up says how far from the least it may be.
func TestGivenUp(t *testing.T) {
	var comb []Part
	for k := range 40 {
		comb = append(comb, Part{Core: box(float64(k), 0, float64(k)+.6, 3)})
	}
	other := moved(comb, .3, 1, .1)
	exact := new(Finder).Part(comb, other)
	if !exact.Exact || exact.Length == 0 {
		t.Fatalf("%+v", exact)
	}
	f := Finder{Effort: 1000}
	p := f.Part(comb, other)
	if p.Exact || p.Least > exact.Length || p.Length < exact.Length-1e-9 {
		t.Errorf("%+v, the least is %v", p, exact.Length)
	}
	if d := deepest(slow(comb, other), 0, 0); p.Least < d-1e-9 {
		t.Errorf("the least is %v, and two parts overlap by %v", p.Least, d)
	}
	if left := deepest(slow(comb, other), p.X, p.Y); left > 1e-9 {
		t.Errorf("overlaps by %v", left)
	}
}

// Bodies whose sums are too many for memory are parted all the same.
func TestTooManySums(t *testing.T) {
	var grid []Part
	for k := range 900 {
		x, y := float64(k%30), float64(k/30)
		grid = append(grid, Part{Core: box(x, y, x+.9, y+.9)})
	}
	other := moved(grid, .3, 1, .1)
	f := Finder{Effort: 1 << 16}
	p := f.Part(grid, other)
	if p.Exact || p.Length == 0 || p.Least > p.Length || len(f.corners) > 1<<16 {
		t.Errorf("%+v from %d corners", p, len(f.corners))
	}
	for i := range other {
		for k := range other[i].Core {
			other[i].Core[k].X += p.X
			other[i].Core[k].Y += p.Y
		}
	}
	if left := new(Finder).Part(grid[870:], other); left.Length > 1e-9 {
		t.Errorf("what is nearest overlaps still, by %v", left)
	}
	if left := new(Finder).Part(grid[:30], other); left.Length > 1e-9 {
		t.Errorf("what is farthest overlaps still, by %v", left)
	}
}

// stairs are two staircases of n boxes, one above the other; b is moved by (x, y).
func stairs(n int, x, y float64) (a, b []Part) {
	for k := range n {
		at := float64(k)
		a = append(a, Part{Core: box(at, at, at+1, at+1.2)})
		b = append(b, Part{Core: box(at+x, at+y, at+x+1, at+y+1.2)})
	}
	return a, b
}

// Bodies of however many parts, such as neighbouring countries, are pushed by no more than they
// overlap where few of their parts are near to each other, and stay where they only touch.
func TestManyParts(t *testing.T) {
	for _, n := range []int{30, 800, 2000} {
		if n > 800 && testing.Short() {
			continue
		}
		for _, c := range []struct{ x, y, want float64 }{{.999, -.5, .001}, {.5, -1.1, .1}, {1, -.5, 0}, {1, -.2, 0}, {1.25, -.5, 0}} {
			var f Finder
			a, b := stairs(n, c.x, c.y)
			p := f.Part(a, b)
			if !p.Exact || math.Abs(p.Length-c.want) > 1e-8 || math.Abs(p.Least-c.want) > 1e-8 {
				t.Errorf("%d stairs moved by %v, %v: %+v, want %v", n, c.x, c.y, p, c.want)
			}
			if len(f.corners) > DefaultEffort {
				t.Errorf("%d corners, more than Effort", len(f.corners))
			}
		}
	}
	// Each part is near to each: whether they meet is known all the same.
	var a, b []Part
	for k := range 800 {
		y := float64(k) / 16
		a = append(a, Part{Core: []Vec{{0, y}, {1000, y + 1000}, {0, y + 1}}})
		b = append(b, Part{Core: []Vec{{1, y}, {1001, y - 1}, {1001, y + 1000}}})
	}
	for y, meet := range map[float64]bool{0: true, -60: false} {
		var f Finder
		moved := moved(b, 0, y, 0)
		p := f.Part(a, moved)
		if meet != (p.Length > 0) || p.Least > p.Length || len(f.corners) > DefaultEffort {
			t.Errorf("moved by %v: %+v from %d corners", y, p, len(f.corners))
		}
	}
}

// For bodies in every state of overlap, a search in rounds finds the push of a search of all sums
// at once. The push of a search that was given up parts them, too, and no push shorter than its
// Least does.
func TestRounds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	n := testenv.Rounds(20, 20, 300)
	exact, gave := 0, 0
	for range n {
		body := func() (p []Part) {
			for range 2 + r.IntN(30) {
				x, y, radius := 12*r.Float64(), 12*r.Float64(), .3*float64(r.IntN(2))
				p = append(p, Part{Core: regular(1+r.IntN(6), .5+1.5*r.Float64(), x, y, 7*r.Float64()), Radius: radius})
			}
			return p
		}
		a, b := body(), moved(body(), 24*r.Float64()-12, 24*r.Float64()-12, 0)
		at := Finder{first: 1 << 30, Effort: 1 << 30}
		want := at.Part(a, b)
		if !want.Exact {
			t.Fatalf("all at once: %+v", want)
		}
		for _, few := range []int{1, 16, 100, 1000} {
			rounds := Finder{first: few, Effort: 1 << 30}
			if got := rounds.Part(a, b); got != want {
				t.Fatalf("in rounds from %d on: %+v, want %+v", few, got, want)
			}
			exact++
			tight := Finder{first: few, Effort: 10 << r.IntN(14)}
			got := tight.Part(a, b)
			if got.Exact && math.Abs(got.Length-want.Length) > 1e-9 || got.Least > want.Length+1e-9 || got.Length < want.Length-1e-9 {
				t.Fatalf("given up at %d: %+v, want %+v", tight.Effort, got, want)
			}
			if !got.Exact {
				gave++
				sums := slow(a, b)
				if left := deepest(sums, got.X, got.Y); left > 1e-9 {
					t.Fatalf("given up at %d: overlaps by %v", tight.Effort, left)
				}
				if d := deepest(sums, 0, 0); got.Least < d-1e-9 {
					t.Fatalf("given up at %d: %+v, and two parts overlap by %v", tight.Effort, got, d)
				}
			}
		}
	}
	t.Logf("%d are exact, %d given up", exact, gave)
	if gave < n/4 {
		t.Errorf("%d given up", gave)
	}
}

// Bodies of no size, or as large and small as numbers go, do no harm.
func TestExtremes(t *testing.T) {
	var f Finder
	point := []Part{{Core: []Vec{{1, 1}}}}
	if p := f.Part(point, point); p.Length != 0 || !p.Exact {
		t.Errorf("%+v", p)
	}
	if p := f.Part(nil, point); p.Length != 0 {
		t.Errorf("%+v", p)
	}
	for _, s := range []float64{1e-12, 1, 1e12} {
		a := []Part{{Core: box(0, 0, 4*s, s)}, {Core: box(0, s, s, 4*s)}}
		b := []Part{{Core: box(.9*s, .8*s, 3*s, 3*s)}}
		p := f.Part(a, b)
		if math.Abs(p.X-.1*s) > 1e-9*s || math.Abs(p.Y-.2*s) > 1e-9*s {
			t.Errorf("scale %v: %+v", s, p)
		}
	}
	// Two discs on one spot.
	disc := []Part{{Core: []Vec{{0, 0}}, Radius: 1}}
	if p := f.Part(disc, disc); math.Abs(p.Length-2) > 1e-9 {
		t.Errorf("%+v", p)
	}
	// A disc in a hole of its own size stays, one that is larger has to go all the way.
	frame := []Part{{Core: box(-3, -3, 3, -1)}, {Core: box(-3, 1, 3, 3)}, {Core: box(-3, -1, -1, 1)}, {Core: box(1, -1, 3, 1)}}
	if p := f.Part(frame, []Part{{Core: []Vec{{0, 0}}, Radius: 1}}); p.Length != 0 {
		t.Errorf("%+v", p)
	}
	if p := f.Part(frame, []Part{{Core: []Vec{{.5, 0}}, Radius: .5}}); p.Length != 0 {
		t.Errorf("%+v", p)
	}
	if p := f.Part(frame, []Part{{Core: []Vec{{.6, 0}}, Radius: .5}}); math.Abs(p.X+.1) > 1e-9 || math.Abs(p.Y) > 1e-9 {
		t.Errorf("%+v", p)
	}
	if p := f.Part(frame, []Part{{Core: []Vec{{0, 0}}, Radius: 1.25}}); math.Abs(p.Length-4.25) > 1e-9 {
		t.Errorf("%+v", p)
	}
}

func BenchmarkPart(b *testing.B) {
	l := []Part{{Core: box(-2, -2, 2, -1)}, {Core: box(-2, -1, -1, 2)}}
	many := func(n int, x, y float64) [2][]Part {
		a, b := stairs(n, x, y)
		return [2][]Part{a, b}
	}
	for name, pair := range map[string][2][]Part{
		"box in the corner of an L": {l, {{Core: box(-1.1, -1.2, 1, 1)}}},
		"two L":                     {l, moved(l, .2, .3, .5)},
		"disc in an L":              {l, {{Core: []Vec{{-.5, -.5}}, Radius: .7}}},
		"600 stairs, a thousandth":  many(600, .999, -.5),
		"2000 stairs, a thousandth": many(2000, .999, -.5),
		"2000 stairs, touching":     many(2000, 1, -.5),
		"2000 stairs, given up":     many(2000, .3, .1),
	} {
		b.Run(name, func(b *testing.B) {
			var f Finder
			b.ReportAllocs()
			for b.Loop() {
				f.Part(pair[0], pair[1])
			}
		})
	}
}
