// SPDX-License-Identifier: MIT

package bvh

import (
	"math"

	"daylight/internal/kernels"
)

// Boxes are those of shapes, as columns: box i spans [X+MinX, X+MaxX] by [Y+MinY, Y+MaxY].
type Boxes struct {
	X, Y                   []float64
	MinX, MinY, MaxX, MaxY []float32
}

// outward is a little more than half a unit in the last place of a float32, as a share, and than
// what rounding of sums of float64 does; least is more than half the least float32.
const (
	outward = 0x1p-24 + 0x1p-40
	least   = 0x1p-126
)

// outwardLow and outwardHigh move a coordinate so far that rounding it to float32 does not make a
// box smaller.
func outwardLow(v float64) float32 {
	return float32(v - float64(math.Abs(v)*outward) - least)
}

func outwardHigh(v float64) float32 {
	return float32(v + float64(math.Abs(v)*outward) + least)
}

// fit is Searching.Fit in portable Go, which defines what it means.
func fit(level, above []Node, b *Boxes, lo, hi int, x, y float64) {
	inf := float32(math.Inf(1))
	for i := lo; i < hi; i++ {
		n := &level[i]
		minX, minY, maxX, maxY := inf, inf, -inf, -inf
		for k := range Fan {
			p := i*Fan + k
			if p >= len(b.X) {
				n.MinX[k], n.MinY[k], n.MaxX[k], n.MaxY[k] = inf, inf, -inf, -inf
				continue
			}
			px, py := b.X[p]-x, b.Y[p]-y
			n.MinX[k], n.MinY[k] = outwardLow(px+float64(b.MinX[p])), outwardLow(py+float64(b.MinY[p]))
			n.MaxX[k], n.MaxY[k] = outwardHigh(px+float64(b.MaxX[p])), outwardHigh(py+float64(b.MaxY[p]))
			minX, minY, maxX, maxY = min(minX, n.MinX[k]), min(minY, n.MinY[k]), max(maxX, n.MaxX[k]), max(maxY, n.MaxY[k])
		}
		to, j := &above[i/Fan], i%Fan
		to.MinX[j], to.MinY[j], to.MaxX[j], to.MaxY[j] = minX, minY, maxX, maxY
	}
}

// Fit writes leaves lo to hi-1 of a level, whose children are boxes in the frame of a tree, which
// begins at (x, y), rounded outward, and the boxes about those leaves to the level above. Boxes
// that do not exist are empty. All coordinates are finite, and those in the frame are within the
// range of float32.
func (by *Searching) Fit(level, above []Node, b *Boxes, lo, hi int, x, y float64) {
	if whole := min(hi, len(b.X)/Fan); by.fit != nil && lo < whole {
		_, _ = level[whole-1], above[(whole-1)/Fan]
		n := whole * Fan
		for at := lo; at < whole; {
			end := min(at+kernels.CallEntries/Fan, whole)
			var columns kernels.Columns
			kernels.Read(&columns, b.X[at*Fan:n], b.Y[at*Fan:n])
			kernels.Read(&columns, b.MinX[at*Fan:n], b.MaxX[at*Fan:n], b.MinY[at*Fan:n], b.MaxY[at*Fan:n])
			kernels.RaceWrite(level[at:end])
			by.fit(&level[at].MinX[0], &above[0].MinX[0], columns.First(), at, end-at, x, y)
			at = end
		}
		lo = whole
	}
	fit(level, above, b, lo, hi, x, y)
}
