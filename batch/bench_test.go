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
	"daylight/internal/kernels/isa"
	"daylight/internal/livetest"
	"daylight/internal/must"
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

// BenchmarkOptions measures the step of boxes with what else one may ask of it.
func BenchmarkOptions(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		for _, table := range isa.All() {
			for _, option := range []struct {
				name string
				cfg  batch.Config
			}{
				{"none", batch.Config{}},
				{"margin", batch.Config{Margin: 0.1}},
				{"distance", batch.Config{Mode: batch.ModeDistance}},
				{"distance-and-margin", batch.Config{Mode: batch.ModeDistance, Margin: 0.1}},
				{"events", batch.Config{Events: true}},
			} {
				b.Run(fmt.Sprintf("scene=boxes/n=%d/kernels=%s/workers=1/option=%s", n, table.Name, option.name), func(b *testing.B) {
					option.cfg.Kernels, option.cfg.Workers = table.Name, 1
					benchmarkStep(b, scene.Boxes, n, option.cfg)
				})
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

// BenchmarkCorners measures the step on moving polygons, by their number of corners. They are
// ellipses; about half of the candidates touch.
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
	opts.Workers = 1
	e := must.Get(batch.New(shapes, opts))(b)
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

func benchmarkStep(b *testing.B, kind scene.Kind, n int, opts batch.Config) {
	shapes, r := running(b, kind, n, soa.Attrs{})
	e := must.Get(batch.New(shapes, opts))(b)
	step := func() {
		r.Step()
		must.Get(e.Step(context.Background()))(b)
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
