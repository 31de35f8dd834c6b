// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/batch/query"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// each runs f on every layout, with an index by brute force and others to compare with it: on every
// table, with copies and in place, with one worker and three, with questions sorted by place and as
// they are. Ask each asker of got before it yields the next.
func each(t *testing.T, n int, f func(t *testing.T, l *layout, s *soa.Shapes, want *query.Asker, got iter.Seq2[string, *query.Asker])) {
	for _, l := range layouts(n) {
		t.Run(l.name, func(t *testing.T) {
			s := soa.New()
			l.place(t, s, seeded(t, 11), n)
			want := asker(t, index(t, s, query.Config{BruteForce: true, Kernels: "go"}), query.AskerConfig{Workers: 1})
			got := map[string]*query.Asker{}
			for _, table := range tables() {
				ix := index(t, s, query.Config{Kernels: table.Name})
				there := must.Get(query.InPlace(s, query.Config{Kernels: table.Name}))(t)
				for _, workers := range []int{1, 3} {
					got[fmt.Sprintf("%s, %d workers", table.Name, workers)] = asker(t, ix, query.AskerConfig{Workers: workers})
					got[fmt.Sprintf("in place, %s, %d workers", table.Name, workers)] = asker(t, there, query.AskerConfig{Workers: workers})
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

// same compares answers bit for bit (without NaNs).
func same(t *testing.T, name string, got, want any) {
	t.Helper()
	switch g := got.(type) {
	case []bool:
		sameColumn(t, name, g, want.([]bool))
	case []query.Hit:
		sameColumn(t, name, g, want.([]query.Hit))
	case []query.Overlap:
		sameColumn(t, name, g, want.([]query.Overlap))
	case *query.Rows[query.Hit]:
		sameRows(t, name, g, want.(*query.Rows[query.Hit]))
	case *query.Rows[query.Overlap]:
		sameRows(t, name, g, want.(*query.Rows[query.Overlap]))
	case *query.Rows[query.Neighbour]:
		sameRows(t, name, g, want.(*query.Rows[query.Neighbour]))
	case *query.Rows[soa.ID]:
		sameRows(t, name, g, want.(*query.Rows[soa.ID]))
	case *query.Rows[uint32]:
		sameRows(t, name, g, want.(*query.Rows[uint32]))
	default:
		t.Fatalf("%s: answers of type %T", name, got)
	}
}

func sameRows[T comparable](t *testing.T, name string, got, want *query.Rows[T]) {
	t.Helper()
	sameColumn(t, name+", offsets", got.Offsets, want.Offsets)
	sameColumn(t, name, got.Answers, want.Answers)
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

// tables are the kernels that are tried. With the race detector, which is told what assembly reads
// and writes, too (kernels.RaceRead), they are portable Go and the fastest.
func tables() []*isa.Table {
	all := isa.All()
	if testenv.Race && len(all) > 2 {
		return []*isa.Table{all[0], isa.Best()}
	}
	return all
}

// size is how many of n cases are tried: all only at full strength, which takes minutes.
func size(n int) int {
	switch {
	case testenv.Race:
		return n / 12
	case testing.Short():
		return n / 8
	case !testenv.Full():
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
			q.Options = randomOptions(s, r, len(q.X))
			q.Inside = round%2 == 0
			closest := must.Get(q.first(ctx, want))(t)
			any := must.Get(q.any(ctx, want))(t)
			all := must.Get(q.all(ctx, want))(t)
			for name, a := range got {
				same(t, name, must.Get(q.first(ctx, a))(t), closest)
				same(t, name, must.Get(q.any(ctx, a))(t), any)
				same(t, name, must.Get(q.all(ctx, a))(t), all)
			}
			for i := range q.X {
				if any[i] != (closest[i].Shape != 0) || any[i] != (all.Offsets[i] < all.Offsets[i+1]) {
					t.Fatalf("ray %d: any, closest and all disagree", i)
				}
				if any[i] && (closest[i].Shape != all.Row(i)[0].Shape || closest[i].Fraction != all.Row(i)[0].Fraction) {
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
			var p pointColumns
			var b boxColumns
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
			p.Options = randomOptions(s, r, n)
			p.Within, p.Canonical = []float64{0, 0.5, 0, 3}[round], true
			b.Options = p.Options
			probes := soa.New()
			for k := range n / 2 {
				addAny(t, probes, r, soa.At(p.X[k], p.Y[k], 7*r.Float64()), 1, randomAttrs(r))
			}
			of := shapeColumns{Shapes: probes}.within(p.Within).canonical()
			points := clone(must.Get(p.overlap(ctx, want))(t))
			boxes := clone(must.Get(b.overlap(ctx, want))(t))
			aabbs := clone(must.Get(b.aabbs(ctx, want))(t))
			shapes := clone(must.Get(of.overlap(ctx, want))(t))
			self := shapeColumns{Shapes: s}.within(p.Within).canonical()
			if round > 0 { // of all shapes once, and then of some
				ids := idsOf(s)
				r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
				self.IDs = ids[:min(n/2, len(ids))]
			}
			own := clone(must.Get(self.overlap(ctx, want))(t))
			for name, a := range got {
				same(t, name+", points", must.Get(p.overlap(ctx, a))(t), points)
				same(t, name+", boxes", must.Get(b.overlap(ctx, a))(t), boxes)
				same(t, name+", AABBs", must.Get(b.aabbs(ctx, a))(t), aabbs)
				same(t, name+", shapes", must.Get(of.overlap(ctx, a))(t), shapes)
				same(t, name+", own shapes", must.Get(self.overlap(ctx, a))(t), own)
			}
		}
	})
}

func TestNearestAgainstBruteForce(t *testing.T) {
	ctx := context.Background()
	each(t, size(1500), func(t *testing.T, l *layout, s *soa.Shapes, want *query.Asker, got iter.Seq2[string, *query.Asker]) {
		r := seeded(t, 5)
		for round := range 4 {
			n := size(200)
			p := randomPoints(l, r, n)
			p.Options = randomOptions(s, r, n)
			probes := soa.New()
			for k := range n / 2 {
				addAny(t, probes, r, soa.At(p.X[k], p.Y[k], 7*r.Float64()), 1, randomAttrs(r))
			}
			k := []int{1, 8, 3, 40}[round]
			p.Within = 2 * float64(round%2)
			of := shapeColumns{Shapes: probes}.within(p.Within)
			points := clone(must.Get(p.nearest(ctx, want, k))(t))
			shapes := clone(must.Get(of.nearest(ctx, want, k))(t))
			for name, a := range got {
				same(t, name+", points", must.Get(p.nearest(ctx, a, k))(t), points)
				same(t, name+", shapes", must.Get(of.nearest(ctx, a, k))(t), shapes)
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
		for _, asked := range []shapeColumns{shapeColumns{Shapes: probes}.canonical(), shapeColumns{Shapes: s}.canonical()} {
			covers := clone(must.Get(asked.cover(ctx, want))(t))
			for name, a := range got {
				same(t, name, must.Get(asked.cover(ctx, a))(t), covers)
			}
		}
	})
}

func TestCastsAgainstBruteForce(t *testing.T) {
	ctx := context.Background()
	each(t, size(800), func(t *testing.T, l *layout, s *soa.Shapes, want *query.Asker, got iter.Seq2[string, *query.Asker]) {
		r := seeded(t, 7)
		p := randomPoints(l, r, size(200))
		c := castColumns{shapeColumns: shapeColumns{Shapes: soa.New()}}
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
			h := must.Get(asked.cast(ctx, want))(t)
			for name, a := range got {
				same(t, name, must.Get(asked.cast(ctx, a))(t), h)
			}
		}
	})
}

func TestWithinDistanceAgainstBruteForce(t *testing.T) {
	ctx := context.Background()
	each(t, size(1500), func(t *testing.T, l *layout, s *soa.Shapes, want *query.Asker, got iter.Seq2[string, *query.Asker]) {
		for round := range 8 {
			o := query.Options{HalfLists: round%2 == 0, Centres: round%4 < 2}
			d := []float64{0, 0, 0, 0, 1.5, 1.5, 1.5, 1.5}[round]
			rows := must.Get(want.WithinDistance(ctx, d, o))(t)
			for name, a := range got {
				same(t, name, must.Get(a.WithinDistance(ctx, d, o))(t), rows)
			}
		}
	})
}

func randomPoints(l *layout, r *rand.Rand, n int) (p pointColumns) {
	for k := range n {
		x, y := l.x+float64(l.side*(float64(1.2*r.Float64())-0.1)), l.y+float64(l.side*(float64(1.2*r.Float64())-0.1))
		if k%7 == 0 {
			x, y = math.Round(x), math.Round(y)
		}
		p.X, p.Y = append(p.X, x), append(p.Y, y)
	}
	return p
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

// TestSortRows: rows of all lengths one behind the other, to the end of their memory and no
// further.
func TestSortRows(t *testing.T) {
	r := seeded(t, 9)
	for range 2000 {
		var rows, want []uint32
		var starts []int
		var ends []uint32
		for range r.IntN(12) {
			row := make([]uint32, min(r.IntN(7), r.IntN(15)))
			for i, v := range r.Perm(len(row)) {
				row[i] = uint32(v)*(math.MaxUint32/14) + uint32(r.IntN(3))
			}
			starts, rows = append(starts, len(rows)), append(rows, row...)
			slices.Sort(row)
			ends, want = append(ends, uint32(len(rows))), append(want, row...)
		}
		behind := []uint32{3, 2, 1, 0}
		rows = append(rows, behind...)
		query.SortRows(rows[:len(want)], starts, ends)
		if !slices.Equal(rows, append(want, behind...)) {
			t.Fatalf("rows from %v: %v, want %v", starts, rows, want)
		}
	}
}
