// SPDX-License-Identifier: MIT

package bvh

import "daylight/internal/kernels"

// Tests are columns of the same length: nodes, or children of nodes, and the numbers of the boxes
// that each is tested against, or has been found to meet.
type Tests struct{ Node, Box []uint32 }

// matches is Searching.Matches in portable Go, which defines what it means.
func matches(level []Node, tests Tests, boxes []NodeBox, out Tests) int {
	at := 0
	of := tests.Box[:len(tests.Node)]
	for k, i := range tests.Node {
		n, b := &level[i], &boxes[of[k]]
		for c := range Fan {
			out.Node[at], out.Box[at] = i*Fan+uint32(c), of[k]
			at += kernels.One(n.MinX[c] <= b.MaxX && n.MaxX[c] >= b.MinX && n.MinY[c] <= b.MaxY && n.MaxY[c] >= b.MinY)
		}
	}
	return at
}
