// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/batch"
	"daylight/internal/batchtest"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// same fails unless both hold the same contacts, bit for bit, in the same order. Points it compares
// if both have them: modes may differ.
func same(t testing.TB, what string, got, want *batch.Contacts) {
	t.Helper()
	if got.Len() != want.Len() {
		t.Errorf("%s: %d contacts, want %d", what, got.Len(), want.Len())
	}
	for i := range min(got.Len(), want.Len()) {
		g, w := got.At(i), want.At(i)
		if len(got.Points[0]) != len(want.Points[0]) {
			g.N, g.Points, w.N, w.Points = 0, [2]batch.Point{}, 0, [2]batch.Point{}
		}
		if g != w {
			t.Fatalf("%s: contact %d is %+v, want %+v", what, i, g, w)
		}
	}
}

// distributions place n shapes in ways that are hard for one broad phase or another.
var distributions = []struct {
	name  string
	place func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int)
}{
	{"uniform", func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
		for range n {
			addAny(t, s, r, somewhere(r, 0, 0, 1.7*math.Sqrt(float64(n))), 1, soa.Attrs{})
		}
	}},
	{"clusters", func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
		for i := range n {
			addAny(t, s, r, somewhere(r, float64(i%5)*1000, float64(i%3)*1000, 20), 1, soa.Attrs{})
		}
	}},
	{"heavy tail", func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
		for range n {
			addAny(t, s, r, somewhere(r, 0, 0, 3*math.Sqrt(float64(n))), 1/math.Sqrt(r.Float64()+1e-4), soa.Attrs{})
		}
	}},
	{"giant floor", func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
		box(t, s, 0, -500, 1e6, 510, soa.Attrs{})
		for range n {
			addAny(t, s, r, somewhere(r, 0, 0, 2*math.Sqrt(float64(n))), 1, soa.Attrs{})
		}
	}},
	{"giant of 1e9", func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
		circle(t, s, 10, 10, 1e9, soa.Attrs{})
		for range n {
			addAny(t, s, r, somewhere(r, 0, 0, 2*math.Sqrt(float64(n))), 1, soa.Attrs{})
		}
	}},
	{"one spot", func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
		for range n / 4 {
			addAny(t, s, r, soa.At(3, 4, 7*r.Float64()), 1, soa.Attrs{})
		}
	}},
	{"same x", func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
		for range n {
			addAny(t, s, r, soa.At(5, 2*float64(n)*r.Float64(), 7*r.Float64()), 1, soa.Attrs{})
		}
	}},
	{"same y", func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
		for range n {
			addAny(t, s, r, soa.At(2*float64(n)*r.Float64(), 5, 7*r.Float64()), 1, soa.Attrs{})
		}
	}},
	{"grid, shared edges", func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
		side := int(math.Sqrt(float64(n)))
		for i := range n {
			box(t, s, float64(2*(i%side)), float64(2*(i/side)), 1, 1, soa.Attrs{})
		}
	}},
	{"at 1e7", func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
		for range n {
			addAny(t, s, r, somewhere(r, 1e7, -1e7, 1.7*math.Sqrt(float64(n))), 1, soa.Attrs{})
		}
	}},
	{"cluster and outlier", func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
		circle(t, s, -3e9, 4e9, 1, soa.Attrs{})
		for range n {
			addAny(t, s, r, somewhere(r, 0, 0, 1.7*math.Sqrt(float64(n))), 1, soa.Attrs{})
		}
	}},
	{"many worlds", func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
		for i := range n {
			addAny(t, s, r, somewhere(r, 0, 0, 12), 1, soa.Attrs{World: uint32(i/50) * 7919})
		}
	}},
	{"filters", func(t testing.TB, s *soa.Shapes, r *rand.Rand, n int) {
		for range n {
			addAny(t, s, r, somewhere(r, 0, 0, math.Sqrt(float64(n))), 1, randomAttrs(r))
		}
	}},
}

// TestAgainstBruteForce compares every distribution with all pairs decided one by one,
// for several margins and worker counts, bit for bit.
func TestAgainstBruteForce(t *testing.T) {
	n := testenv.Rounds(300, 600, 1500)
	for _, d := range distributions {
		t.Run(d.name, func(t *testing.T) {
			shapes := soa.New()
			d.place(t, shapes, seeded(t, 11), n)
			for _, opts := range []batch.Config{
				{},
				{Strict: true, Mode: batch.ModeOverlaps},
				{Margin: 0.5},
				{Margin: -0.25},
				{Mode: batch.ModeManifolds},
				{Mode: batch.ModeManifolds, Margin: -0.25, Strict: true},
			} {
				want := must.Get(batchtest.BruteForce(context.Background(), shapes, opts))(t)
				for _, workers := range []int{1, 3} {
					cfg := opts
					cfg.Canonical = true
					cfg.Workers = workers
					got := collide(t, shapes, cfg)
					same(t, fmt.Sprintf("%+v", cfg), got, want)
				}
			}
		})
	}
}

// TestRandomLife adds, moves, turns, teleports and removes shapes for many frames and
// compares each with brute force; hints and reordering are on.
func TestRandomLife(t *testing.T) {
	frames := testenv.Rounds(10, 60, 60)
	r := seeded(t, 99)
	shapes := soa.New()
	tag := soa.Attach[soa.ID](shapes)
	e := must.Get(batch.New(shapes, batch.Config{Workers: 2, Canonical: true}))(t)
	gone := map[soa.ID]bool{}
	add := func() {
		id := addAny(t, shapes, r, somewhere(r, 0, 0, 60), 1, randomAttrs(r))
		if gone[id] {
			t.Fatalf("%v was given out again", id)
		}
		slot, _ := livetest.Slot(shapes, id)
		livetest.Data(tag)[slot] = id
	}
	for range 800 {
		add()
	}
	for frame := range frames {
		for range r.IntN(30) {
			add()
		}
		for range r.IntN(30) {
			id := livetest.IDs(shapes)[r.IntN(shapes.Len())]
			must.Do(t, shapes.Remove(id))
			gone[id] = true
		}
		x, y := livetest.Positions(shapes)
		c, s := livetest.Rotations(shapes)
		for i := range x {
			switch r.IntN(20) {
			case 0:
				x[i], y[i] = 60*r.Float64(), 60*r.Float64()
			case 1:
				s[i], c[i] = soa.SinCos(r.Float64() * 7)
			case 2:
				x[i] = math.NaN()
			default:
				x[i] += r.Float64() - 0.5
				y[i] += r.Float64() - 0.5
			}
			if math.IsNaN(x[i]) && r.IntN(3) == 0 {
				x[i] = 60 * r.Float64()
			}
		}
		got := must.Get(e.Step(context.Background()))(t)
		for _, k := range got.All() {
			if gone[k.A] || gone[k.B] {
				t.Fatalf("frame %d: contact of a removed shape: %+v", frame, k)
			}
		}
		for i, id := range livetest.IDs(shapes) {
			if livetest.Data(tag)[i] != id {
				t.Fatalf("frame %d: attached column says %v in the slot of %v", frame, livetest.Data(tag)[i], id)
			}
		}
		must.Do(t, livetest.Check(shapes))
		want := must.Get(batchtest.BruteForce(context.Background(), shapes, batch.Config{}))(t)
		same(t, fmt.Sprintf("frame %d", frame), got, want)
	}
}

// TestReorders: storage is put in order in the first step, and once more after all shapes went
// elsewhere.
func TestReorders(t *testing.T) {
	const side = 150
	s, r := soa.New(), seeded(t, 3)
	for range 5000 {
		addAny(t, s, r, somewhere(r, 0, 0, side), 1, soa.Attrs{})
	}
	e := must.Get(batch.New(s, batch.Config{Workers: 1}))(t)
	var reordered []int
	for frame := range 25 {
		if frame == 12 {
			x, y := livetest.Positions(s)
			for i := range x {
				x[i], y[i] = side*r.Float64(), side*r.Float64()
			}
		}
		must.Get(e.Step(context.Background()))(t)
		if e.Stats().Detail().Reordered {
			reordered = append(reordered, frame)
			must.Do(t, livetest.Check(s))
		}
	}
	if len(reordered) != 2 || reordered[0] != 0 || reordered[1] < 12 {
		t.Errorf("storage was reordered in steps %v", reordered)
	}
}
