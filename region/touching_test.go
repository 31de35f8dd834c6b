// SPDX-License-Identifier: MIT

package region

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/testenv"
)

func rectangle(x0, y0, x1, y1 float64) []Point {
	return []Point{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}
}

// Rings of one polygon may have single points in common, as in OGC Simple Features.
func TestTouchingRings(t *testing.T) {
	for _, c := range []struct {
		name   string
		rings  [][]Point
		area   float64
		reason error
	}{
		{"hole at a corner", [][]Point{rectangle(0, 0, 4, 4), {{0, 0}, {2, 1}, {1, 2}}}, 14.5, nil},
		{"hole's corner on an edge", [][]Point{rectangle(0, 0, 4, 4), {{2, 0}, {3, 1}, {1, 1}}}, 15, nil},
		{"a corner of the outline on a hole's edge", [][]Point{{{0, 0}, {4, 0}, {4, 4}, {2, 2}, {0, 4}}, rectangle(1, 1, 3, 2)}, 10, nil},
		{"holes at a corner", [][]Point{rectangle(0, 0, 5, 5), rectangle(1, 1, 2, 2), rectangle(2, 2, 3, 3)}, 23, nil},
		{"hole's corner on a hole's edge", [][]Point{rectangle(0, 0, 5, 5), rectangle(1, 1, 2, 3), {{2, 2}, {3, 1}, {3, 3}}}, 22, nil},
		{"three holes at one point", [][]Point{rectangle(0, 0, 6, 6), {{3, 3}, {2, 5}, {1, 4}}, {{3, 3}, {4, 5}, {5, 4}}, {{3, 3}, {2, 1}, {4, 1}}}, 31, nil},
		{"a chain of holes from the outline", [][]Point{rectangle(0, 0, 6, 6), {{0, 0}, {1, 2}, {2, 1}}, {{2, 1}, {3, 3}, {4, 2}}, {{4, 2}, {5, 4}, {5, 3}}}, 36 - 1.5 - 1.5 - .5, nil},
		{"a chain of holes from side to side", [][]Point{rectangle(0, 0, 6, 6), {{0, 0}, {1, 2}, {2, 1}}, {{2, 1}, {3, 3}, {4, 2}}, {{4, 2}, {6, 4}, {5, 4}}}, 0, ErrDisconnected},
		{"a hole from side to side", [][]Point{rectangle(0, 0, 4, 4), {{2, 0}, {3, 2}, {2, 4}, {1, 2}}}, 0, ErrDisconnected},
		{"holes round an island", [][]Point{rectangle(0, 0, 9, 9), {{2, 2}, {6, 2}, {4, 1}}, {{6, 2}, {4, 6}, {6, 6}}, {{4, 6}, {2, 2}, {2, 6}}}, 0, ErrDisconnected},
		{"two holes at two points", [][]Point{rectangle(0, 0, 9, 9), {{2, 2}, {4, 4}, {2, 6}, {1, 4}}, {{2, 2}, {6, 4}, {2, 6}, {5, 4}}}, 0, ErrDisconnected},
		{"hole along an edge", [][]Point{rectangle(0, 0, 3, 3), rectangle(0, 1, 1, 2)}, 0, ErrOverlapping},
		{"hole along a corner", [][]Point{rectangle(0, 0, 4, 4), {{0, 0}, {1, 0}, {0, 1}}}, 0, ErrOverlapping},
		{"the outline as hole", [][]Point{rectangle(0, 0, 4, 4), rectangle(0, 0, 4, 4)}, 0, ErrOverlapping},
		{"holes side by side", [][]Point{rectangle(0, 0, 5, 5), rectangle(1, 1, 2, 2), rectangle(2, 1, 3, 2)}, 0, ErrOverlapping},
		{"hole outside, at a corner", [][]Point{rectangle(0, 0, 4, 4), rectangle(4, 4, 5, 5)}, 0, ErrHoleOutside},
		{"hole in a hole, at a corner", [][]Point{rectangle(0, 0, 6, 6), rectangle(1, 1, 5, 5), {{1, 1}, {3, 2}, {2, 3}}}, 0, ErrHoleOutside},
		{"hole across a corner", [][]Point{{{0, 0}, {4, 0}, {4, 4}, {2, 2}, {0, 4}}, {{2, 1}, {3, 2}, {2, 3}, {1, 2}}}, 0, ErrCrossing},
		{"hole through corners", [][]Point{{{0, 0}, {2, 1}, {4, 0}, {4, 4}, {2, 3}, {0, 4}}, {{2, 1}, {3, -1}, {2, 2}}}, 0, ErrCrossing},
		{"holes through a corner", [][]Point{rectangle(0, 0, 9, 9), {{1, 1}, {4, 4}, {1, 4}}, {{4, 4}, {2, 2.5}, {2, 1}}}, 0, ErrCrossing},
		{"touching first, crossing later", [][]Point{rectangle(0, 0, 9, 9), {{0, 0}, {1, 2}, {2, 1}}, {{6, 4}, {10, 5}, {6, 6}}}, 0, ErrCrossing},
		{"the outline touches itself", [][]Point{{{0, 0}, {4, 0}, {4, 2}, {2, 0}, {0, 2}}, {{2, 0}, {3, .5}, {2.5, .25}}}, 0, ErrTouching},
	} {
		for _, k := range []float64{1, 1e-200, 1e200} {
			var rings [][]Point
			for _, ring := range c.rings {
				rings = append(rings, mapped(ring, func(p Point) Point { return Point{p.X * k, p.Y * k} }))
			}
			r, err := New([][][]Point{rings}, Config{})
			var e *Error
			if !errors.Is(err, c.reason) || err != nil && !errors.As(err, &e) || (err == nil) != (c.reason == nil) {
				t.Errorf("%s, times %v: %v; want %v", c.name, k, err, c.reason)
				continue
			}
			if k != 1 || err != nil {
				continue
			}
			if r.Area() != c.area || r.Rings() != len(rings) {
				t.Errorf("%s: area %v of %d rings, want %v of %d", c.name, r.Area(), r.Rings(), c.area, len(rings))
			}
			checkRegion(t, r, rings)
			checkDisjoint(t, r)
		}
	}
}

func mapped(ring []Point, f func(p Point) Point) (out []Point) {
	for _, p := range ring {
		out = append(out, f(p))
	}
	return out
}

// The message names the rings and the place.
func TestTouchingMessages(t *testing.T) {
	_, err := New([][][]Point{{rectangle(10, 0, 14, 4)}, {rectangle(0, 0, 4, 4), {{2, 0}, {3, 2}, {2, 4}, {1, 2}}}}, Config{})
	var e *Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	if e.reason != ErrDisconnected || !slices.Equal(e.At, []Place{{1, 1, 2}, {1, 0, 2}}) || e.Where != (Point{2, 4}) {
		t.Errorf("%v", err)
	}
	_, err = New([][][]Point{{rectangle(0, 0, 2, 2)}, {rectangle(2, 0, 4, 2)}, {rectangle(3, 1, 5, 3)}}, Config{})
	if !errors.As(err, &e) || e.reason != ErrCrossing || e.At[0].Polygon != 2 || e.At[1].Polygon != 1 {
		t.Errorf("%v", err)
	}
}

// isValid decides by brute force whether a polygon is valid in the sense of OGC Simple Features,
// but for points on a line between others, which are allowed. Where rings have single points in
// common, holes lie in the outline and beside each other if and only if what is inside an odd
// number of rings has as much area as the outline has more than the holes.
func isValid(t *testing.T, rings [][]Point) bool {
	left := new(big.Rat)
	rings = distinct(rings)
	for k, ring := range rings {
		if !isClean([][]Point{ring}) {
			return false
		}
		area := area2(ring)
		area.Abs(area)
		if left.Add(left, area); k > 0 {
			left.Sub(left, area).Sub(left, area)
		}
		for _, other := range rings[:k] {
			for a := range ring {
				for b := range other {
					p, q, u, v := ring[a], ring[(a+1)%len(ring)], other[b], other[(b+1)%len(other)]
					if turn(p, q, u)*turn(p, q, v) < 0 && turn(u, v, p)*turn(u, v, q) < 0 || runsAlong(p, q, u, v) {
						return false
					}
				}
			}
		}
	}
	r, err := New([][][]Point{rings}, Config{Mend: true})
	if err != nil {
		return false // no area is left
	}
	for i := range r.Rings() {
		left.Sub(left, area2(r.Ring(i)))
	}
	return left.Sign() == 0 && pieces(t, rings) == 1
}

// pieces counts into how many the inside falls: parts are joined that have more than a point of
// their outlines in common.
func pieces(t *testing.T, rings [][]Point) int {
	r, err := New([][][]Point{rings}, Config{Mend: true})
	if err != nil {
		t.Fatalf("%v: %v", rings, err)
	}
	joined := func(a, b []Point) bool {
		for i, p := range a {
			for k, u := range b {
				if runsAlong(p, a[(i+1)%len(a)], u, b[(k+1)%len(b)]) {
					return true
				}
			}
		}
		return false
	}
	seen := make([]bool, r.Parts())
	var visit func(i int)
	visit = func(i int) {
		seen[i] = true
		for k := range r.Parts() {
			if !seen[k] && joined(r.Part(i), r.Part(k)) {
				visit(k)
			}
		}
	}
	n := 0
	for i := range seen {
		if !seen[i] {
			n++
			visit(i)
		}
	}
	return n
}

// randomTouching are rings on a small grid that often touch: a square, or what is left of one, and
// holes that are triangles and squares.
func randomTouching(r *rand.Rand) [][]Point {
	size := 5 + r.IntN(4)
	at := func() Point { return Point{float64(r.IntN(size + 1)), float64(r.IntN(size + 1))} }
	rings := [][]Point{rectangle(0, 0, float64(size), float64(size))}
	if r.IntN(3) == 0 {
		rings[0] = slices.Insert(rings[0], 1+r.IntN(4), Point{float64(1 + r.IntN(size-1)), float64(1 + r.IntN(size-1))})
	}
	for range 1 + r.IntN(4) {
		p := at()
		d, e := Point{float64(r.IntN(5) - 2), float64(r.IntN(5) - 2)}, Point{float64(r.IntN(5) - 2), float64(r.IntN(5) - 2)}
		hole := []Point{p, {p.X + d.X, p.Y + d.Y}, {p.X + e.X, p.Y + e.Y}}
		if r.IntN(2) == 0 {
			hole = []Point{p, {p.X + d.X, p.Y + d.Y}, {p.X + d.X + e.X, p.Y + d.Y + e.Y}, {p.X + e.X, p.Y + e.Y}}
		}
		rings = append(rings, hole)
	}
	return rings
}

// New takes what is valid in the sense of OGC Simple Features, and nothing else.
func TestTouchingRingsValid(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	n := testenv.Rounds(1500, 5000, 40_000)
	var touching, divided int
	for range n {
		rings := randomTouching(r)
		got, err := New([][][]Point{rings}, Config{})
		if want := isValid(t, rings); (err == nil) != want {
			t.Fatalf("%v: %v, but brute force says %v", rings, err, want)
		}
		if errors.Is(err, ErrDisconnected) {
			divided++
			if k := pieces(t, rings); k < 2 {
				t.Fatalf("%v: %v, but it is in %d pieces", rings, err, k)
			}
		}
		if err != nil {
			continue
		}
		if !isClean(rings) {
			touching++
		}
		checkRegion(t, got, rings)
		checkDisjoint(t, got)
		mended, err := New([][][]Point{rings}, Config{Mend: true})
		if err != nil || Relate(got, mended)&Equals == 0 || got.Rings() != len(rings) {
			t.Fatalf("%v: mended %v, %v", rings, mended, err)
		}
	}
	t.Logf("of %d, %d are valid with rings that touch, %d fall in pieces", n, touching, divided)
	if touching < n/50 || divided < n/500 {
		t.Errorf("of %d, only %d are valid with rings that touch, and %d fall in pieces", n, touching, divided)
	}
}
