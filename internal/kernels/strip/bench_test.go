// SPDX-License-Identifier: MIT

package strip

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"daylight/internal/kernels"
)

// BenchmarkSweep measures a strip with about the given number of partners a row.
func BenchmarkSweep(b *testing.B) {
	const n = 4096
	for _, partners := range []int{8, 32} {
		s := benchStrip(n, partners)
		out := make([]kernels.Pair, 4096)
		for _, tab := range All() {
			b.Run(fmt.Sprintf("kernel=sweep/kernels=%s/n=%d/partners=%d", tab.Name, n, partners), func(b *testing.B) {
				found := 0
				for b.Loop() {
					found = 0
					for at := (Cursor{}); at.I < len(s.End); {
						var k int
						k, at = tab.Sweep(s, at, out)
						found += k
					}
				}
				per := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
				b.ReportMetric(per/n, "ns/row")
				b.ReportMetric(per/float64(n*partners), "ns/test")
				b.ReportMetric(float64(found)/n, "pairs/row")
			})
		}
	}
}

func benchStrip(n, partners int) *Strip {
	r := rand.New(rand.NewPCG(3, 3))
	s := &Strip{}
	for i := range n {
		x, y := int32(i*1000), int32(r.IntN(6000))
		s.X0, s.X1 = append(s.X0, x), append(s.X1, x+int32(1000*partners)+int32(r.IntN(1000)))
		s.Y0, s.Y1 = append(s.Y0, y), append(s.Y1, y+500+int32(r.IntN(1000)))
		s.End = append(s.End, uint32(min(n, i+1+partners)))
		s.Apart, s.Order = append(s.Apart, uint32(r.IntN(6)/5)<<31), append(s.Order, r.Int32())
	}
	roomy(s)
	return s
}
