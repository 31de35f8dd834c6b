// SPDX-License-Identifier: MIT

package pose

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

var fattenOdd = []float32{0, float32(math.Copysign(0, -1)), 0x1p-149, math.MaxFloat32, float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 1, -1}

func randomFattenings(r *rand.Rand, n int) Fattenings {
	column := func(scale float64) []float32 {
		s := make([]float32, n)
		for i := range s {
			s[i] = float32(scale * r.NormFloat64())
			if r.IntN(40) == 0 {
				s[i] = fattenOdd[r.IntN(len(fattenOdd))]
			}
		}
		return s
	}
	size := func() []float32 {
		s := column(1)
		for i := range s {
			s[i] = kernels.Abs(s[i])
		}
		return s
	}
	wide := func() []float64 {
		s := make([]float64, n)
		for i, v := range column(2) {
			s[i] = float64(v) + 1e-9*r.NormFloat64()
		}
		return s
	}
	f := Fattenings{
		X: wide(), Y: wide(), C: column(1), S: column(1), P: size(), Q: size(), Reach: size(),
		MinX: column(1), MinY: column(1), MaxX: column(1), MaxY: column(1), Class: make([]kernels.Class, n),
		AtX: wide(), AtY: wide(), AtC: column(1), AtS: column(1),
		FatMinX: column(3), FatMinY: column(3), FatMaxX: column(3), FatMaxY: column(3),
		Ahead: 0.875, From: float32(r.IntN(5)) / 4,
	}
	for i := range n {
		f.Class[i] = kernels.Class(r.IntN(int(kernels.NumClasses)))
		if r.IntN(2) == 0 { // as shapes do
			a, b := r.Float64()*7, 0.1*r.NormFloat64()
			f.C[i], f.S[i] = float32(math.Cos(a)), float32(math.Sin(a))
			f.AtC[i], f.AtS[i] = float32(math.Cos(a+b)), float32(math.Sin(a+b))
			f.AtX[i], f.AtY[i] = f.X[i]+0.1*r.NormFloat64(), f.Y[i]+0.1*r.NormFloat64()
		}
	}
	return f
}

func (f *Fattenings) outsides() Outsides {
	return Outsides{
		X: f.X, Y: f.Y, AtX: f.AtX, AtY: f.AtY, MinX: f.MinX, MinY: f.MinY, MaxX: f.MaxX, MaxY: f.MaxY,
		FatMinX: f.FatMinX, FatMinY: f.FatMinY, FatMaxX: f.FatMaxX, FatMaxY: f.FatMaxY,
	}
}

// written is what Fatten writes, bit by bit; NaN is NaN.
func (f *Fattenings) written() (all []uint64) {
	for _, c := range [][]float64{f.AtX, f.AtY} {
		for _, v := range c {
			if v != v {
				v = math.NaN()
			}
			all = append(all, math.Float64bits(v))
		}
	}
	for _, c := range [][]float32{f.AtC, f.AtS, f.FatMinX, f.FatMinY, f.FatMaxX, f.FatMaxY} {
		for _, v := range c {
			if v != v {
				v = float32(math.NaN())
			}
			all = append(all, uint64(math.Float32bits(v)))
		}
	}
	return all
}

func (f Fattenings) clone() Fattenings {
	f.AtX, f.AtY, f.AtC, f.AtS = slices.Clone(f.AtX), slices.Clone(f.AtY), slices.Clone(f.AtC), slices.Clone(f.AtS)
	f.FatMinX, f.FatMinY = slices.Clone(f.FatMinX), slices.Clone(f.FatMinY)
	f.FatMaxX, f.FatMaxY = slices.Clone(f.FatMaxX), slices.Clone(f.FatMaxY)
	return f
}

// TestFattenAlike: every table the portable bits, at every length and place, and nothing
// outside; and the same for Outside.
func TestFattenAlike(t *testing.T) {
	r := kernelstest.Seeded(t)
	for _, tab := range All() {
		for lo := range 3 {
			for n := range 70 {
				f := randomFattenings(r, lo+n+5)
				if a, b := tab.Outside(f.outsides(), lo, lo+n), outside(f.outsides(), lo, lo+n); a != b {
					t.Fatalf("%s, %d from %d: outside %x, want %x", tab.Name, n, lo, a, b)
				}
				want, got := f.clone(), f.clone()
				fatten(want, lo, lo+n)
				tab.Fatten(got, lo, lo+n)
				if !slices.Equal(got.written(), want.written()) {
					t.Fatalf("%s, %d from %d: other bits", tab.Name, n, lo)
				}
			}
		}
		f := randomFattenings(r, PoseBlock)
		if allocs := testing.AllocsPerRun(5, func() { tab.Fatten(f, 0, PoseBlock); tab.Outside(f.outsides(), 0, PoseBlock) }); allocs != 0 {
			t.Errorf("%s: %v allocations", tab.Name, allocs)
		}
	}
}

// TestFattenLooksAhead: shapes that go on as they did, and turn, stay inside from when to when was
// looked ahead, and those that turn back do not; one that leaves by more than rounding is found.
func TestFattenLooksAhead(t *testing.T) {
	r := kernelstest.Seeded(t)
	const n = 512
	f := randomFattenings(r, n)
	type motion struct{ vx, vy, angle, spin float64 }
	all := make([]motion, n)
	box := func(i int, time float64) {
		m := all[i]
		f.X[i], f.Y[i] = 100+m.vx*time, -3+m.vy*time
		c, s := math.Cos(m.angle+m.spin*time), math.Sin(m.angle+m.spin*time)
		f.C[i], f.S[i] = float32(c), float32(s)
		hx, hy := float64(f.P[i]), float64(f.Q[i])
		m0 := float64(Margin(f.Reach[i], 0))
		ex, ey := float32(hx*math.Abs(c)+hy*math.Abs(s)+m0), float32(hx*math.Abs(s)+hy*math.Abs(c)+m0)
		f.MinX[i], f.MinY[i], f.MaxX[i], f.MaxY[i] = -ex, -ey, ex, ey
	}
	for i := range n {
		f.Class[i] = kernels.Box
		f.P[i], f.Q[i] = 0.3+r.Float32(), 0.3+r.Float32()
		f.Reach[i] = float32(math.Hypot(float64(f.P[i]), float64(f.Q[i]))) * (1 + 0x1p-20)
		all[i] = motion{r.NormFloat64() * 0.3, r.NormFloat64() * 0.3, 7 * r.Float64(), r.NormFloat64() * 0.15}
		box(i, -1)
		f.AtX[i], f.AtY[i], f.AtC[i], f.AtS[i] = f.X[i], f.Y[i], f.C[i], f.S[i]
		box(i, 0)
	}
	first := float64(r.IntN(7))
	f.Ahead, f.From = 7, float32(first/7)
	fatten(f, 0, n)
	for time := first; time <= 7; time++ {
		for i := range n {
			box(i, time)
		}
		if set := outside(f.outsides(), 0, n); set != (PoseSet{}) {
			t.Fatalf("at time %v some are outside: %x", time, set)
		}
	}
	left := 0
	for i := range n {
		box(i, -3)
	}
	set := outside(f.outsides(), 0, n)
	for i := range n {
		if set[i/64]>>(i&63)&1 != 0 {
			left++
		}
	}
	if left < n*9/10 {
		t.Errorf("%d of %d that went back are outside", left, n)
	}
	// At the rim.
	for i := range n {
		f.X[i] = f.AtX[i] + float64(f.FatMaxX[i]) - float64(f.MaxX[i])
		f.Y[i] = f.AtY[i]
		f.MinY[i], f.MaxY[i] = 0, 0
		f.X[i] += float64(f.MaxX[i]) * 0x1p-19
	}
	set = outside(f.outsides(), 0, n)
	for i := range n {
		if set[i/64]>>(i&63)&1 == 0 {
			t.Fatalf("shape %d sticks out by 2^-19 of its size and is inside", i)
		}
	}
}
