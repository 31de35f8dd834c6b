// SPDX-License-Identifier: MIT

package broadphase

import (
	"errors"
	"fmt"
	"math"

	"daylight/kernels"
)

// What a call may be refused for; test with errors.Is.
var (
	ErrColumns = errors.New("columns of unequal length")
	ErrTooMany = errors.New("too many boxes")
	ErrGrow    = errors.New("boxes cannot grow by that")
)

// maxBoxes is how many boxes one frame may hold: slots are 31 bits wide, and places in
// strips, of which there are at most two for each box and a few, 32 bits.
const maxBoxes = 1 << 30

// Boxes are closed axis-aligned boxes as columns: box i spans, in the caller's units,
// [X+MinX, X+MaxX] by [Y+MinY, Y+MaxY], the sums being exact and not rounded. So
// boxes keep the precision of their offsets however far they are from the origin.
// Anchors usually lie inside their boxes, but need not.
//
// A box takes part in a frame if MinX <= MaxX and MinY <= MaxY, its offsets are
// finite and its anchor is within ±2^1000. Any other (NaN, infinite, inside out)
// is left out and harms no other.
type Boxes struct {
	X, Y                   []float64
	MinX, MinY, MaxX, MaxY []float32
}

func (b *Boxes) check() error {
	n := len(b.X)
	if err := checkCount(n); err != nil {
		return err
	}
	for _, c := range []struct {
		name string
		n    int
	}{{"Y", len(b.Y)}, {"MinX", len(b.MinX)}, {"MinY", len(b.MinY)}, {"MaxX", len(b.MaxX)}, {"MaxY", len(b.MaxY)}} {
		if c.n != n {
			return fmt.Errorf("broadphase: Boxes.%s has %d entries, X has %d: %w; make them equally long", c.name, c.n, n, ErrColumns)
		}
	}
	return nil
}

func checkCount(n int) error {
	if n > maxBoxes {
		return fmt.Errorf("broadphase: %d boxes: %w; at most %d fit one frame, cut the scene into tiles", n, ErrTooMany, maxBoxes)
	}
	return nil
}

// extent is what one look at all boxes finds: how many take part, and where. The zero
// value is that of no boxes.
type extent struct {
	n                      int
	minX, minY, maxX, maxY float64 // of the reference points
	reach                  float32 // greatest distance of a box's side from its anchor
	minWorld, maxWorld     uint32
}

// union is the extent of the boxes of both. It is associative and commutative.
func (e extent) union(o extent) extent {
	if e.n == 0 {
		return o
	}
	if o.n == 0 {
		return e
	}
	return extent{
		n:    e.n + o.n,
		minX: min(e.minX, o.minX), minY: min(e.minY, o.minY),
		maxX: max(e.maxX, o.maxX), maxY: max(e.maxY, o.maxY),
		reach:    max(e.reach, o.reach),
		minWorld: min(e.minWorld, o.minWorld), maxWorld: max(e.maxWorld, o.maxWorld),
	}
}

// measure looks at boxes lo to hi-1. It changes nothing: ranges may be measured side by
// side. Extents are bounds of reference points (the point of a box nearest its anchor), not
// of boxes, so that one giant does not coarsen everyone's quantisation.
func (f *Frame) measure(lo, hi int) extent {
	filters := &f.filters
	part := f.input.part(lo, hi)
	var skip []bool
	if filters.Skip != nil {
		skip = filters.Skip[lo:hi]
	}
	m := f.table.Measure(part, skip)
	if m.N == 0 {
		return extent{}
	}
	e := extent{n: m.N, minX: m.MinX, minY: m.MinY, maxX: m.MaxX, maxY: m.MaxY, reach: m.Reach}
	if filters.World != nil {
		e.minWorld = math.MaxUint32
		for i, w := range filters.World[lo:hi] {
			if (skip == nil || !skip[i]) && usable(&part, i) {
				e.minWorld, e.maxWorld = min(e.minWorld, w), max(e.maxWorld, w)
			}
		}
	}
	return e
}

// part is boxes lo to hi-1.
func (b *Boxes) part(lo, hi int) kernels.Bounds {
	return kernels.Bounds{
		X: b.X[lo:hi], Y: b.Y[lo:hi],
		MinX: b.MinX[lo:hi], MinY: b.MinY[lo:hi], MaxX: b.MaxX[lo:hi], MaxY: b.MaxY[lo:hi],
	}
}

// usable reports whether box i takes part.
func usable(b *kernels.Bounds, i int) bool {
	return kernels.Usable(b.X[i], b.Y[i], b.MinX[i], b.MinY[i], b.MaxX[i], b.MaxY[i])
}
