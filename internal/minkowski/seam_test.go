// SPDX-License-Identifier: MIT

package minkowski

import "testing"

// A point on the seam of two parts lies inside the body that they make; one on the outline
// touches it.
func TestPointOnSeam(t *testing.T) {
	box := func(x0, y0, x1, y1 float64) Part {
		return Part{Core: []Vec{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}}
	}
	body := []Part{box(0, 0, 1, 4), box(1, 0, 3, 4)}
	var f Finder
	for _, c := range []struct {
		x, y, length float64
	}{{1, 2, 1}, {1, 3.5, .5}, {0, 2, 0}, {1, 0, 0}, {3, 4, 0}} {
		if p := f.Part(body, []Part{{Core: []Vec{{c.x, c.y}}}}); p.Length < c.length-1e-9 || p.Length > c.length+1e-9 {
			t.Errorf("%v, %v: pushed by %v, want %v", c.x, c.y, p, c.length)
		}
		if p := f.Part(body, []Part{{Core: []Vec{{c.x, c.y - .1}, {c.x, c.y + .1}}}}); c.length > .5 && (p.Length < c.length-1e-9 || p.Length > c.length+1e-9) {
			t.Errorf("a segment at %v, %v: pushed by %v, want %v", c.x, c.y, p, c.length)
		}
	}
}
