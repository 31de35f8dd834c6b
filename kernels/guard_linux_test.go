// SPDX-License-Identifier: MIT

package kernels

import (
	"syscall"
	"testing"
	"unsafe"
)

// guarded returns a column of n entries that ends where an unreadable page begins,
// or, if atEnd is not set, begins where one ends: a kernel that reads or writes one
// byte beyond it on that side crashes the test.
func guarded[T any](t testing.TB, n int, atEnd bool) []T {
	t.Helper()
	page := syscall.Getpagesize()
	size := n * int(unsafe.Sizeof(*new(T)))
	inner := max(1, (size+page-1)/page) * page
	m, err := syscall.Mmap(-1, 0, inner+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(m); err != nil {
			t.Error(err)
		}
	})
	for _, guard := range [][]byte{m[:page], m[page+inner:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	at := page
	if atEnd {
		at += inner - size
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&m[at])), n)
}

// guardedCopy is guarded with the contents of s.
func guardedCopy[T any](t testing.TB, s []T, atEnd bool) []T {
	g := guarded[T](t, len(s), atEnd)
	copy(g, s)
	return g
}

// TestSweepStaysInside sweeps strips whose every column lies against an unreadable
// page, at its end and at its beginning; the slack is all that may be read beyond.
func TestSweepStaysInside(t *testing.T) {
	r := seeded(t)
	for rows := 1; rows <= 70; rows++ {
		s := randomStrip(r, rows)
		room := Group + r.IntN(5*Group)
		for _, atEnd := range []bool{false, true} {
			g := &Strip{
				X0: slackened(t, s.X0, atEnd), X1: slackened(t, s.X1, atEnd),
				Y0: slackened(t, s.Y0, atEnd), Y1: slackened(t, s.Y1, atEnd),
				Apart: slackened(t, s.Apart, atEnd), End: guardedCopy(t, s.End, atEnd),
			}
			if f := s.Filters; f != nil {
				g.Filters = &RowFilters{
					World: slackened(t, f.World, atEnd), Body: slackened(t, f.Body, atEnd),
					Category: slackened(t, f.Category, atEnd), Mask: slackened(t, f.Mask, atEnd),
					Group: slackened(t, f.Group, atEnd),
				}
			}
			out := guarded[Pair](t, room, atEnd)
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
	return guardedCopy(t, s[:len(s)+Slack], atEnd)[:len(s)]
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
			slots, records := guarded[uint32](t, n, atEnd), guarded[Record](t, n, atEnd)
			for k := range slots {
				slots[k] = uint32(n - 1 - k)
			}
			for _, tab := range All() {
				w.run(tab)
				if err := w.check(); err != nil {
					t.Fatalf("%s, %d rows: %v", tab.Name, n, err)
				}
				tab.GatherRecords(records, c, slots)
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

// TestContactStaysInside runs every narrow kernel with each input and output column
// against an unreadable page, at its end and at its beginning.
func TestContactStaysInside(t *testing.T) {
	r := seeded(t)
	for _, c := range pairings() {
		for _, n := range []int{1, 2, 3, 4, 5, 7, 8, 9, 11, 15, 16, 17, 23, 31, 32, 33, 130} {
			for _, atEnd := range []bool{false, true} {
				blk, pairs := wildBlock(r, c, 10, n, 0, 1)
				last := uint32(len(blk.Rec) - 1) // pairs that use the outermost records
				for i, k := range blk.Class {
					if k == blk.Class[last] {
						pairs[r.IntN(n)] = pairs[0]
						pairs[0] = Pair{uint32(i), last}
						break
					}
				}
				if c[0] != c[1] {
					blk, pairs = wildBlock(r, c, 2, n, 0, 1)
				}
				g := *blk
				g.Rec, g.Class = guardedCopy(t, blk.Rec, atEnd), guardedCopy(t, blk.Class, atEnd)
				g.Off, g.Num = guardedCopy(t, blk.Off, atEnd), guardedCopy(t, blk.Num, atEnd)
				l := &blk.Lanes
				g.Lanes = Lanes{guardedCopy(t, l.VX, atEnd), guardedCopy(t, l.VY, atEnd), guardedCopy(t, l.NX, atEnd),
					guardedCopy(t, l.NY, atEnd), guardedCopy(t, l.D, atEnd)}
				p := guardedCopy(t, pairs, atEnd)
				sameAsPortable(t, c, &g, p, 0.25, func(b *Block, p []Pair, limit float32) *Args {
					a := newArgs(b, p, limit)
					o := &a.Out
					o.A, o.B = guardedCopy(t, o.A, atEnd), guardedCopy(t, o.B, atEnd)
					o.Sep, o.NX, o.NY = guardedCopy(t, o.Sep, atEnd), guardedCopy(t, o.NX, atEnd), guardedCopy(t, o.NY, atEnd)
					return a
				})
			}
		}
	}
}
