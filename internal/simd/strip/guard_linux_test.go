// SPDX-License-Identifier: MIT

package strip

import (
	"testing"

	"daylight/internal/simd"
	"daylight/internal/simd/kernelstest"
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
			out := kernelstest.Guarded[simd.Pair](t, room, atEnd)
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
	return kernelstest.GuardedCopy(t, s[:len(s)+simd.Slack], atEnd)[:len(s)]
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
			slots, records := kernelstest.Guarded[uint32](t, n, atEnd), kernelstest.Guarded[simd.Record](t, n, atEnd)
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
