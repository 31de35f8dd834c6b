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
	"daylight/soa"
)

// BenchmarkSkin measures frames of moving scenes, with and without a list, rebuilds
// included: both engines step scenes of their own in turn, a life of a list at a time, so that
// what else the machine does falls on both. It reports medians: of frames without a list, of
// those that use one and of those that make one, and of the latter two as often as they come.
// DAYLIGHT_SIZES is a size.
func BenchmarkSkin(b *testing.B) {
	sizes := []int{10_000, 100_000}
	if s := os.Getenv("DAYLIGHT_SIZES"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			b.Fatal(err)
		}
		sizes = []int{n}
	}
	for _, kind := range []scene.Kind{scene.Boxes, scene.Circles, scene.Polys, scene.Mixed} {
		for _, n := range sizes {
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("%v/n=%d/workers=%d", kind, n, workers), func(b *testing.B) {
					type subject struct {
						run        *scene.Run
						e          *batch.Engine
						took, made []float64 // ms of frames that use a list, or have none, and of those that make one
					}
					var all []*subject
					for _, skin := range []int{0, benchSkin} {
						shapes := soa.New()
						s, err := scene.New(kind, n, scene.DefaultSeed)
						if err != nil {
							b.Fatal(err)
						}
						run, err := s.Fill(shapes)
						if err != nil {
							b.Fatal(err)
						}
						e, err := batch.New(shapes, batch.Workers(workers), batch.Skin(skin))
						if err != nil {
							b.Fatal(err)
						}
						all = append(all, &subject{run: run, e: e})
					}
					frames := func(s *subject, n int) {
						for range n {
							t := time.Now()
							s.run.Step()
							if _, err := s.e.Step(context.Background()); err != nil {
								b.Fatal(err)
							}
							ms := float64(time.Since(t).Nanoseconds()) / 1e6
							if s.e.Stats().Skin.Made {
								s.made = append(s.made, ms)
							} else {
								s.took = append(s.took, ms)
							}
						}
					}
					for _, s := range all {
						frames(s, 3*benchSkin)
						*s = subject{run: s.run, e: s.e}
					}
					for b.Loop() {
						for _, s := range all {
							frames(s, benchSkin)
						}
					}
					median := func(s []float64) float64 { slices.Sort(s); return s[len(s)/2] }
					without, use, made := median(all[0].took), median(all[1].took), median(all[1].made)
					share := float64(len(all[1].made)) / float64(len(all[1].made)+len(all[1].took))
					with := use + (made-use)*share
					b.ReportMetric(without, "ms-without")
					b.ReportMetric(with, "ms-with")
					b.ReportMetric(use, "ms-use")
					b.ReportMetric(made, "ms-make")
					b.ReportMetric(with/without, "ratio")
					b.ReportMetric(0, "ns/op")
				})
			}
		}
	}
}

// benchSkin is how many steps a list serves.
const benchSkin = 8
