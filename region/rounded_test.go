// SPDX-License-Identifier: MIT

package region_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/region"
)

// The truth about areas of circles and polygons, with 320 bits: the boundary of what two sides have
// in common is made of the pieces of the boundaries of all parts, cut where they cross, that lie
// outside of the other parts of their side and inside a part of the other side. Each part is moved
// by an amount of its own that no float64 tells, so that no two pieces run along each other.

type num = *big.Float

func bigOf(x float64) num      { return new(big.Float).SetPrec(320).SetFloat64(x) }
func plus(a, b num) num        { return bigOf(0).Add(a, b) }
func minus(a, b num) num       { return bigOf(0).Sub(a, b) }
func times(a, b num) num       { return bigOf(0).Mul(a, b) }
func quotient(a, b num) num    { return bigOf(0).Quo(a, b) }
func rootOf(a num) num         { return bigOf(0).Sqrt(a) }
func greater(a, b num) bool    { return a.Cmp(b) > 0 }
func half(a num) num           { return times(a, bigOf(.5)) }
func between(a, b, c num) bool { return a.Cmp(b) < 0 && b.Cmp(c) < 0 }

type bigPoint struct{ x, y num }

func (p bigPoint) less(q bigPoint) bigPoint { return bigPoint{minus(p.x, q.x), minus(p.y, q.y)} }
func (p bigPoint) along(q bigPoint, f num) bigPoint {
	return bigPoint{plus(p.x, times(f, q.x)), plus(p.y, times(f, q.y))}
}
func cross(p, q bigPoint) num { return minus(times(p.x, q.y), times(p.y, q.x)) }
func dot(p, q bigPoint) num   { return plus(times(p.x, q.x), times(p.y, q.y)) }
func length(p bigPoint) num   { return rootOf(dot(p, p)) }

// bigPiece is a line, or an arc counter-clockwise of at most a quarter of a circle.
type bigPiece struct {
	a, b, c bigPoint
	r       num // of an arc, otherwise nil
}

// place orders points of a piece.
func (p *bigPiece) place(v bigPoint) num {
	if p.r == nil {
		return dot(v.less(p.a), p.b.less(p.a))
	}
	return cross(p.a.less(p.c), v.less(p.c))
}

func (p *bigPiece) has(v bigPoint) bool {
	if p.r != nil && dot(p.a.less(p.c), v.less(p.c)).Sign() < 0 {
		return false
	}
	return between(p.place(p.a), p.place(v), p.place(p.b))
}

// meets are the points that lines or circles have in common which both pieces have.
func (p *bigPiece) meets(q *bigPiece) (out []bigPoint) {
	var all []bigPoint
	onLine := func(l, arc *bigPiece) {
		d := l.b.less(l.a)
		n := length(d)
		d = bigPoint{quotient(d.x, n), quotient(d.y, n)}
		foot := l.a.along(d, dot(arc.c.less(l.a), d))
		far := arc.c.less(foot)
		if w := minus(times(arc.r, arc.r), dot(far, far)); w.Sign() > 0 {
			w = rootOf(w)
			all = append(all, foot.along(d, w), foot.along(d, bigOf(0).Neg(w)))
		}
	}
	switch {
	case p.r == nil && q.r == nil:
		d, e := p.b.less(p.a), q.b.less(q.a)
		if det := cross(d, e); det.Sign() != 0 {
			all = append(all, p.a.along(d, quotient(cross(q.a.less(p.a), e), det)))
		}
	case p.r == nil:
		onLine(p, q)
	case q.r == nil:
		onLine(q, p)
	default:
		d := q.c.less(p.c)
		square := dot(d, d)
		if square.Sign() == 0 {
			return nil
		}
		f := half(plus(bigOf(1), quotient(minus(times(p.r, p.r), times(q.r, q.r)), square)))
		h := minus(quotient(times(p.r, p.r), square), times(f, f))
		if h.Sign() > 0 {
			h = rootOf(h)
			up := bigPoint{bigOf(0).Neg(d.y), d.x}
			all = append(all, p.c.along(d, f).along(up, h), p.c.along(d, f).along(up, bigOf(0).Neg(h)))
		}
	}
	for _, v := range all {
		if p.has(v) && q.has(v) {
			out = append(out, v)
		}
	}
	return out
}

// middle is a point of the piece between two of its own.
func (p *bigPiece) middle(a, b bigPoint) bigPoint {
	m := bigPoint{half(plus(a.x, b.x)), half(plus(a.y, b.y))}
	if p.r == nil {
		return m
	}
	d := m.less(p.c)
	return p.c.along(d, quotient(p.r, length(d)))
}

// bigBow is the area between an arc of a circle of radius 1 and its chord, twice s long.
func bigBow(s num) num {
	sum, count := bigOf(0), bigOf(1)
	for range 60 {
		square := times(s, s)
		k := plus(bigOf(1), rootOf(minus(bigOf(1), square)))
		sum = plus(sum, times(count, quotient(times(s, square), k)))
		s = quotient(s, rootOf(times(bigOf(2), k)))
		count = times(count, bigOf(2))
	}
	cube := times(s, times(s, s))
	rest := plus(quotient(bigOf(2), bigOf(3)), quotient(times(s, s), bigOf(5)))
	return plus(sum, times(count, times(cube, rest)))
}

type bigPart struct {
	core   []bigPoint
	r      num
	pieces []bigPiece
}

func newBigPart(core []region.Point, radius float64, number int) *bigPart {
	p := &bigPart{r: bigOf(radius)}
	scale := 0.
	for _, v := range core {
		scale = max(scale, math.Abs(v.X), math.Abs(v.Y), radius)
	}
	off := func(f float64) num { return times(bigOf(math.Ldexp(scale, -150)), bigOf(f)) }
	dx, dy := off(math.Sin(float64(17*number+1))), off(math.Cos(float64(29*number+3)))
	for _, v := range core {
		p.core = append(p.core, bigPoint{plus(bigOf(v.X), dx), plus(bigOf(v.Y), dy)})
	}
	n := len(p.core)
	if n == 1 {
		c := p.core[0]
		from := bigPoint{bigOf(1), bigOf(0)}
		for range 4 {
			to := bigPoint{bigOf(0).Neg(from.y), from.x}
			p.pieces = append(p.pieces, bigPiece{c.along(from, p.r), c.along(to, p.r), c, p.r})
			from = to
		}
		return p
	}
	for i := range n {
		p.pieces = append(p.pieces, bigPiece{a: p.core[i], b: p.core[(i+1)%n]})
	}
	return p
}

// holds reports whether a point is in the part.
func (p *bigPart) holds(v bigPoint) bool {
	n := len(p.core)
	if n == 1 {
		far := v.less(p.core[0])
		return greater(times(p.r, p.r), dot(far, far))
	}
	for i, a := range p.core {
		if cross(p.core[(i+1)%n].less(a), v.less(a)).Sign() <= 0 {
			return false
		}
	}
	return true
}

// trueCommon is the area that two lists of parts have in common.
func trueCommon(as, bs []*bigPart) num {
	sum := bigOf(0)
	for side, own := range [2][]*bigPart{as, bs} {
		other := [2][]*bigPart{bs, as}[side]
		for _, part := range own {
			for i := range part.pieces {
				p := &part.pieces[i]
				points := []bigPoint{p.a, p.b}
				for _, q := range slices.Concat(as, bs) {
					for k := range q.pieces {
						if q != part {
							points = append(points, p.meets(&q.pieces[k])...)
						}
					}
				}
				slices.SortFunc(points, func(u, v bigPoint) int { return p.place(u).Cmp(p.place(v)) })
				for k := 1; k < len(points); k++ {
					u, v := points[k-1], points[k]
					in := false
					m := p.middle(u, v)
					for _, q := range other {
						in = in || q.holds(m)
					}
					for _, q := range own {
						in = in && (q == part || !q.holds(m))
					}
					if !in {
						continue
					}
					sum = plus(sum, half(cross(u, v)))
					if p.r != nil {
						chord := half(length(v.less(u)))
						sum = plus(sum, times(times(p.r, p.r), bigBow(quotient(chord, p.r))))
					}
				}
			}
		}
	}
	return sum
}

// bigParts are the parts of a shape, numbered from number on.
func bigParts(s *region.Shape, number int) (out []*bigPart) {
	add := func(core []region.Point) {
		if len(core) > 2 || s.Radius() > 0 {
			out = append(out, newBigPart(core, s.Radius(), number+len(out)))
		}
	}
	if core := s.Core(); core != nil {
		add(core)
	}
	if r := s.Region(); r != nil {
		for i := range r.Parts() {
			add(r.Part(i))
		}
	}
	return out
}

// randomSolid is a circle, a polygon or a region, on a grid so that edges, arcs and centres often
// coincide, scaled and moved.
func randomSolid(t testing.TB, r *rand.Rand, scale, move float64) *region.Shape {
	place := func(points []region.Point) []region.Point {
		for i, p := range points {
			points[i] = region.Point{X: p.X*scale + move, Y: p.Y*scale - move}
		}
		return points
	}
	switch r.IntN(6) {
	case 0:
		if core, _ := randomConvex(r); len(core) > 2 {
			return mustShape(t, place(core), 0)
		}
		fallthrough
	case 1, 2:
		return mustShape(t, place([]region.Point{{X: float64(r.IntN(6)), Y: float64(r.IntN(6))}}), float64(2+r.IntN(8))*scale/2)
	case 3: // an L
		x, y := float64(r.IntN(4)), float64(r.IntN(4))
		ell := []region.Point{{X: x, Y: y}, {X: x + 4, Y: y}, {X: x + 4, Y: y + 1}, {X: x + 1, Y: y + 1}, {X: x + 1, Y: y + 4}, {X: x, Y: y + 4}}
		s := must.Get(region.NewShape(mustRegion(t, rings{place(ell)}), nil, 0))(t)
		return &s
	}
	x, y := float64(r.IntN(5)), float64(r.IntN(5))
	w, h := float64(1+r.IntN(4)), float64(1+r.IntN(4))
	return mustShape(t, place([]region.Point{{X: x, Y: y}, {X: x + w, Y: y}, {X: x + w, Y: y + h}, {X: x, Y: y + h}}), 0)
}

func TestRoundedArea(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	worst, found := 0., 0
	for range testenv.Rounds(60, 200, 800) {
		scale, move := 1., 0.
		switch r.IntN(3) {
		case 0:
			scale = math.Pow(10, float64(r.IntN(19)-9))
		case 1:
			move = 1e7
		}
		a, b := randomSolid(t, r, scale, move), randomSolid(t, r, scale, move)
		if r.IntN(6) == 0 { // a circle so large that it is hardly bent, its boundary by the other
			far := math.Pow(10, float64(r.IntN(9))) * scale
			sin, cos := math.Sincos(2 * math.Pi * r.Float64())
			mid := a.Bounds()
			b = mustShape(t, []region.Point{{X: mid.MinX + far*cos, Y: mid.MinY + far*sin}}, far+scale*r.Float64())
		}
		got := a.Intersect(b)
		if (got.Area > 0) != (a.Compare(b) == region.Overlapping) {
			t.Fatalf("area %v of shapes that are %v", got.Area, a.Compare(b))
		}
		if got.Area == 0 {
			continue
		}
		found++
		as := bigParts(a, 0)
		bs := bigParts(b, len(as))
		want := trueCommon(as, bs)
		off, _ := minus(bigOf(got.Area), want).Float64()
		if worst = max(worst, math.Abs(off)/got.Bound); math.Abs(off) > got.Bound {
			t.Fatalf("%v of\n%v %v %v %v\n%v %v %v %v\nwant %v, bound %v, off by %v", got.Area, a.Core(), a.Region(), a.Lines(), a.Radius(), b.Core(), b.Region(), b.Lines(), b.Radius(), want.Text('g', 20), got.Bound, off)
		}
		if got.Bound > 1e-9*scale*scale && move == 0 && b.Radius() < 1000*scale {
			t.Fatalf("bound %v at scale %v", got.Bound, scale)
		}
		// Two ways round, and what a shape has in common with itself.
		if back := b.Intersect(a); math.Abs(back.Area-got.Area) > got.Bound+back.Bound || got.Area > 1e6*got.Bound && math.Abs(back.Centroid.X-got.Centroid.X) > 1e-4*scale+1e-9*move {
			t.Fatalf("%+v, the other way %+v", got, back)
		}
		own := a.Intersect(a)
		if area := a.Area(); math.Abs(own.Area-area) > 2*own.Bound {
			t.Fatalf("%v %v: area %v, in common with itself %v", a.Core(), a.Radius(), area, own.Area)
		}
	}
	t.Logf("%d areas, worst %.3g of the bound", found, worst)
	if found < 30 {
		t.Errorf("only %d areas", found)
	}
}

// Centroids by a sum over a fine grid.
func TestRoundedCentroid(t *testing.T) {
	r := rand.New(rand.NewPCG(63, 64))
	for range testenv.Rounds(10, 20, 60) {
		a, b := randomSolid(t, r, 1, 0), randomSolid(t, r, 1, 0)
		got := a.Intersect(b)
		if got.Area < .5 {
			continue
		}
		const step = 1. / 16
		n, x, y := 0, 0., 0.
		for i := -64; i < 256; i++ {
			for k := -64; k < 256; k++ {
				at := mustShape(t, []region.Point{{X: (float64(i) + .5) * step, Y: (float64(k) + .5) * step}}, 0)
				if a.Compare(at) != region.Apart && b.Compare(at) != region.Apart {
					n, x, y = n+1, x+at.Core()[0].X, y+at.Core()[0].Y
				}
			}
		}
		if area := float64(n) * step * step; math.Abs(area-got.Area) > .1*math.Sqrt(area)+.05 || math.Abs(x/float64(n)-got.Centroid.X) > .05 || math.Abs(y/float64(n)-got.Centroid.Y) > .05 {
			t.Errorf("%+v, by a grid area %v at %v, %v", got, area, x/float64(n), y/float64(n))
		}
	}
}

// The common area of two circles has a closed form.
func TestLens(t *testing.T) {
	a := mustShape(t, []region.Point{{}}, 1)
	for _, c := range []struct{ x, r, want float64 }{
		{1, 1, 2*math.Pi/3 - math.Sqrt(3)/2},
		{0, 1, math.Pi},
		{.25, .5, math.Pi / 4},
		{.5, .5, math.Pi / 4}, // touching from inside
		{2, 1, 0},
		{1, math.Sqrt2, math.Pi/2 + math.Pi/2 - 1 + 0}, // see below
	} {
		if c.r == math.Sqrt2 {
			// Crossing at (0, 1) and (0, -1): half of the small one and a segment of the large one.
			c.want = math.Pi/2 + (math.Pi/2 - 1)
		}
		got := a.Intersect(mustShape(t, []region.Point{{X: c.x}}, c.r))
		if math.Abs(got.Area-c.want) > got.Bound+1e-15 || got.Bound > 1e-12 {
			t.Errorf("at %v, radius %v: %+v, want %v", c.x, c.r, got, c.want)
		}
	}
}

// TestNotMeasured: areas of capsules and of rounded corners are not found, with any other shape.
func TestNotMeasured(t *testing.T) {
	ell := region.Point{X: 2}
	grown := []*region.Shape{
		mustShape(t, []region.Point{{}, ell}, 1),
		mustShape(t, box(0, 0, 1, 1), .5),
		collection(t, nil, [][]region.Point{{{}, ell, {X: 2, Y: 2}}}, 1),
		collection(t, nil, [][]region.Point{{{}}, {ell}}, 1),
		collection(t, mustRegion(t, rings{box(0, 0, 1, 1)}), [][]region.Point{{{X: 1}, ell}}, 1),
	}
	known := []*region.Shape{mustShape(t, []region.Point{{}}, 1), mustShape(t, box(0, 0, 1, 1), 0)}
	for i, s := range grown {
		if area := s.Area(); !math.IsNaN(area) {
			t.Errorf("shape %d has the area %v", i, area)
		}
		for _, o := range slices.Concat(known, grown) {
			for _, got := range []region.Common{s.Intersect(o), o.Intersect(s)} {
				if !math.IsNaN(got.Area) || !math.IsInf(got.Bound, 1) {
					t.Errorf("shape %d: %+v", i, got)
				}
			}
		}
	}
}

func BenchmarkRoundedArea(b *testing.B) {
	for _, c := range []struct {
		name string
		a, b *region.Shape
	}{
		{"circles", mustShape(b, []region.Point{{}}, 1), mustShape(b, []region.Point{{X: 1, Y: .3}}, .8)},
		{"circle and box", mustShape(b, []region.Point{{}}, 1), mustShape(b, box(.2, .1, 2, 2), 0)},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.a.Intersect(c.b)
			}
		})
	}
}
