// SPDX-License-Identifier: MIT

package batch

import (
	"slices"

	"daylight/kernels"
	"daylight/soa"
)

// Witness are the columns that ModeDistance adds: for each pair the point (AX, AY) of A
// and (BX, BY) of B that are nearest to each other, both on the boundary, each relative
// to the position of its shape and in the directions of the world, as float32. They
// are empty in other modes.
//
// Of shapes that overlap they are the points that touch once B is moved by the depth
// along the normal. In any case the vector from A's point to B's is the normal times the
// distance, within kernels.WitnessBound; of an axis that Opposing has chosen that is so
// along the normal only. Where edges face each other in parallel and the points are not
// unique, they lie in the middle of the stretch the edges share.
type Witness struct {
	AX, AY, BX, BY []float32
}

// depths reports whether a mode finds depths and normals.
func (m Mode) depths() bool { return m != ModeOverlaps && m != ModePairs }

// Distance is how far apart the shapes of entry i are: minus the depth, and so negative
// if they overlap. The contacts must have depths, see Mode.
func (c *Contacts) Distance(i int) float32 { return 0 - c.Depth[i] }

// Closest returns the witnesses of entry i in the world, in which shapes must hold the
// contact's: both sides of it, so it refuses those of a Join, whose witnesses are AX, AY
// beyond the position of A, and BX, BY beyond that of B. It fails if there are none: in
// modes other than ModeDistance. They are rounded to float64 once: use the columns for
// shapes far from the origin.
func (c *Contacts) Closest(shapes *soa.Shapes, i int) (a, b soa.Point, err error) {
	if c.joined {
		return a, b, ErrJoined
	}
	if i < 0 || i >= c.Len() {
		return a, b, wrong("Closest", "no contact %d among %d", i, c.Len())
	}
	if len(c.AX) != c.Len() {
		return a, b, wrong("Closest", "the contacts have no closest points; ModeDistance finds them")
	}
	if c.foreign(shapes) {
		return a, b, ErrForeign
	}
	pa, err := shapes.Pose(c.A[i])
	if err != nil {
		return a, b, err
	}
	pb, err := shapes.Pose(c.B[i])
	if err != nil {
		return a, b, err
	}
	a = soa.Point{X: pa.X + float64(c.AX[i]), Y: pa.Y + float64(c.AY[i])}
	b = soa.Point{X: pb.X + float64(c.BX[i]), Y: pb.Y + float64(c.BY[i])}
	return a, b, nil
}

func (w *Witness) resize(n int) {
	w.AX, w.AY, w.BX, w.BY = resize(w.AX, n), resize(w.AY, n), resize(w.BX, n), resize(w.BY, n)
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

// witness finds the witnesses of n contacts that are decided and begin at entry at.
func (w *worker) witness(args *kernels.Args, at, n int) {
	p := &w.out.Witness
	p.resize(at + n)
	kernels.Witness(args, n, kernels.Witnesses{AX: p.AX[at:], AY: p.AY[at:], BX: p.BX[at:], BY: p.BY[at:]})
}
