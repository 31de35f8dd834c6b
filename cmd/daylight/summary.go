// SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"daylight/bench"
	"daylight/cmd/internal/answer"
)

// verdict is what --verify found out, of an answer that stood the test.
func verdict(s *answer.Stats) string {
	if s.Mode == "pairs" {
		return "brute force finds the same boxes overlapping, and no touching pair beyond"
	}
	text := "the same as brute force finds"
	if s.Pushes > 0 {
		text += fmt.Sprintf("; the pushes of %s part whole shapes, and along %d directions no push that is 3 %% shorter does",
			counted(s.Pushes, "row"), answer.Directions)
		if s.Bounded > 0 {
			text += fmt.Sprintf(", but for %d that were not asked, since they may not be the shortest", s.Bounded)
		}
	} else if s.Kind != "" && s.Bounded > 0 {
		text += fmt.Sprintf(", of %s a push that parts the shapes but may not be the shortest", counted(s.Bounded, "row"))
	}
	return text
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

// report notes what a job found.
func (in *input) report(s *answer.Stats) {
	rows := s.Answers
	if s.Kind == "" {
		rows = s.Contacts
	}
	if s.Bounded > 0 {
		in.note(countedOf(s.Bounded, *rows, "row") + ": the push parts the shapes, but may not be the shortest, as the search was given up (column least says what none is shorter than); a greater --effort searches further")
	}
	of, text := fmt.Sprintf("(kernels %s, %s)", s.Kernels, counted(s.Workers, "worker")), ""
	took := func(phase string) float64 { return s.Seconds[phase] }
	switch {
	case s.Kind != "":
		text = fmt.Sprintf("%s to %s about %s: read %.2f s, index %.3g s, ask %.3g s, write %.2f s %s", counted(*s.Answers, "answer"),
			counted(*s.Questions, "question"), counted(s.Shapes, "shape"), took("read"), took("index"), took("ask"), took("write"), of)
	case s.Mode == "pairs": // whose candidates are the answer
		text = counted(*s.Candidates, "candidate")
	default:
		text = counted(*s.Contacts, noun(s.Mode)) + " of " + counted(*s.Candidates, "candidate")
	}
	if s.Kind == "" {
		text = fmt.Sprintf("%s in %s: %s; read %.2f s, collide %.3g s %s", counted(s.Shapes, "shape"), counted(s.Worlds, "world"), text, took("read"), took("collide"), of)
	}
	if s.Verified != nil {
		text += "; " + verdict(s)
	}
	in.note(text)
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
