// SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"daylight/cmd/internal/diagram"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
)

func statistics(r *job.Result, cfg job.Config) *output.Stats {
	t := r.Stats.Times
	s := &output.Stats{
		Shapes: r.Set.Len(), Worlds: len(r.Set.Worlds()), Rows: r.Set.Rows, Skipped: r.Set.Skipped, Nowhere: r.Set.Nowhere,
		Candidates: r.Stats.Candidates, Contacts: r.Len(), Quarantined: r.Stats.Quarantined, Undecided: r.Stats.Undecided,
		Mode: cfg.Mode.String(), Finds: job.Finds(cfg.Mode), Margin: cfg.Margin, Strict: cfg.Strict,
		Kernels: r.Stats.Kernels, Workers: r.Stats.Workers,
		Seconds: output.Seconds{
			Collide: r.Collide.Seconds(), Refresh: t.Refresh.Seconds(), Sort: t.Sort.Seconds(), Strips: t.Strips.Seconds(),
			Load: t.Load.Seconds(), Sweep: t.Sweep.Seconds(), Narrow: t.Narrow.Seconds(), Merge: t.Merge.Seconds(),
			Order: r.Order.Seconds(),
		},
	}
	if r.Other != nil {
		joined := r.Other.Len()
		s.Joined = &joined
		s.Shapes += joined
		s.Rows += r.Other.Rows
		s.Skipped += r.Other.Skipped
		s.Nowhere += r.Other.Nowhere
	}
	return s
}

// verdict is what --verify found out, of an answer that stood the test.
func verdict(mode string) string {
	if mode == "pairs" {
		return "brute force finds the same boxes overlapping, and no touching pair beyond"
	}
	return "the same as brute force finds"
}

// noun is what one row of a mode is.
func noun(mode string) string {
	switch mode {
	case "overlap", "distance":
		return mode
	case "swept":
		return "impact"
	}
	return "contact"
}

func summary(s *output.Stats) string {
	found := diagram.Counted(s.Candidates, "candidate")
	if s.Mode != "pairs" { // whose candidates are the answer
		found = diagram.Counted(s.Contacts, noun(s.Mode)) + " of " + found
	}
	text := fmt.Sprintf("%s in %s: %s; read %.2f s, collide %.3g s (kernels %s, %s)",
		diagram.Counted(s.Shapes, "shape"), diagram.Counted(s.Worlds, "world"), found,
		s.Seconds.Read, s.Seconds.Collide, s.Kernels, diagram.Counted(s.Workers, "worker"))
	if s.Verified != nil {
		text += "; " + verdict(s.Mode)
	}
	return text
}
