// SPDX-License-Identifier: MIT

package batch

import (
	"iter"
	"time"

	"daylight/internal/step"
)

// Stats says what the last step did. Counts are per step. They do not depend on the number of
// workers or on timing, except for Workers.
type Stats struct {
	Shapes      int // in the store
	Quarantined int // left out because of a bad pose; see soa.Shapes.Quarantined
	Entries     int // places in strips; a shape has one in each strip that its AABB reaches
	Candidates  int // pairs with overlapping AABBs that the filters let through
	Contacts    int
	Undecided   int // pairs that float32 could not decide, and float64 did
	// SkinAge is for how many steps the list of candidates has served (see Config.Skin), this one
	// included: 1 in a step that made it, or took one that was made beside another, 0 in one that
	// used none.
	SkinAge int
	Workers int // goroutines that it used; see Config.Workers
	Kernels string
	Times   Times

	detail step.Detail
}

// Times are the durations of the phases of a step.
//
//	refresh   bringing rotations, AABBs and bounds up to date; in Advance moving, too; also where that
//	          is done between strips
//	sort      dealing AABBs into strips
//	strips    loading, sweeping and deciding all strips
//	load      of it: gathering strips and ordering them by cell
//	sweep     of it: finding candidates
//	narrow    of it: kernels and writing contacts
//	merge     putting contacts in order
//	events    finding what began and ended
//	reorder   permuting storage
//	step      all of it
//
// A step of fewer than 512 shapes sets step alone. load, sweep and narrow are summed over all
// workers, which work at the same time; all others are wall time. One in eight of many small strips
// is timed, and one in four of larger strips; each counts for as many. Strips of a list that have
// fewer than 64 rows are not timed. In a step that passes over shapes that stand still
// (Config.Skin) they are 0, and all of their time is in strips.
type Times struct {
	of step.Times
}

// All ranges over the phases, by name and in the order above.
func (t Times) All() iter.Seq2[string, time.Duration] {
	return func(yield func(string, time.Duration) bool) {
		_ = yield("refresh", t.of.Refresh) && yield("sort", t.of.Sort) && yield("strips", t.of.Strips) &&
			yield("load", t.of.Load) && yield("sweep", t.of.Sweep) && yield("narrow", t.of.Narrow) &&
			yield("merge", t.of.Merge) && yield("events", t.of.Events) && yield("reorder", t.of.Reorder) &&
			yield("step", t.of.Step)
	}
}

// statsOf shows what a step did.
func statsOf(s *step.Stats) Stats {
	return Stats{
		Shapes: s.Shapes, Quarantined: s.Quarantined, Entries: s.Entries, Candidates: s.Candidates, Contacts: s.Contacts,
		Undecided: s.Undecided, SkinAge: s.SkinAge, Workers: s.Workers, Kernels: s.Kernels,
		Times: Times{s.Times}, detail: s.Detail,
	}
}
