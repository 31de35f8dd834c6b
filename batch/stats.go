// SPDX-License-Identifier: MIT

package batch

import (
	"time"
)

// Stats says what the last step did. Counts are per step. They do not depend on the number of
// workers or on timing, except for Workers.
type Stats struct {
	Shapes      int // in the store
	Quarantined int // left out because of a bad pose; see soa.Shapes.Quarantined
	Rotated     int // shapes whose rotation had changed, new ones included
	Strips      int // strips in use
	Entries     int // places in strips; a shape has one in each strip that its AABB reaches
	Pieces      int // ModeSwept: places that long motions take, beyond one for each shape
	Candidates  int // pairs with overlapping AABBs that the filters let through
	Contacts    int
	HintsTried  int // candidates that had an axis remembered
	HintsHit    int // of these, how many it separated
	Undecided   int // pairs that float32 could not decide, and float64 did
	Skin        SkinStats
	Reordered   bool
	Workers     int // goroutines that it used; see Config.Workers
	Kernels     string
	Times       Times
}

// SkinStats says what Config.Skin did in a step.
type SkinStats struct {
	Used    bool // the step took its candidates from a list, or made one
	Made    bool // the step made a list
	Leavers int  // shapes that left their fattened AABBs, are new or have other attributes
	Kept    int  // pairs in the list
}

// Times are the durations of the phases. Load, Sweep and Narrow are parts of Strips, summed over
// all workers, which work at the same time; all others are wall time. Of many small strips one in
// eight is timed, of larger ones one in four, and counts for as many. In a step that makes or uses a list (see
// SkinStats.Used) Load, Sweep and Narrow are 0, and all of their time is in Strips.
type Times struct {
	Refresh time.Duration // rotations, AABBs, bounds; in Advance moving, too; also if it is done amid the strips
	Sort    time.Duration // dealing AABBs into strips
	Strips  time.Duration // load, sweep and narrow phase of all strips
	Load    time.Duration // of it: gathering strips and ordering them by cell
	Sweep   time.Duration // of it: finding candidates
	Narrow  time.Duration // of it: kernels and writing contacts
	Merge   time.Duration // putting contacts in order
	Events  time.Duration // finding what began and ended
	Reorder time.Duration // permuting storage
	Total   time.Duration
}
