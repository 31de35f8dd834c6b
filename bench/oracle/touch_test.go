// SPDX-License-Identifier: MIT

package oracle_test

import (
	"math"
	"testing"

	"daylight/bench/oracle"
)

// Worked by hand: a box of half extents (4, 1) at the origin of A, 10 off the world's.
func TestJudgePoint(t *testing.T) {
	floor := oracle.Box(10, 10, 1, 0, 4, 1)
	box := oracle.Box(11, 11.75, 1, 0, 1, 1)          // sunk in by 0.25
	hover := oracle.Box(11, 12.25, 1, 0, 1, 1)        // 0.25 above
	ball := oracle.Circle(12, 12.5, 2)                // sunk in by 0.5
	pill := oracle.Capsule(10, 11.75, 0.8, 0.6, 5, 2) // its end at (6, 8.75)
	for _, c := range []struct {
		name        string
		b           oracle.Shape
		x, y, depth float64
		want        oracle.Touch
	}{
		{"on both", box, 2, 0.875, 0.25, oracle.Touch{}},
		{"on both, other end", box, 0, 0.875, 0.25, oracle.Touch{}},
		{"inside, beside B's edge", box, 3, 0.875, 0.25, oracle.Touch{OutlineB: 1, FromB: 1}},
		{"beyond A", box, 7, 0.875, 0.25, oracle.Touch{OutlineA: 3, FromA: 3, OutlineB: 5, FromB: 5}},
		{"wrong depth", box, 1, 0.875, 0.5, oracle.Touch{OutlineA: 0.125, OutlineB: 0.125}},
		{"near miss", hover, 1, 1.125, -0.25, oracle.Touch{FromA: 0.125, FromB: 0.125}},
		{"circle", ball, 2, 0.75, 0.5, oracle.Touch{}},
		{"beside a circle", ball, 3.5, 0.75, 0.5, oracle.Touch{OutlineB: 1.5, FromB: math.Hypot(1.5, 1.75) - 2}},
		{"end of a capsule", pill, -4, -1.125, 4.25, oracle.Touch{FromA: 0.125}},
	} {
		got := oracle.JudgePoint(floor, c.b, 0, 1, c.x, c.y, c.depth)
		for _, d := range []float64{
			got.OutlineA - c.want.OutlineA, got.OutlineB - c.want.OutlineB, got.FromA - c.want.FromA, got.FromB - c.want.FromB,
		} {
			if math.Abs(d) > 1e-12 {
				t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
				break
			}
		}
	}
}
