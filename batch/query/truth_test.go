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
	"daylight/internal/store"
	"daylight/internal/testenv"
	"daylight/kernels"
	"daylight/soa"
)

// describe is a shape for the oracle, as it is stored: the rotation that is used, the
// vertices as rounded.
func describe(t testing.TB, s *soa.Shapes, id soa.ID) oracle.Shape {
	t.Helper()
	d, err := s.Shape(id)
	must(t, 0, err)
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
	p, err := oracle.Measure(a, b)
	must(t, p, err)
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
				return // a rational of such numbers takes long, and TestRaysFarAway has some
			}
			s := soa.New()
			l.place(t, s, seeded(t, 21), 60)
			r := seeded(t, 22)
			a := asker(t, index(t, s), query.Workers(1))
			q := randomRays(&l, r, 160)
			plain := soa.MakeAttrs()
			ids := slices.Collect(s.All())
			q.World = make([]uint32, len(q.X))
			h, err := a.CastRaysAll(ctx, q, query.Inside(true))
			must(t, h, err)
			for i := range q.X {
				met := map[soa.ID]int{}
				for k := h.Offsets[i]; k < h.Offsets[i+1]; k++ {
					met[h.Shape[k]] = k
				}
				for _, id := range ids {
					if at, err := s.Attrs(id); err != nil || !at.Meets(&plain) {
						continue
					}
					o := describe(t, s, id)
					bound := query.RayBound(reach(&o), math.Abs(q.X[i]-o.X)+math.Abs(q.Y[i]-o.Y)+math.Abs(q.DX[i])+math.Abs(q.DY[i]))
					k, hit := met[id]
					u := 1.0
					if hit {
						u = h.Fraction[k]
					}
					before := separation(t, segment(q.X[i], q.Y[i], u*q.DX[i], u*q.DY[i]), o)
					if before < -bound && u > 0 {
						t.Fatalf("ray %d enters %v by %v before fraction %v; the bound is %v", i, id, -before, u, bound)
					}
					if !hit {
						continue
					}
					on := separation(t, oracle.Circle(h.X[k], h.Y[k], 0), o)
					if on > bound || u > 0 && on < -bound {
						t.Fatalf("ray %d meets %v at a point %v from it; the bound is %v", i, id, on, bound)
					}
					if n := math.Hypot(float64(h.NX[k]), float64(h.NY[k])); u > 0 && math.Abs(n-1) > 1e-6 || u == 0 && n != 0 && math.Abs(n-1) > 1e-6 {
						t.Fatalf("ray %d: normal of length %v", i, n)
					}
					if d := float64(h.NX[k])*q.DX[i] + float64(h.NY[k])*q.DY[i]; d > 1e-6*(math.Abs(q.DX[i])+math.Abs(q.DY[i])) {
						t.Fatalf("ray %d: the normal points along the ray by %g: fraction %v, normal (%v, %v), direction (%v, %v) from (%v, %v), point (%v, %v), shape %+v", i, d, u, h.NX[k], h.NY[k], q.DX[i], q.DY[i], q.X[i], q.Y[i], h.X[k], h.Y[k], o)
					}
				}
			}
		})
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
				addAny(t, probes, r, soa.At(p.X[k], p.Y[k], 7*r.Float64()), 1, randomAttrs(r)...)
				_, err := points.AddCircle(soa.At(p.X[k], p.Y[k], 0), 0)
				must(t, 0, err)
			}
			for _, within := range []float64{0, 0.75} {
				a := asker(t, index(t, s), query.Canonical(true), query.Within(within))
				for _, c := range []struct {
					name string
					b    *soa.Shapes
					ask  func() (*query.Overlaps, error)
				}{
					{"shapes", probes, func() (*query.Overlaps, error) { return a.OverlapShapes(ctx, query.Probes{Shapes: probes}) }},
					{"points", points, func() (*query.Overlaps, error) { return a.OverlapPoints(ctx, p) }},
				} {
					o, err := c.ask()
					must(t, o, err)
					want, err := batch.BruteForceJoin(ctx, s, c.b, batch.Margin(within))
					must(t, want, err)
					if len(o.Shape) != want.Len() {
						t.Fatalf("%s: %d overlaps, a join has %d", c.name, len(o.Shape), want.Len())
					}
					type pair struct{ a, b soa.ID }
					at := map[pair]int{}
					for i, id := range slices.Collect(c.b.All()) {
						slot, _ := store.Of(c.b).Slot(uint64(id))
						_ = i
						for k := o.Offsets[slot]; k < o.Offsets[slot+1]; k++ {
							at[pair{o.Shape[k], id}] = k
						}
					}
					for i, k := range want.All() {
						j, ok := at[pair{k.A, k.B}]
						if !ok || o.Depth[j] != k.Depth || o.NX[j] != k.NX || o.NY[j] != k.NY {
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
			want, err := batch.BruteForce(ctx, s, batch.Margin(1.25))
			must(t, want, err)
			rows, err := asker(t, index(t, s)).WithinDistance(ctx, 1.25)
			must(t, rows, err)
			if len(rows.Index) != 2*want.Len() {
				t.Fatalf("%d entries, want %d", len(rows.Index), 2*want.Len())
			}
			for i, k := range want.All() {
				a, _ := store.Of(s).Slot(uint64(k.A))
				b, _ := store.Of(s).Slot(uint64(k.B))
				for _, p := range [2][2]int{{a, b}, {b, a}} {
					row := rows.Index[rows.Offsets[p[0]]:rows.Offsets[p[0]+1]]
					if _, ok := slices.BinarySearch(row, uint32(p[1])); !ok {
						t.Fatalf("contact %d is not listed", i)
					}
				}
			}
		})
	}
}

// TestCastsAreTrue: at the time of a hit the shapes touch within kernels.Bounds.Impact, and
// before it, sampled, none is met.
func TestCastsAreTrue(t *testing.T) {
	ctx := context.Background()
	r := seeded(t, 51)
	hits := 0
	for round := range size(400) {
		s, probes := soa.New(), soa.New()
		for range 6 {
			addAny(t, s, r, somewhere(r, 0, 0, 6), 1)
		}
		id := addAny(t, probes, r, somewhere(r, -3, -3, 12), 0.7)
		c := query.Casts{Probes: query.Probes{Shapes: probes}, DX: []float64{20 * (r.Float64() - 0.5)}, DY: []float64{20 * (r.Float64() - 0.5)}}
		h, err := asker(t, index(t, s), query.Workers(1)).CastShapes(ctx, c)
		must(t, h, err)
		moved := func(u float64) oracle.Shape {
			o := describe(t, probes, id)
			o.X, o.Y = o.X+u*float64(float32(c.DX[0])), o.Y+u*float64(float32(c.DY[0]))
			return o
		}
		way := float32(math.Abs(c.DX[0]) + math.Abs(c.DY[0]))
		bound := float64(kernels.ErrorBounds(20, way).Impact) + float64(kernels.ErrorBounds(20, 0).Separation)
		u := float64(h.Fraction[0])
		for _, other := range slices.Collect(s.All()) {
			o := describe(t, s, other)
			for k := range 9 {
				if v := u * float64(k) / 8; separation(t, moved(v), o) < -bound && u > 0 {
					t.Fatalf("round %d: %v is met before %v, at %v", round, other, u, v)
				}
			}
		}
		if h.Shape[0] == 0 {
			continue
		}
		hits++
		o := describe(t, s, h.Shape[0])
		if d := separation(t, moved(u), o); d > bound || u > 0 && d < -bound {
			t.Fatalf("round %d: %v apart where they touch", round, d)
		}
		if d := separation(t, oracle.Circle(h.X[0], h.Y[0], 0), o); math.Abs(d) > 1e-4 {
			t.Fatalf("round %d: the point of touch is %v from the shape's boundary", round, d)
		}
	}
	if hits < size(400)/5 {
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
		a := addAny(t, s, r, somewhere(r, 0, 0, 1), 2)
		b := addAny(t, probes, r, somewhere(r, 0, 0, 1), 0.5)
		o, err := asker(t, index(t, s), query.Workers(1)).Covers(ctx, query.Probes{Shapes: probes})
		must(t, o, err)
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
		if got := len(o.Shape) == 1; got != (out < 0) {
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
