// SPDX-License-Identifier: MIT

package batch

import "time"

// stepStats says what a step did; see batch.Stats.
type stepStats struct {
	Shapes, Quarantined, Entries, Candidates, Contacts, Undecided, SkinAge, Workers int

	Kernels string
	Times   stepTimes

	stepDetail
}

// stepDetail is what only tests look at.
type stepDetail struct {
	Rotated              int // shapes whose rotation had changed, new ones included
	Strips               int // in use
	Pieces               int // places that long motions take, beyond one for each shape
	HintsTried, HintsHit int // candidates that had an axis remembered, and those that it separated
	Escaped              int // shapes that escaped from their fattened AABBs, are new or have other attributes
	Listed               int // pairs in the list of candidates
	Passed               int // shapes that the step passed over, because nobody wrote to them
	Reordered            bool
}

// stepTimes are the durations of the phases of a step; see batch.Times.
type stepTimes struct {
	Refresh, Sort, Strips, Load, Sweep, Narrow, Merge, Events, Reorder, Step time.Duration
}
