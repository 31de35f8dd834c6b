// SPDX-License-Identifier: MIT

package strip

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
	"daylight/internal/testenv"
)

// rowWork is a strip to be put in order and fetched, and where the results go.
type rowWork struct {
	boxes   []Codes
	entries []uint32
	shift   uint

	lefts   []int32
	rows    []uint32
	starts  []uint32
	slots   []uint32
	reached []uint32
	strip   Strip
	lo, hi  int32
	sum     uint64
}

// columnMaker makes columns; guard pages want them elsewhere.
type columnMaker struct {
	i32 func(n int) []int32
	u32 func(n int) []uint32
	box func(b []Codes) []Codes
}

var plainColumns = columnMaker{
	i32: func(n int) []int32 { return make([]int32, n) },
	u32: func(n int) []uint32 { return make([]uint32, n) },
	box: func(b []Codes) []Codes { return b },
}

func randomRows(r *rand.Rand, n int, c columnMaker) *rowWork {
	w := &rowWork{shift: uint(r.IntN(8))}
	span := int32(1 + r.IntN(1<<r.IntN(12)))
	origin := r.Int32N(1<<30 - 1<<13)
	boxes := make([]Codes, 1+r.IntN(2*n+2))
	for i := range boxes {
		x, y := origin+r.Int32N(span), r.Int32N(1<<30)
		boxes[i] = Codes{X0: x, X1: x + r.Int32N(span), Y0: y, Y1: y + r.Int32N(1000)}
	}
	w.boxes = c.box(boxes)
	w.entries = c.u32(n)
	for k := range w.entries {
		w.entries[k] = uint32(r.IntN(len(boxes))) | uint32(r.IntN(3)/2)<<31
	}
	w.lefts, w.rows, w.slots, w.reached = c.i32(n), c.u32(n), c.u32(n), c.u32(n)
	w.strip = Strip{X0: c.i32(n), X1: c.i32(n), Y0: c.i32(n), Y1: c.i32(n), Apart: c.u32(n)}
	lo, hi := int32(math.MaxInt32), int32(math.MinInt32)
	for _, e := range w.entries {
		lo, hi = min(lo, boxes[e&^Visitor].X0), max(hi, boxes[e&^Visitor].X0)
	}
	w.starts = c.u32(1)
	if n > 0 {
		w.starts = c.u32(int(hi-lo)>>w.shift + 2)
	}
	for i := range w.starts {
		w.starts[i] = r.Uint32()
	}
	return w
}

func (w *rowWork) run(t *Table) {
	w.lo, w.hi = t.Lefts(w.lefts, w.entries, w.boxes)
	t.Order(w.rows, w.entries, w.reached, w.lefts, w.lo, w.shift, w.starts)
	t.GatherBoxes(&w.strip, w.slots, w.rows, w.boxes)
	w.sum = t.Reach(w.reached, w.strip.X1, w.lo, w.hi, w.shift, w.starts)
}

// check compares with the definitions.
func (w *rowWork) check() error {
	want := slices.Clone(w.entries)
	cell := func(e uint32) int32 { return (w.boxes[e&^Visitor].X0 - w.lo) >> w.shift }
	slices.SortStableFunc(want, func(a, b uint32) int { return int(cell(a)) - int(cell(b)) })
	if !slices.Equal(w.rows, want) {
		return fmt.Errorf("rows %x, want %x", w.rows, want)
	}
	sum := uint64(0)
	for r, e := range want {
		b := w.boxes[e&^Visitor]
		s := &w.strip
		if (Codes{s.X0[r], s.X1[r], s.Y0[r], s.Y1[r]}) != b || s.Apart[r] != e&Visitor || w.slots[r] != e&^Visitor {
			return fmt.Errorf("row %d is not box %d", r, e&^Visitor)
		}
		end := r
		for end < len(want) && cell(want[end]) <= (b.X1-w.lo)>>w.shift {
			end++
		}
		if w.reached[r] != uint32(end) {
			return fmt.Errorf("row %d reaches %d, want %d", r, w.reached[r], end)
		}
		sum += uint64(end)
	}
	if w.sum != sum {
		return fmt.Errorf("sum %d, want %d", w.sum, sum)
	}
	return nil
}

// TestRowVariants orders and fetches strips of every short length, and some long ones,
// by every table.
func TestRowVariants(t *testing.T) {
	r := kernelstest.Seeded(t)
	rounds := testenv.Rounds(60, 300, 300)
	for round := range rounds {
		n := round
		if n > 2*16+1 {
			n = r.IntN(500)
		}
		if round%50 == 49 {
			n = 2048 + r.IntN(100) // more than one call of assembly takes
		}
		seed := r.Uint64()
		for _, tab := range All() {
			w := randomRows(rand.New(rand.NewPCG(seed, 0)), n, plainColumns)
			w.run(tab)
			if err := w.check(); err != nil {
				t.Fatalf("%s, %d rows: %v", tab.Name, n, err)
			}
		}
	}
}

// TestRowsBeyond wants a panic of Go, not a stray access, for entries that name no box,
// lefts that lie in no cell, and slots of no shape.
func TestRowsBeyond(t *testing.T) {
	panics := func(what string, f func()) {
		t.Helper()
		if !kernelstest.Panics(f) {
			t.Errorf("%s: no panic", what)
		}
	}
	for _, tab := range All() {
		for bad := range 42 {
			n := 40
			if bad >= n {
				n, bad = 5000, 2000*(bad-n+1) // in the first and the second call of assembly
			}
			w := randomRows(kernelstest.Seeded(t), n, plainColumns)
			w.run(tab)
			was := w.entries[bad]
			w.entries[bad] = uint32(len(w.boxes)) | Visitor
			panics(tab.Name+": Lefts", func() { tab.Lefts(w.lefts, w.entries, w.boxes) })
			panics(tab.Name+": GatherBoxes", func() { tab.GatherBoxes(&w.strip, w.slots, w.entries, w.boxes) })
			w.entries[bad] = was
			w.lefts[bad] = w.hi + 1<<w.shift
			panics(tab.Name+": Order", func() { tab.Order(w.rows, w.entries, w.reached, w.lefts, w.lo, w.shift, w.starts) })
			w.lefts[bad] = w.lo - 1<<w.shift
			panics(tab.Name+": Order", func() { tab.Order(w.rows, w.entries, w.reached, w.lefts, w.lo, w.shift, w.starts) })
			w.strip.X1[bad] = w.lo - 1<<w.shift
			panics(tab.Name+": Reach", func() { tab.Reach(w.reached, w.strip.X1, w.lo, w.hi, w.shift, w.starts) })
			c, slots := randomColumns(kernelstest.Seeded(t), 30), make([]uint32, n)
			slots[bad] = 30
			panics(tab.Name+": GatherRecords", func() { tab.GatherRecords(make([]kernels.Record, n), c, slots) })
			offs, nums, lanes := randomRuns(kernelstest.Seeded(t), 30)
			panics(tab.Name+": GatherRuns", func() {
				tab.GatherRuns(make([]uint32, n), make([]uint32, n), offs, nums, slots, &lanes)
			})
		}
	}
}

// TestOrderInPlace gives Order columns that share memory, which makes no order: it may
// panic, but must touch nothing else.
func TestOrderInPlace(t *testing.T) {
	const n = 64
	for _, tab := range All() {
		for share := range 6 {
			memory := make([]uint32, 8*n)
			for i := range memory {
				memory[i] = 1<<30 + uint32(i)
			}
			column := func(k int) []uint32 { return memory[2*k*n:][:n:n] }
			entries, lefts := make([]uint32, n), column(3)
			rows, ranks, starts := column(0), column(1), column(2)
			switch share {
			case 0:
				rows = ranks
			case 1:
				rows = starts
			case 2:
				rows = lefts
			case 3:
				ranks = starts
			case 4:
				ranks = lefts
			case 5:
				starts = lefts
			}
			for k := range n {
				entries[k] = uint32(k) | Visitor
				lefts[k] = uint32(k * 7 % (n - 1))
			}
			kernelstest.Panics(func() {
				tab.Order(rows, entries, ranks, unsafe.Slice((*int32)(unsafe.Pointer(&lefts[0])), n), 0, 0, starts)
			})
			for k := range 4 {
				for i, v := range memory[2*k*n+n:][:n] {
					if v != 1<<30+uint32(2*k*n+n+i) {
						t.Fatalf("%s, case %d: wrote beyond column %d", tab.Name, share, k)
					}
				}
			}
		}
	}
}

func randomColumns(r *rand.Rand, n int) RecordColumns {
	c := RecordColumns{}
	for range n {
		c.X, c.Y = append(c.X, r.NormFloat64()), append(c.Y, r.NormFloat64())
		c.P, c.Q = append(c.P, r.Float32()), append(c.Q, r.Float32())
		c.C, c.S = append(c.C, r.Float32()), append(c.S, r.Float32())
	}
	return c
}

// TestRecordVariants fetches records of any slots, repeated ones too.
func TestRecordVariants(t *testing.T) {
	r := kernelstest.Seeded(t)
	for round := range 102 {
		n := round
		if round >= 100 {
			n = 5000 + r.IntN(50) // more than one call of assembly takes
		}
		c := randomColumns(r, 1+r.IntN(50))
		slots := make([]uint32, n)
		for k := range slots {
			slots[k] = uint32(r.IntN(len(c.X)))
		}
		for _, tab := range All() {
			dst := make([]kernels.Record, len(slots)+1)
			tab.GatherRecords(dst, c, slots)
			for k, i := range slots {
				if dst[k] != (kernels.Record{X: c.X[i], Y: c.Y[i], P: c.P[i], Q: c.Q[i], C: c.C[i], S: c.S[i]}) {
					t.Fatalf("%s: record %d of %d is not shape %d", tab.Name, k, len(slots), i)
				}
			}
			if dst[len(slots)] != (kernels.Record{}) {
				t.Fatalf("%s wrote beyond %d records", tab.Name, len(slots))
			}
		}
	}
}

// randomRuns makes runs of lanes, many or none: kernels need not look.
func randomRuns(r *rand.Rand, n int) (offs, nums []uint32, lanes kernels.Lanes) {
	for range n {
		offs, nums = append(offs, r.Uint32()), append(nums, uint32(4)<<r.IntN(8)&^4)
	}
	if col := make([]float32, 1<<18); r.IntN(2) == 0 {
		lanes = kernels.Lanes{VX: col, VY: col, NX: col, NY: col, D: col}
	}
	return offs, nums, lanes
}

// TestRunVariants fetches runs of any slots, repeated ones too.
func TestRunVariants(t *testing.T) {
	r := kernelstest.Seeded(t)
	for round := range 72 {
		n := round
		if round >= 70 {
			n = 5000 + r.IntN(50) // more than one call of assembly takes
		}
		offs, nums, lanes := randomRuns(r, 1+r.IntN(50))
		slots, most := make([]uint32, n), uint32(0)
		for k := range slots {
			slots[k] = uint32(r.IntN(len(offs)))
			most = max(most, nums[slots[k]])
		}
		for _, tab := range All() {
			off, num := make([]uint32, n+1), make([]uint32, n+1)
			if got := tab.GatherRuns(off, num, offs, nums, slots, &lanes); got != most {
				t.Fatalf("%s: the longest of %d runs has %d lanes, want %d", tab.Name, n, got, most)
			}
			for k, i := range slots {
				if off[k] != offs[i] || num[k] != nums[i] {
					t.Fatalf("%s: run %d of %d is not that of shape %d", tab.Name, k, n, i)
				}
			}
			if off[n] != 0 || num[n] != 0 {
				t.Fatalf("%s wrote beyond %d runs", tab.Name, n)
			}
		}
	}
}

// BenchmarkRows orders and fetches strips as a scene of boxes has them.
func BenchmarkRows(b *testing.B) {
	const n = 640
	r := rand.New(rand.NewPCG(1, 1))
	boxes := make([]Codes, n)
	for i := range boxes {
		x, y := int32(i*4096+r.IntN(1<<14)), r.Int32N(5<<14)
		boxes[i] = Codes{x, x + 1<<14, y, y + 1<<14}
	}
	for _, tab := range All() {
		b.Run(fmt.Sprintf("kernel=rows/kernels=%s/n=%d", tab.Name, n), func(b *testing.B) {
			w := randomRows(rand.New(rand.NewPCG(2, 2)), n, plainColumns)
			w.boxes, w.shift, w.starts = boxes, 12, make([]uint32, n+8)
			for k := range w.entries {
				w.entries[k] = uint32(k)
			}
			for b.Loop() {
				w.run(tab)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/row")
		})
	}
}
