// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"daylight/bench"
	"daylight/cmd/internal/perf"
)

// benchTable prints cases as they are measured, in columns of fixed width.
type benchTable struct {
	w    io.Writer
	err  error
	mode int // the width of the column of modes, if more than usual
}

// room makes the column of modes wide enough for what these cases say of theirs.
func (t *benchTable) room(cases []bench.Case) {
	for _, c := range cases {
		if how := c.How(); how != "" {
			t.mode = max(t.mode, len(bench.Manifold+", ")+len(how))
		}
	}
}

// modeWidth is the width of the column of modes.
func (t *benchTable) modeWidth() int { return max(t.mode, 12) }

func (t *benchTable) printf(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.w, format, args...)
	}
}

func (t *benchTable) start(r *bench.Results) {
	for _, line := range r.Provenance() {
		t.printf("%s\n", line)
	}
	t.printf("\n%-8s %9s %-8s %3s %-*s %9s %7s %8s %8s %8s %9s %9s %7s %7s %7s\n",
		"scene", "shapes", "kernels", "wrk", t.modeWidth(), "mode", "ms/step", "spread", "ns/shape", "ns/cand", "ns/cont", "cands", "contacts", "allocs", "MB", "of copy")
}

func (t *benchTable) rows(r *bench.Results, cases []bench.Measured) {
	for i := range cases {
		m := &cases[i]
		mode := string(m.Mode)
		if m.Rung != "" {
			mode = m.Rung
		}
		if how := m.How(); how != "" {
			mode += ", " + how
		}
		size, share := "", ""
		if sum := m.Bytes.Sum(); sum > 0 {
			size, share = perf.Digits(float64(sum)/1e6), perf.Percent(r.BandwidthShare(m))
		}
		t.printf("%-8s %9d %-8s %3d %-*s %9s %7s %8s %8s %8s %9d %9d %7s %7s %7s\n",
			m.Scene, m.N, m.Kernels, m.Workers, t.modeWidth(), mode, perf.Digits(m.NS()/1e6), perf.Spread(m.Spread()),
			perf.Digits(m.PerShape()), perf.Digits(m.PerCandidate()), perf.Digits(m.PerContact()),
			m.Candidates, m.Contacts, perf.Digits(m.Allocs), size, share)
	}
}

// printPeers prints Daylight among its peers.
func printPeers(t *benchTable, r *bench.Results) error {
	for _, s := range perf.Standings(r) {
		t.printf("\n%s, %s, %d shapes, one worker each\n%-44s %9s %7s %7s %9s %9s  %s\n", s.Phase, s.Scene, s.N,
			"engine", "ms", "spread", "times", "cands", "contacts", "remarks")
		for _, p := range s.Rows {
			times := ""
			if s.Daylight > 0 && !s.Best(p) {
				times = perf.Digits(p.NS / s.Daylight)
			}
			number := func(n *int) string {
				if n == nil {
					return "-"
				}
				return fmt.Sprint(*n)
			}
			t.printf("%-44s %9s %7s %7s %9s %9s  %s\n", strings.TrimSpace(p.Engine+" "+p.Version),
				perf.Digits(p.NS/1e6), perf.Spread(p.Spread), times, number(p.Candidates), number(p.Contacts), p.Note)
		}
	}
	return t.err
}

// tables is where tables are printed: standard output, unless raw results go there.
func (o *benchmark) tables(c *cobra.Command) io.Writer {
	if o.json == "-" || o.csv == "-" {
		if o.quiet {
			return io.Discard
		}
		return c.ErrOrStderr()
	}
	return c.OutOrStdout()
}
