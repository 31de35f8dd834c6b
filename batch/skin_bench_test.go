// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/soa"
)

// BenchmarkSkin measures frames of moving scenes, with and without a list, rebuilds
// included: both engines step scenes of their own in turn, a life of lists at a time, so that
// what else the machine does falls on both. DAYLIGHT_SIZES lists sizes.
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
						run  *scene.Run
						e    *batch.Engine
						took time.Duration
						t    batch.Times
						made int
					}
					var all []*subject
					for _, skin := range []int{0, 8} {
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
							s.t.Events += time.Since(t)
							if _, err := s.e.Step(context.Background()); err != nil {
								b.Fatal(err)
							}
							st := s.e.Stats()
							s.t.Refresh += st.Times.Refresh
							s.t.Sort += st.Times.Sort
							s.t.Strips += st.Times.Strips
							s.t.Load += st.Times.Load
							s.t.Narrow += st.Times.Narrow
							s.t.Merge += st.Times.Merge
							s.t.Reorder += st.Times.Reorder
							if st.Skin.Made {
								s.made++
							}
							s.took += time.Since(t)
						}
					}
					for _, s := range all {
						frames(s, 24)
						*s = subject{run: s.run, e: s.e}
					}
					b.ResetTimer()
					count := 0
					for b.Loop() {
						for _, s := range all {
							frames(s, 8)
						}
						count += 8
					}
					each := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / float64(count) / 1e6 }
					for k, s := range all {
						b.Logf("skin %d: %.3f ms: move %.3f refresh %.3f sort %.3f strips %.3f (load %.3f narrow %.3f) merge %.3f reorder %.3f; %d lists in %d frames, %+v", 8*k,
							each(s.took), each(s.t.Events), each(s.t.Refresh), each(s.t.Sort), each(s.t.Strips), each(s.t.Load), each(s.t.Narrow), each(s.t.Merge), each(s.t.Reorder), s.made, count, s.e.Stats().Skin)
					}
					b.ReportMetric(each(all[0].took), "ms/frame-without")
					b.ReportMetric(each(all[1].took), "ms/frame-with")
					b.ReportMetric(each(all[1].took)/each(all[0].took), "ratio")
					b.ReportMetric(0, "ns/op")
				})
			}
		}
	}
}
