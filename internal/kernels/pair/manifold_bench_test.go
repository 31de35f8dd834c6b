// SPDX-License-Identifier: MIT

package pair

import (
	"fmt"
	"testing"
)

// BenchmarkManifold measures the manifold kernels on the contacts of blocks that stay
// in cache.
func BenchmarkManifold(b *testing.B) {
	for _, c := range pairings() {
		args := benchBlock(c[0], c[1], 1024, 1)
		n := Resolve(args, portable.Contacts.Of(c[0], c[1])(args).N)
		out := newManifolds(n)
		for _, tab := range All() {
			b.Run(fmt.Sprintf("pair=%s-%s/kernels=%s", classNames[c[0]], classNames[c[1]], tab.Name), func(b *testing.B) {
				f := tab.Manifolds.Of(c[0], c[1])
				for b.Loop() {
					f(args, n, out)
				}
				b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/float64(n), "ns/contact")
			})
		}
	}
}
