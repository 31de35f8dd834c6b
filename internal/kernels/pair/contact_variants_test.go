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

// wildBlock is a block of shapes of both classes around (where, where), and n pairs of
// them drawn with repetition. Some stand on one spot, some in a grid (so that axes tie),
// some where no number is, and between them lie records that no pair uses, all NaN.
func wildBlock(r *rand.Rand, c [2]kernels.Class, shapes, n int, where, spread float64) (*Block, []kernels.Pair) {
	var all []testShape
	var own [2][]uint32
	for i := range max(shapes, 2) {
		s := randomShape(r, c[i&1], 1, []float64{1, 0.3, 1e-5}[r.IntN(3)])
		switch s.x, s.y = where, where; r.IntN(8) {
		case 0:
		case 1, 2:
			s.c, s.s = 1, 0
			if s.class != kernels.Polygon {
				s.p, s.q = 1, 1
			}
			if s.class == kernels.Circle {
				s.q = 0
			}
			s.x, s.y = where+float64(r.IntN(3)), where+float64(r.IntN(3))
		default:
			s.x, s.y = where+spread*3*r.Float64(), where+spread*3*r.Float64()
		}
		own[i&1] = append(own[i&1], uint32(len(all)))
		all = append(all, s)
		if r.IntN(3) == 0 {
			nan := float32(math.NaN())
			all = append(all, testShape{class: kernels.Circle, x: math.NaN(), y: math.NaN(), p: nan})
		}
	}
	if len(all) > 8 && r.IntN(2) == 0 {
		bad := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -1e30, 5e-324}
		for range 2 {
			all[r.IntN(len(all))].x = bad[r.IntN(len(bad))]
			all[r.IntN(len(all))].y = bad[r.IntN(len(bad))]
		}
	}
	var pairs []kernels.Pair
	for range n {
		p := kernels.Pair{A: own[0][r.IntN(len(own[0]))], B: own[1][r.IntN(len(own[1]))]}
		if r.IntN(2) == 0 {
			p.A, p.B = p.B, p.A
		}
		pairs = append(pairs, p)
	}
	return build(all...), pairs
}

// sameAsPortable runs the kernel of a pair of classes from every table and wants
// the bits of the portable ones: counts, every column up to N, and nothing
// written where it must not. Prepare makes the arguments.
func sameAsPortable(t *testing.T, c [2]kernels.Class, blk *Block, pairs []kernels.Pair, limit float32, prepare func(*Block, []kernels.Pair, float32) *Args) {
	t.Helper()
	kernel := func(tab *Table) Contact { return tab.Contacts.Of(c[0], c[1]) }
	want := newArgs(blk, pairs, limit)
	count := kernel(&portable)(want)
	for _, tab := range vectorTables() {
		got := prepare(blk, pairs, limit)
		got.Soon = &Soon{Pairs: 1 << 20, A: 8, B: ^uintptr(0)} // nobody reads or writes there
		if n := kernel(tab)(got); n != count {
			t.Fatalf("%s, classes %v, %d pairs, limit %v: %+v, want %+v", tab.Name, c, len(pairs), limit, n, count)
		}
		w, g := &want.Out, &got.Out
		for i := range count.N {
			if g.A[i] != w.A[i] || g.B[i] != w.B[i] || entry(g, i) != entry(w, i) {
				p := kernels.Pair{A: w.A[i], B: w.B[i]}
				t.Fatalf("%s, classes %v, %d pairs, limit %v: entry %d differs\ngot  %v %v %+v\nwant %v %v %+v\nA %+v\nB %+v",
					tab.Name, c, len(pairs), limit, i, g.A[i], g.B[i], entry(g, i), w.A[i], w.B[i], entry(w, i), blk.Rec[p.A], blk.Rec[p.B])
			}
		}
		for i := min(count.N+kernels.Slack, len(g.Sep)); i < len(g.Sep); i++ {
			if g.Sep[i] != -777 || g.NX[i] != -777 || g.NY[i] != -777 {
				t.Fatalf("%s, classes %v, %d pairs: wrote to entry %d, beyond %d and the slack", tab.Name, c, len(pairs), i, count.N)
			}
		}
	}
}

func entry(h *Hits, i int) [3]uint32 {
	return [3]uint32{kernelstest.BitsOf(h.Sep[i]), kernelstest.BitsOf(h.NX[i]), kernelstest.BitsOf(h.NY[i])}
}

var wildLimits = []float32{0, 0.25, -0.25, math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32,
	math.MaxFloat32, -math.MaxFloat32, float32(math.Inf(1)), float32(math.NaN())}

// TestContactVariants compares every narrow kernel of every table with the portable
// one on short blocks of every length, on long ones, near and far from the origin.
func TestContactVariants(t *testing.T) {
	r := kernelstest.Seeded(t)
	long := testenv.Rounds(300, 2048, 2048)
	for _, c := range pairings() {
		for n := 0; n <= 2*16+1; n++ {
			limit := wildLimits[r.IntN(len(wildLimits))]
			for _, l := range []float32{0, 0.25, limit} {
				blk, pairs := wildBlock(r, c, 10, n, 0, 1)
				sameAsPortable(t, c, blk, pairs, l, newArgs)
			}
		}
		for _, limit := range wildLimits {
			for _, where := range []float64{0, 1e9, -1e15} {
				n := r.IntN(long)
				if limit == 0.25 && !testing.Short() {
					n = 4096*r.IntN(3) + r.IntN(20) // calls beyond what assembly takes at once
				}
				blk, pairs := wildBlock(r, c, 60, n, where, []float64{0.1, 1, 3}[r.IntN(3)])
				sameAsPortable(t, c, blk, pairs, limit, newArgs)
			}
		}
	}
}

// TestLanesAlone puts one pair that touches into each lane in turn, among pairs that
// do not, and then into all.
func TestLanesAlone(t *testing.T) {
	for _, c := range pairings() {
		shape := func(class kernels.Class, x float64) testShape {
			s := testShape{class: class, c: 1, x: x, p: 1, q: 1}
			if class == kernels.Circle {
				s.q = 0
			}
			if class == kernels.Polygon {
				s.p, s.pts = 0, [][2]float32{{1, -1}, {1, 1}, {-1, 1}, {-1, -1}}
			}
			return s
		}
		blk := build(shape(c[0], 0), shape(c[1], 1.5), shape(c[1], 100))
		const n = 2*16 + 1
		pairs := make([]kernels.Pair, n)
		for lane := range n + 1 {
			for i := range pairs {
				pairs[i] = kernels.Pair{A: 0, B: 2}
				if i == lane || lane == n {
					pairs[i] = kernels.Pair{A: 0, B: 1}
				}
			}
			for _, limit := range []float32{0, 0.5} {
				sameAsPortable(t, c, blk, pairs, limit, newArgs)
			}
		}
	}
}

// TestBadArgumentsPanic checks that an index without a record, and columns without
// room for the pairs, panic under every table before anything is harmed.
func TestBadArgumentsPanic(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, c := range pairings() {
		for _, n := range []int{1, 5, 8, 16, 21, 40} {
			for _, at := range []int{0, n / 2, n - 1} {
				blk, pairs := wildBlock(r, c, 10, n, 0, 1)
				bad := slices.Clone(pairs)
				bad[at].B = []uint32{uint32(len(blk.Rec)), 1 << 27, math.MaxUint32}[r.IntN(3)]
				if r.IntN(2) == 0 {
					bad[at].A, bad[at].B = bad[at].B, bad[at].A
				}
				for _, tab := range All() {
					kernel := tab.Contacts.Of(c[0], c[1])
					if !kernelstest.Panics(func() { kernel(newArgs(blk, bad, 0)) }) {
						t.Errorf("%s, classes %v: pair %d of %d names no record: no panic", tab.Name, c, at, n)
					}
					short := newArgs(blk, pairs, 0)
					short.Out.B = short.Out.B[: n-1 : n-1]
					if !kernelstest.Panics(func() { kernel(short) }) {
						t.Errorf("%s, classes %v: a column shorter than %d pairs: no panic", tab.Name, c, n)
					}
				}
			}
		}
	}
}

// TestRoomWithoutSlack checks that columns with room for the pairs but no slack are
// served, as the portable code serves them, and nothing beyond is touched.
func TestRoomWithoutSlack(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, c := range pairings() {
		blk, pairs := wildBlock(r, c, 10, 37, 0, 1)
		sameAsPortable(t, c, blk, pairs, 0.25, func(b *Block, p []kernels.Pair, limit float32) *Args {
			a := newArgs(b, p, limit)
			o := &a.Out
			o.A, o.B, o.Sep, o.NX, o.NY = o.A[:37:37], o.B[:37:37], o.Sep[:37:37], o.NX[:37:37], o.NY[:37:37]
			return a
		})
	}
}
