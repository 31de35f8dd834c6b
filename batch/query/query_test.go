// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"daylight/batch/query"
	"daylight/internal/simd/isa"
	"daylight/internal/testenv"
	"daylight/soa"
)

// each runs f on every layout, with an index by brute force and others to compare with it:
// on every table, with one worker and three, with questions sorted by place and as they are.
// What got yields is to be asked before it yields the next.
func each(t *testing.T, n int, f func(t *testing.T, l *layout, s *soa.Shapes, want *query.Asker, got iter.Seq2[string, *query.Asker])) {
	for _, l := range layouts(n) {
		t.Run(l.name, func(t *testing.T) {
			s := soa.New()
			l.place(t, s, seeded(t, 11), n)
			want := asker(t, index(t, s, query.BruteForce(true), query.Kernels("go")), query.Workers(1), query.Canonical(true))
			got := map[string]*query.Asker{}
			for _, table := range isa.All() {
				ix := index(t, s, query.Kernels(table.Name))
				for _, workers := range []int{1, 3} {
					got[fmt.Sprintf("%s, %d workers", table.Name, workers)] = asker(t, ix, query.Workers(workers), query.Canonical(true))
				}
			}
			f(t, &l, s, want, func(yield func(string, *query.Asker) bool) {
				for from, order := range map[int]string{0: "sorted", 1 << 30: "as asked"} {
					old := query.SortFrom(from)
					for name, a := range got {
						if !yield(name+", "+order, a) {
							query.SortFrom(old)
							return
						}
					}
					query.SortFrom(old)
				}
			})
		})
	}
}

// same compares answers bit for bit (none is NaN): slices, or structures of slices.
func same(t *testing.T, name string, got, want any) {
	t.Helper()
	switch g := got.(type) {
	case []int:
		sameColumn(t, name, g, want.([]int))
	case []bool:
		sameColumn(t, name, g, want.([]bool))
	case []uint32:
		sameColumn(t, name, g, want.([]uint32))
	case []float32:
		sameColumn(t, name, g, want.([]float32))
	case []float64:
		sameColumn(t, name, g, want.([]float64))
	case []soa.ID:
		sameColumn(t, name, g, want.([]soa.ID))
	default:
		g1, w1 := reflect.Indirect(reflect.ValueOf(got)), reflect.Indirect(reflect.ValueOf(want))
		for i := range g1.NumField() {
			same(t, name+", "+g1.Type().Field(i).Name, g1.Field(i).Interface(), w1.Field(i).Interface())
		}
	}
}

func sameColumn[T comparable](t *testing.T, name string, got, want []T) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d entries, brute force has %d", name, len(got), len(want))
	}
	for i, v := range got {
		if v != want[i] {
			t.Fatalf("%s: entry %d is %v, brute force has %v", name, i, v, want[i])
		}
	}
}

// size is how many of n cases are tried: all only at full strength, which takes minutes.
func size(n int) int {
	switch {
	case testenv.Race:
		return n / 12
	case testing.Short() || !testenv.Full():
		return n / 4
	}
	return n
}

func TestRaysAgainstBruteForce(t *testing.T) {
	ctx := context.Background()
	each(t, size(1500), func(t *testing.T, l *layout, s *soa.Shapes, want *query.Asker, got iter.Seq2[string, *query.Asker]) {
		r := seeded(t, 3)
		for round := range 4 {
			q := randomRays(l, r, size(400))
			q.Filters = randomFilters(s, r, len(q.X))
			inside := query.Inside(round%2 == 0)
			closest, err := want.CastRays(ctx, q, inside)
			must(t, 0, err)
			any, err := want.CastRaysAny(ctx, q, inside)
			must(t, 0, err)
			all, err := want.CastRaysAll(ctx, q, inside)
			must(t, 0, err)
			for name, a := range got {
				c, err := a.CastRays(ctx, q, inside)
				same(t, name, must(t, c, err), closest)
				y, err := a.CastRaysAny(ctx, q, inside)
				same(t, name, must(t, y, err), any)
				m, err := a.CastRaysAll(ctx, q, inside)
				same(t, name, must(t, m, err), all)
			}
			for i := range q.X {
				if any[i] != (closest.Shape[i] != 0) || any[i] != (all.Offsets[i] < all.Offsets[i+1]) {
					t.Fatalf("ray %d: any, closest and all disagree", i)
				}
				if any[i] && (closest.Shape[i] != all.Shape[all.Offsets[i]] || closest.Fraction[i] != all.Fraction[all.Offsets[i]]) {
					t.Fatalf("ray %d: the closest is not the first of all", i)
				}
			}
		}
	})
}

func TestOverlapsAgainstBruteForce(t *testing.T) {
	ctx := context.Background()
	each(t, size(1500), func(t *testing.T, l *layout, s *soa.Shapes, want *query.Asker, got iter.Seq2[string, *query.Asker]) {
		r := seeded(t, 4)
		for round := range 4 {
			n := size(600)
			var p query.Points
			var b query.Boxes
			for k := range n {
				x, y := l.x+l.side*(1.2*r.Float64()-0.1), l.y+l.side*(1.2*r.Float64()-0.1)
				if k%7 == 0 {
					x, y = float64(int64(x)), float64(int64(y))
				}
				p.X, p.Y = append(p.X, x), append(p.Y, y)
				w, h := 4*r.Float64(), 4*r.Float64()
				if k%5 == 0 {
					w = 0
				}
				if k%300 == 0 {
					w, h = l.side, l.side
				}
				b.MinX, b.MinY = append(b.MinX, x), append(b.MinY, y)
				b.MaxX, b.MaxY = append(b.MaxX, x+w), append(b.MaxY, y+h)
			}
			p.Filters = randomFilters(s, r, n)
			b.Filters = p.Filters
			probes := soa.New()
			for k := range n / 2 {
				addAny(t, probes, r, soa.At(p.X[k], p.Y[k], 7*r.Float64()), 1, randomAttrs(r))
			}
			within := query.Within([]float64{0, 0.5, 0, 3}[round])
			points, err := want.OverlapPoints(ctx, p, within)
			points = clone(must(t, points, err))
			boxes, err := want.OverlapBoxes(ctx, b, within)
			boxes = clone(must(t, boxes, err))
			aabbs, err := want.OverlapAABBs(ctx, b)
			aabbs = clone(must(t, aabbs, err))
			shapes, err := want.OverlapShapes(ctx, query.Probes{Shapes: probes}, within)
			shapes = clone(must(t, shapes, err))
			self := query.Probes{Shapes: s}
			if round > 0 { // of all shapes once, and then of some
				ids := idsOf(s)
				r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
				self.IDs = ids[:min(n/2, len(ids))]
			}
			own, err := want.OverlapShapes(ctx, self, within)
			own = clone(must(t, own, err))
			for name, a := range got {
				o, err := a.OverlapPoints(ctx, p, within)
				same(t, name+", points", must(t, o, err), points)
				o, err = a.OverlapBoxes(ctx, b, within)
				same(t, name+", boxes", must(t, o, err), boxes)
				o, err = a.OverlapAABBs(ctx, b)
				same(t, name+", AABBs", must(t, o, err), aabbs)
				o, err = a.OverlapShapes(ctx, query.Probes{Shapes: probes}, within)
				same(t, name+", shapes", must(t, o, err), shapes)
				o, err = a.OverlapShapes(ctx, self, within)
				same(t, name+", own shapes", must(t, o, err), own)
			}
		}
	})
}

func clone(o *query.Overlaps) *query.Overlaps {
	return &query.Overlaps{
		Offsets: append([]int{}, o.Offsets...), Shape: append([]soa.ID{}, o.Shape...),
		Depth: append([]float32{}, o.Depth...), NX: append([]float32{}, o.NX...), NY: append([]float32{}, o.NY...),
	}
}

func TestNearestAgainstBruteForce(t *testing.T) {
	ctx := context.Background()
	each(t, size(1500), func(t *testing.T, l *layout, s *soa.Shapes, want *query.Asker, got iter.Seq2[string, *query.Asker]) {
		r := seeded(t, 5)
		for round := range 4 {
			n := size(200)
			p := randomPoints(l, r, n)
			p.Filters = randomFilters(s, r, n)
			probes := soa.New()
			for k := range n / 2 {
				addAny(t, probes, r, soa.At(p.X[k], p.Y[k], 7*r.Float64()), 1, randomAttrs(r))
			}
			k := []int{1, 8, 3, 40}[round]
			var opts []query.Option
			if round%2 == 1 {
				opts = append(opts, query.Within(2))
			}
			points, err := want.NearestToPoints(ctx, p, k, opts...)
			points = cloneNeighbours(must(t, points, err))
			shapes, err := want.NearestToShapes(ctx, query.Probes{Shapes: probes}, k, opts...)
			shapes = cloneNeighbours(must(t, shapes, err))
			for name, a := range got {
				o, err := a.NearestToPoints(ctx, p, k, opts...)
				same(t, name+", points", must(t, o, err), points)
				o, err = a.NearestToShapes(ctx, query.Probes{Shapes: probes}, k, opts...)
				same(t, name+", shapes", must(t, o, err), shapes)
			}
		}
	})
}

func TestCoversAgainstBruteForce(t *testing.T) {
	ctx := context.Background()
	each(t, size(1500), func(t *testing.T, l *layout, s *soa.Shapes, want *query.Asker, got iter.Seq2[string, *query.Asker]) {
		r := seeded(t, 6)
		p := randomPoints(l, r, size(400))
		probes := soa.New()
		for k := range p.X {
			addAny(t, probes, r, soa.At(p.X[k], p.Y[k], 7*r.Float64()), 0.2, randomAttrs(r))
		}
		for _, asked := range []query.Probes{{Shapes: probes}, {Shapes: s}} {
			o, err := want.Covers(ctx, asked)
			covers := clone(must(t, o, err))
			for name, a := range got {
				o, err := a.Covers(ctx, asked)
				same(t, name, must(t, o, err), covers)
			}
		}
	})
}

func TestCastsAgainstBruteForce(t *testing.T) {
	ctx := context.Background()
	each(t, size(800), func(t *testing.T, l *layout, s *soa.Shapes, want *query.Asker, got iter.Seq2[string, *query.Asker]) {
		r := seeded(t, 7)
		p := randomPoints(l, r, size(200))
		c := query.Casts{Probes: query.Probes{Shapes: soa.New()}}
		for k := range p.X {
			addAny(t, c.Shapes, r, soa.At(p.X[k], p.Y[k], 7*r.Float64()), 0.5, randomAttrs(r))
			d := []float64{3, 30, 0, 1e6}[k%4]
			c.DX, c.DY = append(c.DX, d*(r.Float64()-0.5)), append(c.DY, d*(r.Float64()-0.5))
			c.Turn = append(c.Turn, 3*(r.Float64()-0.5))
		}
		for _, turning := range []bool{false, true} {
			asked := c
			if !turning {
				asked.Turn = nil
			}
			h, err := want.CastShapes(ctx, asked)
			must(t, h, err)
			for name, a := range got {
				o, err := a.CastShapes(ctx, asked)
				same(t, name, must(t, o, err), h)
			}
		}
	})
}

func TestWithinDistanceAgainstBruteForce(t *testing.T) {
	ctx := context.Background()
	each(t, size(1500), func(t *testing.T, l *layout, s *soa.Shapes, want *query.Asker, got iter.Seq2[string, *query.Asker]) {
		for round := range 8 {
			opts := []query.Option{query.Once(round%2 == 0), query.Centres(round%4 < 2)}
			d := []float64{0, 0, 0, 0, 1.5, 1.5, 1.5, 1.5}[round]
			o, err := want.WithinDistance(ctx, d, opts...)
			must(t, o, err)
			for name, a := range got {
				h, err := a.WithinDistance(ctx, d, opts...)
				same(t, name, must(t, h, err), o)
			}
		}
	})
}

func randomPoints(l *layout, r *rand.Rand, n int) (p query.Points) {
	for k := range n {
		x, y := l.x+float64(l.side*(float64(1.2*r.Float64())-0.1)), l.y+float64(l.side*(float64(1.2*r.Float64())-0.1))
		if k%7 == 0 {
			x, y = math.Round(x), math.Round(y)
		}
		p.X, p.Y = append(p.X, x), append(p.Y, y)
	}
	return p
}

func cloneNeighbours(o *query.Neighbours) *query.Neighbours {
	return &query.Neighbours{
		Offsets: slices.Clone(o.Offsets), Shape: slices.Clone(o.Shape), Distance: slices.Clone(o.Distance),
		NX: slices.Clone(o.NX), NY: slices.Clone(o.NY),
		X: slices.Clone(o.X), Y: slices.Clone(o.Y), QX: slices.Clone(o.QX), QY: slices.Clone(o.QY),
	}
}

// TestKernelsOption: an incomplete table is refused in words, nil stands for Choose.
func TestKernelsOption(t *testing.T) {
	if _, err := query.New(soa.New(), query.Kernels("abacus")); !errors.Is(err, query.ErrOption) {
		t.Errorf("an incomplete table: %v", err)
	}
	if _, err := query.New(soa.New(), query.Kernels("")); err != nil {
		t.Errorf("nil: %v", err)
	}
}

// TestSortRow: rows of every length that is sorted in a way of its own, in many orders.
func TestSortRow(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 40 {
		for range 50 {
			row := make([]uint32, n)
			for i, v := range r.Perm(n) {
				row[i] = uint32(v) * (math.MaxUint32 / 40)
			}
			query.SortRow(row)
			for i, v := range row {
				if v != uint32(i)*(math.MaxUint32/40) {
					t.Fatalf("%d entries: %v", n, row)
				}
			}
		}
	}
}
