// SPDX-License-Identifier: MIT

package output

import (
	"encoding/json"
	"io"
)

// Stats says what a job did.
type Stats struct {
	Shapes      int     `json:"shapes"`
	Joined      *int    `json:"joined,omitempty"` // those of Shapes that are from joined tables
	Worlds      int     `json:"worlds"`
	Rows        int     `json:"rows"`
	Skipped     int     `json:"skipped"`
	Nowhere     int     `json:"without_geometry"` // features that have none, or none that --mend leaves
	Candidates  int     `json:"candidates"`
	Contacts    int     `json:"contacts"`
	Quarantined int     `json:"quarantined"`
	Undecided   int     `json:"decided_in_float64"`
	Bounded     int     `json:"bounded"` // rows of which a shorter push may be found with more effort
	Mode        string  `json:"mode"`
	Finds       string  `json:"finds"` // what the contacts of the mode are
	Margin      float64 `json:"margin"`
	Strict      bool    `json:"strict"`
	Step        float64 `json:"step_seconds,omitempty"` // of mode swept
	Kernels     string  `json:"kernels"`
	Workers     int     `json:"workers"`
	Verified    *bool   `json:"verified,omitempty"`
	Pushes      int     `json:"verified_pushes,omitempty"` // of whole shapes: rows whose push was tried
	Seconds     Seconds `json:"seconds"`
}

// Seconds are times by phase. Read, Collide, Order, Verify and Write follow each
// other; the others are parts of Collide. Load, Sweep and Narrow run side by side on
// all workers and are sums over them.
type Seconds struct {
	Read    float64 `json:"read"`
	Collide float64 `json:"collide"`
	Refresh float64 `json:"refresh"`
	Sort    float64 `json:"sort"`
	Strips  float64 `json:"strips"`
	Load    float64 `json:"load"`
	Sweep   float64 `json:"sweep"`
	Narrow  float64 `json:"narrow"`
	Merge   float64 `json:"merge"`
	Order   float64 `json:"order"`
	Verify  float64 `json:"verify"`
	Write   float64 `json:"write"`
	Total   float64 `json:"total"`
}

// Took adds to what reading, writing, and all of it took, in seconds.
func (s *Stats) Took(read, write, total float64) {
	s.Seconds.Read += read
	s.Seconds.Write += write
	s.Seconds.Total += total
}

// WriteStats writes what a job did, a *Stats or other structure, as an indented JSON object.
func WriteStats(w io.Writer, s any) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}
