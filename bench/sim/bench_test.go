// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"fmt"
	"testing"
	"time"

	"daylight/batch"
	"daylight/kernels"
)

// BenchmarkCrowd is a frame of people: walking, the step, and four iterations of
// pushing apart. Besides the mean of the whole it reports the least of each part, which
// says what they cost where others keep the machine busy.
func BenchmarkCrowd(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		for _, table := range kernels.All() {
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("n=%d/kernels=%s/workers=%d", n, table.Name, workers), func(b *testing.B) {
					w := start(b, "crowd", n, batch.Kernels(table), batch.Workers(workers)).(*crowd)
					advance(b, w, 30)
					var least [3]time.Duration
					for b.Loop() {
						t := [4]time.Time{time.Now()}
						if err := w.shapes.Update(w.walk); err != nil {
							b.Fatal(err)
						}
						t[1] = time.Now()
						contacts, err := w.engine.Step(context.Background())
						if err != nil {
							b.Fatal(err)
						}
						t[2] = time.Now()
						if _, err := w.separator.Separate(context.Background(), contacts); err != nil {
							b.Fatal(err)
						}
						t[3] = time.Now()
						w.contacts = contacts
						for k := range least {
							if d := t[k+1].Sub(t[k]); least[k] == 0 || d < least[k] {
								least[k] = d
							}
						}
					}
					for k, name := range []string{"walk", "step", "separate"} {
						b.ReportMetric(least[k].Seconds()*1e3, "least-"+name+"-ms")
					}
					b.ReportMetric(float64(w.contacts.Len()), "contacts")
				})
			}
		}
	}
}
