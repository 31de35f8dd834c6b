// SPDX-License-Identifier: MIT

package batch_test

import (
	"fmt"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/kernels"
)

// BenchmarkManifolds compares a step with contact points with one without.
func BenchmarkManifolds(b *testing.B) {
	for _, kind := range []scene.Kind{scene.Boxes, scene.Mixed} {
		for _, n := range []int{10_000, 100_000} {
			for _, table := range kernels.All() {
				for _, mode := range []batch.Mode{batch.ModeContacts, batch.ModeManifolds} {
					name := fmt.Sprintf("scene=%s/n=%d/kernels=%s/workers=1/mode=%s", kind, n, table.Name, mode)
					b.Run(name, func(b *testing.B) {
						benchmarkStep(b, kind, n, batch.Kernels(table), batch.Workers(1), batch.WithMode(mode))
					})
				}
			}
		}
	}
}
