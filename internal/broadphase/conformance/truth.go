// SPDX-License-Identifier: MIT

package conformance

import (
	"fmt"
	"math"
	"math/big"

	"daylight/internal/broadphase"
	"daylight/internal/kernels"
)

// Case is a set of boxes with filters, and what they are called. Filters may be nil.
type Case struct {
	Name    string
	Boxes   broadphase.Boxes
	Filters *broadphase.Filters
	Grow    float32
}

// Check compares pairs, which name boxes by index, with the truth about a case: every
// pair that overlaps and may meet is there, once and A first, and no pair is there that
// may not meet. A broadphase may round boxes outward: two boxes of a pair may be apart,
// on each axis, by slop times the extent of the boxes' reference points (the point of
// a box nearest its anchor) and by 2^-49 of their offsets, but by no more.
func Check(c *Case, pairs []kernels.Pair, slop float64) error {
	n := len(c.Boxes.X)
	found := make(map[kernels.Pair]bool, len(pairs))
	for _, p := range pairs {
		if int(p.A) >= n || int(p.B) >= n || p.A == p.B {
			return fmt.Errorf("pair (%d, %d) of %d boxes", p.A, p.B, n)
		}
		if found[p] || found[kernels.Pair{A: p.B, B: p.A}] {
			return fmt.Errorf("pair (%d, %d) came twice", p.A, p.B)
		}
		if !before(c.Filters, int(p.A), int(p.B)) {
			return fmt.Errorf("pair (%d, %d) is the wrong way round", p.A, p.B)
		}
		found[p] = true
	}
	ex, ey := spread(c, c.Boxes.X, c.Boxes.MinX, c.Boxes.MaxX), spread(c, c.Boxes.Y, c.Boxes.MinY, c.Boxes.MaxY)
	for i := range n {
		for j := range i {
			a, b := j, i
			if !before(c.Filters, a, b) {
				a, b = b, a
			}
			got := found[kernels.Pair{A: uint32(a), B: uint32(b)}]
			may := takesPart(c, i) && takesPart(c, j) && meet(c.Filters, i, j)
			if !may {
				if got {
					return fmt.Errorf("pair (%d, %d) may not meet", a, b)
				}
				continue
			}
			if got {
				if g := max(gapX(c, i, j, ex*slop), gapY(c, i, j, ey*slop)); g > 0 {
					return fmt.Errorf("boxes of pair (%d, %d) are apart by %g more than allowed", a, b, g)
				}
			} else if gapX(c, i, j, 0) <= 0 && gapY(c, i, j, 0) <= 0 {
				return fmt.Errorf("pair (%d, %d) overlaps and was not found", a, b)
			}
		}
	}
	return nil
}

func gapX(c *Case, i, j int, allowed float64) float64 {
	b := &c.Boxes
	return gap(b.X[i], b.MinX[i], b.MaxX[i], b.X[j], b.MinX[j], b.MaxX[j], c.Grow, allowed)
}

func gapY(c *Case, i, j int, allowed float64) float64 {
	b := &c.Boxes
	return gap(b.Y[i], b.MinY[i], b.MaxY[i], b.Y[j], b.MinY[j], b.MaxY[j], c.Grow, allowed)
}

// gap is positive if and only if two grown intervals are apart by more than allowed; a
// positive allowance also forgives 2^-49 of the offsets.
func gap(x float64, x0, x1 float32, y float64, y0, y1, grow float32, allowed float64) float64 {
	if allowed > 0 {
		for _, v := range []float32{x0, x1, y0, y1, grow} {
			allowed += math.Abs(float64(v)) * 0x1p-49
		}
		allowed += math.Abs(x-y) * 0x1p-49
	}
	g, h := float64(grow), float64(grow)
	return max(
		sum(x, float64(x0), -g, -y, -float64(y1), -h, -allowed),
		sum(y, float64(y0), -g, -x, -float64(x1), -h, -allowed))
}

// sum adds without rounding until the end; its sign is right.
func sum(terms ...float64) float64 {
	s, size := 0.0, 0.0
	for _, t := range terms {
		s += t
		size += math.Abs(t)
	}
	if math.Abs(s) > size*0x1p-48 {
		return s
	}
	exact := new(big.Float).SetPrec(2400)
	for _, t := range terms {
		exact.Add(exact, new(big.Float).SetFloat64(t))
	}
	if f, _ := exact.Float64(); f != 0 {
		return f
	}
	return float64(exact.Sign()) * math.SmallestNonzeroFloat64
}

// spread returns the extent of the reference points on an axis.
func spread(c *Case, x []float64, x0, x1 []float32) float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range x {
		if takesPart(c, i) {
			v := x[i] + float64(min(max(0, x0[i]), x1[i]))
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if lo > hi {
		return 0
	}
	// Reference points are rounded; a broadphase may look at the next number.
	return math.Nextafter(hi, math.Inf(1)) - math.Nextafter(lo, math.Inf(-1))
}

func takesPart(c *Case, i int) bool {
	if c.Filters != nil && c.Filters.Skip != nil && c.Filters.Skip[i] {
		return false
	}
	b := &c.Boxes
	for _, v := range []float64{b.X[i], b.Y[i], float64(b.MinX[i]), float64(b.MinY[i]), float64(b.MaxX[i]), float64(b.MaxY[i])} {
		if math.IsNaN(v) || math.Abs(v) > 0x1p1000 {
			return false
		}
	}
	return b.MinX[i] <= b.MaxX[i] && b.MinY[i] <= b.MaxY[i]
}

func before(f *broadphase.Filters, i, j int) bool {
	if f == nil || f.Key == nil || f.Key[i] == f.Key[j] {
		return i < j
	}
	return f.Key[i] < f.Key[j]
}

func meet(f *broadphase.Filters, i, j int) bool {
	if f == nil {
		return true
	}
	if f.World != nil && f.World[i] != f.World[j] {
		return false
	}
	if f.Side != nil && f.Side[i] == f.Side[j] {
		return false
	}
	if f.Static != nil && f.Static[i] && f.Static[j] {
		return false
	}
	if f.Body != nil && f.Body[i] == f.Body[j] && f.Body[i] != 0 {
		return false
	}
	if f.Group != nil && f.Group[i] == f.Group[j] && f.Group[i] != 0 {
		return f.Group[i] > 0
	}
	category, mask := [2]uint32{1, 1}, [2]uint32{math.MaxUint32, math.MaxUint32}
	for k, i := range []int{i, j} {
		if f.Category != nil {
			category[k] = f.Category[i]
		}
		if f.Mask != nil {
			mask[k] = f.Mask[i]
		}
	}
	return category[0]&mask[1] != 0 && category[1]&mask[0] != 0
}
