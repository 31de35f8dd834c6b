// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/must"
	"daylight/soa"
)

// BenchmarkSmall measures steps of few boxes, which the engine moves forth and back, with a list
// and without.
func BenchmarkSmall(b *testing.B) {
	for _, n := range []int{10, 50, 100, 200, 1000, 4000} {
		for _, skin := range []int{0, benchSkin} {
			b.Run(fmt.Sprintf("n=%d/skin=%d", n, skin), func(b *testing.B) {
				shapes, run := running(b, scene.Boxes, n, soa.Attrs{})
				vx, vy, spin := run.Velocities()
				e := must.Get(batch.New(shapes, batch.Config{Columns: [2]batch.Columns{{Motion: soa.Motion{VX: vx, VY: vy, Spin: spin}}}}.Listed(skin)))(b)
				frame := 0
				step := func() {
					dt := scene.Frame
					if frame/64%2 == 1 {
						dt = -dt
					}
					must.Get(e.Advance(context.Background(), dt))(b)
					frame++
				}
				for range 256 {
					step()
				}
				b.ReportAllocs()
				for b.Loop() {
					step()
				}
				b.ReportMetric(float64(e.Stats().Candidates), "candidates")
			})
		}
	}
}
