// SPDX-License-Identifier: MIT

package pose

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels/kernelstest"
)

// TestAdvanceTables: every table moves positions and turns rotations as portable Go does, bit
// for bit, and writes nothing beyond the end.
func TestAdvanceTables(t *testing.T) {
	r := kernelstest.Seeded(t)
	for round := range 500 {
		n := round % 70
		if round >= 490 {
			n = r.IntN(5000)
		}
		x, v := make([]float64, n+1), make([]float32, n)
		c, s, w := make([]float32, n+1), make([]float32, n+1), make([]float32, n)
		step := r.Float64() / 10
		for i := range v {
			x[i], v[i] = r.NormFloat64()*math.Ldexp(1, r.IntN(60)-30), float32(r.NormFloat64())
			s[i], c[i] = SinCos(r.Float64() * 7)
			if w[i] = float32(r.NormFloat64()); r.IntN(5) == 0 {
				w[i] = float32(randomAngle(r, round%3 == 0) / step)
			}
			if r.IntN(9) == 0 {
				v[i], w[i] = 0, float32(math.Copysign(0, r.NormFloat64()))
			}
			if round%4 == 0 && r.IntN(20) == 0 {
				v[i] = [...]float32{float32(math.NaN()), float32(math.Inf(1)), math.MaxFloat32}[r.IntN(3)]
				c[i] *= [...]float32{2, 0.7, float32(math.Inf(-1)), 0, 1e30}[r.IntN(5)]
			}
		}
		x[n], c[n], s[n] = 77, 77, 77
		wantX, wantC, wantS := slices.Clone(x), slices.Clone(c), slices.Clone(s)
		Go.Shift(wantX[:n], v, step)
		Go.Spin(wantC[:n], wantS[:n], w, float32(step))
		for _, tab := range All() {
			gotX, gotC, gotS := slices.Clone(x), slices.Clone(c), slices.Clone(s)
			tab.Shift(gotX[:n], v, step)
			tab.Spin(gotC[:n], gotS[:n], w, float32(step))
			for i := range gotX {
				if math.Float64bits(gotX[i]) != math.Float64bits(wantX[i]) && !(gotX[i] != gotX[i] && wantX[i] != wantX[i]) {
					t.Fatalf("%s, %d shapes: position %d is %v, want %v", tab.Name, n, i, gotX[i], wantX[i])
				}
				for _, p := range [...][2]float32{{gotC[i], wantC[i]}, {gotS[i], wantS[i]}} {
					if kernelstest.BitsOf(p[0]) != kernelstest.BitsOf(p[1]) && !(p[0] != p[0] && p[1] != p[1]) {
						t.Fatalf("%s, %d shapes: rotation %d is (%v, %v), want (%v, %v)", tab.Name, n, i, gotC[i], gotS[i], wantC[i], wantS[i])
					}
				}
			}
		}
	}
}

// TestSpin: a rotation turns by its angle, stays of unit length however often it is turned,
// stays as it is where there is no angle, and is not mended where it was not of unit length.
func TestSpin(t *testing.T) {
	r := kernelstest.Seeded(t)
	for range 300 {
		angle, each := 7*r.Float64(), float32(r.NormFloat64()*math.Ldexp(1, r.IntN(16)-6))
		step := [...]float64{1, 1.0 / 60, 0.3, -2.5}[r.IntN(4)]
		sin, cos := SinCos(angle)
		c, s := []float32{cos}, []float32{sin}
		const steps = 1000
		for k := range steps {
			Go.Spin(c, s, []float32{each}, float32(step))
			if !IsUnit(c[0], s[0]) {
				t.Fatalf("after %d turns by %v: (%v, %v) is not of unit length", k+1, each, c[0], s[0])
			}
			if k == 0 || k == steps-1 {
				turn := float64(float64(each) * step)
				want := angle + float64(float64(k+1)*turn)
				off := math.Remainder(math.Atan2(float64(s[0]), float64(c[0]))-want, 2*math.Pi)
				if bound := (0x1p-22 + float64(0x1p-23*math.Abs(turn))) * float64(k+1); math.Abs(off) > bound {
					t.Fatalf("%v, %d turns by %v * %v: off by %v, want at most %v", angle, k+1, each, step, off, bound)
				}
			}
		}
	}
	// A rotation of unit length to within spinNear passes IsUnit after two turns.
	for _, off := range []float64{-0.99, -0.5, -0.01, 0.01, 0.5, 0.99} {
		sin, cos := SinCos(7 * r.Float64())
		f := float32(math.Sqrt(1 + float64(off*spinNear)))
		c, s := []float32{cos * f}, []float32{sin * f}
		for turns := 1; turns <= 2; turns++ {
			Go.Spin(c, s, []float32{0.1}, 1)
			if !IsUnit(c[0], s[0]) && (turns == 2 || math.Abs(off) <= 0.5) {
				t.Errorf("a squared length that is off by %v is not mended after %d turns: %v, %v", off*spinNear, turns, c[0], s[0])
			}
		}
	}
	c, s := []float32{0.6, 0.6, float32(math.NaN()), 1}, []float32{0.6, -0.6, 0, 0}
	wantC, wantS := slices.Clone(c), slices.Clone(s)
	Go.Spin(c, s, []float32{0, float32(math.Copysign(0, -1)), 0, 1e-30}, 1e-30)
	if sameFloats(c, wantC) >= 0 || sameFloats(s, wantS) >= 0 {
		t.Errorf("turned by nothing: %v, %v; want %v, %v", c, s, wantC, wantS)
	}
	c, s = []float32{3}, []float32{4}
	Go.Spin(c, s, []float32{math.Pi / 2}, 1)
	if math.Abs(float64(c[0]+4)) > 1e-5 || math.Abs(float64(s[0]-3)) > 1e-5 {
		t.Errorf("(3, 4) turned by a right angle is (%v, %v)", c[0], s[0])
	}
	Go.Spin(c, s, []float32{float32(math.NaN())}, 1)
	if c[0] == c[0] {
		t.Errorf("turned by NaN: %v, %v", c[0], s[0])
	}
}

// BenchmarkAdvance reports nanoseconds per shape, for two axes and the rotation.
func BenchmarkAdvance(b *testing.B) {
	const n = PoseBlock
	r := rand.New(rand.NewPCG(1, 1))
	x, y := make([]float64, n), make([]float64, n)
	v, c, s := make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range v {
		v[i], c[i] = r.Float32(), 1
	}
	for _, tab := range All() {
		b.Run(fmt.Sprintf("kernels=%s", tab.Name), func(b *testing.B) {
			for b.Loop() {
				tab.Shift(x, v, 0x1p-6)
				tab.Shift(y, v, 0x1p-6)
				tab.Spin(c, s, v, 0x1p-6)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/shape")
		})
	}
}
