// SPDX-License-Identifier: MIT

package soa

import (
	"math"
	"math/big"
	"testing"

	"daylight/internal/kernels/isa"
	"daylight/internal/store"
	"daylight/internal/testenv"
)

// ulps returns how far got is from want, in float32 units in the last place of want.
func ulps(got float32, want float64) float64 {
	f := math.Abs(want)
	_, e := math.Frexp(max(f, 0x1p-126))
	return math.Abs(float64(got)-want) / math.Ldexp(1, e-24)
}

// bigPi has enough digits to reduce any float64.
var bigPi = func() *big.Float {
	const prec = 1400
	atan := func(x int64) *big.Float { // of 1/x
		f := func(v int64) *big.Float { return new(big.Float).SetPrec(prec).SetInt64(v) }
		sum, term := new(big.Float).SetPrec(prec), f(1)
		term.Quo(term, f(x))
		for k := int64(1); term.MantExp(nil) > -prec; k += 2 {
			part := new(big.Float).SetPrec(prec).Quo(term, f(k))
			if k%4 == 1 {
				sum.Add(sum, part)
			} else {
				sum.Sub(sum, part)
			}
			term.Quo(term, f(x*x))
		}
		return sum
	}
	pi := atan(5)
	pi.Mul(pi, big.NewFloat(4).SetPrec(prec))
	pi.Sub(pi, atan(239))
	return pi.Mul(pi, big.NewFloat(4).SetPrec(prec))
}()

// truth reduces an angle with many digits, then uses package math near zero.
func truth(angle float64) (sin, cos, r float64) {
	half := new(big.Float).SetPrec(1400).Quo(bigPi, big.NewFloat(2))
	q := new(big.Float).SetPrec(1400).SetFloat64(math.Abs(angle))
	q.Quo(q, half)
	q.Add(q, big.NewFloat(0.5))
	k, _ := q.Int(nil)
	rest := new(big.Float).SetPrec(1400).SetInt(k)
	rest.Mul(rest, half)
	rest.Sub(new(big.Float).SetPrec(1400).SetFloat64(math.Abs(angle)), rest)
	r, _ = rest.Float64()
	s, c := math.Sincos(r)
	switch k.Bit(1)<<1 | k.Bit(0) {
	case 1:
		s, c = c, -s
	case 2:
		s, c = -s, -c
	case 3:
		s, c = -c, s
	}
	if angle < 0 {
		s = -s
	}
	return s, c, r
}

func checkSinCos(t *testing.T, angle float64) {
	t.Helper()
	sin, cos := SinCos(angle)
	ts, tc, r := truth(angle)
	if a := math.Abs(angle); a > math.Pi/4 && math.Abs(r) <= max(0x1p-40, min(a, 1<<20)*0x1p-52)*1.0001 {
		// Within the tolerance of an axis: the axis, or (just at its edge) the truth.
		if (ulps(sin, math.Round(ts)) == 0) && (ulps(cos, math.Round(tc)) == 0) {
			return
		}
	}
	if ulps(sin, ts) > 0.51 || ulps(cos, tc) > 0.51 {
		t.Fatalf("SinCos(%v) = %v, %v; want %v, %v (off by %.3f, %.3f ulp)", angle, sin, cos, ts, tc, ulps(sin, ts), ulps(cos, tc))
	}
}

func TestSinCosAccuracy(t *testing.T) {
	r := testenv.Rand(t, 1)
	for range 20000 {
		checkSinCos(t, r.NormFloat64()*4)
		checkSinCos(t, (r.Float64()*2-1)*1e6)
	}
	for range 3000 {
		checkSinCos(t, math.Ldexp(r.Float64()*2-1, r.IntN(1080)-60))
		checkSinCos(t, math.Float64frombits(r.Uint64()&^(1<<62))) // small and middling
		// Beside multiples of pi/2, where reduction cancels most.
		a := float64(r.IntN(1<<uint(r.IntN(30)))) * (math.Pi / 2)
		checkSinCos(t, a+r.NormFloat64()*math.Ldexp(1, -r.IntN(50)))
	}
	// The float64 nearest to a multiple of pi/2 of all.
	checkSinCos(t, 6381956970095103*0x1p797)
	for _, a := range []float64{math.Pi / 4, math.Nextafter(math.Pi/4, 1), 1 << 20, math.Nextafter(1<<20, 0), math.MaxFloat64} {
		checkSinCos(t, a)
		checkSinCos(t, -a)
	}
}

func TestSinCosExact(t *testing.T) {
	sines := [4]float32{0, 1, 0, -1}
	for k := range 600000 {
		if k > 5000 && k%97 != 0 {
			continue
		}
		for _, angle := range []float64{float64(k) * math.Pi / 2, float64(k) * (math.Pi / 2)} {
			sin, cos := SinCos(angle)
			if sin != sines[k&3] || cos != sines[(k+1)&3] {
				t.Fatalf("SinCos(%d*pi/2) = %v, %v", k, sin, cos)
			}
			if math.Signbit(float64(sin)) != (sin < 0) || math.Signbit(float64(cos)) != (cos < 0) {
				t.Fatalf("SinCos(%d*pi/2) yields -0", k)
			}
			if ms, mc := SinCos(-angle); ms != -sin || mc != cos {
				t.Fatalf("SinCos(-%d*pi/2) = %v, %v", k, ms, mc)
			}
		}
	}
	if s, c := SinCos(math.Copysign(0, -1)); math.Float32bits(s) != 0 || c != 1 {
		t.Errorf("SinCos(-0) = %v, %v", s, c)
	}
	if s, _ := SinCos(1e-30); s != 1e-30 {
		t.Errorf("SinCos(1e-30) = %v", s)
	}
	for _, a := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if s, c := SinCos(a); s == s || c == c {
			t.Errorf("SinCos(%v) = %v, %v", a, s, c)
		}
	}
}

// The rotations At makes are taken as they are: no normalisation.
func TestSinCosUnit(t *testing.T) {
	r := testenv.Rand(t, 1)
	for range 100000 {
		sin, cos := SinCos(r.Float64() * 100)
		if c, s, f := store.Unit(cos, sin); c != cos || s != sin || f != store.Sound {
			t.Fatalf("(%v, %v) became (%v, %v), %v", cos, sin, c, s, f)
		}
	}
}

// Golden bits, so that a platform that differs shows.
func TestSinCosGolden(t *testing.T) {
	h := uint64(14695981039346656037)
	for k := range 100000 {
		s, c := SinCos(float64(float64(k)*float64(k)*0.001) - 3)
		for _, b := range []uint32{math.Float32bits(s), math.Float32bits(c)} {
			h = (h ^ uint64(b)) * 1099511628211
		}
	}
	const golden = 0x82fc538a4a5a62f1
	if h != golden {
		t.Errorf("hash %#x, want %#x", h, uint64(golden))
	}
}

// No kernels means those of kernels.Choose, which the environment may name.
func TestNoKernelsMeansChoose(t *testing.T) {
	for _, table := range isa.All() {
		t.Setenv("DAYLIGHT_KERNELS", table.Name)
		if chosen() != table {
			t.Errorf("%s was not chosen", table.Name)
		}
	}
	t.Setenv("DAYLIGHT_KERNELS", "abacus")
	if chosen() == nil {
		t.Error("no kernels at all")
	}
}
