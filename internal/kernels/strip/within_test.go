// SPDX-License-Identifier: MIT

package strip

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// inCells puts random points in cells as large as reach, in an area of so many: some on a lattice,
// some in one place. Columns have the slack that Cells asks for.
func inCells(r *rand.Rand, n, wide, tall int, reach float64) *Cells {
	type point struct {
		x, y   float64
		radius float32
		slot   uint32
		cell   int
	}
	c := &Cells{Stride: wide + 1, Start: make([]uint32, (tall+2)*(wide+1)+2)}
	points, slots := make([]point, n), r.Perm(n+5)
	for k := range points {
		x, y := r.Float64()*float64(wide), r.Float64()*float64(tall)
		switch r.IntN(4) {
		case 0:
			x, y = math.Floor(4*x)/4, math.Floor(4*y)/4
		case 1:
			x, y = float64(wide)/2, float64(tall)/2
		}
		col, row := min(int(x), wide-1), min(int(y), tall-1)
		points[k] = point{reach*x + 1e6, reach * y, float32(r.Float64()), uint32(slots[k]), (row+1)*c.Stride + 1 + col}
	}
	slices.SortStableFunc(points, func(a, b point) int { return a.cell - b.cell })
	c.X, c.Y, c.Slot = make([]float64, n, n+kernels.Slack), make([]float64, n, n+kernels.Slack), make([]uint32, n, n+kernels.Slack)
	c.Radius, c.Cell = make([]float32, n, n+kernels.Slack), make([]uint32, n)
	for k, p := range points {
		c.X[k], c.Y[k], c.Radius[k], c.Slot[k], c.Cell[k] = p.x, p.y, p.radius, p.slot, uint32(p.cell)
		c.Start[p.cell+1]++
	}
	for k := 1; k < len(c.Start); k++ {
		c.Start[k] += c.Start[k-1]
	}
	return c
}

// walk lists all neighbours, by calls with so much room more than the next list may need.
func walk(t *testing.T, by *Sweeping, c *Cells, w *Within, spare int) (out []uint32, stops []int) {
	t.Helper()
	n, at := 0, 0
	for at < len(c.X) {
		out = slices.Grow(out[:n], c.Room(at)+spare)
		out = out[:n+c.Room(at)+spare]
		more, next := by.Within(c, w, at, len(c.X), out, n)
		if next <= at {
			t.Fatalf("at point %d it does not go on, with room for %d", at, len(out)-n)
		}
		stops = append(stops, more, next)
		n, at = more, next
	}
	return out[:n], stops
}

// TestWithinTables holds every table against the portable one, and that against all pairs.
func TestWithinTables(t *testing.T) {
	r := kernelstest.Seeded(t)
	found := 0
	for range kernelstest.Rounds(400) {
		c := inCells(r, 1+r.IntN(300), 1+r.IntN(6), 1+r.IntN(6), 2.5)
		limit := float32(r.IntN(3)) * 0.25
		for kind, w := range []Within{{Limit: limit}, {Rounded: true, Square: RoundedSquare(limit+1, 0.5)}, {Square: float64(r.IntN(10)) / 4}} {
			cells := *c
			if kind > 0 {
				cells.Radius = nil
			}
			w.Half, w.By = r.IntN(2) == 0, r.IntN(1024)
			w.Lists = make([]List, len(c.X)+5)
			spare := r.IntN(300)
			want, stops := walk(t, &portable.Sweeping, &cells, &w, spare)
			lists := w.Lists
			found += len(want)
			for i, own := range c.Slot {
				list := want[uint32(lists[own]):][:lists[own].Len()]
				for j, other := range c.Slot {
					near := false
					dx, dy := float32(c.X[j]-c.X[i]), float32(c.Y[j]-c.Y[i])
					d := float32(math.Sqrt(float64(float32(dx*dx) + float32(dy*dy))))
					switch kind {
					case 0:
						near = d-(c.Radius[i]+c.Radius[j]) <= limit
					case 1:
						near = d-1 <= limit+1
					case 2:
						x, y := c.X[j]-c.X[i], c.Y[j]-c.Y[i]
						near = x*x+y*y <= w.Square
					}
					if near = near && i != j && (!w.Half || other > own); near != slices.Contains(list, other) {
						t.Fatalf("kind %d: %d and %d: near is %v, the list is %v", kind, own, other, near, list)
					}
				}
			}
			for _, table := range All() {
				w.Lists = make([]List, len(c.X)+5)
				got, where := walk(t, &table.Sweeping, &cells, &w, spare)
				if !slices.Equal(got, want) || !slices.Equal(where, stops) || !slices.Equal(w.Lists, lists) {
					t.Fatalf("%s, kind %d, half %v: %d neighbours by calls that end at %v, want %d and %v", table.Name, kind, w.Half, len(got), where, len(want), stops)
				}
			}
		}
	}
	if found < 10_000 {
		t.Errorf("only %d neighbours", found)
	}
}

// TestWithinEnds: a call that has much to do ends, and the next goes on.
func TestWithinEnds(t *testing.T) {
	c := inCells(kernelstest.Seeded(t), 3000, 1, 1, 1)
	c.Radius = nil
	for _, table := range All() {
		w := Within{Square: 4, Lists: make([]List, 3005)}
		out := make([]uint32, 3000*3000+kernels.Slack)
		n, at := table.Within(c, &w, 0, 3000, out, 0)
		if at < 10 || at > 40 || n != at*2999 {
			t.Errorf("%s: %d neighbours of %d points", table.Name, n, at)
		}
	}
}

// TestWithinRefuses: cells that are not in order, and cells and lists that are not there, panic.
func TestWithinRefuses(t *testing.T) {
	for name, spoil := range map[string]func(c *Cells, w *Within){
		"too many points": func(c *Cells, w *Within) { c.Start[len(c.Start)-1] = 1 << 31; c.Start[c.Cell[5]+2] = 99 },
		"no order":        func(c *Cells, w *Within) { c.Start[c.Cell[5]-1] = 1<<32 - 1 },
		"no cell":         func(c *Cells, w *Within) { c.Cell[5] = 1 << 20 },
		"first cell":      func(c *Cells, w *Within) { c.Cell[5] = 1 },
		"no list":         func(c *Cells, w *Within) { w.Lists = w.Lists[:1] },
		"no slot":         func(c *Cells, w *Within) { c.Slot[5] = 1 << 31 },
	} {
		for _, table := range All() {
			if !kernelstest.Panics(func() {
				c := inCells(rand.New(rand.NewPCG(1, 2)), 40, 3, 3, 1)
				w := Within{Limit: 1, Lists: make([]List, 45)}
				spoil(c, &w)
				out := make([]uint32, 1<<16)
				for at := 0; at < 40; {
					_, at = table.Within(c, &w, at, 40, out, 0)
				}
			}) {
				t.Errorf("%s: %s: no panic", table.Name, name)
			}
		}
	}
}

// TestRoundedSquare: it is the last square for which contact kernels find discs near.
func TestRoundedSquare(t *testing.T) {
	r := kernelstest.Seeded(t)
	for range 10_000 {
		limit, radius := float32(math.Ldexp(r.Float64(), r.IntN(80)-20)), float32(math.Ldexp(r.Float64(), r.IntN(80)-40))
		switch r.IntN(4) {
		case 0:
			limit = 0
		case 1:
			radius = 0
		}
		most := float32(RoundedSquare(limit, radius))
		near := func(square float32) bool { return float32(math.Sqrt(float64(square)))-(radius+radius) <= limit }
		if next := math.Nextafter32(most, float32(math.Inf(1))); !near(most) || near(next) && !math.IsInf(float64(next), 1) {
			t.Fatalf("limit %v, radius %v: %v", limit, radius, most)
		}
	}
}

// TestGatherListsTables holds every table against the portable one: lists of every length, of
// several walks, in any order.
func TestGatherListsTables(t *testing.T) {
	r := kernelstest.Seeded(t)
	for range kernelstest.Rounds(800) {
		from := make([][]uint32, 1+r.IntN(3))
		for k := range from {
			from[k] = make([]uint32, 200+r.IntN(100))
			for i, v := range r.Perm(len(from[k])) {
				from[k][i] = uint32(v)
				if r.IntN(4) == 0 {
					from[k][i] |= 1 << 30
				}
			}
		}
		lists, total := make([]List, 1+r.IntN(100)), 0
		longest := []int{3, 8, 16, 20, 100}[r.IntN(5)]
		for k := range lists {
			by, n := r.IntN(len(from)), r.IntN(longest+1)
			lists[k] = newList(by, r.IntN(len(from[by])-n+1), n)
			total += n
		}
		first := r.IntN(20)
		want, offsets := make([]uint32, first+total), make([]int, len(lists))
		if end := gatherLists(lists, offsets, from, want, first); end != first+total {
			t.Fatalf("%d entries end at %d", total, end)
		}
		for k, l := range lists {
			if !slices.IsSorted(want[offsets[k]:][:l.Len()]) {
				t.Fatalf("a list is not in order: %v", want[offsets[k]:][:l.Len()])
			}
		}
		for _, table := range All() {
			got, at := make([]uint32, first+total), make([]int, len(lists))
			if end := table.GatherLists(lists, at, from, got, first); end != first+total || !slices.Equal(got, want) || !slices.Equal(at, offsets) {
				t.Fatalf("%s: %v at %v to %d, want %v at %v", table.Name, got, at, end, want, offsets)
			}
		}
	}
}

// TestGatherListsRefuses: lists that are not there panic.
func TestGatherListsRefuses(t *testing.T) {
	for _, table := range All() {
		for _, l := range []List{newList(1, 0, 1), newList(0, 60, 30), newList(0, math.MaxInt32, 1)} {
			if !kernelstest.Panics(func() {
				table.GatherLists([]List{l}, make([]int, 1), [][]uint32{make([]uint32, 64)}, make([]uint32, 90), 0)
			}) {
				t.Errorf("%s: list %x: no panic", table.Name, uint64(l))
			}
		}
	}
}
