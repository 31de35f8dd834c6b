// SPDX-License-Identifier: MIT

package query_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"

	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// wrapped are questions on a torus, and the same without: asked in every period of the plane.
type wrapped struct {
	points pointColumns
	boxes  boxColumns
	rays   rayColumns
	shapes shapeColumns
	poses  []soa.Pose
	add    func(s *soa.Shapes, i int, p soa.Pose) soa.ID
}

// everywhere calls ask with the questions moved to each period that is as far away as far, and by
// how much they were moved.
func (q *wrapped) everywhere(t *testing.T, px, py, far float64, ask func(moved *wrapped, dx, dy float64)) {
	t.Helper()
	moved := func(col []float64, by float64) (to []float64) {
		for _, v := range col {
			to = append(to, v+by)
		}
		return to
	}
	around := func(period float64) int {
		if period == 0 {
			return 0
		}
		return int(far/period + 1)
	}
	for ky := -around(py); ky <= around(py); ky++ {
		for kx := -around(px); kx <= around(px); kx++ {
			dx, dy := float64(kx)*px, float64(ky)*py
			m := *q
			m.points.X, m.points.Y = moved(q.points.X, dx), moved(q.points.Y, dy)
			m.boxes.MinX, m.boxes.MinY = moved(q.boxes.MinX, dx), moved(q.boxes.MinY, dy)
			m.boxes.MaxX, m.boxes.MaxY = moved(q.boxes.MaxX, dx), moved(q.boxes.MaxY, dy)
			m.rays.X, m.rays.Y = moved(q.rays.X, dx), moved(q.rays.Y, dy)
			m.shapes.Shapes = soa.New()
			for i, p := range q.poses {
				p.X, p.Y = p.X+dx, p.Y+dy
				q.add(m.shapes.Shapes, i, p)
			}
			ask(&m, dx, dy)
		}
	}
}

// once leaves of each shape the answer that comes first.
func once[T any](row []T, shape func(T) soa.ID, order func(a, b T) int) []T {
	slices.SortFunc(row, func(a, b T) int { return cmp.Or(cmp.Compare(shape(a), shape(b)), order(a, b)) })
	return slices.CompactFunc(row, func(a, b T) bool { return shape(a) == shape(b) })
}

// TestQuestionsOnTorus: points, boxes, shapes, rays and the nearest find on a torus what they find
// in all periods of the plane, by any kernels and workers, from anywhere, and one at a time.
func TestQuestionsOnTorus(t *testing.T) {
	ctx := context.Background()
	const k = 5
	for round, c := range []struct{ px, py, side, within float64 }{
		{60, 90, 60, 0}, {60, 90, 200, 2}, {60, 0, 60, 2}, {0, 90, 120, 1}, {9, 7, 20, 3}, {60, 90, 30, 40},
	} {
		s, r, n := soa.New(), seeded(t, uint64(210+round)), testenv.Rounds(24, 40, 40)
		for range 300 {
			addAny(t, s, r, somewhere(r, -0.3*c.side, -0.2*c.side, c.side), 1.5, randomAttrs(r))
		}
		spread := min(c.side, max(c.px, c.py)) // few enough periods to ask in
		long := min(80, 2*max(c.px, c.py))
		q := wrapped{shapes: shapeColumns{Shapes: soa.New()}}
		o := query.Options{Within: c.within, Canonical: true}
		for range n {
			x, y := 4*spread*(r.Float64()-0.5), 4*spread*(r.Float64()-0.5)
			if c.px == 0 {
				x /= 4
			}
			if c.py == 0 {
				y /= 4
			}
			q.points.X, q.points.Y = append(q.points.X, x), append(q.points.Y, y)
			q.boxes.MaxX, q.boxes.MaxY = append(q.boxes.MaxX, x+4*r.Float64()), append(q.boxes.MaxY, y+4*r.Float64())
			q.rays.DX, q.rays.DY = append(q.rays.DX, long*(r.Float64()-0.5)), append(q.rays.DY, long*(r.Float64()-0.5))
			q.poses = append(q.poses, soa.At(x, y, 7*r.Float64()))
			o.AttrsOf, o.SkipOf = append(o.AttrsOf, randomAttrs(r)), append(o.SkipOf, idsOf(s)[r.IntN(s.Len())])
		}
		attrs := o.AttrsOf
		q.add = func(to *soa.Shapes, i int, p soa.Pose) soa.ID {
			return addAny(t, to, seeded(t, uint64(i)), p, 1, attrs[i])
		}
		q.everywhere(t, 0, 0, 0, func(m *wrapped, _, _ float64) { q.shapes.Shapes = m.shapes.Shapes })
		if round%2 == 0 {
			o.AttrsOf, o.SkipOf = nil, nil
		}
		q.boxes.MinX, q.boxes.MinY, q.rays.X, q.rays.Y = q.points.X, q.points.Y, q.points.X, q.points.Y
		q.points.Options, q.boxes.Options, q.rays.Options = o, o, o
		q.rays.Within, q.rays.Canonical, q.rays.Inside = 0, false, round%3 == 0
		q.shapes.Options = o
		q.shapes.AttrsOf = nil

		plane := asker(t, index(t, s, query.Config{Kernels: "go"}), query.AskerConfig{Workers: 1})
		points, boxes, shapes := make([][]query.Overlap, n), make([][]query.Overlap, n), make([][]query.Overlap, n)
		near, nearShapes, hits := make([][]query.Neighbour, n), make([][]query.Neighbour, n), make([][]query.Hit, n)
		// Questions lie within two spreads of the origin, shapes within 0.7 sides, and both reach
		// some units farther.
		far := 2*spread + 0.7*c.side + max(long/2, c.within, max(c.px, c.py)/2) + 8
		q.everywhere(t, c.px, c.py, far, func(m *wrapped, dx, dy float64) {
			add := func(to [][]query.Overlap, rows *query.Rows[query.Overlap]) {
				for i := range to {
					to[i] = append(to[i], rows.Row(i)...)
				}
			}
			back := func(to [][]query.Neighbour, rows *query.Rows[query.Neighbour]) {
				for i := range to {
					for _, v := range rows.Row(i) {
						v.X, v.Y, v.QX, v.QY = v.X-dx, v.Y-dy, v.QX-dx, v.QY-dy
						to[i] = append(to[i], v)
					}
				}
			}
			add(points, must.Get(m.points.overlap(ctx, plane))(t))
			add(boxes, must.Get(m.boxes.overlap(ctx, plane))(t))
			add(shapes, must.Get(m.shapes.overlap(ctx, plane))(t))
			back(near, must.Get(m.points.nearest(ctx, plane, k))(t))
			back(nearShapes, must.Get(m.shapes.nearest(ctx, plane, k))(t))
			all := must.Get(m.rays.all(ctx, plane))(t)
			for i := range hits {
				for _, h := range all.Row(i) {
					h.X, h.Y = h.X-dx, h.Y-dy
					hits[i] = append(hits[i], h)
				}
			}
		})
		found := 0
		for i := range n {
			for _, to := range []*[]query.Overlap{&points[i], &boxes[i], &shapes[i]} {
				*to = once(*to, func(v query.Overlap) soa.ID { return v.Shape }, func(a, b query.Overlap) int { return cmp.Compare(b.Depth, a.Depth) })
				found += len(*to)
			}
			for _, to := range []*[]query.Neighbour{&near[i], &nearShapes[i]} {
				*to = once(*to, func(v query.Neighbour) soa.ID { return v.Shape }, func(a, b query.Neighbour) int { return cmp.Compare(a.Distance, b.Distance) })
				slices.SortFunc(*to, func(a, b query.Neighbour) int {
					return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Shape, b.Shape))
				})
				*to = (*to)[:min(k, len(*to))]
			}
			slices.SortFunc(hits[i], func(a, b query.Hit) int {
				return cmp.Or(cmp.Compare(a.Fraction, b.Fraction), cmp.Compare(a.Shape, b.Shape))
			})
		}
		if found < n/2 {
			t.Fatalf("round %d: only %d shapes are met, which proves little", round, found)
		}
		o.Period[0], o.Period[1] = c.px, c.py
		q.points.Period[0], q.points.Period[1] = c.px, c.py
		q.boxes.Period[0], q.boxes.Period[1], q.rays.Period[0], q.rays.Period[1] = c.px, c.py, c.px, c.py
		q.shapes.Period[0], q.shapes.Period[1] = c.px, c.py
		for _, table := range tables() {
			cfg := query.Config{Kernels: table.Name}
			for kind, ix := range map[string]*query.Index{
				"copies": index(t, s, cfg), "in place": must.Get(query.InPlace(s, cfg))(t), "brute": index(t, s, query.Config{BruteForce: true, Kernels: table.Name}),
			} {
				for _, workers := range []int{1, 3} {
					a, name := asker(t, ix, query.AskerConfig{Workers: workers}), fmt.Sprintf("round %d, %s, %s, %d workers", round, table.Name, kind, workers)
					sameAsRows(t, name+", points", must.Get(q.points.overlap(ctx, a))(t), points)
					sameAsRows(t, name+", boxes", must.Get(q.boxes.overlap(ctx, a))(t), boxes)
					sameAsRows(t, name+", shapes", must.Get(q.shapes.overlap(ctx, a))(t), shapes)
					sameAsRows(t, name+", nearest", must.Get(q.points.nearest(ctx, a, k))(t), near)
					sameAsRows(t, name+", nearest to shapes", must.Get(q.shapes.nearest(ctx, a, k))(t), nearShapes)
					sameAsRows(t, name+", rays", must.Get(q.rays.all(ctx, a))(t), hits)
					first, any := must.Get(q.rays.first(ctx, a))(t), must.Get(q.rays.any(ctx, a))(t)
					for i := range n {
						if got := first[i]; any[i] != (len(hits[i]) > 0) || any[i] != (got.Shape != 0) || any[i] && got != hits[i][0] {
							t.Errorf("%s: ray %d meets %v first, want the first of %v", name, i, got, hits[i])
						}
					}
				}
				q.alone(t, fmt.Sprintf("round %d, %s, %s", round, table.Name, kind), ix, k, points, shapes, near, nearShapes, hits)
			}
		}
	}
}

// alone asks one question at a time.
func (q *wrapped) alone(t *testing.T, name string, ix *query.Index, k int, points, shapes [][]query.Overlap, near, nearShapes [][]query.Neighbour, hits [][]query.Hit) {
	t.Helper()
	for i, id := range idsOf(q.shapes.Shapes) {
		o, ray, own := of(q.points.Options, i), of(q.rays.Options, i), q.shapes.Options
		if own.SkipOf != nil {
			own.Skip, own.SkipOf = own.SkipOf[i], nil
		}
		x, y := q.points.X[i], q.points.Y[i]
		some := []query.Overlap{{Depth: 7}}
		got := must.Get(ix.OverlapPoint(some, x, y, o))(t)
		if got[0] != some[0] {
			t.Errorf("%s: what was there has changed", name)
		}
		sameColumn(t, name+", a point", got[1:], points[i])
		sameColumn(t, name+", a shape", must.Get(ix.OverlapShape(nil, q.shapes.Shapes, id, own))(t), shapes[i])
		o.Canonical, own.Canonical = false, false
		sameColumn(t, name+", nearest to a point", must.Get(ix.NearestToPoint(nil, x, y, k, o))(t), near[i])
		sameColumn(t, name+", nearest to a shape", must.Get(ix.NearestToShape(nil, q.shapes.Shapes, id, k, own))(t), nearShapes[i])
		dx, dy := q.rays.DX[i], q.rays.DY[i]
		sameColumn(t, name+", a ray", must.Get(ix.CastRayAll(nil, x, y, dx, dy, ray))(t), hits[i])
		first, any := must.Get(ix.CastRay(x, y, dx, dy, ray))(t), must.Get(ix.CastRayAny(x, y, dx, dy, ray))(t)
		if any != (len(hits[i]) > 0) || any && first != hits[i][0] || !any && first != (query.Hit{Fraction: 1, X: first.X, Y: first.Y}) {
			t.Errorf("%s: ray %d: %v, %v: want the first of %v", name, i, any, first, hits[i])
		}
		ray.Period[0], ray.Period[1] = 0, 0 // the Asker of single questions is as it was before
		if plain := must.Get(ix.CastRayAll(nil, x, y, dx, dy, ray))(t); len(plain) > len(hits[i]) {
			t.Errorf("%s: ray %d meets %d shapes in the plane, %d on the torus", name, i, len(plain), len(hits[i]))
		}
	}
}

func sameAsRows[T comparable](t *testing.T, name string, got *query.Rows[T], want [][]T) {
	t.Helper()
	if got.Len() != len(want) {
		t.Fatalf("%s: %d rows, want %d", name, got.Len(), len(want))
	}
	for i := range want {
		sameColumn(t, fmt.Sprintf("%s %d", name, i), got.Row(i), want[i])
	}
}
