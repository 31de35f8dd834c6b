// SPDX-License-Identifier: MIT

package broadphase

import "daylight/internal/sweep"

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
type Boxes = sweep.Boxes

// Filters are columns beside Boxes that decide which boxes may meet:
//
//	World          []uint32
//	Category, Mask []uint32
//	Group          []int32
//	Body           []uint32
//	Static, Skip   []bool
//	Side           []bool
//	Key            []uint64
//
// A nil column, or a nil *Filters, gives every box the default. A pair is dropped
//
//   - unless both are in the same World (default 0);
//   - if Side is given and is the same for both: then one set meets another;
//   - if both are Static;
//   - if both belong to the same Body, 0 being no body;
//   - by Group: two boxes of the same group other than 0 always meet if it is
//     positive and never if it is negative, whatever their bits;
//   - else unless each one's Category (default 1) shares a bit with the other's
//     Mask (default all ones).
//
// Skip leaves a box out altogether. Key decides which box of a pair is A: the one with the lower
// key, or of equal keys, the one with the lower index. Without Key the index decides. The field
// UpperHalves promises that the upper halves of the keys of two boxes that may meet are not the
// same, as those of IDs of one store are not: then they decide alone, which is faster.
type Filters = sweep.Filters

// Settings say how to build a frame. The zero value is ready for use. The fields are
//
//	Kernels *kernels.Table // for all of the frame; nil stands for kernels.Choose
//	Grow    float32        // what every box grows by on each side, finite and at least 0
//	Each    func(parts int, do func(part int)) error
//	Workers int            // how many parts are worth making; 0 stands for 1
//
// Each runs do(0) to do(parts-1), at the same time if it likes, and returns when all of them
// have returned. If it returns an error, Build returns that. Nil runs them one after the other.
// The result does not depend on Each and Workers.
type Settings = sweep.Settings

// Reasons for which a call is refused, to be tested with errors.Is. An *Error wraps one of them.
var (
	ErrColumns = sweep.ErrColumns
	ErrTooMany = sweep.ErrTooMany
	ErrGrow    = sweep.ErrGrow
)

// Error is what a call returns that refuses its input. It says what was given (What), why that is
// refused (Reason, one of the above), and what to do about it (Advice). The frame then has no
// strips; the caller's columns are unchanged.
type Error = sweep.Error
