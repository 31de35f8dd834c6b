// SPDX-License-Identifier: MIT

package memory

import "testing"

func TestAvailable(t *testing.T) {
	if n := Available(); n < 16<<20 || n > maxTotal {
		t.Error(n)
	}
	if n := least(0, 0); n != min(unknown, maxTotal) {
		t.Errorf("nothing known: %d", n)
	}
}
