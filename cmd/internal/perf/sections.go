// SPDX-License-Identifier: MIT

package perf

import (
	"cmp"
	"fmt"
	"slices"

	"daylight/bench"
	"daylight/bench/scene"
)

// Section is all that is said about one thing.
type Section struct {
	Name   string   // as in the markers
	Title  string   // empty if a page says it elsewhere
	Lines  []string // sentences; several become a list
	Tables []Table
}

// Table is one table, of one file of results.
type Table struct {
	Source  string // where it comes from, in a line
	Command string // that measured it
	Note    string // how to read it
	Head    []string
	Rows    [][]string
	Text    int // how many of the first columns are text, aligned left; and, if Last, the last
	Last    bool
	loud    int // how many spreads are marked
}

// Loud is the spread from which times say little: something else kept the machine busy.
const Loud = 0.30

// loudNote explains the mark of a spread above Loud.
const loudNote = "A spread with ! is above 30 %: something else kept the machine busy. Hold such a time only against those of the same run."

// Spread writes a spread, with a mark if it is above Loud.
func Spread(x float64) string {
	if x > Loud {
		return Percent(x) + " !"
	}
	return Percent(x)
}

// spread writes a spread and counts it if it is above Loud.
func (t *Table) spread(x float64) string {
	if x > Loud {
		t.loud++
	}
	return Spread(x)
}

// sections are the makers of all sections, in their order.
var sections = []struct {
	name, title string
	make        func(*bench.Results) []Table
}{
	{"headline", "Headline", headline},
	{"phases", "Where the time goes", phases},
	{"ladder", "Ladder", ladder},
	{"kernels", "Kernels", kernelTable},
	{"scaling", "Workers", scaling},
	{"peers", "Peers", peers},
	{"roofline", "Roofline", roofline},
}

// Names returns the names of all sections.
func Names() []string {
	list := []string{"summary", "figure", "beside"}
	for _, s := range sections {
		list = append(list, s.name)
	}
	return list
}

// Sections makes all sections of some results, without those that nothing was measured
// for; of several results the newest come first. What was measured to stand beside peers
// is left out of the other sections, if they have something else to show.
func Sections(list []*bench.Results) []Section {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b *bench.Results) int { return b.Date.Compare(a.Date) })
	out := inShort(list)
	for _, maker := range sections {
		s := Section{Name: maker.name, Title: maker.title}
		var beside []Table
		for _, r := range list {
			for _, t := range maker.make(r) {
				t.Source, t.Command = source(r), r.Command
				if t.loud > 0 {
					t.Note += " " + loudNote
				}
				if len(r.Peers) > 0 && maker.name != "peers" {
					beside = append(beside, t)
				} else {
					s.Tables = append(s.Tables, t)
				}
			}
		}
		if len(s.Tables) == 0 {
			s.Tables = beside
		}
		if len(s.Tables) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// source says where results come from.
func source(r *bench.Results) string {
	return fmt.Sprintf("%s. Commit %s, %s.", r.Machine.String(), r.Revision(), r.Date.UTC().Format("2006-01-02"))
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

// order puts kernels slowest first.
var order = map[string]int{"go": 0, "avx2": 1, "avx512": 2}

// Best is the fastest kernels of some results, by what they are, not by their times.
func Best(r *bench.Results) string {
	best := ""
	for i := range r.Cases {
		if k := r.Cases[i].Kernels; best == "" || order[k] > order[best] {
			best = k
		}
	}
	return best
}

// sceneOrder is that of the published scenes.
func sceneOrder(a, b string) int {
	names := scene.Names()
	return cmp.Compare(slices.Index(names, a), slices.Index(names, b))
}

// Steps are whole steps with one worker and the best kernels, by size, scene and list: those
// without a list of kept candidates come first.
func Steps(r *bench.Results) []*bench.Measured {
	best := Best(r)
	list := Pick(r, func(m *bench.Measured) bool {
		return m.Mode == bench.Contact && m.Workers == 1 && m.Kernels == best
	})
	slices.SortStableFunc(list, func(a, b *bench.Measured) int {
		return cmp.Or(cmp.Compare(a.N, b.N), sceneOrder(a.Scene, b.Scene), listOrder(a, b))
	})
	return list
}

// listOrder puts steps without a list first, then the shortest lists, and auto last.
func listOrder(a, b *bench.Measured) int {
	// As unsigned numbers they are in this order: off is 0, and auto is negative.
	return cmp.Compare(uint(a.Skin), uint(b.Skin))
}

// Plain leaves out steps with a list of kept candidates, of which the engine times neither
// loading nor sweep nor narrow phase apart.
func Plain(steps []*bench.Measured) []*bench.Measured {
	return slices.DeleteFunc(slices.Clone(steps), func(m *bench.Measured) bool { return m.Skin != 0 })
}

// LeftOut is added to what is said of phases where Plain left something out.
const LeftOut = "Steps with a list of kept candidates are left out: their phases are not timed apart."

// Label is the scene of a case, and its list if it has one.
func Label(m *bench.Measured) string {
	if list := m.List(); list != "" {
		return m.Scene + ", " + list
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

func headline(r *bench.Results) []Table {
	steps := Steps(r)
	if len(steps) == 0 {
		return nil
	}
	t := Table{
		Note: fmt.Sprintf("Whole step with depth and normal of every contact, kernels %s, one worker: "+
			"the median over frames, and beside it the range of the middle half of them.", Best(r)),
		Head: []string{"scene", "shapes", "candidates", "contacts", "ms per step", "spread", "ns per shape", "ns per candidate", "ns per contact", "allocations"},
		Text: 1,
	}
	many := workersOf(r)
	for _, w := range many {
		t.Head = append(t.Head, fmt.Sprintf("%d workers, ms", w))
	}
	slices.SortStableFunc(steps, func(a, b *bench.Measured) int {
		return cmp.Or(sceneOrder(a.Scene, b.Scene), listOrder(a, b))
	})
	for _, m := range steps {
		row := []string{Label(m), Thousands(m.N), Thousands(m.Candidates), Thousands(m.Contacts),
			Digits(m.NS() / 1e6), t.spread(m.Spread()), Digits(m.PerShape()), Digits(m.PerCandidate()), Digits(m.PerContact()), Digits(m.Allocs)}
		for _, w := range many {
			row = append(row, millis(with(r, m, m.Kernels, w)))
		}
		t.Rows = append(t.Rows, row)
	}
	return []Table{t}
}

func millis(m *bench.Measured) string {
	if m == nil {
		return ""
	}
	return Digits(m.NS() / 1e6)
}

func phases(r *bench.Results) []Table {
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
		row := []string{m.Scene, m.Kernels, Thousands(m.N)}
		for _, ns := range m.Phases.List() {
			row = append(row, Digits(float64(ns)/1e6))
		}
		t.Rows = append(t.Rows, append(row, Digits(m.NS()/1e6)))
	}
	return some(t)
}

// some is the table, unless it is empty.
func some(t Table) []Table {
	if len(t.Rows) == 0 {
		return nil
	}
	return []Table{t}
}

// rungNames are the rungs of every machine, slowest first.
var rungNames = []string{"brute", "axis", "strips", "order", "avx2", "avx512", "workers"}

func ladder(r *bench.Results) []Table {
	type column struct {
		scene string
		n     int
	}
	var columns []column
	var rungs []string
	cases := map[string]*bench.Measured{}
	at := func(rung string, c column) *bench.Measured {
		return cases[fmt.Sprint(rung, c.scene, c.n)]
	}
	for i := range r.Cases {
		m := &r.Cases[i]
		if m.Rung == "" {
			continue
		}
		c := column{m.Scene, m.N}
		if !slices.Contains(columns, c) {
			columns = append(columns, c)
		}
		cases[fmt.Sprint(m.Rung, m.Scene, m.N)] = m
	}
	for _, name := range rungNames {
		if slices.ContainsFunc(r.Cases, func(m bench.Measured) bool { return m.Rung == name }) {
			rungs = append(rungs, name)
		}
	}
	t := Table{
		Note: "Milliseconds per step, and how many times faster than the rung above. Each rung keeps what came before it; " +
			"all find the same contacts. Brute force stops at 10,000 shapes.",
		Head: []string{"rung"}, Text: 1, Last: true,
	}
	for _, c := range columns {
		t.Head = append(t.Head, fmt.Sprintf("%s, %s: ms", c.scene, Thousands(c.n)), "times")
	}
	t.Head = append(t.Head, "what it taught")
	for k, name := range rungs {
		var about bench.Rung
		var cells []string
		for _, c := range columns {
			m := at(name, c)
			ratio := ""
			if m != nil {
				about = bench.RungOf(m.Case)
				if k > 0 {
					if above := at(rungs[k-1], c); above != nil {
						ratio = Digits(above.NS() / m.NS())
					}
				}
			}
			cells = append(cells, millis(m), ratio)
		}
		t.Rows = append(t.Rows, append(append([]string{about.Title}, cells...), about.Teaches))
	}
	return some(t)
}

func kernelTable(r *bench.Results) []Table {
	t := Table{
		Note: "One worker. Sweep is the search for candidates, narrow the decision of each with depth and normal; times is the whole step against portable Go.",
		Head: []string{"scene", "kernels", "shapes", "ms per step", "times", "refresh, ns per shape", "sweep, ns per candidate", "narrow, ns per candidate"},
		Text: 2,
	}
	lists := false
	for _, base := range Pick(r, func(m *bench.Measured) bool {
		return m.Mode == bench.Contact && m.Workers == 1 && m.Kernels == "go"
	}) {
		lists = lists || base.Skin != 0
		for _, name := range []string{"go", "avx2", "avx512"} {
			m := with(r, base, name, 1)
			if m == nil {
				continue
			}
			t.Rows = append(t.Rows, []string{Label(m), name, Thousands(m.N), millis(m), Digits(base.NS() / m.NS()),
				Digits(float64(m.Phases.Refresh) / float64(m.N)), perCandidate(m, m.Phases.Sweep), perCandidate(m, m.Phases.Narrow)})
		}
	}
	if lists {
		t.Note += " Sweep and narrow are not timed apart with a list of kept candidates."
	}
	return some(t)
}

func perCandidate(m *bench.Measured, ns int64) string {
	if m.Candidates == 0 || m.Skin != 0 {
		return ""
	}
	return Digits(float64(ns) / float64(m.Candidates))
}

func scaling(r *bench.Results) []Table {
	t := Table{
		Note: "Whole step. Efficiency is the gain over one worker, divided by the number of workers.",
		Head: []string{"scene", "kernels", "shapes", "workers", "ms per step", "times", "efficiency", "allocations"},
		Text: 2,
	}
	for _, one := range Pick(r, func(m *bench.Measured) bool { return m.Mode == bench.Contact && m.Workers == 1 }) {
		for _, w := range workersOf(r) {
			if m := with(r, one, one.Kernels, w); m != nil {
				times := one.NS() / m.NS()
				t.Rows = append(t.Rows, []string{Label(m), m.Kernels, Thousands(m.N), fmt.Sprint(w), millis(m),
					Digits(times), Percent(times / float64(w)), Digits(m.Allocs)})
			}
		}
	}
	return some(t)
}

func roofline(r *bench.Results) []Table {
	speed := 0.0
	for _, b := range r.Bandwidth {
		if b.Workers == 1 {
			speed = b.BytesPerSecond
		}
	}
	steps := Plain(Steps(r))
	if speed == 0 || len(steps) == 0 {
		return nil
	}
	t := Table{
		Note: fmt.Sprintf("Bytes that each phase must read and write at least, every column once, and the speed at which it does, "+
			"as a share of the %s GB/s at which one worker copies memory that is in no cache, measured in the same run. "+
			"A share above 100 %% means that what a phase needs was still in cache.", Digits(speed/1e9)),
		Head: []string{"scene", "phase", "shapes", "MB", "ms", "GB/s", "of copying"},
		Text: 2,
	}
	add := func(m *bench.Measured, phase string, bytes int64, ns float64) {
		if bytes == 0 || ns <= 0 {
			return
		}
		rate := float64(bytes) / ns // bytes per nanosecond
		t.Rows = append(t.Rows, []string{m.Scene, phase, Thousands(m.N), Digits(float64(bytes) / 1e6), Digits(ns / 1e6), Digits(rate), Percent(rate * 1e9 / speed)})
	}
	// One scene says it: the others differ little but in their narrow phase.
	one := steps[0].Scene
	if slices.ContainsFunc(steps, func(m *bench.Measured) bool { return m.Scene == "boxes" }) {
		one = "boxes"
	}
	for _, m := range steps {
		if m.Scene != one {
			continue
		}
		for k, ns := range m.Phases.List() {
			add(m, bench.PhaseNames[k], m.Bytes.List()[k], float64(ns))
		}
		add(m, "step", m.Bytes.Sum(), m.NS())
	}
	return some(t)
}
