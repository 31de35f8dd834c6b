// SPDX-License-Identifier: MIT

package pair

import (
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
	"daylight/internal/testenv"
)

// sameManifoldsAsPortable clips the contacts of the pairs with every table and wants
// the bits of the portable one, for each number of them from lo to hi.
func sameManifoldsAsPortable(t *testing.T, c [2]kernels.Class, blk *Block, pairs []kernels.Pair, limit float32, lo, hi int) {
	t.Helper()
	args := newArgs(blk, pairs, limit)
	count := Resolve(args, portable.Contacts.Of(c[0], c[1])(args).N)
	for n := min(lo, count); n <= min(hi, count); n++ {
		want := newManifolds(n)
		portable.Manifolds.Of(c[0], c[1])(args, n, want)
		for _, tab := range All() {
			got := newManifolds(n)
			tab.Manifolds.Of(c[0], c[1])(args, n, got)
			sameManifolds(t, tab.Name, got, want, n)
			for i := n + kernels.Slack; i < len(got.N); i++ {
				if got.N[i] != 77 || got.Points[0][i] != notWritten || got.Points[1][i] != notWritten {
					t.Fatalf("%s, classes %v: wrote entry %d, beyond %d and the slack", tab.Name, c, i, n)
				}
			}
		}
	}
}

// TestManifoldVariants: short blocks of every length, long ones, all limits, extreme
// sizes and places.
func TestManifoldVariants(t *testing.T) {
	r := kernelstest.Seeded(t)
	long := testenv.Rounds(300, 3000, 3000)
	for _, c := range pairings() {
		for _, limit := range wildLimits {
			blk, pairs := wildBlock(r, c, 10, 120, 0, 0.5)
			sameManifoldsAsPortable(t, c, blk, pairs, limit, 0, 2*16+1)
			for _, where := range []float64{0, 1e9, -1e15} {
				blk, pairs := wildBlock(r, c, 60, long+r.IntN(20), where, []float64{0.1, 1, 3}[r.IntN(3)])
				sameManifoldsAsPortable(t, c, blk, pairs, limit, math.MaxInt, math.MaxInt)
			}
		}
		if testing.Short() {
			continue
		}
		for _, n := range []int{atOnceAndMore - 1, atOnceAndMore, atOnceAndMore + 1, atOnceAndMore + 9, 2*atOnceAndMore + 3} {
			blk, pairs := wildBlock(r, c, 40, n, 0, 0)
			sameManifoldsAsPortable(t, c, blk, pairs, math.MaxFloat32, math.MaxInt, math.MaxInt)
		}
	}
}

// atOnceAndMore is as many contacts as one call of assembly takes.
const atOnceAndMore = 4096

// TestManifoldPlacements compares the tables on the pairs that try a kernel: touching,
// concentric, parallel, in line.
func TestManifoldPlacements(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, c := range pairings() {
		for _, place := range placements {
			for _, thin := range []float64{1, 0.05, 1e-5, 4e-7} {
				var shapes []testShape
				var pairs []kernels.Pair
				for i := range 24 {
					a, b := randomShape(r, c[0], 1, thin), randomShape(r, c[1], 1, thin)
					place.put(r, &a, &b)
					shapes = append(shapes, a, b)
					pairs = append(pairs, kernels.Pair{A: uint32(2 * i), B: uint32(2*i + 1)})
				}
				blk := build(shapes...)
				for _, limit := range []float32{0, 0.1, math.MaxFloat32} {
					sameManifoldsAsPortable(t, c, blk, pairs, limit, math.MaxInt, math.MaxInt)
				}
			}
		}
	}
}

// TestManifoldLanesAlone puts one contact that has two points, or a side too short for
// two, into each lane in turn among others.
func TestManifoldLanesAlone(t *testing.T) {
	box := func(x, y float64, p, q float32, angle float64) testShape {
		s := testShape{class: kernels.Box, x: x, y: y, p: p, q: q}
		s.turn(angle)
		return s
	}
	blk := build(box(0, 0, 4, 1, 0), box(1, 1.75, 1, 1, 0), box(1, 2.25, 1, 1, math.Pi/4), box(1, 1.75, 1e-7, 1, 0.1), box(1, 1.75, 1, 1e-7, 1.5))
	const n = 2*16 + 1
	for other := range uint32(4) {
		for lane := range n + 1 {
			pairs := make([]kernels.Pair, n)
			for i := range pairs {
				pairs[i] = kernels.Pair{A: 0, B: 2}
				if i == lane || lane == n {
					pairs[i] = kernels.Pair{A: 0, B: 1 + other}
				}
				if i%3 == 0 {
					pairs[i].A, pairs[i].B = pairs[i].B, pairs[i].A
				}
			}
			sameManifoldsAsPortable(t, [2]kernels.Class{kernels.Box, kernels.Box}, blk, pairs, 0.125, n-1, n)
		}
	}
}

// TestManifoldsBadArguments: an index without a record, and columns too short, panic
// under every table.
func TestManifoldsBadArguments(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, c := range pairings() {
		for _, n := range []int{1, 8, 16, 37, 70} {
			blk, pairs := wildBlock(r, c, 10, n, 0, 0)
			for _, tab := range All() {
				for spoil := range 6 {
					args, out := newArgs(blk, pairs, math.MaxFloat32), newManifolds(n)
					for i, p := range pairs {
						args.Out.A[i], args.Out.B[i], args.Out.Sep[i], args.Out.NX[i], args.Out.NY[i] = p.A, p.B, -1, 1, 0
					}
					switch spoil {
					case 0:
						args.Out.A[n-1] = uint32(len(blk.Rec))
					case 1:
						args.Out.B[n/2] = math.MaxUint32
					case 2:
						args.Out.NX = args.Out.NX[: n-1 : n-1]
					case 3:
						out.N = out.N[: n-1 : n-1]
					case 4:
						out.Points[1] = out.Points[1][: n-1 : n-1]
					case 5:
						out.Points[0] = nil
					}
					if !kernelstest.Panics(func() { tab.Manifolds.Of(c[0], c[1])(args, n, out) }) {
						t.Errorf("%s, classes %v, %d entries, spoilt %d: no panic", tab.Name, c, n, spoil)
					}
				}
			}
		}
	}
}

func FuzzManifoldVariants(f *testing.F) {
	f.Add(uint64(1), uint8(9), float32(0), 0.0, 1.0, float32(1))
	f.Add(uint64(2), uint8(17), float32(0.25), 1e7, 0.5, float32(1))
	f.Add(uint64(3), uint8(40), float32(math.MaxFloat32), 0.0, 2.0, float32(1e12))
	f.Add(uint64(4), uint8(33), float32(-0.1), 3.0, 0.0, float32(1e-30))
	f.Fuzz(func(t *testing.T, seed uint64, n uint8, limit float32, where, spread float64, size float32) {
		r := rand.New(rand.NewPCG(seed, 6))
		if !(math.Abs(spread) <= 0x1p58) || !(kernels.Abs(size) <= 0x1p58) {
			return // beyond what has a meaning
		}
		for _, c := range pairings() {
			blk, pairs := wildBlock(r, c, 12, int(n), where, spread)
			for i := range blk.Rec {
				if blk.Class[i] != kernels.Polygon && r.IntN(2) == 0 {
					blk.Rec[i].P *= kernels.Abs(size)
					blk.Rec[i].Q *= kernels.Abs(size)
				}
			}
			sameManifoldsAsPortable(t, c, blk, pairs, limit, math.MaxInt, math.MaxInt)
		}
	})
}

// TestManifoldLongRuns: polygons of many lanes, up to and beyond what assembly takes.
func TestManifoldLongRuns(t *testing.T) {
	const n = 40
	for _, corners := range []int{9, 16, 17, 33, 100, 1000, 4096, 4097} {
		ring := testShape{class: kernels.Polygon, c: 1}
		for i := range corners {
			angle := 2 * math.Pi * float64(i) / float64(corners)
			ring.pts = append(ring.pts, [2]float32{float32(math.Cos(angle)), float32(math.Sin(angle))})
		}
		other := ring
		other.turn(2)
		other.x = 1.9
		// Any direction will do.
		args := newArgs(build(ring, other), make([]kernels.Pair, n), 0.25)
		for i := range n {
			o := &args.Out
			o.A[i], o.B[i], o.Sep[i] = uint32(i&1), uint32(1-i&1), -0.1
			o.NX[i], o.NY[i] = float32(math.Cos(float64(i))), float32(math.Sin(float64(i)))
		}
		want := newManifolds(n)
		portable.Manifolds.Of(kernels.Polygon, kernels.Polygon)(args, n, want)
		for _, tab := range All() {
			got := newManifolds(n)
			tab.Manifolds.Of(kernels.Polygon, kernels.Polygon)(args, n, got)
			sameManifolds(t, tab.Name, got, want, n)
		}
	}
}
