// SPDX-License-Identifier: MIT

package tree

import "daylight/internal/kernels/base"

// Window is a box asked about, and one that a child meets only if it meets the first for sure,
// whatever rounding has made of both.
type Window struct{ Any, Sure NodeBox }

// Found is what Identify fills.
type Found struct {
	ID   []uint64 // of the children found, in order; room for all
	End  []uint32 // by window: how many have been found when its last test is done
	Open []uint32 // tests of which children meet Any and not Sure, or the reverse; room for all
}

// identify is Searching.Identify. The portable code is its meaning.
func identify(level []Node, ids []uint64, tests Tests, windows []Window, to Found) (n, open int) {
	of, ids := tests.Box[:len(tests.Node)], ids[:len(level)*Fan]
	to = Found{to.ID[:len(tests.Node)*Fan], to.End[:len(windows)], to.Open[:len(tests.Node)]}
	for k, i := range tests.Node {
		w := &windows[of[k]]
		differ := false
		for c := range Fan {
			any, sure := level[i].meets(c, &w.Any), level[i].meets(c, &w.Sure)
			to.ID[n] = ids[i*Fan+uint32(c)]
			n += base.One(any)
			differ = differ || any != sure
		}
		to.End[of[k]] = uint32(n)
		to.Open[open] = uint32(k)
		open += base.One(differ)
	}
	return n, open
}

// meets reports whether a child meets a box.
func (n *Node) meets(c int, b *NodeBox) bool {
	return n.MinX[c] <= b.MaxX && n.MaxX[c] >= b.MinX && n.MinY[c] <= b.MaxY && n.MaxY[c] >= b.MinY
}
