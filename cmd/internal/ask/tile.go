// SPDX-License-Identifier: MIT

package ask

import (
	"context"
	"time"

	"daylight/batch"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

// Differs is the error of answers that are not those of brute force.
type Differs struct{ error }

func (d *Differs) Unwrap() error { return d.error }

// answer asks, and if that is wanted asks again by brute force.
func (c *Config) answer(ctx context.Context, set, asked *shapes.Set) (*Result, *Stats, error) {
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

// First is how many answers of a question are its answer, of those to which it came in all tiles together: 0
// stands for all, each of which one tile has.
func (c *Config) First() int {
	switch {
	case c.Kind == Nearest:
		return c.K
	case c.Kind == Rays && !c.All, c.Kind == Casts:
		return 1
	}
	return 0
}

// Reaches are how far shapes reach and how far questions do. One that answers another overlaps it; but questions
// for the nearest shapes reach farther, see shards.Near.
func (c *Config) Reaches() (set, asked shapes.Reach) {
	set = shapes.Reach{Mode: batch.ModeContacts, Loose: true, Centres: c.Centres}
	if c.Kind != Nearest {
		set.Margin = max(c.Near, 0)
	}
	asked = set
	switch c.Kind {
	case Rays:
		asked.Rays = true
	case Casts:
		asked.Mode = batch.ModeSwept
	}
	return set, asked
}

// Tile finds what a share has of the answers, of the shapes and questions that reach it; nil has all. asked is set
// itself where shapes are asked about each other.
func (c *Config) Tile(ctx context.Context, share *job.Share, set, asked *shapes.Set) (*Result, *Stats, error) {
	if share == nil {
		return c.answer(ctx, set, asked)
	}
	one := *c
	one.Limit = 0 // is one of all tiles together
	r, s, err := one.answer(ctx, set, asked)
	if err == nil && c.First() == 0 {
		r.keep(func(q, s int) bool { return share.Owns(asked, set, q, s) })
		s.Answers, s.Bounded = r.Len(), r.Bounded
	}
	if err == nil && c.Limit > 0 && c.First() == 0 && r.Len() > c.Limit {
		err = TooMany(c.Limit, r.Len())
	}
	return r, s, err
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

// Add adds what another part of the same job found and took, a *Stats.
func (s *Stats) Add(part any) {
	o := part.(*Stats)
	s.Kernels, s.Workers, s.Worlds = o.Kernels, max(s.Workers, o.Workers), max(s.Worlds, o.Worlds)
	s.Shapes += o.Shapes
	s.Questions += o.Questions
	s.Answers += o.Answers
	s.Bounded += o.Bounded
	s.LeftOut = append(s.LeftOut, o.LeftOut...)
	if o.Verified != nil {
		s.Verified = o.Verified
	}
	a, b := &s.Seconds, &o.Seconds
	a.Index, a.Ask, a.Verify = a.Index+b.Index, a.Ask+b.Ask, a.Verify+b.Verify
	s.Took(b.Read, b.Write, b.Total)
}

// Took adds to what reading, writing, and all of it took, in seconds.
func (s *Stats) Took(read, write, total float64) {
	s.Seconds.Read += read
	s.Seconds.Write += write
	s.Seconds.Total += total
}
