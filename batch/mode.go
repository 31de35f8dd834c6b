// SPDX-License-Identifier: MIT

package batch

import (
	"fmt"
	"strconv"

	"daylight/internal/step"
)

// Mode says how much a step finds out about each pair.
type Mode int

const (
	// ModeContacts finds touching pairs with depth and normal.
	ModeContacts = Mode(step.ModeContacts)
	// ModeOverlaps finds touching pairs only.
	ModeOverlaps = Mode(step.ModeOverlaps)
	// ModePairs stops after the broad phase. It finds the pairs whose AABBs overlap, made larger
	// for the margin and for rounding errors.
	ModePairs = Mode(step.ModePairs)
	// ModeManifolds is ModeContacts with contact points: where each pair touches.
	ModeManifolds = Mode(step.ModeManifolds)
	// ModeSwept finds the pairs that touch at some time during a step, and the first such time,
	// with depth and normal at that time. Shapes move from the poses at its start, each at a
	// constant velocity and rate of turning (see Columns), so nothing passes through anything.
	// Pairs that touch at the start are those of ModeContacts, bit for bit, at time 0. A touch for
	// a moment is enough, unless Config.Strict is set. Times are exact to kernels.Bounds.Impact; a
	// pair that turns may be reported up to 2^-19 of its size before it touches, never later.
	//
	// The cost of a fast shape depends on how many shapes it passes. A motion of more than four
	// sizes along both axes is cut into pieces of two sizes, each with an AABB of its own. There
	// are at most 1024 pieces for a motion, and for all together 4096 plus the number of shapes. A
	// scene that moves as a whole costs no more than one at rest.
	ModeSwept = Mode(step.ModeSwept)
	// ModeDistance finds the pairs that ModeContacts finds, and the closest points of both
	// shapes; see Point. It is of use with a positive margin.
	ModeDistance = Mode(step.ModeDistance)
)

// String returns the name of the mode: contact, overlap, pairs, manifold, swept or distance.
func (m Mode) String() string {
	switch m {
	case ModeContacts:
		return "contact"
	case ModeOverlaps:
		return "overlap"
	case ModePairs:
		return "pairs"
	case ModeManifolds:
		return "manifold"
	case ModeSwept:
		return "swept"
	case ModeDistance:
		return "distance"
	}
	return fmt.Sprintf("Mode(%d)", int(m))
}

// ParseMode returns the mode whose String is name, or a *daylight.ArgumentError that lists the
// names.
func ParseMode(name string) (Mode, error) {
	for m := ModeContacts; m <= ModeDistance; m++ {
		if m.String() == name {
			return m, nil
		}
	}
	return 0, refuse("ParseMode", strconv.Quote(name), "pairs, overlap, contact, manifold, swept or distance")
}
