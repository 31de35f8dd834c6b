// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/batch/query"
	"daylight/bench/oracle"
	"daylight/internal/batchtest"
	"daylight/internal/must"
	"daylight/internal/store"
	"daylight/internal/testenv"
	"daylight/kernels"
	"daylight/soa"
)

// describe is a shape for the oracle, as it is stored: the rotation that is used, the
// vertices as rounded.
func describe(t testing.TB, s *soa.Shapes, id soa.ID) oracle.Shape {
	t.Helper()
	d := must.Get(s.Shape(id))(t)
	c := store.Of(s).Columns()
	slot, _ := store.Of(s).Slot(uint64(id))
	o := oracle.Shape{X: d.Pose.X, Y: d.Pose.Y, C: float64(c.RC[slot]), S: float64(c.RS[slot]), Radius: d.Radius}
	for _, v := range d.Vertices {
		o.Vertices = append(o.Vertices, [2]float64{v.X, v.Y})
	}
	return o
}

// reach is how far a shape extends from its position.
func reach(o *oracle.Shape) float64 {
	far := 0.0
	for _, v := range o.Vertices {
		far = max(far, math.Hypot(v[0], v[1]))
	}
	return far + o.Radius
}

// segment is a ray up to a fraction, for the oracle.
func segment(x, y, dx, dy float64) oracle.Shape {
	return oracle.Shape{Vertices: [][2]float64{{0, 0}, {dx, dy}}, X: x, Y: y, C: 1}
}

func separation(t testing.TB, a, b oracle.Shape) float64 {
	t.Helper()
	p := must.Get(oracle.Measure(a, b))(t)
	f := p.Float64()
	return f
}

// TestRaysAreTrue holds every fraction, normal and miss against rational arithmetic: what
// lies before the hit does not enter the shape by more than RayBound, the hit lies on its
// boundary within that, and what is missed is not entered by more.
func TestRaysAreTrue(t *testing.T) {
	testenv.Sequential(t)
	ctx := context.Background()
	for _, l := range layouts(60) {
		t.Run(l.name, func(t *testing.T) {
			if l.name == "at 1e13" || l.name == "nothing" {
				return // TestRaysFarAway asks there
			}
			s := soa.New()
			l.place(t, s, seeded(t, 21), 60)
			r := seeded(t, 22)
			a := asker(t, index(t, s, query.Config{}), query.AskerConfig{Workers: 1})
			q := randomRays(&l, r, testenv.Rounds(60, 160, 160))
			plain := soa.Attrs{}
			ids := slices.Collect(s.All())
			q.AttrsOf = make([]soa.Attrs, len(q.X))
			h := must.Get(q.inside(true).all(ctx, a))(t)
			plainly := slices.DeleteFunc(ids, func(id soa.ID) bool {
				at, err := s.Attrs(id)
				return err != nil || !at.Meets(&plain)
			})
			raysAreTrue(t, s, plainly, &q, h)
		})
	}
}

// raysAreTrue holds all hits of rays with some shapes, and what they do not meet, against the
// oracle.
func raysAreTrue(t *testing.T, s *soa.Shapes, ids []soa.ID, q *rayColumns, h *query.Rows[query.Hit]) {
	t.Helper()
	shapes, sharpness := make([]oracle.Shape, len(ids)), make([]float64, len(ids))
	for j, id := range ids {
		shapes[j] = describe(t, s, id)
		sharpness[j] = sharpest(&shapes[j])
	}
	for i := range q.X {
		met := map[soa.ID]int{}
		for k := h.Offsets[i]; k < h.Offsets[i+1]; k++ {
			met[h.Answers[k].Shape] = k
		}
		for j, id := range ids {
			o := shapes[j]
			way := math.Abs(q.X[i]-o.X) + math.Abs(q.Y[i]-o.Y) + math.Abs(q.DX[i]) + math.Abs(q.DY[i])
			bound := query.RayBound(reach(&o), 0) + query.RayBound(0, way)/sharpness[j]
			k, hit := met[id]
			u := 1.0
			if hit {
				u = h.Answers[k].Fraction
			}
			if !hit && passes(q.X[i]-o.X, q.Y[i]-o.Y, q.DX[i], q.DY[i], reach(&o)) {
				continue
			}
			before := separation(t, segment(q.X[i], q.Y[i], u*q.DX[i], u*q.DY[i]), o)
			if before < -bound && u > 0 {
				t.Fatalf("ray %d enters %v by %v before fraction %v; the bound is %v", i, id, -before, u, bound)
			}
			if !hit {
				continue
			}
			at := oracle.Shape{Vertices: [][2]float64{{u * q.DX[i], u * q.DY[i]}}, X: q.X[i], Y: q.Y[i], C: 1}
			if on := separation(t, at, o); on > bound || u > 0 && on < -bound {
				t.Fatalf("ray %d meets %v at a fraction %v from it; the bound is %v", i, id, on, bound)
			}
			rounded := bound + ulp(h.Answers[k].X) + ulp(h.Answers[k].Y)
			if on := separation(t, oracle.Circle(h.Answers[k].X, h.Answers[k].Y, 0), o); on > rounded || u > 0 && on < -rounded {
				t.Fatalf("ray %d meets %v at a point %v from it; the bound is %v", i, id, on, rounded)
			}
			if n := math.Hypot(float64(h.Answers[k].NX), float64(h.Answers[k].NY)); u > 0 && math.Abs(n-1) > 1e-6 || u == 0 && n != 0 && math.Abs(n-1) > 1e-6 {
				t.Fatalf("ray %d: normal of length %v", i, n)
			}
			if d := float64(h.Answers[k].NX)*q.DX[i] + float64(h.Answers[k].NY)*q.DY[i]; d > 1e-6*(math.Abs(q.DX[i])+math.Abs(q.DY[i])) {
				t.Fatalf("ray %d: the normal points along the ray by %g: fraction %v, normal (%v, %v), direction (%v, %v) from (%v, %v), point (%v, %v), shape %+v", i, d, u, h.Answers[k].NX, h.Answers[k].NY, q.DX[i], q.DY[i], q.X[i], q.Y[i], h.Answers[k].X, h.Answers[k].Y, o)
			}
		}
	}
}

// passes reports whether a ray from (x, y) surely stays farther than reach from the origin: by 1e-9
// of what is rounded, and more. It spares the oracle pairs that are nowhere near each other.
func passes(x, y, dx, dy, reach float64) bool {
	slack := 1e-9 * (math.Abs(x) + math.Abs(y) + math.Abs(dx) + math.Abs(dy) + reach + 1)
	u := 0.0
	if long := dx*dx + dy*dy; long > 0 {
		u = min(max(-(x*dx+y*dy)/long, 0), 1)
	}
	return math.Hypot(x+u*dx, y+u*dy) > reach+slack
}

// sharpest is the sine of half the sharpest angle of a polygon, and 1 of what has no corners
// sharper than a box.
func sharpest(o *oracle.Shape) float64 {
	least, n := 1.0, len(o.Vertices)
	for i := range o.Vertices {
		if n < 3 || o.Radius > 0 {
			break
		}
		p, v, q := o.Vertices[(i+n-1)%n], o.Vertices[i], o.Vertices[(i+1)%n]
		ax, ay, bx, by := p[0]-v[0], p[1]-v[1], q[0]-v[0], q[1]-v[1]
		if angle := math.Abs(math.Atan2(ax*by-ay*bx, ax*bx+ay*by)); angle < math.Pi/2-1e-3 {
			least = min(least, math.Sin(angle/2))
		}
	}
	return least
}

// ulp is the distance from a number to the next one that is farther from 0.
func ulp(v float64) float64 { return math.Nextafter(math.Abs(v), math.Inf(1)) - math.Abs(v) }

// TestRaysFarAway: the bound of rays holds where shapes are so far from the origin that their
// places are coarse, and where the fractions of rays are coarse: for rays of 1e15 that pass by
// them.
func TestRaysFarAway(t *testing.T) {
	ctx := context.Background()
	for n, at := range [][2]float64{{1e13, -1e13}, {1e15, 3e14}, {0, 0}, {1e9, -1e9}} {
		s := soa.New()
		r := seeded(t, uint64(23+n))
		l := layout{x: at[0], y: at[1], side: 9}
		for range 24 {
			addAny(t, s, r, somewhere(r, l.x, l.y, l.side), 1, soa.Attrs{})
		}
		must.Get(s.AddCircle(soa.At(l.x+3, l.y+4, 0), 2, soa.Attrs{}))(t)
		for k := range 6 { // needles
			must.Get(s.AddPolygon(soa.At(l.x+2, l.y+2, float64(k)), []soa.Point{{X: -1, Y: 0}, {X: 1, Y: -1e-3}, {X: 1, Y: 1e-3}}, 0.01*float64(k%2), soa.Attrs{}))(t)
		}
		q := randomRays(&l, r, size(64))
		for k := range size(64) { // from far away, past the tips of needles or anywhere
			sin, cos := math.Sincos(0.2 * float64(k))
			x, y := l.x+9*r.Float64(), l.y+9*r.Float64()
			if k%2 == 0 {
				b, c := math.Sincos(float64(k / 2 % 6))
				x, y = l.x+2-c*(1+0.3*r.Float64()), l.y+2-b*(1+0.3*r.Float64())
			}
			q.X, q.Y = append(q.X, x-0.3e15*cos), append(q.Y, y-0.3e15*sin)
			q.DX, q.DY = append(q.DX, 1e15*cos), append(q.DY, 1e15*sin)
		}
		ids := idsOf(s)
		h := must.Get(q.inside(true).all(ctx, asker(t, index(t, s, query.Config{}), query.AskerConfig{Workers: 1})))(t)
		raysAreTrue(t, s, ids, &q, h)
		if len(h.Answers) < len(q.X)/2 {
			t.Errorf("at %v: only %d hits", at, len(h.Answers))
		}
	}
}

// TestOverlapsAreThoseOfJoin: shapes, points and boxes as probes meet what batch.Join and
// brute force say, bit for bit.
func TestOverlapsAreThoseOfJoin(t *testing.T) {
	ctx := context.Background()
	for _, l := range layouts(size(900)) {
		t.Run(l.name, func(t *testing.T) {
			s, probes, points := soa.New(), soa.New(), soa.New()
			l.place(t, s, seeded(t, 31), size(900))
			r := seeded(t, 32)
			p := randomPoints(&l, r, size(400))
			for k := range p.X {
				addAny(t, probes, r, soa.At(p.X[k], p.Y[k], 7*r.Float64()), 1, randomAttrs(r))
				must.Get(points.AddCircle(soa.At(p.X[k], p.Y[k], 0), 0, soa.Attrs{}))(t)
			}
			for _, within := range []float64{0, 0.75} {
				a := asker(t, index(t, s, query.Config{}), query.AskerConfig{})
				for _, c := range []struct {
					name string
					b    *soa.Shapes
					ask  func() (*query.Rows[query.Overlap], error)
				}{
					{"shapes", probes, func() (*query.Rows[query.Overlap], error) {
						return shapeColumns{Shapes: probes}.within(within).canonical().overlap(ctx, a)
					}},
					{"points", points, func() (*query.Rows[query.Overlap], error) { return p.within(within).canonical().overlap(ctx, a) }},
				} {
					o := must.Get(c.ask())(t)
					want := must.Get(batchtest.BruteForceJoin(ctx, s, c.b, batch.Config{Margin: within}))(t)
					if len(o.Answers) != want.Len() {
						t.Fatalf("%s: %d overlaps, a join has %d", c.name, len(o.Answers), want.Len())
					}
					type pair struct{ a, b soa.ID }
					at := map[pair]int{}
					for i, id := range slices.Collect(c.b.All()) {
						slot, _ := store.Of(c.b).Slot(uint64(id))
						_ = i
						for k := o.Offsets[slot]; k < o.Offsets[slot+1]; k++ {
							at[pair{o.Answers[k].Shape, id}] = k
						}
					}
					for i, k := range want.All() {
						j, ok := at[pair{k.A, k.B}]
						if !ok || o.Answers[j].Depth != k.Depth || o.Answers[j].NX != k.NX || o.Answers[j].NY != k.NY {
							t.Fatalf("%s: contact %d, %+v, is not among the overlaps or differs", c.name, i, k)
						}
					}
				}
			}
		})
	}
}

// TestNeighboursAreThoseOfAStep: the lists are the contacts of a step with that margin.
func TestNeighboursAreThoseOfAStep(t *testing.T) {
	ctx := context.Background()
	for _, l := range layouts(size(900)) {
		t.Run(l.name, func(t *testing.T) {
			s := soa.New()
			l.place(t, s, seeded(t, 41), size(900))
			want := must.Get(batchtest.BruteForce(ctx, s, batch.Config{Margin: 1.25}))(t)
			rows := must.Get(asker(t, index(t, s, query.Config{}), query.AskerConfig{}).WithinDistance(ctx, 1.25, query.Options{}))(t)
			if len(rows.Answers) != 2*want.Len() {
				t.Fatalf("%d entries, want %d", len(rows.Answers), 2*want.Len())
			}
			for i, k := range want.All() {
				a, _ := store.Of(s).Slot(uint64(k.A))
				b, _ := store.Of(s).Slot(uint64(k.B))
				for _, p := range [2][2]int{{a, b}, {b, a}} {
					row := rows.Answers[rows.Offsets[p[0]]:rows.Offsets[p[0]+1]]
					if _, ok := slices.BinarySearch(row, uint32(p[1])); !ok {
						t.Fatalf("contact %d is not listed", i)
					}
				}
			}
		})
	}
}

// TestCastsAreTrue: at the time of a hit the shapes touch within kernels.Bounds.Impact, and before
// it, at samples, they meet none.
func TestCastsAreTrue(t *testing.T) {
	ctx := context.Background()
	r := seeded(t, 51)
	hits := 0
	for round := range size(400) {
		s, probes := soa.New(), soa.New()
		for range 6 {
			addAny(t, s, r, somewhere(r, 0, 0, 6), 1, soa.Attrs{})
		}
		id := addAny(t, probes, r, somewhere(r, -3, -3, 12), 0.7, soa.Attrs{})
		c := castColumns{shapeColumns: shapeColumns{Shapes: probes}, DX: []float64{20 * (r.Float64() - 0.5)}, DY: []float64{20 * (r.Float64() - 0.5)}}
		h := must.Get(c.cast(ctx, asker(t, index(t, s, query.Config{}), query.AskerConfig{Workers: 1})))(t)
		moved := func(u float64) oracle.Shape {
			o := describe(t, probes, id)
			o.X, o.Y = o.X+u*float64(float32(c.DX[0])), o.Y+u*float64(float32(c.DY[0]))
			return o
		}
		way := float32(math.Abs(c.DX[0]) + math.Abs(c.DY[0]))
		bound := float64(kernels.ErrorBounds(20, way).Impact) + float64(kernels.ErrorBounds(20, 0).Separation)
		u := float64(h[0].Fraction)
		for _, other := range slices.Collect(s.All()) {
			o := describe(t, s, other)
			for k := range 9 {
				if v := u * float64(k) / 8; separation(t, moved(v), o) < -bound && u > 0 {
					t.Fatalf("round %d: %v is met before %v, at %v", round, other, u, v)
				}
			}
		}
		if h[0].Shape == 0 {
			continue
		}
		hits++
		o := describe(t, s, h[0].Shape)
		if d := separation(t, moved(u), o); d > bound || u > 0 && d < -bound {
			t.Fatalf("round %d: %v apart where they touch", round, d)
		}
		if d := separation(t, oracle.Circle(h[0].X, h[0].Y, 0), o); math.Abs(d) > 1e-4 {
			t.Fatalf("round %d: the point of touch is %v from the shape's boundary", round, d)
		}
	}
	if hits < size(400)/5 {
		t.Fatalf("only %d hits", hits)
	}
}

// TestTurnedCastsAreTrue: the same for shapes that turn on their way, which may come up to 2^-19 of
// the scale early (see kernels.Bounds.Impact); and what is not met is not entered on any of the
// way.
func TestTurnedCastsAreTrue(t *testing.T) {
	ctx := context.Background()
	r := seeded(t, 151)
	rounds, hits := size(120), 0
	const scale, looks = 20, 40
	for round := range rounds {
		s, probes := soa.New(), soa.New()
		for range 6 {
			addAny(t, s, r, somewhere(r, 0, 0, 6), 1, soa.Attrs{})
		}
		id := addAny(t, probes, r, somewhere(r, -3, -3, 12), 0.7, soa.Attrs{})
		turn := 8 * (r.Float64() - 0.5)
		c := castColumns{shapeColumns: shapeColumns{Shapes: probes}, DX: []float64{20 * (r.Float64() - 0.5)}, DY: []float64{20 * (r.Float64() - 0.5)}, Turn: []float64{turn}}
		h := must.Get(c.cast(ctx, asker(t, index(t, s, query.Config{}), query.AskerConfig{Workers: 1})))(t)
		still := describe(t, probes, id)
		moved := func(u float64) oracle.Shape {
			o := still
			o.X, o.Y = o.X+u*float64(float32(c.DX[0])), o.Y+u*float64(float32(c.DY[0]))
			sin, cos := math.Sincos(u * float64(float32(turn)))
			o.C, o.S = still.C*cos-still.S*sin, still.S*cos+still.C*sin
			return o
		}
		way := float32(math.Abs(c.DX[0]) + math.Abs(c.DY[0]))
		bound := float64(kernels.ErrorBounds(scale, way).Impact) + float64(kernels.ErrorBounds(scale, 0).Separation)
		hit, u := h[0].Shape != 0, float64(h[0].Fraction)
		end := u
		if !hit {
			end = 1
		}
		for _, other := range slices.Collect(s.All()) {
			o := describe(t, s, other)
			for k := range looks {
				if v := end * float64(k) / looks; (v < u || !hit) && separation(t, moved(v), o) < -bound {
					t.Fatalf("round %d: %v is met before %v, at %v", round, other, end, v)
				}
			}
		}
		if !hit {
			continue
		}
		hits++
		o := describe(t, s, h[0].Shape)
		if d := separation(t, moved(u), o); d > bound+scale*0x1p-19 || u > 0 && d < -bound {
			t.Fatalf("round %d: %v apart where they touch", round, d)
		}
		if d := separation(t, oracle.Circle(h[0].X, h[0].Y, 0), o); math.Abs(d) > 1e-4 {
			t.Fatalf("round %d: the point of touch is %v from the shape's boundary", round, d)
		}
	}
	if hits < rounds/5 {
		t.Fatalf("only %d hits", hits)
	}
}

// TestCoversIsTrue: a shape covers a probe if its depth in it is at least the probe's
// width, which the oracle's Minkowski difference tells of points: every vertex of the
// probe, grown by its radius, must be inside.
func TestCoversIsTrue(t *testing.T) {
	ctx := context.Background()
	r := seeded(t, 61)
	covered, near := 0, 0
	for range size(600) {
		s, probes := soa.New(), soa.New()
		a := addAny(t, s, r, somewhere(r, 0, 0, 1), 2, soa.Attrs{})
		b := addAny(t, probes, r, somewhere(r, 0, 0, 1), 0.5, soa.Attrs{})
		o := must.Get(shapeColumns{Shapes: probes}.cover(ctx, asker(t, index(t, s, query.Config{}), query.AskerConfig{Workers: 1})))(t)
		outer, inner := describe(t, s, a), describe(t, probes, b)
		// The farthest that a vertex of the inner one sticks out of the outer core grown by
		// the difference of the radii: negative if it is covered.
		out := math.Inf(-1)
		for _, v := range inner.Vertices {
			x := inner.X + inner.C*v[0] - inner.S*v[1]
			y := inner.Y + inner.S*v[0] + inner.C*v[1]
			d := separation(t, oracle.Circle(x, y, 0), outer)
			out = max(out, d+inner.Radius)
		}
		const bound = 1e-5
		if math.Abs(out) < bound {
			near++
			continue
		}
		if got := len(o.Answers) == 1; got != (out < 0) {
			t.Fatalf("covers says %v, it sticks out by %v: %+v %+v", got, out, outer, inner)
		}
		if out < 0 {
			covered++
		}
	}
	if covered < 10 || near > 20 {
		t.Fatalf("%d covered, %d near the boundary: not much of a test", covered, near)
	}
}
