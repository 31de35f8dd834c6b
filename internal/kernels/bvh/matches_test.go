// SPDX-License-Identifier: MIT

package bvh

import (
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels/kernelstest"
)

// TestMatchesTables holds every table against tests one by one, in room for just as many.
func TestMatchesTables(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 2000 {
		level := randomLevel(r, 1+r.IntN(9))
		boxes := make([]NodeBox, 1+r.IntN(9))
		for k := range boxes {
			v := func() float32 { return float32(r.IntN(24)-12) * []float32{1, 1, 0.5, 0x1p89}[r.IntN(4)] }
			a, b, c, d := v(), v(), v(), v()
			boxes[k] = NodeBox{min(a, b), min(c, d), max(a, b), max(c, d)}
		}
		n := r.IntN(40)
		if round == 0 {
			n = 5000
		}
		tests := Tests{make([]uint32, n), make([]uint32, n)}
		var want Tests
		for k := range n {
			tests.Node[k], tests.Box[k] = uint32(r.IntN(len(level))), uint32(r.IntN(len(boxes)))
			found := make([]uint32, Fan)
			found = found[:children(level, tests.Node[k:k+1], &boxes[tests.Box[k]], found)]
			want.Node = append(want.Node, found...)
			for range found {
				want.Box = append(want.Box, tests.Box[k])
			}
		}
		for _, table := range All() {
			out := Tests{make([]uint32, n*Fan), make([]uint32, n*Fan)}
			got := table.Matches(level, tests, boxes, out)
			if got != len(want.Node) || !slices.Equal(out.Node[:got], want.Node) || !slices.Equal(out.Box[:got], want.Box) {
				t.Fatalf("%s: %d of %d tests: %v, want %v", table.Name, got, n, out.Node, want.Node)
			}
		}
	}
}

// TestMatchesRefuses: a node or a box that does not exist, and columns that are short, panic.
func TestMatchesRefuses(t *testing.T) {
	level, boxes := make([]Node, 2), make([]NodeBox, 3)
	for _, table := range All() {
		for name, c := range map[string]struct {
			node, box    uint32
			room, roomOf int
		}{
			"no node": {2, 2, 48, 48},
			"no box":  {1, 3, 48, 48},
			"room":    {1, 2, 47, 48},
			"room of": {1, 2, 48, 47},
			"many":    {1 << 31, 0, 48, 48},
			"short":   {0, 0, 48, 48},
			"far":     {0, 1<<32 - 1, 48, 48},
		} {
			tests := Tests{[]uint32{0, 1, c.node}, []uint32{0, 1, c.box}}
			if name == "short" {
				tests.Box = tests.Box[:2:2]
			}
			if !kernelstest.Panics(func() { table.Matches(level, tests, boxes, Tests{make([]uint32, c.room), make([]uint32, c.roomOf)}) }) {
				t.Errorf("%s: %s: no panic", table.Name, name)
			}
		}
	}
}
