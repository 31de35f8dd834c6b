// SPDX-License-Identifier: MIT

package broadphase

import (
	"daylight/internal/kernels/strip"
)

// maxBoxes is how many boxes one frame may hold: slots are 31 bits wide. Places in
// strips are 32 bits wide; there are at most two for each box and a few more.
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

// Filters are columns as long as those of Boxes that decide which boxes may meet. A nil column, or
// a nil *Filters, gives every box the default. A pair is dropped
//
//   - unless both are in the same World (default 0);
//   - if Side is given and is the same for both: then one set meets another;
//   - if both are Static;
//   - if both belong to the same Body, 0 being no body;
//   - by Group: two boxes of the same group other than 0 always meet if it is
//     positive and never if it is negative, ignoring their bits;
//   - else unless each one's Category (default 1) shares a bit with the other's
//     Mask (default all ones).
//
// Skip leaves a box out altogether. Key decides which box of a pair is A: the one with the lower
// key, or of equal keys, the one with the lower index. Without Key the index decides.
type Filters struct {
	World          []uint32
	Category, Mask []uint32
	Group          []int32
	Body           []uint32
	Static, Skip   []bool
	Side           []bool
	Key            []uint64

	// UpperHalves promises that the upper halves of the keys of two boxes that may meet are
	// not the same, as those of IDs of one store are not: then they decide alone, which is
	// faster.
	UpperHalves bool
}

func (f *Filters) check(n int) error {
	if f == nil {
		return nil
	}
	for _, c := range []struct {
		name string
		n    int
		ok   bool
	}{
		{"World", len(f.World), f.World == nil},
		{"Category", len(f.Category), f.Category == nil},
		{"Mask", len(f.Mask), f.Mask == nil},
		{"Group", len(f.Group), f.Group == nil},
		{"Body", len(f.Body), f.Body == nil},
		{"Static", len(f.Static), f.Static == nil},
		{"Skip", len(f.Skip), f.Skip == nil},
		{"Side", len(f.Side), f.Side == nil},
		{"Key", len(f.Key), f.Key == nil},
	} {
		if !c.ok && c.n != n {
			return refuse("column %s has %d entries for %d boxes; give one for each, or leave the column nil", c.name, c.n, n)
		}
	}
	return nil
}

// attr is one box's filters.
type attr struct {
	world, category, mask, body uint32
	group                       int32
	side, sided, static         bool
	visitor                     bool // see strip.Visitor
}

func (f *Filters) at(i int) attr {
	a := attr{category: 1, mask: ^uint32(0)}
	if f.World != nil {
		a.world = f.World[i]
	}
	if f.Category != nil {
		a.category = f.Category[i]
	}
	if f.Mask != nil {
		a.mask = f.Mask[i]
	}
	if f.Group != nil {
		a.group = f.Group[i]
	}
	if f.Body != nil {
		a.body = f.Body[i]
	}
	if f.Static != nil {
		a.static = f.Static[i]
	}
	if f.Side != nil {
		a.side, a.sided = f.Side[i], true
	}
	return a
}

func (a *attr) meets(b *attr) bool {
	if a.world != b.world || a.static && b.static || a.sided && a.side == b.side || a.visitor && b.visitor {
		return false
	}
	if a.body == b.body && a.body != 0 {
		return false
	}
	if a.group == b.group && a.group != 0 {
		return a.group > 0
	}
	return a.category&b.mask != 0 && b.category&a.mask != 0
}

// Meet reports whether filters let boxes i and j meet. It is symmetric. It does not look at
// Skip, which is about single boxes.
func Meet(f *Filters, i, j int) bool {
	if f == nil {
		return true
	}
	a, b := f.at(i), f.at(j)
	return a.meets(&b)
}

// before reports whether box i is the A of a pair with box j.
func (f *Filters) before(i, j int) bool {
	if f != nil && f.Key != nil && f.Key[i] != f.Key[j] {
		return f.Key[i] < f.Key[j]
	}
	return i < j
}

// skips returns the column Skip of boxes lo to hi-1, nil if there is none.
func (f *Filters) skips(lo, hi int) []bool {
	if f.Skip == nil {
		return nil
	}
	return f.Skip[lo:hi]
}
