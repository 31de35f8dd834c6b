// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"strings"

	"daylight/bench"
	"daylight/cmd/internal/perf"
)

// benchTable prints cases as they are measured, in columns of fixed width.
type benchTable struct {
	w   io.Writer
	err error
}

func (t *benchTable) printf(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.w, format, args...)
	}
}

func (t *benchTable) start(r *bench.Results) {
	for _, line := range r.Provenance() {
		t.printf("%s\n", line)
	}
	t.printf("\n%-8s %9s %-8s %3s %-8s %9s %6s %8s %8s %8s %9s %9s %7s %7s %7s\n",
		"scene", "shapes", "kernels", "wrk", "mode", "ms/step", "spread", "ns/shape", "ns/cand", "ns/cont", "cands", "contacts", "allocs", "MB", "of copy")
}

func (t *benchTable) rows(r *bench.Results, cases []bench.Measured) {
	for i := range cases {
		m := &cases[i]
		mode := string(m.Mode)
		if m.Rung != "" {
			mode = m.Rung
		}
		size, share := "", ""
		if sum := m.Bytes.Sum(); sum > 0 {
			size, share = perf.Digits(float64(sum)/1e6), perf.Percent(r.BandwidthShare(m))
		}
		t.printf("%-8s %9d %-8s %3d %-8s %9s %6s %8s %8s %8s %9d %9d %7s %7s %7s\n",
			m.Scene, m.N, m.Kernels, m.Workers, mode, perf.Digits(m.NS()/1e6), perf.Percent(m.Spread()),
			perf.Digits(m.PerShape()), perf.Digits(m.PerCandidate()), perf.Digits(m.PerContact()),
			m.Candidates, m.Contacts, perf.Digits(m.Allocs), size, share)
	}
}

// printPeers prints Daylight among its peers.
func printPeers(w io.Writer, r *bench.Results) error {
	t := benchTable{w: w}
	for _, s := range perf.Standings(r) {
		t.printf("\n%s, %s, %d shapes, one worker each\n%-44s %9s %6s %7s %9s %9s  %s\n", s.Phase, s.Scene, s.N,
			"engine", "ms", "spread", "times", "cands", "contacts", "remarks")
		for _, p := range s.Rows {
			times := ""
			if s.Daylight > 0 {
				times = perf.Digits(p.NS / s.Daylight)
			}
			number := func(n *int) string {
				if n == nil {
					return "-"
				}
				return fmt.Sprint(*n)
			}
			t.printf("%-44s %9s %6s %7s %9s %9s  %s\n", strings.TrimSpace(p.Engine+" "+p.Version),
				perf.Digits(p.NS/1e6), perf.Percent(p.Spread), times, number(p.Candidates), number(p.Contacts), p.Note)
		}
	}
	return t.err
}
