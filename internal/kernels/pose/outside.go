// SPDX-License-Identifier: MIT

package pose

import "daylight/internal/kernels"

// Outsides are the columns of shapes that Outside reads: where they are, and the fattened
// bounds that they were given at (AtX, AtY). All are as long as X.
type Outsides struct {
	X, Y                   []float64
	AtX, AtY               []float64
	MinX, MinY, MaxX, MaxY []float32 // bounds now, relative to X, Y
	FatMinX, FatMinY       []float32 // fattened bounds, relative to AtX, AtY
	FatMaxX, FatMaxY       []float32
}

// slice cuts all columns.
func (o *Outsides) slice(lo, hi int) Outsides {
	return Outsides{
		X: within(o.X, lo, hi), Y: within(o.Y, lo, hi), AtX: within(o.AtX, lo, hi), AtY: within(o.AtY, lo, hi),
		MinX: within(o.MinX, lo, hi), MinY: within(o.MinY, lo, hi), MaxX: within(o.MaxX, lo, hi), MaxY: within(o.MaxY, lo, hi),
		FatMinX: within(o.FatMinX, lo, hi), FatMinY: within(o.FatMinY, lo, hi),
		FatMaxX: within(o.FatMaxX, lo, hi), FatMaxY: within(o.FatMaxY, lo, hi),
	}
}

// outsideEasing is by how much more than it went, in parts of that, a shape must stay inside
// of its bounds.
const outsideEasing = 0x1p-21

// outside is Posing.Outside in portable Go, which defines what it means.
func outside(o Outsides, lo, hi int) (set PoseSet) {
	outsideInto(&o, lo, hi, lo, &set)
	return set
}

// outsideInto looks at shapes lo to hi-1; the set counts from origin.
//
// Two values are rounded. The way that a shape went is rounded twice, by 2^-24 of itself. The sum
// of that and a side is rounded by 2^-24 of itself. The easing is more than the first by far. The
// second is no more than 2^-23 of the side, and Margin leaves 2^-16 of it to spare.
func outsideInto(all *Outsides, lo, hi, origin int, set *PoseSet) {
	o := all.slice(lo, hi)
	n := len(o.X)
	x, y, atX, atY := o.X, o.Y[:n], o.AtX[:n], o.AtY[:n]
	minX, minY, maxX, maxY := o.MinX[:n], o.MinY[:n], o.MaxX[:n], o.MaxY[:n]
	fatMinX, fatMinY, fatMaxX, fatMaxY := o.FatMinX[:n], o.FatMinY[:n], o.FatMaxX[:n], o.FatMaxY[:n]
	for i := range x {
		dx, dy := float32(x[i]-atX[i]), float32(y[i]-atY[i])
		ex, ey := float32(kernels.Abs(dx)*outsideEasing), float32(kernels.Abs(dy)*outsideEasing)
		if !((dx-ex)+minX[i] >= fatMinX[i] && (dx+ex)+maxX[i] <= fatMaxX[i] &&
			(dy-ey)+minY[i] >= fatMinY[i] && (dy+ey)+maxY[i] <= fatMaxY[i]) {
			at := lo - origin + i
			set[at/64] |= 1 << (at & 63)
		}
	}
}
