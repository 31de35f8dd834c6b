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
	// ModeSwept finds the pairs that touch at some time during a step in which shapes move (see
	// Columns): the first time at which they touch, and depth and normal at that time. The pairs
	// that touch at the start are those of ModeContacts, at time 0.
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
