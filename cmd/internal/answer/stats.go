// SPDX-License-Identifier: MIT

package answer

import (
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

// Stats says what a job did, and is written as JSON. A nil or empty field says nothing about that
// kind of job.
type Stats struct {
	Kind        string         `json:"query,omitempty"`
	Questions   *int           `json:"questions,omitempty"`
	Shapes      int            `json:"shapes"`
	Joined      *int           `json:"joined,omitempty"` // those of Shapes that are from joined tables
	Worlds      int            `json:"worlds"`
	Rows        int            `json:"rows"`
	Skipped     int            `json:"skipped"`
	Nowhere     int            `json:"without_geometry"`   // features that have none, or none that --mend leaves
	LeftOut     []*table.Error `json:"left_out,omitempty"` // shapes that no question was decided about; Skipped counts them
	Candidates  *int           `json:"candidates,omitempty"`
	Contacts    *int           `json:"contacts,omitempty"`
	Answers     *int           `json:"answers,omitempty"`
	Quarantined *int           `json:"quarantined,omitempty"`
	Undecided   *int           `json:"decided_in_float64,omitempty"`
	Bounded     int            `json:"bounded"` // rows of which a shorter push may be found with more effort
	Mode        string         `json:"mode,omitempty"`
	Finds       string         `json:"finds,omitempty"` // what the contacts of the mode are
	Margin      *float64       `json:"margin,omitempty"`
	Strict      *bool          `json:"strict,omitempty"`
	Step        float64        `json:"step_seconds,omitempty"` // of mode swept
	Near        *float64       `json:"near,omitempty"`         // less than 0: any distance
	Kernels     string         `json:"kernels"`
	Workers     int            `json:"workers"`
	Verified    *bool          `json:"verified,omitempty"`
	Pushes      int            `json:"verified_pushes,omitempty"` // of whole shapes: rows whose push was tried
	// Seconds are times by phase. read, collide (for questions index and ask), order, verify and
	// write follow each other; the other phases are parts of collide. load, sweep and narrow run on
	// all workers at once and are sums over them.
	Seconds map[string]float64 `json:"seconds"`
}

// newStats counts the shapes and rows of one set, or of two. The second set may be nil.
func newStats(set, other *shapes.Set) *Stats {
	s := &Stats{Worlds: len(set.Worlds()), Seconds: map[string]float64{}}
	for _, one := range [2]*shapes.Set{set, other} {
		if one != nil {
			s.Shapes, s.Rows = s.Shapes+one.Len(), s.Rows+one.Rows
			s.Skipped, s.Nowhere = s.Skipped+one.Skipped, s.Nowhere+one.Nowhere
		}
	}
	if other != nil {
		n := other.Len()
		s.Joined = &n
	}
	return s
}
