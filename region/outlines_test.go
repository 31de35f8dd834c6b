// SPDX-License-Identifier: MIT

package region_test

import (
	"math"
	"slices"
	"testing"

	. "daylight/region"
)

// TestCompareOutlines: boxes, and outlines either way round, concave and unclean.
func TestCompareOutlines(t *testing.T) {
	box := []Point{{0.1, 0.1}, {0.3, 0.2}}
	turned := func(pts []Point) []Point {
		pts = slices.Clone(pts)
		slices.Reverse(pts)
		return pts
	}
	triangle := []Point{{0.3, 0.1}, {0.7, 0.1}, {0.7, 0.9}}
	bay := []Point{{0.3, 0}, {1, 0}, {1, 1}, {0.3, 1}, {0.9, 0.5}}
	for _, c := range []struct {
		name string
		a, b []Point
		want Verdict
	}{
		{"boxes that abut", box, []Point{{0.3, 0}, {1, 1}}, Touching},
		{"boxes at a corner", box, []Point{{0.3, 0.2}, {1, 1}}, Touching},
		{"boxes apart", box, []Point{{math.Nextafter(0.3, 1), 0}, {1, 1}}, Apart},
		{"boxes that overlap", box, []Point{{math.Nextafter(0.3, 0), 0}, {1, 1}}, Overlapping},
		{"a triangle at a corner", box, triangle, Touching},
		{"clockwise", box, turned(triangle), Touching},
		{"apart by an ulp", []Point{{0.1, 0}, {math.Nextafter(0.3, 0), 1}}, turned(triangle), Apart},
		{"concave", []Point{{0.3, 0.05}, {0.6, 0.8}}, bay, Overlapping},
		{"in a bay", []Point{{0.31, 0.45}, {0.5, 0.55}}, turned(bay), Apart},
		{"with a point twice", box, []Point{{0.3, 0.1}, {0.3, 0.1}, {0.7, 0.1}, {0.7, 0.9}}, Touching},
		{"crossing itself", []Point{{0, 0}, {1, 1}, {1, 0}, {0, 1}}, []Point{{0.2, 0.5}, {0.4, 0.6}}, Overlapping},
		{"no outline", box, nil, Verdict(9)},
		{"no area", box, []Point{{0, 0}, {1, 1}, {2, 2}}, Verdict(9)},
		{"a box without an area", box, []Point{{0.2, 0}, {0.2, 1}}, Verdict(9)},
		{"corners the wrong way round", box, []Point{{1, 1}, {0, 0}}, Verdict(9)},
		{"a box that is no number", box, []Point{{math.NaN(), 0}, {1, 1}}, Verdict(9)},
		{"no number", []Point{{0, 0}, {math.NaN(), 1}, {2, 0}}, box, Verdict(9)},
	} {
		if got, other := CompareOutlines(c.a, c.b, 9), CompareOutlines(c.b, c.a, 9); got != c.want || other != c.want {
			t.Errorf("%s: %v and %v, want %v", c.name, got, other, c.want)
		}
	}
}
