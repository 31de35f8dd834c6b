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

// BenchmarkOneSpot is boxes on one spot that never meet each other, beside one that moves: static ones, in a step that makes a
// list, and the parts of one body, in any step.
func BenchmarkOneSpot(b *testing.B) {
	for _, n := range []int{5000, 10_000, 20_000} {
		for name, attrs := range map[string]soa.Attrs{"static, list": {Static: true}, "body": {Body: 1}} {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				s := soa.New()
				must.Get(s.AddCircle(soa.At(0, 1, 0), 0.5, soa.Attrs{}))(b)
				for range n {
					must.Get(s.AddBox(soa.At(0, 0, 0), 1, 1, attrs))(b)
				}
				cfg := batch.Config{Workers: 1}
				if attrs.Static {
					cfg.Skin = 2 // a new list of the moving shapes in every other step
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
