// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"fmt"
	"testing"
	"time"

	"daylight/batch"
	"daylight/internal/kernels/isa"
)

// BenchmarkCrowd is a frame of people: walking, the step, and four iterations of
// pushing apart. Besides the mean of the whole it reports the least of each part, which
// says what they cost where others keep the machine busy. With a list of candidates the least
// step is one that uses it; listed says how many of a hundred steps had one, and made how many
// made one, and the least of those is told as well.
func BenchmarkCrowd(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		for _, table := range isa.All() {
			for _, c := range []struct {
				workers int
				skin    bool
			}{{1, false}, {1, true}, {2, false}, {2, true}} {
				b.Run(fmt.Sprintf("n=%d/kernels=%s/workers=%d/skin=%v", n, table.Name, c.workers, c.skin), func(b *testing.B) {
					w := start(b, "crowd", n, batch.Config{Kernels: table.Name, Workers: c.workers, Skin: c.skin}).(*crowd)
					advance(b, w, 30)
					var least [3]time.Duration
					var leastMade time.Duration
					used, made := 0, 0
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
						st := w.engine.Stats().SkinAge
						for k := range least {
							if d := t[k+1].Sub(t[k]); k != 1 || st != 1 {
								if least[k] == 0 || d < least[k] {
									least[k] = d
								}
							} else if leastMade == 0 || d < leastMade {
								leastMade = d
							}
						}
						if st > 0 {
							used++
						}
						if st == 1 {
							made++
						}
					}
					for k, name := range []string{"walk", "step", "separate"} {
						b.ReportMetric(least[k].Seconds()*1e3, "least-"+name+"-ms")
					}
					b.ReportMetric(float64(w.contacts.Len()), "contacts")
					if c.skin {
						b.ReportMetric(leastMade.Seconds()*1e3, "least-make-ms")
						b.ReportMetric(100*float64(used)/float64(b.N), "listed")
						b.ReportMetric(100*float64(made)/float64(b.N), "made")
					}
				})
			}
		}
	}
}
