// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"slices"
	"strings"

	"daylight/bench"
)

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

// Plain leaves out steps with a list of kept candidates, whose frames have different phases, and those whose shapes
// the engine moves, which have no phase of moving.
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

// fastest returns the fastest row of an engine, however it was driven: what follows a
// slash in a row's name says how.
func fastest(s *bench.Standing, engine string) *bench.Peer {
	for i := range s.Rows {
		if name, _, _ := strings.Cut(s.Rows[i].Engine, "/"); name == engine {
			return &s.Rows[i]
		}
	}
	return nil
}
