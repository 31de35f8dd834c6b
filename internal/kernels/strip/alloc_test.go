// SPDX-License-Identifier: MIT

package strip

import (
	"testing"

	"daylight/internal/kernels"
)

func TestNothingAllocates(t *testing.T) {
	for _, tab := range All() {
		s, out := benchStrip(200, 20), make([]kernels.Pair, 4096)
		if n := testing.AllocsPerRun(10, func() { tab.Sweep(s, Cursor{}, out) }); n != 0 {
			t.Errorf("%s sweep: %v allocations", tab.Name, n)
		}
	}
}
