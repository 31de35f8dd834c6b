// SPDX-License-Identifier: MIT

package oracle

import (
	"math/big"
	"testing"
)

func TestOverlayKnown(t *testing.T) {
	square := func(x, y, s float64) [][2]float64 {
		return [][2]float64{{x, y}, {x + s, y}, {x + s, y + s}, {x, y + s}}
	}
	frame := Region{square(0, 0, 3), square(1, 1, 1)}
	for _, c := range []struct {
		name                 string
		a, b                 Region
		common, onlyA, onlyB *big.Rat
		meet                 bool
	}{
		{"crossing", Region{square(0, 0, 2)}, Region{square(1, 1, 2)}, big.NewRat(1, 1), big.NewRat(3, 1), big.NewRat(3, 1), true},
		{"along an edge", Region{square(0, 0, 1)}, Region{square(1, 0, 1)}, new(big.Rat), big.NewRat(1, 1), big.NewRat(1, 1), true},
		{"at a corner", Region{square(0, 0, 1)}, Region{square(1, 1, 1)}, new(big.Rat), big.NewRat(1, 1), big.NewRat(1, 1), true},
		{"apart", Region{square(0, 0, 1)}, Region{square(2, 2, 1)}, new(big.Rat), big.NewRat(1, 1), big.NewRat(1, 1), false},
		{"in the hole", frame, Region{square(1.25, 1.25, .5)}, new(big.Rat), big.NewRat(8, 1), big.NewRat(1, 4), false},
		{"filling the hole", frame, Region{square(1, 1, 1)}, new(big.Rat), big.NewRat(8, 1), big.NewRat(1, 1), true},
		{"the same", frame, frame, big.NewRat(8, 1), new(big.Rat), new(big.Rat), true},
		{"triangles", Region{{{0, 0}, {3, 0}, {0, 3}}}, Region{{{1, 1}, {0, 1}, {1, 0}}}, big.NewRat(1, 2), big.NewRat(4, 1), new(big.Rat), true},
		{"thirds", Region{{{0, 0}, {1, 0}, {0, 1}}}, Region{{{0, 0}, {2, 1}, {0, 1}}}, big.NewRat(1, 3), big.NewRat(1, 6), big.NewRat(2, 3), true},
	} {
		o := Overlay(c.a, c.b)
		if o.Common.Cmp(c.common) != 0 || o.OnlyA.Cmp(c.onlyA) != 0 || o.OnlyB.Cmp(c.onlyB) != 0 || o.Meet != c.meet {
			t.Errorf("%s: %v, %v and %v, meet %v", c.name, o.Common, o.OnlyA, o.OnlyB, o.Meet)
		}
	}
	o := Overlay(Region{square(0, 0, 2)}, Region{square(1, 1, 2)})
	if want := big.NewRat(3, 2); o.MomentX.Cmp(want) != 0 || o.MomentY.Cmp(want) != 0 {
		t.Errorf("moments %v, %v", o.MomentX, o.MomentY)
	}
}
