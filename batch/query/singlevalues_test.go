// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"daylight/batch/query"
	"daylight/soa"
)

// overlapRow and neighbourRow are the answers to question i, row by row.
func overlapRow(o *query.Overlaps, i int) (rows []query.Overlap) {
	for k, end := o.Row(i); k < end; k++ {
		rows = append(rows, query.Overlap{Shape: o.Shape[k], Depth: o.Depth[k], NX: o.NX[k], NY: o.NY[k]})
	}
	return rows
}

func neighbourRow(o *query.Neighbours, i int) (rows []query.Neighbour) {
	for k := o.Offsets[i]; k < o.Offsets[i+1]; k++ {
		rows = append(rows, query.Neighbour{Shape: o.Shape[k], Distance: o.Distance[k], NX: o.NX[k], NY: o.NY[k], X: o.X[k], Y: o.Y[k], QX: o.QX[k], QY: o.QY[k]})
	}
	return rows
}

// TestSingleValues: the plain forms that give depths, normals, distances and closest points, and those
// about what covers a shape, give what a batch gives, to the last bit and in its order.
func TestSingleValues(t *testing.T) {
	ctx := context.Background()
	answers := 0
	for k, l := range layouts(size(900)) {
		t.Run(l.name, func(t *testing.T) {
			s, others := soa.New(), soa.New()
			l.place(t, s, seeded(t, 11), size(900))
			r := seeded(t, 79)
			n := size(160)
			p := randomPoints(&l, r, n)
			p.Filters = randomFilters(s, r, n)
			b := query.Boxes{MinX: p.X, MinY: p.Y, Filters: p.Filters}
			for i := range p.X {
				b.MaxX, b.MaxY = append(b.MaxX, p.X[i]+2), append(b.MaxY, p.Y[i]+1)
				addAny(t, others, r, soa.At(p.X[i], p.Y[i], r.Float64()), 0.3, randomAttrs(r))
			}
			within := []float64{0, 0.75, 3}[k%3]
			upto := []float64{math.Inf(1), within}[k%2]
			for _, opts := range [][]query.Option{nil, {query.BruteForce(true)}, {query.Sensors(false)}} {
				ix := index(t, s, opts...)
				a := asker(t, ix, query.Workers(1), query.Within(within))
				far := asker(t, ix, query.Workers(1))
				if !math.IsInf(upto, 1) {
					far = asker(t, ix, query.Workers(1), query.Within(upto))
				}
				points, err := a.OverlapPoints(ctx, p)
				points = clone(must(t, points, err))
				boxes, err := a.OverlapBoxes(ctx, b)
				boxes = clone(must(t, boxes, err))
				near, err := far.NearestToPoints(ctx, p, 4)
				near = cloneNeighbours(must(t, near, err))
				var got []query.Overlap
				var found []query.Neighbour
				for i := range p.X {
					f := query.Filter{}
					if p.World != nil {
						f = query.Filter{Attrs: soa.Attrs{World: p.World[i], Category: p.Category[i], Ignore: p.Ignore[i], Group: p.Group[i], Body: p.Body[i]}, Skip: p.Skip[i]}
					}
					if got = ix.OverlapsOfPoint(got[:0], p.X[i], p.Y[i], within, &f); !slices.Equal(got, overlapRow(points, i)) {
						t.Fatalf("point %d: %v, in a batch %v", i, got, overlapRow(points, i))
					}
					answers += len(got)
					if got = ix.OverlapsOfBox(got[:0], b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i], within, &f); !slices.Equal(got, overlapRow(boxes, i)) {
						t.Fatalf("box %d: %v, in a batch %v", i, got, overlapRow(boxes, i))
					}
					if found = ix.KNearestToPoint(found[:0], p.X[i], p.Y[i], 4, upto, &f); !slices.Equal(found, neighbourRow(near, i)) {
						t.Fatalf("nearest to point %d: %v, in a batch %v", i, found, neighbourRow(near, i))
					}
					if one, ok := ix.NearestToPoint(p.X[i], p.Y[i], &f); math.IsInf(upto, 1) && (ok != (len(found) > 0) || ok && one != found[0]) {
						t.Fatalf("nearest to point %d: %v, of four %v", i, one, found)
					}
				}
				for _, from := range []*soa.Shapes{others, s} {
					ids := idsOf(from)
					probes := query.Probes{Shapes: from, IDs: ids[:min(len(ids), n)]}
					if len(ids) == 0 {
						continue
					}
					over, err := a.OverlapShapes(ctx, probes)
					over = clone(must(t, over, err))
					near, err := far.NearestToShapes(ctx, probes, 4)
					must(t, near, err)
					cover, err := asker(t, ix, query.Workers(1)).Covers(ctx, probes)
					must(t, cover, err)
					var covers []soa.ID
					for i, id := range probes.IDs {
						if got = ix.OverlapsOfShape(got[:0], from, id, within); !slices.Equal(got, overlapRow(over, i)) {
							t.Fatalf("probe %d: %v, in a batch %v", i, got, overlapRow(over, i))
						}
						if found = ix.KNearestToShape(found[:0], from, id, 4, upto); !slices.Equal(found, neighbourRow(near, i)) {
							t.Fatalf("nearest to probe %d: %v, in a batch %v", i, found, neighbourRow(near, i))
						}
						if covers = ix.Covers(covers[:0], from, id); !slices.Equal(covers, cover.Shape[cover.Offsets[i]:cover.Offsets[i+1]]) {
							t.Fatalf("what covers probe %d: %v", i, covers)
						}
						answers += len(covers)
					}
				}
			}
		})
	}
	if answers < 1000 {
		t.Errorf("only %d answers compared", answers)
	}
}

// TestSingleValuesNonsense: what makes no sense has no answer.
func TestSingleValuesNonsense(t *testing.T) {
	s, _ := scatter(t, 200)
	ix := index(t, s)
	id := idsOf(s)[0]
	x, y, err := s.Position(id)
	must(t, 0, err)
	if len(ix.OverlapsOfPoint(nil, x, y, 1, nil)) == 0 || len(ix.KNearestToShape(nil, s, id, 3, math.Inf(1))) != 3 {
		t.Error("nothing is found that is there")
	}
	for _, v := range []float64{math.NaN(), -1, math.Inf(-1), query.MaxDistance * 2} {
		if ix.OverlapsOfPoint(nil, x, y, v, nil) != nil || ix.OverlapsOfBox(nil, x, y, x, y, v, nil) != nil || ix.OverlapsOfShape(nil, s, id, v) != nil ||
			ix.KNearestToPoint(nil, x, y, 1, v, nil) != nil || ix.KNearestToShape(nil, s, id, 1, v) != nil {
			t.Errorf("something is within %v", v)
		}
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), 1e31} {
		if ix.OverlapsOfPoint(nil, v, y, 1, nil) != nil || ix.OverlapsOfBox(nil, v, y, v, y, 1, nil) != nil || ix.KNearestToPoint(nil, x, v, 1, 1, nil) != nil {
			t.Errorf("something is at %v", v)
		}
	}
	for _, k := range []int{0, -1, query.MaxNeighbours + 1} {
		if ix.KNearestToPoint(nil, x, y, k, 1, nil) != nil || ix.KNearestToShape(nil, s, id, k, 1) != nil {
			t.Errorf("%d are found", k)
		}
	}
	for name, from := range map[string]*soa.Shapes{"no store": nil, "another store": soa.New()} {
		if ix.OverlapsOfShape(nil, from, id, 1) != nil || ix.KNearestToShape(nil, from, id, 1, 1) != nil || ix.Covers(nil, from, id) != nil {
			t.Errorf("%s: its shape finds something", name)
		}
	}
}

// TestInsideOfIndex: Inside as an option of New holds for single rays, and for Askers that are given
// no other; and the opposite ray tells where one leaves what holds its origin.
func TestInsideOfIndex(t *testing.T) {
	ctx := context.Background()
	s := soa.New()
	id, err := s.AddBox(soa.At(10, 0, 0), 2, 1, soa.Attrs{})
	must(t, 0, err)
	ray := query.Rays{X: []float64{10}, Y: []float64{0}, DX: []float64{8}, DY: []float64{0}}
	for _, inside := range []bool{false, true} {
		ix := index(t, s, query.Inside(inside))
		h, ok := ix.CastRayClosest(10, 0, 8, 0, nil)
		if ok != inside || inside && (h != query.RayHit{Shape: id, X: 10}) || ix.CastRayAny(10, 0, 8, 0, nil) != inside || (len(ix.CastRayAll(nil, 10, 0, 8, 0, nil)) == 1) != inside {
			t.Errorf("inside %v: %+v, %v", inside, h, ok)
		}
		hits, err := asker(t, ix).CastRays(ctx, ray)
		if must(t, hits, err); (hits.Shape[0] == id) != inside {
			t.Errorf("inside %v: an asker differs from its index", inside)
		}
		hits, err = asker(t, ix, query.Inside(!inside)).CastRays(ctx, ray)
		if must(t, hits, err); (hits.Shape[0] == id) == inside {
			t.Errorf("inside %v: an asker cannot say otherwise", inside)
		}
		if back := ix.CastRayAll(nil, 18, 0, -8, 0, nil); len(back) != 1 || 1-back[0].Fraction != 0.25 || back[0].X != 12 || back[0].NX != 1 {
			t.Errorf("inside %v: it leaves at %+v", inside, back)
		}
	}
}
