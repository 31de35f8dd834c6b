// SPDX-License-Identifier: MIT

package pose

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// posesOf makes columns by f: make for fresh ones, a copy of others.
func posesOf(f64 func(k int) []float64, f32 func(k int) []float32, u32 func(k int) []uint32, class []kernels.Class, fault []uint8) Poses {
	return Poses{
		X: f64(0), Y: f64(1), C: f32(0), S: f32(1), RC: f32(2), RS: f32(3), P: f32(4), Q: f32(5), Reach: f32(6),
		MinX: f32(7), MinY: f32(8), MaxX: f32(9), MaxY: f32(10), Class: class, Fault: fault,
		Off: u32(0), Num: u32(1),
	}
}

func (p *Poses) floats() [11][]float32 {
	return [...][]float32{p.C, p.S, p.RC, p.RS, p.P, p.Q, p.Reach, p.MinX, p.MinY, p.MaxX, p.MaxY}
}

func (p *Poses) clone() Poses {
	from := p.floats()
	return posesOf(func(k int) []float64 { return append([]float64(nil), [...][]float64{p.X, p.Y}[k]...) },
		func(k int) []float32 { return append([]float32(nil), from[k]...) },
		func(k int) []uint32 { return append([]uint32(nil), [...][]uint32{p.Off, p.Num}[k]...) },
		append([]kernels.Class(nil), p.Class...), append([]uint8(nil), p.Fault...))
}

// randomPoses draws n shapes; wild ones are anything, one in eight, else boxes,
// capsules and polygons that turned.
func randomPoses(r *rand.Rand, n int, wild bool) Poses {
	p := posesOf(func(int) []float64 { return make([]float64, n) }, func(int) []float32 { return make([]float32, n) },
		func(int) []uint32 { return make([]uint32, n) }, make([]kernels.Class, n), make([]uint8, n))
	odd64 := []float64{math.NaN(), math.Inf(1), 0x1p100, -0x1p100, math.Nextafter(0x1p100, math.Inf(1)), math.Copysign(0, -1), 1e300}
	odd32 := []float32{float32(math.NaN()), float32(math.Inf(-1)), float32(math.Copysign(0, -1)), 0, 1, -1, 1e30, 0x1p-149}
	for i := range n {
		p.X[i], p.Y[i] = r.NormFloat64()*1e3, r.NormFloat64()
		p.C[i], p.S[i] = turned(r)
		p.RC[i], p.RS[i] = turned(r)
		p.P[i], p.Q[i], p.Reach[i] = r.Float32(), r.Float32(), r.Float32()*2
		p.MinX[i], p.MaxY[i] = -r.Float32(), r.Float32()
		p.Class[i] = [...]kernels.Class{kernels.Box, kernels.Box, kernels.Capsule, kernels.Polygon}[r.IntN(4)]
		if !wild {
			continue
		}
		switch r.IntN(16) {
		case 0:
			*[]*float64{&p.X[i], &p.Y[i]}[r.IntN(2)] = odd64[r.IntN(len(odd64))]
		case 1:
			*[]*float32{&p.C[i], &p.S[i], &p.RC[i], &p.RS[i], &p.P[i], &p.Q[i], &p.Reach[i]}[r.IntN(7)] = odd32[r.IntN(len(odd32))]
		case 2:
			p.C[i], p.S[i] = p.RC[i], p.RS[i]
		case 3:
			p.C[i], p.S[i], p.RC[i], p.RS[i] = 1, float32(math.Copysign(0, -1)), 1, 0
		case 4:
			p.Class[i] = kernels.Class(r.IntN(5))
		case 5:
			p.Fault[i] = uint8(r.IntN(256))
		case 6:
			l := 1 + float32(r.NormFloat64()*0x1p-22)
			p.C[i], p.S[i] = p.C[i]*l, p.S[i]*l
		}
	}
	return p
}

func turned(r *rand.Rand) (c, s float32) {
	s, c = SinCos(r.Float64() * 20)
	return c, s
}

func checkRefresh(t testing.TB, tab *Table, p *Poses, lo, hi int) {
	t.Helper()
	want, got := p.clone(), p.clone()
	wantTodo, wantTurned, wantN := Go.Refresh(want, lo, hi)
	todo, turned, n := tab.Refresh(got, lo, hi)
	if todo != wantTodo || turned != wantTurned || n != wantN {
		t.Fatalf("%s, [%d, %d): todo %x, turned %x, %d rotated; want %x, %x, %d", tab.Name, lo, hi, todo, turned, n, wantTodo, wantTurned, wantN)
	}
	samePoses(t, fmt.Sprintf("%s, [%d, %d)", tab.Name, lo, hi), &got, &want)
}

// samePoses compares columns bit for bit.
func samePoses(t testing.TB, name string, got, want *Poses) {
	t.Helper()
	for k, w := range want.floats() {
		g := got.floats()[k]
		for i := range w {
			if kernelstest.BitsOf(g[i]) != kernelstest.BitsOf(w[i]) {
				t.Fatalf("%s: column %d of shape %d is %v, want %v", name, k, i, g[i], w[i])
			}
		}
	}
	for i := range want.X {
		if got.Class[i] != want.Class[i] || got.Fault[i] != want.Fault[i] || got.Off[i] != want.Off[i] || got.Num[i] != want.Num[i] {
			t.Fatalf("%s wrote to shape %d", name, i)
		}
	}
}

func TestRefreshTables(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, tab := range All()[1:] {
		for n := range 3*tab.Lanes + 2 {
			p := randomPoses(r, n+20, n%2 == 0)
			checkRefresh(t, tab, &p, n%20, n%20+n)
		}
		for range 60 {
			p := randomPoses(r, 1+r.IntN(2000), r.IntN(4) > 0)
			lo := r.IntN(len(p.X))
			checkRefresh(t, tab, &p, lo, min(len(p.X), lo+r.IntN(PoseBlock+1)))
		}
		// Each lane alone, and none.
		for lane := range 33 {
			p := randomPoses(r, 32, false)
			for i := range p.X {
				if i != lane {
					p.C[i], p.S[i] = p.RC[i], p.RS[i]
				}
			}
			checkRefresh(t, tab, &p, 0, 32)
		}
	}
}

// TestRefreshWritesBoxes compares with bounds in float64. For polygons, which are left to Rotate,
// it writes the rotation alone.
func TestRefreshWritesBoxes(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, tab := range All() {
		p := randomPoses(r, 100, false)
		old := p.clone()
		todo, turned, n := tab.Refresh(p, 0, 100)
		if n != 100 || todo != (PoseSet{}) {
			t.Fatalf("%s: %d rotated, todo %x", tab.Name, n, todo)
		}
		for i := range p.X {
			polygon := p.Class[i] == kernels.Polygon
			if polygon != (turned[i/64]>>(i%64)&1 == 1) {
				t.Fatalf("%s: turned %x", tab.Name, turned)
			}
			if polygon {
				if p.RC[i] != p.C[i] || p.RS[i] != p.S[i] || p.MinX[i] != old.MinX[i] || p.MinY[i] != old.MinY[i] || p.MaxX[i] != old.MaxX[i] || p.MaxY[i] != old.MaxY[i] {
					t.Fatalf("%s: polygon %d", tab.Name, i)
				}
				continue
			}
			w, h, grow := float64(p.P[i]), float64(p.Q[i]), 0.0
			if p.Class[i] == kernels.Capsule {
				h, grow = 0, h
			}
			c, s := math.Abs(float64(p.C[i])), math.Abs(float64(p.S[i]))
			ex, ey := w*c+h*s+grow, w*s+h*c+grow
			if float64(p.MaxX[i]) < ex || float64(p.MaxX[i]) > ex*1.001+1e-3 || float64(p.MaxY[i]) < ey || p.MinX[i] != -p.MaxX[i] || p.MinY[i] != -p.MaxY[i] || p.RC[i] != p.C[i] || p.RS[i] != p.S[i] {
				t.Fatalf("%s: shape %d", tab.Name, i)
			}
		}
	}
}

func TestRefreshRefuses(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, tab := range All() {
		for _, c := range [][2]int{{-8, 8}, {0, 40}, {20, 45}, {9, 8}} {
			if !kernelstest.Panics(func() {
				p := randomPoses(r, 64, false)
				p = p.slice(0, 32) // there is room behind
				tab.Refresh(p, c[0], c[1])
			}) {
				t.Errorf("%s accepts [%d, %d) of 32", tab.Name, c[0], c[1])
			}
		}
	}
}

func FuzzRefresh(f *testing.F) {
	f.Add(uint64(1), uint16(40), uint16(3))
	f.Fuzz(func(t *testing.T, seed uint64, n, lo uint16) {
		p := randomPoses(rand.New(rand.NewPCG(seed, 1)), 1+int(n%1500), true)
		at := int(lo) % len(p.X)
		for _, tab := range All()[1:] {
			checkRefresh(t, tab, &p, at, min(len(p.X), at+PoseBlock))
		}
	})
}

func BenchmarkRefresh(b *testing.B) {
	for _, n := range []int{1024, 100_000} {
		for _, turning := range []bool{false, true} {
			for _, tab := range All() {
				b.Run(fmt.Sprintf("kernels=%s/n=%d/turning=%v", tab.Name, n, turning), func(b *testing.B) {
					p := randomPoses(rand.New(rand.NewPCG(1, 1)), n, false)
					for b.Loop() {
						for lo := 0; lo < n; lo += PoseBlock {
							tab.Refresh(p, lo, min(lo+PoseBlock, n))
						}
						if turning {
							// Another rotation, free of charge.
							p.C, p.S = p.S, p.C
						}
					}
					perShape(b, n)
				})
			}
		}
	}
}
