// SPDX-License-Identifier: MIT

package strip

import "math"

// Boxes are closed axis-aligned boxes as columns: box i spans [X+MinX, X+MaxX] by
// [Y+MinY, Y+MaxY], in the caller's units; the sums are exact and not rounded. A box
// takes part if MinX <= MaxX and MinY <= MaxY, its offsets are finite and its anchor
// (X, Y) is within ±2^1000. Others (NaN, infinite, inside out) are left out.
type Boxes struct {
	X, Y                   []float64
	MinX, MinY, MaxX, MaxY []float32
}

// Extent is what Measure finds: how many boxes take part, the bounds of their reference
// points (the point of a box nearest its anchor), and the greatest distance of a side
// from its anchor. With no boxes the bounds are infinite and inside out.
type Extent struct {
	N                      int
	MinX, MinY, MaxX, MaxY float64
	Reach                  float32
}

// Scale maps coordinates to codes: (x - OriginX) * ScaleX, cut to [0, TopX] and
// rounded down, and the same for y. Boxes grow by Grow on each side first. All promises that every
// box takes part, which need not be looked at then.
type Scale struct {
	OriginX, OriginY, ScaleX, ScaleY, TopX, TopY, Grow float64

	All bool
}

// anchorLimit bounds anchors so that no difference of two overflows.
const anchorLimit = 0x1p1000

// Usable reports whether a box takes part. Every comparison is false for a NaN.
func Usable(x, y float64, x0, y0, x1, y1 float32) bool {
	return x0 <= x1 && y0 <= y1 &&
		x0 >= -math.MaxFloat32 && x1 <= math.MaxFloat32 && y0 >= -math.MaxFloat32 && y1 <= math.MaxFloat32 &&
		x >= -anchorLimit && x <= anchorLimit && y >= -anchorLimit && y <= anchorLimit
}

// equal cuts all columns to the length of X.
func (b *Boxes) equal() {
	n := len(b.X)
	b.Y = b.Y[:n]
	b.MinX, b.MinY, b.MaxX, b.MaxY = b.MinX[:n], b.MinY[:n], b.MaxX[:n], b.MaxY[:n]
}

// from is b without the first n boxes.
func (b *Boxes) from(n int) Boxes {
	return Boxes{b.X[n:], b.Y[n:], b.MinX[n:], b.MinY[n:], b.MaxX[n:], b.MaxY[n:]}
}

// union returns the extent of the boxes of both. They are never NaN, and no zero of
// either sign wins over the other by more than their sum with 0 undoes.
func (e Extent) union(o Extent) Extent {
	return Extent{
		N:    e.N + o.N,
		MinX: min(e.MinX, o.MinX) + 0, MinY: min(e.MinY, o.MinY) + 0,
		MaxX: max(e.MaxX, o.MaxX) + 0, MaxY: max(e.MaxY, o.MaxY) + 0,
		Reach: max(e.Reach, o.Reach) + 0,
	}
}

// Reference is a coordinate of a usable box's reference point: the point of the box nearest
// its anchor, which is the anchor itself if that lies inside. Plain comparisons do what max and min
// would: on wasm those of floats are calls.
func Reference(x float64, x0, x1 float32) float64 {
	if x0 > 0 {
		return x + float64(x0)
	}
	if x1 < 0 {
		return x + float64(x1)
	}
	return x + 0
}

// measure finds the extent of the boxes that take part and that skip, unless nil,
// does not name.
func measure(b Boxes, skip []bool) Extent {
	b.equal()
	inf := math.Inf(1)
	n, minX, minY, maxX, maxY, reach := 0, inf, inf, -inf, -inf, float32(0)
	x, y, x0, y0, x1, y1 := b.X, b.Y, b.MinX, b.MinY, b.MaxX, b.MaxY
	y, x0, y0, x1, y1 = y[:len(x)], x0[:len(x)], y0[:len(x)], x1[:len(x)], y1[:len(x)]
	for i := range x {
		left, low, right, high := x0[i], y0[i], x1[i], y1[i]
		if !Usable(x[i], y[i], left, low, right, high) || skip != nil && skip[i] {
			continue
		}
		n++
		px, py := Reference(x[i], left, right), Reference(y[i], low, high)
		if px < minX {
			minX = px
		}
		if px > maxX {
			maxX = px
		}
		if py < minY {
			minY = py
		}
		if py > maxY {
			maxY = py
		}
		// Outward sides are negated rather than their distance taken: reach is at
		// least 0 anyway.
		if -left > reach {
			reach = -left
		}
		if right > reach {
			reach = right
		}
		if -low > reach {
			reach = -low
		}
		if high > reach {
			reach = high
		}
	}
	e := Extent{n, minX, minY, maxX, maxY, reach}
	return e.union(Extent{MinX: inf, MinY: inf, MaxX: -inf, MaxY: -inf})
}

// quantise maps the boxes that take part to codes: a lower side to that of its
// coordinate, an upper side to one more. Boxes that do not, or that skip names, become
// {0, -1, -1, -1}.
func quantise(dst []Codes, b Boxes, skip []bool, s Scale) {
	b.equal()
	x, y, x0, y0, x1, y1 := b.X, b.Y, b.MinX, b.MinY, b.MaxX, b.MaxY
	dst = dst[:len(x)]
	for i := range x {
		if !Usable(x[i], y[i], x0[i], y0[i], x1[i], y1[i]) || skip != nil && skip[i] {
			dst[i] = Codes{0, -1, -1, -1}
			continue
		}
		dx, dy := x[i]-s.OriginX, y[i]-s.OriginY
		dst[i] = Codes{
			X0: code((dx+float64(x0[i])-s.Grow)*s.ScaleX, s.TopX), X1: code((dx+float64(x1[i])+s.Grow)*s.ScaleX, s.TopX) + 1,
			Y0: code((dy+float64(y0[i])-s.Grow)*s.ScaleY, s.TopY), Y1: code((dy+float64(y1[i])+s.Grow)*s.ScaleY, s.TopY) + 1,
		}
	}
}

// code cuts v to [0, top] and rounds it down.
func code(v, top float64) int32 {
	if v > top {
		v = top
	}
	if v > 0 {
		return int32(v)
	}
	return 0
}
