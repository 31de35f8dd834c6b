// SPDX-License-Identifier: MIT

package strip

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels/kernelstest"
)

// randomBounds draws boxes. About one in eight takes no part, for every reason.
func randomBounds(r *rand.Rand, n int, f64 func(int) []float64, f32 func(int) []float32, bools func(int) []bool) (b Boxes, skip []bool) {
	b = Boxes{f64(n), f64(n), f32(n), f32(n), f32(n), f32(n)}
	size := math.Exp2(float64(r.IntN(60) - 30))
	far := math.Exp2(float64(r.IntN(60) - 30))
	zero := []float32{0, float32(math.Copysign(0, -1))}
	for i := range n {
		b.X[i], b.Y[i] = far*r.NormFloat64(), far*r.NormFloat64()
		side := func() (lo, hi float32) {
			at, w := size*r.NormFloat64(), size*r.Float64()
			switch r.IntN(4) {
			case 0:
				return float32(at), float32(at + w)
			case 1:
				return zero[r.IntN(2)], zero[r.IntN(2)]
			}
			return float32(-w), float32(w)
		}
		b.MinX[i], b.MaxX[i] = side()
		b.MinY[i], b.MaxY[i] = side()
		odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0x1p1000, math.Nextafter(0x1p1000, math.Inf(1)), -0x1p1000, math.MaxFloat64, math.Copysign(0, -1), math.MaxFloat32}
		if r.IntN(8) == 0 {
			v := odd[r.IntN(len(odd))]
			switch k := r.IntN(6); k {
			case 0, 1:
				[]([]float64){b.X, b.Y}[k][i] = v
			default:
				[]([]float32){b.MinX, b.MinY, b.MaxX, b.MaxY}[k-2][i] = float32(v)
			}
		}
	}
	if r.IntN(2) == 0 {
		skip = bools(n)
		for i := range skip {
			skip[i] = r.IntN(8) == 0
		}
	}
	return b, skip
}

func made[T any](n int) []T { return make([]T, n) }

// randomScale draws a scale. Once in four, a number other than the tops is NaN or
// infinite: codes are then those of NaN, or the ends.
func randomScale(r *rand.Rand) Scale {
	z := math.Exp2(float64(r.IntN(60) - 30))
	s := Scale{
		OriginX: r.NormFloat64(), OriginY: r.NormFloat64(), ScaleX: z, ScaleY: 2 * z,
		TopX: float64(1 + r.IntN(1<<30)), TopY: float64(1 + r.IntN(1<<30)), Grow: r.Float64(),
	}
	if r.IntN(4) == 0 {
		odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1)}
		*[]*float64{&s.OriginX, &s.OriginY, &s.ScaleX, &s.ScaleY, &s.Grow}[r.IntN(5)] = odd[r.IntN(len(odd))]
	}
	return s
}

// TestBoundsVariants compares every table with the portable one, bit for bit: extents
// and codes, at every short length.
func TestBoundsVariants(t *testing.T) {
	r := kernelstest.Seeded(t)
	for round := range 400 {
		n := round % 67
		if round%100 == 99 {
			n = 4096 + r.IntN(100) // more than one call of assembly takes
		}
		b, skip := randomBounds(r, n, made[float64], made[float32], made[bool])
		if round < 20 && n > 0 { // none takes part
			for i := range b.X {
				b.MinX[i] = float32(math.NaN())
			}
		}
		s := randomScale(r)
		want, codes := measure(b, skip), make([]Codes, n+1)
		codes[n] = Codes{1, 2, 3, 4}
		quantise(codes[:n], b, skip, s)
		for _, tab := range All() {
			if got := tab.Measure(b, skip); extentBits(got) != extentBits(want) {
				t.Fatalf("%s, %d boxes: extent %+v, want %+v", tab.Name, n, got, want)
			}
			got := make([]Codes, n+1)
			got[n] = codes[n]
			tab.Quantise(got[:n], b, skip, s)
			if !slices.Equal(got, codes) {
				t.Fatalf("%s, %d boxes: codes %v, want %v", tab.Name, n, got, codes)
			}
		}
	}
}

// TestQuantiseAll: codes are the same where it is said that every box takes part, as one does.
func TestQuantiseAll(t *testing.T) {
	r := kernelstest.Seeded(t)
	for round := range 300 {
		n := 1 + round%67
		b, _ := randomBounds(r, n, made[float64], made[float32], made[bool])
		for i := range n {
			if !Usable(b.X[i], b.Y[i], b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i]) {
				b.X[i], b.Y[i], b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i] = 0x1p1000, -0x1p1000, -1, 0, math.MaxFloat32, 0
			}
		}
		if e := measure(b, nil); e.N != n {
			t.Fatalf("%d of %d boxes take part", e.N, n)
		}
		s := randomScale(r)
		want, got := make([]Codes, n), make([]Codes, n)
		quantise(want, b, nil, s)
		s.All = true
		for _, tab := range All() {
			if tab.Quantise(got, b, nil, s); !slices.Equal(got, want) {
				t.Fatalf("%s, %d boxes: codes %v, want %v", tab.Name, n, got, want)
			}
		}
	}
}

func extentBits(e Extent) [6]uint64 {
	return [6]uint64{uint64(e.N), math.Float64bits(e.MinX), math.Float64bits(e.MinY), math.Float64bits(e.MaxX), math.Float64bits(e.MaxY), uint64(math.Float32bits(e.Reach))}
}

// TestMeasureInParts wants the same extent however the boxes are cut into ranges.
func TestMeasureInParts(t *testing.T) {
	r := kernelstest.Seeded(t)
	for range 100 {
		n := 1 + r.IntN(200)
		b, _ := randomBounds(r, n, made[float64], made[float32], made[bool])
		for _, tab := range All() {
			want := tab.Measure(b, nil)
			at := r.IntN(n)
			head := Boxes{b.X[:at], b.Y, b.MinX, b.MinY, b.MaxX, b.MaxY}
			if got := tab.Measure(b.from(at), nil).union(tab.Measure(head, nil)); extentBits(got) != extentBits(want) {
				t.Fatalf("%s: in parts %+v, whole %+v", tab.Name, got, want)
			}
		}
	}
}

// TestReference: comparisons find the bits that max and min find, for every mix of sides of usable
// boxes.
func TestReference(t *testing.T) {
	negative := math.Copysign(0, -1)
	sides := []float32{0, float32(negative), 1, -1, 2, -3, math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32}
	for _, x := range []float64{0, negative, 1, -1, 3, 0x1p1000, -0x1p1000, 5e-324} {
		for _, x0 := range sides {
			for _, x1 := range sides {
				if !(x0 <= x1) {
					continue
				}
				got, want := Reference(x, x0, x1), x+float64(max(x0, 0)+min(x1, 0))
				if math.Float64bits(got) != math.Float64bits(want) {
					t.Errorf("of %v, %v, %v: %v, want %v", x, x0, x1, got, want)
				}
			}
		}
	}
}

// BenchmarkBounds is per box, in cache.
func BenchmarkBounds(b *testing.B) {
	const n = 1024
	r := rand.New(rand.NewPCG(1, 1))
	c := Boxes{made[float64](n), made[float64](n), made[float32](n), made[float32](n), made[float32](n), made[float32](n)}
	for i := range n {
		c.X[i], c.Y[i] = 1000*r.Float64(), 1000*r.Float64()
		c.MinX[i], c.MinY[i], c.MaxX[i], c.MaxY[i] = -r.Float32(), -r.Float32(), r.Float32(), r.Float32()
	}
	dst := make([]Codes, n)
	scale := Scale{ScaleX: 1 << 20, ScaleY: 1 << 20, TopX: 1<<30 - 1, TopY: 1<<30 - 1}
	all := scale
	all.All = true
	for _, tab := range All() {
		for _, k := range []struct {
			name string
			run  func()
		}{
			{"measure", func() { tab.Measure(c, nil) }},
			{"quantise", func() { tab.Quantise(dst, c, nil, scale) }},
			{"quantise-all", func() { tab.Quantise(dst, c, nil, all) }},
		} {
			b.Run(fmt.Sprintf("kernel=%s/kernels=%s/n=%d", k.name, tab.Name, n), func(b *testing.B) {
				for b.Loop() {
					k.run()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/box")
			})
		}
	}
}
