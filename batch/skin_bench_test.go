// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/must"
	"daylight/soa"
)

// BenchmarkSkin measures frames of moving scenes, with and without a list, rebuilds
// included, and with one where the engine moves the shapes (Advance): the engines step scenes of
// their own in turn, a life of a list at a time, so that what else the machine does falls on all.
// It reports medians: of frames without a list, of those that use one and of those that make
// one, and of the latter two as often as they come; moved is said of those of Advance.
// DAYLIGHT_SIZES is a size.
func BenchmarkSkin(b *testing.B) {
	sizes := []int{10_000, 100_000}
	if s := os.Getenv("DAYLIGHT_SIZES"); s != "" {
		sizes = []int{must.Get(strconv.Atoi(s))(b)}
	}
	for _, kind := range []scene.Kind{scene.Boxes, scene.Circles, scene.Polys, scene.Mixed} {
		for _, n := range sizes {
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("%v/n=%d/workers=%d", kind, n, workers), func(b *testing.B) {
					type subject struct {
						run        *scene.Run
						e          *batch.Engine
						moves      bool      // the engine does
						took, made []float64 // ms of frames with or without a list, and of frames that make one
					}
					var all []*subject
					for k, skin := range []int{0, benchSkin, benchSkin} {
						shapes, run := running(b, kind, n, soa.Attrs{})
						vx, vy, turn := run.Velocities()
						e := must.Get(batch.New(shapes, batch.Config{Workers: workers, Columns: [2]batch.Columns{{Motion: soa.Motion{VX: vx, VY: vy, Spin: turn}}}}.Listed(skin)))(b)
						all = append(all, &subject{run: run, e: e, moves: k == 2})
					}
					frames := func(s *subject, n int) {
						for range n {
							t := time.Now()
							if s.moves {
								s.run.Bounce(0, len(s.run.IDs))
								must.Get(s.e.Advance(context.Background(), 1.0/60))(b)
							} else {
								s.run.Step()
								must.Get(s.e.Step(context.Background()))(b)
							}
							ms := float64(time.Since(t).Nanoseconds()) / 1e6
							if s.e.Stats().SkinAge == 1 {
								s.made = append(s.made, ms)
							} else {
								s.took = append(s.took, ms)
							}
						}
					}
					for _, s := range all {
						frames(s, 3*benchSkin)
						*s = subject{run: s.run, e: s.e, moves: s.moves}
					}
					for b.Loop() {
						for _, s := range all {
							frames(s, benchSkin)
						}
					}
					median := func(s []float64) float64 { slices.Sort(s); return s[len(s)/2] }
					without := median(all[0].took)
					b.ReportMetric(without, "ms-without")
					for k, name := range []string{"", "moved-"} {
						s := all[k+1]
						use, made := median(s.took), median(s.made)
						share := float64(len(s.made)) / float64(len(s.made)+len(s.took))
						with := use + (made-use)*share
						b.ReportMetric(with, "ms-"+name+"with")
						b.ReportMetric(use, "ms-"+name+"use")
						b.ReportMetric(made, "ms-"+name+"make")
						b.ReportMetric(with/without, name+"ratio")
					}
					b.ReportMetric(0, "ns/op")
				})
			}
		}
	}
}

// benchSkin is how many steps a list serves.
const benchSkin = 8
