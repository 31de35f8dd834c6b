// SPDX-License-Identifier: MIT

package broadphase

import (
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// TestWorldsBeside: small worlds lie beside each other in strips, unless their numbers are sparse
// or one of them is large. The frame finds the pairs that brute force finds. Kernels, parts and
// earlier frames do not change their order. Boxes may lie in order of worlds or not, and some may
// be left out.
func TestWorldsBeside(t *testing.T) {
	const n = 3000
	for k, c := range []struct {
		name   string
		beside bool
		world  func(r *rand.Rand, i int) uint32
	}{
		{"of 20", true, func(_ *rand.Rand, i int) uint32 { return uint32(5 + i/20) }},
		{"of 6", true, func(_ *rand.Rand, i int) uint32 { return uint32(i / 6) }},
		{"of 60, the last first", true, func(_ *rand.Rand, i int) uint32 { return uint32((n - 1 - i) / 60) }},
		{"of some", true, func(r *rand.Rand, _ int) uint32 { return 1<<32 - 1 - uint32(r.IntN(100)) }},
		{"every other", true, func(_ *rand.Rand, i int) uint32 { return uint32(i / 30 &^ 1) }},
		{"interleaved", true, func(_ *rand.Rand, i int) uint32 { return uint32(i % 70) }},
		{"of one box", false, func(_ *rand.Rand, i int) uint32 { return uint32(i) }},
		{"one large", false, func(_ *rand.Rand, i int) uint32 { return uint32(max(0, i-1500) / 10) }},
		{"sparse", false, func(_ *rand.Rand, i int) uint32 { return uint32(i/20) * 0x9e3779b1 }},
		{"of many", false, func(_ *rand.Rand, i int) uint32 { return uint32(i / 400) }},
	} {
		if testenv.Race && k%3 != 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 13))
			var kept Frame
			for round := range 3 {
				b, f := columns(n), &Filters{World: make([]uint32, n)}
				if round == 1 {
					f.Skip = make([]bool, n)
				}
				for i := range n {
					f.World[i] = c.world(r, i)
					b.X[i], b.Y[i] = 12*r.Float64(), 8*r.Float64()
					w, h := 0.1+r.Float32(), 0.1+r.Float32()
					b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i] = -w, -h, w, h
					if f.Skip != nil {
						f.Skip[i] = r.IntN(5) == 0
					}
				}
				asBruteForce(t, b, f, 0, &kept, func(s *Frame) {
					if s.plan.beside != c.beside {
						t.Errorf("beside each other: %v", s.plan.beside)
					}
				})
				want := must.Get(BruteForce(nil, b, f, 0))(t)
				for i := 0; i < n; i += 100 {
					if f.Skip != nil && f.Skip[i] {
						continue
					}
					strips := kept.AppendStrips(nil, b, i, f.World[i])
					if !slices.ContainsFunc(strips, func(k uint32) bool { return slices.Contains(kept.entriesOf(nil, int(k)), uint32(i)) }) {
						t.Errorf("box %d is in none of strips %v", i, strips)
					}
					near := kept.AppendNear(nil, b, i, f.World[i])
					for _, p := range want {
						if int(p.A) == i && !slices.Contains(near, p.B) || int(p.B) == i && !slices.Contains(near, p.A) {
							t.Errorf("%v is a pair, but not near", p)
						}
					}
				}
			}
		})
	}
}

// TestWorldsBesideAndNot: a frame whose boxes lay in many worlds, in their order, finds the pairs
// of one world again, and the other way round. It has more strips than there were worlds.
func TestWorldsBesideAndNot(t *testing.T) {
	const n = 4000
	r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 14))
	b, many := columns(n), &Filters{World: make([]uint32, n)}
	for i := range n {
		many.World[i] = uint32(i / 63)
		b.X[i], b.Y[i] = 200*r.Float64(), 200*r.Float64()
		w, h := 0.15+r.Float32()/10, 0.15+r.Float32()/10
		b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i] = -w, -h, w, h
	}
	var kept Frame
	for k, f := range []*Filters{nil, many, nil, nil, many, many, nil} {
		var fresh Frame
		got, want := must.Get(kept.AppendPairs(nil, b, f, Settings{}))(t), must.Get(fresh.AppendPairs(nil, b, f, Settings{}))(t)
		if kept.plan.beside != (f != nil) || f == nil && kept.Strips() <= 64 {
			t.Fatalf("frame %d: beside each other: %v, %d strips", k, kept.plan.beside, kept.Strips())
		}
		if !slices.Equal(got, want) {
			t.Fatalf("frame %d: %d pairs, want %d", k, len(got), len(want))
		}
	}
}

// TestWorldsBesideSkipped: none of the boxes of one of several parts takes part, in order of
// worlds.
func TestWorldsBesideSkipped(t *testing.T) {
	const n = 2 * partBoxes
	r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 15))
	b, f := columns(n), &Filters{World: make([]uint32, n), Skip: make([]bool, n)}
	for i := range n {
		f.World[i] = uint32(5 + i/20)
		b.X[i], b.Y[i] = 9*r.Float64(), 9*r.Float64()
		b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i] = -1, -1, 1, 1
	}
	for part := range 2 {
		for i := range n {
			f.Skip[i] = i/partBoxes == part
		}
		asBruteForce(t, b, f, 0, new(Frame), func(s *Frame) {
			if !s.plan.beside {
				t.Error("not beside each other")
			}
		})
	}
}
