// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"testing"

	"daylight/batch"
	"daylight/internal/must"
	"daylight/soa"
)

// BenchmarkOneSpot puts boxes on one spot beside a circle that moves. Filters keep the boxes from
// meeting each other, or let only boxes of two bodies meet. Static boxes are measured in steps that
// make a list, others in any step.
func BenchmarkOneSpot(b *testing.B) {
	for _, c := range []struct {
		name  string
		attrs func(i int) soa.Attrs
	}{
		{"static, list", func(int) soa.Attrs { return soa.Attrs{Static: true} }},
		{"body", func(int) soa.Attrs { return soa.Attrs{Body: 1} }},
		{"group", func(int) soa.Attrs { return soa.Attrs{Group: -1} }},
		{"layers", func(i int) soa.Attrs { return soa.Attrs{Category: 2 << (i % 20), Ignore: ^uint32(1)} }},
		{"static and body", func(i int) soa.Attrs {
			return soa.Attrs{Static: i%2 == 0, Body: uint32(i % 2), Ignore: uint32(i % 2 * 2), Category: 2}
		}},
		{"many bodies", func(i int) soa.Attrs { return soa.Attrs{Body: 1 + uint32(i%1000), Ignore: ^uint32(1), Category: 2} }},
	} {
		for _, n := range []int{5000, 10_000, 20_000} {
			b.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(b *testing.B) {
				s := soa.New()
				must.Get(s.AddCircle(soa.At(0, 1, 0), 0.5, soa.Attrs{}))(b)
				for i := range n {
					must.Get(s.AddBox(soa.At(0, 0, 0), 1, 1, c.attrs(i)))(b)
				}
				cfg := batch.Config{Workers: 1}
				if c.name == "static, list" {
					cfg = cfg.Listed(2) // a new list of the moving shapes in every other step
				}
				e := must.Get(batch.New(s, cfg))(b)
				for b.Loop() {
					must.Do(b, s.Update(func(c soa.Live) { c.X[0]++ }))
					must.Get(e.Step(context.Background()))(b)
				}
			})
		}
	}
}
