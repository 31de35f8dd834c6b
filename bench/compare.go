// SPDX-License-Identifier: MIT

package bench

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Alpha is the probability below which a difference is no chance. Many cases are
// compared at once, so it is stricter than the usual 0.05.
const Alpha = 0.01

// Row compares one case.
type Row struct {
	Key         string
	Old, New    float64 // nanoseconds, medians
	P           float64
	Significant bool
	Note        string // what makes the two not the same work
}

// Change is the difference as a share of the old time.
func (r *Row) Change() float64 { return r.New/r.Old - 1 }

// Verdict is slower, faster or ~, which is no difference that the samples can show.
func (r *Row) Verdict() string {
	switch {
	case !r.Significant:
		return "~"
	case r.New > r.Old:
		return "slower"
	}
	return "faster"
}

// Comparison is two results, case by case.
type Comparison struct {
	Rows    []Row
	OnlyOld []string // keys
	OnlyNew []string
	Notes   []string // why the two may not be comparable at all
}

// Compare says what became slower between two results, and whether that is more than chance. The
// samples are the medians of rounds: rounds lie apart in time, while the frames of one round are
// alike.
func Compare(old, new *Results) *Comparison {
	c := &Comparison{}
	if a, b := old.Machine.String(), new.Machine.String(); a != b {
		c.Notes = append(c.Notes, fmt.Sprintf("not the same machine or Go: old %s; new %s", a, b))
	}
	if old.Seed != new.Seed || old.Warmup != new.Warmup {
		c.Notes = append(c.Notes, "not the same seed or warm-up: the shapes are not the same")
	}
	few, used := false, map[string]bool{}
	for i := range new.Cases {
		n := &new.Cases[i]
		o, beside := before(old, n.Case)
		if o == nil {
			c.OnlyNew = append(c.OnlyNew, n.Key())
			continue
		}
		row := Row{Key: n.Key(), Old: o.NS(), New: n.NS(), P: rankSum(o.Medians(), n.Medians())}
		row.Significant = row.P < Alpha && row.Old != row.New
		used[o.Key()] = true
		var notes []string
		if beside != "" {
			notes = append(notes, "old "+beside)
		}
		if o.Candidates != n.Candidates || o.Contacts != n.Contacts {
			notes = append(notes, fmt.Sprintf("candidates %d, were %d; contacts %d, were %d", n.Candidates, o.Candidates, n.Contacts, o.Contacts))
		}
		row.Note = strings.Join(notes, "; ")
		few = few || len(o.Rounds) < enough || len(n.Rounds) < enough
		c.Rows = append(c.Rows, row)
	}
	for i := range old.Cases {
		if key := old.Cases[i].Key(); !used[key] {
			c.OnlyOld = append(c.OnlyOld, key)
		}
	}
	if few {
		c.Notes = append(c.Notes, fmt.Sprintf("some cases have fewer than %d rounds, too few for p < %g: more --rounds, or a larger --budget, tell more", enough, Alpha))
	}
	return c
}

// before is the case of the old results that a new one is held against: the same, or where the
// engine's moving or several workers are new, the plain step that did the same work, and what to
// call it. A list of candidates is held against a list alone.
func before(old *Results, c Case) (o *Measured, beside string) {
	const moving, workers = 1, 2
	for lacking := range moving + workers + 1 {
		plain := c
		var lacks []string
		if lacking&moving != 0 && c.Advance {
			plain.Advance, lacks = false, append(lacks, "moved by the caller")
		}
		if lacking&workers != 0 && c.Workers != 1 {
			plain.Workers, lacks = 1, append(lacks, "with one worker")
		}
		if o = old.Find(plain.Key()); o != nil {
			return o, strings.Join(lacks, ", ")
		}
	}
	return nil, ""
}

// enough is the number of samples on both sides from which a p below Alpha can be had:
// with five, the least is 2/252.
const enough = 5

// Slower counts the cases that became slower, and Faster those that became faster.
func (c *Comparison) Slower() int { return c.countOf("slower") }
func (c *Comparison) Faster() int { return c.countOf("faster") }

func (c *Comparison) countOf(verdict string) (n int) {
	for i := range c.Rows {
		if c.Rows[i].Verdict() == verdict {
			n++
		}
	}
	return n
}

// Write prints the comparison as a table.
func (c *Comparison) Write(w io.Writer) error {
	var out bytes.Buffer
	for _, note := range c.Notes {
		fmt.Fprintf(&out, "note: %s\n", note)
	}
	t := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "old ms\tnew ms\tratio\tchange\tp\tverdict\t  case")
	for i := range c.Rows {
		r := &c.Rows[i]
		key := r.Key
		if r.Note != "" {
			key += " (" + r.Note + ")"
		}
		fmt.Fprintf(t, "%.4g\t%.4g\t%.3f\t%+.1f%%\t%.3f\t%s\t  %s\n", r.Old/1e6, r.New/1e6, r.New/r.Old, 100*r.Change(), r.P, r.Verdict(), key)
	}
	_ = t.Flush() // into memory
	for _, key := range c.OnlyOld {
		fmt.Fprintf(&out, "only in the old results: %s\n", key)
	}
	for _, key := range c.OnlyNew {
		fmt.Fprintf(&out, "only in the new results: %s\n", key)
	}
	fmt.Fprintf(&out, "%d slower, %d faster, %d neither, of %d (p < %g, Mann-Whitney U over rounds)\n",
		c.Slower(), c.Faster(), len(c.Rows)-c.Slower()-c.Faster(), len(c.Rows), Alpha)
	_, err := out.WriteTo(w)
	return err
}
