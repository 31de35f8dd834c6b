// SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"daylight/bench"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
)

// verdict is what --verify found out, of an answer that stood the test.
func verdict(mode string, pushes, bounded int) string {
	if mode == "pairs" {
		return "brute force finds the same boxes overlapping, and no touching pair beyond"
	}
	text := "the same as brute force finds"
	if pushes > 0 {
		text += fmt.Sprintf("; the pushes of %s part whole shapes, and along %d directions no push that is 3 %% shorter does",
			counted(pushes, "row"), job.Directions)
		if bounded > 0 {
			text += fmt.Sprintf(", but for %d that were not asked, since they may not be the shortest", bounded)
		}
	}
	return text
}

// bounded says of how many rows the search for a shorter push was given up, if of any.
func (in *input) bounded(n, rows int) {
	if n > 0 {
		in.note(countedOf(n, rows, "row") + ": the push parts the shapes, but may not be the shortest, as the search was given up (column least says what none is shorter than); a greater --effort searches further")
	}
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
	found := counted(s.Candidates, "candidate")
	if s.Mode != "pairs" { // whose candidates are the answer
		found = counted(s.Contacts, noun(s.Mode)) + " of " + found
	}
	text := fmt.Sprintf("%s in %s: %s; read %.2f s, collide %.3g s (kernels %s, %s)",
		counted(s.Shapes, "shape"), counted(s.Worlds, "world"), found,
		s.Seconds.Read, s.Seconds.Collide, s.Kernels, counted(s.Workers, "worker"))
	if s.Verified != nil {
		text += "; " + verdict(s.Mode, s.Pushes, s.Bounded)
	}
	return text
}

// counted writes a number of things.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

// countedOf writes how many of a number of things there are, if not all.
func countedOf(n, all int, noun string) string {
	if n == all {
		return counted(all, noun)
	}
	return thousands(n) + " of " + counted(all, noun)
}

// thousands writes a number with commas between groups of three digits.
var thousands = bench.Thousands
