// SPDX-License-Identifier: MIT

package oracle_test

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"daylight/bench/oracle"
	"daylight/internal/must"
)

func measure(t testing.TB, a, b oracle.Shape) *oracle.Pair {
	t.Helper()
	return must.Get(oracle.Measure(a, b))(t)
}

// segment is the segment between two points.
func segment(ax, ay, bx, by, radius float64) oracle.Shape {
	return oracle.Shape{Vertices: [][2]float64{{ax, ay}, {bx, by}}, C: 1, Radius: radius}
}

func rounded(s oracle.Shape, radius float64) oracle.Shape {
	s.Radius = radius
	return s
}

func moved(s oracle.Shape, dx, dy float64) oracle.Shape {
	s.X += dx
	s.Y += dy
	return s
}

func unitSquare(x, y float64) oracle.Shape { return oracle.Box(x, y, 1, 0, 0.5, 0.5) }

type worked struct {
	name    string
	a, b    oracle.Shape
	sign    int      // of the cores' distance
	squared *big.Rat // of the cores' distance
	radii   *big.Rat
	normals [][2]float64
}

// Every case was worked by hand. Lengths that are not rational appear as their squares.
var cases = []worked{
	// Boxes.
	{"squares apart", unitSquare(0, 0), unitSquare(3, 0), +1, big.NewRat(4, 1), new(big.Rat), [][2]float64{{1, 0}}},
	{"squares apart at corners", unitSquare(0, 0), unitSquare(4, 5), +1, big.NewRat(25, 1), new(big.Rat), [][2]float64{{0.6, 0.8}}},
	{"squares touching along an edge", unitSquare(0, 0), unitSquare(0, -1), 0, new(big.Rat), new(big.Rat), [][2]float64{{0, -1}}},
	{"squares touching at a corner", unitSquare(0, 0), unitSquare(1, 1), 0, new(big.Rat), new(big.Rat), [][2]float64{{1, 0}, {0, 1}}},
	{"squares overlapping", unitSquare(0, 0), unitSquare(0.75, 0.5), -1, big.NewRat(1, 16), new(big.Rat), [][2]float64{{1, 0}}},
	{"squares overlapping equally", unitSquare(0, 0), unitSquare(-0.75, 0.75), -1, big.NewRat(1, 16), new(big.Rat), [][2]float64{{-1, 0}, {0, 1}}},
	{
		"identical squares", unitSquare(7, 7), unitSquare(7, 7), -1, big.NewRat(1, 1), new(big.Rat),
		[][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}},
	},
	// The small square must go all the way through the nearer side: 3 - 1 for where it
	// is, and its own size 2. Overlapping the two intervals would give only the 2.
	{"square inside square", oracle.Box(0, 0, 1, 0, 4, 4), oracle.Box(2, 1, 1, 0, 1, 1), -1, big.NewRat(9, 1), new(big.Rat), [][2]float64{{1, 0}}},
	{"square around square", oracle.Box(2, 1, 1, 0, 1, 1), oracle.Box(0, 0, 1, 0, 4, 4), -1, big.NewRat(9, 1), new(big.Rat), [][2]float64{{-1, 0}}},
	{
		"square inside long box", oracle.Box(0, 0, 1, 0, 100, 3), oracle.Box(50, 0.5, 1, 0, 1, 1), -1, big.NewRat(49, 4), new(big.Rat),
		[][2]float64{{0, 1}},
	},
	// A quarter turn and the rotation (0.6, 0.8) scaled by 5, which scales the core.
	{"quarter turn", oracle.Box(0, 0, 0, 1, 3, 1), oracle.Box(5, 0, 1, 0, 1, 1), +1, big.NewRat(9, 1), new(big.Rat), [][2]float64{{1, 0}}},
	{
		"scaled turn", oracle.Box(0, 0, 3, 4, 1, 1), oracle.Circle(6, 8, 1), +1, big.NewRat(25, 1), big.NewRat(1, 1),
		[][2]float64{{0.6, 0.8}},
	},

	// Circles.
	{"circles apart", oracle.Circle(1, 1, 2), oracle.Circle(4, 5, 2.5), +1, big.NewRat(25, 1), big.NewRat(9, 2), [][2]float64{{0.6, 0.8}}},
	{"circles touching", oracle.Circle(0, 0, 2), oracle.Circle(-3, 4, 3), +1, big.NewRat(25, 1), big.NewRat(5, 1), [][2]float64{{-0.6, 0.8}}},
	{"concentric circles", oracle.Circle(1, 2, 3), oracle.Circle(1, 2, 1), 0, new(big.Rat), big.NewRat(4, 1), [][2]float64{{1, 0}}},
	{"one point twice", oracle.Circle(1, 2, 0), oracle.Circle(1, 2, 0), 0, new(big.Rat), new(big.Rat), [][2]float64{{1, 0}}},
	{"circle and square, face", unitSquare(0, 0), oracle.Circle(0.25, 2, 1), +1, big.NewRat(9, 4), big.NewRat(1, 1), [][2]float64{{0, 1}}},
	{"circle and square, corner", unitSquare(0, 0), oracle.Circle(3.5, 4.5, 5), +1, big.NewRat(25, 1), big.NewRat(5, 1), [][2]float64{{0.6, 0.8}}},
	{"circle within square", oracle.Box(0, 0, 1, 0, 4, 4), oracle.Circle(0, 3, 0.5), -1, big.NewRat(1, 1), big.NewRat(1, 2), [][2]float64{{0, 1}}},
	{"centre on an edge", oracle.Box(0, 0, 1, 0, 4, 4), oracle.Circle(4, 1, 0.5), 0, new(big.Rat), big.NewRat(1, 2), [][2]float64{{1, 0}}},
	{"centre on a corner", oracle.Box(0, 0, 1, 0, 4, 4), oracle.Circle(4, -4, 0.5), 0, new(big.Rat), big.NewRat(1, 2), [][2]float64{{1, 0}, {0, -1}}},

	// Segments and capsules.
	{"point on a segment", segment(0, 0, 8, 6, 0), oracle.Circle(4, 3, 0), 0, new(big.Rat), new(big.Rat), [][2]float64{{-0.6, 0.8}, {0.6, -0.8}}},
	{"point at the end of a segment", segment(0, 0, 8, 6, 0), oracle.Circle(8, 6, 0), 0, new(big.Rat), new(big.Rat), [][2]float64{{-0.6, 0.8}, {0.6, -0.8}, {0.8, 0.6}}},
	{"point beside a segment", segment(0, 0, 8, 6, 0), oracle.Circle(1, 7, 0), +1, big.NewRat(25, 1), new(big.Rat), [][2]float64{{-0.6, 0.8}}},
	{"point beyond a segment", segment(0, 0, 8, 6, 0), oracle.Circle(11, 10, 0), +1, big.NewRat(25, 1), new(big.Rat), [][2]float64{{0.6, 0.8}}},
	{"collinear segments apart", segment(0, 0, 4, 3, 0), segment(8, 6, 12, 9, 0), +1, big.NewRat(25, 1), new(big.Rat), [][2]float64{{0.8, 0.6}}},
	{"collinear segments end to end", segment(0, 0, 4, 3, 0), segment(4, 3, 12, 9, 0), 0, new(big.Rat), new(big.Rat), [][2]float64{{-0.6, 0.8}, {0.6, -0.8}, {0.8, 0.6}}},
	{"collinear segments overlapping", segment(0, 0, 8, 6, 0), segment(4, 3, 12, 9, 0), 0, new(big.Rat), new(big.Rat), [][2]float64{{-0.6, 0.8}, {0.6, -0.8}}},
	{"one segment twice", segment(0, 0, 8, 6, 0), segment(0, 0, 8, 6, 0), 0, new(big.Rat), new(big.Rat), [][2]float64{{-0.6, 0.8}, {0.6, -0.8}}},
	{"collinear capsules overlapping", segment(0, 0, 8, 6, 1), segment(4, 3, 12, 9, 2), 0, new(big.Rat), big.NewRat(3, 1), [][2]float64{{-0.6, 0.8}, {0.6, -0.8}}},
	{"parallel segments", segment(0, 0, 8, 6, 0), segment(-3+4, 4+3, -3+12, 4+9, 0), +1, big.NewRat(25, 1), new(big.Rat), [][2]float64{{-0.6, 0.8}}},
	{"capsules end to end, touching", segment(0, 0, 4, 3, 2), segment(8, 6, 12, 9, 3), +1, big.NewRat(25, 1), big.NewRat(5, 1), [][2]float64{{0.8, 0.6}}},
	// The shortest way out of a cross is to take the end nearest to the crossing over
	// the other segment: here B's lower end, 1 below A.
	{"segments crossing", segment(-10, 0, 10, 0, 0), segment(0, -1, 0, 9, 0), -1, big.NewRat(1, 1), new(big.Rat), [][2]float64{{0, 1}}},
	{"capsules crossing", segment(-10, 0, 10, 0, 0.5), segment(0, -1, 0, 9, 0.25), -1, big.NewRat(1, 1), big.NewRat(3, 4), [][2]float64{{0, 1}}},
	// A's slope 3/4: the end (0, 5) of B is 4 from A's line and the end (5, 0) is 3.
	{"segments crossing aslant", segment(-80, -60, 80, 60, 0), segment(0, 5, 5, 0, 0), -1, big.NewRat(9, 1), new(big.Rat), [][2]float64{{-0.6, 0.8}}},
	{"a T of segments", segment(-10, 0, 10, 0, 0), segment(3, 0, 3, 9, 0), 0, new(big.Rat), new(big.Rat), [][2]float64{{0, 1}}},
	{"segment through a polygon", oracle.Box(0, 0, 1, 0, 2, 3), segment(-10, 1, 10, 1, 0), -1, big.NewRat(4, 1), new(big.Rat), [][2]float64{{0, 1}}},
	{"segment ending in a polygon", oracle.Box(0, 0, 1, 0, 2, 3), segment(1, 0, 10, 0, 0), -1, big.NewRat(1, 1), new(big.Rat), [][2]float64{{1, 0}}},
	{"segment along an edge", oracle.Box(0, 0, 1, 0, 2, 3), segment(-1, 3, 9, 3, 0), 0, new(big.Rat), new(big.Rat), [][2]float64{{0, 1}}},
	{"segment within a polygon", oracle.Box(0, 0, 1, 0, 10, 3), segment(-1, 1, 1, 1, 0), -1, big.NewRat(4, 1), new(big.Rat), [][2]float64{{0, 1}}},

	// Triangles of sides 3, 4, 5. The hypotenuse of the first has the outward normal
	// (0.6, 0.8) and lies 12/5 from the corner at the origin.
	{
		"corner in the hypotenuse", oracle.Polygon([2]float64{0, 0}, [2]float64{4, 0}, [2]float64{0, 3}),
		oracle.Polygon([2]float64{1, 2}, [2]float64{9, 2}, [2]float64{9, 9}), -1, big.NewRat(1, 25), new(big.Rat), [][2]float64{{0.6, 0.8}},
	},
	{
		"hypotenuse against a corner", oracle.Polygon([2]float64{0, 0}, [2]float64{4, 0}, [2]float64{0, 3}),
		oracle.Polygon([2]float64{5, 6}, [2]float64{9, 6}, [2]float64{9, 9}), +1, big.NewRat(27*27, 25), new(big.Rat), [][2]float64{{0.6, 0.8}},
	},
	{
		"corner touching the hypotenuse", oracle.Polygon([2]float64{0, 0}, [2]float64{8, 0}, [2]float64{0, 6}),
		oracle.Polygon([2]float64{4, 3}, [2]float64{9, 3}, [2]float64{9, 9}), 0, new(big.Rat), new(big.Rat), [][2]float64{{0.6, 0.8}},
	},
	{
		"point in a triangle", oracle.Polygon([2]float64{0, 0}, [2]float64{8, 0}, [2]float64{0, 6}),
		oracle.Circle(2, 2, 0), -1, big.NewRat(4, 1), new(big.Rat), [][2]float64{{-1, 0}, {0, -1}, {0.6, 0.8}},
	},
	// Rounding applies after the cores: a rounded box near a rounded box, corner to corner.
	{
		"rounded squares", rounded(unitSquare(0, 0), 2), rounded(unitSquare(4, 5), 2.75), +1, big.NewRat(25, 1), big.NewRat(19, 4),
		[][2]float64{{0.6, 0.8}},
	},
}

func TestWorkedCases(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := measure(t, c.a, c.b)
			checkWorked(t, p, c)
			// From the other side everything is the same, but normals are reversed.
			swapped := c
			swapped.normals = slices.Clone(c.normals)
			for i := range swapped.normals {
				swapped.normals[i][0] *= -1
				swapped.normals[i][1] *= -1
			}
			if concentric := c.squared.Sign() == 0 && len(c.normals) == 1 && len(c.a.Vertices) == 1; concentric {
				swapped.normals = c.normals
			}
			checkWorked(t, measure(t, c.b, c.a), swapped)
			// Moved together, exactly.
			checkWorked(t, measure(t, moved(c.a, 1<<40, -0x1p-8), moved(c.b, 1<<40, -0x1p-8)), c)
		})
	}
}

func checkWorked(t *testing.T, p *oracle.Pair, c worked) {
	t.Helper()
	sign, squared := p.Core()
	if sign != c.sign || squared.Cmp(c.squared) != 0 {
		t.Errorf("cores: sign %d, squared %v; want %d, %v", sign, squared, c.sign, c.squared)
	}
	if r := p.Radius(); r.Cmp(c.radii) != 0 {
		t.Errorf("radii %v, want %v", r, c.radii)
	}
	root, _ := c.squared.Float64()
	radii, _ := c.radii.Float64()
	sep := float64(c.sign)*math.Sqrt(root) - radii
	if got := p.Float64(); got != sep {
		t.Errorf("separation %v, want %v", got, sep)
	}
	if p.Touching() != (sep <= 0) || p.Overlapping() != (sep < 0) {
		t.Errorf("touching %v, overlapping %v at separation %v", p.Touching(), p.Overlapping(), sep)
	}
	if !p.Near(sep, 0) && sep == math.Trunc(sep) {
		t.Errorf("not equal to its own separation %v", sep)
	}
	normals := p.Normals()
	if len(normals) != len(c.normals) {
		t.Errorf("normals %v, want %v", normals, c.normals)
	}
	for _, n := range normals {
		known := slices.ContainsFunc(c.normals, func(w [2]float64) bool {
			return math.Abs(n[0]-w[0]) < 1e-15 && math.Abs(n[1]-w[1]) < 1e-15
		})
		if !known {
			t.Errorf("normal %v, want one of %v", n, c.normals)
		}
		if gap := p.Gap(n[0], n[1]); math.Abs(gap-sep) > 1e-14 {
			t.Errorf("gap along %v is %v, separation %v", n, gap, sep)
		}
		if !p.Parts(n[0], n[1], -sep, 1e-14) {
			t.Errorf("moving by %v along %v does not part", -sep, n)
		}
		if sep < 0 && p.Parts(n[0], n[1], -sep*0.99, 0) {
			t.Errorf("moving by %v along %v parts, although it is too short", -sep*0.99, n)
		}
	}
}

// The overlap of two projections is not the way out when one holds the other.
func TestContainmentIsNotIntervalOverlap(t *testing.T) {
	big, small := oracle.Box(0, 0, 1, 0, 4, 4), oracle.Box(2, 1, 1, 0, 1, 1)
	p := measure(t, big, small)
	const intervalOverlap = 2 // min(4, 3) - max(-4, 1)
	if got := -p.Float64(); got != 3 {
		t.Errorf("depth %v, want 3", got)
	}
	for _, n := range [][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		if p.Parts(n[0], n[1], intervalOverlap, 0.5) {
			t.Errorf("%v along %v parts", intervalOverlap, n)
		}
	}
	if !p.Parts(1, 0, 3, 0) || p.Parts(1, 0, math.Nextafter(3, 0), 0) {
		t.Error("3 along (1, 0) is not the shortest way out")
	}
}

// Comparisons see what no float64 can: the boxes are the last bit apart, far out.
func TestLastBit(t *testing.T) {
	const far = 1 << 52
	for _, c := range []struct {
		gap  float64
		want int
	}{{0x1p-1000, 1}, {0, 0}, {-0x1p-1000, -1}} {
		// B's left side is at far + 0.5 + gap; its other vertices do not matter.
		b := oracle.Shape{Vertices: [][2]float64{{c.gap, 0}, {8, 0}, {8, 1}, {c.gap, 1}}, X: far + 1, C: 1}
		a := oracle.Shape{Vertices: [][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, X: far, C: 1}
		p := measure(t, a, b)
		if got := p.Cmp(0); got != c.want {
			t.Errorf("gap %v: compares as %d", c.gap, got)
		}
		if got := p.Float64(); got != c.gap {
			t.Errorf("gap %v: separation %v", c.gap, got)
		}
	}
}

// The distance 1 of the cores and the radii nearly cancel, so the root is needed to
// many digits: sqrt(1 + 2^-200) - 1 = 2^-201 - 2^-403 + ...
func TestCancellation(t *testing.T) {
	a := oracle.Circle(0, 0, 0.5)
	b := oracle.Circle(1, 0x1p-100, 0.5)
	p := measure(t, a, b)
	if got := p.Float64(); got != 0x1p-201 {
		t.Errorf("separation %v, want %v", got, 0x1p-201)
	}
	if p.Touching() {
		t.Error("touching")
	}
	next := new(big.Float).SetPrec(300).SetMantExp(big.NewFloat(1), -201)
	rest := new(big.Float).SetMantExp(big.NewFloat(1), -403)
	next.Sub(next, rest)
	diff := new(big.Float).Sub(next, p.Float())
	if diff.Sign() != 0 && diff.MantExp(nil) > -201-125 {
		t.Errorf("separation %v, off by %v", p.Float(), diff)
	}
	// 2^-201 itself is a little too much.
	if p.Cmp(0x1p-201) != -1 || p.Cmp(math.Nextafter(0x1p-201, 0)) != 1 {
		t.Error("comparisons do not enclose the separation")
	}
}

func TestCompare(t *testing.T) {
	p := measure(t, unitSquare(0, 0), unitSquare(0.75, 0)) // separation -0.25
	for _, c := range []struct {
		x    float64
		want int
	}{
		{-0.25, 0}, {math.Nextafter(-0.25, 0), -1}, {math.Nextafter(-0.25, -1), 1},
		{0, -1}, {1, -1}, {-1, 1}, {math.Inf(1), -1}, {math.Inf(-1), 1}, {math.NaN(), -1},
	} {
		if got := p.Cmp(c.x); got != c.want {
			t.Errorf("Cmp(%v) = %d, want %d", c.x, got, c.want)
		}
	}
	for _, c := range []struct {
		x, bound float64
		want     bool
	}{
		{-0.25, 0, true}, {-0.125, 0.125, true}, {-0.375, 0.125, true},
		{-0.125, math.Nextafter(0.125, 0), false}, {-0.25, -1, false},
		{math.NaN(), 1, false}, {0, math.Inf(1), false}, {math.Inf(-1), 1, false},
	} {
		if got := p.Near(c.x, c.bound); got != c.want {
			t.Errorf("Near(%v, %v) = %v", c.x, c.bound, got)
		}
	}
	if got := p.Gap(-3, 0); got != -1.75 {
		t.Errorf("gap to the left %v", got)
	}
	if !math.IsNaN(p.Gap(0, 0)) || !math.IsNaN(p.Gap(math.Inf(1), 0)) {
		t.Error("gap along no direction is a number")
	}
	if p.Parts(1, 0, math.NaN(), 0) || p.Parts(math.Inf(1), 0, 1, 0) {
		t.Error("a movement that is not finite parts")
	}
}
