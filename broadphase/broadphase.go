// SPDX-License-Identifier: MIT

package broadphase

import (
	"daylight/internal/broadphase"
	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
)

// Boxes are closed axis-aligned boxes as columns, all equally long:
//
//	X, Y                   []float64 // anchors, in the caller's units
//	MinX, MinY, MaxX, MaxY []float32 // sides, relative to the anchor
//
// Box i spans [X+MinX, X+MaxX] by [Y+MinY, Y+MaxY]. These sums are meant exactly, without
// rounding, so a box keeps the precision of its offsets however far it is from the origin. An
// anchor usually lies inside its box, but need not.
//
// A box takes part if MinX <= MaxX and MinY <= MaxY, its offsets are finite and its anchor is
// within ±2^1000. All others (NaN, infinite, inside out) are left out, and do not affect the rest.
type Boxes = broadphase.Boxes

// Pair names two boxes by their indices A and B in the columns, A < B. Both are uint32.
type Pair = kernels.Pair

// Config says which boxes may meet, how far from each other they may be, and how to find that out.
// With the zero value every box meets every other that it overlaps. A column is nil, which gives
// every box the default, or as long as those of the boxes. A pair is dropped
//
//   - unless both are in the same World (default 0);
//   - if both are Static;
//   - if both belong to the same Body, 0 being no body;
//   - by Group: two boxes of the same group other than 0 always meet if it is
//     positive and never if it is negative, ignoring their bits;
//   - else unless each one's Category (default 1) shares a bit with the other's
//     Mask (default all ones). Thus one set of boxes meets another: (1, 2) and (2, 1).
type Config struct {
	World          []uint32
	Category, Mask []uint32
	Group          []int32
	Body           []uint32
	Static         []bool

	// Grow is what every box grows by on each side, in the units of the positions, finite and
	// at least 0: half the distance at which two boxes still count as a pair.
	Grow float32
	// Kernels names the variant to use, see package kernels. The pairs do not depend on it.
	Kernels string
}

// Finder finds the pairs of overlapping boxes. The zero value is ready for use. A Finder owns its
// scratch memory, which grows as needed and which the next call uses again; the result depends on
// the arguments of that call alone. Use a Finder in one goroutine at a time.
type Finder struct{ frame broadphase.Frame }

// AppendPairs appends all pairs to dst, in an order that depends on the arguments alone. It refuses
// columns of unequal length, more than 2^30 boxes, and a growth that is negative, infinite or NaN
// with a daylight.ErrArgument, and kernels as kernels.Choose does; dst is then returned as it was.
// The columns are the caller's, and are only read. It runs in the calling goroutine, and allocates
// nothing once dst and the scratch memory are large enough.
func (f *Finder) AppendPairs(dst []Pair, b *Boxes, cfg Config) ([]Pair, error) {
	table, err := isa.Named(cfg.Kernels)
	if err != nil {
		return dst, err
	}
	filters := cfg.filters()
	return f.frame.AppendPairs(dst, b, &filters, broadphase.Settings{Kernels: table, Grow: cfg.Grow})
}

// BruteForce compares every box with every other and appends the pairs to dst, in the order of A,
// then of B. It rounds boxes as a Finder does, so a Finder must find the same pairs, in any order.
// It makes n²/2 comparisons and allocates memory for n boxes. It returns the errors of
// Finder.AppendPairs.
func BruteForce(dst []Pair, b *Boxes, cfg Config) ([]Pair, error) {
	if _, err := isa.Named(cfg.Kernels); err != nil {
		return dst, err
	}
	filters := cfg.filters()
	return broadphase.BruteForce(dst, b, &filters, cfg.Grow)
}

func (c *Config) filters() broadphase.Filters {
	return broadphase.Filters{World: c.World, Category: c.Category, Mask: c.Mask, Group: c.Group, Body: c.Body, Static: c.Static}
}
