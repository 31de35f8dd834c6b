// SPDX-License-Identifier: MIT

package pair

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
	"daylight/internal/testenv"
)

// cored is a block of shapes with edges, and some circles: polygons of all sizes up to
// 64 vertices, sharp ones, rounded ones, boxes and capsules.
func cored(r *rand.Rand, n int, only ...kernels.Class) (*Block, []testShape) {
	var shapes []testShape
	if len(only) == 0 {
		only = []kernels.Class{kernels.Polygon, kernels.Polygon, kernels.Polygon, kernels.Box, kernels.Capsule}
	}
	for range n {
		class := only[r.IntN(len(only))]
		s := randomShape(r, class, 1, []float64{1, 0.3, 1e-5}[r.IntN(3)])
		if class == kernels.Polygon && r.IntN(2) == 0 {
			sides := []int{3, 4, 5, 8, 9, 16, 33, 64}[r.IntN(8)]
			s = testShape{class: kernels.Polygon, c: s.c, s: s.s, pts: regular(sides), p: float32(r.IntN(2)) * r.Float32()}
		}
		if r.IntN(3) > 0 {
			s.x, s.y = 4*r.Float64(), 4*r.Float64()
		} else { // on a grid, so that there are ties and exact touch
			s.x, s.y, s.c, s.s = float64(r.IntN(4)), float64(r.IntN(4)), 1, 0
		}
		shapes = append(shapes, s)
	}
	return build(shapes...), shapes
}

func regular(n int) (pts [][2]float32) {
	for i := range n {
		t := 2 * math.Pi * float64(i) / float64(n)
		pts = append(pts, [2]float32{float32(math.Cos(t)), float32(math.Sin(t))})
	}
	return pts
}

func anyPairs(r *rand.Rand, shapes, n int) (pairs []kernels.Pair) {
	for range n {
		pairs = append(pairs, kernels.Pair{A: uint32(r.IntN(shapes)), B: uint32(r.IntN(shapes))})
	}
	return pairs
}

// samePortable runs a kernel and its portable twin on equal arguments and compares
// every bit that counts.
func samePortable(t *testing.T, what string, kernel, twin Contact, a *Args) {
	t.Helper()
	got, want := newArgs(a.Block, a.Pairs, a.Limit), newArgs(a.Block, a.Pairs, a.Limit)
	got.Hints, want.Hints = slices.Clone(a.Hints), slices.Clone(a.Hints)
	g, w := kernel(got), twin(want)
	if g != w {
		t.Fatalf("%s, %d pairs, limit %v: %+v, want %+v", what, len(a.Pairs), a.Limit, g, w)
	}
	for i := range w.N {
		bits := func(o *Hits) [5]uint32 {
			return [5]uint32{o.A[i], o.B[i], kernelstest.BitsOf(o.Sep[i]), kernelstest.BitsOf(o.NX[i]), kernelstest.BitsOf(o.NY[i])}
		}
		b, c := bits(&got.Out), bits(&want.Out)
		if want.Out.NX[i] == -777 { // not written
			b[3], b[4], c[3], c[4] = 0, 0, 0, 0
		}
		if b != c {
			t.Fatalf("%s, %d pairs, limit %v, entry %d: %x %v, want %x %v", what, len(a.Pairs), a.Limit, i, b, got.Out.Sep[i], c, want.Out.Sep[i])
		}
	}
	for i := range a.Hints {
		if (got.Hints[i] == 0) != (want.Hints[i] == 0) {
			t.Fatalf("%s: hint %d became %#x, want %#x", what, i, got.Hints[i], want.Hints[i])
		}
	}
	if a.Hints != nil { // and the axes named must do
		again := newArgs(a.Block, a.Pairs, a.Limit)
		again.Hints = got.Hints
		apart := len(a.Pairs) - count(got.Hints, 0)
		if h := twin(again); h.Hinted != apart || h.N != w.N {
			t.Fatalf("%s: %d axes named, by which portable code parts %d", what, apart, h.Hinted)
		}
	}
}

func sameConvex(t *testing.T, a *Args) {
	t.Helper()
	for _, tab := range vectorTables() {
		samePortable(t, tab.Name, tab.Contacts.Convex, convex, a)
	}
}

var limits = []float32{0, math.SmallestNonzeroFloat32 * -1, 0.2, -0.2, 100, -100,
	float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), math.MaxFloat32}

// TestConvexVariants compares blocks of every length around the batches and vectors
// of assembly, of polygons alone and of mixes, without hints and with all kinds.
func TestConvexVariants(t *testing.T) {
	r := kernelstest.Seeded(t)
	rounds, long := 400, 300
	if testing.Short() {
		rounds, long = 80, 100
	}
	for round := range rounds {
		var only []kernels.Class
		if round%2 == 0 {
			only = []kernels.Class{kernels.Polygon}
		}
		blk, _ := cored(r, 40, only...)
		n := round
		if round > 70 {
			n = r.IntN(long)
		}
		a := &Args{Block: blk, Pairs: anyPairs(r, 40, n), Limit: limits[r.IntN(len(limits))]}
		if r.IntN(2) == 0 {
			a.Limit = 0
		}
		sameConvex(t, a)
		a.Hints = make([]Axis, n)
		sameConvex(t, a)
		for i := range a.Hints { // wild
			a.Hints[i] = Axis(r.IntN(20)) | Axis(r.IntN(2))<<31
			if r.IntN(8) == 0 {
				a.Hints[i] = Axis(r.Uint32())
			}
		}
		sameConvex(t, a)
		right := newArgs(blk, a.Pairs, a.Limit)
		right.Hints = make([]Axis, n)
		convex(right)
		a.Hints = right.Hints
		sameConvex(t, a)
		for i := range a.Block.Rec { // stale
			a.Block.Rec[i].X += 0.3 * r.NormFloat64()
		}
		sameConvex(t, a)
	}
}

// TestConvexSmallPolygons is about the loops for polygons of four and eight lanes:
// runs of each size alone and of both, in blocks of every length.
func TestConvexSmallPolygons(t *testing.T) {
	r := kernelstest.Seeded(t)
	for n := 0; n <= 100; n++ {
		var shapes []testShape
		for range 30 {
			sides := [][]int{{4}, {8}, {3, 4}, {3, 4, 5, 6, 7, 8}}[n%4]
			s := testShape{class: kernels.Polygon, c: 1, pts: regular(sides[r.IntN(len(sides))]), p: float32(r.IntN(2)) * r.Float32()}
			if r.IntN(3) > 0 {
				s.turn(r.Float64() * 7)
			}
			s.x, s.y = 3*r.Float64(), 3*r.Float64()
			if r.IntN(3) == 0 {
				s.x, s.y = float64(r.IntN(3)), 0
			}
			shapes = append(shapes, s)
		}
		blk := build(shapes...)
		for _, limit := range limits {
			sameConvex(t, &Args{Block: blk, Pairs: anyPairs(r, 30, n), Limit: limit})
		}
	}
}

// TestConvexOddPairs mixes in pairs that assembly leaves to portable code, and
// positions that are no numbers.
func TestConvexOddPairs(t *testing.T) {
	r := kernelstest.Seeded(t)
	for round := range 40 {
		blk, _ := cored(r, 30, kernels.Polygon, kernels.Polygon, kernels.Box, kernels.Capsule, kernels.Circle)
		bad := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e30, 1e12}
		for range round % 8 {
			blk.Rec[r.IntN(30)].X = bad[r.IntN(len(bad))]
			blk.Rec[r.IntN(30)].Y = bad[r.IntN(len(bad))]
		}
		a := &Args{Block: blk, Pairs: anyPairs(r, 30, 200), Limit: limits[r.IntN(3)]}
		sameConvex(t, a)
		a.Hints = make([]Axis, 200)
		sameConvex(t, a)
	}
}

// TestConvexLargePolygons takes a thousand vertices, and more than assembly takes.
func TestConvexLargePolygons(t *testing.T) {
	r := kernelstest.Seeded(t)
	var shapes []testShape
	for _, n := range []int{1024, 1000, 16, 4, 256, 2100} {
		if !testenv.Full() && n > 256 {
			n /= 8
		}
		shapes = append(shapes, testShape{class: kernels.Polygon, c: 0.6, s: 0.8, pts: regular(n), x: r.Float64(), y: 2 * r.Float64(), p: r.Float32() * float32(n%3)})
	}
	shapes = append(shapes, testShape{class: kernels.Box, c: 1, p: 1, q: 2}, testShape{class: kernels.Capsule, c: 1, p: 2, q: 0.1, x: 3})
	blk := build(shapes...)
	var pairs []kernels.Pair
	for i := range shapes {
		for j := range shapes {
			pairs = append(pairs, kernels.Pair{A: uint32(i), B: uint32(j)})
		}
	}
	for _, limit := range []float32{0, -1.5, 1} {
		a := &Args{Block: blk, Pairs: pairs, Limit: limit}
		sameConvex(t, a)
		a.Hints = make([]Axis, len(pairs))
		sameConvex(t, a)
		for i := range a.Hints {
			a.Hints[i] = Axis(r.IntN(1100)) | Axis(r.IntN(2))<<31
		}
		sameConvex(t, a)
	}
}

func TestCirclePolygonVariants(t *testing.T) {
	r := kernelstest.Seeded(t)
	for round := range 300 {
		blk, shapes := cored(r, 40, kernels.Circle, kernels.Polygon)
		var pairs []kernels.Pair
		for range round {
			i, j := r.IntN(40), r.IntN(40)
			if shapes[i].class != shapes[j].class {
				pairs = append(pairs, kernels.Pair{A: uint32(i), B: uint32(j)})
			}
		}
		for i := range blk.Rec {
			switch {
			case shapes[i].class == kernels.Circle && r.IntN(3) == 0:
				blk.Rec[i].P = 0
			case round%5 == 0 && r.IntN(10) == 0:
				blk.Rec[i].X = []float64{math.NaN(), math.Inf(1), 1e300}[r.IntN(3)]
			}
		}
		a := &Args{Block: blk, Pairs: pairs, Limit: limits[r.IntN(len(limits))]}
		for _, tab := range vectorTables() {
			samePortable(t, tab.Name, tab.Contacts.CirclePolygon, circlePolygon, a)
		}
	}
}

// TestPolygonsOutside checks that what no column has panics as in portable code, and
// that the runs at the very end of the columns are taken.
func TestPolygonsOutside(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, tab := range All() {
		for name, harm := range map[string]func(b *Block, p []kernels.Pair){
			"index":       func(_ *Block, p []kernels.Pair) { p[5].B = 10 },
			"huge index":  func(_ *Block, p []kernels.Pair) { p[5].A = ^uint32(0) },
			"offset":      func(b *Block, _ []kernels.Pair) { b.Off[1] = 1 << 31 },
			"last offset": func(b *Block, _ []kernels.Pair) { b.Off[1] = uint32(cap(b.Lanes.VX)) - 3 },
			"number":      func(b *Block, _ []kernels.Pair) { b.Num[0] = ^uint32(0) },
			"no offsets":  func(b *Block, _ []kernels.Pair) { b.Off = nil },
			"no lanes":    func(b *Block, _ []kernels.Pair) { b.Lanes.D = nil },
		} {
			for kind, kernel := range map[string]Contact{"convex": tab.Contacts.Convex, "circle": tab.Contacts.CirclePolygon} {
				first := kernels.Polygon
				if kind == "circle" {
					first = kernels.Circle
				}
				blk, _ := cored(r, 10, kernels.Polygon)
				blk.Class[2], blk.Class[3] = first, first
				var pairs []kernels.Pair
				for i := range 40 {
					pairs = append(pairs, kernels.Pair{A: uint32(2 + i&1), B: uint32(i % 2)})
				}
				harm(blk, pairs)
				if !kernelstest.Panics(func() { kernel(newArgs(blk, pairs, 0)) }) {
					t.Errorf("%s, %s: %s did not panic", tab.Name, kind, name)
				}
			}
		}
	}
}

// FuzzPolygons feeds lanes that no rotation made. For all finite numbers, every
// table has the portable bits.
func FuzzPolygons(f *testing.F) {
	f.Add(uint64(1), uint8(4), uint8(8), float32(0), 0.5, 0.25)
	f.Add(uint64(2), uint8(16), uint8(4), float32(0.5), -1.0, 0.0)
	f.Add(uint64(3), uint8(0), uint8(1), float32(-0.5), 0.0, math.NaN())
	f.Add(uint64(4), uint8(64), uint8(8), float32(math.Inf(1)), math.Inf(-1), 3.0)
	f.Fuzz(func(t *testing.T, seed uint64, na, nb uint8, limit float32, x, y float64) {
		r := rand.New(rand.NewPCG(seed, 6))
		b := &Block{}
		for i, n := range []uint8{na, nb, na, nb, 0, 0} {
			num := 4 << (n % 5)
			b.Off, b.Num = append(b.Off, uint32(len(b.Lanes.VX))), append(b.Num, uint32(num))
			b.Class = append(b.Class, []kernels.Class{kernels.Polygon, kernels.Polygon, kernels.Polygon, kernels.Polygon, kernels.Box, kernels.Capsule}[i])
			some := func() float32 {
				if r.IntN(4) == 0 {
					return float32(r.IntN(5) - 2)
				}
				return float32(r.NormFloat64())
			}
			for range num {
				l := &b.Lanes
				l.VX, l.VY, l.NX, l.NY, l.D = append(l.VX, some()), append(l.VY, some()), append(l.NX, some()), append(l.NY, some()), append(l.D, some())
			}
			b.Rec = append(b.Rec, kernels.Record{X: x * float64(i&1), Y: y * float64(i&1), P: kernels.Abs(some()) * float32(r.IntN(2)), Q: kernels.Abs(some()) * float32(r.IntN(2)), C: some(), S: some()})
		}
		a := &Args{Block: b, Limit: limit, Pairs: anyPairs(r, 6, 70)}
		sameConvex(t, a)
		a.Hints = make([]Axis, 70)
		for i := range a.Hints {
			a.Hints[i] = Axis(r.IntN(9)) | Axis(r.IntN(2))<<31
		}
		sameConvex(t, a)
		b.Class[1], b.Class[3], a.Hints, a.Pairs = kernels.Circle, kernels.Circle, nil, nil
		for range 40 {
			p := kernels.Pair{A: uint32(2 * r.IntN(2)), B: uint32(1 + 2*r.IntN(2))}
			if r.IntN(2) == 0 {
				p.A, p.B = p.B, p.A
			}
			a.Pairs = append(a.Pairs, p)
		}
		for _, tab := range vectorTables() {
			samePortable(t, fmt.Sprint(tab.Name, " circles"), tab.Contacts.CirclePolygon, circlePolygon, a)
		}
	})
}
