// SPDX-License-Identifier: MIT

package bench

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
)

// A Printer prints cases as they are measured, in columns of fixed width.
type Printer struct {
	Err  error // the first of writing
	w    io.Writer
	mode int // the width of the column of modes
}

// NewPrinter returns a Printer whose column of modes is wide enough for what these cases say of
// theirs.
func NewPrinter(w io.Writer, cases []Case) *Printer {
	t := &Printer{w: w, mode: 12}
	for _, c := range cases {
		if how := c.How(); how != "" {
			t.mode = max(t.mode, len(Manifold+", ")+len(how))
		}
	}
	return t
}

func (t *Printer) printf(format string, args ...any) {
	if t.Err == nil {
		_, t.Err = fmt.Fprintf(t.w, format, args...)
	}
}

// Start prints where results come from, and the head of the columns.
func (t *Printer) Start(r *Results) {
	for _, line := range r.Provenance() {
		t.printf("%s\n", line)
	}
	t.printf("\n%-8s %9s %-8s %3s %-*s %9s %9s %7s %8s %8s %8s %9s %9s %7s %7s %7s\n",
		"scene", "shapes", "kernels", "wrk", t.mode, "mode", "ms/step", "worst", "spread", "ns/shape", "ns/cand", "ns/cont", "cands", "contacts", "allocs", "MB", "copy")
}

// Rows prints cases of some results.
func (t *Printer) Rows(r *Results, cases []Measured) {
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
		if sum := m.Bytes.Sum(); sum > 0 && m.Skin == 0 { // which a step with a list does not move
			size, share = Digits(float64(sum)/1e6), Percent(r.BandwidthShare(m))
		}
		t.printf("%-8s %9d %-8s %3d %-*s %9s %9s %7s %8s %8s %8s %9d %9d %7s %7s %7s\n",
			m.Scene, m.N, m.Kernels, m.Workers, t.mode, mode, Digits(m.NS()/1e6), Digits(m.WorstNS()/1e6), MarkedSpread(m.Spread()),
			Digits(m.PerShape()), Digits(m.PerCandidate()), Digits(m.PerContact()),
			m.Candidates, m.Contacts, Digits(m.Allocs), size, share)
	}
}

// Peers prints Daylight among its peers.
func (t *Printer) Peers(r *Results) {
	for _, s := range Standings(r) {
		t.printf("\n%s, %s, %d shapes, one worker each\n%-44s %9s %7s %7s %9s %9s  %s\n", s.Phase, s.Scene, s.N,
			"engine", "ms", "spread", "times", "cands", "contacts", "remarks")
		for _, p := range s.Rows {
			c := s.Cells(p, strconv.Itoa)
			t.printf("%-44s %9s %7s %7s %9s %9s  %s\n", c[0], c[1], c[2], c[3], cmp.Or(c[4], "-"), cmp.Or(c[5], "-"), p.Note)
		}
	}
}
