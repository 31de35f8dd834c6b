// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// cliff is a scene that one hopes never to meet: where its shapes lie, and how they move.
type cliff struct {
	name string
	n    int // shapes, if not as many as of the others
	put  func(r *rand.Rand, s *soa.Shapes, i, n int) error
	move func(c *crag) // moves as drift does if nil
}

// crag is a cliff's scene in motion.
type crag struct {
	shapes *soa.Shapes
	engine *batch.Engine
	r      *rand.Rand
	side   float64
	frame  int
	times  []float64
}

func span(n int) float64 { return math.Sqrt(float64(n) / 0.4) }

func boxAt(r *rand.Rand, s *soa.Shapes, x, y float64, attrs soa.Attrs) error {
	_, err := s.AddBox(soa.At(x, y, 6*r.Float64()), 0.25+0.5*r.Float64(), 0.25+0.5*r.Float64(), attrs)
	return err
}

// even is the scene that others are held against.
func even(r *rand.Rand, s *soa.Shapes, _, n int) error {
	return boxAt(r, s, r.Float64()*span(n), r.Float64()*span(n), soa.Attrs{})
}

func line(dx, dy float64) func(*rand.Rand, *soa.Shapes, int, int) error {
	return func(r *rand.Rand, s *soa.Shapes, _, n int) error {
		v := r.Float64() * float64(n)
		return boxAt(r, s, v*dx, v*dy, soa.Attrs{})
	}
}

// drift moves every shape on its own straight way, and back after a while.
func drift(c *crag) {
	x, y := livetest.Positions(c.shapes)
	step := 0.03
	if c.frame/40%2 == 1 {
		step = -step
	}
	_ = c.shapes.Update(func(l soa.Live) {
		for i, id := range l.ID {
			s, co := soa.SinCos(float64(id.Index()))
			x[i] += step * float64(co)
			y[i] += step * float64(s)
		}
	})
}

// one moves the first shape alone.
func one(by float64) func(c *crag) {
	return func(c *crag) {
		_ = c.shapes.Update(func(l soa.Live) {
			for i, id := range l.ID {
				if id.Index() == 0 {
					l.X[i] = math.Mod(l.X[i]+by, c.side)
				}
			}
		})
	}
}

var cliffs = []cliff{
	{name: "even", put: even},
	{name: "heavy", put: func(r *rand.Rand, s *soa.Shapes, _, n int) error {
		k := 1 / math.Sqrt(r.Float64()+1e-4)
		_, err := s.AddBox(soa.At(r.Float64()*span(n), r.Float64()*span(n), 6*r.Float64()), k*(0.25+0.5*r.Float64()), k*(0.25+0.5*r.Float64()), soa.Attrs{})
		return err
	}},
	{name: "clusters", put: func(r *rand.Rand, s *soa.Shapes, i, n int) error {
		c := rand.New(rand.NewPCG(uint64(i%64), 7))
		l := span(n)
		return boxAt(r, s, c.Float64()*l+(r.Float64()-r.Float64())*l/16, c.Float64()*l+(r.Float64()-r.Float64())*l/16, soa.Attrs{})
	}},
	{name: "floor", put: func(r *rand.Rand, s *soa.Shapes, i, n int) error {
		if i > 0 {
			return even(r, s, i, n)
		}
		_, err := s.AddBox(soa.At(span(n)/2, 0, 0), span(n), 1, soa.Attrs{Static: true})
		return err
	}},
	{name: "static but one", move: one(0.05), put: func(r *rand.Rand, s *soa.Shapes, i, n int) error {
		if i == 0 {
			return even(r, s, i, n)
		}
		return boxAt(r, s, r.Float64()*span(n), r.Float64()*span(n), soa.Attrs{Static: true})
	}},
	{name: "one fast", put: even, move: func(c *crag) { drift(c); one(c.side / 3)(c) }},
	{name: "one spot", n: 3000, put: func(r *rand.Rand, s *soa.Shapes, _, _ int) error { return boxAt(r, s, 5, 6, soa.Attrs{}) }},
	{name: "grid", put: func(_ *rand.Rand, s *soa.Shapes, i, n int) error {
		k := int(math.Ceil(math.Sqrt(float64(n))))
		_, err := s.AddBox(soa.At(float64(i%k), float64(i/k), 0), 0.5, 0.5, soa.Attrs{})
		return err
	}},
	{name: "line along x", put: line(1, 0)},
	{name: "line along y", put: line(0, 1)},
	{name: "diagonal", put: line(0.7, 0.7)},
	{name: "crumbs", put: func(r *rand.Rand, s *soa.Shapes, i, n int) error {
		if i%4 == 0 {
			return even(r, s, i, n)
		}
		l := span(n)
		_, err := s.AddBox(soa.At(l/2+r.Float64(), l/2+r.Float64(), 0), (0.25+0.5*r.Float64())/l, (0.25+0.5*r.Float64())/l, soa.Attrs{})
		return err
	}},
	{name: "teleports", put: even, move: func(c *crag) {
		x, y := livetest.Positions(c.shapes)
		for i := range x {
			x[i], y[i] = c.r.Float64()*c.side, c.r.Float64()*c.side
		}
	}},
	{name: "worlds of 50", n: 500_000, put: func(r *rand.Rand, s *soa.Shapes, i, _ int) error {
		return boxAt(r, s, r.Float64()*span(50), r.Float64()*span(50), soa.Attrs{World: uint32(i / 50)})
	}},
}

func newCrag(b *testing.B, c *cliff, n int) *crag {
	b.Helper()
	g := &crag{shapes: soa.New(), r: rand.New(rand.NewPCG(9, 9)), side: span(n)}
	for i := range n {
		must.Do(b, c.put(g.r, g.shapes, i, n))
	}
	g.engine = must.Get(batch.New(g.shapes, batch.Config{Workers: 1}))(b)
	return g
}

func (g *crag) step(b *testing.B, move func(*crag)) {
	if move == nil {
		move = drift
	}
	move(g)
	g.frame++
	must.Get(g.engine.Step(context.Background()))(b)
	g.times = append(g.times, g.engine.Stats().Times.Of("step").Seconds()*1e9)
}

// least is the time of the quickest frame: what a machine shared with others disturbs least.
func (g *crag) least() float64 { return slices.Min(g.times) }

// BenchmarkCliffs steps each scene in turn with even ones of as many shapes, and tells how much
// longer it takes for a shape, and for a candidate and a shape: by the quickest frame. Ten
// million shapes, against a tenth of them, are for DAYLIGHT_FULL=1: they take 3 GB.
func BenchmarkCliffs(b *testing.B) {
	const n = 100_000
	for _, c := range cliffs {
		b.Run(c.name, func(b *testing.B) {
			c.n = max(c.n, 1)
			if c.n == 1 {
				c.n = n
			}
			compareCrags(b, newCrag(b, &c, c.n), c.move, newCrag(b, &cliffs[0], c.n))
		})
	}
	b.Run("ten million", func(b *testing.B) {
		if !testenv.Full() {
			b.Skip("set DAYLIGHT_FULL=1: it takes 3 GB and a minute")
		}
		before := testenv.Heap()
		g := newCrag(b, &cliffs[0], 100*n)
		stored := testenv.Heap()
		compareCrags(b, g, nil, newCrag(b, &cliffs[0], 10*n))
		b.ReportMetric(float64(stored-before)/(100*n), "B/shape-stored")
		b.ReportMetric(float64(testenv.Heap()-stored)/(100*n), "B/shape-stepped")
		runtime.KeepAlive(g)
	})
}

func compareCrags(b *testing.B, g *crag, move func(*crag), twin *crag) {
	for range 3 {
		g.step(b, move)
		twin.step(b, nil)
	}
	g.times, twin.times = g.times[:0], twin.times[:0]
	for b.Loop() {
		g.step(b, move)
		twin.step(b, nil)
	}
	ns := func(g *crag) (shape, both float64) {
		s := g.engine.Stats()
		return g.least() / float64(s.Shapes), g.least() / float64(s.Shapes+s.Candidates)
	}
	shape, both := ns(g)
	evenShape, evenBoth := ns(twin)
	b.ReportMetric(shape, "ns/shape")
	b.ReportMetric(shape/evenShape, "x-even/shape")
	b.ReportMetric(both, "ns/shape+candidate")
	b.ReportMetric(both/evenBoth, "x-even/shape+candidate")
	b.ReportMetric(float64(g.engine.Stats().Candidates)/float64(g.engine.Stats().Shapes), "candidates/shape")
	b.ReportMetric(0, "ns/op")
}
