// SPDX-License-Identifier: MIT

package batch

import (
	"slices"

	"daylight/internal/scratch"
)

// Witness holds the columns that ModeDistance adds: for each pair the point (AX, AY) of A and the
// point (BX, BY) of B that are nearest to each other. Both are on the boundaries of their shapes,
// and each is relative to the position of its own shape, along the axes of the world. In other
// modes the columns are empty.
//
// If the shapes overlap, they are the points that touch after B is moved by the depth along the
// normal. In both cases the vector from A's point to B's point is the normal times the distance,
// to within kernels.Bounds.Witness; if Config.OpposeWithin has chosen the axis, that holds along
// the normal only. If two parallel edges face each other, so that the points are not unique, they
// are in the middle of what the edges share.
type Witness struct {
	AX, AY, BX, BY []float32
}

func (w *Witness) resize(n int) {
	w.AX, w.AY, w.BX, w.BY = scratch.Resize(w.AX, n), scratch.Resize(w.AY, n), scratch.Resize(w.BX, n), scratch.Resize(w.BY, n)
}

func (w *Witness) clone() Witness {
	return Witness{slices.Clone(w.AX), slices.Clone(w.AY), slices.Clone(w.BX), slices.Clone(w.BY)}
}

// copyAt writes the n entries of src from lo on, if there are any, to w from at on.
func (w *Witness) copyAt(at int, src *Witness, lo, n int) {
	if len(src.AX) == 0 {
		return
	}
	copy(w.AX[at:at+n], src.AX[lo:lo+n])
	copy(w.AY[at:at+n], src.AY[lo:lo+n])
	copy(w.BX[at:at+n], src.BX[lo:lo+n])
	copy(w.BY[at:at+n], src.BY[lo:lo+n])
}

// pick writes the entries of src in the given order to w.
func (w *Witness) pick(src *Witness, order []uint32) {
	if len(src.AX) == 0 {
		w.resize(0)
		return
	}
	w.resize(len(order))
	for k, i := range order {
		w.AX[k], w.AY[k], w.BX[k], w.BY[k] = src.AX[i], src.AY[i], src.BX[i], src.BY[i]
	}
}
