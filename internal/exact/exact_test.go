// SPDX-License-Identifier: MIT

package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"daylight/internal/testenv"
)

// The truth, in the plainest rational arithmetic.

func rat(x float64) *big.Rat             { return new(big.Rat).SetFloat64(x) }
func sub(p, q *big.Rat) *big.Rat         { return new(big.Rat).Sub(p, q) }
func add(p, q *big.Rat) *big.Rat         { return new(big.Rat).Add(p, q) }
func mul(p, q *big.Rat) *big.Rat         { return new(big.Rat).Mul(p, q) }
func cross(a, b, c, d *big.Rat) *big.Rat { return sub(mul(a, d), mul(b, c)) }

type numbers [10]*big.Rat

func rats(v [10]float64) (r numbers) {
	for i, x := range v {
		r[i] = rat(x)
	}
	return r
}

func (r numbers) from(i, k int) (x, y *big.Rat) { return sub(r[2*i], r[2*k]), sub(r[2*i+1], r[2*k+1]) }

func (r numbers) turn(a, b, c int) *big.Rat {
	ux, uy := r.from(b, a)
	vx, vy := r.from(c, a)
	return cross(ux, uy, vx, vy)
}

func (r numbers) dot(a, b, c int) *big.Rat {
	ux, uy := r.from(b, a)
	vx, vy := r.from(c, a)
	return add(mul(ux, vx), mul(uy, vy))
}

func (r numbers) square(a, b int) *big.Rat { return r.dot(a, b, b) }

// check holds every predicate against the truth on four points and two radii.
func check(t *testing.T, v [10]float64) {
	t.Helper()
	v[8], v[9] = math.Abs(v[8]), math.Abs(v[9])
	r := rats(v)
	ux, uy := r.from(1, 0)
	wx, wy := r.from(3, 2)
	radius := add(r[8], r[9])
	limit := mul(radius, radius)
	segment := func() int {
		switch {
		case r.dot(1, 2, 0).Sign() <= 0:
			return r.square(0, 1).Cmp(limit)
		case r.dot(2, 1, 0).Sign() <= 0:
			return r.square(0, 2).Cmp(limit)
		}
		s := r.turn(0, 1, 2)
		return s.Mul(s, s).Cmp(mul(limit, r.square(1, 2)))
	}
	line := func(r1, r2 *big.Rat) int {
		s, l := r.turn(0, 1, 2), add(r1, r2)
		return s.Mul(s, s).Cmp(mul(l.Mul(l, l), r.square(1, 2)))
	}
	type result struct {
		name      string
		got, want int
	}
	results := []result{
		{"Orient", Orient(v[0], v[1], v[2], v[3], v[4], v[5]), r.turn(0, 1, 2).Sign()},
		{"Dot", Dot(v[0], v[1], v[2], v[3], v[4], v[5]), r.dot(0, 1, 2).Sign()},
		{"Directions", Directions(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]), cross(ux, uy, wx, wy).Sign()},
		{"Lengths", Lengths(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]), r.square(0, 1).Cmp(r.square(2, 3))},
		{"DistanceToPoint", DistanceToPoint(v[0], v[1], v[2], v[3], v[8], v[9]), r.square(0, 1).Cmp(limit)},
		{"DistanceToSegment", DistanceToSegment(v[0], v[1], v[2], v[3], v[4], v[5], v[8], v[9]), segment()},
	}
	if v[2] != v[4] || v[3] != v[5] {
		results = append(results,
			result{"DistanceToLine", DistanceToLine(v[0], v[1], v[2], v[3], v[4], v[5], v[8], v[9]), line(r[8], r[9])},
			result{"DistanceToLine-", DistanceToLine(v[0], v[1], v[2], v[3], v[4], v[5], v[8], -v[9]), line(r[8], rat(-v[9]))})
	}
	for _, c := range results {
		if c.got != c.want {
			t.Fatalf("%s(%v) = %d, want %d", c.name, v, c.got, c.want)
		}
	}
}

// coordinates are numbers of the kinds that bring predicates down: small integers and
// their neighbours, one line, large offsets, mixed and extreme exponents.
func coordinates(r *rand.Rand) (v [10]float64) {
	small := func() float64 { return float64(r.IntN(9) - 4) }
	ulps := func(x float64) float64 {
		for range r.IntN(3) {
			x = math.Nextafter(x, small())
		}
		return x
	}
	kind := r.IntN(8)
	scale := math.Ldexp(1, r.IntN(60)-30)
	if r.IntN(4) == 0 {
		scale = []float64{0x1p-1060, 0x1p-520, 0x1p-260, 0x1p-200, 0x1p200, 0x1p500, 0x1p1000}[r.IntN(7)]
	}
	offset := 0.0
	if r.IntN(3) == 0 {
		offset = 1e7
	}
	dx, dy := small(), small()
	for i := range v {
		switch kind {
		case 0, 1:
			v[i] = (small() + offset) * scale
		case 2:
			v[i] = ulps(small()+offset) * scale
		case 3: // about one line
			d := dx
			if i%2 == 1 {
				d = dy
			}
			v[i] = ulps(d*small()/3+offset) * scale
		case 4:
			v[i] = math.Ldexp(r.Float64()-.5, r.IntN(100)-50)
		case 5:
			v[i] = math.Ldexp(r.Float64()-.5, r.IntN(2000)-1000)
		case 6:
			v[i] = r.NormFloat64() * scale
		case 7: // powers and sums of two
			v[i] = math.Ldexp(1, r.IntN(120)-60) - math.Ldexp(1, r.IntN(120)-60)
		}
	}
	if r.IntN(3) == 0 { // a radius that is just the distance, if it has a root
		x, y := v[0]-v[2], v[1]-v[3]
		d := math.Sqrt(x*x + y*y)
		if r.IntN(2) == 0 {
			d = math.Abs(x)
		}
		v[8] = d / 2
		v[9] = d - v[8]
	}
	for i, x := range v {
		if math.IsInf(x, 0) || math.IsNaN(x) {
			v[i] = math.MaxFloat64
		}
	}
	return v
}

func TestPredicatesAgainstRationals(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	n := testenv.Rounds(5000, 30000, 30000)
	for range n {
		check(t, coordinates(r))
	}
}

// Circles and lines on a grid that touch exactly: Pythagorean triples.
func TestExactTouch(t *testing.T) {
	for _, scale := range []float64{1, 0x1p-150, 0x1p-300, 0x1p150, 0x1p300} {
		s := scale
		if got := DistanceToPoint(3*s, 4*s, 0, 0, 2*s, 3*s); got != 0 {
			t.Errorf("scale %g: point to point: %d", s, got)
		}
		// The line through (0, 5) and (20/3, 0) has distance 4; three times that is on the grid.
		if got := DistanceToLine(0, 0, 0, 15*s, 20*s, 0, 5*s, 7*s); got != 0 {
			t.Errorf("scale %g: point to line: %d", s, got)
		}
		if got := DistanceToLine(0, 0, 0, 15*s, 20*s, 0, 5*s, math.Nextafter(7*s, 0)); got != 1 {
			t.Errorf("scale %g: a little more than touching: %d", s, got)
		}
	}
}

func FuzzPredicates(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		v := coordinates(r)
		f.Add(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9])
	}
	f.Fuzz(func(t *testing.T, a, b, c, d, e, g, h, i, j, k float64) {
		v := [10]float64{a, b, c, d, e, g, h, i, j, k}
		for _, x := range v {
			if math.IsInf(x, 0) || math.IsNaN(x) {
				t.Skip("not finite")
			}
		}
		check(t, v)
	})
}

func TestPredicatesAllocateNothing(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		Orient(.1, .1, .2, .2, .3, .3)
		Orient(1e7+.1, .1, 1e-7, .2, .3, .3)
		DistanceToSegment(3, 4, 0, 0, 1, 1e-9, 2, 3)
		DistanceToLine(0, 0, 0, 15, 20, 0, 5, 7)
		DistanceToLine(0, 0, 0, .15, .20, 0, .5, .7)
		Lengths(.1, .2, .3, .4, .3, .4, .1, .2)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkOrient(b *testing.B) {
	for _, c := range []struct {
		name string
		v    [6]float64
	}{
		{"filter", [6]float64{.1, .2, .7, .9, .3, .8}},
		{"differences", [6]float64{1, 1, 2, 2, 3, 3}},
		{"expansion", [6]float64{.1, .1, 1e-7, 1e-7, 300.3, 300.3}},
	} {
		b.Run("stage="+c.name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				n += Orient(c.v[0], c.v[1], c.v[2], c.v[3], c.v[4], c.v[5])
			}
			sink = n
		})
	}
}

var sink int
