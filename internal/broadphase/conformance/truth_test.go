// SPDX-License-Identifier: MIT

package conformance

import (
	"testing"

	"daylight/internal/kernels"
)

// TestCheckRefuses makes sure that Check can fail.
func TestCheckRefuses(t *testing.T) {
	var m builder
	m.add(0, 0, 1, 1)
	m.add(2, 0, 1, 1) // touches the first
	m.add(0x1p40, 0, 1, 1)
	m.add(0x1p40+2+0x1p-12, 0, 1, 1) // just misses
	c := &Case{Boxes: m.b}
	right := kernels.Pair{A: 0, B: 1}
	for _, w := range []struct {
		name  string
		pairs []kernels.Pair
		slop  float64
		ok    bool
	}{
		{"right", []kernels.Pair{right}, 0, true},
		{"missing", nil, 0, false},
		{"twice", []kernels.Pair{right, right}, 0, false},
		{"both ways", []kernels.Pair{right, {A: 1, B: 0}}, 0, false},
		{"wrong way round", []kernels.Pair{{A: 1, B: 0}}, 0, false},
		{"itself", []kernels.Pair{right, {A: 2, B: 2}}, 0, false},
		{"unknown", []kernels.Pair{right, {A: 2, B: 9}}, 0, false},
		{"apart", []kernels.Pair{right, {A: 2, B: 3}}, 0, false},
		{"apart within slop", []kernels.Pair{right, {A: 2, B: 3}}, 0x1p-50, true},
		{"apart beyond slop", []kernels.Pair{right, {A: 1, B: 3}}, 0x1p-2, false},
	} {
		if err := Check(c, w.pairs, w.slop); (err == nil) != w.ok {
			t.Errorf("%s: %v", w.name, err)
		}
	}
}
