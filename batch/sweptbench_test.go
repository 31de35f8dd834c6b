// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/kernels/isa"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/soa"
)

// BenchmarkSwept compares the swept step with the contact step on scenes that stand
// still, so that both see the same shapes: with a motion of up to a tenth and of up to a
// whole mean box a step, and with ten bullets, which cross the whole scene in one step,
// among boxes that move by a tenth.
func BenchmarkSwept(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		for _, table := range isa.All() {
			for _, motion := range []struct {
				name    string
				mode    batch.Mode
				speed   float64
				turn    float64
				bullets int
			}{
				{"contact", batch.ModeContacts, 0, 0, 0},
				{"rest", batch.ModeSwept, 0, 0, 0},
				{"tenth", batch.ModeSwept, 0.1, 0, 0},
				{"whole", batch.ModeSwept, 1, 0, 0},
				{"bullets", batch.ModeSwept, 0.1, 0, 10},
				{"turning", batch.ModeSwept, 0.1, 0.1, 0},
			} {
				name := fmt.Sprintf("scene=boxes/n=%d/kernels=%s/workers=1/motion=%s", n, table.Name, motion.name)
				b.Run(name, func(b *testing.B) {
					r := seeded(b, 1)
					shapes := soa.New()
					s := must.Get(scene.New(scene.Boxes, n, scene.DefaultSeed))(b)
					must.Get(s.Fill(shapes, soa.Attrs{}))(b)
					dx, dy, turn := soa.Attach[float32](shapes), soa.Attach[float32](shapes), soa.Attach[float32](shapes)
					x, y := livetest.Positions(shapes)
					var x0, y0, x1, y1 = x[0], y[0], x[0], y[0]
					for i := range x {
						x0, y0, x1, y1 = min(x0, x[i]), min(y0, y[i]), max(x1, x[i]), max(y1, y[i])
					}
					mean := 0.0
					for i := range n {
						mean += float64(s.S1[i]) + float64(s.S2[i])
					}
					mean /= float64(n)
					for i := range n {
						sin, cos := math.Sincos(2 * math.Pi * r.Float64())
						v := motion.speed * mean * r.Float64()
						livetest.Data(dx)[i], livetest.Data(dy)[i] = float32(v*cos), float32(v*sin)
						livetest.Data(turn)[i] = float32(motion.turn * (r.Float64() - 0.5))
					}
					for k := range motion.bullets {
						i := k * n / motion.bullets
						x[i], y[i] = x0, y0+(y1-y0)*float64(k)/10
						livetest.Data(dx)[i], livetest.Data(dy)[i] = float32(x1-x0), float32((y1-y0)*(1-float64(k)/5))
					}
					m := batch.Columns{Motion: soa.Motion{VX: dx, VY: dy}}
					if motion.turn != 0 {
						m.Spin = turn
					}
					e := must.Get(batch.New(shapes, batch.Config{Mode: motion.mode, Columns: m, Workers: 1, Kernels: table.Name}))(b)
					for range scene.FirstFrame {
						must.Get(e.Step(context.Background()))(b)
					}
					var narrow, refresh float64
					b.ReportAllocs()
					for b.Loop() {
						must.Get(e.Step(context.Background()))(b)
						narrow += e.Stats().Times.Of("narrow").Seconds()
						refresh += e.Stats().Times.Of("refresh").Seconds()
					}
					stats := e.Stats()
					b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/float64(n), "ns/shape")
					b.ReportMetric(float64(stats.Candidates), "candidates")
					b.ReportMetric(float64(stats.Contacts), "contacts")
					b.ReportMetric(float64(stats.Detail().Pieces), "pieces")
					b.ReportMetric(narrow*1e3/float64(b.N), "narrow-ms")
					b.ReportMetric(refresh*1e3/float64(b.N), "refresh-ms")
				})
			}
		}
	}
}
