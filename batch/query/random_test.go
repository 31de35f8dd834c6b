// SPDX-License-Identifier: MIT

package query_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/batch/query"
	"daylight/internal/batchtest"
	"daylight/internal/must"
	"daylight/soa"
)

// idsOf lists the shapes of a store in its order.
func idsOf(s *soa.Shapes) []soa.ID { return slices.Collect(s.All()) }

var randomAttrs = batchtest.RandomAttrs

func seeded(t testing.TB, n uint64) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(n, 0x9e3779b97f4a7c15))
}

func index(t testing.TB, s *soa.Shapes, cfg query.Config) *query.Index {
	t.Helper()
	return must.Get(query.New(s, cfg))(t)
}

func asker(t testing.TB, ix *query.Index, cfg query.AskerConfig) *query.Asker {
	t.Helper()
	return must.Get(ix.NewAsker(cfg))(t)
}

// addAny adds a shape of any class, about size large. Products are rounded before
// anything is added to them, here and below: golden answers are of the same shapes where
// the compiler fuses.
func addAny(t testing.TB, s *soa.Shapes, r *rand.Rand, p soa.Pose, size float64, attrs soa.Attrs) soa.ID {
	t.Helper()
	var id soa.ID
	var err error
	k := size * (0.3 + r.Float64())
	switch r.IntN(8) {
	case 0:
		id, err = s.AddCircle(p, k, attrs)
	case 1:
		id, err = s.AddCapsule(p, k, 0.4*k, attrs)
	case 2:
		id, err = s.AddCapsule(p, k, 0, attrs)
	case 3, 4:
		id, err = s.AddBox(p, k, size*(0.2+r.Float64()), attrs)
	case 5:
		id, err = s.AddEllipse(p, k, k, 3+r.IntN(20), 0, attrs)
	case 6:
		id, err = s.AddEllipse(p, 0.7*k, 0.7*k, 3+r.IntN(6), 0.3*k, attrs)
	default:
		pts := make([]soa.Point, 8)
		for i := range pts {
			pts[i] = soa.Point{X: k * (r.Float64() - 0.3), Y: k * (r.Float64() - 0.6)}
		}
		id, err = s.AddHull(p, pts, 0, attrs)
	}
	return must.Get(id, err)(t)
}

func somewhere(r *rand.Rand, x, y, side float64) soa.Pose {
	return soa.At(x+float64(side*r.Float64()), y+float64(side*r.Float64()), 7*r.Float64())
}

// A layout is a way to spread about n shapes, and where to ask: questions are about a
// square.
type layout struct {
	name       string
	x, y, side float64
	place      func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int)
}

func layouts(n int) []layout {
	side := 1.7 * math.Sqrt(float64(n))
	spread := func(x, y float64) func(testing.TB, *soa.Shapes, *rand.Rand, int) {
		return func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
			for range n {
				addAny(t, s, r, somewhere(r, x, y, side), 1, soa.Attrs{})
			}
		}
	}
	return []layout{
		{"nothing", 0, 0, 10, func(testing.TB, *soa.Shapes, *rand.Rand, int) {}},
		{"one", 0, 0, 3, func(t testing.TB, s *soa.Shapes, r *rand.Rand, _ int) {
			addAny(t, s, r, soa.At(1, 1, 1), 1, soa.Attrs{})
		}},
		{"uniform", 0, 0, side, spread(0, 0)},
		{"at 1e7", 1e7, -1e7, side, spread(1e7, -1e7)},
		{"at 1e13", 1e13, -1e13, side, spread(1e13, -1e13)},
		{"heavy tail", 0, 0, side, func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
			for range n {
				addAny(t, s, r, somewhere(r, 0, 0, side), 0.2/math.Sqrt(r.Float64()+1e-4), soa.Attrs{})
			}
		}},
		{"a giant", 0, 0, side, func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
			must.Get(s.AddCircle(soa.At(10, 10, 0), 1e9, soa.Attrs{}))(t)
			spread(0, 0)(t, s, r, n)
		}},
		{"one spot", 2, 3, 3, func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
			for range min(n/4, 400) { // each pair of them is an answer
				addAny(t, s, r, soa.At(3, 4, 7*r.Float64()), 1, soa.Attrs{})
			}
		}},
		{"grid, shared edges", 0, 0, side, func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
			w := int(math.Sqrt(float64(n)))
			for i := range n {
				must.Get(s.AddBox(soa.At(float64(2*(i%w)), float64(2*(i/w)), 0), 1, 1, soa.Attrs{}))(t)
			}
		}},
		{"points", 0, 0, 40, func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
			for range n {
				must.Get(s.AddCircle(soa.At(float64(r.IntN(40)), float64(r.IntN(40)), 0), 0, soa.Attrs{}))(t)
			}
		}},
		{"cluster and outliers", 0, 0, side, func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
			must.Get(s.AddCircle(soa.At(-3e9, 4e9, 0), 1, soa.Attrs{}))(t)
			must.Get(s.AddCircle(soa.At(1e15, 4e9, 0), 1, soa.Attrs{}))(t)
			spread(0, 0)(t, s, r, n)
		}},
		{"worlds", 0, 0, 12, func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
			for i := range n {
				addAny(t, s, r, somewhere(r, 0, 0, 12), 1, soa.Attrs{World: uint32(i * 31 % (n/30 + 1))})
			}
		}},
		{"filters", 0, 0, side, func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
			for range n {
				addAny(t, s, r, somewhere(r, 0, 0, side), 1, randomAttrs(r))
			}
		}},
	}
}

// randomOptions are filters for n questions about a store; every second time none.
func randomOptions(s *soa.Shapes, r *rand.Rand, n int) (o query.Options) {
	if r.IntN(2) == 0 {
		return o
	}
	ids := idsOf(s)
	for range n {
		a := randomAttrs(r)
		skip := soa.ID(0)
		if len(ids) > 0 && r.IntN(2) == 0 {
			skip = ids[r.IntN(len(ids))]
		}
		o.AttrsOf, o.SkipOf = append(o.AttrsOf, a), append(o.SkipOf, skip)
	}
	return o
}

// randomRays are rays about a layout: short and long, along axes and through corners, of no
// length and of 1e15.
func randomRays(l *layout, r *rand.Rand, n int) rayColumns {
	var q rayColumns
	for k := range n {
		x, y := l.x+float64(l.side*(float64(1.2*r.Float64())-0.1)), l.y+float64(l.side*(float64(1.2*r.Float64())-0.1))
		length := 20 * r.Float64()
		switch k % 8 {
		case 1:
			length = 1e15
		case 2:
			length = 0
		case 3:
			x, y = math.Round(x), math.Round(y)
		}
		s, c := soa.SinCos(7 * r.Float64())
		dx, dy := length*float64(c), length*float64(s)
		switch k % 5 {
		case 0:
			dy = 0
		case 1:
			dx = 0
		case 2:
			dx, dy = math.Round(dx), math.Round(dy)
		}
		if k%16 == 9 {
			x, y = x-float64(0.5e15*float64(c)), y-float64(0.5e15*float64(s))
		}
		q.X, q.Y = append(q.X, x), append(q.Y, y)
		q.DX, q.DY = append(q.DX, dx), append(q.DY, dy)
	}
	return q
}
