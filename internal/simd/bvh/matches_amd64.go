// SPDX-License-Identifier: MIT

//go:build !purego

package bvh

import "daylight/internal/simd"

func matchesByAVX2(level []Node, tests Tests, boxes []NodeBox, out Tests) int {
	return matchesBy(level, tests, boxes, out, matchesAVX2)
}

func matchesByAVX512(level []Node, tests Tests, boxes []NodeBox, out Tests) int {
	return matchesBy(level, tests, boxes, out, matchesAVX512)
}

// matchesBy panics where the portable code would: columns are looked at here, and the assembly
// returns -1 for a node or a box that does not exist.
func matchesBy(level []Node, tests Tests, boxes []NodeBox, out Tests,
	vector func(level *float32, nodes int, list, of *uint32, count int, boxes *float32, asked int, out, outOf *uint32) int) int {
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
