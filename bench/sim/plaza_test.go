// SPDX-License-Identifier: MIT

package sim

import (
	"testing"

	"daylight/batch"
	"daylight/internal/livetest"
	"daylight/internal/must"
)

// stroll runs a plaza and tells how many have crossed, and what share of the people overlap
// another by more than a centimetre, on average over frames.
func stroll(t *testing.T, n, frames int, blind bool) (w *plaza, pressed float64) {
	t.Helper()
	made := must.Get(makePlaza(n, 1, blind, batch.Config{Workers: 1}))(t)
	w = made.(*plaza)
	for range frames {
		advance(t, w, 1)
		for _, d := range w.contacts.Depth {
			if d > 0.01 {
				pressed += 2 / float64(n*frames)
			}
		}
		x, y := livetest.Positions(w.shapes)
		for i := range x {
			if livetest.Static(w.shapes)[i] {
				continue
			}
			if x[i] < 0 || x[i] > w.width || y[i] < 0 || y[i] > w.height {
				t.Fatalf("frame %d: somebody is outside, at %v, %v", w.frame, x[i], y[i])
			}
		}
	}
	return w, pressed
}

// TestPlaza: people get across, all stay inside, and who looks where he goes bumps into others
// far less than who does not.
func TestPlaza(t *testing.T) {
	n, frames := 150, 1500
	if testing.Short() {
		n, frames = 100, 900
	}
	seeing, pressed := stroll(t, n, frames, false)
	blind, squeezed := stroll(t, n, frames, true)
	t.Logf("%d people, %d frames: %d crossed, %.4f of them pressed; blind %d and %.4f", n, frames, seeing.crossed, pressed, blind.crossed, squeezed)
	if seeing.crossed < n/4 {
		t.Errorf("only %d crossed", seeing.crossed)
	}
	if !(pressed < squeezed/2) {
		t.Errorf("%.4f of those who see are pressed, %.4f of those who do not", pressed, squeezed)
	}
}

// TestPlazaAsks: what people see and who is near them is what shapes at their places are asked.
func TestPlazaAsks(t *testing.T) {
	w := must.Get(makePlaza(200, 3, false, batch.Config{Workers: 1}))(t)
	p := w.(*plaza)
	advance(t, p, 90)
	looks, met := 0, 0
	for k := range p.rays.x {
		looks++
		if p.seen[k].Shape != 0 {
			met++
		}
		if p.seen[k].Shape == p.rays.skip[k] {
			t.Fatalf("ray %d: somebody sees himself", k)
		}
	}
	pairs := 0
	for i := range p.shapes.Len() {
		for _, j := range p.near.Row(i) {
			if int(j) == i {
				t.Fatalf("slot %d is its own neighbour", i)
			}
			pairs++
		}
	}
	if looks < 200 || met < looks/10 || met == looks || pairs < 20 || pairs%2 != 0 {
		t.Errorf("%d rays, of which %d meet something, and %d neighbours", looks, met, pairs)
	}
}
