// SPDX-License-Identifier: MIT

package bvh

import "daylight/internal/kernels"

// Window is a box asked about, which is finite. Whether it is met is sure for children that overlap
// it by more than Ease along both axes, whatever rounding has made of both boxes.
type Window struct {
	NodeBox
	Ease float32
}

// Found is what Identify fills.
type Found struct {
	ID   []uint64 // of the children found, in order; room for all
	End  []uint32 // by window: how many have been found when its last test is done
	Open []uint32 // tests of which not all children found are sure to meet the window; room for all
}

// identify is Searching.Identify in portable Go, which defines what it means. A difference is negative if and
// only if the first number is less, so that those of sides say which boxes meet.
func identify(level []Node, ids []uint64, tests Tests, windows []Window, to Found) (n, open int) {
	of, ids := tests.Box[:len(tests.Node)], ids[:len(level)*Fan]
	to = Found{to.ID[:len(tests.Node)*Fan], to.End[:len(windows)], to.Open[:len(tests.Node)]}
	for k, i := range tests.Node {
		w, b, unsure := &windows[of[k]], &level[i], false
		for c := range Fan {
			s := min(min(w.MaxX-b.MinX[c], b.MaxX[c]-w.MinX), min(w.MaxY-b.MinY[c], b.MaxY[c]-w.MinY))
			to.ID[n] = ids[i*Fan+uint32(c)]
			n += kernels.One(s >= 0)
			unsure = unsure || s >= 0 && s <= w.Ease
		}
		to.End[of[k]] = uint32(n)
		to.Open[open] = uint32(k)
		open += kernels.One(unsure)
	}
	return n, open
}
