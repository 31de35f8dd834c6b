// SPDX-License-Identifier: MIT

package bvh

import "daylight/internal/kernels"

// pierce is Searching.Pierce in portable Go, which defines what it means.
func pierce(level []Node, tests Tests, beams []Beam, limits []float32, out Tests) int {
	at := 0
	of := tests.Box[:len(tests.Node)]
	var near [Fan]float32
	for k, i := range tests.Node {
		mask := slabs(&level[i], &beams[of[k]], limits[of[k]], &near)
		for c := range uint32(Fan) {
			out.Node[at], out.Box[at] = i*Fan+c, of[k]
			at += int(mask >> c & 1)
		}
	}
	return at
}

// Pierce is Matches for beams. Each beam goes as far as its limit. Pierce writes the children whose
// boxes the beams meet, as Slabs does, and for each child the number of the beam.
func (by *Searching) Pierce(level []Node, tests Tests, beams []Beam, limits []float32, out Tests) int {
	limits = limits[:len(beams)]
	if by.pierce == nil {
		return pierce(level, tests, beams, limits, out)
	}
	at := 0
	_ = tests.Box[:len(tests.Node)]
	for k := 0; k < len(tests.Node); k += kernels.CallEntries {
		n := min(len(tests.Node)-k, kernels.CallEntries)
		node, box := out.Node[at:], out.Box[at:]
		_, _ = node[n*Fan-1], box[n*Fan-1]
		kernels.RaceRead(tests.Node[k : k+n])
		kernels.RaceRead(tests.Box[k : k+n])
		kernels.RaceRead(beams)
		kernels.RaceRead(limits)
		kernels.RaceWrite(node)
		kernels.RaceWrite(box)
		kernels.RaceRead(level)
		did := by.pierce(&level[0].MinX[0], len(level), &tests.Node[k], &tests.Box[k], n, &beams[0].X, &limits[0], len(beams), &node[0], &box[0])
		if did < 0 {
			panic("kernels: a test of a node or a beam that does not exist")
		}
		at += did
	}
	return at
}
