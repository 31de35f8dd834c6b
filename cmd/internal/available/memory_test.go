// SPDX-License-Identifier: MIT

package available

import "testing"

func TestMemory(t *testing.T) {
	if n := Memory(); n < 16<<20 || n > maxTotal {
		t.Error(n)
	}
	if n := least(0, 0); n != min(unknown, maxTotal) {
		t.Errorf("nothing known: %d", n)
	}
}
