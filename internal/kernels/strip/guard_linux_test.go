// SPDX-License-Identifier: MIT

package strip

import (
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/kernelstest"
)

// TestSweepStaysInside sweeps strips whose every column lies against an unreadable
// page, at its end and at its beginning; the slack is all that may be read beyond.
func TestSweepStaysInside(t *testing.T) {
	r := kernelstest.Seeded(t)
	for rows := 1; rows <= 70; rows++ {
		s := randomStrip(r, rows)
		room := randomRoom(r)
		for _, atEnd := range []bool{false, true} {
			g := &Strip{
				X0: slackened(t, s.X0, atEnd), X1: slackened(t, s.X1, atEnd),
				Y0: slackened(t, s.Y0, atEnd), Y1: slackened(t, s.Y1, atEnd),
				Order: slackened(t, s.Order, atEnd),
				Apart: slackened(t, s.Apart, atEnd), End: kernelstest.GuardedCopy(t, s.End, atEnd),
			}
			if f := s.Filters; f != nil {
				g.Filters = &RowFilters{
					World: slackened(t, f.World, atEnd), Body: slackened(t, f.Body, atEnd),
					Category: slackened(t, f.Category, atEnd), Mask: slackened(t, f.Mask, atEnd),
					Group: slackened(t, f.Group, atEnd),
				}
			}
			out := kernelstest.Guarded[kernels.Pair](t, room, atEnd)
			for _, tab := range All() {
				for at := (Cursor{}); at.I < rows; {
					_, at = tab.Sweep(g, at, out)
				}
			}
		}
	}
}

// slackened is guardedCopy with Slack more entries of room.
func slackened[T any](t testing.TB, s []T, atEnd bool) []T {
	return kernelstest.GuardedCopy(t, s[:len(s)+kernels.Slack], atEnd)[:len(s)]
}

// TestRowsStayInside orders and fetches strips whose every column lies against an
// unreadable page.
func TestRowsStayInside(t *testing.T) {
	r := kernelstest.Seeded(t)
	for n := 1; n <= 40; n++ {
		for _, atEnd := range []bool{false, true} {
			w := randomRows(r, n, columnMaker{
				i32: func(n int) []int32 { return kernelstest.Guarded[int32](t, n, atEnd) },
				u32: func(n int) []uint32 { return kernelstest.Guarded[uint32](t, n, atEnd) },
				box: func(b []Codes) []Codes { return kernelstest.GuardedCopy(t, b, atEnd) },
			})
			c := kernelstest.Guard(t, randomColumns(r, n), atEnd)
			slots, records := kernelstest.Guarded[uint32](t, n, atEnd), kernelstest.Guarded[kernels.Record](t, n, atEnd)
			offs, nums, lanes := randomRuns(r, n)
			offs, nums = kernelstest.GuardedCopy(t, offs, atEnd), kernelstest.GuardedCopy(t, nums, atEnd)
			off, num := kernelstest.Guarded[uint32](t, n, atEnd), kernelstest.Guarded[uint32](t, n, atEnd)
			for k := range slots {
				slots[k] = uint32(n - 1 - k)
			}
			for _, tab := range All() {
				w.run(tab)
				if err := w.check(); err != nil {
					t.Fatalf("%s, %d rows: %v", tab.Name, n, err)
				}
				tab.GatherRecords(records, c, slots)
				tab.GatherRuns(off, num, offs, nums, slots, &lanes)
			}
		}
	}
}

// TestBoundsStayInside measures and quantises boxes whose every column lies against an
// unreadable page.
func TestBoundsStayInside(t *testing.T) {
	r := kernelstest.Seeded(t)
	for n := 1; n <= 40; n++ {
		for _, atEnd := range []bool{false, true} {
			b, skip := randomBounds(r, n,
				func(n int) []float64 { return kernelstest.Guarded[float64](t, n, atEnd) },
				func(n int) []float32 { return kernelstest.Guarded[float32](t, n, atEnd) },
				func(n int) []bool { return kernelstest.Guarded[bool](t, n, atEnd) })
			dst := kernelstest.Guarded[Codes](t, n, atEnd)
			for _, tab := range All() {
				tab.Measure(b, skip)
				tab.Quantise(dst, b, skip, randomScale(r))
			}
		}
	}
}

// TestBucketsStayInside counts and deals boxes whose every column lies against an unreadable
// page.
func TestBucketsStayInside(t *testing.T) {
	r := kernelstest.Seeded(t)
	for n := 1; n <= 70; n++ {
		for _, atEnd := range []bool{false, true} {
			d := randomDealt(r, n)
			d.boxes = kernelstest.GuardedCopy(t, d.boxes, atEnd)
			if d.buckets.Offsets != nil {
				d.buckets.Offsets = kernelstest.GuardedCopy(t, d.buckets.Offsets, atEnd)
			}
			for _, tab := range All() {
				if err := d.check(tab, func(n int) []uint32 { return kernelstest.Guarded[uint32](t, n, atEnd) }); err != nil {
					t.Fatalf("%s, %d boxes: %v", tab.Name, n, err)
				}
			}
		}
	}
}

// TestAlignStaysInside aligns lists whose every column lies against an unreadable page,
// at its end and at its beginning.
func TestAlignStaysInside(t *testing.T) {
	for _, a := range alignments(t) {
		if len(a.keys) > 100 {
			continue
		}
		for _, atEnd := range []bool{false, true} {
			for _, tab := range All() {
				n, m := len(a.keys), len(a.old)-2*AlignReach
				tab.Align(kernelstest.GuardedCopy(t, a.keys, atEnd), kernelstest.GuardedCopy(t, a.old, atEnd),
					kernelstest.Guarded[int32](t, n, atEnd), kernelstest.Guarded[int32](t, n, atEnd), kernelstest.Guarded[byte](t, m, atEnd), a.off)
			}
		}
	}
}

// TestWithinStaysInside lists the neighbours of points in cells. Every column, the lists and the
// output lie against an unreadable page. Points in the slack are in reach of all points, but in no
// list.
func TestWithinStaysInside(t *testing.T) {
	r := kernelstest.Seeded(t)
	for n := 1; n <= 70; n++ {
		for _, atEnd := range []bool{false, true} {
			c := inCells(r, n, 1+r.IntN(3), 1+r.IntN(3), 2.5)
			for k := n; k < n+kernels.Slack; k++ {
				c.X[:k+1][k], c.Y[:k+1][k], c.Radius[:k+1][k], c.Slot[:k+1][k] = c.X[0], c.Y[0], 1e9, uint32(1000+k)
			}
			c.X, c.Y = slackened(t, c.X, atEnd), slackened(t, c.Y, atEnd)
			c.Radius, c.Slot = slackened(t, c.Radius, atEnd), slackened(t, c.Slot, atEnd)
			c.Cell, c.Start = kernelstest.GuardedCopy(t, c.Cell, atEnd), kernelstest.GuardedCopy(t, c.Start, atEnd)
			room := 0
			for i := range n {
				room = max(room, c.Room(i))
			}
			out := kernelstest.Guarded[uint32](t, room+r.IntN(100), atEnd)
			w := Within{Limit: 0.5, Square: 4, Half: r.IntN(2) == 0, Lists: kernelstest.Guarded[List](t, n+5, atEnd)}
			discs, points := *c, *c
			points.Radius = nil
			for _, tab := range All() {
				for _, cells := range []*Cells{&discs, &points} {
					for _, w.Rounded = range []bool{false, true} {
						for at := 0; at < n; {
							end := 0
							if end, at = tab.Within(cells, &w, at, n, out, 0); end > 0 && slices.Max(out[:end]) >= uint32(n+5) {
								t.Fatalf("%s, %d points: the slack is listed", tab.Name, n)
							}
						}
					}
				}
			}
		}
	}
}

// TestGatherListsStaysInside copies lists. Lists at the ends of a walk's output lie against an
// unreadable page. So do the lists, their offsets and the output.
func TestGatherListsStaysInside(t *testing.T) {
	r := kernelstest.Seeded(t)
	for n := 1; n <= 70; n++ {
		for _, atEnd := range []bool{false, true} {
			from := [][]uint32{kernelstest.Guarded[uint32](t, 3*n, atEnd), nil, kernelstest.Guarded[uint32](t, n, atEnd)}
			lists, total := kernelstest.Guarded[List](t, n, atEnd), 0
			for k := range lists {
				by := r.IntN(len(from))
				room := len(from[by])
				length := min(r.IntN(24), room)
				lists[k] = newList(by, r.IntN(2)*(room-length), length) // at the beginning, or at the end
				total += length
			}
			if total == 0 {
				continue
			}
			for _, out := range from {
				for i := range out {
					out[i] = uint32(i)
				}
			}
			out, offsets := kernelstest.Guarded[uint32](t, total, atEnd), kernelstest.Guarded[int](t, n, atEnd)
			for _, tab := range All() {
				if end := tab.GatherLists(lists, offsets, from, out, 0); end != total {
					t.Fatalf("%s: %d entries end at %d", tab.Name, total, end)
				}
			}
		}
	}
}
