// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"daylight/batch/query"
	"daylight/bench/oracle"
	"daylight/internal/must"
	"daylight/soa"
)

// The judge knows nothing of how answers are found. A normal of a convex shape at a point of its
// boundary is right if no point of the shape lies farther along it: the line through the
// point supports the shape. A depth and a normal are right if moving by them ends the overlap
// and no shorter way does; points are closest if they lie on the two boundaries and are as far
// apart as the shapes.

// beyond is how much farther along a direction a shape reaches than a point does.
func beyond(o *oracle.Shape, nx, ny, x, y float64) float64 {
	far := math.Inf(-1)
	for _, v := range o.Vertices {
		vx, vy := o.C*v[0]-o.S*v[1], o.S*v[0]+o.C*v[1]
		far = max(far, nx*(o.X-x+vx)+ny*(o.Y-y+vy))
	}
	return far + o.Radius
}

// crooked is by how much beyond may be off for shapes of this reach: directions are float32,
// and at the end of an arc they turn by what a point may be off, divided by its radius.
func crooked(o *oracle.Shape, bound float64) float64 {
	turn := 0x1p-22
	if o.Radius > 0 {
		turn += math.Sqrt(2*bound/o.Radius) * min(1, bound/o.Radius+0x1p-10)
	}
	return bound + turn*2*reach(o)
}

// aimed are rays that touch what is delicate of a shape: through its corners and ends from all
// sides, along its edges, at the ends of its arcs, beside, from and to its boundary.
func aimed(t testing.TB, s *soa.Shapes) (q rayColumns, of []soa.ID) {
	r := seeded(t, 91)
	for id := range s.All() {
		o := describe(t, s, id)
		var marks [][2]float64
		n := len(o.Vertices)
		for i, v := range o.Vertices {
			w := o.Vertices[(i+1)%n]
			ex, ey := w[0]-v[0], w[1]-v[1]
			l := max(math.Hypot(ex, ey), 1e-300)
			mx, my := ey/l*o.Radius, -ex/l*o.Radius
			for _, p := range [][2]float64{
				v, {v[0] + ex/2, v[1] + ey/2}, {v[0] + mx, v[1] + my}, {v[0] + ex/2 + mx, v[1] + ey/2 + my},
				{v[0] - mx, v[1] - my}, {v[0] - ex/l*o.Radius, v[1] - ey/l*o.Radius}, {v[0] + ex*1e-6 + mx, v[1] + ey*1e-6 + my},
			} {
				marks = append(marks, [2]float64{o.X + o.C*p[0] - o.S*p[1], o.Y + o.S*p[0] + o.C*p[1]})
			}
		}
		far := 2*reach(&o) + 0.5
		for k, m := range marks {
			for j := range 6 {
				a := 2 * math.Pi * float64(j) / 6
				if k%2 == 1 {
					a = 2 * math.Pi * r.Float64()
				}
				dx, dy := math.Cos(a)*far, math.Sin(a)*far
				if j == 5 { // along the line to another mark
					p := marks[r.IntN(len(marks))]
					dx, dy = (p[0]-m[0])*3, (p[1]-m[1])*3
				}
				if dx == 0 && dy == 0 {
					continue
				}
				q.X, q.Y = append(q.X, m[0]-dx), append(q.Y, m[1]-dy)
				q.DX, q.DY = append(q.DX, 2*dx), append(q.DY, 2*dy)
				of = append(of, id)
			}
		}
	}
	return q, of
}

// delicate are shapes of every kind, needles, slivers and small radii among them.
func delicate(t testing.TB) *soa.Shapes {
	s := soa.New()
	add := func(id soa.ID, err error) { t.Helper(); must.Do(t, err) }
	for k, angle := range []float64{0, 0.3, 1, math.Pi / 2, 2.5} {
		at := soa.At(float64(40*k), -7, angle)
		for j, r := range []float64{0, 1e-30, 1e-9, 1e-4, 0.1, 1} {
			p := at
			p.Y += float64(40 * j)
			add(s.AddCircle(p, r, soa.Attrs{}))
			p.Y += 300
			add(s.AddCapsule(p, 1.5, r, soa.Attrs{}))
			p.Y += 300
			add(s.AddPolygon(p, []soa.Point{{X: 0, Y: 0}, {X: 2, Y: 0}, {X: 0.5, Y: 1.5}}, r, soa.Attrs{}))
			p.Y += 300
			add(s.AddPolygon(p, []soa.Point{{X: -1, Y: 0}, {X: 1, Y: -1e-3}, {X: 1, Y: 1e-3}}, r, soa.Attrs{}))
			p.Y += 300
			add(s.AddEllipse(p, 1.2, 1.2, 9, r, soa.Attrs{}))
			p.Y += 300
			add(s.AddBox(p, 1.5, max(r, 1e-6), soa.Attrs{}))
		}
		add(s.AddCapsule(soa.At(float64(40*k), -100, angle), 2, 0, soa.Attrs{}))
	}
	return s
}

// TestRayNormalsSupport: where a ray enters a shape, its normal supports the shape, at every
// delicate place and for random rays.
func TestRayNormalsSupport(t *testing.T) {
	ctx := context.Background()
	s := delicate(t)
	r := seeded(t, 92)
	for range 200 {
		addAny(t, s, r, somewhere(r, 2000, 0, 60), 1, soa.Attrs{})
	}
	a := asker(t, index(t, s, query.Config{}), query.AskerConfig{})
	q, of := aimed(t, s)
	l := layout{x: 2000, side: 60}
	more := randomRays(&l, r, 3000)
	for i := range more.X {
		q.X, q.Y, q.DX, q.DY = append(q.X, more.X[i]), append(q.Y, more.Y[i]), append(q.DX, more.DX[i]), append(q.DY, more.DY[i])
	}
	h := must.Get(q.all(ctx, a))(t)
	hits, aimedAt, wrong := 0, 0, 0
	for i := range q.X {
		for k := h.Offsets[i]; k < h.Offsets[i+1]; k++ {
			hits++
			if i < len(of) && h.Answers[k].Shape == of[i] {
				aimedAt++
			}
			o := describe(t, s, h.Answers[k].Shape)
			way := math.Abs(q.X[i]-o.X) + math.Abs(q.Y[i]-o.Y) + math.Abs(q.DX[i]) + math.Abs(q.DY[i])
			bound := query.RayBound(reach(&o), way)
			nx, ny := float64(h.Answers[k].NX), float64(h.Answers[k].NY)
			if out := beyond(&o, nx, ny, h.Answers[k].X, h.Answers[k].Y); out > crooked(&o, bound) {
				t.Errorf("ray %d from (%v, %v) by (%v, %v) enters %+v at (%v, %v): %v of it lies beyond along the normal (%v, %v)", i, q.X[i], q.Y[i], q.DX[i], q.DY[i], o, h.Answers[k].X, h.Answers[k].Y, out, nx, ny)
			}
			if d := nx*q.DX[i] + ny*q.DY[i]; d > 1e-6*(math.Abs(q.DX[i])+math.Abs(q.DY[i])) {
				t.Errorf("ray %d: the normal (%v, %v) points along (%v, %v)", i, nx, ny, q.DX[i], q.DY[i])
			}
			if t.Failed() {
				if wrong++; wrong > 40 {
					t.FailNow()
				}
			}
		}
	}
	if hits < len(q.X)/4 || aimedAt < len(of)/4 {
		t.Errorf("%d hits of %d rays, %d of those aimed at: the test is too sparse", hits, len(q.X), aimedAt)
	}
}

// TestAnswersByTheJudge: depths, distances, normals and closest points of all other questions.
func TestAnswersByTheJudge(t *testing.T) {
	ctx := context.Background()
	r := seeded(t, 93)
	s, probes := soa.New(), soa.New()
	n := size(120) // every one is measured against every other, by rational arithmetic
	side := 1.5 * math.Sqrt(float64(n))
	for range n {
		addAny(t, s, r, somewhere(r, 0, 0, side), 1, soa.Attrs{})
		addAny(t, probes, r, somewhere(r, 0, 0, side), 0.7, soa.Attrs{})
	}
	ids := slices.Collect(probes.All())
	a := asker(t, index(t, s, query.Config{}), query.AskerConfig{})
	var p pointColumns
	var b boxColumns
	for range n {
		x, y := side*r.Float64(), side*r.Float64()
		p.X, p.Y = append(p.X, x), append(p.Y, y)
		b.MinX, b.MinY = append(b.MinX, x), append(b.MinY, y)
		b.MaxX, b.MaxY = append(b.MaxX, x+2*r.Float64()), append(b.MaxY, y+2*r.Float64())
	}
	pointAt := func(i int) oracle.Shape { return oracle.Circle(p.X[i], p.Y[i], 0) }
	boxAt := func(i int) oracle.Shape {
		rec := [2]float64{float64(float32(0.5 * (b.MaxX[i] - b.MinX[i]))), float64(float32(0.5 * (b.MaxY[i] - b.MinY[i])))}
		return oracle.Shape{X: b.MinX[i] + rec[0], Y: b.MinY[i] + rec[1], C: 1, Vertices: [][2]float64{{-rec[0], -rec[1]}, {rec[0], -rec[1]}, {rec[0], rec[1]}, {-rec[0], rec[1]}}}
	}
	probeAt := func(i int) oracle.Shape { return describe(t, probes, ids[i]) }
	const off = 1e-4 // ErrorBound of what is here is less than a tenth of that
	answers := 0
	overlap := func(name string, question func(int) oracle.Shape, o *query.Rows[query.Overlap], within float64) {
		t.Helper()
		for i := range o.Len() {
			q := question(i)
			lo, hi := o.Offsets[i], o.Offsets[i+1]
			met := map[soa.ID]bool{}
			for k := lo; k < hi; k++ {
				answers++
				met[o.Answers[k].Shape] = true
				shape := describe(t, s, o.Answers[k].Shape)
				sep := separation(t, shape, q)
				if math.Abs(sep+float64(o.Answers[k].Depth)) > off {
					t.Fatalf("%s %d: depth %v of a pair whose separation is %v", name, i, o.Answers[k].Depth, sep)
				}
				moved := q
				moved.X += float64(o.Answers[k].Depth) * float64(o.Answers[k].NX)
				moved.Y += float64(o.Answers[k].Depth) * float64(o.Answers[k].NY)
				if sep := separation(t, shape, moved); math.Abs(sep) > off {
					t.Fatalf("%s %d: moved by its depth %v along (%v, %v) it is %v away", name, i, o.Answers[k].Depth, o.Answers[k].NX, o.Answers[k].NY, sep)
				}
			}
			for id := range s.All() {
				shape := describe(t, s, id)
				if sep := separation(t, shape, q); sep < within-off && !met[id] || sep > within+off && met[id] {
					t.Fatalf("%s %d: %v is %v away, and met: %v", name, i, id, sep, met[id])
				}
			}
		}
	}
	for _, within := range []float64{0, 0.6} {
		overlap("point", pointAt, must.Get(p.within(within).overlap(ctx, a))(t), within)
		overlap("box", boxAt, must.Get(b.within(within).overlap(ctx, a))(t), within)
		overlap("probe", probeAt, must.Get(shapeColumns{Shapes: probes}.within(within).overlap(ctx, a))(t), within)
	}
	near := func(name string, question func(int) oracle.Shape, h *query.Rows[query.Neighbour]) {
		t.Helper()
		for i := range len(h.Offsets) - 1 {
			q := question(i)
			last := math.Inf(-1)
			for k := h.Offsets[i]; k < h.Offsets[i+1]; k++ {
				answers++
				shape := describe(t, s, h.Answers[k].Shape)
				d := float64(h.Answers[k].Distance)
				if sep := separation(t, shape, q); math.Abs(sep-d) > off {
					t.Fatalf("%s %d: distance %v of a pair that is %v apart", name, i, d, sep)
				}
				if d < last {
					t.Fatalf("%s %d: %v comes after %v", name, i, d, last)
				}
				last = d
				for j, pt := range [2][2]float64{{h.Answers[k].X, h.Answers[k].Y}, {h.Answers[k].QX, h.Answers[k].QY}} {
					of := [2]oracle.Shape{shape, q}[j]
					if on := separation(t, oracle.Circle(pt[0], pt[1], 0), of); math.Abs(on) > off && len(of.Vertices) > 2 || on > off {
						t.Fatalf("%s %d: closest point %v is %v from the boundary of %+v", name, i, pt, on, of)
					}
				}
				gx, gy := h.Answers[k].QX-h.Answers[k].X, h.Answers[k].QY-h.Answers[k].Y
				if d > 0.01 && (math.Abs(math.Hypot(gx, gy)-d) > off || math.Abs(gx/d-float64(h.Answers[k].NX)) > off/0.01 || math.Abs(gy/d-float64(h.Answers[k].NY)) > off/0.01) {
					t.Fatalf("%s %d: closest points (%v, %v) apart, distance %v, normal (%v, %v)", name, i, gx, gy, d, h.Answers[k].NX, h.Answers[k].NY)
				}
			}
			closer := 0
			for id := range s.All() {
				if shape := describe(t, s, id); separation(t, shape, q) < last-off {
					closer++
				}
			}
			if closer > h.Offsets[i+1]-h.Offsets[i] {
				t.Fatalf("%s %d: %d shapes are nearer than the last found", name, i, closer)
			}
		}
	}
	near("point", pointAt, must.Get(p.nearest(ctx, a, 4))(t))
	near("probe", probeAt, must.Get(shapeColumns{Shapes: probes}.nearest(ctx, a, 4))(t))

	// Casts: at the time of touch the normal separates the two, and leads against the motion.
	c := castColumns{shapeColumns: shapeColumns{Shapes: probes}}
	for range n {
		c.DX, c.DY = append(c.DX, float64(float32(12*(r.Float64()-0.5)))), append(c.DY, float64(float32(12*(r.Float64()-0.5))))
		c.Turn = append(c.Turn, 0)
	}
	first := must.Get(c.cast(ctx, a))(t)
	for i := range first {
		id := first[i].Shape
		if id == 0 || first[i].Fraction == 0 {
			continue
		}
		answers++
		shape, q := describe(t, s, id), probeAt(i)
		u := float64(first[i].Fraction)
		q.X, q.Y = q.X+u*c.DX[i], q.Y+u*c.DY[i]
		nx, ny := float64(first[i].NX), float64(first[i].NY)
		gap := -beyond(&q, -nx, -ny, first[i].X, first[i].Y) // the probe's nearest, along the normal
		if out := beyond(&shape, nx, ny, first[i].X, first[i].Y); out > 1e-3 || gap < -1e-3 {
			t.Errorf("cast %d: along (%v, %v) from the point of touch %v has %v beyond, and the probe begins at %v", i, nx, ny, id, out, gap)
		}
		if nx*c.DX[i]+ny*c.DY[i] > 1e-3 {
			t.Errorf("cast %d: the normal (%v, %v) leads along the motion (%v, %v)", i, nx, ny, c.DX[i], c.DY[i])
		}
	}
	if answers < 7*n {
		t.Errorf("only %d answers judged", answers)
	}
}
