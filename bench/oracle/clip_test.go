// SPDX-License-Identifier: MIT

package oracle_test

import (
	"math"
	"slices"
	"testing"

	"daylight/bench/oracle"
	"daylight/internal/must"
)

func clip(t *testing.T, a, b oracle.Shape, fa, fb oracle.Face, nx, ny float64) oracle.Clipped {
	t.Helper()
	return must.Get(oracle.Clip(a, b, fa, fb, nx, ny))(t)
}

// Worked by hand, and scaled normals make no difference.
func TestClip(t *testing.T) {
	wide, small := oracle.Box(10, 10, 1, 0, 4, 1), oracle.Box(13, 11.75, 1, 0, 2, 1)
	tilted := oracle.Box(15, 18.5, 0.8, 0.6, 5, 5)
	for _, c := range []struct {
		name    string
		a, b    oracle.Shape
		fa, fb  oracle.Face
		nx, ny  float64
		ends    [2]oracle.End
		overlap float64
	}{
		{"flat", wide, small, oracle.Face{I: 2, J: 3}, oracle.Face{I: 0, J: 1}, 0, 2,
			[2]oracle.End{{Place: -4, X: 4, Y: 0.875, Gap: -0.25}, {Place: -1, X: 1, Y: 0.875, Gap: -0.25}}, 3},
		{"flat, from the other side", small, wide, oracle.Face{I: 0, J: 1}, oracle.Face{I: 2, J: 3}, 0, -1,
			[2]oracle.End{{Place: -2, X: -2, Y: -0.875, Gap: -0.25}, {Place: 1, X: 1, Y: -0.875, Gap: -0.25}}, 3},
		// The lowest corner is at (14, 11.5), from where the edge climbs 3 in 4. A's top
		// is at 11 and ends at x = 18.
		{"tilted", oracle.Box(10, 10, 1, 0, 8, 1), tilted, oracle.Face{I: 2, J: 3}, oracle.Face{I: 0, J: 1}, 0, 1,
			[2]oracle.End{{Place: -8, X: 8, Y: (1 + 4.5) / 2, Gap: 3.5}, {Place: -4, X: 4, Y: 1.25, Gap: 0.5}}, 4},
		{"tilted against a vertex", oracle.Circle(14, 10, 1), tilted, oracle.Face{}, oracle.Face{I: 0, J: 1}, 0, 1,
			[2]oracle.End{{Place: 0, X: 0, Y: 1.25, Gap: 0.5}, {Place: 0, X: 0, Y: 1.25, Gap: 0.5}}, 0},
		{"beside one another", wide, oracle.Box(16, 12, 1, 0, 1, 1), oracle.Face{I: 2, J: 3}, oracle.Face{I: 0, J: 1}, 0, 1,
			[2]oracle.End{{Place: -4.5, X: 4.5, Y: 1, Gap: 0}, {Place: -4.5, X: 4.5, Y: 1, Gap: 0}}, -1},
		{"capsules", oracle.Capsule(0, 0, 1, 0, 3, 1), oracle.Capsule(2, 1.5, -1, 0, 3, 0.5), oracle.Face{I: 1, J: 0}, oracle.Face{I: 1, J: 0}, 0, 1,
			[2]oracle.End{{Place: -3, X: 3, Y: 1, Gap: 0}, {Place: 1, X: -1, Y: 1, Gap: 0}}, 4},
	} {
		got := clip(t, c.a, c.b, c.fa, c.fb, c.nx, c.ny)
		if got.Ends != c.ends && !near(got.Ends, c.ends) || math.Abs(got.Overlap-c.overlap) > 1e-12 {
			t.Errorf("%s: %+v, want %+v, overlap %v", c.name, got, c.ends, c.overlap)
		}
	}
}

func near(a, b [2]oracle.End) bool {
	for i := range a {
		if math.Abs(a[i].Place-b[i].Place)+math.Abs(a[i].X-b[i].X)+math.Abs(a[i].Y-b[i].Y)+math.Abs(a[i].Gap-b[i].Gap) > 1e-12 {
			return false
		}
	}
	return true
}

func TestFaces(t *testing.T) {
	square := oracle.Box(7, 7, 1, 0, 1, 1)
	for _, c := range []struct {
		s      oracle.Shape
		nx, ny float64
		blunt  float64
		want   []oracle.Face
	}{
		{square, 3, 0.1, 0, []oracle.Face{{I: 1, J: 2}}},
		{square, 1, 1, 0, []oracle.Face{{I: 1, J: 2}, {I: 2, J: 3}}},
		{square, -1, 0, 3, []oracle.Face{{I: 3, J: 0}, {I: 3, J: 3}}},
		{oracle.Circle(0, 0, 1), 1, 0, 0, []oracle.Face{{}}},
		{oracle.Capsule(0, 0, 1, 0, 1, 1), 0, 1, 0, []oracle.Face{{I: 1, J: 0}}},
		{oracle.Capsule(0, 0, 1, 0, 1, 1), 1, 0, 0, []oracle.Face{{I: 0, J: 1}, {I: 1, J: 0}, {I: 1, J: 1}}},
	} {
		got := c.s.Faces(c.nx, c.ny, 1e-9, c.blunt)
		if c.blunt > 0 {
			got = got[:min(2, len(got))]
			c.want[1] = got[1] // either end is farthest
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v along (%v, %v): %v, want %v", c.s, c.nx, c.ny, got, c.want)
		}
	}
}
