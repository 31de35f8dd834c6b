// SPDX-License-Identifier: MIT

package sim

import (
	"math"
	"testing"

	"daylight/batch"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// slope is the angle of repose of a heap on a floor, in radians: that of a triangle with the heap's
// mean height of grains and mean distance from the middle.
func slope(w *world, floor float64) float64 {
	x, y := livetest.Positions(w.shapes)
	n, high, wide := 0.0, 0.0, 0.0
	for i, s := range livetest.Static(w.shapes) {
		if !s && y[i] < -1 && y[i] > floor-2 { // not those that bounced over the edge of the floor
			n, high, wide = n+1, high+y[i]-floor, wide+math.Abs(x[i])
		}
	}
	return math.Atan2(high/n, wide/n) // both are a third of the triangle's
}

// below counts the grains that have left a vessel.
func below(w *world) (n int) {
	_, y := livetest.Positions(w.shapes)
	for i, s := range livetest.Static(w.shapes) {
		if !s && y[i] < -1 {
			n++
		}
	}
	return n
}

// sound checks depths: 99 of 100 contacts overlap by less than a hundredth of a grain.
func sound(t *testing.T, w World) {
	t.Helper()
	d := overlaps(w)
	p99, most := d[(len(d)-1)*99/100], d[len(d)-1]
	t.Logf("%d overlaps: %.4f at 99 %%, %.4f at most", len(d), p99, most)
	if p99 > 0.01 || most > 0.1 {
		t.Errorf("grains overlap by %v at 99 %%, by %v at most", p99, most)
	}
}

// TestHeapRepose: a heap of boxes and hexagons comes to rest with a slope of 15 to 35 degrees. A
// grain that falls on a corner from 50 above may bounce over the edge of the floor; of 100 at most
// one does.
func TestHeapRepose(t *testing.T) {
	testenv.Sequential(t)
	n, frames := 1500, 3000
	if testing.Short() {
		n, frames = 600, 1500
	}
	w := start(t, "heap", n, batch.Config{Workers: 1}).(*pour)
	advance(t, w, frames)
	_, y := livetest.Positions(w.shapes)
	var gone []soa.ID
	for i, id := range livetest.IDs(w.shapes) {
		if y[i] < w.floor-2 {
			gone = append(gone, id)
		}
	}
	for _, id := range gone {
		must.Do(t, w.shapes.Remove(id))
	}
	advance(t, w, 1)
	a := slope(&w.world, w.floor) * 180 / math.Pi
	out := below(&w.world)
	fast, mean := speeds(&w.world)
	t.Logf("%d of %d poured, %d over the edge, slope %.1f degrees, fastest %.3f m/s, mean %.5f", out, n, len(gone), a, fast, mean)
	if a < 15 || a > 35 || out < n*9/10 || mean > 0.01 || len(gone) > n/100 {
		t.Error("that is no heap at rest")
	}
	sound(t, w)
}

// TestHopperFlows: an opening of ten grains lets all of them out at a steady rate; one of less than
// two is soon jammed. How many leave at first varies with the seed, from 43 to 73 for the first
// eight, so four seeds have 50 in the mean.
func TestHopperFlows(t *testing.T) {
	testenv.Sequential(t)
	n, frames := 600, 450
	flow := func(opening float64, seed uint64) (first, second int, w *pour) {
		w = must.Get(newPour(n, seed, batch.Config{Workers: 1}, opening, 0.3))(t).(*pour)
		advance(t, w, frames/3)
		first = below(&w.world)
		advance(t, w, frames/3)
		second = below(&w.world) - first
		advance(t, w, frames/3)
		return first, second, w
	}
	const seeds = 4
	sum := 0
	for seed := range uint64(seeds) {
		first, second, w := flow(10, seed+1)
		t.Logf("of %d grains %d left in the first %d frames, %d in the next; %d in all", n, first, frames/3, second, below(&w.world))
		if sum += first; second < first/2 || below(&w.world) < n*3/4 {
			t.Error("it does not flow")
		}
		sound(t, w)
	}
	if sum < seeds*50 {
		t.Errorf("%d grains of four hoppers left at first", sum)
	}
	if _, second, w := flow(1.8, 1); below(&w.world) > n/6 || second > n/20 {
		t.Errorf("an opening of less than two grains lets %d of %d through, %d in all", second, n, below(&w.world))
	}
}

// TestPegsLetThrough: nothing stays on the board of pegs, and the bins in the middle are fuller
// than those at the sides. With about three of ten seeds grains arch between pegs and stay.
func TestPegsLetThrough(t *testing.T) {
	n, frames := 400, 2400
	if testing.Short() {
		n, frames = 60, 1200
	}
	w := must.Get(New("pegs", n, 5, batch.Config{}))(t).(*world)
	advance(t, w, frames)
	x, y := livetest.Positions(w.shapes)
	in, middle := 0, 0
	for i, s := range livetest.Static(w.shapes) {
		if !s && y[i] < -2*pegRows-1 {
			in++
			if math.Abs(x[i]) < pegBins*pegSpace/4 {
				middle++
			}
		}
	}
	t.Logf("%d of %d in the bins, %d of them in the middle half", in, n, middle)
	if in < n*95/100 || middle < in/2 {
		t.Error("the board jams, or does not scatter")
	}
}

// TestPyramidStands: after ten seconds no box of 20 rows has moved by a twentieth of its size,
// turned, or is moving.
func TestPyramidStands(t *testing.T) {
	w := start(t, "pyramid", 210, batch.Config{}).(*world)
	wasX, wasY := inOrder(w)
	advance(t, w, 600)
	x, y := inOrder(w)
	far, turn := 0.0, 0.0
	_, sin := livetest.Rotations(w.shapes)
	for i, s := range livetest.Static(w.shapes) {
		if !s {
			turn = max(turn, math.Abs(float64(sin[i])))
		}
		far = max(far, math.Hypot(x[i]-wasX[i], y[i]-wasY[i]))
	}
	fast, _ := speeds(w)
	t.Logf("farthest %.4f, turned by %.4f, fastest %.5f m/s", far, turn, fast)
	if far > 0.05 || turn > 0.01 || fast > 0.02 {
		t.Error("it does not stand")
	}
	sound(t, w)
}
