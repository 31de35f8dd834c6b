// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/soa"
)

// BenchmarkSmall measures steps of few boxes, which the engine moves forth and back, with a list and without.
func BenchmarkSmall(b *testing.B) {
	for _, n := range []int{10, 50, 100, 200, 1000, 4000} {
		for _, skin := range []int{0, benchSkin} {
			b.Run(fmt.Sprintf("n=%d/skin=%d", n, skin), func(b *testing.B) {
				s, err := scene.New(scene.Boxes, n, scene.DefaultSeed)
				if err != nil {
					b.Fatal(err)
				}
				shapes := soa.New()
				run, err := s.Fill(shapes, soa.Attrs{})
				if err != nil {
					b.Fatal(err)
				}
				vx, vy, spin := run.Velocities()
				e, err := batch.New(shapes, batch.Config{Skin: skin, Columns: batch.Columns{VX: vx, VY: vy, Spin: spin}})
				if err != nil {
					b.Fatal(err)
				}
				frame := 0
				step := func() {
					dt := scene.Frame
					if frame/64%2 == 1 {
						dt = -dt
					}
					if _, err := e.Advance(context.Background(), dt); err != nil {
						b.Fatal(err)
					}
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
