// SPDX-License-Identifier: MIT

package sweep

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/must"
	"daylight/internal/simd"
	"daylight/internal/simd/isa"
	"daylight/internal/testenv"
)

// thinScenes have many strips that hold few boxes each, unless they are made taller.
var thinScenes = []struct {
	name          string
	along, single bool
	put           func(r *rand.Rand, i, n int) (x, y float64, world uint32)
}{
	{"line along x", true, false, func(r *rand.Rand, _, n int) (float64, float64, uint32) { return r.Float64() * float64(n), 1, 0 }},
	{"line along y", true, false, func(r *rand.Rand, _, n int) (float64, float64, uint32) { return 1, r.Float64() * float64(n), 0 }},
	{"diagonal", false, false, func(r *rand.Rand, _, n int) (float64, float64, uint32) {
		v := r.Float64() * float64(n)
		return v, v, 0
	}},
	{"nearly empty", false, false, func(r *rand.Rand, _, n int) (float64, float64, uint32) {
		return r.Float64() * float64(n), r.Float64() * float64(n), 0
	}},
	{"worlds", false, true, func(r *rand.Rand, i, _ int) (float64, float64, uint32) {
		return 10 * r.Float64(), 9 * r.Float64(), uint32(7 + i/20)
	}},
	{"worlds of any number", false, false, func(r *rand.Rand, i, _ int) (float64, float64, uint32) {
		return 10 * r.Float64(), 9 * r.Float64(), uint32(i/20) * 0x9e3779b1
	}},
	{"worlds side by side", false, true, func(r *rand.Rand, i, _ int) (float64, float64, uint32) {
		return float64(i/20) + 10*r.Float64(), float64(i/20) + 9*r.Float64(), uint32(i / 20)
	}},
}

// TestThinStrips: strips that are made taller hold many boxes each and find what brute force
// does, in an order that neither kernels nor parts change.
func TestThinStrips(t *testing.T) {
	const n = 9000
	for k, c := range thinScenes {
		if testenv.Race && k%3 != 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 11))
			var b Boxes
			f := &Filters{World: make([]uint32, n)}
			for i := range n {
				x, y, world := c.put(r, i, n)
				b.X, b.Y = append(b.X, x), append(b.Y, y)
				w, h := 0.25+r.Float32(), 0.25+r.Float32()
				b.MinX, b.MinY, b.MaxX, b.MaxY = append(b.MinX, -w), append(b.MinY, -h), append(b.MaxX, w), append(b.MaxY, h)
				f.World[i] = world
			}
			if slices.Max(f.World) == 0 {
				f = nil
			}
			want := must.Get(BruteForce(nil, &b, f, 0))(t)
			var first []simd.Pair
			for _, table := range isa.All() {
				for parts := 1; parts <= 2; parts++ {
					if testenv.Race && (parts == 1 || table != isa.Best()) {
						continue
					}
					var s Frame
					got := must.Get(s.AppendPairs(nil, &b, f, Settings{Kernels: table, Workers: parts}))(t)
					must.Do(t, s.check())
					if first == nil {
						first = got
						if p := &s.plan; !p.raised || p.byY != c.along || p.single != (c.single || f == nil && !p.folded) {
							t.Errorf("raised %v, along %v, single %v", p.raised, p.byY, p.single)
						}
						if rows := float64(s.dealt) / float64(s.Strips()); rows < 16 {
							t.Errorf("%.1f rows in a strip", rows)
						}
						if !slices.Equal(sortedPairs(got), sortedPairs(want)) {
							t.Fatalf("%d pairs, brute force finds %d", len(got), len(want))
						}
					}
					if !slices.Equal(got, first) {
						t.Errorf("%s in %d parts: pairs differ, or their order does", table.Name, parts)
					}
				}
			}
		})
	}
}

// TestIdle: strips of static boxes alone are told, and give no pairs.
func TestIdle(t *testing.T) {
	const n = 3000
	r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 12))
	var b Boxes
	f := &Filters{Static: make([]bool, n)}
	side := math.Sqrt(n / 0.4)
	for i := range n {
		b.X, b.Y = append(b.X, side*r.Float64()), append(b.Y, side*r.Float64())
		b.MinX, b.MinY, b.MaxX, b.MaxY = append(b.MinX, -1), append(b.MinY, -1), append(b.MaxX, 1), append(b.MaxY, 1)
		f.Static[i] = i > 1
	}
	var s Frame
	pairs, err := s.AppendPairs(nil, &b, f, Settings{})
	if err != nil || len(pairs) == 0 {
		t.Fatalf("%d pairs, error %v", len(pairs), err)
	}
	var w Strip
	idle, found := 0, 0
	for k := range s.Strips() {
		s.Load(k, &w)
		for more := true; more; {
			var p []simd.Pair
			p, more = w.Next()
			found += len(p)
			if s.AllStatic(k) && len(p) > 0 {
				t.Errorf("strip %d is idle and has %d pairs", k, len(p))
			}
		}
		if s.AllStatic(k) {
			idle++
		}
	}
	if found != len(pairs) || idle == 0 || idle == s.Strips() {
		t.Errorf("%d of %d pairs, %d of %d strips idle", found, len(pairs), idle, s.Strips())
	}
}
