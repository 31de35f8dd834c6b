// SPDX-License-Identifier: MIT

package ask

import (
	"context"
	"time"

	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

// Differs is the error of answers that are not those of brute force.
type Differs struct{ error }

func (d *Differs) Unwrap() error { return d.error }

// Find answers the questions, and with Verify compares brute force. If shapes are asked about each
// other, asked is set. If the sets are of a tile, it answers only the questions of that tile.
func (c *Config) Find(ctx context.Context, set, asked *shapes.Set) (*Result, *Stats, error) {
	r, err := Run(ctx, set, asked, *c, false)
	if err != nil {
		return nil, nil, err
	}
	s := StatsOf(r, *c)
	if !c.Verify {
		return r, s, nil
	}
	begin := time.Now()
	brute, err := Run(ctx, set, asked, *c, true)
	if err != nil {
		return nil, nil, err
	}
	if err := r.Same(brute); err != nil {
		return nil, nil, &Differs{err}
	}
	s.Verified, s.Seconds.Verify = &c.Verify, time.Since(begin).Seconds()
	return r, s, nil
}

// Stats says what a run of questions did.
type Stats struct {
	Kind      string  `json:"query"`
	Questions int     `json:"questions"`
	Shapes    int     `json:"shapes"`
	Worlds    int     `json:"worlds"`
	Rows      int     `json:"rows"`
	Skipped   int     `json:"skipped"`
	Nowhere   int     `json:"without_geometry"`   // features that have none, or none that --mend leaves
	LeftOut   []Bad   `json:"left_out,omitempty"` // shapes that no question was decided about; Skipped counts them
	Answers   int     `json:"answers"`
	Bounded   int     `json:"bounded"` // rows of which a shorter push may be found with more effort
	Near      float64 `json:"near"`    // less than 0: any distance
	Kernels   string  `json:"kernels"`
	Workers   int     `json:"workers"`
	Verified  *bool   `json:"verified,omitempty"`
	Seconds   Seconds `json:"seconds"`
}

// Bad is a shape that was left out when questions were asked.
type Bad struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	ID      string `json:"id"`
	Problem string `json:"problem"`
}

// Error is it as an error.
func (b Bad) Error() *table.Error {
	return &table.Error{File: b.File, Line: b.Line, ID: b.ID, Msg: b.Problem}
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
	s := &Stats{Answers: r.Len(), Bounded: r.Bounded, Seconds: Seconds{Index: r.Index.Seconds(), Ask: r.Answers.Seconds()}}
	for _, e := range r.Left {
		s.LeftOut = append(s.LeftOut, Bad{e.File, e.Line, e.ID, e.Msg})
	}
	s.Count(r.B, r.A, c)
	return s
}

// Count sets what there is, and how it was asked.
func (s *Stats) Count(set, asked *shapes.Set, c Config) {
	s.Kind, s.Near, s.Kernels, s.Workers = string(c.Kind), c.Near, c.Kernels, c.Workers
	s.Questions, s.Shapes, s.Worlds = asked.Len(), set.Len(), len(set.Worlds())
	s.Rows, s.Skipped, s.Nowhere = set.Rows, set.Skipped, set.Nowhere
	if asked != set {
		s.Rows += asked.Rows
		s.Skipped += asked.Skipped
		s.Nowhere += asked.Nowhere
	}
	s.Skipped += len(s.LeftOut)
}

// Took adds to what reading, writing, and all of it took, in seconds.
func (s *Stats) Took(read, write, total float64) {
	s.Seconds.Read += read
	s.Seconds.Write += write
	s.Seconds.Total += total
}
