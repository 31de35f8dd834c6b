// SPDX-License-Identifier: MIT

//go:build !purego

package bvh

import (
	"math"

	"daylight/internal/simd"
)

// What stands here is of no instruction set: it checks what assembly relies on, cuts the work into
// calls that end soon, tells the race detector, and leaves what remains to the portable functions.

// childrenBy returns children by means of assembly, and panics where that does: if a node does not exist, or there
// is no room.
func childrenBy(vector func(level *float32, list *uint32, count int, b *float32, out *uint32) int) func(level []Node, list []uint32, b *NodeBox, out []uint32) int {
	return func(level []Node, list []uint32, b *NodeBox, out []uint32) int {
		for _, i := range list {
			_ = level[i]
		}
		if len(list) == 0 {
			return 0
		}
		_ = out[len(list)*Fan-1]
		simd.RaceReadAt(level, list, 0)
		simd.RaceRead(list)
		simd.RaceWrite(out)
		return vector(&level[0].MinX[0], &list[0], len(list), &b.MinX, &out[0])
	}
}

// matchesBy returns matches by means of assembly, and panics where that does: the assembly returns -1 where a node
// or a box does not exist.
func matchesBy(vector func(level *float32, nodes int, list, of *uint32, count int, boxes *float32, asked int, out, outOf *uint32) int) func(level []Node, tests Tests, boxes []NodeBox, out Tests) int {
	return func(level []Node, tests Tests, boxes []NodeBox, out Tests) int {
		at := 0
		_ = tests.Box[:len(tests.Node)]
		for k := 0; k < len(tests.Node); k += simd.CallEntries {
			n := min(len(tests.Node)-k, simd.CallEntries)
			node, box := out.Node[at:], out.Box[at:]
			_, _ = node[n*Fan-1], box[n*Fan-1]
			simd.RaceRead(tests.Node[k : k+n])
			simd.RaceRead(tests.Box[k : k+n])
			simd.RaceRead(boxes)
			simd.RaceWrite(node)
			simd.RaceWrite(box)
			simd.RaceRead(level)
			did := vector(&level[0].MinX[0], len(level), &tests.Node[k], &tests.Box[k], n, &boxes[0].MinX, len(boxes), &node[0], &box[0])
			if did < 0 {
				panic("kernels: a test of a node or a box that does not exist")
			}
			at += did
		}
		return at
	}
}

// identifyVector is assembly for at least one test. It returns -1 for n where a node or a window
// does not exist.
type identifyVector func(level *float32, nodes int, ids *uint64, list, of *uint32, count int, windows *float32, asked int,
	out *uint64, from, last int, ends, open *uint32) (n, opened int)

// identifyBy returns identify by means of assembly, and panics where that does. A call of assembly begins where
// the one before it has ended.
func identifyBy(vector identifyVector) func(level []Node, ids []uint64, tests Tests, windows []Window, to Found) (n, open int) {
	return func(level []Node, ids []uint64, tests Tests, windows []Window, to Found) (n, open int) {
		_, _, _ = tests.Box[:len(tests.Node)], ids[:len(level)*Fan], to.End[:len(windows)]
		if len(tests.Node) > math.MaxUint32/Fan {
			panic("kernels: more tests than their children can be numbered")
		}
		for k := 0; k < len(tests.Node); k += simd.CallEntries {
			m := min(len(tests.Node)-k, simd.CallEntries)
			_, _ = to.ID[n+m*Fan-1], to.Open[open+m-1]
			simd.RaceRead(tests.Node[k : k+m])
			simd.RaceRead(tests.Box[k : k+m])
			simd.RaceRead(windows)
			simd.RaceRead(level)
			simd.RaceRead(ids)
			simd.RaceWrite(to.ID[n : n+m*Fan])
			simd.RaceWrite(to.End)
			simd.RaceWrite(to.Open[open : open+m])
			end, opened := vector(&level[0].MinX[0], len(level), &ids[0], &tests.Node[k], &tests.Box[k], m, &windows[0].MinX, len(windows),
				&to.ID[0], n, k+m, &to.End[0], &to.Open[open])
			if end < 0 {
				panic("kernels: a test of a node or a window that does not exist")
			}
			n, open = end, open+opened
		}
		return n, open
	}
}
