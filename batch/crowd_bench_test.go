// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/must"
	"daylight/soa"
)

// BenchmarkCrowd measures frames of boxes that the engine moves. It varies the density, the list,
// and the share that moves: all, none, one in a hundred together or scattered. It reports the mean,
// the median and the greatest frame, and the median of frames that use a list, in nanoseconds a
// box.
func BenchmarkCrowd(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		for _, rho := range []float32{0.4, 1, 2, 4} {
			for _, skin := range []int{0, benchSkin, batch.Auto} {
				b.Run(fmt.Sprintf("n=%d/rho=%g/skin=%d", n, rho, skin), func(b *testing.B) {
					benchmarkCrowd(b, n, rho, batch.Config{}.Listed(skin), func(int) bool { return true })
				})
			}
		}
		for name, moves := range map[string]func(i int) bool{
			"none":      func(int) bool { return false },
			"together":  func(i int) bool { return i >= n/2 && i < n/2+n/100 },
			"scattered": func(i int) bool { return i%100 == 50 },
		} {
			b.Run(fmt.Sprintf("n=%d/rho=0.4/skin=%d/moves=%s", n, benchSkin, name), func(b *testing.B) {
				benchmarkCrowd(b, n, 0.4, batch.Config{}.Listed(benchSkin), moves)
			})
		}
	}
}

// benchmarkCrowd measures a crowd. moves selects the moving shapes by their slots in the first
// frames.
func benchmarkCrowd(b *testing.B, n int, rho float32, cfg batch.Config, moves func(i int) bool) {
	s := must.Get(scene.NewDensity(scene.Boxes, n, scene.DefaultSeed, rho))(b)
	shapes := soa.New()
	run := must.Get(s.Fill(shapes, soa.Attrs{}))(b)
	vx, vy, spin := run.Velocities()
	cfg.Workers, cfg.Columns[0] = 1, batch.Columns{Motion: soa.Motion{VX: vx, VY: vy, Spin: spin}}
	e := must.Get(batch.New(shapes, cfg))(b)
	all := moves(0)
	frame := func() float64 {
		t := time.Now()
		must.Get(e.Advance(context.Background(), scene.Frame))(b)
		took := float64(time.Since(t).Nanoseconds()) / float64(n)
		if all {
			run.Bounce(0, n)
		}
		return took
	}
	for range 40 {
		frame()
	}
	if !all {
		must.Do(b, shapes.Update(func(c soa.Live) {
			for i := range n {
				if !moves(i) {
					vx.Data(c)[i], vy.Data(c)[i], spin.Data(c)[i] = 0, 0, 0
				}
			}
		}))
		for range 40 {
			frame()
		}
	}
	var frames, used []float64
	sum := 0.0
	for b.Loop() {
		for range 4 * benchSkin {
			t := frame()
			frames, sum = append(frames, t), sum+t
			if e.Stats().SkinAge > 1 {
				used = append(used, t)
			}
		}
	}
	median := func(s []float64) float64 {
		slices.Sort(s)
		return append(s, 0)[len(s)/2]
	}
	b.ReportMetric(sum/float64(len(frames)), "ns/box")
	b.ReportMetric(median(frames), "median-ns/box")
	b.ReportMetric(median(used), "list-ns/box")
	b.ReportMetric(frames[len(frames)-1], "max-ns/box")
	b.ReportMetric(0, "ns/op")
}
