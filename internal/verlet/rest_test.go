// SPDX-License-Identifier: MIT

package verlet

import (
	"math"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/pose"
	"daylight/internal/step"
	"daylight/soa"
)

// TestRestCountsMovers: a shape that stops is a mover no more, one that starts is, and a velocity
// of -0 is none.
func TestRestCountsMovers(t *testing.T) {
	for _, column := range []func(a *step.Advance) *[]float32{
		func(a *step.Advance) *[]float32 { return &a.Dx }, func(a *step.Advance) *[]float32 { return &a.Dy }, func(a *step.Advance) *[]float32 { return &a.Turn },
	} {
		testRestCountsMovers(t, column)
	}
}

func testRestCountsMovers(t *testing.T, column func(a *step.Advance) *[]float32) {
	const n = 256
	a := step.Advance{On: true, Live: &soa.Live{Poses: soa.Poses{X: make([]float64, n), Y: make([]float64, n)}}}
	var q rest
	v := make([]float32, n)
	*column(&a) = v
	v[3], v[7], v[9], v[100] = 1, -1, 2, float32(math.Copysign(0, -1))
	if !q.findMovers(&a, n) || q.movers != 3 || q.moving.has(100) {
		t.Fatalf("%d movers of 3", q.movers)
	}
	for k, c := range []struct {
		slot uint32
		v    float32
		want int
	}{{3, 0, 2}, {7, 0, 1}, {7, 5, 2}, {7, 6, 2}, {3, 0, 2}, {9, float32(math.Copysign(0, -1)), 1}} {
		v[c.slot] = c.v
		q.written = append(q.written[:0], c.slot)
		if !q.findMovers(&a, n) || q.movers != c.want || q.moving.has(c.slot) != (c.v != 0) {
			t.Errorf("change %d: %d movers, want %d", k, q.movers, c.want)
		}
	}
}

// TestRestRuns: runs cover the slots that changed, each once, and no run is longer than a block.
func TestRestRuns(t *testing.T) {
	q := rest{any: true, changed: make(slotSet, 3*pose.PoseBlock/64)}
	want := map[uint32]bool{}
	for i := range uint32(3 * pose.PoseBlock) {
		if i >= 70 && i < 2*pose.PoseBlock+130 || i == 5 {
			q.changed.put(i)
			want[i] = true
		}
	}
	q.findRuns()
	for _, run := range q.runs {
		if run.hi-run.lo > pose.PoseBlock {
			t.Errorf("a run from %d to %d", run.lo, run.hi)
		}
		for i := run.lo; i < run.hi; i++ {
			if !want[uint32(i)] {
				t.Errorf("slot %d is refreshed twice, or did not change", i)
			}
			delete(want, uint32(i))
		}
	}
	if len(want) > 0 {
		t.Errorf("%d slots that changed are in no run", len(want))
	}
}

// TestRestCollects: each pair with a slot that changed is decided once, also if both its slots
// changed. Pairs that were removed, or added in this step, are not decided.
func TestRestCollects(t *testing.T) {
	g := restGraph{head: make([]uint32, 200)}
	for _, p := range []kernels.Pair{{A: 3, B: 5}, {A: 5, B: 130}, {A: 130, B: 3}, {A: 7, B: 3}, {A: 7, B: 8}, {A: 9, B: 130}, {A: 3, B: 9}} {
		g.link(p)
	}
	g.fresh = 6
	g.pairs[5].place = -1
	changed := make(slotSet, 4)
	for _, slot := range []uint32{3, 5, 130} {
		changed.put(slot)
	}
	for _, slot := range []uint32{3, 5, 130} {
		g.collect(slot, changed)
	}
	if slices.Sort(g.work); !slices.Equal(g.work, []uint32{0, 1, 2, 3}) {
		t.Errorf("pairs %v are decided", g.work)
	}
	// A slot whose pairs are removed has no pairs left, and live does not count them.
	g.removeAll(new(step.Contacts), 3)
	if g.live != 3 || g.head[3] != 0 || g.pairs[2].place != -1 || g.pairs[1].place != 0 {
		t.Errorf("%d pairs are left", g.live)
	}
	g.removeAll(new(step.Contacts), 5)
	if g.live != 2 {
		t.Errorf("%d pairs are left of two", g.live)
	}
}
