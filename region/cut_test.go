// SPDX-License-Identifier: MIT

package region

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"daylight/internal/exact"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

func turn(a, b, c Point) int { return exact.Orient(a.X, a.Y, b.X, b.Y, c.X, c.Y) }

// area2 is twice the area of a ring, exactly.
func area2(ring []Point) *big.Rat {
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	sum := new(big.Rat)
	for i, p := range ring {
		q := ring[(i+1)%len(ring)]
		sum.Add(sum, new(big.Rat).Mul(rat(p.X), rat(q.Y)))
		sum.Sub(sum, new(big.Rat).Mul(rat(p.Y), rat(q.X)))
	}
	return sum
}

// meet reports whether two closed segments have a point in common.
func meet(a, b, c, d Point) bool {
	on := func(a, b, p Point) bool {
		return turn(a, b, p) == 0 && min(a.X, b.X) <= p.X && p.X <= max(a.X, b.X) && min(a.Y, b.Y) <= p.Y && p.Y <= max(a.Y, b.Y)
	}
	if on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b) {
		return true
	}
	return turn(a, b, c)*turn(a, b, d) < 0 && turn(c, d, a)*turn(c, d, b) < 0
}

// isClean decides by brute force whether rings neither touch nor cross.
func isClean(rings [][]Point) bool {
	type segment struct {
		a, b    Point
		ring, i int
	}
	var all []segment
	rings = distinct(rings)
	for k, r := range rings {
		for i, p := range r {
			if len(r) < 3 || p == r[(i+1)%len(r)] {
				return false
			}
			all = append(all, segment{p, r[(i+1)%len(r)], k, i})
		}
	}
	for i, s := range all {
		for _, u := range all[:i] {
			n := len(rings[s.ring])
			switch {
			case s.ring == u.ring && (u.i+1)%n == s.i:
				// Neighbours share a point and must not share more.
				if turn(u.a, u.b, s.b) == 0 && (u.b.X-u.a.X)*(s.b.X-s.a.X)+(u.b.Y-u.a.Y)*(s.b.Y-s.a.Y) < 0 {
					return false
				}
			case s.ring == u.ring && (s.i+1)%n == u.i:
				if turn(s.a, s.b, u.b) == 0 && (s.b.X-s.a.X)*(u.b.X-u.a.X)+(s.b.Y-s.a.Y)*(u.b.Y-u.a.Y) < 0 {
					return false
				}
			default:
				if meet(s.a, s.b, u.a, u.b) {
					return false
				}
			}
		}
	}
	return true
}

// checkRegion holds a region against the rings it is made of.
func checkRegion(t testing.TB, r *Region, rings [][]Point) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%s\nrings %v\noutline %v %v\nparts %v %v", fmt.Sprintf(format, args...), rings, r.outline, r.rings, r.corners, r.starts)
	}
	given := map[Point]bool{}
	for _, ring := range rings {
		for _, p := range ring {
			given[p] = true
		}
	}
	sum, outline := new(big.Rat), new(big.Rat)
	reflex, holes := 0, 0
	for i := range r.Rings() {
		ring := r.Ring(i)
		a := area2(ring)
		outline.Add(outline, a)
		if a.Sign() < 0 {
			holes++
		}
		for k, p := range ring {
			if turn(ring[(k+len(ring)-1)%len(ring)], p, ring[(k+1)%len(ring)]) < 0 {
				reflex++
			}
		}
	}
	for i := range r.Parts() {
		part := r.Part(i)
		if len(part) < 3 {
			fail("part %d has %d corners", i, len(part))
		}
		flips := 0
		for k, p := range part {
			n := len(part)
			if !given[p] {
				fail("part %d has a corner %v that was not given", i, p)
			}
			if turn(part[(k+n-1)%n], p, part[(k+1)%n]) <= 0 {
				fail("part %d is not convex at corner %d", i, k)
			}
			prev, next := part[(k+n-1)%n], part[(k+1)%n]
			up := func(a, b Point) bool { return a.X < b.X || a.X == b.X && a.Y < b.Y }
			if up(prev, p) != up(p, next) {
				flips++
			}
			if r.boxes[i] != boxOf(part) {
				fail("box of part %d", i)
			}
		}
		if i > 0 && r.boxes[i].MinX < r.boxes[i-1].MinX {
			fail("parts %d and %d are not in order", i-1, i)
		}
		if flips != 2 {
			fail("part %d goes round more than once", i)
		}
		sum.Add(sum, area2(part))
	}
	if sum.Cmp(outline) != 0 {
		fail("parts have area %v, the outline has %v", sum, outline)
	}
	want, _ := sum.Quo(sum, big.NewRat(2, 1)).Float64()
	if got := r.Area(); math.Abs(got-want) > math.Abs(math.Nextafter(want, math.Inf(1))-want) {
		fail("area %v, want %v", got, want)
	}
	outers := r.Rings() - holes
	if most := 4 * max(outers, (reflex+1)/2+outers-holes); r.Parts() > most {
		fail("%d parts; %d would be four times the optimum", r.Parts(), most)
	}
}

// checkDisjoint tests that no two parts have interior points in common, by clipping.
func checkDisjoint(t testing.TB, r *Region) {
	t.Helper()
	for i := range r.Parts() {
		for k := range i {
			if separated(r.Part(i), r.Part(k)) == false {
				t.Fatalf("parts %d %v and %d %v overlap", i, r.Part(i), k, r.Part(k))
			}
		}
	}
}

// separated reports whether some edge of one convex polygon has all of the other weakly outside.
func separated(a, b []Point) bool {
	for range 2 {
		for i, p := range a {
			q := a[(i+1)%len(a)]
			if !slices.ContainsFunc(b, func(v Point) bool { return turn(p, q, v) > 0 }) {
				return true
			}
		}
		a, b = b, a
	}
	return false
}

func TestCutKnown(t *testing.T) {
	square := func(x, y, s float64) []Point { return []Point{{x, y}, {x + s, y}, {x + s, y + s}, {x, y + s}} }
	for _, c := range []struct {
		name  string
		rings [][]Point
		parts int
		area  float64
	}{
		{"square", [][]Point{square(0, 0, 2)}, 1, 4},
		{"closed square", [][]Point{append(square(0, 0, 2), Point{})}, 1, 4},
		{"square with points on edges", [][]Point{{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}}}, 1, 4},
		{"L", [][]Point{{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}}, 2, 3},
		{"frame", [][]Point{square(0, 0, 3), square(1, 1, 1)}, 4, 8},
		{"ring in a ring", [][]Point{square(0, 0, 5), square(1, 1, 3), square(2, 2, 1)}, 5, 17},
		{"two squares", [][]Point{square(0, 0, 1), square(2, 0, 1)}, 2, 2},
		{"the hole the other way round", [][]Point{square(0, 0, 5), {{1, 1}, {1, 4}, {4, 4}, {4, 1}}}, 4, 16},
		{"a clockwise ring", [][]Point{{{1, 1}, {1, 4}, {4, 4}, {4, 1}}}, 1, 9},
		{"cross", [][]Point{{{1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {2, 2}, {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}, {1, 1}}}, 3, 5},
	} {
		r, err := NewEvenOdd(c.rings)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		checkRegion(t, r, c.rings)
		if r.Parts() != c.parts || r.Area() != c.area {
			t.Errorf("%s: %d parts with area %v, want %d with %v", c.name, r.Parts(), r.Area(), c.parts, c.area)
		}
	}
}

func TestRefused(t *testing.T) {
	nan := math.NaN()
	square := []Point{{0, 0}, {4, 0}, {4, 4}, {0, 4}}
	for _, c := range []struct {
		name     string
		polygons [][][]Point
		reason   error
		at       Place
	}{
		{"nothing", nil, ErrTooFewPoints, Place{}},
		{"two points", [][][]Point{{{{0, 0}, {1, 1}}}}, ErrTooFewPoints, Place{}},
		{"NaN", [][][]Point{{{{0, 0}, {1, 1}, {nan, 0}}}}, ErrNotFinite, Place{0, 0, 2}},
		{"infinite", [][][]Point{{{{0, 0}, {1, math.Inf(1)}, {1, 0}}}}, ErrNotFinite, Place{0, 0, 1}},
		{"two of four points", [][][]Point{{{{0, 0}, {1, 0}, {1, 0}, {0, 0}}}}, ErrTooFewPoints, Place{}},
		{"a ring of one point", [][][]Point{{square, {{1, 1}, {1, 1}, {1, 1}}}}, ErrTooFewPoints, Place{0, 1, 0}},
		{"NaN twice", [][][]Point{{{{0, 0}, {nan, 1}, {nan, 1}, {1, 1}}}}, ErrNotFinite, Place{0, 0, 1}},
		{"spike after a repeated point", [][][]Point{{{{0, 0}, {0, 0}, {2, 0}, {2, 2}, {2, 0}, {0, 1}}}}, ErrSpike, Place{0, 0, 2}},
		{"bow tie", [][][]Point{{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}}}, ErrCrossing, Place{0, 0, 0}},
		{"spike", [][][]Point{{{{0, 0}, {2, 0}, {2, 2}, {2, 0}, {0, 1}}}}, ErrSpike, Place{0, 0, 1}},
		{"spike beyond", [][][]Point{{{{0, 0}, {2, 0}, {2, 4}, {2, 2}, {0, 1}}}}, ErrSpike, Place{0, 0, 3}},
		{"touches itself", [][][]Point{{{{0, 0}, {4, 0}, {4, 2}, {2, 0}, {0, 2}}}}, ErrTouching, Place{0, 0, 3}},
		{"eight", [][][]Point{{{{0, 0}, {1, 1}, {2, 0}, {2, 2}, {1, 1}, {0, 2}}}}, ErrTouching, Place{0, 0, 1}},
		{"hole outside", [][][]Point{{square, {{5, 5}, {6, 5}, {5, 6}}}}, ErrHoleOutside, Place{0, 1, 0}},
		{"hole in a hole", [][][]Point{{square, {{1, 1}, {3, 1}, {3, 3}, {1, 3}}, {{2, 2}, {2.5, 2}, {2, 2.5}}}}, ErrHoleOutside, Place{0, 2, 0}},
		{"hole across", [][][]Point{{square, {{1, 1}, {6, 2}, {1, 3}}}}, ErrCrossing, Place{}},
		{"hole touches twice", [][][]Point{{square, {{0, 1}, {1, 1}, {0, 2}, {.25, 1.5}}}}, ErrDisconnected, Place{0, 1, 2}},
		{"hole along", [][][]Point{{square, {{0, 0}, {1, 0}, {0, 1}}}}, ErrOverlapping, Place{}},
		{"nested", [][][]Point{{square}, {{{1, 1}, {2, 1}, {1, 2}}}}, ErrNested, Place{1, 0, 0}},
		{"hole of another", [][][]Point{{square}, {{{10, 0}, {11, 0}, {10, 1}}, {{1, 1}, {2, 1}, {1, 2}}}}, ErrHoleOutside, Place{1, 1, 0}},
		{"no area", [][][]Point{{{{0, 0}, {1, 1}, {2, 2}}}}, ErrSpike, Place{}},
		{"no area, four", [][][]Point{{{{0, 0}, {1, 0}, {3, 0}, {2, 0}}}}, ErrSpike, Place{}},
	} {
		r, err := New(c.polygons, Config{})
		var e *Error
		if !errors.Is(err, c.reason) || !errors.As(err, &e) {
			t.Errorf("%s: %v, %v; want %v", c.name, r, err, c.reason)
			continue
		}
		if c.at != (Place{}) && e.At[0] != c.at {
			t.Errorf("%s: %v, want it at %v", c.name, err, c.at)
		}
		if want := (Point{0.5, 0.5}); c.name == "bow tie" && e.Where != want {
			t.Errorf("%s: %v, want it at %v", c.name, err, want)
		}
	}
}

// TestRepeatedPoints: points that repeat the one before, or the first at the end, count once.
func TestRepeatedPoints(t *testing.T) {
	ring := []Point{{0, 0}, {0, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 4}, {1, 1}, {math.Copysign(0, -1), 0}, {0, 0}}
	hole := []Point{{2, 1}, {2, 1}, {3, 2}, {3, 1}, {3, 1}, {2, 1}, {2, 1}}
	for _, opts := range []Config{{}, {Mend: true}} {
		r, err := New([][][]Point{{ring}}, opts)
		if err != nil || r.Area() != 8 || len(r.Ring(0)) != 4 {
			t.Errorf("%v, %v", r, err)
		}
	}
	r, err := New([][][]Point{{ring, hole}}, Config{})
	if want, _ := New([][][]Point{{{{0, 0}, {4, 0}, {4, 4}, {1, 1}}, {{2, 1}, {3, 2}, {3, 1}}}}, Config{}); err != nil || !reflect.DeepEqual(r, want) {
		t.Errorf("%v, %v; want %v", r, err, want)
	}
}

// Small integer points make every degenerate case common; brute force says which rings
// are clean.
func TestRandomRings(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	n, clean := testenv.Rounds(6000, 20_000, 60_000), 0
	for range n {
		size := 3 + r.IntN(6)
		rings := make([][]Point, 1+r.IntN(3))
		for k := range rings {
			rings[k] = make([]Point, 3+r.IntN(5))
			for i := range rings[k] {
				rings[k][i] = Point{float64(r.IntN(size)), float64(r.IntN(size))}
			}
		}
		got, err := NewEvenOdd(rings)
		if want := isClean(rings); (err == nil) != want {
			t.Fatalf("%v: %v, but brute force says %v", rings, err, want)
		}
		if err == nil {
			clean++
			checkRegion(t, got, rings)
			checkDisjoint(t, got)
		}
	}
	t.Logf("%d of %d are clean", clean, n)
	if clean < n/20 {
		t.Errorf("only %d of %d are clean", clean, n)
	}
}

// star returns a ring round a centre, which is simple, with reflex corners.
func star(r *rand.Rand, x, y, size float64, n int, snap float64) []Point {
	var ring []Point
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * (float64(i) + .7*r.Float64()) / float64(n))
		d := size * (.2 + .8*r.Float64())
		ring = append(ring, Point{math.Round((x+d*c)/snap) * snap, math.Round((y+d*s)/snap) * snap})
	}
	return ring
}

// untangled makes a random simple ring of points by taking crossings out (2-opt).
func untangled(r *rand.Rand, n, size int) []Point {
	ring := make([]Point, 0, n)
	seen := map[Point]bool{}
	for len(ring) < n {
		p := Point{float64(r.IntN(size)), float64(r.IntN(size))}
		if !seen[p] {
			seen[p] = true
			ring = append(ring, p)
		}
	}
	for changed, rounds := true, 0; changed && rounds < 200; rounds++ {
		changed = false
		for i := range n {
			for k := i + 2; k < n; k++ {
				if i == 0 && k == n-1 {
					continue
				}
				a, b, c, d := ring[i], ring[i+1], ring[k], ring[(k+1)%n]
				if meet(a, b, c, d) {
					slices.Reverse(ring[i+1 : k+1])
					changed = true
				}
			}
		}
	}
	return ring
}

func TestRandomPolygons(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	done, n := 0, testenv.Rounds(200, 600, 4000)
	for range n {
		var rings [][]Point
		switch r.IntN(3) {
		case 0:
			rings = [][]Point{untangled(r, 4+r.IntN(40), 7+r.IntN(30))}
		case 1:
			rings = [][]Point{star(r, 1e7, 0, 10, 5+r.IntN(60), 0x1p-20)}
		case 2: // holes in the cells of a grid, some with islands
			rings = [][]Point{{{0, 0}, {40, 0}, {40, 40}, {0, 40}}}
			for i := range 16 {
				if x, y := float64(i%4*10+5), float64(i/4*10+5); r.IntN(2) == 0 {
					rings = append(rings, star(r, x, y, 5, 7+r.IntN(9), 1./1024))
					if r.IntN(3) == 0 {
						rings = append(rings, star(r, x, y, .4, 7, 1./1024))
					}
				}
			}
		}
		got, err := NewEvenOdd(rings)
		if (err == nil) != isClean(rings) {
			t.Fatalf("%v: %v", rings, err)
		}
		if err == nil {
			done++
			checkRegion(t, got, rings)
			checkDisjoint(t, got)
		}
	}
	if done < n/2 {
		t.Errorf("only %d were clean", done)
	}
}

// big returns rings of n corners of different kinds.
func bigRings(kind string, n int) [][]Point {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	var ring []Point
	switch kind {
	case "star":
		ring = star(r, 0, 0, 1000, n, 0x1p-30)
	case "circle":
		for i := range n {
			s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			ring = append(ring, Point{1000 * c, 1000 * s})
		}
	case "coast": // a circle whose edges were bent again and again
		ring = []Point{{1000, 0}, {0, 1000}, {-1000, 0}, {0, -1000}}
		for len(ring) < n {
			var finer []Point
			for i, p := range ring {
				q := ring[(i+1)%len(ring)]
				h := (r.Float64() - .5) * .4
				finer = append(finer, p, Point{(p.X+q.X)/2 - h*(q.Y-p.Y), (p.Y+q.Y)/2 + h*(q.X-p.X)})
			}
			ring = finer
		}
	case "comb", "comb lying":
		for i := range n / 2 {
			x := float64(i)
			ring = append(ring, Point{x, 1 + r.Float64()}, Point{x + .5, 1000 + r.Float64()})
		}
		ring = append(ring, Point{float64(n / 2), 0}, Point{0, 0})
		if kind == "comb lying" {
			for i, p := range ring {
				ring[i] = Point{p.Y, p.X}
			}
		}
	case "stairs":
		for i := range n / 2 {
			ring = append(ring, Point{float64(i), float64(i)}, Point{float64(i + 1), float64(i)})
		}
		ring = append(ring, Point{float64(n / 2), float64(n / 2)}, Point{0, float64(n / 2)})
	case "holes":
		side := int(math.Sqrt(float64(n) / 8))
		size := float64(side * 10)
		rings := [][]Point{{{0, 0}, {size, 0}, {size, size}, {0, size}}}
		for i := range side * side {
			rings = append(rings, star(r, float64(i%side*10+5), float64(i/side*10+5), 4.9, 8, 0x1p-30))
		}
		return rings
	}
	return [][]Point{ring}
}

var bigKinds = []string{"star", "circle", "coast", "comb", "comb lying", "stairs", "holes"}

func TestBigRings(t *testing.T) {
	for _, kind := range bigKinds {
		rings := bigRings(kind, testenv.Rounds(1000, 2000, 3000))
		checkRegion(t, must.Get(NewEvenOdd(rings))(t), rings)
	}
}

func BenchmarkCut(b *testing.B) {
	for _, kind := range bigKinds {
		for _, n := range []int{20, 1000, 64000} {
			rings := bigRings(kind, n)
			n = 0
			for _, r := range rings {
				n += len(r)
			}
			b.Run(fmt.Sprintf("kind=%s/n=%d", kind, n), func(b *testing.B) {
				b.ReportAllocs()
				parts := 0
				for b.Loop() {
					r := must.Get(NewEvenOdd(rings))(b)
					parts = r.Parts()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/corner")
				b.ReportMetric(float64(parts), "parts")
			})
		}
	}
}
