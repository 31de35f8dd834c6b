// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"daylight/batch"
	"daylight/batch/query"
	"daylight/bench/scene"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/soa"
)

// asked are the questions of the measurements in bench/peers, about a scene at rest.
type asked struct {
	rays    rayColumns
	points  pointColumns
	windows boxColumns
}

func ask(side float32, n int) (q asked) {
	state := uint64(7)
	unit := func() float32 {
		state += 0x9E3779B97F4A7C15
		z := state
		z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
		z = (z ^ (z >> 27)) * 0x94D049BB133111EB
		return float32(float32((z^(z>>31))>>40) * (1.0 / (1 << 24)))
	}
	for range n {
		x, y := unit()*side, unit()*side
		var u, v, d float32
		for {
			u, v = unit()-0.5, unit()-0.5
			if d = float32(u*u) + float32(v*v); d <= 0.25 && d >= 1e-4 {
				break
			}
		}
		d = float32(math.Sqrt(float64(d)))
		q.points.X, q.points.Y = append(q.points.X, float64(x)), append(q.points.Y, float64(y))
		q.rays.DX, q.rays.DY = append(q.rays.DX, float64(20*(u/d))), append(q.rays.DY, float64(20*(v/d)))
		q.windows.MinX, q.windows.MinY = append(q.windows.MinX, float64(x)), append(q.windows.MinY, float64(y))
		q.windows.MaxX, q.windows.MaxY = append(q.windows.MaxX, float64(x+4)), append(q.windows.MaxY, float64(y+4))
	}
	q.rays.X, q.rays.Y = q.points.X, q.points.Y
	return q
}

func boxes(b *testing.B, n int) (*soa.Shapes, asked) {
	b.Helper()
	sc := must.Get(scene.New(scene.Boxes, n, scene.DefaultSeed))(b)
	s := soa.New()
	must.Get(sc.Fill(s, soa.Attrs{}))(b)
	return s, ask(sc.L, 100_000)
}

// measure asks each kind of question, after one time that makes room.
func (q *asked) measure(b *testing.B, name string, a *query.Asker) {
	ctx, without := context.Background(), q.points
	without.NoClosestPoints = true
	for _, c := range []struct {
		name string
		ask  func(b *testing.B) (found int)
	}{
		{"rays", func(b *testing.B) int { return len(must.Get(q.rays.first(ctx, a))(b)) }},
		{"points", func(b *testing.B) int { return len(must.Get(q.points.overlap(ctx, a))(b).Answers) }},
		{"nearest", func(b *testing.B) int { return len(must.Get(q.points.nearest(ctx, a, 8))(b).Answers) }},
		{"nearest without points", func(b *testing.B) int { return len(must.Get(without.nearest(ctx, a, 8))(b).Answers) }},
		{"within", func(b *testing.B) int {
			return len(must.Get(a.WithinDistance(ctx, 1, query.Options{HalfLists: true}))(b).Answers)
		}},
		{"aabbs", func(b *testing.B) int { return len(must.Get(q.windows.aabbs(ctx, a))(b).Answers) }},
		{"boxes", func(b *testing.B) int { return len(must.Get(q.windows.overlap(ctx, a))(b).Answers) }},
	} {
		b.Run(name+"/"+c.name, func(b *testing.B) {
			b.ReportAllocs()
			found := c.ask(b)
			for b.Loop() {
				c.ask(b)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100_000, "ns/question")
			b.ReportMetric(float64(found)/100_000, "found")
		})
	}
}

// BenchmarkQuestions: ns a question, boxes at rest, by one worker with each table and by two.
func BenchmarkQuestions(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		s, q := boxes(b, n)
		for _, table := range isa.All() {
			ix := index(b, s, query.Config{Kernels: table.Name})
			q.measure(b, fmt.Sprintf("n=%d/%s", n, table.Name), asker(b, ix, query.AskerConfig{Workers: 1}))
		}
		q.measure(b, fmt.Sprintf("n=%d/two workers", n), asker(b, index(b, s, query.Config{}), query.AskerConfig{Workers: 2}))
	}
}

// BenchmarkScenes: questions about shapes of one class and of several, by one worker.
func BenchmarkScenes(b *testing.B) {
	for _, kind := range []scene.Kind{scene.Boxes, scene.Mixed, scene.Polys} {
		for _, n := range []int{10_000, 100_000} {
			b.Run(fmt.Sprintf("scene=%s/n=%d", kind, n), func(b *testing.B) {
				sc := must.Get(scene.New(kind, n, scene.DefaultSeed))(b)
				s := soa.New()
				must.Get(sc.Fill(s, soa.Attrs{}))(b)
				q := ask(sc.L, 100_000)
				q.measure(b, "ask", asker(b, index(b, s, query.Config{}), query.AskerConfig{Workers: 1}))
			})
		}
	}
}

// BenchmarkNeighbours: points in no order among themselves, 2.5 pairs each, by one worker: Build
// and the question.
func BenchmarkNeighbours(b *testing.B) {
	ctx := context.Background()
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		s, r := soa.New(), rand.New(rand.NewPCG(1, 2))
		side := math.Sqrt(float64(n) * math.Pi / 5)
		for range n {
			must.Get(s.AddCircle(soa.At(side*r.Float64(), side*r.Float64(), 0), 0, soa.Attrs{}))(b)
		}
		for kind, cfg := range map[string]query.Config{"copies": {Workers: 1}, "in place": {Workers: 1, InPlace: true, AnyOrder: true}} {
			ix := index(b, s, cfg)
			a := asker(b, ix, query.AskerConfig{Workers: 1})
			b.Run(fmt.Sprintf("n=%d/%s", n, kind), func(b *testing.B) {
				for b.Loop() {
					must.Do(b, ix.Build())
					must.Get(a.WithinDistance(ctx, 1, query.Options{HalfLists: true}))(b)
				}
			})
		}
	}
}

// BenchmarkLargeWindows: ns a window. Most windows find so many boxes that few are searched for at
// a time.
func BenchmarkLargeWindows(b *testing.B) {
	ctx := context.Background()
	s, _ := boxes(b, 200_000)
	sc := must.Get(scene.New(scene.Boxes, 200_000, scene.DefaultSeed))(b)
	a := asker(b, index(b, s, query.Config{}), query.AskerConfig{Workers: 1})
	r := rand.New(rand.NewPCG(1, 2))
	for _, share := range []float64{0.05, 0.1, 0.2, 0.4} { // of the scene's width
		side, n := share*float64(sc.L), int(1.6/(share*share))
		var q boxColumns
		for range n {
			x, y := r.Float64()*(float64(sc.L)-side), r.Float64()*(float64(sc.L)-side)
			q.MinX, q.MinY, q.MaxX, q.MaxY = append(q.MinX, x), append(q.MinY, y), append(q.MaxX, x+side), append(q.MaxY, y+side)
		}
		b.Run(fmt.Sprint("side=", share), func(b *testing.B) {
			found := 0
			for b.Loop() {
				found = len(must.Get(q.aabbs(ctx, a))(b).Answers)
			}
			b.ReportMetric(float64(found)/float64(n), "found/question")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/question")
		})
	}
}

// BenchmarkBuild: an index made, and refitted, of boxes as they were added and as a step stores
// them.
func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		s, _ := boxes(b, n)
		ix, two := index(b, s, query.Config{Workers: 1}), index(b, s, query.Config{Workers: 2})
		measure := func(name string, make func() error) {
			b.Run(fmt.Sprintf("n=%d/%s", n, name), func(b *testing.B) {
				for b.Loop() {
					must.Do(b, make())
				}
			})
		}
		measure("build", ix.Build)
		measure("refit", ix.Refit)
		measure("build, two workers", two.Build)
		e := must.Get(batch.New(s, batch.Config{Workers: 1}))(b)
		for range 3 {
			must.Get(e.Step(context.Background()))(b)
		}
		measure("build after a step", ix.Build)
		measure("refit after a step", ix.Refit)
	}
}

// BenchmarkStored: questions of an index made of leaves as a step has stored them.
func BenchmarkStored(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		s, q := boxes(b, n)
		e := must.Get(batch.New(s, batch.Config{Workers: 1}))(b)
		arranged := index(b, s, query.Config{})
		must.Get(e.Step(context.Background()))(b)
		for name, ix := range map[string]*query.Index{"arranged": arranged, "stored": index(b, s, query.Config{})} {
			q.measure(b, fmt.Sprintf("n=%d/%s", n, name), asker(b, ix, query.AskerConfig{Workers: 1}))
		}
	}
}

// BenchmarkOne: ns of a question that is asked alone.
func BenchmarkOne(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		s, q := boxes(b, n)
		ix := index(b, s, query.Config{})
		var found []query.Neighbour
		var met []query.Overlap
		var ids []soa.ID
		for _, c := range []struct {
			name string
			run  func(i int) error
		}{
			{"ray", func(i int) error {
				_, err := ix.CastRay(q.rays.X[i], q.rays.Y[i], q.rays.DX[i], q.rays.DY[i], query.Options{})
				return err
			}},
			{"point", func(i int) (err error) {
				met, err = ix.OverlapPoint(met[:0], q.points.X[i], q.points.Y[i], query.Options{})
				return err
			}},
			{"nearest", func(i int) (err error) {
				found, err = ix.NearestToPoint(found[:0], q.points.X[i], q.points.Y[i], 8, query.Options{})
				return err
			}},
			{"aabb", func(i int) (err error) {
				w := &q.windows
				ids, err = ix.OverlapAABB(ids[:0], w.MinX[i], w.MinY[i], w.MaxX[i], w.MaxY[i], query.Options{})
				return err
			}},
		} {
			b.Run(fmt.Sprintf("n=%d/%s", n, c.name), func(b *testing.B) {
				i := 0
				for b.Loop() {
					must.Do(b, c.run(i))
					if i++; i == len(q.points.X) {
						i = 0
					}
				}
			})
		}
	}
}

// BenchmarkSight compares neighbours in sight of each other with the same by hand. By hand means
// neighbours, the rays between them, and rows of the pairs whose ray meets nothing. Both take
// turns. The metrics are the least time of each, as a share of the least time by hand.
func BenchmarkSight(b *testing.B) {
	for _, c := range []struct {
		people, walls int
		d             float64
	}{{50_000, 4000, 1.18}, {5000, 4000, 10}, {2000, 4000, 30}, {20_000, 50, 2}, {10_000, 60_000, 3}} {
		b.Run(fmt.Sprintf("%d within %v, %d walls", c.people, c.d, c.walls), func(b *testing.B) { benchSight(b, c.people, c.walls, c.d) })
	}
}

func benchSight(b *testing.B, n, of int, d float64) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(3, 5))
	people, walls := soa.New(), soa.New()
	const side = 200.0
	for range n {
		must.Get(people.AddCircle(soa.At(side*r.Float64(), side*r.Float64(), 0), 0.2, soa.Attrs{}))(b)
	}
	for range of {
		must.Get(walls.AddBox(soa.At(side*r.Float64(), side*r.Float64(), 3*r.Float64()), 1, 0.1, soa.Attrs{Static: true}))(b)
	}
	a := must.Get(must.Get(query.New(people, query.Config{}))(b).NewAsker(query.AskerConfig{Workers: 1}))(b)
	w := must.Get(must.Get(query.New(walls, query.Config{}))(b).NewAsker(query.AskerConfig{Workers: 1}))(b)
	var x, y, dx, dy []float64
	var offsets []int
	var answers []uint32
	byHand := func() {
		rows := must.Get(a.WithinDistance(ctx, d, query.Options{Centres: true, HalfLists: true}))(b)
		x, y, dx, dy = x[:0], y[:0], dx[:0], dy[:0]
		must.Do(b, people.Update(func(c soa.Live) {
			c.Wrote(0, 0)
			for i := range rows.Len() {
				for _, j := range rows.Row(i) {
					x, y, dx, dy = append(x, c.X[i]), append(y, c.Y[i]), append(dx, c.X[j]-c.X[i]), append(dy, c.Y[j]-c.Y[i])
				}
			}
		}))
		hidden := must.Get(w.CastRaysAny(ctx, x, y, dx, dy, query.Options{Inside: true}))(b)
		offsets, answers = append(offsets[:0], 0), answers[:0]
		for i := range rows.Len() {
			for e := rows.Offsets[i]; e < rows.Offsets[i+1]; e++ {
				if !hidden[e] {
					answers = append(answers, rows.Answers[e])
				}
			}
			offsets = append(offsets, len(answers))
		}
	}
	seen := 0
	inSight := func(halves bool) func() {
		o := query.Options{Centres: true, HalfLists: halves, Walls: w}
		return func() { seen = len(must.Get(a.WithinDistance(ctx, d, o))(b).Answers) }
	}
	ways := []func(){byHand, inSight(true), inSight(false)}
	least := []time.Duration{math.MaxInt64, math.MaxInt64, math.MaxInt64}
	for b.Loop() {
		for k, way := range ways {
			begin := time.Now()
			way()
			least[k] = min(least[k], time.Since(begin))
		}
	}
	if seen != 2*len(answers) {
		b.Errorf("%d entries, %d by hand", seen, len(answers))
	}
	b.ReportMetric(float64(len(x)), "pairs")
	b.ReportMetric(float64(least[0].Microseconds()), "us-by-hand")
	b.ReportMetric(float64(least[1])/float64(least[0]), "halves")
	b.ReportMetric(float64(least[2])/float64(least[0]), "whole")
}
