// SPDX-License-Identifier: MIT

package main

import (
	"strings"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/job"
)

// exactly are the flags of collide that ask for exact answers.
type exactly struct {
	exact    bool
	relation string
	outline  bool
	mend     bool

	what job.Exactly
}

// modeArea is the mode of common areas, which the engine does not know.
const modeArea = "area"

func (e *exactly) flags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&e.exact, "exact", false, "decide each pair in float64 without error: touching or overlapping")
	f.StringVar(&e.relation, "relation", "", "exact, and only pairs of which this holds: intersects, touches, overlaps, overlaps-partly, contains, within, covers, covered-by or equals")
	f.BoolVar(&e.outline, "outline", false, "with --mode area: add the common region as a multipolygon of convex parts")
	mendFlag(f, &e.mend)
}

// check reports whether exact answers are asked for, and finds contradictions. It turns the
// mode into one the engine knows.
func (e *exactly) check(c *cobra.Command, mode *string, margin float64) (bool, error) {
	area := strings.EqualFold(*mode, modeArea)
	on := e.exact || e.relation != "" || area
	switch {
	case !on && e.outline:
		return false, usage(c, "--outline says nothing without --mode area")
	case !on:
		return false, nil
	case strings.EqualFold(*mode, "swept"):
		return false, usage(c, "--exact and --relation are about shapes at rest: when moving shapes first touch is mostly a number that float64 does not have, so --mode swept finds it within a bound")
	case !area && c.Flags().Changed("mode"):
		return false, usage(c, "--exact and --relation go with no --mode but area: they have rows of their own")
	case margin != 0:
		return false, usage(c, "--margin does not go with exact answers, which are about touching and overlapping")
	case c.Flags().Changed("effort"):
		return false, usage(c, "--effort does not go with exact answers, which have no pushes")
	case e.outline && !area:
		return false, usage(c, "--outline goes with --mode area")
	}
	e.what = job.Exactly{Area: area, Outline: e.outline}
	if e.relation != "" {
		r, err := job.ParseRelation(strings.ToLower(e.relation))
		if err != nil {
			return false, usage(c, "--relation %q: %v", e.relation, err)
		}
		e.what.Relation = r
	}
	if area {
		*mode = "contact"
	}
	return true, nil
}
