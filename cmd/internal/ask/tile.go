// SPDX-License-Identifier: MIT

package ask

import (
	"context"
	"time"

	"daylight/batch"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/shapes"
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
		return r, s, r.inOrder(c)
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
	return r, s, r.inOrder(c)
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
