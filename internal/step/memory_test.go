// SPDX-License-Identifier: MIT

package step

import "testing"

// TestReachesAreCounted: a worker counts what it has for how far the shapes of a list's strip
// reach. A strip of so many rows that the rest of its account would not hide them is too rare for
// TestHeldIsCounted of package batch.
func TestReachesAreCounted(t *testing.T) {
	w := newWorker(0, &methods[ModeContacts])
	before := w.bytes()
	w.reach = make([]float32, 1000)
	if got := w.bytes() - before; got != 4*int64(cap(w.reach)) {
		t.Errorf("%d bytes are counted for %d reaches", got, cap(w.reach))
	}
}
