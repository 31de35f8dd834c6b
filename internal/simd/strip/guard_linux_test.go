// SPDX-License-Identifier: MIT

package strip

import (
	"testing"

	"daylight/internal/simd"
)

// TestSweepStaysInside sweeps strips whose every column lies against an unreadable
// page, at its end and at its beginning; the slack is all that may be read beyond.
func TestSweepStaysInside(t *testing.T) {
	r := seeded(t)
	for rows := 1; rows <= 70; rows++ {
		s := randomStrip(r, rows)
		room := randomRoom(r)
		for _, atEnd := range []bool{false, true} {
			g := &Strip{
				X0: slackened(t, s.X0, atEnd), X1: slackened(t, s.X1, atEnd),
				Y0: slackened(t, s.Y0, atEnd), Y1: slackened(t, s.Y1, atEnd),
				Order: slackened(t, s.Order, atEnd),
				Apart: slackened(t, s.Apart, atEnd), End: guardedCopy(t, s.End, atEnd),
			}
			if f := s.Filters; f != nil {
				g.Filters = &RowFilters{
					World: slackened(t, f.World, atEnd), Body: slackened(t, f.Body, atEnd),
					Category: slackened(t, f.Category, atEnd), Mask: slackened(t, f.Mask, atEnd),
					Group: slackened(t, f.Group, atEnd),
				}
			}
			out := guarded[simd.Pair](t, room, atEnd)
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
	return guardedCopy(t, s[:len(s)+simd.Slack], atEnd)[:len(s)]
}

// TestRowsStayInside orders and fetches strips whose every column lies against an
// unreadable page.
func TestRowsStayInside(t *testing.T) {
	r := seeded(t)
	for n := 1; n <= 40; n++ {
		for _, atEnd := range []bool{false, true} {
			w := randomRows(r, n, columnMaker{
				i32: func(n int) []int32 { return guarded[int32](t, n, atEnd) },
				u32: func(n int) []uint32 { return guarded[uint32](t, n, atEnd) },
				box: func(b []Codes) []Codes { return guardedCopy(t, b, atEnd) },
			})
			c := randomColumns(r, n)
			c = RecordColumns{
				X: guardedCopy(t, c.X, atEnd), Y: guardedCopy(t, c.Y, atEnd),
				P: guardedCopy(t, c.P, atEnd), Q: guardedCopy(t, c.Q, atEnd),
				C: guardedCopy(t, c.C, atEnd), S: guardedCopy(t, c.S, atEnd),
			}
			slots, records := guarded[uint32](t, n, atEnd), guarded[simd.Record](t, n, atEnd)
			offs, nums, lanes := randomRuns(r, n)
			offs, nums = guardedCopy(t, offs, atEnd), guardedCopy(t, nums, atEnd)
			off, num := guarded[uint32](t, n, atEnd), guarded[uint32](t, n, atEnd)
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
	r := seeded(t)
	for n := 1; n <= 40; n++ {
		for _, atEnd := range []bool{false, true} {
			b, skip := randomBounds(r, n,
				func(n int) []float64 { return guarded[float64](t, n, atEnd) },
				func(n int) []float32 { return guarded[float32](t, n, atEnd) },
				func(n int) []bool { return guarded[bool](t, n, atEnd) })
			dst := guarded[Codes](t, n, atEnd)
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
	r := seeded(t)
	for n := 1; n <= 70; n++ {
		for _, atEnd := range []bool{false, true} {
			d := randomDealt(r, n)
			d.boxes = guardedCopy(t, d.boxes, atEnd)
			if d.buckets.Offsets != nil {
				d.buckets.Offsets = guardedCopy(t, d.buckets.Offsets, atEnd)
			}
			for _, tab := range All() {
				if err := d.check(tab, func(n int) []uint32 { return guarded[uint32](t, n, atEnd) }); err != nil {
					t.Fatalf("%s, %d boxes: %v", tab.Name, n, err)
				}
			}
		}
	}
}
