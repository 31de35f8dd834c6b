// SPDX-License-Identifier: MIT

package separate_test

import (
	"context"
	"fmt"
	"testing"

	"daylight/batch"
	"daylight/batch/separate"
	"daylight/bench/scene"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestSeparateCurve logs how the overlap of a scene falls with the work done on it:
// k iterations on the contacts of one step, or k steps of one iteration or of four
// each. It checks that every further rung leaves less, and that it ends well below.
func TestSeparateCurve(t *testing.T) {
	if testenv.Race {
		t.Skip("TestSeparateDeterminism has several workers do the same")
	}
	for _, kind := range []scene.Kind{scene.Circles, scene.Boxes, scene.Cluster} {
		n := 4000
		switch {
		case testing.Short():
			n = 1000
		case testenv.Full():
			n = 10_000
		}
		sum0, deep0 := overlap(collide(t, filled(t, kind, n, soa.Attrs{}), batch.Config{}))
		t.Logf("%v, %d shapes: total overlap %.0f, deepest %.3g", kind, n, sum0, deep0)
		for _, margin := range []float64{0, 0.1, 0.3} {
			last := sum0
			for _, k := range []int{1, 2, 4, 8, 16, 32} {
				shapes := filled(t, kind, n, soa.Attrs{})
				apart(t, shapes, collide(t, shapes, batch.Config{Margin: margin}), separate.Config{Iterations: k})
				sum, deep := overlap(collide(t, shapes, batch.Config{}))
				t.Logf("%v: one step, margin %v, %2d iterations: total %5.1f %%, deepest %.3g", kind, margin, k, 100*sum/sum0, deep)
				if margin == 0.3 && kind != scene.Cluster && sum > last {
					t.Errorf("%v: total overlap is %v after %d iterations, %v after fewer", kind, sum, k, last)
				}
				last = sum
			}
		}
		for _, each := range []int{1, 4} {
			shapes := filled(t, kind, n, soa.Attrs{})
			e := must.Get(batch.New(shapes, batch.Config{Margin: 0.1}))(t)
			s := must.Get(separate.New(shapes, separate.Config{Iterations: each}))(t)
			for step := 1; step <= 32; step++ {
				c := must.Get(e.Step(context.Background()))(t)
				must.Get(s.Separate(context.Background(), c))(t)
				if step&(step-1) == 0 {
					sum, deep := overlap(collide(t, shapes, batch.Config{}))
					t.Logf("%v: %2d steps of %d iterations: total %5.1f %%, deepest %.3g", kind, step, each, 100*sum/sum0, deep)
				}
			}
			if sum, _ := overlap(collide(t, shapes, batch.Config{})); kind != scene.Cluster && sum > 0.05*sum0 {
				t.Errorf("%v: %v of %v overlap is left after 32 steps", kind, sum, sum0)
			}
		}
	}
}

// BenchmarkSeparate measures a separation alone, on the contacts of one step.
func BenchmarkSeparate(b *testing.B) {
	for _, kind := range []scene.Kind{scene.Circles, scene.Boxes, scene.Cluster} {
		for _, workers := range []int{1, 2} {
			for _, iterations := range []int{1, 4, 16} {
				b.Run(fmt.Sprintf("scene=%v/n=100000/iterations=%d/workers=%d", kind, iterations, workers), func(b *testing.B) {
					shapes := filled(b, kind, 100_000, soa.Attrs{})
					e := must.Get(batch.New(shapes, batch.Config{Margin: 0.1}))(b)
					var c *batch.Contacts
					for range 2 { // the first step may reorder
						c = must.Get(e.Step(context.Background()))(b)
					}
					s := must.Get(separate.New(shapes, separate.Config{Iterations: iterations, Workers: workers}))(b)
					x0, y0 := places(shapes)
					for b.Loop() {
						x, y := livetest.Positions(shapes)
						copy(x, x0)
						copy(y, y0)
						must.Get(s.Separate(context.Background(), c))(b)
					}
					b.ReportMetric(float64(c.Len()), "contacts")
					b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/float64(c.Len()), "ns/contact")
				})
			}
		}
	}
}
