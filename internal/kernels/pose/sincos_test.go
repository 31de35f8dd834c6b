// SPDX-License-Identifier: MIT

package pose

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels/kernelstest"
)

// randomAngle draws from all that an angle can be: small and large, beside multiples
// of pi/2 and pi/4, subnormal, beyond the short reduction, NaN and infinite.
func randomAngle(r *rand.Rand, wild bool) float64 {
	a := (r.Float64()*2 - 1) * 100
	switch r.IntN(8) {
	case 0:
		a = float64(r.IntN(1<<r.IntN(20))) * (math.Pi / 4)
	case 1:
		a = float64(r.IntN(1<<r.IntN(20)))*(math.Pi/2) + r.NormFloat64()*math.Ldexp(1, -r.IntN(50))
	case 2:
		a = math.Ldexp(r.Float64(), 20-r.IntN(1090))
	case 3:
		a = [...]float64{0, math.Pi / 4, math.Nextafter(math.Pi/4, 1), math.Nextafter(math.Pi/4, 0), math.Nextafter(1<<20, 0), 5e-324}[r.IntN(6)]
	}
	if wild && r.IntN(40) == 0 {
		a = [...]float64{math.NaN(), math.Inf(1), 1 << 20, math.MaxFloat64, math.Ldexp(r.Float64(), r.IntN(1000)), 6381956970095103 * 0x1p797}[r.IntN(6)]
	}
	return math.Copysign(a, r.NormFloat64())
}

func sameFloats(a, b []float32) int {
	for i := range a {
		if kernelstest.BitsOf(a[i]) != kernelstest.BitsOf(b[i]) {
			return i
		}
	}
	return -1
}

func checkSinCosTables(t testing.TB, angle []float64) {
	t.Helper()
	short := make([]float32, len(angle))
	want := [4][]float32{}
	for k := range want {
		want[k] = make([]float32, len(angle))
	}
	for i, a := range angle {
		short[i] = float32(a)
		want[0][i], want[1][i] = SinCos(float64(short[i]))
		want[2][i], want[3][i] = SinCos(a)
	}
	for _, tab := range All() {
		guard := float32(77)
		out := func() []float32 {
			s := make([]float32, len(angle)+1)
			s[len(angle)] = guard
			return s
		}
		got := [4][]float32{out(), out(), out(), out()}
		tab.SinCos32(short, got[0], got[1])
		tab.SinCos64(angle, got[2], got[3])
		for k := range got {
			if at := sameFloats(got[k][:len(angle)], want[k]); at >= 0 {
				t.Fatalf("%s, column %d, %d angles: of entry %d, %v (%v), it is %v, want %v", tab.Name, k, len(angle), at, angle[at], short[at], got[k][at], want[k][at])
			}
			if got[k][len(angle)] != guard {
				t.Fatalf("%s wrote beyond %d angles", tab.Name, len(angle))
			}
		}
		// In place of the angles.
		copy(got[0], short)
		tab.SinCos32(got[0][:len(angle)], got[0], got[1])
		copy(got[3], short)
		tab.SinCos32(got[3][:len(angle)], got[2], got[3])
		for k := range got {
			if at := sameFloats(got[k][:len(angle)], want[k&1]); at >= 0 {
				t.Fatalf("%s in place: entry %d", tab.Name, at)
			}
		}
	}
}

func TestSinCosTables(t *testing.T) {
	r := kernelstest.Seeded(t)
	for round := range 600 {
		n := round % 70
		if round >= 500 {
			n = r.IntN(5000)
		}
		angle := make([]float64, n)
		for i := range angle {
			angle[i] = randomAngle(r, round%3 == 0)
		}
		checkSinCosTables(t, angle)
	}
	// Each lane alone, all lanes alike.
	for lane := range 32 {
		for _, odd := range []float64{math.NaN(), math.Inf(-1), 1e300, 1 << 20, -math.Pi / 2, math.Copysign(0, -1)} {
			angle := make([]float64, 32)
			angle[lane] = odd
			checkSinCosTables(t, angle)
			for i := range angle {
				angle[i] = odd
			}
			checkSinCosTables(t, angle)
		}
	}
}

// TestSinCosQuadrants goes through multiples of pi/2 and their neighbours.
func TestSinCosQuadrants(t *testing.T) {
	var angle []float64
	for k := 0; k < 1<<20; k += 1 + k/64 {
		a := float64(k) * (math.Pi / 2)
		angle = append(angle, a, -a, math.Nextafter(a, 1e9), math.Nextafter(a, -1), a+math.Pi/4, a-math.Pi/4, a+0x1p-40, a-0x1p-40)
	}
	checkSinCosTables(t, angle)
}

func FuzzSinCos(f *testing.F) {
	f.Add(1.0, -2.0, 1e9, uint8(3))
	f.Add(math.Pi/2, -math.Pi/4, math.NaN(), uint8(17))
	f.Fuzz(func(t *testing.T, a, b, c float64, n uint8) {
		angle := make([]float64, n)
		for i := range angle {
			angle[i] = [...]float64{a, b, a + b, a * float64(i), a, b}[i%6]
		}
		if n > 0 {
			angle[int(n)/2] = c
		}
		checkSinCosTables(t, angle)
	})
}

func BenchmarkSinCos(b *testing.B) {
	for _, n := range []int{8, 1024} {
		r := rand.New(rand.NewPCG(1, 1))
		short, long := make([]float32, n), make([]float64, n)
		for i := range short {
			long[i] = r.Float64() * 20
			short[i] = float32(long[i])
		}
		sin, cos := make([]float32, n), make([]float32, n)
		for _, tab := range All() {
			for _, size := range []int{32, 64} {
				b.Run(fmt.Sprintf("kernels=%s/n=%d/bits=%d", tab.Name, n, size), func(b *testing.B) {
					for b.Loop() {
						if size == 32 {
							tab.SinCos32(short, sin, cos)
						} else {
							tab.SinCos64(long, sin, cos)
						}
					}
					perShape(b, n)
				})
			}
		}
	}
}

func perShape(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/shape")
}
