// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
	"daylight/internal/testenv"
)

// crowd is a block of shapes of every class, dense enough that many touch, and all
// pairs of the two classes in it, in shuffled order and either orientation.
func crowd(r *rand.Rand, a, b kernels.Class, n int) (*Block, []testShape, []kernels.Pair) {
	var shapes []testShape
	for i := range n {
		s := randomShape(r, []kernels.Class{a, b}[i&1], 1, []float64{1, 0.3, 1e-5}[r.IntN(3)])
		s.x, s.y = 6*r.Float64(), 6*r.Float64()
		shapes = append(shapes, s)
	}
	var pairs []kernels.Pair
	for i := range shapes {
		for j := range shapes {
			if ci, cj := shapes[i].class, shapes[j].class; i != j && (ci == a && cj == b || ci == b && cj == a) {
				pairs = append(pairs, kernels.Pair{A: uint32(i), B: uint32(j)})
			}
		}
	}
	r.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	return build(shapes...), shapes, pairs
}

// sameHits compares the first n entries bit for bit; normals too if asked.
func sameHits(a, b *Hits, n int) bool {
	for i := range n {
		if a.A[i] != b.A[i] || a.B[i] != b.B[i] {
			return false
		}
		if math.Float32bits(a.Sep[i]) != math.Float32bits(b.Sep[i]) ||
			math.Float32bits(a.NX[i]) != math.Float32bits(b.NX[i]) ||
			math.Float32bits(a.NY[i]) != math.Float32bits(b.NY[i]) {
			return false
		}
	}
	return true
}

// TestSwappingShapes checks that the answer about B against A is the answer about A
// against B with the normal turned round: the same bits, except where two axes tie
// or Resolve decided (then both answers must be right).
func TestSwappingShapes(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, c := range pairings() {
		for range 400 {
			a := randomShape(r, c[0], 1, []float64{1, 1, 0.01}[r.IntN(3)])
			b := randomShape(r, c[1], 1, 1)
			place := placements[r.IntN(len(placements))]
			place.put(r, &a, &b)
			for _, tab := range All() {
				ab, ba := decide(tab, a, b, math.MaxFloat32), decide(tab, b, a, math.MaxFloat32)
				if !ab.open && !ba.open && math.Float32bits(ab.sep) != math.Float32bits(ba.sep) {
					t.Fatalf("%s, %s: separation %v one way, %v the other\nA %v\nB %v", tab.Name, place.name, ab.sep, ba.sep, a, b)
				}
				if !ab.open && !ba.open && place.name == "random" && norm(float64(ab.nx+ba.nx), float64(ab.ny+ba.ny)) > 0x1p-20 {
					t.Fatalf("%s: normal (%v, %v) one way, (%v, %v) the other\nA %v\nB %v", tab.Name, ab.nx, ab.ny, ba.nx, ba.ny, a, b)
				}
				var w worst
				if err := check(b, a, math.MaxFloat32, ba, &w); err != nil {
					t.Fatalf("%s, %s, swapped: %v\nA %v\nB %v", tab.Name, place.name, err, b, a)
				}
			}
		}
	}
}

// TestCompaction checks that a call over many pairs gives the answers of calls over
// one pair each, in the order of the pairs, at every length, and touches nothing
// beyond the slack.
func TestCompaction(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, c := range pairings() {
		blk, _, pairs := crowd(r, c[0], c[1], 12)
		for _, limit := range []float32{0, 0.25, -0.25} {
			for n := 0; n <= min(len(pairs), 40); n++ {
				for _, tab := range All() {
					kernel := tab.Contacts.Of(c[n%2], c[1-n%2])
					some := pairs[:n]
					got := newArgs(blk, some, limit)
					count := kernel(got)
					want := newArgs(blk, some, limit)
					k, open := 0, 0
					for i := range some {
						single := newArgs(blk, some[i:i+1], limit)
						one := kernel(single)
						for m := range one.N {
							want.Out.A[k], want.Out.B[k] = single.Out.A[m], single.Out.B[m]
							want.Out.Sep[k], want.Out.NX[k], want.Out.NY[k] = single.Out.Sep[m], single.Out.NX[m], single.Out.NY[m]
							k++
						}
						open += one.Open
					}
					if count.N != k || count.Open != open || !sameHits(&got.Out, &want.Out, k) {
						t.Fatalf("%s, classes %v, %d pairs: got %+v, want %d contacts, %d open, or they differ", tab.Name, c, n, count, k, open)
					}
				}
			}
		}
	}
}

// TestHintsChangeNoAnswer runs every pair without hints, with the hints of the call
// before, and with wild ones.
func TestHintsChangeNoAnswer(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, c := range pairings() {
		if c[0] == kernels.Circle {
			continue
		}
		blk, _, pairs := crowd(r, c[0], c[1], 60)
		for _, limit := range []float32{0, 0.2, -0.1} {
			for _, tab := range All() {
				kernel := tab.Contacts.Convex
				plain := newArgs(blk, pairs, limit)
				want := kernel(plain)
				hinted := newArgs(blk, pairs, limit)
				hinted.Hints = make([]Axis, len(pairs))
				apart := 0
				for round := range 4 {
					got := kernel(hinted)
					if got.N != want.N || got.Open != want.Open || !sameHits(&plain.Out, &hinted.Out, want.N) {
						t.Fatalf("%s, classes %v, round %d: hints changed the answer from %+v to %+v", tab.Name, c, round, want, got)
					}
					switch apart = len(pairs) - want.N; round {
					case 0:
						if got.Hinted != 0 {
							t.Fatalf("%d pairs were parted by no hint", got.Hinted)
						}
						if named := len(pairs) - count(hinted.Hints, 0); named != apart {
							t.Fatalf("%d pairs apart, %d axes written", apart, named)
						}
					case 1:
						if got.Hinted != apart {
							t.Fatalf("%d pairs apart, %d by the hint of the call before", apart, got.Hinted)
						}
						for i := range hinted.Hints {
							hinted.Hints[i] = Axis(r.IntN(20)) | Axis(r.IntN(2))<<31
						}
					case 2:
						for i := range hinted.Hints {
							hinted.Hints[i] = Axis(r.Uint32())
						}
					}
				}
			}
		}
	}
}

func count(h []Axis, v Axis) (n int) {
	for _, x := range h {
		if x == v {
			n++
		}
	}
	return n
}

// TestNaNStaysAtHome checks that a shape with NaN in its pose makes no contact, no
// panic, and no difference to any other pair.
func TestNaNStaysAtHome(t *testing.T) {
	r := kernelstest.Seeded(t)
	nan := math.NaN()
	for _, c := range pairings() {
		blk, shapes, pairs := crowd(r, c[0], c[1], 20)
		for _, tab := range All() {
			kernel := tab.Contacts.Of(c[0], c[1])
			want := newArgs(blk, pairs, 0)
			n := Resolve(want, kernel(want).N)
			sick := build(shapes...)
			sick.Rec[3].X = nan
			sick.Rec[4].Y = nan
			got := newArgs(sick, pairs, 0)
			m := Resolve(got, kernel(got).N)
			k := 0
			for i := range n {
				if p := (kernels.Pair{A: want.Out.A[i], B: want.Out.B[i]}); p.A == 3 || p.A == 4 || p.B == 3 || p.B == 4 {
					continue
				}
				want.Out.A[k], want.Out.B[k], want.Out.Sep[k], want.Out.NX[k], want.Out.NY[k] =
					want.Out.A[i], want.Out.B[i], want.Out.Sep[i], want.Out.NX[i], want.Out.NY[i]
				k++
			}
			if m != k || !sameHits(&want.Out, &got.Out, k) {
				t.Fatalf("%s, classes %v: %d contacts, want %d, or they differ", tab.Name, c, m, k)
			}
		}
	}
}

// TestResolveDecidesEverything opens every pair and asks Resolve, which must know
// all classes.
func TestResolveDecidesEverything(t *testing.T) {
	r := kernelstest.Seeded(t)
	rounds := testenv.Rounds(300, 1500, 1500)
	for _, c := range pairings() {
		var w worst
		for range rounds {
			a := randomShape(r, c[0], 1, []float64{1, 0.01, 1e-6}[r.IntN(3)])
			b := randomShape(r, c[1], []float64{1, 0.01, 100}[r.IntN(3)], 1)
			place := placements[r.IntN(len(placements))]
			place.put(r, &a, &b)
			args := newArgs(build(a, b), []kernels.Pair{{A: 0, B: 1}}, math.MaxFloat32)
			args.Out.A[0], args.Out.B[0], args.Out.Sep[0] = 0, 1, float32(math.NaN())
			n := Resolve(args, 1)
			got := answer{args.Out.Sep[0], args.Out.NX[0], args.Out.NY[0], n == 1, true}
			if err := check(a, b, math.MaxFloat32, got, &w); err != nil {
				t.Fatalf("%s: %v\nA %v\nB %v", place.name, err, a, b)
			}
		}
		t.Logf("classes %v: worst separation error %.2f, worst left after a push %.2f (units of 2^-24 of the scale)", c, w.sep, w.push)
	}
}

func TestResolveKeepsOrder(t *testing.T) {
	disc := testShape{class: kernels.Circle, p: 1}
	far := testShape{class: kernels.Circle, p: 1, x: 5}
	args := newArgs(build(disc, disc, far), nil, 0)
	nan := float32(math.NaN())
	copy(args.Out.A, []uint32{0, 0, 1, 0, 1})
	copy(args.Out.B, []uint32{1, 2, 2, 1, 0})
	copy(args.Out.Sep, []float32{-0.5, nan, nan, nan, -0.25})
	if n := Resolve(args, 5); n != 3 {
		t.Fatalf("kept %d entries, want 3", n)
	}
	if !slices.Equal(args.Out.B[:3], []uint32{1, 1, 0}) || !slices.Equal(args.Out.Sep[:3], []float32{-0.5, -2, -0.25}) {
		t.Fatalf("kept %v with separations %v", args.Out.B[:3], args.Out.Sep[:3])
	}
	if Resolve(args, 0) != 0 {
		t.Fatal("something came from nothing")
	}
}

// TestTies pins the rules for pairs with no single answer.
func TestTies(t *testing.T) {
	unit := testShape{class: kernels.Box, c: 1, p: 1, q: 1}
	disc := testShape{class: kernels.Circle, p: 1}
	bar := testShape{class: kernels.Capsule, c: 1, p: 1, q: 0.5}
	square := testShape{class: kernels.Polygon, c: 1, pts: [][2]float32{{1, -1}, {1, 1}, {-1, 1}, {-1, -1}}}
	upsideDown := unit
	upsideDown.c, upsideDown.s = -1, float32(math.Copysign(0, -1))
	for _, tt := range []struct {
		name        string
		a, b        testShape
		sep, nx, ny float32
	}{
		{"circles on one spot", disc, disc, -2, 1, 0},
		{"boxes on one spot", unit, unit, -2, 1, 0},
		{"boxes on one spot, A turned by pi", upsideDown, unit, -2, -1, 0},
		{"polygons on one spot", square, square, -2, 1, 0},
		{"box and circle on one spot", unit, disc, -2, 1, 0},
		{"circle and box on one spot", disc, unit, -2, -1, 0},
		{"capsule and circle on one spot", bar, disc, -1.5, 0, 1},
		{"capsules on one spot", bar, bar, -1, 0, 1},
	} {
		for _, tab := range All() {
			got := decide(tab, tt.a, tt.b, 0)
			if !got.ok || got.sep != tt.sep || got.nx != tt.nx || got.ny != tt.ny {
				t.Errorf("%s, %s: %+v, want %v along (%v, %v)", tab.Name, tt.name, got, tt.sep, tt.nx, tt.ny)
			}
		}
	}
}

// TestTouchingCounts checks exactly touching shapes under both readings: closed
// sets, and open ones by the float32 just below zero.
func TestTouchingCounts(t *testing.T) {
	unit := testShape{class: kernels.Box, c: 1, p: 1, q: 1}
	square := testShape{class: kernels.Polygon, c: 1, pts: [][2]float32{{1, -1}, {1, 1}, {-1, 1}, {-1, -1}}}
	disc := testShape{class: kernels.Circle, p: 1}
	bar := testShape{class: kernels.Capsule, s: 1, p: 1, q: 1}
	seg := testShape{class: kernels.Capsule, c: 1, p: 1}
	for _, a := range []testShape{unit, square, disc, bar, seg} {
		for _, b := range []testShape{unit, square, disc, bar, seg} {
			b.x, b.y = 2, 0
			for _, tab := range All() {
				if got := decide(tab, a, b, 0); !got.ok || got.sep != 0 {
					t.Errorf("%s: touching shapes are apart: %+v\nA %v\nB %v", tab.Name, got, a, b)
				}
				if got := decide(tab, a, b, math.Nextafter32(0, -1)); got.ok {
					t.Errorf("%s: open sets that touch overlap: %+v\nA %v\nB %v", tab.Name, got, a, b)
				}
			}
		}
	}
}
