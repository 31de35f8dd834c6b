// SPDX-License-Identifier: MIT

package ask

// Stats says what a run of questions did.
type Stats struct {
	Kind      string  `json:"query"`
	Questions int     `json:"questions"`
	Shapes    int     `json:"shapes"`
	Worlds    int     `json:"worlds"`
	Rows      int     `json:"rows"`
	Skipped   int     `json:"skipped"`
	Answers   int     `json:"answers"`
	Near      float64 `json:"near"` // less than 0: any distance
	Kernels   string  `json:"kernels"`
	Workers   int     `json:"workers"`
	Verified  *bool   `json:"verified,omitempty"`
	Seconds   Seconds `json:"seconds"`
}

// Seconds are times by phase, which follow each other.
type Seconds struct {
	Read   float64 `json:"read"`
	Index  float64 `json:"index"`
	Ask    float64 `json:"ask"`
	Verify float64 `json:"verify"`
	Write  float64 `json:"write"`
	Total  float64 `json:"total"`
}

// StatsOf are those of a result; the caller adds what it did itself.
func StatsOf(r *Result, c Config) *Stats {
	s := &Stats{
		Kind: string(c.Kind), Questions: r.Asked.Len(), Shapes: r.Set.Len(), Worlds: len(r.Set.Worlds()),
		Rows: r.Set.Rows, Skipped: r.Set.Skipped, Answers: r.Len(), Near: c.Near,
		Kernels: c.Kernels.Name, Workers: c.Workers,
		Seconds: Seconds{Index: r.Index.Seconds(), Ask: r.Answers.Seconds()},
	}
	if r.Asked != r.Set {
		s.Rows += r.Asked.Rows
		s.Skipped += r.Asked.Skipped
	}
	return s
}
