// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"daylight/bench"
)

// Table is one table, of one file of results.
type Table struct {
	Source  string // where it comes from, in a line
	Command string // that measured it
	Note    string // how to read it
	Head    []string
	Rows    [][]string
	Text    int // how many of the first columns are text, aligned left; and, if Last, the last
	Last    bool
}

// loudNote explains the mark of a spread above bench.Loud.
const loudNote = "A spread with ! is above 30 %: something else kept the machine busy. Hold such a time only against those of the same run."

// loud reports whether a spread in it is marked.
func (t *Table) loud() bool {
	return slices.ContainsFunc(slices.Concat(t.Rows...), func(cell string) bool { return strings.HasSuffix(cell, "% !") })
}

// Pick returns the cases without a rung that f takes.
func Pick(r *bench.Results, f func(*bench.Measured) bool) []*bench.Measured {
	var list []*bench.Measured
	for i := range r.Cases {
		if m := &r.Cases[i]; m.Rung == "" && f(m) {
			list = append(list, m)
		}
	}
	return list
}

// Best is the fastest kernels of some results, by what they are, not by their times.
func Best(r *bench.Results) string {
	for _, name := range bench.FastestFirst {
		if slices.ContainsFunc(r.Cases, func(m bench.Measured) bool { return m.Kernels == name }) {
			return name
		}
	}
	return ""
}

// Steps are whole steps with one worker and the best kernels, by size, scene and list: those
// without a list of kept candidates come first.
func Steps(r *bench.Results) []*bench.Measured {
	best := Best(r)
	list := Pick(r, func(m *bench.Measured) bool {
		return m.Mode == bench.Contact && m.Workers == 1 && m.Kernels == best
	})
	slices.SortStableFunc(list, func(a, b *bench.Measured) int {
		return cmp.Or(cmp.Compare(a.N, b.N), bench.CompareScenes(a.Scene, b.Scene), listOrder(a, b))
	})
	return list
}

// listOrder puts steps without a list first, then the shortest lists, and auto last; of each,
// those whose shapes the engine moves come second.
func listOrder(a, b *bench.Measured) int {
	moved := func(m *bench.Measured) int {
		if m.Advance {
			return 1
		}
		return 0
	}
	// As unsigned numbers they are in this order: off is 0, and auto is negative.
	return cmp.Or(cmp.Compare(uint(a.Skin), uint(b.Skin)), cmp.Compare(moved(a), moved(b)))
}

// Plain leaves out steps with a list of kept candidates, whose frames have different phases, and
// those whose shapes the engine moves, which have no phase of moving.
func Plain(steps []*bench.Measured) []*bench.Measured {
	return slices.DeleteFunc(slices.Clone(steps), func(m *bench.Measured) bool { return m.Skin != 0 || m.Advance })
}

// LeftOut is added to what is said of phases where Plain left something out.
const LeftOut = "Steps with a list of kept candidates, and those whose shapes the engine moves, are left out."

// Label is the scene of a case, its list if it has one, and whether the engine moves it.
func Label(m *bench.Measured) string {
	if how := m.How(); how != "" {
		return m.Scene + ", " + how
	}
	return m.Scene
}

// with is the same case with another number of workers or other kernels, or nil.
func with(r *bench.Results, m *bench.Measured, kernels string, workers int) *bench.Measured {
	c := m.Case
	c.Kernels, c.Workers = kernels, workers
	return r.Find(c.Key())
}

// workersOf are the numbers of workers beyond one, in order.
func workersOf(r *bench.Results) []int {
	var list []int
	for _, m := range Pick(r, func(m *bench.Measured) bool { return m.Workers > 1 }) {
		list = append(list, m.Workers)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// fastest returns the fastest row of an engine, for any way to drive it. The way
// stands behind a slash in the row's name.
func fastest(s *bench.Standing, engine string) *bench.Peer {
	for i := range s.Rows {
		if name, _, _ := strings.Cut(s.Rows[i].Engine, "/"); name == engine {
			return &s.Rows[i]
		}
	}
	return nil
}

func headline(r *bench.Results) Table {
	steps := Steps(r)
	t := Table{
		Note: fmt.Sprintf("Whole step with depth and normal of every contact, kernels %s, one worker: "+
			"the median over frames, beside it the worst frame of a turn, and the range of the middle half of all.", Best(r)),
		Head: []string{"scene", "shapes", "candidates", "contacts", "ms per step", "worst, ms", "spread", "ns per shape", "ns per candidate", "ns per contact", "allocations"},
		Text: 1,
	}
	many := workersOf(r)
	for _, w := range many {
		t.Head = append(t.Head, fmt.Sprintf("%d workers, ms", w))
	}
	slices.SortStableFunc(steps, func(a, b *bench.Measured) int {
		return cmp.Or(bench.CompareScenes(a.Scene, b.Scene), listOrder(a, b))
	})
	sizes := sizesOf(steps)
	for _, m := range steps {
		if m.N < secondLargest(sizes) || m.Advance && m.N < slices.Max(sizes) {
			continue // the raw results have them
		}
		row := []string{Label(m), bench.Thousands(m.N), bench.Thousands(m.Candidates), bench.Thousands(m.Contacts),
			bench.Digits(m.NS() / 1e6), bench.Digits(m.WorstNS() / 1e6), bench.MarkedSpread(m.Spread()), bench.Digits(m.PerShape()), bench.Digits(m.PerCandidate()), bench.Digits(m.PerContact()), bench.Digits(m.Allocs)}
		for _, w := range many {
			row = append(row, millis(with(r, m, m.Kernels, w)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func phases(r *bench.Results) Table {
	t := Table{
		Note: "Milliseconds per step, one worker. Medians of phases need not add up to the median of the step.",
		Head: append(append([]string{"scene", "kernels", "shapes"}, bench.PhaseNames...), "step"),
		Text: 2,
	}
	steps := Steps(r)
	plain := Plain(steps)
	if len(plain) < len(steps) {
		t.Note += " " + LeftOut
	}
	for _, m := range plain {
		if m.N < secondLargest(sizesOf(plain)) {
			continue
		}
		row := []string{m.Scene, m.Kernels, bench.Thousands(m.N)}
		for _, ns := range m.Phases.List() {
			row = append(row, bench.Digits(float64(ns)/1e6))
		}
		t.Rows = append(t.Rows, append(row, bench.Digits(m.NS()/1e6)))
	}
	return t
}

func ladder(r *bench.Results) Table {
	type column struct {
		scene string
		n     int
	}
	var columns []column
	for i := range r.Cases {
		if m := &r.Cases[i]; m.Rung != "" && !slices.Contains(columns, column{m.Scene, m.N}) {
			columns = append(columns, column{m.Scene, m.N})
		}
	}
	t := Table{
		Note: "Milliseconds per step, and how many times faster than the rung above. Each rung keeps what came before it; " +
			"all find the same contacts. Brute force stops at 10,000 shapes.",
		Head: []string{"rung"}, Text: 1, Last: true,
	}
	for _, c := range columns {
		t.Head = append(t.Head, fmt.Sprintf("%s, %s: ms", c.scene, bench.Thousands(c.n)), "times")
	}
	t.Head = append(t.Head, "what it taught")
	above := make([]*bench.Measured, len(columns))
	for _, rung := range bench.AllRungs(1) {
		var cells []string
		cases, measured := make([]*bench.Measured, len(columns)), false
		for k, c := range columns {
			m, ratio := onRung(r, rung.Name, c.scene, c.n), ""
			if m != nil && above[k] != nil {
				ratio = bench.Digits(above[k].NS() / m.NS())
			}
			if m != nil {
				measured, rung = true, bench.RungOf(m.Case)
			}
			cells = append(cells, millis(m), ratio)
			cases[k] = m
		}
		if measured {
			above = cases
			t.Rows = append(t.Rows, append(append([]string{rung.Title}, cells...), rung.Teaches))
		}
	}
	return t
}

// onRung is the case of a rung, or nil.
func onRung(r *bench.Results, rung, scene string, n int) *bench.Measured {
	i := slices.IndexFunc(r.Cases, func(m bench.Measured) bool { return m.Rung == rung && m.Scene == scene && m.N == n })
	if i < 0 {
		return nil
	}
	return &r.Cases[i]
}

func peers(r *bench.Results) Table {
	t := Table{
		Note: "One worker each, in one run. Times is how many times as long as Daylight with its best kernels. Candidates are counted by each in its own way; the last column says how they differ. An engine that can be driven in several ways has the row of the fastest; the raw results have all.",
		Head: []string{"engine", "phase", "scene", "shapes", "ms", "spread", "times", "candidates", "contacts", "remarks"},
		Text: 3, Last: true,
	}
	all := bench.Standings(r)
	var sizes []int
	for _, s := range all {
		sizes = append(sizes, s.N)
	}
	for _, s := range all {
		if s.N < secondLargest(sizes) || s.Phase == bench.PeerBroad && s.N < slices.Max(sizes) {
			continue // the raw results have them
		}
		for _, p := range s.Rows {
			if name, _, _ := strings.Cut(p.Engine, "/"); !bench.Ours(p) && p.Engine != fastest(&s, name).Engine {
				continue
			}
			note := p.Note
			if p.Mean > 1.2*p.NS {
				note = strings.TrimSuffix("mean "+bench.Digits(p.Mean/1e6)+" ms; "+note, "; ")
			}
			cells := append(s.Cells(p, bench.Thousands), note)
			t.Rows = append(t.Rows, slices.Insert(cells, 1, s.Phase, s.Scene, bench.Thousands(s.N)))
		}
	}
	return t
}

// sizesOf are the numbers of shapes of some cases.
func sizesOf(list []*bench.Measured) (sizes []int) {
	for _, m := range list {
		sizes = append(sizes, m.N)
	}
	return sizes
}

// secondLargest is the second largest of some numbers of shapes, or the only one.
func secondLargest(sizes []int) int {
	sizes = slices.Compact(slices.Sorted(slices.Values(sizes)))
	return sizes[max(0, len(sizes)-2)]
}

func millis(m *bench.Measured) string {
	if m == nil {
		return ""
	}
	return bench.Digits(m.NS() / 1e6)
}
