// SPDX-License-Identifier: MIT

package broadphase

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

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
			b, f := columns(n), &Filters{World: make([]uint32, n)}
			for i := range n {
				b.X[i], b.Y[i], f.World[i] = c.put(r, i, n)
				w, h := 0.25+r.Float32(), 0.25+r.Float32()
				b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i] = -w, -h, w, h
			}
			if slices.Max(f.World) == 0 {
				f = nil
			}
			asBruteForce(t, b, f, 0, new(Frame), func(s *Frame) {
				if p := &s.plan; !p.raised || p.byY != c.along || p.single != (c.single || f == nil && !p.folded) {
					t.Errorf("raised %v, along %v, single %v", p.raised, p.byY, p.single)
				}
				if rows := float64(s.dealt) / float64(s.Strips()); rows < 16 {
					t.Errorf("%.1f rows in a strip", rows)
				}
			})
		})
	}
}

// TestIdle: strips of static boxes alone are told, and give no pairs.
func TestIdle(t *testing.T) {
	const n = 3000
	r := rand.New(rand.NewPCG(testenv.Seed(t, 1), 12))
	b, f := columns(n), &Filters{Static: make([]bool, n)}
	side := math.Sqrt(n / 0.4)
	for i := range n {
		b.X[i], b.Y[i] = side*r.Float64(), side*r.Float64()
		b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i] = -1, -1, 1, 1
		f.Static[i] = i > 1
	}
	var s Frame
	pairs, err := s.AppendPairs(nil, b, f, Settings{})
	if err != nil || len(pairs) == 0 {
		t.Fatalf("%d pairs, error %v", len(pairs), err)
	}
	var w Strip
	idle, found := 0, 0
	for k := range s.Strips() {
		s.Load(k, &w)
		p := slotsOf(&w)
		found += len(p)
		if s.AllStatic(k) {
			idle++
			if len(p) > 0 {
				t.Errorf("strip %d is idle and has %d pairs", k, len(p))
			}
		}
	}
	if found != len(pairs) || idle == 0 || idle == s.Strips() {
		t.Errorf("%d of %d pairs, %d of %d strips idle", found, len(pairs), idle, s.Strips())
	}
}
