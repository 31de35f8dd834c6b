// SPDX-License-Identifier: MIT

//go:build !purego

package bvh

import (
	"math"

	"daylight/internal/simd"
)

func identifyByAVX2(level []Node, ids []uint64, tests Tests, windows []Window, to Found) (n, open int) {
	return identifyBy(level, ids, tests, windows, to, identifyAVX2)
}

func identifyByAVX512(level []Node, ids []uint64, tests Tests, windows []Window, to Found) (n, open int) {
	return identifyBy(level, ids, tests, windows, to, identifyAVX512)
}

// identifyBy panics where the portable code would: columns are looked at here, and the assembly
// returns -1 for a node or a window that does not exist. A call begins where the last has ended.
func identifyBy(level []Node, ids []uint64, tests Tests, windows []Window, to Found,
	vector func(level *float32, nodes int, ids *uint64, list, of *uint32, count int, windows *float32, asked int, out *uint64, from, last int, ends, open *uint32) (n, opened int)) (n, open int) {
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
