// SPDX-License-Identifier: MIT

package step

import "time"

// Stats says what a step did; see batch.Stats.
type Stats struct {
	Shapes, Quarantined, Entries, Candidates, Contacts, Undecided, SkinAge, Workers int

	Kernels string
	Times   Times

	Detail
}

// Detail is what only tests look at.
type Detail struct {
	Rotated              int // shapes whose rotation had changed, new ones included
	Strips               int // in use
	Pieces               int // places that long motions take, beyond one for each shape
	HintsTried, HintsHit int // candidates that had an axis remembered, and those that it separated
	Escaped              int // shapes that escaped from their fattened AABBs, are new or have other attributes
	Listed               int // pairs in the list of candidates
	Passed               int // shapes that the step passed over, because nobody wrote to them
	Reordered            bool
	Resumed              bool // strips are those of the step before
}

// Times are the durations of the phases of a step; see batch.Times.
type Times struct {
	Refresh, Sort, Strips, Load, Sweep, Narrow, Merge, Events, Reorder, Step time.Duration
}
