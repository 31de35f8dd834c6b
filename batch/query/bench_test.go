// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/batch"
	"daylight/batch/query"
	"daylight/bench/scene"
	"daylight/internal/must"
	"daylight/internal/simd/isa"
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

// BenchmarkQuestions: ns a question, boxes at rest, one worker.
func BenchmarkQuestions(b *testing.B) {
	ctx := context.Background()
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		s, q := boxes(b, n)
		points := q.points
		points.NoClosestPoints = true
		for _, table := range isa.All() {
			a := asker(b, index(b, s, query.Config{Kernels: table.Name}), query.Config{Workers: 1})
			for _, c := range []struct {
				name string
				run  func() int
			}{
				{"rays", func() int {
					return len(must.Get(q.rays.first(ctx, a))(b))
				}},
				{"points", func() int {
					return len(must.Get(q.points.overlap(ctx, a))(b).Answers)
				}},
				{"nearest", func() int {
					return len(must.Get(q.points.nearest(ctx, a, 8))(b).Answers)
				}},
				{"nearest without points", func() int {
					return len(must.Get(points.nearest(ctx, a, 8))(b).Answers)
				}},
				{"within", func() int {
					return len(must.Get(a.WithinDistance(ctx, 1, query.Options{HalfLists: true}))(b).Answers)
				}},
				{"aabbs", func() int {
					return len(must.Get(q.windows.aabbs(ctx, a))(b).Answers)
				}},
				{"boxes", func() int {
					return len(must.Get(q.windows.overlap(ctx, a))(b).Answers)
				}},
			} {
				b.Run(fmt.Sprintf("n=%d/%s/%s", n, table.Name, c.name), func(b *testing.B) {
					b.ReportAllocs()
					found := c.run()
					for b.Loop() {
						c.run()
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100_000, "ns/question")
					b.ReportMetric(float64(found)/100_000, "found")
				})
			}
		}
	}
}

// BenchmarkWorkers: the same questions by one worker and by two.
func BenchmarkWorkers(b *testing.B) {
	ctx := context.Background()
	for _, n := range []int{100_000, 1_000_000} {
		s, q := boxes(b, n)
		ix := index(b, s, query.Config{})
		for kind, run := range map[string]func(a *query.Asker) error{
			"rays":    func(a *query.Asker) error { _, err := q.rays.first(ctx, a); return err },
			"points":  func(a *query.Asker) error { _, err := q.points.overlap(ctx, a); return err },
			"aabbs":   func(a *query.Asker) error { _, err := q.windows.aabbs(ctx, a); return err },
			"nearest": func(a *query.Asker) error { _, err := q.points.nearest(ctx, a, 8); return err },
			"within": func(a *query.Asker) error {
				_, err := a.WithinDistance(ctx, 1, query.Options{HalfLists: true})
				return err
			},
		} {
			for workers := range 2 {
				a := asker(b, ix, query.Config{Workers: workers + 1})
				b.Run(fmt.Sprintf("n=%d/%s/workers=%d", n, kind, workers+1), func(b *testing.B) {
					must.Do(b, run(a))
					for b.Loop() {
						must.Do(b, run(a))
					}
				})
			}
		}
	}
}

// BenchmarkNeighbours: points in no order among themselves, 2.5 pairs each, by one worker: Build and the question.
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
			a := asker(b, ix, query.Config{Workers: 1})
			b.Run(fmt.Sprintf("n=%d/%s", n, kind), func(b *testing.B) {
				for b.Loop() {
					must.Do(b, ix.Build())
					must.Get(a.WithinDistance(ctx, 1, query.Options{HalfLists: true}))(b)
				}
			})
		}
	}
}

// BenchmarkLargeWindows: ns a window, most of which find so many boxes that few are searched for
// at a time.
func BenchmarkLargeWindows(b *testing.B) {
	ctx := context.Background()
	s, _ := boxes(b, 200_000)
	sc := must.Get(scene.New(scene.Boxes, 200_000, scene.DefaultSeed))(b)
	a := asker(b, index(b, s, query.Config{}), query.Config{Workers: 1})
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

func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		s, _ := boxes(b, n)
		ix := index(b, s, query.Config{Workers: 1})
		b.Run(fmt.Sprintf("n=%d/build", n), func(b *testing.B) {
			for b.Loop() {
				must.Do(b, ix.Build())
			}
		})
		b.Run(fmt.Sprintf("n=%d/refit", n), func(b *testing.B) {
			for b.Loop() {
				must.Do(b, ix.Refit())
			}
		})
		two := index(b, s, query.Config{Workers: 2})
		b.Run(fmt.Sprintf("n=%d/build, two workers", n), func(b *testing.B) {
			for b.Loop() {
				must.Do(b, two.Build())
			}
		})
		e := must.Get(batch.New(s, batch.Config{Workers: 1}))(b)
		for range 3 {
			must.Get(e.Step(context.Background()))(b)
		}
		b.Run(fmt.Sprintf("n=%d/build after a step", n), func(b *testing.B) {
			for b.Loop() {
				must.Do(b, ix.Build())
			}
		})
		b.Run(fmt.Sprintf("n=%d/refit after a step", n), func(b *testing.B) {
			for b.Loop() {
				must.Do(b, ix.Refit())
			}
		})
	}
}

// BenchmarkStored: questions of an index made of leaves as a step has stored them.
func BenchmarkStored(b *testing.B) {
	ctx := context.Background()
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		s, q := boxes(b, n)
		e := must.Get(batch.New(s, batch.Config{Workers: 1}))(b)
		arranged := index(b, s, query.Config{})
		must.Get(e.Step(ctx))(b)
		for name, ix := range map[string]*query.Index{"arranged": arranged, "stored": index(b, s, query.Config{})} {
			a := asker(b, ix, query.Config{Workers: 1})
			for kind, run := range map[string]func() error{
				"rays":    func() error { _, err := q.rays.first(ctx, a); return err },
				"points":  func() error { _, err := q.points.overlap(ctx, a); return err },
				"aabbs":   func() error { _, err := q.windows.aabbs(ctx, a); return err },
				"nearest": func() error { _, err := q.points.nearest(ctx, a, 8); return err },
				"within":  func() error { _, err := a.WithinDistance(ctx, 1, query.Options{}); return err },
			} {
				b.Run(fmt.Sprintf("n=%d/%s/%s", n, name, kind), func(b *testing.B) {
					must.Do(b, run())
					for b.Loop() {
						must.Do(b, run())
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100_000, "ns/question")
				})
			}
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
					if err := c.run(i); err != nil {
						b.Fatal(err)
					}
					if i++; i == len(q.points.X) {
						i = 0
					}
				}
			})
		}
	}
}
