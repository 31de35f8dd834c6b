// SPDX-License-Identifier: MIT

package perf

import (
	"cmp"
	"fmt"
	"slices"

	"daylight/bench"
)

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

// rungNames are the rungs of every machine, slowest first.
var rungNames = []string{"brute", "axis", "strips", "order", "avx2", "avx512", "list", "moved", "workers"}

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
