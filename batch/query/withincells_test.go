// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"daylight"
	"daylight/batch/query"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestWithinInCells: neighbours found in cells are those that are found otherwise, of the same
// shapes with an attribute that keeps none from another, and those of brute force; by any kernels
// and workers, of copies and in place.
func TestWithinInCells(t *testing.T) {
	ctx := context.Background()
	even := func(r *rand.Rand, i int) (x, y, radius float64) { return 40 * r.Float64(), 40 * r.Float64(), 0 }
	for name, c := range map[string]struct {
		at    func(r *rand.Rand, i int) (x, y, radius float64)
		r     float64
		cells bool // of discs; of positions they are found in cells always
	}{
		"points":             {even, 1, true},
		"discs alike":        {func(r *rand.Rand, i int) (x, y, radius float64) { x, y, _ = even(r, i); return x, y, 0.3 }, 0.5, true},
		"discs":              {func(r *rand.Rand, i int) (x, y, radius float64) { x, y, _ = even(r, i); return x, y, r.Float64() }, 0.25, true},
		"discs touching":     {func(r *rand.Rand, i int) (x, y, radius float64) { return float64(r.IntN(40)), float64(r.IntN(40)), 0.5 }, 0, true},
		"discs in each cell": {func(r *rand.Rand, i int) (x, y, radius float64) { return 9 * r.Float64(), 9 * r.Float64(), 0.5 }, 0, true},
		"lattice": {func(r *rand.Rand, i int) (x, y, radius float64) {
			return 0.1 * float64(r.IntN(300)), 0.1 * float64(r.IntN(300)), 0
		}, 0.5, true},
		"one place": {func(r *rand.Rand, i int) (x, y, radius float64) { return 3, 4, 0.25 }, 0.1, true},
		"along x":   {func(r *rand.Rand, i int) (x, y, radius float64) { return 900 * r.Float64(), -7, 0 }, 1, true},
		"along y":   {func(r *rand.Rand, i int) (x, y, radius float64) { return r.Float64(), 900 * r.Float64(), 0.25 }, 1, true},
		"sparse":    {func(r *rand.Rand, i int) (x, y, radius float64) { return 1e6 * r.Float64(), 1e5 * r.Float64(), 1 }, 100, true},
		"far away":  {func(r *rand.Rand, i int) (x, y, radius float64) { x, y, _ = even(r, i); return x + 1e12, y - 1e11, 0 }, 1, true},
		"tiny":      {func(r *rand.Rand, i int) (x, y, radius float64) { return 1e-20 * r.Float64(), 1e-25 * r.Float64(), 0 }, 0, true},
		"a giant": {func(r *rand.Rand, i int) (x, y, radius float64) {
			x, y, _ = even(r, i)
			if i%60 == 9 {
				return x, y, 15
			}
			return x, y, 0.1
		}, 0.25, false},
		"outliers": {func(r *rand.Rand, i int) (x, y, radius float64) {
			x, y, _ = even(r, i)
			if i%60 == 9 {
				return 1e9 * x, -1e9 * y, 0
			}
			return x, y, 0
		}, 1, false},
	} {
		n, r := size(1300), seeded(t, 44)
		plain, marked := soa.New(), soa.New()
		for i := range n {
			x, y, radius := c.at(r, i)
			must.Get(plain.AddCircle(soa.At(x, y, 0), radius, soa.Attrs{}))(t)
			must.Get(marked.AddCircle(soa.At(x, y, 0), radius, soa.Attrs{Category: 3}))(t)
		}
		brute := asker(t, index(t, plain, query.Config{BruteForce: true}), query.AskerConfig{})
		for _, o := range []query.Options{{}, {HalfLists: true}, {Centres: true}, {HalfLists: true, Centres: true}} {
			want := clone(must.Get(brute.WithinDistance(ctx, c.r, o))(t))
			if name == "points" && len(want.Answers) < 10 {
				t.Errorf("%d neighbours of %d points", len(want.Answers), n)
			}
			for _, table := range isa.All() {
				cfg := query.Config{Kernels: table.Name}
				otherwise := asker(t, index(t, marked, cfg), query.AskerConfig{})
				same(t, name+", otherwise", must.Get(otherwise.WithinDistance(ctx, c.r, o))(t), want)
				if query.FoundInCells(otherwise) {
					t.Error("shapes with attributes were found in cells")
				}
				for kind, ix := range map[string]*query.Index{"copies": index(t, plain, cfg), "in place": must.Get(query.InPlace(plain, cfg))(t)} {
					for _, workers := range []int{1, 3} {
						a := asker(t, ix, query.AskerConfig{Workers: workers})
						what := fmt.Sprintf("%s, %s, %s, %d workers, %+v", name, table.Name, kind, workers, o)
						for range 2 {
							same(t, what, must.Get(a.WithinDistance(ctx, c.r, o))(t), want)
						}
						if in := query.FoundInCells(a); in != c.cells && !(o.Centres && in) {
							t.Errorf("%s: found in cells: %v", what, in)
						}
						if k := testing.AllocsPerRun(3, func() { must.Get(a.WithinDistance(ctx, c.r, o))(t) }); workers == 1 && k != 0 && !testenv.Race {
							t.Errorf("%s: it allocates %v times", what, k)
						}
					}
				}
			}
		}
	}
}

// TestWithinInCellsLimits: a limit of the number of answers is enough, and a limit of one less is
// not, in whole lists and in halves. Removed shapes and shapes in quarantine have no neighbours.
func TestWithinInCellsLimits(t *testing.T) {
	ctx := context.Background()
	s, r := soa.New(), seeded(t, 45)
	for range size(3000) {
		must.Get(s.AddCircle(soa.At(50*r.Float64(), 50*r.Float64(), 0), 0.25, soa.Attrs{}))(t)
	}
	must.Do(t, s.Update(func(l soa.Live) { l.X[7], l.Y[90] = math.NaN(), math.Inf(1) }))
	ix := index(t, s, query.Config{})
	for _, workers := range []int{1, 3} {
		half := clone(must.Get(asker(t, ix, query.AskerConfig{Workers: workers}).WithinDistance(ctx, 1, query.Options{HalfLists: true}))(t))
		pairs := len(half.Answers)
		if len(half.Offsets) != s.Len()+1 || len(half.Row(7)) > 0 || len(half.Row(90)) > 0 {
			t.Fatalf("%d rows, of shapes in quarantine %v and %v", half.Len(), half.Row(7), half.Row(90))
		}
		for _, o := range []query.Options{{}, {HalfLists: true}} {
			a := asker(t, ix, query.AskerConfig{Workers: workers, MaxAnswers: pairs})
			must.Get(a.WithinDistance(ctx, 1, o))(t)
			if !query.FoundInCells(a) {
				t.Error("not found in cells")
			}
			must.Get(asker(t, ix, query.AskerConfig{Workers: workers, MaxAnswers: math.MaxInt}).WithinDistance(ctx, 1, o))(t)
			a = asker(t, ix, query.AskerConfig{Workers: workers, MaxAnswers: pairs - 1})
			var limit *daylight.LimitError
			if _, err := a.WithinDistance(ctx, 1, o); !errors.As(err, &limit) || limit.Option != "MaxAnswers" || limit.Needed <= int64(pairs-1) || limit.Needed > int64(pairs) {
				t.Errorf("%+v: %v", o, err)
			}
		}
	}
}

// TestWithinInCellsNeeds: what a call of so many answers or bytes too many says that it needs is
// more than there are, and not far more than it takes.
func TestWithinInCellsNeeds(t *testing.T) {
	ctx := context.Background()
	s, r := soa.New(), seeded(t, 46)
	n := size(60_000)
	side := math.Sqrt(float64(n))
	for range n {
		must.Get(s.AddCircle(soa.At(side*r.Float64(), side*r.Float64(), 0), 0.25, soa.Attrs{}))(t)
	}
	ix := index(t, s, query.Config{})
	a := asker(t, ix, query.AskerConfig{Workers: 1})
	pairs := len(must.Get(a.WithinDistance(ctx, 3, query.Options{}))(t).Answers) / 2
	held := query.Held(a)
	var limit *daylight.LimitError
	for k := range 60 {
		a := asker(t, ix, query.AskerConfig{Workers: 1, MaxAnswers: 1 + k*pairs/60})
		if _, err := a.WithinDistance(ctx, 3, query.Options{}); !errors.As(err, &limit) || limit.Needed <= limit.Limit {
			t.Errorf("%d answers, and %d are allowed: %v", pairs, 1+k*pairs/60, err)
		}
	}
	a = asker(t, ix, query.AskerConfig{Workers: 1, MemoryLimit: held / 2})
	if _, err := a.WithinDistance(ctx, 3, query.Options{}); !errors.As(err, &limit) || limit.Option != "MemoryLimit" || limit.Needed > 4*held {
		t.Errorf("it takes %d bytes: %v", held, err)
	}
}

// TestWithinInCellsGivenUp: of an Asker that has made cells and swept the shapes after all, the
// memory of both is charged.
func TestWithinInCellsGivenUp(t *testing.T) {
	testenv.OwnMemory(t)
	const n = 50_000
	s, r := soa.New(), seeded(t, 47)
	for i := range n {
		x, y := float64(i%10), float64(i/10%10)
		must.Get(s.AddCircle(soa.At(1e5*x+10*r.Float64(), 1e5*y+10*r.Float64(), 0), 0.1, soa.Attrs{}))(t)
	}
	for range 200 {
		must.Get(s.AddCircle(soa.At(5e3+1e6*r.Float64(), 5e3+1e6*r.Float64(), 0), 0.1, soa.Attrs{}))(t)
	}
	ix := index(t, s, query.Config{})
	before := testenv.Heap()
	a := asker(t, ix, query.AskerConfig{Workers: 1})
	must.Get(a.WithinDistance(context.Background(), 0.01, query.Options{}))(t)
	if query.FoundInCells(a) {
		t.Error("found in cells, though most have many others in theirs")
	}
	if took, charged := testenv.Heap()-before, query.Held(a); took > charged+300_000 {
		t.Errorf("%d bytes were taken, and %d charged", took, charged)
	}
	runtime.KeepAlive(a)
}

// TestWithinInCellsRestarts: what was found before cells turned out to be crowded is not counted
// among the answers.
func TestWithinInCellsRestarts(t *testing.T) {
	const n = 3000
	s, r := soa.New(), seeded(t, 49)
	var x, y float64
	for i := range n {
		switch {
		case i >= n/2: // a crowd in the last rows
			x, y = 99+0.1*r.Float64(), 399+0.1*r.Float64()
		case i%2 == 0:
			x, y = 100*r.Float64(), 400*r.Float64()
		default: // beside the one before
			x += 0.005
		}
		must.Get(s.AddCircle(soa.At(x, y, 0), 0.001, soa.Attrs{}))(t)
	}
	ix := index(t, s, query.Config{})
	for _, o := range []query.Options{{}, {HalfLists: true}} {
		a := asker(t, ix, query.AskerConfig{Workers: 1})
		found := clone(must.Get(a.WithinDistance(t.Context(), 0.01, o))(t))
		pairs := len(found.Answers)
		if !o.HalfLists {
			pairs /= 2
		}
		if query.FoundInCells(a) || pairs == 0 {
			t.Fatalf("%d pairs, found in cells: %v", pairs, query.FoundInCells(a))
		}
		a = asker(t, ix, query.AskerConfig{Workers: 1, MaxAnswers: pairs})
		same(t, "as many answers as are allowed", must.Get(a.WithinDistance(t.Context(), 0.01, o))(t), found)
	}
}

// TestWithinInCellsSensors: sensors among discs have no neighbours with IgnoreSensors, and without
// it those of others.
func TestWithinInCellsSensors(t *testing.T) {
	s, solid, r := soa.New(), soa.New(), seeded(t, 50)
	for i := range 800 {
		at, sensor := somewhere(r, 0, 0, 20), i%3 == 0
		must.Get(s.AddCircle(at, 0.3, soa.Attrs{Sensor: sensor}))(t)
		id := must.Get(solid.AddCircle(at, 0.3, soa.Attrs{}))(t)
		if sensor {
			must.Do(t, solid.SetAttrs(id, soa.Attrs{World: 9}))
		}
	}
	for _, cfg := range []query.Config{{}, {InPlace: true, AnyOrder: true}} {
		a := asker(t, index(t, s, cfg), query.AskerConfig{})
		all := len(must.Get(a.WithinDistance(t.Context(), 0.5, query.Options{}))(t).Answers)
		if !query.FoundInCells(a) {
			t.Error("sensors that are as other shapes keep discs out of cells")
		}
		got := must.Get(a.WithinDistance(t.Context(), 0.5, query.Options{IgnoreSensors: true}))(t)
		want := clone(must.Get(asker(t, index(t, solid, query.Config{BruteForce: true}), query.AskerConfig{}).WithinDistance(t.Context(), 0.5, query.Options{}))(t))
		for i := range want.Len() { // those of the other world have each other
			if i%3 == 0 {
				want.Answers = slices.Delete(want.Answers, want.Offsets[i], want.Offsets[i+1])
				gone := want.Offsets[i+1] - want.Offsets[i]
				for k := i + 1; k < len(want.Offsets); k++ {
					want.Offsets[k] -= gone
				}
			}
		}
		same(t, "without sensors", got, want)
		if len(got.Answers) == 0 || len(got.Answers) >= all {
			t.Errorf("%d entries, %d with sensors", len(got.Answers), all)
		}
	}
}

// TestWithinInCellsBeside: cells are where positions are, though the shapes all lie in one place
// beside them.
func TestWithinInCellsBeside(t *testing.T) {
	ctx, n := context.Background(), size(3000)
	s, r := soa.New(), seeded(t, 48)
	for range n {
		x, y := 3e4*r.Float64(), 3e4*r.Float64()
		must.Get(s.AddPolygon(soa.At(x, y, 0), []soa.Point{{X: -x, Y: -y}, {X: 0.5 - x, Y: -y}, {X: -x, Y: 0.5 - y}}, 0, soa.Attrs{}))(t)
	}
	brute := asker(t, index(t, s, query.Config{BruteForce: true}), query.AskerConfig{})
	for _, cfg := range []query.Config{{}, {InPlace: true, AnyOrder: true}} {
		ix := index(t, s, cfg)
		for _, d := range []float64{0, 1, 100, 1000} {
			a := asker(t, ix, query.AskerConfig{Workers: 1})
			same(t, fmt.Sprintf("%+v, distance %v", cfg, d), must.Get(a.WithinDistance(ctx, d, query.Options{Centres: true}))(t),
				must.Get(brute.WithinDistance(ctx, d, query.Options{Centres: true}))(t))
			if most := query.MostInCell(a); d <= 100 && (!query.FoundInCells(a) || most > 20) {
				t.Errorf("%+v, distance %v: in cells: %v, and one holds %d", cfg, d, query.FoundInCells(a), most)
			}
		}
	}
}
