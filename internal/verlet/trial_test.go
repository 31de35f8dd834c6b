// SPDX-License-Identifier: MIT

package verlet

import "testing"

// TestLifeAt: the denser shapes lie, the shorter a list serves, and there is none where none pays.
func TestLifeAt(t *testing.T) {
	const growth = 0.062 // of the boxes of SCENES.md
	last := trialLife
	for _, c := range []struct {
		candidates float64
		least      int
		most       int
	}{{1.3, 7, 8}, {3.3, 5, 7}, {6.6, 4, 6}, {13.1, 4, 4}, {26, 0, 0}} {
		got := lifeAt(c.candidates, growth)
		if got < c.least || got > c.most || got > last {
			t.Errorf("with %v candidates a shape a list serves %d steps, want %d to %d, and at most %d", c.candidates, got, c.least, c.most, last)
		}
		last = got
	}
	if got := lifeAt(13, 0.4); got != 0 {
		t.Errorf("candidates that grow by .4 a step have a list of %d steps", got)
	}
}
