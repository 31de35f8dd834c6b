// SPDX-License-Identifier: MIT

package sim

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"daylight/batch"
)

// overlaps are the depths of what overlaps, ascending.
func overlaps(w World) []float32 {
	var depths []float32
	for _, d := range w.Contacts().Depth {
		if d > 0 {
			depths = append(depths, d)
		}
	}
	slices.Sort(depths)
	return depths
}

// TestHeapOverlap: in a heap at rest, 99 of 100 grains that overlap do so by at most .02, at a
// radius of about .45, for any height of the heap.
func TestHeapOverlap(t *testing.T) {
	for _, n := range []int{300, 4000} {
		if testing.Short() && n > 300 {
			continue
		}
		w := start(t, "grains", n, batch.Config{})
		advance(t, w, 900)
		d := overlaps(w)
		p50, p99, most := d[len(d)/2], d[len(d)*99/100], d[len(d)-1]
		t.Logf("%d grains: overlap %.4f in the median, %.4f at 99 %%, %.4f at most", n, p50, p99, most)
		if len(d) < n || p99 > 0.02 {
			t.Errorf("%d grains: %d overlaps, of %v at 99 %%, want .02", n, len(d), p99)
		}
	}
}

// BenchmarkHeap is a frame of a heap of grains that has come to rest, and how deep they
// overlap then.
func BenchmarkHeap(b *testing.B) {
	for _, n := range []int{1000, 4000, 16_000} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("n=%d/workers=%d", n, workers), func(b *testing.B) {
				w := start(b, "grains", n, batch.Config{Workers: workers})
				advance(b, w, 900)
				var least time.Duration
				for b.Loop() {
					t := time.Now()
					advance(b, w, 1)
					if d := time.Since(t); least == 0 || d < least {
						least = d
					}
				}
				d := overlaps(w)
				b.ReportMetric(least.Seconds()*1e3, "least-ms")
				for _, p := range []int{50, 90, 99, 100} {
					b.ReportMetric(float64(d[(len(d)-1)*p/100]), fmt.Sprintf("overlap-%d%%", p))
				}
			})
		}
	}
}
