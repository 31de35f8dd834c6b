// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/batchtest"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/simd/isa"
	"daylight/soa"
)

// BenchmarkStep measures the whole detection step of SCENES.md: move, refresh, all
// candidates, narrow phase with depth and normal. Keys are benchstat's.
func BenchmarkStep(b *testing.B) {
	for _, kind := range scene.Kinds() {
		for _, n := range []int{10_000, 100_000, 1_000_000} {
			for _, table := range isa.All() {
				for _, workers := range []int{1, 2} {
					name := fmt.Sprintf("scene=%s/n=%d/kernels=%s/workers=%d", kind, n, table.Name, workers)
					b.Run(name, func(b *testing.B) {
						benchmarkStep(b, kind, n, batch.Config{Kernels: table.Name, Workers: workers})
					})
				}
			}
		}
	}
}

// BenchmarkHints compares the step on moving polygons with the axis cache on and off, by
// number of sides and by how thin they are: of needles few candidates touch.
func BenchmarkHints(b *testing.B) {
	for _, sides := range []int{32, 64, 128, 256} {
		for _, thin := range []float64{0.75, 0.2, 0.03} {
			for _, table := range isa.All() {
				for _, on := range []bool{true, false} {
					b.Run(fmt.Sprintf("sides=%d/thin=%g/n=500/kernels=%s/workers=1/hints=%v", sides, thin, table.Name, on), func(b *testing.B) {
						stats := benchmarkPolygons(b, 500, sides, thin, batch.Config{Kernels: table.Name}.Hinted(on))
						b.ReportMetric(float64(stats.Detail().HintsHit)/float64(max(stats.Detail().HintsTried, 1)), "hit-rate")
					})
				}
			}
		}
	}
}

// BenchmarkCorners measures the step on moving polygons, ellipses of which about half of the
// candidates touch, by how many corners they have.
func BenchmarkCorners(b *testing.B) {
	for _, sides := range []int{4, 8, 16, 32, 64, 128, 256} {
		for _, table := range isa.All() {
			b.Run(fmt.Sprintf("corners=%d/n=500/kernels=%s/workers=1", sides, table.Name), func(b *testing.B) {
				benchmarkPolygons(b, 500, sides, 0.625, batch.Config{Kernels: table.Name})
			})
		}
	}
}

// benchmarkPolygons steps n moving ellipses of so many corners, so thin, with one worker, and
// reports the quickest step and narrow phase: other jobs disturb.
func benchmarkPolygons(b *testing.B, n, sides int, thin float64, opts batch.Config) batch.Stats {
	r := seeded(b, 1)
	shapes := soa.New()
	for range n {
		must.Get(shapes.AddPolygon(somewhere(r, 0, 0, 1.5*math.Sqrt(float64(n))), ngon(sides, 0.8, 0.8*thin), 0, soa.Attrs{}))(b)
	}
	cfg := opts
	cfg.Workers = 1
	e := must.Get(batch.New(shapes, cfg))(b)
	step := func() {
		x, y := livetest.Positions(shapes)
		for i := range x {
			x[i] += 0.04 * (r.Float64() - 0.5)
			y[i] += 0.04 * (r.Float64() - 0.5)
		}
		must.Get(e.Step(context.Background()))(b)
	}
	step()
	step()
	narrow, whole := math.Inf(1), math.Inf(1)
	for b.Loop() {
		begun := time.Now()
		step()
		whole = min(whole, time.Since(begun).Seconds())
		narrow = min(narrow, e.Stats().Times.Of("narrow").Seconds())
	}
	stats := e.Stats()
	b.ReportMetric(narrow*1e9/float64(stats.Candidates), "narrow-ns/candidate")
	b.ReportMetric(whole*1e9/float64(stats.Candidates), "step-ns/candidate")
	b.ReportMetric(100*float64(stats.Contacts)/float64(stats.Candidates), "%touching")
	return stats
}

// BenchmarkBruteForce is the bottom rung: every pair decided by the same kernels.
func BenchmarkBruteForce(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(fmt.Sprintf("scene=boxes/n=%d/kernels=go/workers=1", n), func(b *testing.B) {
			shapes := soa.New()
			s, err := scene.New(scene.Boxes, n, scene.DefaultSeed)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := s.Fill(shapes, soa.Attrs{}); err != nil {
				b.Fatal(err)
			}
			pairs := float64(n) * float64(n-1) / 2
			for b.Loop() {
				if _, err := batchtest.BruteForce(context.Background(), shapes, batch.Config{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/pairs, "ns/pair")
		})
	}
}

// BenchmarkWorlds compares ten thousand worlds of fifty boxes with one world of as
// many, at the same density.
func BenchmarkWorlds(b *testing.B) {
	const worlds, each = 10_000, 50
	b.Run(fmt.Sprintf("worlds=%d/n=%d/kernels=go/workers=1", worlds, worlds*each), func(b *testing.B) {
		shapes := soa.New()
		for w := range worlds {
			s, err := scene.New(scene.Boxes, each, uint64(w))
			if err != nil {
				b.Fatal(err)
			}
			run, err := s.Fill(shapes, soa.Attrs{World: uint32(w)})
			if err != nil {
				b.Fatal(err)
			}
			run.Detach()
		}
		benchmarkStill(b, shapes)
	})
	b.Run(fmt.Sprintf("worlds=1/n=%d/kernels=go/workers=1", worlds*each), func(b *testing.B) {
		shapes := soa.New()
		s, err := scene.New(scene.Boxes, worlds*each, 1)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := s.Fill(shapes, soa.Attrs{}); err != nil {
			b.Fatal(err)
		}
		benchmarkStill(b, shapes)
	})
}

// benchmarkStill measures steps in which nothing moves.
func benchmarkStill(b *testing.B, shapes *soa.Shapes) {
	e, err := batch.New(shapes, batch.Config{Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	for range scene.FirstFrame {
		if _, err := e.Step(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Step(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	stats := e.Stats()
	b.ReportMetric(float64(stats.Candidates), "candidates")
	b.ReportMetric(float64(stats.Contacts), "contacts")
	b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/float64(shapes.Len()), "ns/shape")
}

func benchmarkStep(b *testing.B, kind scene.Kind, n int, opts batch.Config) {
	shapes, r := running(b, kind, n, soa.Attrs{})
	e, err := batch.New(shapes, opts)
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	step := func() {
		r.Step()
		if _, err := e.Step(ctx); err != nil {
			b.Fatal(err)
		}
	}
	for range scene.FirstFrame - 1 {
		step()
	}
	r.Kernels = e.Stats().Kernels
	phases := map[string]time.Duration{}
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		step()
		for phase, took := range e.Stats().Times.All() {
			phases[phase] += took
		}
	}
	b.StopTimer()
	stats := e.Stats()
	frames := float64(b.N)
	perFrame := b.Elapsed().Seconds() * 1e9 / frames
	b.ReportMetric(perFrame/float64(n), "ns/shape")
	b.ReportMetric(perFrame/float64(stats.Candidates), "ns/candidate")
	b.ReportMetric(float64(stats.Candidates), "candidates")
	b.ReportMetric(float64(stats.Contacts), "contacts")
	for phase, took := range phases {
		b.ReportMetric(took.Seconds()*1e3/frames, phase+"-ms")
	}
}
