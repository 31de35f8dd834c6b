// SPDX-License-Identifier: MIT

package oracle_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"daylight/bench/oracle"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// lattice is a shape with small whole coordinates: almost every pair of such shapes is
// degenerate in some way. Its turn is a quarter, or scales the core as well.
func lattice(r *rand.Rand) oracle.Shape {
	turns := [][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {2, -1}, {3, 4}}
	turn := turns[r.IntN(len(turns))]
	s := oracle.Shape{
		X: float64(r.IntN(13) - 6), Y: float64(r.IntN(13) - 6),
		C: turn[0], S: turn[1],
		Radius: float64(r.IntN(3)),
	}
	size := 1 + r.IntN(5)
	for range 1 + r.IntN(6) {
		s.Vertices = append(s.Vertices, [2]float64{float64(r.IntN(2*size+1) - size), float64(r.IntN(2*size+1) - size)})
	}
	return s
}

func latticeCorners(s oracle.Shape) [][2]int64 {
	var corners [][2]int64
	for _, v := range s.Vertices {
		corners = append(corners, [2]int64{
			int64(s.X + s.C*v[0] - s.S*v[1]),
			int64(s.Y + s.S*v[0] + s.C*v[1]),
		})
	}
	return corners
}

// signedSquare finds sign * distance^2 of two hulls by definition, without hulls: the
// signed distance is the greatest gap between the supports over all directions. The
// greatest is found across an edge, or else, when apart, from vertex to vertex. Every
// pair of points is tried as an edge and every pair of vertices as a direction: trying
// too many does no harm.
func signedSquare(a, b [][2]int64) *big.Rat {
	directions := [][2]int64{{1, 0}}
	for _, points := range [][][2]int64{a, b} {
		for _, p := range points {
			for _, q := range points {
				directions = append(directions, [2]int64{p[1] - q[1], q[0] - p[0]})
			}
		}
	}
	for _, p := range a {
		for _, q := range b {
			directions = append(directions, [2]int64{q[0] - p[0], q[1] - p[1]})
		}
	}
	var best *big.Rat
	for _, n := range directions {
		if n == [2]int64{} {
			continue
		}
		low, high := int64(math.MaxInt64), int64(math.MinInt64)
		for _, q := range b {
			low = min(low, n[0]*q[0]+n[1]*q[1])
		}
		for _, p := range a {
			high = max(high, n[0]*p[0]+n[1]*p[1])
		}
		gap := low - high
		square := gap * gap
		if gap < 0 {
			square = -square
		}
		if f := big.NewRat(square, n[0]*n[0]+n[1]*n[1]); best == nil || f.Cmp(best) > 0 {
			best = f
		}
	}
	return best
}

func TestLatticeByDefinition(t *testing.T) {
	r := testenv.Rand(t, 1)
	var apart, touching, overlapping int
	for k := range 4000 {
		a, b := lattice(r), lattice(r)
		p := measure(t, a, b)
		sign, squared := p.Core()
		switch sign {
		case 1:
			apart++
		case 0:
			touching++
		case -1:
			overlapping++
			squared.Neg(squared)
		}
		if want := signedSquare(latticeCorners(a), latticeCorners(b)); squared.Cmp(want) != 0 {
			t.Fatalf("pair %d: %+v, %+v: signed square of the distance %v, want %v", k, a, b, squared, want)
		}
		check(t, p, a, b)
	}
	t.Logf("%d apart, %d touching, %d overlapping", apart, touching, overlapping)
	if min(apart, touching, overlapping) < 100 {
		t.Error("too few of a kind to mean much")
	}
}

// check is what holds for every pair.
func check(t *testing.T, p *oracle.Pair, a, b oracle.Shape) {
	t.Helper()
	sign, squared := p.Core()
	sep := p.Float64()
	scale := math.Abs(sep) + 100
	if !p.Near(sep, math.Abs(sep)*0x1p-52) {
		t.Errorf("%+v, %+v: Float64 %v is more than an ulp off", a, b, sep)
	}
	if p.Touching() != (sep <= 0) || p.Overlapping() != (sep < 0) || p.Cmp(0) != p.Float().Sign() {
		t.Errorf("%+v, %+v: separation %v, touching %v, overlapping %v", a, b, sep, p.Touching(), p.Overlapping())
	}
	normals := p.Normals()
	if len(normals) == 0 || sign > 0 && len(normals) != 1 {
		t.Errorf("%+v, %+v: sign %d, normals %v", a, b, sign, normals)
	}
	for i, n := range normals {
		if math.Abs(n[0]*n[0]+n[1]*n[1]-1) > 1e-15 {
			t.Errorf("%+v, %+v: normal %v is not of unit length", a, b, n)
		}
		if gap := p.Gap(n[0], n[1]); math.Abs(gap-sep) > 1e-14*scale {
			t.Errorf("%+v, %+v: gap %v along %v, separation %v", a, b, gap, n, sep)
		}
		if !p.Parts(n[0], n[1], -sep, 1e-14*scale) {
			t.Errorf("%+v, %+v: %v along %v does not part", a, b, -sep, n)
		}
		if sep < 0 && p.Parts(n[0], n[1], -sep*0.999, 0) {
			t.Errorf("%+v, %+v: less than %v along %v parts", a, b, -sep, n)
		}
		for _, m := range normals[:i] {
			if m == n {
				t.Errorf("%+v, %+v: normal %v is listed twice", a, b, n)
			}
		}
	}
	for k := range 16 {
		angle := math.Pi * float64(k) / 8
		if gap := p.Gap(math.Cos(angle), math.Sin(angle)); gap > sep+1e-14*scale {
			t.Errorf("%+v, %+v: gap %v at angle %v, separation %v", a, b, gap, angle, sep)
		}
	}

	// The answer does not depend on which is A, nor on where both are.
	q := measure(t, b, a)
	if s, f := q.Core(); s != sign || f.Cmp(squared) != 0 || q.Radius().Cmp(p.Radius()) != 0 {
		t.Errorf("%+v, %+v: swapped, sign %d, squared %v; else %d, %v", a, b, s, f, sign, squared)
	}
	if len(q.Normals()) != len(normals) {
		t.Errorf("%+v, %+v: swapped, normals %v; else %v", a, b, q.Normals(), normals)
	}
	// The positions of random shapes have few enough digits for this to be exact.
	m := measure(t, moved(a, 1<<20, -1<<21), moved(b, 1<<20, -1<<21))
	if s, f := m.Core(); s != sign || f.Cmp(squared) != 0 {
		t.Errorf("%+v, %+v: moved, sign %d, squared %v; else %d, %v", a, b, s, f, sign, squared)
	}
}

// anyShape is a shape as an engine would store it: float32 geometry and rotation.
func anyShape(r *rand.Rand, corners int) oracle.Shape {
	sin, cos := math.Sincos(2 * math.Pi * r.Float64())
	s := oracle.Shape{
		X: math.Round(r.Float64()*4*(1<<20)) / (1 << 20), Y: math.Round(r.Float64()*4*(1<<20)) / (1 << 20),
		C: float64(float32(cos)), S: float64(float32(sin)),
	}
	if corners == 1 || r.IntN(3) == 0 {
		s.Radius = float64(float32(r.Float64()))
	}
	if corners == 1 {
		s.Vertices = [][2]float64{{0, 0}}
		return s
	}
	size := 0.25 + 2*r.Float64()
	for k := range corners {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.5*r.Float64()) / float64(corners))
		s.Vertices = append(s.Vertices, [2]float64{float64(float32(size * cos)), float64(float32(size * sin))})
	}
	return s
}

// The textbook way in float64: edge normals against all vertices when the cores
// overlap, else all edges against all edges.
func TestAgainstFloat64(t *testing.T) {
	r := testenv.Rand(t, 1)
	for k := range 1500 {
		a, b := anyShape(r, 1+r.IntN(8)), anyShape(r, 1+r.IntN(8))
		p := measure(t, a, b)
		want := textbook(a, b)
		if got := p.Float64(); math.Abs(got-want) > 1e-13 {
			t.Errorf("pair %d: %+v, %+v: separation %v, in float64 %v", k, a, b, got, want)
		}
		if !p.Near(want, 1e-13) {
			t.Errorf("pair %d: %v is not near %v", k, want, p.Float64())
		}
		check(t, p, a, b)
	}
}

func textbook(a, b oracle.Shape) float64 {
	p, q := world(a), world(b)
	sep := max(edgeGap(p, q), edgeGap(q, p))
	if sep > 0 {
		sep = math.Inf(1)
		for i := range p {
			for j := range q {
				a0, a1, b0, b1 := p[i], p[(i+1)%len(p)], q[j], q[(j+1)%len(q)]
				sep = min(sep, toSegment(a0, b0, b1), toSegment(b0, a0, a1))
			}
		}
	}
	return sep - a.Radius - b.Radius
}

func world(s oracle.Shape) [][2]float64 {
	var corners [][2]float64
	for _, v := range s.Vertices {
		corners = append(corners, [2]float64{s.X + s.C*v[0] - s.S*v[1], s.Y + s.S*v[0] + s.C*v[1]})
	}
	return corners
}

// edgeGap is the greatest, over the outward normals of p, of the distance of q's
// deepest vertex from the edge. A segment has two; a point has none, and is apart.
func edgeGap(p, q [][2]float64) float64 {
	if len(p) == 1 {
		if len(q) == 1 {
			return 1
		}
		return math.Inf(-1)
	}
	best := math.Inf(-1)
	for i, v := range p {
		w := p[(i+1)%len(p)]
		nx, ny := w[1]-v[1], v[0]-w[0]
		length := math.Hypot(nx, ny)
		deepest := math.Inf(1)
		for _, u := range q {
			deepest = min(deepest, (nx*(u[0]-v[0])+ny*(u[1]-v[1]))/length)
		}
		best = max(best, deepest)
	}
	// Beyond the ends of a segment: its line does not part what lies on it.
	if len(p) == 2 && best <= 0 {
		ex, ey := p[1][0]-p[0][0], p[1][1]-p[0][1]
		length := math.Hypot(ex, ey)
		before, beyond := math.Inf(1), math.Inf(1)
		for _, u := range q {
			s := ((u[0]-p[0][0])*ex + (u[1]-p[0][1])*ey) / length
			before, beyond = min(before, -s), min(beyond, s-length)
		}
		best = max(best, before, beyond)
	}
	return best
}

func toSegment(u, v, w [2]float64) float64 {
	ex, ey := w[0]-v[0], w[1]-v[1]
	dx, dy := u[0]-v[0], u[1]-v[1]
	length := ex*ex + ey*ey
	if length == 0 {
		return math.Hypot(dx, dy)
	}
	t := min(max((dx*ex+dy*ey)/length, 0), 1)
	return math.Hypot(dx-t*ex, dy-t*ey)
}

// Padding, order and points inside the hull make no difference.
func TestOnlyTheHullCounts(t *testing.T) {
	r := testenv.Rand(t, 1)
	for range 200 {
		a, b := anyShape(r, 3+r.IntN(6)), anyShape(r, 1+r.IntN(8))
		p := measure(t, a, b)
		c := a
		c.Vertices = append([][2]float64{{0, 0}}, a.Vertices...)
		c.Vertices = append(c.Vertices, a.Vertices[0], a.Vertices[1])
		r.Shuffle(len(c.Vertices), func(i, j int) { c.Vertices[i], c.Vertices[j] = c.Vertices[j], c.Vertices[i] })
		if !holdsOrigin(a.Vertices) {
			continue
		}
		q := measure(t, c, b)
		ps, pf := p.Core()
		qs, qf := q.Core()
		if ps != qs || pf.Cmp(qf) != 0 {
			t.Fatalf("%+v, %+v: sign %d, squared %v; with more vertices %d, %v", a, b, ps, pf, qs, qf)
		}
	}
}

func holdsOrigin(p [][2]float64) bool {
	for i, v := range p {
		w := p[(i+1)%len(p)]
		if v[0]*w[1]-v[1]*w[0] <= 0 {
			return false
		}
	}
	return true
}

// Extremes of the format are numbers like any other.
func TestExtremes(t *testing.T) {
	tiny, huge := math.SmallestNonzeroFloat64, math.MaxFloat64
	p := measure(t, oracle.Circle(-huge, 0, huge), oracle.Circle(tiny, 0, tiny))
	if !p.Touching() || p.Overlapping() || p.Float().Sign() != 0 {
		t.Errorf("circles that touch at the origin: separation %v", p.Float())
	}
	p = measure(t, oracle.Circle(-huge, 0, huge), oracle.Circle(2*tiny, 0, tiny))
	if p.Touching() || p.Float64() != tiny {
		t.Errorf("circles one least float apart: separation %v", p.Float())
	}
	p = measure(t, oracle.Box(0, 0, tiny, tiny, huge, 1), oracle.Capsule(huge, huge, 1, 1, 1, 0))
	if p.Touching() {
		t.Errorf("a shrunk box far away: separation %v", p.Float())
	}
}

func BenchmarkOctagons(b *testing.B) {
	r := testenv.Rand(b, 1)
	const n = 64
	var shapes [n + 1]oracle.Shape
	for i := range shapes {
		shapes[i] = anyShape(r, 8)
	}
	for k := 0; b.Loop(); k++ {
		p := must.Get(oracle.Measure(shapes[k%n], shapes[k%n+1]))(b)
		p.Float64()
	}
}
