// SPDX-License-Identifier: MIT

package bvh

import (
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels/kernelstest"
)

// idsOf are ids by the number of a child.
func idsOf(level []Node) []uint64 {
	ids := make([]uint64, len(level)*Fan)
	for k := range ids {
		ids[k] = uint64(k)*0x9E3779B97F4A7C15 + 1
	}
	return ids
}

// TestIdentifyTables holds every table against children found one test at a time, in room for just
// as many.
func TestIdentifyTables(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for round := range 2000 {
		level := randomLevel(r, 1+r.IntN(9))
		ids := idsOf(level)
		windows := make([]Window, 1+r.IntN(9))
		for k := range windows {
			v := func() float32 { return float32(r.IntN(24)-12) * []float32{1, 1, 0.5, 0x1p89}[r.IntN(4)] }
			a, b, c, d := v(), v(), v(), v()
			windows[k] = Window{NodeBox{min(a, b), min(c, d), max(a, b), max(c, d)}, []float32{0, 0x1p-10, 1, 3}[r.IntN(4)]}
		}
		n := r.IntN(40)
		if round == 0 {
			n = 5000
		}
		tests := Tests{make([]uint32, n), make([]uint32, n)}
		var wantID []uint64
		var wantOpen []uint32
		wantEnd := make([]uint32, len(windows))
		for k := range n {
			tests.Node[k], tests.Box[k] = uint32(r.IntN(len(level))), uint32(r.IntN(len(windows)))
			w := &windows[tests.Box[k]]
			found := make([]uint32, Fan)
			found = found[:children(level, tests.Node[k:k+1], &w.NodeBox, found)]
			unsure := false
			for _, c := range found {
				wantID = append(wantID, ids[c])
				b, c, e := &level[c/Fan], c%Fan, w.Ease
				unsure = unsure || w.MaxX-b.MinX[c] <= e || b.MaxX[c]-w.MinX <= e || w.MaxY-b.MinY[c] <= e || b.MaxY[c]-w.MinY <= e
			}
			if unsure {
				wantOpen = append(wantOpen, uint32(k))
			}
			wantEnd[tests.Box[k]] = uint32(len(wantID))
		}
		for _, table := range All() {
			to := Found{make([]uint64, n*Fan), make([]uint32, len(windows)), make([]uint32, n)}
			found, open := table.Identify(level, ids, tests, windows, to)
			if !slices.Equal(to.ID[:found], wantID) || !slices.Equal(to.Open[:open], wantOpen) || !slices.Equal(to.End, wantEnd) {
				t.Fatalf("%s: %d tests: %d %v %v, want %d %v %v", table.Name, n, found, to.End, to.Open[:open], len(wantID), wantEnd, wantOpen)
			}
		}
	}
}

// TestIdentifyRefuses: a node or a window that does not exist, and columns that are short, panic.
func TestIdentifyRefuses(t *testing.T) {
	for _, table := range All() {
		for name, change := range map[string]func(ids *[]uint64, tests *Tests, to *Found){
			"no node":       func(_ *[]uint64, tests *Tests, _ *Found) { tests.Node[2] = 2 },
			"no window":     func(_ *[]uint64, tests *Tests, _ *Found) { tests.Box[2] = 3 },
			"far node":      func(_ *[]uint64, tests *Tests, _ *Found) { tests.Node[2] = 1 << 31 },
			"far window":    func(_ *[]uint64, tests *Tests, _ *Found) { tests.Box[2] = 1<<32 - 1 },
			"few ids":       func(ids *[]uint64, _ *Tests, _ *Found) { *ids = (*ids)[: 2*Fan-1 : 2*Fan-1] },
			"short tests":   func(_ *[]uint64, tests *Tests, _ *Found) { tests.Box = tests.Box[:2:2] },
			"room":          func(_ *[]uint64, _ *Tests, to *Found) { to.ID = to.ID[: 3*Fan-1 : 3*Fan-1] },
			"room of ends":  func(_ *[]uint64, _ *Tests, to *Found) { to.End = to.End[:2:2] },
			"room of tests": func(_ *[]uint64, _ *Tests, to *Found) { to.Open = to.Open[:2:2] },
		} {
			level, windows := make([]Node, 2), make([]Window, 3)
			ids, tests := idsOf(level), Tests{[]uint32{0, 1, 1}, []uint32{0, 1, 2}}
			to := Found{make([]uint64, 3*Fan), make([]uint32, 3), make([]uint32, 3)}
			change(&ids, &tests, &to)
			if !kernelstest.Panics(func() { table.Identify(level, ids, tests, windows, to) }) {
				t.Errorf("%s: %s: no panic", table.Name, name)
			}
		}
	}
}
