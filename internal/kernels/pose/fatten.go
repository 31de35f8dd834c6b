// SPDX-License-Identifier: MIT

package pose

import "daylight/internal/kernels"

// Fattenings are the columns of shapes that Fatten reads, and those it writes: the poses at
// which they were before, and then those now, and fattened bounds. All are as long as X.
type Fattenings struct {
	X, Y                   []float64
	C, S                   []float32 // rotation, as used
	P, Q, Reach            []float32
	MinX, MinY, MaxX, MaxY []float32
	Class                  []kernels.Class

	AtX, AtY         []float64
	AtC, AtS         []float32
	FatMinX, FatMinY []float32
	FatMaxX, FatMaxY []float32

	Ahead float32 // how far to look ahead, in parts of the time since the poses before
	From  float32 // where to begin, in parts of the way ahead, from 0 to 1
}

// slice cuts all columns.
func (f *Fattenings) slice(lo, hi int) Fattenings {
	return Fattenings{
		X: within(f.X, lo, hi), Y: within(f.Y, lo, hi), C: within(f.C, lo, hi), S: within(f.S, lo, hi),
		P: within(f.P, lo, hi), Q: within(f.Q, lo, hi), Reach: within(f.Reach, lo, hi),
		MinX: within(f.MinX, lo, hi), MinY: within(f.MinY, lo, hi), MaxX: within(f.MaxX, lo, hi), MaxY: within(f.MaxY, lo, hi),
		Class: within(f.Class, lo, hi),
		AtX:   within(f.AtX, lo, hi), AtY: within(f.AtY, lo, hi), AtC: within(f.AtC, lo, hi), AtS: within(f.AtS, lo, hi),
		FatMinX: within(f.FatMinX, lo, hi), FatMinY: within(f.FatMinY, lo, hi),
		FatMaxX: within(f.FatMaxX, lo, hi), FatMaxY: within(f.FatMaxY, lo, hi),
		Ahead: f.Ahead, From: f.From,
	}
}

const (
	// fattenFloor is what bounds are fattened by at least, in parts of the shape's reach, so
	// that what trembles does not leave.
	fattenFloor = 0x1p-7
	// fattenMost is how far a shape may go for its motion to be looked ahead, in parts of its
	// reach. Bounds of a faster shape would overlap those of too many others.
	fattenMost = 16
	// The chord of a turn is shorter than its arc: by less than fattenArc until its cosine is
	// fattenTurn, some 75 degrees. A shape that turns further between two looks may turn anywhere.
	fattenArc  = 1.25
	fattenTurn = 0.26
)

// fatten is Posing.Fatten in portable Go, which defines what it means.
func fatten(all Fattenings, lo, hi int) {
	f := all.slice(lo, hi)
	n := len(f.X)
	x, y, c, s := f.X, f.Y[:n], f.C[:n], f.S[:n]
	atX, atY, atC, atS := f.AtX[:n], f.AtY[:n], f.AtC[:n], f.AtS[:n]
	ahead, arc := f.Ahead, float32(f.Ahead*fattenArc)
	for i := range x {
		reach, dx, dy := f.goes(i)
		co, si, ac, as := c[i], s[i], atC[i], atS[i]
		turn := reach
		if float32(co*ac)+float32(si*as) > fattenTurn {
			turn = float32(float32(kernels.Abs(float32(co*as)-float32(si*ac))*arc) * reach)
		}
		pad := float32(reach * fattenFloor)
		dx, dy = float32(dx*ahead), float32(dy*ahead)
		most := float32(reach * fattenMost)
		if !(kernels.Abs(dx) <= most && kernels.Abs(dy) <= most) { // or NaN: there was no pose before
			dx, dy = 0, 0
		}
		fromX, fromY := float32(dx*f.From), float32(dy*f.From)
		dx, dy = dx-fromX, dy-fromY
		// Half of dx - |dx| is the lesser of dx and 0, and the rest the greater.
		lx, ly := float32(0.5*(dx-kernels.Abs(dx))), float32(0.5*(dy-kernels.Abs(dy)))
		atX[i], atY[i], atC[i], atS[i] = x[i], y[i], co, si
		f.FatMinX[i] = (greater(f.MinX[i]-turn, -reach) + (fromX + lx)) - pad
		f.FatMinY[i] = (greater(f.MinY[i]-turn, -reach) + (fromY + ly)) - pad
		f.FatMaxX[i] = (lesser(f.MaxX[i]+turn, reach) + (fromX + (dx - lx))) + pad
		f.FatMaxY[i] = (lesser(f.MaxY[i]+turn, reach) + (fromY + (dy - ly))) + pad
	}
}

// goes returns the reach of a shape, radius and margin included, and how far it went.
func (f *Fattenings) goes(i int) (reach, dx, dy float32) {
	radius := f.P[i]
	switch f.Class[i] {
	case kernels.Box:
		radius = 0
	case kernels.Capsule:
		radius = f.Q[i]
	}
	return f.Reach[i] + Margin(f.Reach[i], radius), float32(f.X[i] - f.AtX[i]), float32(f.Y[i] - f.AtY[i])
}

// greater returns a if a > b, else b; lesser returns a if a < b, else b.
func greater(a, b float32) float32 {
	if a > b {
		return a
	}
	return b
}

func lesser(a, b float32) float32 {
	if a < b {
		return a
	}
	return b
}
