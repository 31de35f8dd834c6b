// SPDX-License-Identifier: MIT

package broadphase

import (
	"fmt"
	"math"
)

// MaxBoxes is how many boxes one frame may hold: slots are 31 bits wide, and places
// in strips, of which there are at most two for each box and a few, 32 bits.
const MaxBoxes = 1 << 30

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

// Len returns the number of boxes, those left out included.
func (b *Boxes) Len() int { return len(b.X) }

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
			return fmt.Errorf("broadphase: Boxes.%s has %d entries, X has %d: make them equally long", c.name, c.n, n)
		}
	}
	return nil
}

func checkCount(n int) error {
	if n > MaxBoxes {
		return fmt.Errorf("broadphase: %d boxes: at most %d fit one frame; cut the scene into tiles", n, MaxBoxes)
	}
	return nil
}

// limit bounds anchors so that no difference of two overflows.
const limit = 0x1p1000

// usable reports whether a box takes part. Every comparison is false for a NaN.
func usable(x, y float64, x0, y0, x1, y1 float32) bool {
	return x0 <= x1 && y0 <= y1 &&
		x0 >= -math.MaxFloat32 && x1 <= math.MaxFloat32 && y0 >= -math.MaxFloat32 && y1 <= math.MaxFloat32 &&
		x >= -limit && x <= limit && y >= -limit && y <= limit
}

// Extent is what one look at all boxes finds: how many take part, and where. The zero
// value is that of no boxes.
type Extent struct {
	n                      int
	minX, minY, maxX, maxY float64 // of the reference points
	reach                  float32 // greatest distance of a box's side from its anchor
	minWorld, maxWorld     uint32
}

// Len returns how many boxes take part.
func (e Extent) Len() int { return e.n }

// Union is the extent of the boxes of both. It is associative and commutative.
func (e Extent) Union(o Extent) Extent {
	if e.n == 0 {
		return o
	}
	if o.n == 0 {
		return e
	}
	return Extent{
		n:    e.n + o.n,
		minX: min(e.minX, o.minX), minY: min(e.minY, o.minY),
		maxX: max(e.maxX, o.maxX), maxY: max(e.maxY, o.maxY),
		reach:    max(e.reach, o.reach),
		minWorld: min(e.minWorld, o.minWorld), maxWorld: max(e.maxWorld, o.maxWorld),
	}
}

// Measure looks at boxes lo to hi-1. It changes nothing: any number of goroutines
// may measure at once; join what they find with Union. Extents are bounds of
// reference points (see reference), not of boxes, so that one giant does not coarsen
// everyone's quantisation. Columns of unequal length measure as no boxes, and Plan
// then refuses them.
func (s *Sweep) Measure(b *Boxes, f *Filters, lo, hi int) Extent {
	if b.check() != nil || f.check(len(b.X)) != nil {
		return Extent{}
	}
	x, y := b.X[lo:hi], b.Y[lo:hi]
	n := len(x)
	x0, y0, x1, y1 := b.MinX[lo:hi], b.MinY[lo:hi], b.MaxX[lo:hi], b.MaxY[lo:hi]
	y, x0, y0, x1, y1 = y[:n], x0[:n], y0[:n], x1[:n], y1[:n]
	var skip []bool
	if f != nil && f.Skip != nil {
		skip = f.Skip[lo:hi]
	}
	e := Extent{
		minX: math.Inf(1), minY: math.Inf(1), maxX: math.Inf(-1), maxY: math.Inf(-1),
		minWorld: math.MaxUint32,
	}
	for i := range x {
		if !usable(x[i], y[i], x0[i], y0[i], x1[i], y1[i]) || skip != nil && skip[i] {
			continue
		}
		e.n++
		px, py := reference(x[i], x0[i], x1[i]), reference(y[i], y0[i], y1[i])
		if px < e.minX {
			e.minX = px
		}
		if px > e.maxX {
			e.maxX = px
		}
		if py < e.minY {
			e.minY = py
		}
		if py > e.maxY {
			e.maxY = py
		}
		// Outward sides are negated rather than their distance taken: reach is at
		// least 0 anyway.
		if -x0[i] > e.reach {
			e.reach = -x0[i]
		}
		if x1[i] > e.reach {
			e.reach = x1[i]
		}
		if -y0[i] > e.reach {
			e.reach = -y0[i]
		}
		if y1[i] > e.reach {
			e.reach = y1[i]
		}
	}
	if e.n == 0 {
		return Extent{}
	}
	e.minWorld = 0
	if f != nil && f.World != nil {
		e.minWorld = math.MaxUint32
		for i, w := range f.World[lo:hi] {
			if (skip == nil || !skip[i]) && usable(x[i], y[i], x0[i], y0[i], x1[i], y1[i]) {
				e.minWorld, e.maxWorld = min(e.minWorld, w), max(e.maxWorld, w)
			}
		}
	}
	return e
}

// reference is a coordinate of a box's reference point: the point of the box nearest
// its anchor, which is the anchor itself if that lies inside.
func reference(x float64, x0, x1 float32) float64 {
	if x0 > 0 {
		return x + float64(x0)
	}
	if x1 < 0 {
		return x + float64(x1)
	}
	return x
}
