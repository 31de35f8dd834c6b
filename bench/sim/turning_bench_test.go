// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"fmt"
	"testing"
	"time"

	"daylight/batch"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
)

// BenchmarkTurning is a frame of a drum of hexagons, or of discs, that tumble: the step and the
// solver.
func BenchmarkTurning(b *testing.B) {
	for _, f := range []struct {
		name string
		form form
	}{{"hexagons", hexagon}, {"discs", disc}} {
		for _, n := range []int{10_000, 100_000} {
			for _, table := range isa.All() {
				for _, workers := range []int{1, 2} {
					b.Run(fmt.Sprintf("%s/n=%d/kernels=%s/workers=%d", f.name, n, table.Name, workers), func(b *testing.B) {
						w := must.Get(newDrumOf(n, 1, batch.Config{Workers: workers, Kernels: table.Name}, 4, f.form))(b).(*drum)
						advance(b, w, 200)
						var least, sum [2]time.Duration
						frames := 0
						for b.Loop() {
							begin := time.Now()
							contacts := must.Get(w.engine.Step(context.Background()))(b)
							middle := time.Now()
							must.Get(w.solver.Solve(context.Background(), contacts))(b)
							end := time.Now()
							must.Do(b, w.turn(w.speed*dt))
							for k, d := range [2]time.Duration{middle.Sub(begin), end.Sub(middle)} {
								if sum[k] += d; frames == 0 || d < least[k] {
									least[k] = d
								}
							}
							w.contacts = contacts
							frames++
						}
						for k, name := range []string{"step", "solve"} {
							b.ReportMetric(least[k].Seconds()*1e3, "least-"+name+"-ms")
						}
						b.ReportMetric((sum[0]+sum[1]).Seconds()*1e3/float64(frames), "mean-frame-ms")
						b.ReportMetric(float64(w.contacts.Len()), "contacts")
						d := overlaps(w)
						b.ReportMetric(float64(d[(len(d)-1)*99/100]), "overlap-99%")
					})
				}
			}
		}
	}
}
