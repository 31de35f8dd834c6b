// SPDX-License-Identifier: MIT

package pair

import (
	"fmt"
	"math"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
	"daylight/internal/testenv"
)

// witness runs a decided pair through Witness.
func witness(tab *Table, a, b testShape, limit float32) (got answer, pa, pb [2]float64) {
	blk := build(a, b)
	args := newArgs(blk, []kernels.Pair{{A: 0, B: 1}}, limit)
	n := Resolve(args, tab.Contacts.Of(a.class, b.class)(args).N)
	got = answer{args.Out.Sep[0], args.Out.NX[0], args.Out.NY[0], n == 1, false}
	var w [2][1]Point
	Witness(args, n, [2][]Point{w[0][:], w[1][:]})
	p, q := w[0][0], w[1][0]
	return got, [2]float64{float64(p.X), float64(p.Y)}, [2]float64{float64(q.X), float64(q.Y)}
}

// onBoundary is how far p, relative to the shape's position, lies from its boundary.
func onBoundary(s testShape, p [2]float64) float64 {
	s.x, s.y = 0, 0
	return math.Abs(reference(s, testShape{class: kernels.Circle, x: p[0], y: p[1]}))
}

// checkWitness holds witnesses against their definition, with distances by reference.
func checkWitness(a, b testShape, got answer, pa, pb [2]float64, w *worst) error {
	scale := a.reach() + b.reach() + math.Abs(b.x-a.x) + math.Abs(b.y-a.y)
	tol := float64(WitnessBound(float32(scale)))
	unit := (tol - 0x1p-58) / 128
	ea, eb := onBoundary(a, pa), onBoundary(b, pb)
	// d as float64 subtracts it; a position far from the origin is exact all the same.
	dx, dy := b.x-a.x, b.y-a.y
	ex := dx + pb[0] - pa[0] - float64(got.sep)*float64(got.nx)
	ey := dy + pb[1] - pa[1] - float64(got.sep)*float64(got.ny)
	gap := math.Hypot(ex, ey)
	if unit > 0x1p-58 {
		w.sep, w.push = max(w.sep, ea/unit, eb/unit), max(w.push, gap/unit)
	}
	if !(ea <= tol && eb <= tol && gap <= tol) {
		return fmt.Errorf("witnesses %v and %v: %.3g and %.3g off the boundary, vector off by %.3g (times the bound)", pa, pb, ea/tol, eb/tol, gap/tol)
	}
	return nil
}

func TestWitnesses(t *testing.T) {
	r := kernelstest.Seeded(t)
	rounds := testenv.Rounds(2, 6, 6)
	sizes := [][2]float64{{1, 1}, {1, 0.03}, {1e-12, 1e-12}, {1e12, 1e12}, {1e5, 1e-3}, {1e12, 1}}
	for _, classes := range pairings() {
		var w worst
		contacts := 0
		for _, place := range placements {
			for range rounds {
				for _, size := range sizes {
					for _, thin := range []float64{1, 0.1, 1e-4} {
						ca, cb := classes[0], classes[1]
						if r.IntN(2) == 0 {
							ca, cb = cb, ca
						}
						i := r.IntN(2)
						a, b := randomShape(r, ca, size[i], thin), randomShape(r, cb, size[1-i], thin)
						if r.IntN(4) == 0 {
							a.x, a.y = 1e7*r.NormFloat64()*size[0], 1e7*r.NormFloat64()*size[0]
						}
						place.put(r, &a, &b)
						span := a.reach() + b.reach()
						for _, limit := range []float32{0, float32(span * 0.1), math.MaxFloat32} {
							got, pa, pb := witness(&portable, a, b, limit)
							if !got.ok {
								continue
							}
							contacts++
							if err := checkWitness(a, b, got, pa, pb, &w); err != nil {
								t.Fatalf("%s, classes %d %d, size %v, thin %v, limit %v: %v\n%+v\nA %v\nB %v", place.name, ca, cb, size, thin, limit, err, got, a, b)
							}
						}
					}
				}
			}
		}
		t.Logf("classes %v: %d contacts, worst %.1f off the boundary, vector %.1f (units of 2^-24 of the scale)", classes, contacts, w.sep, w.push)
	}
}

// At a corner that is all but flat the vector may be off by what rounding makes of the
// choice between its edges, as WitnessBound says, and the points are on the boundaries.
func TestWitnessesAtFlatCorners(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, angle := range []float64{0.1, 1e-2, 1e-3, 1e-4, 1e-5} {
		var w worst
		for range 5000 {
			h := float32(angle / 2)
			flat := testShape{class: kernels.Polygon, c: 1, pts: [][2]float32{{-1, -1}, {1, -1}, {1, -h}, {0, 0}, {-1, -h}}}
			sin, cos := math.Sincos(math.Pi/4 + 0.1*r.NormFloat64())
			over := testShape{class: kernels.Box, c: float32(cos), s: float32(sin), p: 0.5, q: 0.5, x: r.NormFloat64() * 1e-6 / angle, y: 0.3}
			a, b := flat, over
			sin, cos = math.Sincos(2 * math.Pi * r.Float64())
			for _, s := range []*testShape{&a, &b} {
				c, d := float64(s.c), float64(s.s)
				s.x, s.y = cos*s.x-sin*s.y, sin*s.x+cos*s.y
				s.c, s.s = float32(cos*c-sin*d), float32(sin*c+cos*d)
			}
			if r.IntN(2) == 0 {
				a, b = b, a
			}
			got, pa, pb := witness(&portable, a, b, 0)
			if !got.ok {
				continue
			}
			scale := a.reach() + b.reach() + math.Abs(b.x-a.x) + math.Abs(b.y-a.y)
			tol := float64(WitnessBound(float32(scale)))
			if ea, eb := onBoundary(a, pa), onBoundary(b, pb); !(ea <= tol && eb <= tol) {
				t.Fatalf("angle %v: witnesses %v and %v are %g and %g off the boundary\nA %v\nB %v", angle, pa, pb, ea, eb, a, b)
			}
			off := math.Hypot(b.x-a.x+pb[0]-pa[0]-float64(got.sep)*float64(got.nx), b.y-a.y+pb[1]-pa[1]-float64(got.sep)*float64(got.ny))
			if w.push = max(w.push, off/scale*0x1p24); !(off <= tol+32*0x1p-24*scale/angle) {
				t.Fatalf("angle %v: the vector is off by %g\nA %v\nB %v", angle, off, a, b)
			}
		}
		t.Logf("angle %v: vector off by %.1f (units of 2^-24 of the scale)", angle, w.push)
	}
}

// Hand-worked pairs: see C. Ericson, Real-Time Collision Detection, 2005, 5.1 on closest
// points of segments and polygons.
func TestWitnessesByHand(t *testing.T) {
	boxAt := func(x, y float64, hx, hy float32) testShape {
		return testShape{class: kernels.Box, c: 1, x: x, y: y, p: hx, q: hy}
	}
	disc := func(x, y float64, r float32) testShape { return testShape{class: kernels.Circle, x: x, y: y, p: r} }
	capsule := func(x, y float64, c, s, h, r float32) testShape {
		return testShape{class: kernels.Capsule, x: x, y: y, c: c, s: s, p: h, q: r}
	}
	triangle := testShape{class: kernels.Polygon, c: 1, pts: [][2]float32{{0, 0}, {4, 0}, {0, 4}}}
	for _, tt := range []struct {
		name   string
		a, b   testShape
		sep    float32
		pa, pb [2]float64
	}{
		{"discs apart", disc(0, 0, 1), disc(5, 0, 2), 2, [2]float64{1, 0}, [2]float64{-2, 0}},
		{"discs overlapping", disc(0, 0, 2), disc(3, 0, 2), -1, [2]float64{2, 0}, [2]float64{-2, 0}},
		{"discs on one spot", disc(7, 7, 2), disc(7, 7, 1), -3, [2]float64{2, 0}, [2]float64{-1, 0}},
		{"corner to corner", boxAt(0, 0, 1, 1), boxAt(5, 6, 1, 1), 5, [2]float64{1, 1}, [2]float64{-1, -1}},
		{"parallel faces", boxAt(0, 0, 1, 2), boxAt(4, 1, 1, 2), 2, [2]float64{1, 0.5}, [2]float64{-1, -0.5}},
		{"small face before large", boxAt(0, 0, 1, 10), boxAt(3, 4, 1, 1), 1, [2]float64{1, 4}, [2]float64{-1, 0}},
		{"same square twice", boxAt(0, 0, 1, 1), boxAt(0, 0, 1, 1), -2, [2]float64{1, 0}, [2]float64{-1, 0}},
		{"contained", boxAt(0, 0, 10, 10), boxAt(8, 1, 1, 1), -3, [2]float64{10, 1}, [2]float64{-1, 0}},
		{"segments in line", capsule(0, 0, 1, 0, 1, 0), capsule(5, 0, 1, 0, 1, 0), 3, [2]float64{1, 0}, [2]float64{-1, 0}},
		{"segments side by side", capsule(0, 0, 1, 0, 3, 0.5), capsule(2, 2, 1, 0, 3, 0.5), 1, [2]float64{1, 0.5}, [2]float64{-1, -0.5}},
		{"segment end over segment", capsule(0, 0, 1, 0, 3, 0), capsule(1, 3, 0, 1, 1, 0), 2, [2]float64{1, 0}, [2]float64{0, -1}},
		{"disc over the long side", triangle, disc(4, 4, 1), float32(2*math.Sqrt2 - 1), [2]float64{2, 2}, [2]float64{-math.Sqrt2 / 2, -math.Sqrt2 / 2}},
		{"disc at the corner", triangle, disc(-3, -4, 1), 4, [2]float64{0, 0}, [2]float64{0.6, 0.8}},
	} {
		got, pa, pb := witness(&portable, tt.a, tt.b, 100)
		near := func(p, q [2]float64) bool { return math.Hypot(p[0]-q[0], p[1]-q[1]) < 1e-5 }
		if !got.ok || math.Abs(float64(got.sep-tt.sep)) > 1e-5 || !near(pa, tt.pa) || !near(pb, tt.pb) {
			t.Errorf("%s: separation %v, witnesses %v, %v; want %v, %v, %v", tt.name, got.sep, pa, pb, tt.sep, tt.pa, tt.pb)
		}
	}
}

// NaN in lanes nobody uses is never seen, and entries keep to themselves.
func TestWitnessOfBlocks(t *testing.T) {
	for _, c := range pairings() {
		args := benchBlock(c[0], c[1], 300, 0.7)
		args.Limit = 0.5
		n := Resolve(args, portable.Contacts.Of(c[0], c[1])(args).N)
		w := [2][]Point{make([]Point, n), make([]Point, n)}
		Witness(args, n, w)
		for i := range n {
			one := *args
			one.Out = Hits{args.Out.A[i:], args.Out.B[i:], args.Out.Sep[i:], args.Out.NX[i:], args.Out.NY[i:]}
			x := [2][]Point{make([]Point, 1), make([]Point, 1)}
			Witness(&one, 1, x)
			if x[0][0] != w[0][i] || x[1][0] != w[1][i] {
				t.Fatalf("classes %v, entry %d: %v alone, %v %v among others", c, i, x, w[0][i], w[1][i])
			}
		}
	}
}

// BenchmarkWitness measures witnesses of contacts in blocks that stay in cache.
func BenchmarkWitness(b *testing.B) {
	const n = 1024
	for _, c := range pairings() {
		args := benchBlock(c[0], c[1], n, 1)
		k := Resolve(args, portable.Contacts.Of(c[0], c[1])(args).N)
		w := [2][]Point{make([]Point, n), make([]Point, n)}
		b.Run(fmt.Sprintf("kernel=%s-%s/kernels=go/n=%d", classNames[c[0]], classNames[c[1]], n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Witness(args, k, w)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(k), "ns/contact")
		})
	}
}

// The loop for boxes gives the bits of the general one.
func TestWitnessBoxes(t *testing.T) {
	r := kernelstest.Seeded(t)
	for range 20000 {
		a, b := randomShape(r, kernels.Box, 1, 0.1), randomShape(r, kernels.Box, 1, 1)
		placements[r.IntN(len(placements))].put(r, &a, &b)
		got, pa, pb := witness(&portable, a, b, float32(r.Float64()))
		if !got.ok {
			continue
		}
		blk := build(a, b)
		s, u := &blk.Rec[0], &blk.Rec[1]
		dx, dy := delta(s, u)
		tol := float32(flush * ((coreReach(s, kernels.Box) + coreReach(u, kernels.Box)) + (kernels.Abs(dx) + kernels.Abs(dy))))
		f, g := blk.farthest(0, got.nx, got.ny, tol), blk.farthest(1, -got.nx, -got.ny, tol)
		ax, ay, bx, by := meet(&f, &g, dx, dy, got.nx, got.ny)
		if pa != [2]float64{float64(ax), float64(ay)} || pb != [2]float64{float64(bx), float64(by)} {
			t.Fatalf("%v %v, in general (%v, %v) (%v, %v)\nA %v\nB %v", pa, pb, ax, ay, bx, by, a, b)
		}
	}
}
