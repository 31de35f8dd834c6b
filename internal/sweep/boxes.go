// SPDX-License-Identifier: MIT

package sweep

import "daylight/internal/simd/strip"

// maxBoxes is how many boxes one frame may hold: slots are 31 bits wide, and places in
// strips, of which there are at most two for each box and a few, 32 bits.
const maxBoxes = 1 << 30

// Boxes are closed axis-aligned boxes as columns, all equally long:
//
//	X, Y                   []float64 // anchors, in the caller's units
//	MinX, MinY, MaxX, MaxY []float32 // sides, relative to the anchor
//
// Box i spans [X+MinX, X+MaxX] by [Y+MinY, Y+MaxY]. These sums are meant exactly, without
// rounding, so a box keeps the precision of its offsets however far it is from the origin. An
// anchor usually lies inside its box, but need not.
//
// A box takes part in a frame if MinX <= MaxX and MinY <= MaxY, its offsets are finite and its
// anchor is within ±2^1000. All others (NaN, infinite, inside out) are left out, and do not
// affect the rest.
type Boxes = strip.Boxes

// checkBoxes reports too many boxes, or columns of unequal length.
func checkBoxes(b *Boxes) error {
	n := len(b.X)
	if err := checkCount(n); err != nil {
		return err
	}
	for _, c := range []struct {
		name string
		n    int
	}{{"Y", len(b.Y)}, {"MinX", len(b.MinX)}, {"MinY", len(b.MinY)}, {"MaxX", len(b.MaxX)}, {"MaxY", len(b.MaxY)}} {
		if c.n != n {
			return refuse("Boxes.%s has %d entries, X has %d; make them equally long", c.name, c.n, n)
		}
	}
	return nil
}

func checkCount(n int) error {
	if n > maxBoxes {
		return refuse("%d boxes; a frame takes %d at most, cut the scene into tiles", n, maxBoxes)
	}
	return nil
}

// slice is boxes lo to hi-1.
func slice(b *Boxes, lo, hi int) Boxes {
	return Boxes{
		X: b.X[lo:hi], Y: b.Y[lo:hi],
		MinX: b.MinX[lo:hi], MinY: b.MinY[lo:hi], MaxX: b.MaxX[lo:hi], MaxY: b.MaxY[lo:hi],
	}
}

// usable reports whether box i takes part.
func usable(b *Boxes, i int) bool {
	return strip.Usable(b.X[i], b.Y[i], b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i])
}
